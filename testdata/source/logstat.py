"""Summarise web server access logs (combined format, plain or gzip)."""
from __future__ import annotations

import argparse
import bisect
import gzip
import ipaddress
import re
import sys
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import IO, Iterable, Iterator, NamedTuple, Optional

LINE_RE = re.compile(
    r'(?P<host>\S+) \S+ (?P<user>\S+) \[(?P<when>[^\]]+)\] '
    r'"(?P<request>(?:[^"\\]|\\.)*)" (?P<status>\d{3}) (?P<size>\d+|-)'
    r'(?: "(?P<referer>(?:[^"\\]|\\.)*)" "(?P<agent>(?:[^"\\]|\\.)*)")?'
    r'(?: (?P<seconds>\d+\.\d+))?'
)
MONTHS = {name: i + 1 for i, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())}
BOT_WORDS = ("bot", "crawl", "spider", "slurp", "curl/", "wget/", "python-")
BAR = "▏▎▍▌▋▊▉█"


class Hit(NamedTuple):
    host: str
    when: datetime
    method: str
    path: str
    status: int
    size: int
    referer: str
    agent: str
    seconds: Optional[float]

    @property
    def is_bot(self) -> bool:
        agent = self.agent.lower()
        return agent in ("", "-") or any(word in agent for word in BOT_WORDS)


def parse_time(stamp: str) -> datetime:
    # strptime is ten times slower, and depends on the locale: "10/Oct/2000:13:55:36 -0700"
    day, month, year = int(stamp[0:2]), MONTHS[stamp[3:6]], int(stamp[7:11])
    hour, minute, second = int(stamp[12:14]), int(stamp[15:17]), int(stamp[18:20])
    sign = -1 if stamp[21] == "-" else 1
    offset = timedelta(hours=int(stamp[22:24]), minutes=int(stamp[24:26])) * sign
    return datetime(year, month, day, hour, minute, second, tzinfo=timezone(offset))


def parse_line(line: str) -> Optional[Hit]:
    m = LINE_RE.match(line)
    if m is None:
        return None
    request = m["request"].split(" ")
    if len(request) < 2:
        request = ["-", m["request"]]
    try:
        when = parse_time(m["when"])
    except (KeyError, ValueError, IndexError):
        return None
    return Hit(
        host=m["host"],
        when=when,
        method=request[0],
        path=request[1].partition("?")[0],
        status=int(m["status"]),
        size=0 if m["size"] == "-" else int(m["size"]),
        referer=m["referer"] or "-",
        agent=m["agent"] or "-",
        seconds=float(m["seconds"]) if m["seconds"] else None,
    )


def open_log(path: str) -> IO[str]:
    if path == "-":
        return sys.stdin
    if path.endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8", errors="replace")
    return open(path, encoding="utf-8", errors="replace")


def read_hits(paths: Iterable[str], rejected: Counter) -> Iterator[Hit]:
    for path in paths:
        with open_log(path) as lines:
            for line in lines:
                hit = parse_line(line)
                if hit is None:
                    rejected[path] += 1
                else:
                    yield hit


class Quantiles:
    """Keeps a bounded sorted sample. Every second value goes when it is full."""

    def __init__(self, capacity: int = 4096) -> None:
        self.capacity = capacity
        self.values: list[float] = []
        self.stride = 1
        self.seen = 0

    def add(self, value: float) -> None:
        self.seen += 1
        if self.seen % self.stride:
            return
        bisect.insort(self.values, value)
        if len(self.values) >= self.capacity:
            del self.values[::2]
            self.stride *= 2

    def at(self, q: float) -> float:
        if not self.values:
            return float("nan")
        return self.values[min(int(q * len(self.values)), len(self.values) - 1)]


class Summary:
    def __init__(self, step: timedelta) -> None:
        self.step = step
        self.hits = 0
        self.bytes = 0
        self.bots = 0
        self.hosts: Counter = Counter()
        self.paths: Counter = Counter()
        self.statuses: Counter = Counter()
        self.missing: Counter = Counter()
        self.referers: Counter = Counter()
        self.timeline: Counter = Counter()
        self.latency: dict[str, Quantiles] = {}
        self.first: Optional[datetime] = None
        self.last: Optional[datetime] = None

    def add(self, hit: Hit) -> None:
        self.hits += 1
        self.bytes += hit.size
        self.bots += hit.is_bot
        self.hosts[network(hit.host)] += 1
        self.statuses[hit.status] += 1
        if hit.status == 404:
            self.missing[hit.path] += 1
        elif hit.status < 400:
            self.paths[hit.path] += 1
        if hit.referer != "-":
            self.referers[re.sub(r"^https?://([^/]+).*", r"\1", hit.referer)] += 1
        self.first = hit.when if self.first is None else min(self.first, hit.when)
        self.last = hit.when if self.last is None else max(self.last, hit.when)
        self.timeline[int(hit.when.timestamp() // self.step.total_seconds())] += 1
        if hit.seconds is not None:
            section = "/" + hit.path.strip("/").split("/", 1)[0]
            self.latency.setdefault(section, Quantiles()).add(hit.seconds)


def network(host: str) -> str:
    """Folds addresses into /24 and /48, host names into their last two labels."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ".".join(host.rsplit(".", 2)[-2:])
    prefix = 24 if address.version == 4 else 48
    return str(ipaddress.ip_network(f"{address}/{prefix}", strict=False))


def human(n: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if n < 1000:
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n /= 1000
    return f"{n:.1f} TB"


def bar(value: int, largest: int, width: int = 40) -> str:
    eighths = round(8 * width * value / max(largest, 1))
    full, rest = divmod(eighths, 8)
    return BAR[-1] * full + (BAR[rest - 1] if rest else "")


def print_top(title: str, counter: Counter, n: int, out: IO[str]) -> None:
    if not counter:
        return
    print(f"\n{title}", file=out)
    total = sum(counter.values())
    for name, count in sorted(counter.items(), key=lambda kv: (-kv[1], str(kv[0])))[:n]:
        print(f"  {count:8d} {100 * count / total:5.1f} %  {str(name)[:70]!r}", file=out)


def print_summary(s: Summary, n: int, out: IO[str]) -> None:
    if s.first is None or s.last is None:
        print("no hits", file=out)
        return
    span = (s.last - s.first).total_seconds() or 1.0
    print(f"{s.hits} hits from {s.first:%Y-%m-%d %H:%M} to {s.last:%Y-%m-%d %H:%M}", file=out)
    print(f"{human(s.bytes)}, {s.hits / span:.2f} hits a second, {100 * s.bots / s.hits:.0f} % by robots", file=out)
    print_top("networks", s.hosts, n, out)
    print_top("pages", s.paths, n, out)
    print_top("not found", s.missing, n, out)
    print_top("came from", s.referers, n, out)
    print_top("statuses", s.statuses, n, out)
    print("\nover time", file=out)
    largest = max(s.timeline.values())
    for slot in range(min(s.timeline), max(s.timeline) + 1):
        when = datetime.fromtimestamp(slot * s.step.total_seconds(), timezone.utc)
        print(f"  {when:%m-%d %H:%M} {s.timeline[slot]:7d} {bar(s.timeline[slot], largest)}", file=out)
    for section, q in sorted(s.latency.items(), key=lambda kv: -kv[1].at(0.95))[:n]:
        print(f"  {section:<24} median {q.at(0.5):.3f} s, 95 % {q.at(0.95):.3f} s of {q.seen}", file=out)


def arguments(argv: Optional[list[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*", default=["-"], help="log files, - for standard input")
    parser.add_argument("-n", "--top", type=int, default=10)
    parser.add_argument("--step", type=int, default=60, metavar="MINUTES")
    parser.add_argument("--no-bots", action="store_true")
    parser.add_argument("--status", type=int, action="append", help="count these only")
    parser.add_argument("-o", "--output", type=Path)
    return parser.parse_args(argv)


def main() -> int:
    options = arguments()
    rejected: Counter = Counter()
    summary = Summary(timedelta(minutes=options.step))
    for hit in read_hits(options.logs, rejected):
        if options.no_bots and hit.is_bot:
            continue
        if options.status and hit.status not in options.status:
            continue
        summary.add(hit)
    if options.output:
        with options.output.open("w", encoding="utf-8") as out:
            print_summary(summary, options.top, out)
    else:
        print_summary(summary, options.top, sys.stdout)
    for path, count in rejected.items():
        print(f"{path}: {count} lines are not in the combined format", file=sys.stderr)
    return 1 if rejected and not summary.hits else 0


if __name__ == "__main__":
    raise SystemExit(main())
