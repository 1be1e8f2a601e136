import sys


class Paragraph:
    def __init__(self):
        self.tokens = []
        self.style = "text"


class Writer:
    def __init__(self, page):
        self.page = page
        self.finished = []
        self.current = []
        self.used = 0
        self.lead = ""

    def available(self):
        return self.page - len(self.lead)

    def needed(self, token):
        if len(self.current) == 0:
            return len(token)
        return self.used + 1 + len(token)

    def accept(self, token):
        self.used = self.needed(token)
        self.current.append(token)

    def free_room(self):
        if len(self.current) == 0:
            return self.available()
        return self.available() - self.used - 1

    def emit_full(self, lead_after):
        self.finished.append(self.lead + fill_line(self.available(), self.current))
        self.lead = lead_after
        self.current = []
        self.used = 0

    def emit_last(self):
        if len(self.current) > 0:
            self.finished.append(self.lead + " ".join(self.current))
        self.current = []
        self.used = 0

    def add_long(self, lead_after, token):
        start, remains = hyphenate(self.free_room(), token)
        if start != "":
            self.current.append(start)
        self.emit_full(lead_after)
        return remains

    def layout(self, lead_after, lead_first, tokens):
        self.lead = lead_first
        waiting = tokens[:]
        while len(waiting) > 0:
            token = waiting.pop(0)
            if self.needed(token) <= self.available():
                self.accept(token)
            elif len(token) > self.page - len(lead_after):
                waiting.insert(0, self.add_long(lead_after, token))
            else:
                self.emit_full(lead_after)
                self.accept(token)
        self.emit_last()

    def end_paragraph(self, par):
        tokens = par.tokens
        if len(tokens) == 0:
            return
        if par.style == "bullet":
            self.layout("    ", "  * ", tokens)
        elif par.style == "number":
            self.layout(" " * (len(tokens[0]) + 2), " " + tokens[0] + " ", tokens[1:])
        elif par.style == "quote":
            self.layout("    | ", "    | ", tokens)
        else:
            self.layout("", "    ", tokens)

    def empty_line(self):
        if len(self.finished) > 0 and self.finished[-1] != "":
            self.finished.append("")


def vowel_cut(default, token):
    i = default
    while i > 2:
        if token[i - 1].lower() in "aeiou" and token[i].isalpha():
            return i
        i = i - 1
    return default


def hyphenate(space, token):
    if space < 3:
        return "", token
    i = vowel_cut(space - 1, token)
    return token[:i] + "-", token[i:]


def count_letters(tokens):
    letters = 0
    for t in tokens:
        letters = letters + len(t)
    return letters


def gap(number, spaces, gaps):
    # the first gaps are one wider
    if number < spaces % gaps:
        return " " * (spaces // gaps + 1)
    return " " * (spaces // gaps)


def fill_line(size, tokens):
    if len(tokens) == 1:
        return tokens[0]
    spaces = size - count_letters(tokens)
    line = ""
    for i in range(len(tokens) - 1):
        line = line + tokens[i] + gap(i, spaces, len(tokens) - 1)
    if len(tokens) > 0:
        line = line + tokens[-1]
    return line


def is_bullet(row):
    return row.startswith("* ") or row.startswith("- ")


def is_number(row):
    start = row.split()[0]
    return start[:-1].isdigit() and start.endswith(".")


def fresh(style, tokens):
    par = Paragraph()
    par.style = style
    par.tokens = tokens
    return par


def use_row(writer, par, row):
    if row == "":
        writer.end_paragraph(par)
        writer.empty_line()
        return fresh("text", [])
    if is_bullet(row):
        writer.end_paragraph(par)
        return fresh("bullet", row[2:].split())
    if is_number(row):
        writer.end_paragraph(par)
        return fresh("number", row.split())
    if row.startswith("> "):
        if par.style != "quote":
            writer.end_paragraph(par)
            par = fresh("quote", [])
        row = row[2:]
    par.tokens = par.tokens + row.split()
    return par


def page_width(argv):
    if len(argv) > 1:
        return int(argv[1])
    return 60


def run(stream, page):
    writer = Writer(page)
    par = Paragraph()
    for row in stream:
        par = use_row(writer, par, row.strip())
    writer.end_paragraph(par)
    for row in writer.finished:
        print(row)


if page_width(sys.argv) < 20:
    print("width is too small")
    sys.exit(1)
run(sys.stdin, page_width(sys.argv))
