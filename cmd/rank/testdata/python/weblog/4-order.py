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


# Log statistics for the homework
per_day = {}
known = []
status_groups = {"1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0}
load = [0] * 24
troubles = {}
page_size = {}
page_hits = {}
amount = 0
version = 1


def write_visitors():
    so_far = 0
    print("Unique visitors")
    for d in sorted(per_day):
        old = so_far
        so_far = per_day[d] + so_far
        if 0 != old:
            info = "+%.1f%%" % (per_day[d] * 100 / old)
        else:
            info = "start"
        # a small plus is slow
        if per_day[d] / max(old, 1) < 0.05 and 0 < old:
            info += " slow"
        print("  %s %6d %s" % (d, so_far, info))


def write_clock():
    top = 0
    width = 40
    print("Traffic per hour")
    for x in load:
        if top < x:
            top = x
    for h in range(0, 24):
        stars = ""
        if 0 < top:
            stars = int(width * load[h] / top) * "#"
        print("  %02d %-40s %d" % (h, stars, load[h]))


def write_troubles():
    print("Hosts with errors")
    if 0 == len(troubles):
        print("  none")
    for name in sorted(troubles):
        srv = 0
        cli = 0
        for code in troubles[name]:
            if code >= 500:
                srv = 1 + srv
            else:
                cli = 1 + cli
        print("  %-20s client %3d server %3d" % (name, cli, srv))


def write_pages(limit):
    done = 0
    rest = list(page_hits.keys())
    print("Top paths")
    while len(rest) > 0 and limit > done:
        # maximum of the rest
        champion = rest[0]
        for page in rest:
            if page_hits[champion] == page_hits[page] and champion > page:
                champion = page
            elif page_hits[champion] < page_hits[page]:
                champion = page
        done = 1 + done
        rest.remove(champion)
        print("  %5d %10d %s" % (page_hits[champion], page_size[champion], champion))


def take(source):
    global amount
    for rec in read_entries(source):
        who = rec["host"]
        code = rec["status"]
        size = rec["size"]
        when = rec["time"]
        # visitors of the day
        d = when.strftime("%Y-%m-%d")
        if d not in per_day:
            per_day[d] = 0
        if who not in known:
            per_day[d] += 1
            known.append(who)
        # bytes of the hour
        load[when.hour] += size
        # which hundred is it
        if code < 200:
            status_groups["1xx"] += 1
        elif code < 300:
            status_groups["2xx"] += 1
        elif code < 400:
            status_groups["3xx"] += 1
        elif code < 500:
            status_groups["4xx"] += 1
        else:
            status_groups["5xx"] += 1
        if 400 <= code:
            if who not in troubles:
                troubles[who] = []
            troubles[who].append(code)
        # the page
        page = rec["path"]
        if "?" in page:
            page = page[:page.index("?")]
        if page not in page_hits:
            page_size[page] = size
            page_hits[page] = 1
        else:
            page_size[page] = size + page_size[page]
            page_hits[page] = 1 + page_hits[page]
        amount = 1 + amount


def begin():
    debug = False
    if len(sys.argv) <= 1:
        take(sys.stdin)
    else:
        src = open(sys.argv[1])
        take(src)
        src.close()
    if debug:
        print("version", version)
    if 0 == amount:
        print("nothing in the log")
        return
    write_pages(10)
    write_troubles()
    write_clock()
    write_visitors()
    print("Status classes")
    for g in status_groups:
        part = status_groups[g] * 100 / amount
        print("  %s %6d %5.1f%%" % (g, status_groups[g], part))


begin()
