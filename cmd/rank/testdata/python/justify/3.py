import argparse
import re
import sys
from itertools import groupby
from typing import NamedTuple

BULLET = re.compile(r"\s*[-*•]\s+")


class Block(NamedTuple):
    first: str  # what stands before the first line
    rest: str   # and before all others
    words: tuple


def blocks(text, indent):
    """Paragraphs and list items, in their order."""
    lines = text.splitlines()
    for blank, group in groupby(lines, key=lambda line: not line.strip()):
        if not blank:
            yield from items(list(group), indent)


def items(lines, indent):
    starts = [i for i, line in enumerate(lines) if BULLET.match(line)]
    bounds = sorted({0, *starts, len(lines)})
    for start, end in zip(bounds, bounds[1:]):
        words = tuple(BULLET.sub("", lines[start], count=1).split()) if start in starts else tuple(lines[start].split())
        words += tuple(word for line in lines[start + 1:end] for word in line.split())
        yield Block("  * ", "    ", words) if start in starts else Block(" " * indent, "", words)


def pieces(word, room):
    """Cuts a word that is longer than a line; all parts but the last get a hyphen."""
    if len(word) <= room:
        return [word]
    return [word[:room - 1] + "-"] + pieces(word[room - 1:], room)


def fill(words, first_room, room):
    """Greedy: every line takes as many words as fit."""
    line, width, limit = [], 0, first_room
    for word in words:
        if line and width + 1 + len(word) > limit:
            yield line, limit
            line, width, limit = [], 0, room
        width += len(word) + (1 if line else 0)
        line = [*line, word]
    if line:
        yield line, limit


def stretch(words, width):
    if len(words) == 1:
        return words[0]
    gaps = len(words) - 1
    blanks = width - sum(map(len, words))
    share, extra = divmod(blanks, gaps)
    # the wider gaps are spread evenly over the line
    wide = [(i + 1) * extra // gaps - i * extra // gaps for i in range(gaps)]
    return "".join(word + " " * (share + more) for word, more in zip(words, wide)) + words[-1]


def layout(block, width, ragged):
    smallest = width - max(len(block.first), len(block.rest))
    words = [part for word in block.words for part in pieces(word, smallest)]
    filled = list(fill(words, width - len(block.first), width - len(block.rest)))
    for number, (line, room) in enumerate(filled):
        prefix = block.rest if number else block.first
        last = number == len(filled) - 1
        yield prefix + (" ".join(line) if last or ragged else stretch(line, room))


def justify(text, width, indent, ragged=False):
    done = [list(layout(block, width, ragged)) for block in blocks(text, indent)]
    bulleted = [lines[0].startswith("  * ") for lines in done]
    for number, lines in enumerate(done):
        if number and not (bulleted[number] and bulleted[number - 1]):
            yield ""
        yield from lines


def main():
    parser = argparse.ArgumentParser(description="Justify text from the standard input.")
    parser.add_argument("--width", type=int, default=60)
    parser.add_argument("--indent", type=int, default=2)
    parser.add_argument("--ragged", action="store_true", help="leave the right margin uneven")
    options = parser.parse_args()
    if options.width < options.indent + 8:
        parser.error("the lines are too short")
    for line in justify(sys.stdin.read(), options.width, options.indent, options.ragged):
        print(line)


if __name__ == "__main__":
    main()
