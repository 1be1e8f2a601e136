import sys


class Item:
    def __init__(self, number):
        self.number = number
        self.small = None
        self.big = None


top = None
size = 0


def put(number):
    # True when it was not there before
    global top, size
    if top is not None:
        here = top
        placed = False
        while not placed:
            if not key_differs(here, number):
                return False
            if number > here.number:
                if here.big is not None:
                    here = here.big
                else:
                    here.big = Item(number)
                    placed = True
            elif here.small is not None:
                here = here.small
            else:
                here.small = Item(number)
                placed = True
        size = size + 1
    else:
        top = Item(number)
        size = 1
    return True


def key_differs(item, number):
    return item.number != number


def take(number):
    global top, size
    above = None
    here = top
    # look for it
    while True:
        if here is None:
            return False
        if here.number == number:
            break
        above = here
        here = here.big if number >= here.number else here.small
    size = size - 1
    if not (here.small is None or here.big is None):
        # replace by the next bigger number
        above = here
        low = here.big
        while True:
            if low.small is None:
                break
            above = low
            low = low.small
        here.number = low.number
        here = low
    kid = here.big if here.small is None else here.small
    if above is not None:
        if above.small is not here:
            above.big = kid
        else:
            above.small = kid
    else:
        top = kid
    return True


def below(number, here, best):
    # recursion instead of a loop
    if here is None:
        return best
    if here.number > number:
        return below(number, here.small, best)
    if here.number != number:
        return below(number, here.big, here.number)
    return number


def above_or_equal(number, here, best):
    if here is None:
        return best
    if here.number < number:
        return above_or_equal(number, here.big, best)
    if here.number != number:
        return above_or_equal(number, here.small, here.number)
    return number


def depth():
    # level by level
    level = [top] if top is not None else []
    n = 0
    while level:
        n = n + 1
        lower = []
        for item in level:
            lower = lower + [k for k in (item.small, item.big) if k is not None]
        level = lower
    return n


def walk(item):
    if item is not None:
        yield from walk(item.small)
        yield item.number
        yield from walk(item.big)


def test():
    numbers = list(walk(top))
    i = 1
    while i < len(numbers):
        if not numbers[i] > numbers[i - 1]:
            return "wrong order at " + str(numbers[i])
        i = i + 1
    return "ok" if len(numbers) == size else "wrong count " + str(len(numbers))


def do_put(values):
    while values:
        v = values.pop(0)
        if put(v):
            continue
        print(v, "is already there")


def do_take(values):
    while values:
        v = values.pop(0)
        if take(v):
            continue
        print(v, "is not there")


# command -> (smallest number of values, biggest number, function)
actions = {
    "insert": (1, 1000000, do_put),
    "delete": (1, 1000000, do_take),
    "floor": (1, 1, lambda v: print(below(v[0], top, None))),
    "ceiling": (1, 1, lambda v: print(above_or_equal(v[0], top, None))),
    "range": (2, 2, lambda v: print(" ".join([str(x) for x in walk(top) if not (x < v[0] or x > v[1])]))),
    "height": (0, 1000000, lambda v: print(depth())),
    "list": (0, 1000000, lambda v: print(" ".join(map(str, walk(top))))),
    "check": (0, 1000000, lambda v: print(test())),
}

text = sys.stdin.readline()
while text != "":
    parts = text.split()
    if parts:
        try:
            values = list(map(int, parts[1:]))
        except ValueError:
            values = None
        if values is None:
            print("only numbers please")
        else:
            action = actions.get(parts[0])
            if action is None or not action[0] <= len(values) <= action[1]:
                print("unknown command:", text.strip())
            else:
                action[2](values)
    text = sys.stdin.readline()
