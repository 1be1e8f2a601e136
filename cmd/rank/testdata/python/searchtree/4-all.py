"""An ordered set of integers, driven by lines on the standard input."""
import sys
from itertools import pairwise


class OrderedSet:
    # a cell is a list: [smaller cell, value, larger cell]
    def __init__(self):
        self.cells = 0
        self.anchor = [None, None, None]  # the real tree hangs at index 2

    def _descend(self, wanted):
        """Yields (holder, side) down to the wanted value or to the gap for it."""
        holder, side = self.anchor, 2
        while True:
            yield holder, side
            cell = holder[side]
            if cell is None or cell[1] == wanted:
                return
            holder, side = cell, 0 if wanted < cell[1] else 2

    def add(self, *values):
        for v in values:
            *_, (holder, side) = self._descend(v)
            if holder[side] is None:
                holder[side] = [None, v, None]
                self.cells += 1
            else:
                yield f"{v} is already there"

    def discard(self, *values):
        for v in values:
            *_, (holder, side) = self._descend(v)
            cell = holder[side]
            if cell is None:
                yield f"{v} is not there"
                continue
            if None not in (cell[0], cell[2]):
                # pull up the successor, then drop the successor's cell
                holder, side = cell, 2
                while holder[side][0]:
                    holder, side = holder[side], 0
                cell[1] = holder[side][1]
                cell = holder[side]
            holder[side] = cell[2] if cell[0] is None else cell[0]
            self.cells -= 1

    def closest(self, wanted, sign):
        """sign -1: the largest value <= wanted; sign 1: the smallest value >= wanted."""
        answer = None
        for holder, side in self._descend(wanted):
            cell = holder[side]
            if cell is not None and (cell[1] - wanted) * sign >= 0:
                answer = cell[1]
        return answer

    def ascending(self, cell=False):
        cell = self.anchor[2] if cell is False else cell
        if cell:
            yield from self.ascending(cell[0])
            yield cell[1]
            yield from self.ascending(cell[2])

    def levels(self):
        row, n = [self.anchor[2]], -1
        while row:
            row = [kid for cell in row if cell for kid in (cell[2], cell[0])]
            n += 1
        return n

    def verdict(self):
        values = [*self.ascending()]
        for a, b in pairwise(values):
            if b <= a:
                return f"wrong order at {b}"
        return "ok" if self.cells == len(values) else f"wrong count {len(values)}"


def join(values):
    return " ".join(map(str, values))


def answer(s, verb, args):
    """The lines to be printed, or None if the command makes no sense."""
    match verb, args:
        case "check", _:
            return [s.verdict()]
        case "list", _:
            return [join(s.ascending())]
        case "height", _:
            return [s.levels()]
        case "range", [low, high]:
            return [join(filter(lambda v: low <= v <= high, s.ascending()))]
        case "ceiling", [v]:
            return [s.closest(v, 1)]
        case "floor", [v]:
            return [s.closest(v, -1)]
        case "delete", [_, *_]:
            return s.discard(*args)
        case "insert", [_, *_]:
            return s.add(*args)
    return None


def serve(stream):
    s = OrderedSet()
    for line in filter(str.strip, stream):
        verb, *rest = line.split()
        try:
            reply = answer(s, verb, list(map(int, rest)))
        except ValueError:
            reply = ["only numbers please"]
        for text in [f"unknown command: {line.strip()}"] if reply is None else reply:
            print(text)


if __name__ == "__main__":
    serve(sys.stdin)
