import heapq
import itertools
import time


class Task:
    def __init__(self, due, action, period=None, priority=0):
        self.due = due
        self.action = action
        self.period = period
        self.priority = priority
        self.cancelled = False

    def cancel(self):
        self.cancelled = True

    def __lt__(self, other):
        return (self.due, -self.priority) < (other.due, -other.priority)


class Scheduler:
    """Runs tasks when they are due, the more urgent ones first."""

    def __init__(self, clock=time.monotonic, sleep=time.sleep):
        self.queue = []
        self.clock = clock
        self.sleep = sleep
        self.numbers = itertools.count()
        self.errors = []
        self.running = False

    def at(self, due, action, **options):
        task = Task(due, action, **options)
        heapq.heappush(self.queue, (task.due, next(self.numbers), task))
        return task

    def after(self, seconds, action, **options):
        return self.at(self.clock() + seconds, action, **options)

    def every(self, seconds, action, **options):
        if seconds <= 0:
            raise ValueError("a period is positive")
        return self.after(seconds, action, period=seconds, **options)

    def next_due(self):
        while self.queue:
            due, _, task = self.queue[0]
            if not task.cancelled:
                return due
            heapq.heappop(self.queue)
        return None

    def run_once(self):
        now = self.clock()
        ran = 0
        while self.queue and self.queue[0][0] <= now:
            due, _, task = heapq.heappop(self.queue)
            if task.cancelled:
                continue
            try:
                task.action()
            except Exception as error:  # one task must not stop the others
                self.errors.append((task, error))
            ran += 1
            if task.period is not None and not task.cancelled:
                # Missed periods are not made up for.
                task.due = max(due + task.period, now)
                heapq.heappush(self.queue, (task.due, next(self.numbers), task))
        return ran

    def run(self, until=None):
        self.running = True
        while self.running:
            due = self.next_due()
            if due is None:
                break
            if until is not None and due > until:
                break
            wait = due - self.clock()
            if wait > 0:
                self.sleep(wait)
            self.run_once()
        self.running = False

    def stop(self):
        self.running = False


def retry(action, times=3, wait=1.0, factor=2.0, errors=(OSError,), sleep=time.sleep):
    for attempt in range(times):
        try:
            return action()
        except errors:
            if attempt == times - 1:
                raise
            sleep(wait)
            wait *= factor


def throttle(action, seconds, clock=time.monotonic):
    last = None

    def throttled(*args, **kwargs):
        nonlocal last
        now = clock()
        if last is not None and now - last < seconds:
            return None
        last = now
        return action(*args, **kwargs)

    return throttled
