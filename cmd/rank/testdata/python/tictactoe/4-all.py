"""Three in a row: X is played by the machine, O by the machine or by a list of squares."""
import sys
from collections import Counter
from functools import lru_cache
from random import Random

FREE = "."
TRIPLES = [slice(k, k + 3) for k in (0, 3, 6)] + [slice(k, None, 3) for k in range(3)]
TRIPLES += [slice(0, 9, 4), slice(2, 7, 2)]
OTHER = dict(zip("XO", "OX"))


def placed(state, mark, at):
    return state[:at] + mark + state[at + 1:]


def gaps(state):
    return [at for at, mark in enumerate(state) if mark == FREE]


def verdict(state):
    complete = {state[t] for t in TRIPLES} & {"XXX", "OOO"}
    if complete:
        return complete.pop()[0]
    return "draw" if not gaps(state) else ""


@lru_cache(maxsize=None)
def outlook(state, mover):
    """1 if the one to move wins, -1 if the other one does, with best play on both sides."""
    end = verdict(state)
    if not end:
        rival = OTHER[mover]
        return max(-outlook(placed(state, mover, at), rival) for at in gaps(state))
    if end == "draw":
        return 0
    return 1 if end == mover else -1


class Machine:
    def __init__(self, rng):
        self.rng = rng

    def __call__(self, state, mark):
        by_outlook = {}
        for at in gaps(state):
            by_outlook.setdefault(-outlook(placed(state, mark, at), OTHER[mark]), []).append(at)
        return self.rng.choice(by_outlook[max(by_outlook)])


class Puppet:
    def __init__(self, digits):
        self.queue = iter([int(d) - 1 for d in digits if d.isdigit()])

    def __call__(self, state, mark):
        usable = gaps(state)
        for at in self.queue:
            if at in usable:
                return at
            print(f"square {at + 1} is not possible")
        return usable[0]


def picture(state):
    rows = [" " + " | ".join(state[k:k + 3].replace(FREE, " ")) for k in (0, 3, 6)]
    return "\n---+---+---\n".join(rows) + "\n"


def contest(players):
    state, mark = FREE * 9, "X"
    while not (end := verdict(state)):
        at = players[mark](state, mark)
        print(f"{mark} takes {at + 1}")
        state, mark = placed(state, mark, at), OTHER[mark]
    print(picture(state))
    print("Nobody wins" if end == "draw" else f"{end} wins")
    return end


def series(rounds="3", digits=None, *_):
    machine = Machine(Random(7))
    tally = Counter()
    for n in range(1, int(rounds) + 1):
        print(f"Game {n}")
        guest = machine if digits is None else Puppet(digits)
        tally[contest({"X": machine, "O": guest})] += 1
    print("Score: X {X} O {O} draws {draw}".format_map(tally))


series(*sys.argv[1:])
