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
WIDTH = 50


def ranked(d, k):
    a = [(-d[x], x) for x in d]
    a.sort()
    return [(x, -n) for n, x in a[:k]]


def collect(entries):
    paths, errs = {}, {}
    size = [0] * 24
    hits = [0] * 24
    cls = [0] * 6
    seen = {}
    fresh = {}
    n = 0
    for e in entries:
        n += 1
        p = e["path"].split("?", 1)[0]
        paths[p] = paths.get(p, 0) + 1
        h = e["time"].hour
        hits[h] += 1
        size[h] += e["size"]
        c = e["status"] // 100
        cls[c if 1 <= c <= 5 else 0] += 1
        if c >= 4:
            errs[e["host"]] = errs.get(e["host"], 0) + 1
        d = e["time"].strftime("%Y-%m-%d")
        fresh.setdefault(d, 0)
        # the earliest day on which a host was seen
        if e["host"] not in seen:
            seen[e["host"]] = d
            fresh[d] += 1
        elif d < seen[e["host"]]:
            fresh[seen[e["host"]]] -= 1
            seen[e["host"]] = d
            fresh[d] += 1
    return n, paths, errs, size, hits, cls, fresh


def human(n):
    for u in "B", "K", "M":
        if n < 1024:
            return f"{n:.0f}{u}"
        n /= 1024
    return f"{n:.1f}G"


def title(s):
    print()
    print(s)
    print("-" * len(s))


def report(n, paths, errs, size, hits, cls, fresh):
    print(f"{n} requests, {human(sum(size))}")
    title("top paths")
    for p, k in ranked(paths, TOP):
        print(f"{k:7d} {100 * k / n:5.1f}% {p}")
    title("hosts with errors")
    for h, k in ranked(errs, TOP):
        print(f"{k:7d} {h}")
    if not errs:
        print("none")
    title("traffic per hour")
    m = max(size) or 1
    for h in range(24):
        if hits[h]:
            bar = "#" * ((size[h] * WIDTH + m - 1) // m)
            print(f"{h:02d} {hits[h]:6d} {human(size[h]):>6s} {bar}")
    title("unique visitors")
    t = 0
    for d in sorted(fresh):
        t += fresh[d]
        print(f"{d} {t:6d} (+{fresh[d]})")
    title("status classes")
    for i in range(1, 6):
        print(f"{i}xx {cls[i]:7d} {100 * cls[i] / n:5.1f}%")
    if cls[0]:
        print(f"other {cls[0]}")


def main():
    if len(sys.argv) > 1:
        with open(sys.argv[1], errors="replace") as f:
            r = collect(read_entries(f))
    else:
        r = collect(read_entries(sys.stdin))
    if r[0] == 0:
        sys.exit("no entries")
    report(*r)


if __name__ == "__main__":
    main()
