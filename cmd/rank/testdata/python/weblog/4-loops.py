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


# everything we learn from the file
hits = {}
sizes = {}
bad_guys = {}
by_hour = [0 for _ in range(24)]
kinds = {"1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0}
visitors = []
fresh = {}
lines = 0


def gather(source):
    global lines
    reader = iter(read_entries(source))
    item = next(reader, None)
    while item is not None:
        lines = lines + 1
        # cut off the part behind the question mark
        url = item["path"]
        url = url[:url.index("?")] if "?" in url else url
        if url not in hits:
            hits[url] = 1
            sizes[url] = item["size"]
        else:
            hits[url] = hits[url] + 1
            sizes[url] = sizes[url] + item["size"]
        # table of limits instead of many questions
        code = item["status"]
        k = 0
        limits = [(500, "5xx"), (400, "4xx"), (300, "3xx"), (200, "2xx"), (0, "1xx")]
        while code < limits[k][0]:
            k += 1
        kinds[limits[k][1]] += 1
        # write down bad codes
        if not code < 400:
            if item["host"] in bad_guys:
                pass
            else:
                bad_guys[item["host"]] = []
            bad_guys[item["host"]].append(code)
        by_hour[item["time"].hour] += item["size"]
        # first visit?
        date = item["time"].strftime("%Y-%m-%d")
        fresh[date] = fresh[date] if date in fresh else 0
        if item["host"] in visitors:
            item = next(reader, None)
            continue
        visitors.append(item["host"])
        fresh[date] += 1
        item = next(reader, None)


def show_urls(limit):
    print("Top paths")
    rest = list(hits.keys())
    for _ in range(limit):
        if not rest:
            break
        # find the maximum with an index
        top = rest[0]
        i = 1
        while i < len(rest):
            url = rest[i]
            top = url if hits[url] > hits[top] or (hits[url] == hits[top] and url < top) else top
            i += 1
        print("  %5d %10d %s" % (hits[top], sizes[top], top))
        rest.remove(top)


def show_bad():
    print("Hosts with errors")
    todo = sorted(bad_guys)
    if todo:
        while todo:
            name = todo.pop(0)
            mine = len([c for c in bad_guys[name] if c < 500])
            theirs = len([c for c in bad_guys[name] if not c < 500])
            print("  %-20s client %3d server %3d" % (name, mine, theirs))
    else:
        print("  none")


def show_day():
    print("Traffic per hour")
    i = 0
    top = 0
    while i < len(by_hour):
        top = by_hour[i] if by_hour[i] > top else top
        i += 1
    i = 0
    while i < 24:
        stars = "" if top <= 0 else "#" * int(by_hour[i] * 40 / top)
        print("  %02d %-40s %d" % (i, stars, by_hour[i]))
        i += 1


def show_growth(dates, known):
    # one day per call
    if not dates:
        return
    date = dates[0]
    now = known + fresh[date]
    if known != 0:
        text = "+%.1f%%" % (100 * fresh[date] / known)
        # below 5 percent it is slow
        text = text if not fresh[date] / known < 0.05 else text + " slow"
    else:
        text = "start"
    print("  %s %6d %s" % (date, now, text))
    show_growth(dates[1:], now)


def start():
    if not len(sys.argv) > 1:
        gather(sys.stdin)
    else:
        src = open(sys.argv[1])
        gather(src)
        src.close()
    if total_lines():
        show_urls(10)
        show_bad()
        show_day()
        print("Unique visitors")
        show_growth(sorted(fresh), 0)
        print("Status classes")
        names = list(kinds)
        while names:
            k = names.pop(0)
            print("  %s %6d %5.1f%%" % (k, kinds[k], 100 * kinds[k] / lines))
    else:
        print("nothing in the log")


def total_lines():
    return lines > 0


start()
