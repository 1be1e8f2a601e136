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
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple


class Sale(NamedTuple):
    region: str
    product: str
    month: str
    units: int
    amount: float


class Group(NamedTuple):
    name: str
    units: int
    amount: float
    best_month: str
    best_amount: float


def to_sale(row):
    return Sale(
        row.get("region", "?"),
        row.get("product", "?"),
        (row.get("date") or "?")[:7],
        row["units"],
        row["units"] * row["price"],
    )


def total(sales):
    return sum(sale.amount for sale in sales)


def grouped(sales, key):
    get = attrgetter(key)
    return {name: list(members) for name, members in groupby(sorted(sales, key=get), key=get)}


def summarize(name, sales):
    months = {month: total(members) for month, members in grouped(sales, "month").items()}
    best = max(months, key=lambda month: (months[month], month))
    return Group(name, sum(s.units for s in sales), total(sales), best, months[best])


def ranks(groups):
    """Equal amounts share a rank, and the next rank is left out."""
    amounts = [group.amount for group in groups]
    return [1 + sum(other > amount for other in amounts) for amount in amounts]


def lines(groups, everything, title):
    yield ["#", title, "units", "amount", "share", "best month", "in it"]
    for rank, group in zip(ranks(groups), groups):
        share = group.amount / everything if everything else 0
        yield [
            str(rank),
            group.name,
            str(group.units),
            f"{group.amount:.2f}",
            f"{share:.1%}",
            group.best_month,
            f"{group.best_amount:.2f}",
        ]


def aligned(rows):
    widths = [max(map(len, column)) for column in zip(*rows)]
    left = {1, 5}
    for row in rows:
        cells = (c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths)))
        yield "  ".join(cells).rstrip()


def main(argv=None):
    options = arguments(argv)
    sales = [sale for sale in map(to_sale, read_rows(options.input)) if sale.amount >= options.min_amount]
    if not sales:
        sys.exit("no sales")
    groups = sorted(
        (summarize(name, members) for name, members in grouped(sales, options.by).items()),
        key=lambda group: (-group.amount, group.name),
    )
    table = list(lines(groups, total(sales), options.by))[:options.top + 1]
    foot = ["", "total", str(sum(s.units for s in sales)), f"{total(sales):.2f}", "", "", ""]
    print("\n".join(aligned([*table, foot])))
    if len(groups) > options.top:
        print(f"({len(groups) - options.top} more)")


if __name__ == "__main__":
    main()
