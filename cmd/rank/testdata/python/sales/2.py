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


class GroupSummary:
    """Units and revenue of one region, product or month."""

    def __init__(self, name):
        self.name = name
        self.units = 0
        self.revenue = 0.0
        self.revenue_by_month = defaultdict(float)

    def add_sale(self, month, units, amount):
        self.units += units
        self.revenue += amount
        self.revenue_by_month[month] += amount

    def best_month(self):
        """Return the month with the highest revenue, the earliest on ties."""
        months = sorted(self.revenue_by_month)
        return max(months, key=lambda month: self.revenue_by_month[month])


def month_of(row):
    return row["date"][:7]


def group_name_of(row, grouping):
    return month_of(row) if grouping == "month" else row[grouping]


def summarize(rows, grouping, minimum_amount):
    summaries = {}
    for row in rows:
        amount = row["units"] * row["price"]
        if amount < minimum_amount:
            continue
        name = group_name_of(row, grouping)
        if name not in summaries:
            summaries[name] = GroupSummary(name)
        summaries[name].add_sale(month_of(row), row["units"], amount)
    return rank_by_revenue(summaries.values())


def rank_by_revenue(summaries):
    return sorted(summaries, key=lambda summary: (-summary.revenue, summary.name))


def share_of(part, total):
    return 100.0 * part / total if total else 0.0


def build_table(summaries, grouping, limit):
    """Return the table as rows of text cells, the header first."""
    total_revenue = sum(summary.revenue for summary in summaries)
    total_units = sum(summary.units for summary in summaries)
    table = [["rank", grouping, "units", "revenue", "share", "best month"]]
    for rank, summary in enumerate(summaries[:limit], 1):
        table.append([
            str(rank),
            summary.name,
            str(summary.units),
            f"{summary.revenue:.2f}",
            f"{share_of(summary.revenue, total_revenue):.1f}%",
            summary.best_month(),
        ])
    table.append(["", "total", str(total_units), f"{total_revenue:.2f}", "100.0%", ""])
    return table


def format_aligned(table):
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = []
    for row in table:
        cells = []
        for column, cell in enumerate(row):
            is_text_column = column in (1, 5)
            cells.append(cell.ljust(widths[column]) if is_text_column else cell.rjust(widths[column]))
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * len(lines[0]))
    return "\n".join(lines)


def main(argv):
    options = arguments(argv)
    try:
        summaries = summarize(read_rows(options.input), options.by, options.min_amount)
    except (OSError, KeyError) as problem:
        print(f"cannot read the sales: {problem}", file=sys.stderr)
        return 1
    if not summaries:
        print("no sales")
        return 0
    print(format_aligned(build_table(summaries, options.by, options.top)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
