# -- given --
import re
import sys
from datetime import datetime

LINE = re.compile(
    r'(?P<host>\S+) \S+ \S+ \[(?P<time>[^\]]+)\] '
    r'"(?P<method>[A-Z]+) (?P<path>\S+) [^"]*" (?P<status>\d{3}) (?P<size>\d+|-)'
)


def parse_line(line):
    match = LINE.match(line)
    if match is None:
        return None
    fields = match.groupdict()
    fields["time"] = datetime.strptime(fields["time"], "%d/%b/%Y:%H:%M:%S %z")
    fields["status"] = int(fields["status"])
    fields["size"] = 0 if fields["size"] == "-" else int(fields["size"])
    return fields


def read_entries(stream):
    for number, line in enumerate(stream, 1):
        entry = parse_line(line)
        if entry is None:
            print(f"line {number} is not a log line", file=sys.stderr)
            continue
        yield entry
# -- own --


TOP = 10
BAR = 50


class Column:
    """Interns strings as small integers, counters are lists by that number."""

    def __init__(self):
        self.number = {}
        self.names = []
        self.hits = []
        self.errors = []

    def slot(self, name):
        i = self.number.get(name)
        if i is None:
            i = len(self.names)
            self.number[name] = i
            self.names.append(name)
            self.hits.append(0)
            self.errors.append(0)
        return i


def largest(values, k):
    """Indices of the k largest non-zero values, selection by insertion."""
    best = []
    for i, v in enumerate(values):
        if v == 0 or (len(best) == k and v <= values[best[-1]]):
            continue
        j = len(best)
        best.append(i)
        while j > 0 and values[best[j - 1]] < v:
            best[j] = best[j - 1]
            j -= 1
        best[j] = i
        del best[k:]
    return best


def print_top(title, column, values):
    print(title)
    for i in largest(values, TOP):
        print(f"{values[i]:8d}  {column.names[i]}")
    print()


def print_hours(size):
    print("traffic per hour")
    peak = max(size)
    for h in range(24):
        width = size[h] * BAR // peak if peak else 0
        print(f"  {h:02d} {'#' * width:<{BAR}} {size[h] / 1024:10.1f} KiB")
    print()


def print_growth(per_day):
    print("new visitors by day")
    total = 0
    for day in sorted(per_day):
        total += per_day[day]
        print(f"  {day}  +{per_day[day]:<6d} {total:8d}")
    print()


def main():
    paths = Column()
    hosts = Column()
    classes = [0] * 10
    size = [0] * 24
    first_seen = {}
    count = 0
    for e in read_entries(sys.stdin):
        count += 1
        p = paths.slot(e["path"].partition("?")[0])
        h = hosts.slot(e["host"])
        if hosts.hits[h] == 0:
            day = e["time"].date().isoformat()
            first_seen[day] = first_seen.get(day, 0) + 1
        paths.hits[p] += 1
        hosts.hits[h] += 1
        status = e["status"]
        classes[status // 100] += 1
        if status >= 400:
            paths.errors[p] += 1
            hosts.errors[h] += 1
        size[e["time"].hour] += e["size"]
    if count == 0:
        print("no entries", file=sys.stderr)
        return 1
    print_top("top paths", paths, paths.hits)
    print_top("failing paths", paths, paths.errors)
    print_top("hosts with errors", hosts, hosts.errors)
    print_hours(size)
    print_growth(first_seen)
    for k in range(10):
        if classes[k]:
            print(f"{k}xx {classes[k]:8d} {100 * classes[k] / count:5.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
