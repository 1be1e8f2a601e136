# a game with three in a row
import random
import sys

lookup = {}
results = {"draw": 0, "O": 0, "X": 0}
field = 9 * [" "]
name_of_game = "tic tac toe"


def best_square(mark):
    top = None
    candidates = []
    for sq in range(0, 9):
        if " " == field[sq]:
            field[sq] = mark
            if mark != "X":
                worth = -judge("X")
            else:
                worth = judge("O")
            field[sq] = " "
            if worth == top:
                candidates.append(sq)
            elif top is None or top < worth:
                candidates = [sq]
                top = worth
    return random.choice(candidates)


def judge(mark):
    # O wants -1 and X wants 1
    label = "".join(field) + mark
    if label in lookup:
        return lookup[label]
    over = who_won()
    if over == "draw":
        worth = 0
    elif over == "O":
        worth = -1
    elif over == "X":
        worth = 1
    elif mark == "O":
        worth = 2
        for sq in range(0, 9):
            if " " == field[sq]:
                field[sq] = "O"
                below = judge("X")
                if worth > below:
                    worth = below
                field[sq] = " "
    else:
        worth = -2
        for sq in range(0, 9):
            if " " == field[sq]:
                field[sq] = "X"
                below = judge("O")
                if worth < below:
                    worth = below
                field[sq] = " "
    lookup[label] = worth
    return worth


def who_won():
    # first the diagonals
    if " " != field[4]:
        if field[6] == field[4] and field[4] == field[2]:
            return field[4]
        if field[8] == field[4] and field[4] == field[0]:
            return field[4]
    # from top to bottom
    for c in [2, 1, 0]:
        if field[c + 6] == field[c] and field[c + 3] == field[c] and " " != field[c]:
            return field[c]
    # from left to right
    for r in [6, 3, 0]:
        if field[r + 2] == field[r] and field[r + 1] == field[r] and " " != field[r]:
            return field[r]
    if " " not in field:
        return "draw"
    return None


def print_field():
    bar = "---+---+---"
    print(" " + field[0] + " | " + field[1] + " | " + field[2])
    print(bar)
    print(" " + field[3] + " | " + field[4] + " | " + field[5])
    print(bar)
    print(" " + field[6] + " | " + field[7] + " | " + field[8])
    print()


def next_of(todo):
    tries = 0
    while 0 < len(todo):
        tries = tries + 1
        sq = todo.pop(0)
        if sq <= 8 and sq >= 0 and " " == field[sq]:
            return sq
        print("square", 1 + sq, "is not possible")
    # then simply the first one
    for sq in range(0, 9):
        if " " == field[sq]:
            return sq


def one_round(todo):
    mark = "X"
    turns = 0
    for sq in range(0, 9):
        field[sq] = " "
    while who_won() is None:
        if todo is not None and mark == "O":
            sq = next_of(todo)
        else:
            sq = best_square(mark)
        print(mark, "takes", 1 + sq)
        field[sq] = mark
        turns = turns + 1
        if mark == "O":
            mark = "X"
        else:
            mark = "O"
    over = who_won()
    results[over] = 1 + results[over]
    print_field()
    if over != "draw":
        print(over, "wins")
    else:
        print("Nobody wins")


# start with: file GAMES SQUARES
random.seed(7)
wanted = None
repeat = 3
if 2 < len(sys.argv):
    wanted = []
    for d in sys.argv[2]:
        if d.isdigit():
            wanted.append(-1 + int(d))
if 1 < len(sys.argv):
    repeat = int(sys.argv[1])
for n in range(0, repeat):
    print("Game", 1 + n)
    if wanted is not None:
        one_round(wanted[:])
    else:
        one_round(None)
print("Score: X", results["X"], "O", results["O"], "draws", results["draw"])
