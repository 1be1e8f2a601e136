"""Formats paragraphs and bullet lists with full justification."""
import argparse
import re
import sys
from typing import Iterable, Iterator, List

BULLET_PATTERN = re.compile(r"^\s*[-*]\s+")


class Block:
    """A paragraph, or one item of a list, before it is wrapped."""

    def __init__(self, first_prefix: str, other_prefix: str) -> None:
        self.first_prefix = first_prefix
        self.other_prefix = other_prefix
        self.words: List[str] = []


def split_into_blocks(lines: Iterable[str], indent: int) -> Iterator[Block]:
    current = None
    for line in lines:
        bullet = BULLET_PATTERN.match(line)
        if current is not None and (bullet or not line.strip()):
            yield current
            current = None
        if bullet:
            current = Block("  * ", "    ")
            line = line[bullet.end():]
        elif current is None and line.strip():
            current = Block(" " * indent, "")
        if current is not None:
            current.words.extend(line.split())
    if current is not None:
        yield current


def hyphenate(word: str, room: int) -> List[str]:
    """Cut a word that is longer than a whole line into pieces that fit."""
    pieces = []
    while len(word) > room:
        pieces.append(word[:room - 1] + "-")
        word = word[room - 1:]
    pieces.append(word)
    return pieces


def fill_lines(block: Block, width: int) -> List[List[str]]:
    """Distribute the words greedily over lines."""
    lines: List[List[str]] = [[]]
    used = len(block.first_prefix)
    narrow_room = width - max(len(block.first_prefix), len(block.other_prefix))
    for word in block.words:
        for piece in hyphenate(word, narrow_room):
            if lines[-1] and used + 1 + len(piece) > width:
                lines.append([])
                used = len(block.other_prefix)
            used += len(piece) + (1 if lines[-1] else 0)
            lines[-1].append(piece)
    return lines


def stretch_line(words: List[str], width: int) -> str:
    """Put blanks between the words until the line has the full width."""
    gaps = len(words) - 1
    if gaps == 0:
        return words[0]
    blanks = width - sum(len(word) for word in words)
    smallest_gap, wider_gaps = divmod(blanks, gaps)
    text = words[0]
    for number, word in enumerate(words[1:]):
        text += " " * (smallest_gap + (1 if number < wider_gaps else 0)) + word
    return text


def format_block(block: Block, width: int) -> List[str]:
    formatted = []
    lines = fill_lines(block, width)
    for number, words in enumerate(lines):
        prefix = block.first_prefix if number == 0 else block.other_prefix
        is_last = number == len(lines) - 1
        text = " ".join(words) if is_last else stretch_line(words, width - len(prefix))
        formatted.append(prefix + text)
    return formatted


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=60)
    parser.add_argument("--indent", type=int, default=2)
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    if options.width < options.indent + 8:
        print("the width is too small", file=sys.stderr)
        return 1
    previous_was_bullet = None
    for block in split_into_blocks(sys.stdin, options.indent):
        is_bullet = block.first_prefix.strip() == "*"
        if previous_was_bullet is not None and not (is_bullet and previous_was_bullet):
            print()
        print("\n".join(format_block(block, options.width)))
        previous_was_bullet = is_bullet
    return 0


if __name__ == "__main__":
    sys.exit(main())
