"""Justifies text: justify.py [width] < text

Blank lines separate paragraphs, lines beginning with "- " or "* " are list
items with a hanging indent, leading blanks of a paragraph are kept as indent.
"""
import sys

OUTSIDE, PARAGRAPH, ITEM = range(3)
VOWELS = "aeiouyAEIOUY"


def break_point(word, room):
    """Where to cut a word that does not fit into room columns, 0 for nowhere."""
    limit = min(room - 1, len(word) - 2)
    i = limit
    while i >= 2:
        # between two consonants, or after a vowel that a consonant follows
        a = word[i - 1] in VOWELS
        b = word[i] in VOWELS
        if word[i - 1].isalpha() and word[i].isalpha() and not b and (a or i > 2):
            return i
        i -= 1
    return limit if limit > 0 else 0


def spread(words, n, letters, width):
    """Joins words[0:n], distributing the blanks from alternating ends."""
    gaps = n - 1
    if gaps == 0:
        return words[0]
    blanks = width - letters
    base, extra = divmod(blanks, gaps)
    out = [words[0]]
    for g in range(gaps):
        # Bresenham: the extra blanks are spread evenly over the line
        more = (g + 1) * extra // gaps - g * extra // gaps
        out.append(" " * (base + more))
        out.append(words[g + 1])
    return "".join(out)


class Filler:
    def __init__(self, width, out):
        self.width = width
        self.out = out
        self.line = [""] * width
        self.reset("", "")

    def reset(self, first, rest):
        self.prefix = first
        self.rest = rest
        self.n = 0
        self.letters = 0

    def emit(self, last):
        if self.n == 0:
            return
        room = self.width - len(self.prefix)
        if last:
            text = " ".join(self.line[: self.n])
        else:
            text = spread(self.line, self.n, self.letters, room)
        self.out.write(self.prefix + text + "\n")
        self.prefix = self.rest
        self.n = 0
        self.letters = 0

    def add(self, word):
        while word:
            room = self.width - len(self.prefix) - self.letters - self.n
            if len(word) <= room:
                self.line[self.n] = word
                self.n += 1
                self.letters += len(word)
                return
            full = self.width - len(self.rest)
            if len(word) > full and room > 3:
                cut = break_point(word, room)
                self.line[self.n] = word[:cut] + "-"
                self.n += 1
                self.letters += cut + 1
                word = word[cut:]
            self.emit(False)


def run(stream, width, out):
    fill = Filler(width, out)
    state = OUTSIDE
    for raw in stream:
        text = raw.expandtabs(4).rstrip()
        body = text.lstrip()
        indent = len(text) - len(body)
        if indent > width // 2:
            indent = width // 2
        if not body:
            if state != OUTSIDE:
                fill.emit(True)
                out.write("\n")
            state = OUTSIDE
            continue
        if body[:2] in ("- ", "* "):
            if state != OUTSIDE:
                fill.emit(True)
            fill.reset(" " * indent + body[0] + " ", " " * (indent + 2))
            body = body[2:]
            state = ITEM
        elif state == OUTSIDE:
            fill.reset(" " * indent, "")
            state = PARAGRAPH
        for word in body.split():
            fill.add(word)
    fill.emit(True)


def main(argv):
    width = 60
    if len(argv) > 1:
        if not argv[1].isdigit() or int(argv[1]) < 12:
            sys.exit("usage: justify.py [width of at least 12]")
        width = int(argv[1])
    run(sys.stdin, width, sys.stdout)


if __name__ == "__main__":
    main(sys.argv)
