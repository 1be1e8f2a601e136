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


# these variables are filled while reading the log
path_count = {}
path_bytes = {}
error_hosts = {}
hour_bytes = [0] * 24
classes = {"1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0}
seen_hosts = []
new_per_day = {}
total = 0


def collect(stream):
    global total
    for e in read_entries(stream):
        total = total + 1
        # count the path, without the query string
        p = e["path"]
        if "?" in p:
            p = p[:p.index("?")]
        if p in path_count:
            path_count[p] = path_count[p] + 1
            path_bytes[p] = path_bytes[p] + e["size"]
        else:
            path_count[p] = 1
            path_bytes[p] = e["size"]
        # the class of the status
        s = e["status"]
        if s >= 500:
            classes["5xx"] += 1
        elif s >= 400:
            classes["4xx"] += 1
        elif s >= 300:
            classes["3xx"] += 1
        elif s >= 200:
            classes["2xx"] += 1
        else:
            classes["1xx"] += 1
        # remember hosts which got an error
        if s >= 400:
            if e["host"] not in error_hosts:
                error_hosts[e["host"]] = []
            error_hosts[e["host"]].append(s)
        # traffic of the hour
        hour_bytes[e["time"].hour] += e["size"]
        # is it a new visitor?
        day = e["time"].strftime("%Y-%m-%d")
        if day not in new_per_day:
            new_per_day[day] = 0
        if e["host"] not in seen_hosts:
            seen_hosts.append(e["host"])
            new_per_day[day] += 1


def print_paths(how_many):
    print("Top paths")
    left = list(path_count.keys())
    n = 0
    while n < how_many and len(left) > 0:
        # search the biggest one that is left
        best = left[0]
        for p in left:
            if path_count[p] > path_count[best]:
                best = p
            elif path_count[p] == path_count[best] and p < best:
                best = p
        print("  %5d %10d %s" % (path_count[best], path_bytes[best], best))
        left.remove(best)
        n = n + 1


def print_errors():
    print("Hosts with errors")
    if len(error_hosts) == 0:
        print("  none")
    for h in sorted(error_hosts):
        client = 0
        server = 0
        for s in error_hosts[h]:
            if s < 500:
                client += 1
            else:
                server += 1
        print("  %-20s client %3d server %3d" % (h, client, server))


def print_hours():
    print("Traffic per hour")
    biggest = 0
    for b in hour_bytes:
        if b > biggest:
            biggest = b
    for hour in range(24):
        bar = ""
        if biggest > 0:
            bar = "#" * int(hour_bytes[hour] * 40 / biggest)
        print("  %02d %-40s %d" % (hour, bar, hour_bytes[hour]))


def print_visitors():
    print("Unique visitors")
    sum_so_far = 0
    for day in sorted(new_per_day):
        before = sum_so_far
        sum_so_far += new_per_day[day]
        if before == 0:
            growth = "start"
        else:
            growth = "+%.1f%%" % (100 * new_per_day[day] / before)
        # less than 5 percent is called slow
        if before > 0 and new_per_day[day] / before < 0.05:
            growth = growth + " slow"
        print("  %s %6d %s" % (day, sum_so_far, growth))


def main():
    if len(sys.argv) > 1:
        f = open(sys.argv[1])
        collect(f)
        f.close()
    else:
        collect(sys.stdin)
    if total == 0:
        print("nothing in the log")
        return
    print_paths(10)
    print_errors()
    print_hours()
    print_visitors()
    print("Status classes")
    for c in classes:
        print("  %s %6d %5.1f%%" % (c, classes[c], 100 * classes[c] / total))


main()
