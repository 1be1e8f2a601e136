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


# every group has a list: [units, amount, {month: amount}]
groups = {}
all_units = 0
all_amount = 0.0


def read_all(options):
    global all_units, all_amount
    for row in read_rows(options.input):
        amount = row["units"] * row["price"]
        # small sales are not interesting
        if amount < options.min_amount:
            continue
        month = row["date"][:7]
        # find out the group
        if options.by == "region":
            name = row["region"]
        elif options.by == "product":
            name = row["product"]
        else:
            name = month
        if name == "" or name is None:
            name = "(none)"
        if name not in groups:
            groups[name] = [0, 0.0, {}]
        g = groups[name]
        g[0] = g[0] + row["units"]
        g[1] = g[1] + amount
        if month in g[2]:
            g[2][month] = g[2][month] + amount
        else:
            g[2][month] = amount
        all_units = all_units + row["units"]
        all_amount = all_amount + amount


def ranking():
    # selection sort, biggest amount first
    names = list(groups)
    for i in range(len(names)):
        best = i
        for j in range(i + 1, len(names)):
            if groups[names[j]][1] > groups[names[best]][1]:
                best = j
            elif groups[names[j]][1] == groups[names[best]][1] and names[j] < names[best]:
                best = j
        help = names[i]
        names[i] = names[best]
        names[best] = help
    return names


def best_month(name):
    best = ""
    most = -1.0
    months = groups[name][2]
    for m in sorted(months):
        if months[m] > most:
            most = months[m]
            best = m
    return best, most


def make_table(names, options):
    table = []
    table.append(["rank", options.by, "units", "amount", "share", "best month", "in it"])
    rank = 0
    before = None
    position = 0
    rest_units = 0
    rest_amount = 0.0
    for name in names:
        position = position + 1
        units = groups[name][0]
        amount = groups[name][1]
        # same amount gets the same rank
        if amount != before:
            rank = position
        before = amount
        if position > options.top:
            rest_units = rest_units + units
            rest_amount = rest_amount + amount
            continue
        if all_amount > 0:
            share = 100 * amount / all_amount
        else:
            share = 0
        m, value = best_month(name)
        table.append([str(rank), name, str(units), "%.2f" % amount,
                      "%.1f%%" % share, m, "%.2f" % value])
    if position > options.top:
        table.append(["", "others", str(rest_units), "%.2f" % rest_amount, "", "", ""])
    table.append(["", "total", str(all_units), "%.2f" % all_amount, "", "", ""])
    return table


def print_table(table):
    # find the width of every column
    widths = [0] * len(table[0])
    for line in table:
        for i in range(len(line)):
            if len(line[i]) > widths[i]:
                widths[i] = len(line[i])
    number = 0
    for line in table:
        text = ""
        for i in range(len(line)):
            # texts to the left and numbers to the right
            if i == 1 or i == 5:
                text = text + line[i].ljust(widths[i]) + "  "
            else:
                text = text + line[i].rjust(widths[i]) + "  "
        # a line under the head and over the total
        if number == len(table) - 1:
            print("-" * (sum(widths) + 2 * len(widths) - 2))
        print(text.rstrip())
        if number == 0:
            print("-" * (sum(widths) + 2 * len(widths) - 2))
        number = number + 1


options = arguments(sys.argv[1:])
read_all(options)
if len(groups) == 0:
    print("no sales found")
else:
    print_table(make_table(ranking(), options))
