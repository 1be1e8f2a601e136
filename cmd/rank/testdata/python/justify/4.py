import sys

# width of the page, can be changed with the first argument
width = 60
indent = 4
output = []


def cut_word(word, room):
    # split a word in two parts with a hyphen, room includes the hyphen
    if room < 3:
        return "", word
    cut = room - 1
    # try to cut after a vowel, it looks better
    i = cut
    while i > 2:
        if word[i - 1].lower() in "aeiou" and word[i].isalpha():
            cut = i
            break
        i = i - 1
    return word[:cut] + "-", word[cut:]


def spread(words, size):
    # one line that fills the size exactly
    if len(words) == 1:
        return words[0]
    letters = 0
    for w in words:
        letters = letters + len(w)
    spaces = size - letters
    gaps = len(words) - 1
    each = spaces // gaps
    more = spaces % gaps
    text = ""
    for i in range(len(words)):
        text = text + words[i]
        if i < gaps:
            text = text + " " * each
            # the first gaps get one space more
            if i < more:
                text = text + " "
    return text


def wrap(words, first, other):
    # first is put before the first line and other before all other lines
    prefix = first
    line = []
    length = 0
    words = words[:]
    while len(words) > 0:
        w = words.pop(0)
        size = width - len(prefix)
        if len(line) == 0:
            need = len(w)
        else:
            need = length + 1 + len(w)
        if need <= size:
            line.append(w)
            length = need
        elif len(w) > width - len(other):
            # the word will never fit so it has to be cut
            if len(line) == 0:
                room = size
            else:
                room = size - length - 1
            a, b = cut_word(w, room)
            if a != "":
                line.append(a)
            output.append(prefix + spread(line, size))
            prefix = other
            line = []
            length = 0
            words.insert(0, b)
        else:
            output.append(prefix + spread(line, size))
            prefix = other
            line = [w]
            length = len(w)
    # the last line is not stretched
    if len(line) > 0:
        output.append(prefix + " ".join(line))


def finish(words, kind):
    if len(words) == 0:
        return
    if kind == "bullet":
        wrap(words, "  * ", "    ")
    elif kind == "number":
        n = words.pop(0)
        wrap(words, " " + n + " ", " " * (len(n) + 2))
    elif kind == "quote":
        wrap(words, "    | ", "    | ")
    else:
        wrap(words, " " * indent, "")


def main():
    global width
    if len(sys.argv) > 1:
        width = int(sys.argv[1])
    if width < 20:
        print("width is too small")
        sys.exit(1)
    words = []
    kind = "text"
    for line in sys.stdin:
        line = line.strip()
        if line == "":
            # empty line ends the paragraph
            finish(words, kind)
            words = []
            kind = "text"
            if len(output) > 0 and output[-1] != "":
                output.append("")
        elif line.startswith("* ") or line.startswith("- "):
            finish(words, kind)
            words = line[2:].split()
            kind = "bullet"
        elif line.split()[0][:-1].isdigit() and line.split()[0].endswith("."):
            finish(words, kind)
            words = line.split()
            kind = "number"
        elif line.startswith("> "):
            if kind != "quote":
                finish(words, kind)
                words = []
            kind = "quote"
            words = words + line[2:].split()
        else:
            words = words + line.split()
    finish(words, kind)
    for line in output:
        print(line)


main()
