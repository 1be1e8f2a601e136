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


# Columns of the accumulator of one group
UNITS, AMOUNT, SALES = range(3)


def month_of(row):
    """yyyymm as one integer, 0 if the date is unusable."""
    date = row.get("date") or ""
    if len(date) < 7 or date[4] != "-":
        return 0
    year, month = date[:4], date[5:7]
    if not (year.isdigit() and month.isdigit()):
        return 0
    return int(year) * 100 + int(month)


def month_name(m):
    return f"{m // 100:04d}-{m % 100:02d}" if m else "unknown"


def accumulate(rows, by, minimum):
    """Returns names, totals[i] and months[i] (amount by month) in parallel."""
    index = {}
    names = []
    totals = []
    months = []
    for row in rows:
        amount = row["units"] * row["price"]
        if amount < minimum:
            continue
        m = month_of(row)
        name = month_name(m) if by == "month" else (row.get(by) or "unknown").strip()
        i = index.get(name, -1)
        if i < 0:
            i = index[name] = len(names)
            names.append(name)
            totals.append([0, 0.0, 0])
            months.append({})
        t = totals[i]
        t[UNITS] += row["units"]
        t[AMOUNT] += amount
        t[SALES] += 1
        months[i][m] = months[i].get(m, 0.0) + amount
    return names, totals, months


def best_month(amounts):
    best = -1
    for m, amount in amounts.items():
        if best < 0 or amount > amounts[best] or (amount == amounts[best] and m < best):
            best = m
    return month_name(best)


def ranks(order, totals):
    """Competition ranks 1 2 2 4 for an order by falling amount."""
    rank = [0] * len(order)
    for k in range(len(order)):
        if k > 0 and totals[order[k]][AMOUNT] == totals[order[k - 1]][AMOUNT]:
            rank[k] = rank[k - 1]
        else:
            rank[k] = k + 1
    return rank


def print_table(head, lines):
    width = [len(h) for h in head]
    for line in lines:
        for c, cell in enumerate(line):
            if len(cell) > width[c]:
                width[c] = len(cell)
    last = len(lines) - 1
    for n, line in enumerate([head] + lines):
        out = []
        for c, cell in enumerate(line):
            # texts in column 1 and the last one go left, numbers right
            out.append(cell.ljust(width[c]) if c in (1, len(line) - 1) else cell.rjust(width[c]))
        if n in (1, last + 1):
            print("-" * (sum(width) + 2 * (len(width) - 1)))
        print("  ".join(out).rstrip())


def main(argv):
    args = arguments(argv)
    try:
        names, totals, months = accumulate(read_rows(args.input), args.by, args.min_amount)
    except OSError as e:
        print(e, file=sys.stderr)
        return 1
    if not names:
        print("no sales")
        return 0
    order = sorted(range(len(names)), key=lambda i: (-totals[i][AMOUNT], names[i]))
    rank = ranks(order, totals)
    units = amount = sales = 0
    for t in totals:
        units += t[UNITS]
        amount += t[AMOUNT]
        sales += t[SALES]
    lines = []
    for k in range(min(args.top, len(order))):
        i = order[k]
        t = totals[i]
        share = 100 * t[AMOUNT] / amount if amount else 0.0
        lines.append([str(rank[k]), names[i], str(t[SALES]), str(t[UNITS]),
                      f"{t[AMOUNT]:.2f}", f"{share:.1f}%", best_month(months[i])])
    lines.append(["", "total", str(sales), str(units), f"{amount:.2f}", "100.0%", ""])
    print_table(["#", args.by, "sales", "units", "amount", "share", "best month"], lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
