"""Sets plain text in justified lines; lists and quotations keep their marks."""
import re
import sys
from collections import deque

ITEM = re.compile(r"(?P<bullet>[*-] )|(?P<number>\d+\.(?:\s|$))|(?P<quote>> )")


class Block:
    def __init__(self, sort="text", text=""):
        self.sort = sort
        self.queue = deque(text.split())

    def margins(self):
        """The margin of the first line and that of the others."""
        match self.sort:
            case "quote":
                return ("    | ",) * 2
            case "number":
                label = f" {self.queue.popleft()} "
                return label, " " * len(label)
            case "bullet":
                return "  * ", "    "
        return "    ", ""


def break_point(token, limit):
    # from the right: the first place after a vowel and before a letter
    for k in reversed(range(3, limit + 1)):
        if token[k - 1] in "aeiouAEIOU" and token[k].isalpha():
            return k
    return limit


def padded(tokens, measure):
    holes = len(tokens) - 1
    if holes < 1:
        return "".join(tokens)
    base, wide = divmod(measure - len("".join(tokens)), holes)
    pads = [" " * (base + (k < wide)) for k in range(holes)] + [""]
    return "".join(t + p for t, p in zip(tokens, pads))


def one_line(queue, measure, longest):
    """Takes the tokens of one line from the queue; the queue may get a remainder back."""
    taken, room = [], measure
    while queue and len(queue[0]) <= room:
        taken.append(queue.popleft())
        room -= len(taken[-1]) + 1
    if queue and len(queue[0]) > longest and room >= 3:
        token = queue.popleft()
        k = break_point(token, room - 1)
        taken.append(token[:k] + "-")
        queue.appendleft(token[k:])
    return taken


def set_block(block, width):
    if not block.queue:
        return
    margin, hanging = block.margins()
    while block.queue:
        measure = width - len(margin)
        taken = one_line(block.queue, measure, width - len(hanging))
        yield margin + (padded(taken, measure) if block.queue else " ".join(taken))
        margin = hanging


def blocks(stream):
    """Blocks of the text; None stands for an empty line."""
    block = Block()
    for line in map(str.strip, stream):
        hit = ITEM.match(line)
        sort = hit.lastgroup if hit else None
        if not line:
            yield block
            yield None
            block = Block()
        elif sort is None or sort == block.sort == "quote":
            block.queue.extend(line[2 * bool(sort):].split())
        else:
            yield block
            block = Block(sort, line if sort == "number" else line[2:])
    yield block


def lines(stream, width):
    last = ""
    for block in blocks(stream):
        for last in [""] * (last != "") if block is None else set_block(block, width):
            yield last


def main(width=60):
    if width < 20:
        sys.exit(print("width is too small") or 1)
    for line in lines(sys.stdin, width):
        print(line)


main(*map(int, sys.argv[1:2]))
