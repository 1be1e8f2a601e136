"""Tic-tac-toe on two nine bit masks, solved backwards into a table."""
import random
import sys

FULL = 0x1FF
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
UNKNOWN = 127

# won[m] is 1 when mask m contains a line
won = bytearray(512)
for m in range(512):
    for line in LINES:
        if m & line == line:
            won[m] = 1

# value[me << 9 | other] for the player to move: 1 wins, 0 draws, -1 loses
value = [UNKNOWN] * (1 << 18)


def solve(me, other):
    """Value for the owner of `me`, whose turn it is (negamax with a table)."""
    key = me << 9 | other
    if value[key] != UNKNOWN:
        return value[key]
    if won[other]:
        value[key] = -1
        return -1
    best = -1
    empty = FULL & ~(me | other)
    if not empty:
        best = 0
    while empty:
        bit = empty & -empty
        empty ^= bit
        v = -solve(other, me | bit)
        if v > best:
            best = v
            if v == 1:
                break
    value[key] = best
    return best


def perfect(me, other, rng):
    """One of the best moves; ties are broken by chance."""
    moves = [0] * 9
    n = 0
    best = -2
    empty = FULL & ~(me | other)
    while empty:
        bit = empty & -empty
        empty ^= bit
        v = -solve(other, me | bit)
        if v > best:
            best = v
            n = 0
        if v == best:
            moves[n] = bit
            n += 1
    return moves[rng.randrange(n)]


def careless(me, other, rng):
    """Takes a win if there is one, else anything."""
    empty = FULL & ~(me | other)
    choice = 0
    seen = 0
    for i in range(9):
        bit = 1 << i
        if not empty & bit:
            continue
        if won[me | bit]:
            return bit
        seen += 1
        if rng.randrange(seen) == 0:
            choice = bit
    return choice


def scripted(squares):
    """Plays the given squares in order, skipping those that are taken."""
    pending = list(squares)

    def move(me, other, rng):
        taken = me | other
        while pending:
            bit = 1 << pending.pop(0)
            if not taken & bit:
                return bit
        return careless(me, other, rng)

    return move


def show(x, o):
    for r in range(0, 9, 3):
        row = []
        for i in range(r, r + 3):
            row.append("X" if x >> i & 1 else "O" if o >> i & 1 else str(i + 1))
        print(" " + " | ".join(row))
        if r < 6:
            print("---+---+---")
    print()


def play(players, rng, verbose):
    """Returns 0 or 1 for the winner's index, 2 for a draw."""
    side = [0, 0]
    turn = 0
    for _ in range(9):
        bit = players[turn](side[turn], side[1 - turn], rng)
        side[turn] |= bit
        if verbose:
            show(side[0], side[1])
        if won[side[turn]]:
            return turn
        turn ^= 1
    return 2


def main(argv):
    games = int(argv[1]) if len(argv) > 1 else 20
    rng = random.Random(1)
    if len(argv) > 2:
        # digits 1..9 of a human's moves as X
        players = (scripted(int(c) - 1 for c in argv[2] if c in "123456789"), perfect)
        print(("X wins", "O wins", "draw")[play(players, rng, True)])
        return
    score = [[0, 0, 0], [0, 0, 0]]
    for g in range(games):
        if g & 1:
            score[1][play((careless, perfect), rng, False)] += 1
        else:
            score[0][play((perfect, perfect), rng, g == 0)] += 1
    print("perfect/perfect   X %d  O %d  draws %d" % tuple(score[0]))
    print("careless/perfect  X %d  O %d  draws %d" % tuple(score[1]))


if __name__ == "__main__":
    main(sys.argv)
