"""Tic-tac-toe between any two of the players in PLAYERS.

usage: tictactoe.py [FIRST] [SECOND] [GAMES]
A player called script:4,0,8 plays these squares in turn, then the first free one.
"""
import random
import sys
from functools import lru_cache
from itertools import cycle

SIDE = 3
EMPTY = "."
MARKS = "XO"
OTHER = dict(zip(MARKS, reversed(MARKS)))
LINES = (
    [range(r * SIDE, r * SIDE + SIDE) for r in range(SIDE)]
    + [range(c, SIDE * SIDE, SIDE) for c in range(SIDE)]
    + [range(0, SIDE * SIDE, SIDE + 1), range(SIDE - 1, SIDE * SIDE - 1, SIDE - 1)]
)


def free_squares(board):
    return [i for i, mark in enumerate(board) if mark == EMPTY]


def put(board, square, mark):
    return board[:square] + mark + board[square + 1:]


def winner(board):
    for line in LINES:
        marks = {board[i] for i in line}
        if len(marks) == 1 and marks != {EMPTY}:
            return marks.pop()
    return None


@lru_cache(maxsize=None)
def value(board, mark):
    """1, 0 or -1: what the player to move can reach, weighted by quickness."""
    if winner(board):
        return -1 - len(free_squares(board))
    squares = free_squares(board)
    if not squares:
        return 0
    return max(-value(put(board, s, mark), OTHER[mark]) for s in squares)


def perfect(board, mark):
    return max(free_squares(board), key=lambda s: -value(put(board, s, mark), OTHER[mark]))


def greedy(board, mark):
    """Wins or blocks if it can in one move, else takes any square."""
    squares = free_squares(board)
    for candidate in (mark, OTHER[mark]):
        for square in squares:
            if winner(put(board, square, candidate)):
                return square
    return random.choice(squares)


def chance(board, mark):
    return random.choice(free_squares(board))


def scripted(text):
    try:
        wanted = [int(word) for word in text.split(",")]
    except ValueError:
        raise SystemExit(f"squares are numbers with commas between them, not {text!r}")

    def move(board, mark):
        squares = free_squares(board)
        return next((s for s in wanted if s in squares), squares[0])

    return move


PLAYERS = {"perfect": perfect, "greedy": greedy, "chance": chance}


def player(name):
    if name.startswith("script:"):
        return scripted(name.removeprefix("script:"))
    if name not in PLAYERS:
        raise SystemExit(f"no player {name}; there are {', '.join(PLAYERS)} and script:...")
    return PLAYERS[name]


def show(board):
    rows = (board[i:i + SIDE] for i in range(0, len(board), SIDE))
    return "\n".join(" ".join(row) for row in rows)


def play(players):
    """Yields every board of a game; the last one is final."""
    board = EMPTY * SIDE * SIDE
    for mark, move in cycle(zip(MARKS, players)):
        if winner(board) or not free_squares(board):
            return
        board = put(board, move(board, mark), mark)
        yield board


def main(argv):
    defaults = ["perfect", "greedy", "5"]
    first, second, games = argv + defaults[len(argv):]
    names = [first, second]
    score = dict.fromkeys([*MARKS, None], 0)
    for number in range(1, int(games) + 1):
        boards = list(play([player(name) for name in names]))
        result = winner(boards[-1])
        score[result] += 1
        print(f"game {number}: {result or 'nobody'} wins after {len(boards)} moves")
        print(show(boards[-1]))
    for mark, name in zip(MARKS, names):
        print(f"{mark} {name:12} {score[mark]}")
    print(f"draws          {score[None]}")


if __name__ == "__main__":
    main(sys.argv[1:])
