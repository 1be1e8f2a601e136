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


from collections import defaultdict

CLASS_NAMES = ("1xx", "2xx", "3xx", "4xx", "5xx")


class Report:
    """Collects a log and writes the sections one by one."""

    def __init__(self, limit=10, columns=40):
        self.columns = columns
        self.limit = limit
        self.growth = {}
        self.clients = set()
        self.hourly = {h: 0 for h in range(24)}
        self.codes = dict.fromkeys(CLASS_NAMES, 0)
        self.broken = defaultdict(lambda: [0, 0])
        self.urls = defaultdict(lambda: [0, 0])

    @property
    def size(self):
        return sum(self.codes.values())

    def visitor(self, stamp, client):
        key = stamp.strftime("%Y-%m-%d")
        self.growth[key] = self.growth.get(key, 0) + (client not in self.clients)
        self.clients.add(client)

    def feed(self, rec):
        client, number = rec["host"], rec["size"]
        self.visitor(rec["time"], client)
        self.hourly[rec["time"].hour] += number
        group = min(max(rec["status"] // 100, 1), 5)
        self.codes[CLASS_NAMES[group - 1]] += 1
        if group >= 4:
            # first the client errors, then the server errors
            self.broken[client][group - 4] += 1
        slot = self.urls[rec["path"].partition("?")[0]]
        slot[0] += 1
        slot[1] += number

    def section_paths(self):
        yield "Top paths"
        pool = dict(self.urls)
        for _ in range(min(self.limit, len(pool))):
            url = min(pool, key=lambda u: (-pool[u][0], u))
            yield "  %5d %10d %s" % (*pool.pop(url), url)

    def section_errors(self):
        yield "Hosts with errors"
        if not self.broken:
            yield "  none"
        yield from ("  %-20s client %3d server %3d" % (c, *self.broken[c]) for c in sorted(self.broken))

    def section_hours(self):
        yield "Traffic per hour"
        peak = max(self.hourly.values())
        for h, volume in self.hourly.items():
            length = int(volume * self.columns / peak) if peak else 0
            yield "  %02d %-40s %d" % (h, length * "#", volume)

    def section_visitors(self):
        yield "Unique visitors"
        reached = 0
        for key, plus in sorted(self.growth.items()):
            ratio = plus / reached if reached else None
            reached += plus
            if ratio is None:
                remark = "start"
            else:
                remark = "+%.1f%%%s" % (100 * ratio, " slow" * (ratio < 0.05))
            yield "  %s %6d %s" % (key, reached, remark)

    def section_classes(self):
        yield "Status classes"
        for label, n in self.codes.items():
            yield "  %s %6d %5.1f%%" % (label, n, n * 100 / self.size)


def run(args):
    rep = Report()
    source = open(args[0]) if args else sys.stdin
    with source:
        for rec in read_entries(source):
            rep.feed(rec)
    if not rep.size:
        print("nothing in the log")
        return
    for section in (rep.section_paths, rep.section_errors, rep.section_hours,
                    rep.section_visitors, rep.section_classes):
        print(*section(), sep="\n")


run(sys.argv[1:])
