import sys

# columns of the page, can be given by the user
columns = 60
first_indent = 4
result = []


def split_long(text, space):
    # cuts a text and puts a hyphen at the end of the first half
    if not space < 3:
        at = space - 1
        # better behind a vowel
        k = at
        found = False
        while not found and k > 2:
            found = text[k - 1].lower() in "aeiou" and text[k].isalpha()
            at = k if found else at
            k -= 1
        return text[:at] + "-", text[at:]
    return "", text


def stretch(parts, target):
    # exact line of this length
    if len(parts) != 1:
        blanks = target - sum(map(len, parts))
        holes = len(parts) - 1
        small = blanks // holes
        rest = blanks % holes
        line = ""
        k = 0
        while k < len(parts):
            line += parts[k]
            # wider holes come first
            line += "" if k >= holes else " " * (small + 1 if k < rest else small)
            k += 1
        return line
    return parts[0]


def flow(parts, start, following, current=None, used=0):
    # every call handles one line
    current = [] if current is None else current
    target = columns - len(start)
    parts = list(parts)
    while True:
        if not parts:
            # last line as it is
            if current:
                result.append(start + " ".join(current))
            return
        need = used + 1 + len(parts[0]) if current else len(parts[0])
        if need > target:
            break
        current.append(parts.pop(0))
        used = need
    word = parts.pop(0)
    if not len(word) > columns - len(following):
        result.append(start + stretch(current, target))
        flow(parts, following, following, [word], len(word))
    else:
        # too long for every line
        head, tail = split_long(word, target - used - 1 if current else target)
        current = current if head == "" else current + [head]
        result.append(start + stretch(current, target))
        flow([tail] + parts, following, following)


def close(parts, sort):
    if parts:
        if sort == "number":
            n = parts.pop(0)
            flow(parts, " " + n + " ", " " * (len(n) + 2))
        else:
            table = {"bullet": ("  * ", "    "), "quote": ("    | ", "    | ")}
            start, following = table.get(sort, (" " * first_indent, ""))
            flow(parts, start, following)


def classify(row):
    # empty, bullet, number, quote or text
    front = row.split()[0] if row else ""
    tests = [
        ("empty", row == ""),
        ("bullet", row[:2] == "* " or row[:2] == "- "),
        ("number", front[:-1].isdigit() and front[-1:] == "."),
        ("quote", row[:2] == "> "),
        ("more", True),
    ]
    k = 0
    while not tests[k][1]:
        k += 1
    return tests[k][0]


def start():
    global columns
    columns = int(sys.argv[1]) if len(sys.argv) > 1 else columns
    if not columns >= 20:
        print("width is too small")
        sys.exit(1)
    parts = []
    sort = "text"
    row = sys.stdin.readline()
    while row:
        row = row.strip()
        what = classify(row)
        if what == "more":
            parts = parts + row.split()
        elif what == "quote":
            if sort == "quote":
                parts = parts + row[2:].split()
            else:
                close(parts, sort)
                parts = row[2:].split()
            sort = what
        else:
            close(parts, sort)
            parts = {"empty": [], "bullet": row[2:].split(), "number": row.split()}[what]
            sort = what if what != "empty" else "text"
            if what == "empty" and not (not result or result[-1] == ""):
                result.append("")
        row = sys.stdin.readline()
    close(parts, sort)
    while result:
        print(result.pop(0))


start()
