# Tic tac toe, the computer never loses
import sys
import random

board = [" "] * 9
score = {"X": 0, "O": 0, "draw": 0}
memory = {}


def show():
    print(" " + board[0] + " | " + board[1] + " | " + board[2])
    print("---+---+---")
    print(" " + board[3] + " | " + board[4] + " | " + board[5])
    print("---+---+---")
    print(" " + board[6] + " | " + board[7] + " | " + board[8])
    print()


def winner():
    # rows
    for i in [0, 3, 6]:
        if board[i] != " " and board[i] == board[i + 1] and board[i] == board[i + 2]:
            return board[i]
    # columns
    for i in [0, 1, 2]:
        if board[i] != " " and board[i] == board[i + 3] and board[i] == board[i + 6]:
            return board[i]
    # diagonals
    if board[4] != " ":
        if board[0] == board[4] and board[4] == board[8]:
            return board[4]
        if board[2] == board[4] and board[4] == board[6]:
            return board[4]
    if " " in board:
        return None
    return "draw"


def value(turn):
    # 1 is good for X, -1 is good for O
    key = "".join(board) + turn
    if key in memory:
        return memory[key]
    w = winner()
    if w == "X":
        result = 1
    elif w == "O":
        result = -1
    elif w == "draw":
        result = 0
    elif turn == "X":
        result = -2
        for i in range(9):
            if board[i] == " ":
                board[i] = "X"
                v = value("O")
                board[i] = " "
                if v > result:
                    result = v
    else:
        result = 2
        for i in range(9):
            if board[i] == " ":
                board[i] = "O"
                v = value("X")
                board[i] = " "
                if v < result:
                    result = v
    memory[key] = result
    return result


def perfect_move(turn):
    best_moves = []
    best = None
    for i in range(9):
        if board[i] == " ":
            board[i] = turn
            if turn == "X":
                v = value("O")
            else:
                v = -value("X")
            board[i] = " "
            if best is None or v > best:
                best = v
                best_moves = [i]
            elif v == best:
                best_moves.append(i)
    return random.choice(best_moves)


def scripted_move(script):
    # take the next number of the script which is a free square
    while len(script) > 0:
        m = script.pop(0)
        if m >= 0 and m <= 8 and board[m] == " ":
            return m
        print("square", m + 1, "is not possible")
    # script is over, take the first free square
    for i in range(9):
        if board[i] == " ":
            return i


def play(script):
    for i in range(9):
        board[i] = " "
    turn = "X"
    while winner() is None:
        if turn == "O" and script is not None:
            m = scripted_move(script)
        else:
            m = perfect_move(turn)
        board[m] = turn
        print(turn, "takes", m + 1)
        if turn == "X":
            turn = "O"
        else:
            turn = "X"
    show()
    w = winner()
    score[w] = score[w] + 1
    if w == "draw":
        print("Nobody wins")
    else:
        print(w, "wins")


# usage: 4.py GAMES [squares of O like 159]
games = 3
moves = None
if len(sys.argv) > 1:
    games = int(sys.argv[1])
if len(sys.argv) > 2:
    moves = []
    for ch in sys.argv[2]:
        if ch.isdigit():
            moves.append(int(ch) - 1)
random.seed(7)
for g in range(games):
    print("Game", g + 1)
    if moves is None:
        play(None)
    else:
        play(moves[:])
print("Score: X", score["X"], "O", score["O"], "draws", score["draw"])
