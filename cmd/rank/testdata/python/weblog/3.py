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


from collections import Counter
from functools import reduce
from itertools import accumulate
from typing import NamedTuple


class Summary(NamedTuple):
    paths: Counter
    classes: Counter
    failing: Counter
    hours: Counter
    days: dict


def facts(entry):
    """What a single entry contributes to the summary."""
    broken = entry["status"] >= 400
    return Summary(
        Counter({entry["path"].split("?")[0]: 1}),
        Counter({f"{entry['status'] // 100}xx": 1}),
        Counter({entry["host"]: 1} if broken else {}),
        Counter({entry["time"].hour: entry["size"]}),
        {entry["time"].date(): {entry["host"]}},
    )


def absorb(total, entry):
    new = facts(entry)
    for old, more in zip(total[:4], new[:4]):
        old.update(more)
    for day, hosts in new.days.items():
        total.days.setdefault(day, set()).update(hosts)
    return total


def summarize(entries):
    return reduce(absorb, entries, Summary(Counter(), Counter(), Counter(), Counter(), {}))


def ranked(counter, limit=None):
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]


def table(title, pairs):
    yield f"== {title}"
    yield from (f"{count:8d}  {name}" for name, count in pairs)


def bars(hours, width=40):
    peak = max(hours.values(), default=0) or 1
    yield "== bytes per hour"
    yield from (
        f"{hour:02d}h {'#' * round(width * hours[hour] / peak):{width}} {hours[hour]}"
        for hour in range(24)
        if hours[hour]
    )


def growth(days):
    """The number of different visitors seen up to each day."""
    ordered = sorted(days)
    seen = accumulate((days[day] for day in ordered), set.union)
    sizes = [len(hosts) for hosts in seen]
    yield "== visitors so far"
    yield from (
        f"{day}  {size:6d}  (+{size - before})"
        for day, size, before in zip(ordered, sizes, [0, *sizes])
    )


def report(summary):
    yield from table("top paths", ranked(summary.paths, 10))
    yield from table("status classes", sorted(summary.classes.items()))
    yield from table("hosts with errors", ranked(summary.failing, 10))
    yield from bars(summary.hours)
    yield from growth(summary.days)


def main():
    summary = summarize(read_entries(sys.stdin))
    if not summary.paths:
        sys.exit("no entries")
    print("\n".join(report(summary)))


if __name__ == "__main__":
    main()
