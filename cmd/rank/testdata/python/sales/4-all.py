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


from collections import Counter

HEAD = "rank {} units amount share best_month in_it"
FINDERS = {
    "month": lambda sale: sale["date"][:7],
    "product": lambda sale: sale["product"],
    "region": lambda sale: sale["region"],
}


class Ledger:
    """Three counters side by side: pieces, money and money of (key, month)."""

    def __init__(self, settings):
        self.settings = settings
        self.monthly = Counter()
        self.income = Counter()
        self.pieces = Counter()
        self.load()

    def load(self):
        finder = FINDERS[self.settings.by]
        for sale in read_rows(self.settings.input):
            worth = sale["price"] * sale["units"]
            if not worth < self.settings.min_amount:
                who = finder(sale) or "(none)"
                self.monthly[who, sale["date"][:7]] += worth
                self.income[who] += worth
                self.pieces[who] += sale["units"]

    def high_point(self, who):
        # max keeps the first of equal months
        own = sorted(pair for pair in self.monthly if pair[0] == who)
        pair = max(own, key=self.monthly.__getitem__)
        return pair[1], "%.2f" % self.monthly[pair]

    def pick(self):
        """Hands out the keys, the one with the highest income first."""
        open_keys = set(self.income)
        while open_keys:
            who = min(open_keys, key=lambda k: (-self.income[k], k))
            open_keys.discard(who)
            yield who

    def summary(self, title, members):
        pieces = sum(self.pieces[m] for m in members)
        money = sum((self.income[m] for m in members), 0.0)
        return ["", title, str(pieces), "%.2f" % money] + [""] * 3

    def rows(self):
        ranked = list(self.pick())
        shown, hidden = ranked[:self.settings.top], ranked[self.settings.top:]
        whole = sum(self.income.values())
        yield [h.replace("_", " ") for h in HEAD.format(self.settings.by).split()]
        for who in shown:
            # the rank is one more than the number of better ones
            rank = 1 + sum(other > self.income[who] for other in self.income.values())
            share = self.income[who] * 100 / whole if whole > 0 else 0
            yield [str(rank), who, str(self.pieces[who]), "%.2f" % self.income[who],
                   "%.1f%%" % share, *self.high_point(who)]
        if hidden:
            yield self.summary("others", hidden)
        yield self.summary("total", ranked)


def typeset(rows):
    sizes = [max(map(len, column)) for column in zip(*rows)]
    stroke = "-" * (sum(sizes) + 2 * (len(sizes) - 1))
    pattern = "  ".join("{:%s%d}" % ("<" if k in (1, 5) else ">", n) for k, n in enumerate(sizes))
    texts = [pattern.format(*row).rstrip() for row in rows]
    return [texts[0], stroke, *texts[1:-1], stroke, texts[-1]]


def run(settings):
    ledger = Ledger(settings)
    lines = typeset(list(ledger.rows())) if ledger.income else ["no sales found"]
    print("\n".join(lines))


run(arguments(sys.argv[1:]))
