import sys

VOWELS = "aeiouy"


def cut(w, room):
    """Where to break w so that the part with its hyphen fits into room; 0 if nowhere."""
    for i in range(min(room - 1, len(w) - 2), 1, -1):
        if w[i - 1].lower() in VOWELS and w[i].lower() not in VOWELS:
            return i
    return 0


def fill(words, width, first, rest):
    lines = []
    cur, n = [], 0
    room = width - len(first)
    q = list(reversed(words))
    while q:
        w = q.pop()
        need = n + len(w) + (1 if cur else 0)
        if need <= room:
            cur.append(w)
            n = need
            continue
        if len(w) > width - len(rest):
            left = room - n - (1 if cur else 0)
            i = cut(w, left)
            if i == 0 and not cur:
                i = room - 1
            if i > 0:
                cur.append(w[:i] + "-")
                w = w[i:]
        q.append(w)
        lines.append(cur)
        cur, n = [], 0
        room = width - len(rest)
    if cur:
        lines.append(cur)
    return lines


def stretch(ws, width, turn):
    gaps = len(ws) - 1
    if gaps == 0:
        return ws[0]
    k = width - sum(len(w) for w in ws)
    q, r = divmod(k, gaps)
    s = ws[0]
    for i in range(1, len(ws)):
        # the odd blanks go to the right and to the left in turn
        more = i <= r if turn else i > gaps - r
        s += " " * (q + more) + ws[i]
    return s


def paragraph(text, width, out):
    words = text.split()
    ind = len(text) - len(text.lstrip())
    if words[0] in ("-", "*") and len(words) > 1:
        first = " " * ind + "* "
        rest = " " * (ind + 2)
        words = words[1:]
    else:
        first = " " * ind
        rest = ""
    if width - len(rest) < 4 or width - len(first) < 4:
        first = rest = ""
    lines = fill(words, width, first, rest)
    for i in range(len(lines)):
        pre = first if i == 0 else rest
        if i == len(lines) - 1:
            s = " ".join(lines[i])
        else:
            s = stretch(lines[i], width - len(pre), i % 2)
        out.write(pre + s + "\n")


def main():
    try:
        width = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    except ValueError:
        width = 0
    if width < 8:
        sys.exit("usage: justify [WIDTH >= 8] < text")
    par = ""
    for line in sys.stdin:
        line = line.rstrip().expandtabs()
        t = line.lstrip()
        if par and (t == "" or t[:2] in ("- ", "* ")):
            paragraph(par, width, sys.stdout)
            par = ""
        if t == "":
            print()
        elif par:
            par += " " + t
        else:
            par = line
    if par:
        paragraph(par, width, sys.stdout)


if __name__ == "__main__":
    main()
