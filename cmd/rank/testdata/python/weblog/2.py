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

BAR_WIDTH = 40


class TrafficStatistics:
    """Collects everything that the report needs, one entry at a time."""

    def __init__(self) -> None:
        self.requests_by_path: Counter = Counter()
        self.errors_by_host: Counter = Counter()
        self.bytes_by_hour: Counter = Counter()
        self.requests_by_status_class: Counter = Counter()
        self.hosts_by_day: dict = defaultdict(set)

    def add_entry(self, entry: dict) -> None:
        self.requests_by_path[entry["path"]] += 1
        self.requests_by_status_class[entry["status"] // 100] += 1
        self.bytes_by_hour[entry["time"].hour] += entry["size"]
        self.hosts_by_day[entry["time"].date()].add(entry["host"])
        if entry["status"] >= 400:
            self.errors_by_host[entry["host"]] += 1

    def visitor_growth(self) -> list:
        """Return (day, new visitors, visitors so far) for every day."""
        known_hosts: set = set()
        growth = []
        for day in sorted(self.hosts_by_day):
            new_hosts = self.hosts_by_day[day] - known_hosts
            known_hosts |= new_hosts
            growth.append((day, len(new_hosts), len(known_hosts)))
        return growth


def sorted_by_count(counter: Counter, limit: int) -> list:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))[:limit]


def format_ranking(title: str, counter: Counter, limit: int) -> list:
    lines = [title]
    for name, count in sorted_by_count(counter, limit):
        lines.append(f"  {count:7d} {name}")
    return lines


def format_hours(bytes_by_hour: Counter) -> list:
    highest = max(bytes_by_hour.values(), default=0) or 1
    lines = ["Traffic per hour"]
    for hour in range(24):
        size = bytes_by_hour[hour]
        bar = "#" * round(size * BAR_WIDTH / highest)
        lines.append(f"  {hour:02d} {size:10d} {bar}")
    return lines


def format_status_classes(requests_by_class: Counter) -> list:
    total = sum(requests_by_class.values())
    lines = ["Status classes"]
    for status_class in sorted(requests_by_class):
        count = requests_by_class[status_class]
        lines.append(f"  {status_class}xx {count:7d} {100 * count / total:5.1f} %")
    return lines


def format_growth(growth: list) -> list:
    lines = ["Unique visitors"]
    for day, new_count, total_count in growth:
        lines.append(f"  {day} +{new_count} = {total_count}")
    return lines


def build_report(statistics: TrafficStatistics, limit: int = 10) -> str:
    lines = format_ranking("Top paths", statistics.requests_by_path, limit)
    lines += format_ranking("Hosts with errors", statistics.errors_by_host, limit)
    lines += format_hours(statistics.bytes_by_hour)
    lines += format_status_classes(statistics.requests_by_status_class)
    lines += format_growth(statistics.visitor_growth())
    return "\n".join(lines)


def main() -> None:
    statistics = TrafficStatistics()
    for entry in read_entries(sys.stdin):
        statistics.add_entry(entry)
    print(build_report(statistics))


if __name__ == "__main__":
    main()
