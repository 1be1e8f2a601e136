"""Fills paragraphs to a width: python3 justify.py [-w WIDTH] [-m MODE] < text"""
import argparse
import re
import sys
from dataclasses import dataclass, field

BULLET = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+")
INDENT = 4
MIN_WIDTH = 10
MIN_PART = 3  # letters left on either side of a hyphen
VOWELS = set("aeiouyAEIOUY")


@dataclass
class Paragraph:
    first: str = ""
    rest: str = ""
    words: list = field(default_factory=list)


def paragraphs(lines):
    current = None
    for line in lines:
        bullet = BULLET.match(line)
        if not line.strip() or bullet:
            if current is not None:
                yield current
            current = None
            if not bullet:
                continue
            first = bullet.group(1).expandtabs(INDENT) + bullet.group(2) + " "
            current = Paragraph(first, " " * len(first))
            line = line[bullet.end():]
        elif current is None:
            indented = line[0] in " \t"
            current = Paragraph(" " * INDENT if indented else "")
        current.words.extend(line.split())
    if current is not None:
        yield current


def hyphenate(word, room):
    """Splits word so that the first part and its hyphen fit into room."""
    latest = min(room - 1, len(word) - MIN_PART)
    for cut in range(latest, MIN_PART - 1, -1):
        if word[cut - 1] in VOWELS and word[cut] not in VOWELS:
            return word[:cut] + "-", word[cut:]
    cut = max(1, room - 1)
    return word[:cut] + "-", word[cut:]


def fill(words, first_room, room):
    """Yields the lists of words of the lines."""
    line, length = [], 0
    pending = list(reversed(words))
    available = first_room
    while pending:
        word = pending.pop()
        needed = length + len(line) + len(word)
        if needed <= available:
            line.append(word)
            length += len(word)
            continue
        left = available - length - len(line)
        if len(word) > room and left > 2 * MIN_PART:
            part, remainder = hyphenate(word, left)
            line.append(part)
            pending.append(remainder)
        else:
            pending.append(word)
        yield line
        line, length, available = [], 0, room
    if line:
        yield line


def spread(words, room):
    gaps = len(words) - 1
    if gaps < 1:
        return "".join(words)
    spaces = room - sum(map(len, words))
    small, extra = divmod(spaces, gaps)
    out = []
    for i, word in enumerate(words[:-1]):
        out.append(word + " " * (small + (i < extra)))
    return "".join(out) + words[-1]


MODES = {
    "full": lambda words, room, last: " ".join(words) if last else spread(words, room),
    "left": lambda words, room, last: " ".join(words),
    "right": lambda words, room, last: " ".join(words).rjust(room),
    "center": lambda words, room, last: " ".join(words).center(room).rstrip(),
}


def layout(paragraph, width, mode):
    rooms = [width - len(paragraph.first), width - len(paragraph.rest)]
    lines = list(fill(paragraph.words, *rooms))
    for number, words in enumerate(lines):
        prefix = paragraph.rest if number else paragraph.first
        yield prefix + MODES[mode](words, rooms[number > 0], number == len(lines) - 1)


def main(argv=None):
    parser = argparse.ArgumentParser(description="Fill and justify paragraphs.")
    parser.add_argument("-w", "--width", type=int, default=60)
    parser.add_argument("-m", "--mode", choices=sorted(MODES), default="full")
    options = parser.parse_args(argv)
    if options.width < MIN_WIDTH:
        parser.error(f"the width has to be at least {MIN_WIDTH}")
    previous = None
    for paragraph in paragraphs(sys.stdin):
        if len(paragraph.first) > options.width // 2:
            parser.error(f"the indent of {paragraph.first.strip()!r} is too deep for the width")
        both_bullets = previous is not None and previous.rest and paragraph.rest
        if previous is not None and not both_bullets:
            print()
        for line in layout(paragraph, options.width, options.mode):
            print(line)
        previous = paragraph


if __name__ == "__main__":
    main()
