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
from collections import Counter, defaultdict

TOP = 10
BAR_WIDTH = 40
CLASSES = {1: "informational", 2: "success", 3: "redirect", 4: "client error", 5: "server error"}


class Statistics:
    """Collects one pass over the entries; every collector is a method in COLLECTORS."""

    def __init__(self):
        self.entries = 0
        self.paths = Counter()
        self.bytes_by_path = Counter()
        self.errors = defaultdict(Counter)
        self.hours = Counter()
        self.classes = Counter()
        self.first_seen = {}
        self.days = set()

    def count_path(self, entry):
        path = entry["path"].partition("?")[0]
        self.paths[path] += 1
        self.bytes_by_path[path] += entry["size"]

    def count_error(self, entry):
        if entry["status"] >= 400:
            self.errors[entry["host"]][entry["status"]] += 1

    def count_hour(self, entry):
        self.hours[entry["time"].hour] += entry["size"]

    def count_class(self, entry):
        self.classes[entry["status"] // 100] += 1

    def count_visitor(self, entry):
        day = entry["time"].date()
        host = entry["host"]
        self.days.add(day)
        self.first_seen[host] = min(day, self.first_seen.get(host, day))

    COLLECTORS = (count_path, count_error, count_hour, count_class, count_visitor)

    def feed(self, entries):
        for entry in entries:
            self.entries += 1
            for collect in self.COLLECTORS:
                collect(self, entry)

    def visitors(self):
        """Yields (day, new visitors, visitors so far)."""
        new = Counter(self.first_seen.values())
        total = 0
        for day in sorted(self.days):
            total += new[day]
            yield day, new[day], total


def ranked(counter):
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))


def top_paths(stats):
    for path, count in ranked(stats.paths)[:TOP]:
        yield f"{count:7d} {stats.bytes_by_path[path]:12,d}  {path}"


def error_hosts(stats):
    totals = Counter({host: codes.total() for host, codes in stats.errors.items()})
    for host, total in ranked(totals)[:TOP]:
        detail = ", ".join(f"{code}: {n}" for code, n in sorted(stats.errors[host].items()))
        yield f"{total:7d}  {host} ({detail})"


def hourly_traffic(stats):
    most = max(stats.hours.values(), default=0)
    for hour in range(24):
        size = stats.hours[hour]
        bar = "#" * round(BAR_WIDTH * size / most) if most else ""
        yield f"{hour:02d}:00 {size:12,d} {bar}".rstrip()


def growth(stats):
    for day, new, total in stats.visitors():
        share = 100 * new / total if total else 0
        yield f"{day} {new:6d} new {total:7d} in all  +{share:.1f}%"


def status_classes(stats):
    for number, count in sorted(stats.classes.items()):
        name = CLASSES.get(number, "unknown")
        yield f"{number}xx {name:14} {count:7d} {100 * count / stats.entries:5.1f}%"


SECTIONS = {
    "paths": ("Most wanted paths", top_paths),
    "errors": ("Hosts with errors", error_hosts),
    "hours": ("Bytes per hour", hourly_traffic),
    "visitors": ("Unique visitors", growth),
    "status": ("Status classes", status_classes),
}


def main(argv):
    chosen = argv or list(SECTIONS)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        print(f"no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    stats = Statistics()
    stats.feed(read_entries(sys.stdin))
    if not stats.entries:
        print("the log is empty", file=sys.stderr)
        return 1
    for name in chosen:
        title, section = SECTIONS[name]
        print(title, "-" * len(title), sep="\n")
        for line in section(stats):
            print(line)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
