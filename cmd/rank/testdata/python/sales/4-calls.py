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


class Bucket:
    def __init__(self):
        self.quantity = 0
        self.turnover = 0.0
        self.calendar = {}

    def put(self, turnover, when, quantity):
        self.quantity = self.quantity + quantity
        self.turnover = self.turnover + turnover
        if when in self.calendar:
            self.calendar[when] = self.calendar[when] + turnover
        else:
            self.calendar[when] = turnover

    def top_month(self):
        champion = ""
        maximum = -1.0
        for when in sorted(self.calendar):
            if self.calendar[when] > maximum:
                maximum = self.calendar[when]
                champion = when
        return maximum, champion


def month_of(record):
    return record["date"][:7]


def key_of(record, kind):
    if kind == "region":
        key = record["region"]
    elif kind == "product":
        key = record["product"]
    else:
        key = month_of(record)
    if key == "" or key is None:
        return "(none)"
    return key


def fill(smallest, kind, path):
    buckets = {}
    whole = Bucket()
    for record in read_rows(path):
        turnover = record["units"] * record["price"]
        if turnover < smallest:
            continue
        key = key_of(record, kind)
        if key not in buckets:
            buckets[key] = Bucket()
        buckets[key].put(turnover, month_of(record), record["units"])
        whole.put(turnover, month_of(record), record["units"])
    return whole, buckets


def goes_before(buckets, second, first):
    if buckets[first].turnover > buckets[second].turnover:
        return True
    return buckets[first].turnover == buckets[second].turnover and first < second


def index_of_best(keys, begin, buckets):
    best = begin
    for k in range(begin + 1, len(keys)):
        if goes_before(buckets, keys[best], keys[k]):
            best = k
    return best


def put_in_order(buckets):
    keys = list(buckets)
    for begin in range(len(keys)):
        best = index_of_best(keys, begin, buckets)
        keys[begin], keys[best] = keys[best], keys[begin]
    return keys


def percent(whole, part):
    if whole > 0:
        return "%.1f%%" % (100 * part / whole)
    return "%.1f%%" % 0


def short_line(turnover, quantity, title):
    return ["", title, str(quantity), "%.2f" % turnover, "", "", ""]


def long_line(bucket, key, whole, rank):
    maximum, champion = bucket.top_month()
    return [str(rank), key, str(bucket.quantity), "%.2f" % bucket.turnover,
            percent(whole.turnover, bucket.turnover), champion, "%.2f" % maximum]


def collect_lines(limit, kind, whole, buckets):
    lines = [["rank", kind, "units", "amount", "share", "best month", "in it"]]
    rank = 0
    previous = None
    position = 0
    remainder = Bucket()
    for key in put_in_order(buckets):
        bucket = buckets[key]
        position = position + 1
        if bucket.turnover != previous:
            rank = position
        previous = bucket.turnover
        if position > limit:
            remainder.put(bucket.turnover, "", bucket.quantity)
        else:
            lines.append(long_line(bucket, key, whole, rank))
    if position > limit:
        lines.append(short_line(remainder.turnover, remainder.quantity, "others"))
    lines.append(short_line(whole.turnover, whole.quantity, "total"))
    return lines


def measure(lines):
    sizes = [0] * len(lines[0])
    for line in lines:
        for c in range(len(line)):
            sizes[c] = max(sizes[c], len(line[c]))
    return sizes


def pad(size, column, cell):
    if column == 1 or column == 5:
        return cell.ljust(size)
    return cell.rjust(size)


def one_line(sizes, line):
    text = ""
    for c in range(len(line)):
        text = text + pad(sizes[c], c, line[c]) + "  "
    return text.rstrip()


def show(lines):
    sizes = measure(lines)
    stroke = "-" * (sum(sizes) + 2 * len(sizes) - 2)
    print(one_line(sizes, lines[0]))
    print(stroke)
    for line in lines[1:-1]:
        print(one_line(sizes, line))
    print(stroke)
    print(one_line(sizes, lines[-1]))


def main(args):
    whole, buckets = fill(args.min_amount, args.by, args.input)
    if len(buckets) == 0:
        print("no sales found")
    else:
        show(collect_lines(args.top, args.by, whole, buckets))


main(arguments(sys.argv[1:]))
