"""Tic-tac-toe; boards are strings of nine characters and never change."""
import argparse
import random
from collections import Counter
from functools import lru_cache

EMPTY = "." * 9
LINES = (
    [range(r, r + 3) for r in (0, 3, 6)]
    + [range(c, 9, 3) for c in (0, 1, 2)]
    + [range(0, 9, 4), range(2, 7, 2)]
)


def place(board, cell, mark):
    return board[:cell] + mark + board[cell + 1:]


def free(board):
    return [cell for cell, mark in enumerate(board) if mark == "."]


def other(mark):
    return "O" if mark == "X" else "X"


def winner(board):
    rows = ({board[cell] for cell in line} for line in LINES)
    return next((marks.pop() for marks in rows if len(marks) == 1 and marks != {"."}), None)


@lru_cache(maxsize=None)
def worth(board, mark):
    """Value for the side to move: positive wins, the sooner the better."""
    if winner(board):
        return -1 - board.count(".")
    if not free(board):
        return 0
    return max(-worth(place(board, cell, mark), other(mark)) for cell in free(board))


def perfect(board, mark):
    return max(free(board), key=lambda cell: -worth(place(board, cell, mark), other(mark)))


def careless(rng):
    return lambda board, mark: rng.choice(free(board))


def scripted(cells):
    """Plays the given cells as far as they are free, then the first free one."""

    def choose(board, mark):
        return next((cell for cell in cells if board[cell] == "."), free(board)[0])

    return choose


def positions(players, board=EMPTY, mark="X"):
    """All boards of one game, from the empty one to the last."""
    yield board
    if winner(board) is None and free(board):
        cell = players[mark](board, mark)
        yield from positions(players, place(board, cell, mark), other(mark))


def picture(board):
    return "\n".join(" ".join(board[r:r + 3]) for r in (0, 3, 6))


def side_by_side(boards):
    rows = zip(*(picture(board).splitlines() for board in boards))
    return "\n".join("    ".join(row) for row in rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--against", choices=["perfect", "careless", "script"], default="careless")
    parser.add_argument("--script", default="0,4,8", help="cells for the scripted player")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    opponents = {
        "perfect": perfect,
        "careless": careless(random.Random(options.seed)),
        "script": scripted([int(cell) for cell in options.script.split(",")]),
    }
    opponent = opponents[options.against]
    score = Counter()
    for game in range(options.games):
        # the computer begins every second game
        mine = "XO"[game % 2]
        boards = list(positions({mine: perfect, other(mine): opponent}))
        won = winner(boards[-1])
        outcome = "draw" if won is None else "computer" if won == mine else "opponent"
        score[outcome] += 1
        print(f"game {game + 1}, computer is {mine}: {outcome}")
        print(side_by_side(boards[1:]), end="\n\n")
    print(", ".join(f"{name} {score[name]}" for name in ("computer", "opponent", "draw")))


if __name__ == "__main__":
    main()
