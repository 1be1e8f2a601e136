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


WIDTH = 40


class Statistics:
    def __init__(self):
        self.requests = 0
        self.pages = {}
        self.volume = {}
        self.failures = {}
        self.clock = [0] * 24
        self.families = {"1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0}
        self.people = []
        self.arrivals = {}


def without_query(address):
    if "?" in address:
        return address[:address.index("?")]
    return address


def family_of(code):
    if code >= 500:
        return "5xx"
    elif code >= 400:
        return "4xx"
    elif code >= 300:
        return "3xx"
    elif code >= 200:
        return "2xx"
    return "1xx"


def note_page(st, size, page):
    if page in st.pages:
        st.pages[page] = st.pages[page] + 1
        st.volume[page] = st.volume[page] + size
    else:
        st.pages[page] = 1
        st.volume[page] = size


def note_failure(code, client, st):
    if client not in st.failures:
        st.failures[client] = []
    st.failures[client].append(code)


def note_person(client, when, st):
    date = when.strftime("%Y-%m-%d")
    if date not in st.arrivals:
        st.arrivals[date] = 0
    if client not in st.people:
        st.people.append(client)
        st.arrivals[date] += 1


def note(record, st):
    st.requests = st.requests + 1
    note_page(st, record["size"], without_query(record["path"]))
    st.families[family_of(record["status"])] += 1
    if record["status"] >= 400:
        note_failure(record["status"], record["host"], st)
    st.clock[record["time"].hour] += record["size"]
    note_person(record["host"], record["time"], st)


def is_better(st, one, two):
    # more requests, or the same number and earlier in the alphabet
    if st.pages[one] > st.pages[two]:
        return True
    return st.pages[one] == st.pages[two] and one < two


def most_wanted(candidates, st):
    winner = candidates[0]
    for page in candidates:
        if is_better(st, page, winner):
            winner = page
    return winner


def count_failures(codes):
    client = 0
    server = 0
    for code in codes:
        if code < 500:
            client += 1
        else:
            server += 1
    return server, client


def bar_of(value, maximum):
    if maximum > 0:
        return "#" * int(value * WIDTH / maximum)
    return ""


def growth_text(added, base):
    if base == 0:
        return "start"
    text = "+%.1f%%" % (100 * added / base)
    if added / base < 0.05:
        text = text + " slow"
    return text


def report(st):
    print("Top paths")
    remaining = list(st.pages.keys())
    printed = 0
    while printed < 10 and len(remaining) > 0:
        page = most_wanted(remaining, st)
        print("  %5d %10d %s" % (st.pages[page], st.volume[page], page))
        remaining.remove(page)
        printed = printed + 1
    print("Hosts with errors")
    if len(st.failures) == 0:
        print("  none")
    for client in sorted(st.failures):
        server_errors, client_errors = count_failures(st.failures[client])
        print("  %-20s client %3d server %3d" % (client, client_errors, server_errors))
    print("Traffic per hour")
    maximum = max(st.clock)
    for h in range(24):
        print("  %02d %-40s %d" % (h, bar_of(st.clock[h], maximum), st.clock[h]))
    print("Unique visitors")
    running = 0
    for date in sorted(st.arrivals):
        text = growth_text(st.arrivals[date], running)
        running += st.arrivals[date]
        print("  %s %6d %s" % (date, running, text))
    print("Status classes")
    for f in st.families:
        print("  %s %6d %5.1f%%" % (f, st.families[f], 100 * st.families[f] / st.requests))


def load(st, stream):
    for record in read_entries(stream):
        note(record, st)


st = Statistics()
if len(sys.argv) > 1:
    with open(sys.argv[1]) as handle:
        load(st, handle)
else:
    load(st, sys.stdin)
if st.requests == 0:
    print("nothing in the log")
else:
    report(st)
