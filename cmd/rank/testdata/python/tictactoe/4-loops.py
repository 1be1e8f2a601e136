# Noughts and crosses against the computer
import random
import sys

cells = [" "] * 9
points = {"X": 0, "O": 0, "draw": 0}
cache = {}
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def draw():
    r = 0
    while r < 3:
        print(" " + " | ".join(cells[3 * r:3 * r + 3]))
        if r != 2:
            print("---+---+---")
        r += 1
    print()


def result():
    # all lines are in one table
    k = 0
    found = None
    while found is None and k < len(LINES):
        a, b, c = LINES[k]
        if not (cells[a] == " " or cells[a] != cells[b] or cells[a] != cells[c]):
            found = cells[a]
        k += 1
    if found is None:
        found = None if " " in cells else "draw"
    return found


def rate(player):
    # plus for X and minus for O
    name = "".join(cells) + player
    if name not in cache:
        end = result()
        if end is not None:
            cache[name] = {"X": 1, "O": -1, "draw": 0}[end]
        else:
            ratings = []
            spot = 0
            while spot < 9:
                if not cells[spot] != " ":
                    cells[spot] = player
                    ratings.append(rate("O" if player == "X" else "X"))
                    cells[spot] = " "
                spot += 1
            cache[name] = max(ratings) if player == "X" else min(ratings)
    return cache[name]


def clever(player, spot, good, top):
    # look at one square per call
    if spot == 9:
        return random.choice(good)
    if cells[spot] != " ":
        return clever(player, spot + 1, good, top)
    cells[spot] = player
    r = -rate("X") if player != "X" else rate("O")
    cells[spot] = " "
    if top is not None and not r > top:
        return clever(player, spot + 1, good + [spot] if r == top else good, top)
    return clever(player, spot + 1, [spot], r)


def prepared(plan):
    chosen = None
    while chosen is None and plan:
        n = plan.pop(0)
        if n < 0 or n > 8 or cells[n] != " ":
            print("square", n + 1, "is not possible")
        else:
            chosen = n
    # nothing left in the plan
    return cells.index(" ") if chosen is None else chosen


def one_game(plan):
    k = 0
    while k < 9:
        cells[k] = " "
        k += 1
    player = "X"
    end = None
    while True:
        if end is not None:
            break
        n = clever(player, 0, [], None) if player == "X" or plan is None else prepared(plan)
        cells[n] = player
        print(player, "takes", n + 1)
        player = "O" if player != "O" else "X"
        end = result()
    draw()
    points[end] = points[end] + 1
    print(end, "wins") if end != "draw" else print("Nobody wins")


# usage: GAMES [squares of O like 159]
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
plan = [int(d) - 1 for d in sys.argv[2] if d.isdigit()] if len(sys.argv) > 2 else None
random.seed(7)
n = 0
while n < rounds:
    n += 1
    print("Game", n)
    one_game(plan if plan is None else list(plan))
print("Score: X", points["X"], "O", points["O"], "draws", points["draw"])
