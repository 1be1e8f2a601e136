# Recurring dates: "every second Tuesday", "the last working day of each quarter".
#
# A rule is a string of fields in the spirit of RFC 5545, for instance
#   FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR;COUNT=8
# and occurrences() yields dates in order. Times of day and time zones are left out
# on purpose: whoever needs them combines the dates with a time of their own.

import calendar
import datetime as dt
import itertools
import re

ONE_DAY = dt.timedelta(days=1)
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "last but one"}
FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
GIVE_UP_AFTER = 400  # periods without any occurrence, as 30 February has


def _integers(lowest, highest):
    def parse(text):
        values = []
        for part in text.split(","):
            number = int(part)
            if number == 0 or not lowest <= number <= highest:
                raise ValueError(f"{number} is not from {lowest} to {highest}")
            values.append(number)
        return tuple(values)

    return parse


def _days(text):
    days = []
    for part in text.split(","):
        found = re.fullmatch(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)", part)
        if not found:
            raise ValueError(f"no weekday: {part!r}")
        days.append((int(found[1] or 0), WEEKDAYS.index(found[2])))
    return tuple(days)


def _date(text):
    return dt.datetime.strptime(text[:8], "%Y%m%d").date()


def _frequency(text):
    if text not in FREQUENCIES:
        raise ValueError(f"unknown frequency {text!r}")
    return text


FIELDS = {
    "FREQ": _frequency,
    "INTERVAL": int,
    "COUNT": int,
    "UNTIL": _date,
    "BYDAY": _days,
    "BYMONTHDAY": _integers(-31, 31),
    "BYMONTH": _integers(1, 12),
    "BYSETPOS": _integers(-366, 366),
    "WKST": WEEKDAYS.index,
}


def month_after(year, month, months):
    """The month that many later; months may be negative."""
    index = year * 12 + month - 1 + months
    return index // 12, index % 12 + 1


def days_of_month(year, month):
    _, length = calendar.monthrange(year, month)
    first = dt.date(year, month, 1)
    return [first + dt.timedelta(days=n) for n in range(length)]


def pick_nth(days, number):
    """Like an index that starts at 1, counts back if negative, and may miss."""
    index = number - 1 if number > 0 else len(days) + number
    return days[index] if 0 <= index < len(days) else None


class Rule:
    def __init__(self, frequency, interval=1, count=None, until=None, days=(), month_days=(),
                 months=(), positions=(), week_start=0):
        if interval < 1:
            raise ValueError("an interval is at least 1")
        if count is not None and until is not None:
            raise ValueError("COUNT and UNTIL exclude each other")
        self.frequency = frequency
        self.interval = interval
        self.count = count
        self.until = until
        self.days = days
        self.month_days = month_days
        self.months = months
        self.positions = positions
        self.week_start = week_start

    @classmethod
    def parse(cls, text):
        fields = {}
        for part in text.upper().removeprefix("RRULE:").split(";"):
            name, equals, value = part.partition("=")
            if not equals or name not in FIELDS:
                raise ValueError(f"cannot read {part!r} in {text!r}")
            if name in fields:
                raise ValueError(f"{name} is there twice in {text!r}")
            fields[name] = FIELDS[name](value)
        if "FREQ" not in fields:
            raise ValueError(f"no FREQ in {text!r}")
        return cls(
            fields["FREQ"],
            interval=fields.get("INTERVAL", 1),
            count=fields.get("COUNT"),
            until=fields.get("UNTIL"),
            days=fields.get("BYDAY", ()),
            month_days=fields.get("BYMONTHDAY", ()),
            months=fields.get("BYMONTH", ()),
            positions=fields.get("BYSETPOS", ()),
            week_start=fields.get("WKST", 0),
        )

    def _periods(self, start):
        """Yields the days of each period that counts, forever."""
        if self.frequency == "DAILY":
            for n in itertools.count(0, self.interval):
                yield [start + n * ONE_DAY]
        elif self.frequency == "WEEKLY":
            monday = start - ((start.weekday() - self.week_start) % 7) * ONE_DAY
            for n in itertools.count(0, 7 * self.interval):
                yield [monday + (n + i) * ONE_DAY for i in range(7)]
        elif self.frequency == "MONTHLY":
            for n in itertools.count(0, self.interval):
                yield days_of_month(*month_after(start.year, start.month, n))
        else:
            for year in itertools.count(start.year, self.interval):
                yield [day for month in range(1, 13) for day in days_of_month(year, month)]

    def _month_day_fits(self, day):
        _, length = calendar.monthrange(day.year, day.month)
        return any(day.day == (n if n > 0 else length + 1 + n) for n in self.month_days)

    def _weekday_days(self, period):
        """Days of a period whose weekday is asked for, with or without a number."""
        chosen = set()
        for number, weekday in self.days:
            same = [day for day in period if day.weekday() == weekday]
            if number == 0:
                chosen.update(same)
            elif self.frequency == "YEARLY" and self.months:
                for _, of_month in itertools.groupby(same, key=lambda day: day.month):
                    chosen.add(pick_nth(list(of_month), number))
            else:
                chosen.add(pick_nth(same, number))
        chosen.discard(None)
        return chosen

    def _chosen(self, period, start):
        if self.months:
            period = [day for day in period if day.month in self.months]
        if self.month_days:
            period = [day for day in period if self._month_day_fits(day)]
        if self.days:
            wanted = self._weekday_days(period)
            period = [day for day in period if day in wanted]
        if not self.days and not self.month_days:
            period = [day for day in period if self._like_start(day, start)]
        if self.positions:
            picked = {pick_nth(period, n) for n in self.positions} - {None}
            period = sorted(picked)
        return period

    def _like_start(self, day, start):
        if self.frequency == "WEEKLY":
            return day.weekday() == start.weekday()
        if self.frequency == "MONTHLY":
            return day.day == start.day
        if self.frequency == "YEARLY":
            return day.day == start.day and (self.months or day.month == start.month)
        return True

    def occurrences(self, start, exceptions=()):
        """Yields dates from start on. Exceptions count, but are not yielded."""
        left = self.count
        empty = 0
        try:
            for period in self._periods(start):
                days = [day for day in self._chosen(period, start) if day >= start]
                empty = 0 if days else empty + 1
                if empty > GIVE_UP_AFTER:
                    return
                for day in days:
                    if left == 0 or self.until is not None and day > self.until:
                        return
                    if left is not None:
                        left -= 1
                    if day not in exceptions:
                        yield day
                if self.until is not None and period[0] > self.until:
                    return
        except (OverflowError, ValueError):
            return  # the year 10000

    def between(self, start, first, last):
        fitting = itertools.dropwhile(lambda day: day < first, self.occurrences(start))
        return list(itertools.takewhile(lambda day: day <= last, fitting))

    def next(self, start, after):
        return next((day for day in self.occurrences(start) if day > after), None)

    def __str__(self):
        unit = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}[self.frequency]
        text = f"every {unit}" if self.interval == 1 else f"every {self.interval} {unit}s"
        if self.days:
            named = [f"the {ORDINALS.get(n, str(n))} {NAMES[d]}" if n else NAMES[d] for n, d in self.days]
            text += " on " + ", ".join(named)
        if self.month_days:
            text += " on day " + ", ".join(map(str, self.month_days))
        if self.months:
            text += " in " + ", ".join(calendar.month_name[m] for m in self.months)
        if self.count:
            text += f", {self.count} times"
        if self.until:
            text += f", until {self.until.isoformat()}"
        return text


def merge(*streams):
    """Puts ordered streams of dates together, each date once."""
    import heapq

    for day, _ in itertools.groupby(heapq.merge(*streams)):
        yield day
