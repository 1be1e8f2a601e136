"""Keeps track of what lies in a warehouse, and of what was ordered."""

import csv
import logging
from collections import defaultdict
from dataclasses import dataclass, field

log = logging.getLogger(__name__)


@dataclass
class Item:
    """One kind of thing that can be stored."""

    number: str
    title: str
    weight: float = 0.0
    price: int = 0
    places: list = field(default_factory=list)

    def total_weight(self, count):
        # Weight is in kilograms.
        return self.weight * count

    def is_heavy(self, limit=25.0):
        return self.weight > limit


class StockError(Exception):
    """Raised when more is taken than is there."""

    def __init__(self, item, wanted, there):
        super().__init__("%s: %d wanted, %d there" % (item, wanted, there))
        self.item = item
        self.wanted = wanted
        self.there = there


class Warehouse:
    def __init__(self, name, capacity):
        self.name = name
        self.capacity = capacity
        self.items = {}
        self.counts = defaultdict(int)
        self.history = []

    def add(self, item, count=1):
        if count <= 0:
            raise ValueError("count must be positive, not %r" % count)
        used = sum(self.counts.values())
        if used + count > self.capacity:
            log.warning("%s is full: %d of %d", self.name, used, self.capacity)
            return False
        self.items[item.number] = item
        self.counts[item.number] += count
        self.history.append(("add", item.number, count))
        return True

    def take(self, number, count=1):
        there = self.counts.get(number, 0)
        if there < count:
            raise StockError(number, count, there)
        self.counts[number] = there - count
        if self.counts[number] == 0:
            # Nothing is left, so forget the item.
            del self.counts[number]
            del self.items[number]
        self.history.append(("take", number, count))
        return count

    def find(self, text):
        text = text.lower()
        found = []
        for number, item in self.items.items():
            if text in item.title.lower() or text == number:
                found.append(item)
        return sorted(found, key=lambda item: item.title)

    def value(self):
        return sum(self.items[n].price * c for n, c in self.counts.items())

    def heavy(self, limit=25.0):
        return [i for i in self.items.values() if i.is_heavy(limit)]


def load(path, warehouse):
    """Reads items from a file of comma separated values."""
    loaded, skipped = 0, 0
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            try:
                item = Item(row["number"], row["title"], float(row["weight"]), int(row["price"]))
                count = int(row.get("count") or 1)
            except (KeyError, ValueError) as e:
                log.error("line is not readable: %s", e)
                skipped += 1
                continue
            if warehouse.add(item, count):
                loaded += 1
            else:
                skipped += 1
    return loaded, skipped


def report(warehouse, out):
    rows = []
    for number in sorted(warehouse.counts):
        item = warehouse.items[number]
        count = warehouse.counts[number]
        rows.append((number, item.title, count, item.total_weight(count)))
    width = max((len(r[1]) for r in rows), default=5)
    for number, title, count, weight in rows:
        out.write("%-10s %-*s %6d %9.1f\n" % (number, width, title, count, weight))
    out.write("value: %d\n" % warehouse.value())


def merge(a, b):
    # The larger one takes what the smaller one has.
    if len(a.items) < len(b.items):
        a, b = b, a
    for number, count in list(b.counts.items()):
        item = b.items[number]
        if a.add(item, count):
            b.take(number, count)
    return a
