"""Tic-tac-toe: a perfect player against itself or against scripted moves."""
import sys
from collections import Counter
from functools import lru_cache
from typing import List, Optional, Tuple

BOARD_SIZE = 3
EMPTY = "."
FIRST_PLAYER = "X"
SECOND_PLAYER = "O"

Board = Tuple[str, ...]


def create_winning_lines(size: int) -> List[List[int]]:
    """Return the cells of every row, every column and both diagonals."""
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [[row * size + column for row in range(size)] for column in range(size)]
    falling_diagonal = [index * size + index for index in range(size)]
    rising_diagonal = [index * size + size - 1 - index for index in range(size)]
    return rows + columns + [falling_diagonal, rising_diagonal]


WINNING_LINES = create_winning_lines(BOARD_SIZE)


def find_winner(board: Board) -> Optional[str]:
    for line in WINNING_LINES:
        symbols = {board[cell] for cell in line}
        if len(symbols) == 1 and EMPTY not in symbols:
            return symbols.pop()
    return None


def free_cells(board: Board) -> List[int]:
    return [cell for cell, symbol in enumerate(board) if symbol == EMPTY]


def place_symbol(board: Board, cell: int, symbol: str) -> Board:
    return board[:cell] + (symbol,) + board[cell + 1:]


def opponent_of(player: str) -> str:
    return SECOND_PLAYER if player == FIRST_PLAYER else FIRST_PLAYER


@lru_cache(maxsize=None)
def rate_position(board: Board, player: str) -> int:
    """Value for the player to move; quick wins count more than slow ones."""
    moves = free_cells(board)
    if find_winner(board) is not None:
        return -(len(moves) + 1)
    if not moves:
        return 0
    opponent = opponent_of(player)
    return max(-rate_position(place_symbol(board, move, player), opponent) for move in moves)


class PerfectPlayer:
    """Chooses the best move by negamax."""

    def choose_move(self, board: Board, symbol: str) -> int:
        opponent = opponent_of(symbol)
        return max(
            free_cells(board),
            key=lambda move: -rate_position(place_symbol(board, move, symbol), opponent),
        )


class ScriptedPlayer:
    """Plays the given cells in turn, or the first free one if it cannot."""

    def __init__(self, moves: List[int]) -> None:
        self.remaining_moves = list(moves)

    def choose_move(self, board: Board, symbol: str) -> int:
        while self.remaining_moves:
            move = self.remaining_moves.pop(0)
            if 0 <= move < len(board) and board[move] == EMPTY:
                return move
        return free_cells(board)[0]


def format_board(board: Board) -> str:
    rows = [board[start:start + BOARD_SIZE] for start in range(0, len(board), BOARD_SIZE)]
    return "\n".join(" ".join(row) for row in rows)


def play_game(first_player, second_player) -> str:
    """Play one game and return the winning symbol, or "draw"."""
    players = {FIRST_PLAYER: first_player, SECOND_PLAYER: second_player}
    board: Board = (EMPTY,) * (BOARD_SIZE * BOARD_SIZE)
    symbol = FIRST_PLAYER
    while find_winner(board) is None and free_cells(board):
        move = players[symbol].choose_move(board, symbol)
        board = place_symbol(board, move, symbol)
        print(f"{symbol} plays {move}\n{format_board(board)}\n")
        symbol = opponent_of(symbol)
    return find_winner(board) or "draw"


def main() -> None:
    scripts = [[int(cell) for cell in argument.split(",")] for argument in sys.argv[1:]]
    opponents = [ScriptedPlayer(script) for script in scripts] or [PerfectPlayer()]
    score: Counter = Counter()
    for opponent in opponents:
        score[play_game(opponent, PerfectPlayer())] += 1
    for result in (FIRST_PLAYER, SECOND_PLAYER, "draw"):
        print(f"{result}: {score[result]}")


if __name__ == "__main__":
    main()
