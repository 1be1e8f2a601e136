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
from collections import defaultdict

MONTH_LENGTH = len("2024-01")
SECOND = {"region": "product", "product": "region", "month": "region"}

KEYS = {
    "region": lambda row: row["region"].strip() or "(none)",
    "product": lambda row: row["product"].strip() or "(none)",
    "month": lambda row: row["date"][:MONTH_LENGTH],
}

# title, alignment, how to print a value, how to print the total
COLUMNS = [
    ("rank", ">", "{}".format, None),
    ("name", "<", str, None),
    ("units", ">", "{:,}".format, sum),
    ("amount", ">", "{:,.2f}".format, sum),
    ("share", ">", "{:.1%}".format, sum),
    ("mean price", ">", "{:,.2f}".format, None),
    ("best", "<", str, None),
]


class Group:
    def __init__(self):
        self.units = 0
        self.amount = 0.0
        self.parts = defaultdict(float)

    def add(self, row, part):
        amount = row["units"] * row["price"]
        self.units += row["units"]
        self.amount += amount
        self.parts[part] += amount

    def best(self):
        name, amount = min(self.parts.items(), key=lambda pair: (-pair[1], pair[0]))
        return f"{name} ({amount:,.2f})"


def aggregate(rows, by):
    # the best month of a region or product; a month shows its best region instead
    part_of = KEYS["month" if by != "month" else SECOND[by]]
    groups = defaultdict(Group)
    for row in rows:
        groups[KEYS[by](row)].add(row, part_of(row))
    return groups


def ranking(groups):
    """Yields (rank, name, group), equal amounts share a rank."""
    ordered = sorted(groups.items(), key=lambda pair: (-pair[1].amount, pair[0]))
    rank, last = 0, None
    for position, (name, group) in enumerate(ordered, 1):
        if group.amount != last:
            rank, last = position, group.amount
        yield rank, name, group


def records(groups, minimum):
    total = sum(group.amount for group in groups.values())
    for rank, name, group in ranking(groups):
        if group.amount < minimum:
            continue
        share = group.amount / total if total else 0.0
        mean = group.amount / group.units if group.units else 0.0
        yield rank, name, group.units, group.amount, share, mean, group.best()


def totals(table):
    cells = []
    for (title, _, show, combine), values in zip(COLUMNS, zip(*table)):
        cells.append(show(combine(values)) if combine else "")
    cells[1] = "total"
    return cells


def print_table(table, out=sys.stdout):
    lines = [[show(value) for (_, _, show, _), value in zip(COLUMNS, row)] for row in table]
    titles = [title for title, *_ in COLUMNS]
    footer = totals(table)
    widths = [max(map(len, column)) for column in zip(titles, footer, *lines)]
    rule = ["-" * width for width in widths]
    for cells in [titles, rule, *lines, rule, footer]:
        parts = (f"{cell:{align}{width}}" for cell, (_, align, *_), width in zip(cells, COLUMNS, widths))
        print("  ".join(parts).rstrip(), file=out)


def main(argv):
    options = arguments(argv)
    if options.top < 1:
        print("--top has to be positive", file=sys.stderr)
        return 2
    try:
        groups = aggregate(read_rows(options.input), options.by)
    except OSError as error:
        print(f"{options.input}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyError as error:
        print(f"the input has no column {error}", file=sys.stderr)
        return 1
    table = list(records(groups, options.min_amount))
    if not table:
        print("no sales of that amount", file=sys.stderr)
        return 1
    print_table(table[:options.top])
    hidden = len(table) - options.top
    if hidden > 0:
        print(f"({hidden} more not shown)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
