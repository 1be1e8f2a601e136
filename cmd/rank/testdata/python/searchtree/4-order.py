# binary tree program
import sys

elements = 0
tree = None
commands_done = 0


class Leaf:
    def __init__(self, data):
        self.more = None
        self.less = None
        self.data = data


def verify():
    counted = 0
    previous = None
    for d in in_order():
        counted = 1 + counted
        if previous is not None and previous >= d:
            return "wrong order at " + str(d)
        previous = d
    if elements != counted:
        return "wrong count " + str(counted)
    return "ok"


def in_order():
    cur = tree
    waiting = []
    while cur is not None or len(waiting) > 0:
        while cur is not None:
            waiting.append(cur)
            cur = cur.less
        cur = waiting.pop()
        yield cur.data
        cur = cur.more


def tallness(cur):
    if cur is None:
        return 0
    r = tallness(cur.more)
    l = tallness(cur.less)
    if r >= l:
        return 1 + r
    return 1 + l


def next_up(data):
    cur = tree
    answer = None
    while cur is not None:
        if cur.data < data:
            cur = cur.more
        elif data == cur.data:
            return data
        else:
            answer = cur.data
            cur = cur.less
    return answer


def next_down(data):
    cur = tree
    answer = None
    while cur is not None:
        if cur.data > data:
            cur = cur.less
        elif data == cur.data:
            return data
        else:
            answer = cur.data
            cur = cur.more
    return answer


def throw_out(data):
    global elements, tree
    cur = tree
    up = None
    # go down to the place
    while cur is not None and data != cur.data:
        up = cur
        if cur.data < data:
            cur = cur.more
        else:
            cur = cur.less
    if cur is None:
        return False
    # with two children the follower moves up
    if cur.more is not None and cur.less is not None:
        follower = cur.more
        up = cur
        while follower.less is not None:
            up = follower
            follower = follower.less
        cur.data = follower.data
        cur = follower
    if cur.less is None:
        below = cur.more
    else:
        below = cur.less
    elements = elements - 1
    if up is None:
        tree = below
    elif up.more is cur:
        up.more = below
    else:
        up.less = below
    return True


def put_in(data):
    global elements, tree
    fresh = Leaf(data)
    if tree is None:
        elements = 1
        tree = fresh
        return True
    cur = tree
    while True:
        if cur.data < data:
            if cur.more is None:
                cur.more = fresh
                break
            cur = cur.more
        elif cur.data > data:
            if cur.less is None:
                cur.less = fresh
                break
            cur = cur.less
        else:
            return False
    elements = 1 + elements
    return True


for row in sys.stdin:
    parts = row.split()
    if 0 == len(parts):
        continue
    commands_done += 1
    try:
        args = [int(p) for p in parts[1:]]
    except ValueError:
        print("only numbers please")
        continue
    verb = parts[0]
    if verb == "check":
        print(verify())
    elif verb == "list":
        print(" ".join([str(d) for d in in_order()]))
    elif verb == "height":
        print(tallness(tree))
    elif len(args) == 2 and verb == "range":
        hits = []
        for d in in_order():
            if args[1] >= d and args[0] <= d:
                hits.append(str(d))
        print(" ".join(hits))
    elif len(args) == 1 and verb == "ceiling":
        print(next_up(args[0]))
    elif len(args) == 1 and verb == "floor":
        print(next_down(args[0]))
    elif len(args) > 0 and verb == "delete":
        for a in args:
            if not throw_out(a):
                print(a, "is not there")
    elif len(args) > 0 and verb == "insert":
        for a in args:
            if not put_in(a):
                print(a, "is already there")
    else:
        print("unknown command:", row.strip())
