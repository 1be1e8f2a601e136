"""Tic-tac-toe. The values of all positions are computed once, backwards.

A position is a number in base 3: digit i is 0 (empty), 1 (X) or 2 (O).
"""
import random
import sys

P = [3 ** i for i in range(9)]
N = 3 ** 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def cells(p):
    return [p // P[i] % 3 for i in range(9)]


def winner(c):
    for i, j, k in LINES:
        if c[i] and c[i] == c[j] == c[k]:
            return c[i]
    return 0


def solve():
    """val[p] for X: 1 won, -1 lost, 0 drawn, None illegal."""
    val = [None] * N
    # putting a stone always makes the number larger
    for p in range(N - 1, -1, -1):
        c = cells(p)
        x, o = c.count(1), c.count(2)
        if x - o not in (0, 1):
            continue
        w = winner(c)
        if w:
            val[p] = 1 if w == 1 else -1
        elif x + o == 9:
            val[p] = 0
        else:
            s = 1 if x == o else 2
            v = [val[p + s * P[i]] for i in range(9) if c[i] == 0]
            val[p] = max(v) if s == 1 else min(v)
    return val


VAL = solve()


def perfect(p, s):
    c = cells(p)
    best, n = None, 0
    for i in range(9):
        if c[i]:
            continue
        v = VAL[p + s * P[i]]
        if s == 2:
            v = -v
        if best is None or v > best:
            best, n, m = v, 1, i
        elif v == best:
            n += 1
            if random.randrange(n) == 0:
                m = i
    return m


def anyone(p, s):
    c = cells(p)
    return random.choice([i for i in range(9) if c[i] == 0])


def scripted(moves):
    def f(p, s):
        c = cells(p)
        for i in moves:
            if c[i] == 0:
                return i
        return c.index(0)
    return f


def show(p):
    c = cells(p)
    for r in range(0, 9, 3):
        print(" ".join(".XO"[c[i]] for i in range(r, r + 3)))
    print()


def play(a, b, loud):
    p = 0
    for t in range(9):
        s = 1 + t % 2
        p += s * P[(a, b)[t % 2](p, s)]
        if loud:
            show(p)
        w = winner(cells(p))
        if w:
            return w
    return 0


def main(argv):
    n = int(argv[1]) if len(argv) > 1 else 10
    o = perfect
    if len(argv) > 2:
        if argv[2] == "random":
            o = anyone
        elif argv[2].isdigit() and "9" not in argv[2]:
            o = scripted([int(d) for d in argv[2]])
        else:
            sys.exit("usage: tictactoe [GAMES [random | cells such as 4026]]")
    score = [0, 0, 0]
    for g in range(n):
        # the players change sides after every game
        if g % 2 == 0:
            w = play(perfect, o, g == 0)
        else:
            w = (0, 2, 1)[play(o, perfect, g == 1)]
        score[w] += 1
    print(f"computer {score[1]}, opponent {score[2]}, draws {score[0]}")


if __name__ == "__main__":
    main(sys.argv)
