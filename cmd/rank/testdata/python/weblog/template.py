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
