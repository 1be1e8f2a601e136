# formats a text for a printer
import sys

page = []
shift = 4
cols = 60
cuts = 0


def end_of_part(tokens, type):
    if 0 == len(tokens):
        return
    if type == "quote":
        set_text("    | ", tokens, "    | ")
    elif type == "number":
        mark = tokens.pop(0)
        set_text((2 + len(mark)) * " ", tokens, " " + mark + " ")
    elif type == "bullet":
        set_text("    ", tokens, "  * ")
    else:
        set_text("", tokens, shift * " ")


def set_text(later, tokens, start):
    # later is the margin of all lines but the first
    used = 0
    row = []
    margin = start
    tokens = tokens[:]
    while 0 < len(tokens):
        space = cols - len(margin)
        t = tokens.pop(0)
        if 0 != len(row):
            wish = len(t) + 1 + used
        else:
            wish = len(t)
        if space >= wish:
            used = wish
            row.append(t)
        elif cols - len(later) >= len(t):
            page.append(margin + blow_up(space, row))
            used = len(t)
            row = [t]
            margin = later
        else:
            # nothing helps, cut it
            if 0 != len(row):
                place = space - 1 - used
            else:
                place = space
            front, back = hyphen(place, t)
            tokens.insert(0, back)
            if "" != front:
                row.append(front)
            page.append(margin + blow_up(space, row))
            used = 0
            row = []
            margin = later
    # rest without stretching
    if 0 < len(row):
        page.append(margin + " ".join(row))


def blow_up(space, tokens):
    # fills a row with blanks
    total = 0
    if 1 == len(tokens):
        return tokens[0]
    between = len(tokens) - 1
    for t in tokens:
        total = len(t) + total
    blanks = space - total
    extra = blanks % between
    normal = blanks // between
    row = ""
    for k in range(0, len(tokens)):
        row = row + tokens[k]
        if between > k:
            if extra > k:
                row = row + " "
            row = row + normal * " "
    return row


def hyphen(place, t):
    global cuts
    if 3 > place:
        return "", t
    cuts = 1 + cuts
    pos = place - 1
    k = pos
    # is there a vowel to cut behind?
    while 2 < k:
        if t[k].isalpha() and t[k - 1].lower() in "aeiou":
            pos = k
            break
        k = k - 1
    back = t[pos:]
    front = t[:pos] + "-"
    return front, back


def go():
    global cols
    type = "text"
    tokens = []
    line_number = 0
    if 1 < len(sys.argv):
        cols = int(sys.argv[1])
    if 20 > cols:
        print("width is too small")
        sys.exit(1)
    for raw in sys.stdin:
        line_number = 1 + line_number
        raw = raw.strip()
        if raw == "":
            # paragraph is over
            end_of_part(tokens, type)
            type = "text"
            tokens = []
            if "" != (page or [""])[-1]:
                page.append("")
        elif raw.startswith("> "):
            if "quote" != type:
                end_of_part(tokens, type)
                tokens = []
            tokens = tokens + raw[2:].split()
            type = "quote"
        elif raw.split()[0].endswith(".") and raw.split()[0][:-1].isdigit():
            end_of_part(tokens, type)
            type = "number"
            tokens = raw.split()
        elif raw.startswith("- ") or raw.startswith("* "):
            end_of_part(tokens, type)
            type = "bullet"
            tokens = raw[2:].split()
        else:
            tokens = tokens + raw.split()
    end_of_part(tokens, type)
    for raw in page:
        print(raw)


go()
