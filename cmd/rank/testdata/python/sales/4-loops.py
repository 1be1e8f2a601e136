# -- given --
import argparse
import csv
import sys


def arguments(argv):
    parser = argparse.ArgumentParser(description="Report sales by region and product.")
    parser.add_argument("input", nargs="?", default="-")
    parser.add_argument("--by", choices=["region", "product", "month"], default="region")
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--min-amount", type=float, default=0.0)
    return parser.parse_args(argv)


def read_rows(path):
    stream = sys.stdin if path == "-" else open(path, newline="")
    with stream:
        for row in csv.DictReader(stream):
            try:
                row["units"] = int(row["units"])
                row["price"] = float(row["price"])
            except (KeyError, TypeError, ValueError):
                continue
            yield row
# -- own --


# name -> [pieces, money, {month: money}]
teams = {}
pieces_sum = 0
money_sum = 0.0


def load(opts):
    global pieces_sum, money_sum
    source = iter(read_rows(opts.input))
    finished = False
    while not finished:
        entry = next(source, None)
        if entry is None:
            finished = True
        else:
            money = entry["units"] * entry["price"]
            if money >= opts.min_amount:
                when = entry["date"][:7]
                # dictionary instead of asking one by one
                label = {"region": entry["region"], "product": entry["product"], "month": when}[opts.by]
                label = label if label else "(none)"
                team = teams.setdefault(label, [0, 0.0, {}])
                team[0] = team[0] + entry["units"]
                team[1] = team[1] + money
                team[2][when] = team[2][when] + money if when in team[2] else money
                pieces_sum = pieces_sum + entry["units"]
                money_sum = money_sum + money


def placing(labels):
    # take the best one and order the rest by recursion
    if not labels:
        return []
    k = 0
    i = 1
    while i < len(labels):
        a = teams[labels[i]][1]
        b = teams[labels[k]][1]
        k = i if a > b or (a == b and labels[i] < labels[k]) else k
        i += 1
    first = labels[k]
    labels[k] = labels[0]
    return [first] + placing(labels[1:])


def strongest(label):
    months = teams[label][2]
    keys = sorted(months)
    top = ""
    much = -1.0
    while keys:
        key = keys.pop(0)
        if not months[key] > much:
            continue
        much = months[key]
        top = key
    return top, much


def build(labels, opts):
    lines = [["rank", opts.by, "units", "amount", "share", "best month", "in it"]]
    place = 0
    last = None
    i = 0
    other_pieces = 0
    other_money = 0.0
    while i < len(labels):
        pieces = teams[labels[i]][0]
        money = teams[labels[i]][1]
        place = place if money == last else i + 1
        last = money
        if i < opts.top:
            part = 0 if not all_money() else 100 * money / money_sum
            key, much = strongest(labels[i])
            lines.append([str(place), labels[i], str(pieces), "%.2f" % money,
                          "%.1f%%" % part, key, "%.2f" % much])
        else:
            other_pieces = other_pieces + pieces
            other_money = other_money + money
        i += 1
    if not i <= opts.top:
        lines.append(["", "others", str(other_pieces), "%.2f" % other_money, "", "", ""])
    lines.append(["", "total", str(pieces_sum), "%.2f" % money_sum, "", "", ""])
    return lines


def all_money():
    return money_sum > 0


def output(lines):
    # longest text of each column
    sizes = [max([len(line[c]) for line in lines]) for c in range(len(lines[0]))]
    ruler = "-" * (sum(sizes) + 2 * len(sizes) - 2)
    i = 0
    while i < len(lines):
        text = ""
        c = 0
        while c < len(sizes):
            # only two columns are texts
            text += (lines[i][c].ljust(sizes[c]) if c in (1, 5) else lines[i][c].rjust(sizes[c])) + "  "
            c += 1
        if i + 1 == len(lines):
            print(ruler)
        print(text.rstrip())
        if not i:
            print(ruler)
        i += 1


opts = arguments(sys.argv[1:])
load(opts)
if teams:
    output(build(placing(list(teams)), opts))
else:
    print("no sales found")
