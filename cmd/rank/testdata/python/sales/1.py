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


def group_of(r, by):
    if by == "month":
        return r["date"][:7]
    return r[by]


def collect(rows, by, low):
    """group -> [units, amount, {month: amount}]"""
    g = {}
    for r in rows:
        a = r["units"] * r["price"]
        if a < low or not r.get("date"):
            continue
        k = group_of(r, by) or "?"
        if k not in g:
            g[k] = [0, 0.0, {}]
        t = g[k]
        t[0] += r["units"]
        t[1] += a
        m = r["date"][:7]
        t[2][m] = t[2].get(m, 0.0) + a
    return g


def best(months):
    b = None
    for m in sorted(months):
        if b is None or months[m] > months[b]:
            b = m
    return b


def table(g, by, top):
    total = sum(t[1] for t in g.values())
    units = sum(t[0] for t in g.values())
    keys = sorted(g, key=lambda k: (-g[k][1], k))
    cells = [["rank", by, "units", "amount", "share", "best month", "there"]]
    rank = 0
    for i in range(len(keys)):
        t = g[keys[i]]
        # equal amounts share a rank
        if i == 0 or t[1] != g[keys[i - 1]][1]:
            rank = i + 1
        if i >= top:
            continue
        m = best(t[2])
        share = 100 * t[1] / total if total else 0.0
        cells.append([str(rank), keys[i], str(t[0]), f"{t[1]:.2f}",
                      f"{share:.1f}%", m, f"{t[2][m]:.2f}"])
    if len(keys) > top:
        u = sum(g[k][0] for k in keys[top:])
        a = sum(g[k][1] for k in keys[top:])
        share = 100 * a / total if total else 0.0
        cells.append(["", f"({len(keys) - top} more)", str(u), f"{a:.2f}", f"{share:.1f}%", "", ""])
    cells.append(["", "total", str(units), f"{total:.2f}", "100.0%", "", ""])
    return cells


def show(cells):
    n = len(cells[0])
    w = [0] * n
    for row in cells:
        for j in range(n):
            w[j] = max(w[j], len(row[j]))
    for i in range(len(cells)):
        if i == 1 or i == len(cells) - 1:
            print("-" * (sum(w) + 2 * (n - 1)))
        s = []
        for j in range(n):
            c = cells[i][j]
            s.append(c.ljust(w[j]) if j in (1, 5) else c.rjust(w[j]))
        print("  ".join(s).rstrip())


def main(argv):
    a = arguments(argv)
    if a.top < 1:
        sys.exit("--top has to be positive")
    try:
        g = collect(read_rows(a.input), a.by, a.min_amount)
    except OSError as e:
        sys.exit(str(e))
    except KeyError as e:
        sys.exit(f"no column {e}")
    if not g:
        sys.exit("no sales")
    show(table(g, a.by, a.top))


if __name__ == "__main__":
    main(sys.argv[1:])
