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


# sum of the money, sum of the pieces, and the parts
money_total = 0.0
pieces_total = 0
parts = {}
skipped = 0


def draw(rows):
    columns = len(rows[0])
    longest = [0] * columns
    # how wide is each column?
    for row in rows:
        for k in range(len(row)):
            if longest[k] < len(row[k]):
                longest[k] = len(row[k])
    at = 0
    for row in rows:
        out = ""
        for k in range(len(row)):
            # pieces and money are set to the right
            if k != 5 and k != 1:
                out = out + row[k].rjust(longest[k]) + "  "
            else:
                out = out + row[k].ljust(longest[k]) + "  "
        if len(rows) - 1 == at:
            print((2 * len(longest) + sum(longest) - 2) * "-")
        print(out.rstrip())
        if 0 == at:
            print((2 * len(longest) + sum(longest) - 2) * "-")
        at = 1 + at


def rows_of(order, settings):
    others_money = 0.0
    others_pieces = 0
    nr = 0
    previous = None
    place = 0
    rows = []
    rows.append(["rank", settings.by, "units", "amount", "share", "best month", "in it"])
    for key in order:
        money = parts[key][0]
        pieces = parts[key][2]
        nr = 1 + nr
        if previous != money:
            place = nr
        previous = money
        if settings.top < nr:
            others_money = money + others_money
            others_pieces = pieces + others_pieces
            continue
        much, which = strong_month(key)
        if 0 >= money_total:
            ratio = 0
        else:
            ratio = money * 100 / money_total
        rows.append([str(place), key, str(pieces), "%.2f" % money,
                     "%.1f%%" % ratio, which, "%.2f" % much])
    if settings.top < nr:
        rows.append(["", "others", str(others_pieces), "%.2f" % others_money, "", "", ""])
    rows.append(["", "total", str(pieces_total), "%.2f" % money_total, "", "", ""])
    return rows


def strong_month(key):
    table = parts[key][1]
    much = -1.0
    which = ""
    for month in sorted(table):
        if much < table[month]:
            which = month
            much = table[month]
    return much, which


def in_order():
    keys = list(parts)
    count = len(keys)
    for left in range(count):
        pick = left
        for right in range(1 + left, count):
            if keys[pick] > keys[right] and parts[keys[pick]][0] == parts[keys[right]][0]:
                pick = right
            elif parts[keys[pick]][0] < parts[keys[right]][0]:
                pick = right
        # swap them
        spare = keys[pick]
        keys[pick] = keys[left]
        keys[left] = spare
    return keys


def get_data(settings):
    global money_total, pieces_total, skipped
    for sale in read_rows(settings.input):
        month = sale["date"][:7]
        money = sale["price"] * sale["units"]
        if settings.min_amount > money:
            skipped = skipped + 1
            continue
        if settings.by == "month":
            key = month
        elif settings.by == "product":
            key = sale["product"]
        else:
            key = sale["region"]
        if key is None or key == "":
            key = "(none)"
        money_total = money + money_total
        pieces_total = sale["units"] + pieces_total
        if key not in parts:
            parts[key] = [0.0, {}, 0]
        part = parts[key]
        if month not in part[1]:
            part[1][month] = money
        else:
            part[1][month] = money + part[1][month]
        part[2] = sale["units"] + part[2]
        part[0] = money + part[0]


settings = arguments(sys.argv[1:])
get_data(settings)
if len(parts) > 0:
    order = in_order()
    rows = rows_of(order, settings)
    draw(rows)
else:
    print("no sales found")
