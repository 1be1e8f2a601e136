"""AA tree in arrays; node 0 is the empty tree.

Commands: ins K.., del K.., has K, floor K, ceil K, range A B, height, size, list, check
"""
import sys

key, lev, lc, rc = [None], [0], [0], [0]
free = []
root = 0
size = 0


def node(k):
    if free:
        t = free.pop()
        key[t], lev[t], lc[t], rc[t] = k, 1, 0, 0
        return t
    key.append(k)
    lev.append(1)
    lc.append(0)
    rc.append(0)
    return len(key) - 1


def skew(t):
    l = lc[t]
    if t and lev[l] == lev[t]:
        lc[t], rc[l] = rc[l], t
        return l
    return t


def split(t):
    r = rc[t]
    if t and r and lev[rc[r]] == lev[t]:
        rc[t], lc[r] = lc[r], t
        lev[r] += 1
        return r
    return t


def fix(t):
    d = min(lev[lc[t]], lev[rc[t]]) + 1
    if d < lev[t]:
        lev[t] = d
        if rc[t] and lev[rc[t]] > d:
            lev[rc[t]] = d
    t = skew(t)
    if rc[t]:
        rc[t] = skew(rc[t])
        r = rc[t]
        if rc[r]:
            rc[r] = skew(rc[r])
    t = split(t)
    if rc[t]:
        rc[t] = split(rc[t])
    return t


def up(path, t):
    """t takes the place below the end of path; rebalance up to the root."""
    global root
    for p, right in reversed(path):
        if right:
            rc[p] = t
        else:
            lc[p] = t
        t = fix(p)
    root = t


def descend(k):
    path, t = [], root
    while t and key[t] != k:
        path.append((t, k > key[t]))
        t = rc[t] if k > key[t] else lc[t]
    return path, t


def insert(k):
    global size
    path, t = descend(k)
    if t:
        return False
    up(path, node(k))
    size += 1
    return True


def delete(k):
    global size
    path, t = descend(k)
    if not t:
        return False
    if lc[t] and rc[t]:
        s = rc[t]
        path.append((t, True))
        while lc[s]:
            path.append((s, False))
            s = lc[s]
        key[t] = key[s]
        t = s
    up(path, lc[t] or rc[t])
    free.append(t)
    size -= 1
    return True


def near(k, above):
    t, best = root, None
    while t:
        if key[t] == k:
            return k
        if key[t] < k:
            if not above:
                best = key[t]
            t = rc[t]
        else:
            if above:
                best = key[t]
            t = lc[t]
    return best


def items(a=float("-inf"), b=float("inf")):
    st, t = [], root
    while st or t:
        while t:
            if key[t] >= a:
                st.append(t)
                t = lc[t]
            else:
                t = rc[t]
        if not st:
            return
        t = st.pop()
        if key[t] > b:
            return
        yield key[t]
        t = rc[t]


def height():
    h, row = 0, [root] if root else []
    while row:
        h += 1
        row = [c for t in row for c in (lc[t], rc[t]) if c]
    return h


def check():
    a = list(items())
    for i in range(1, len(a)):
        assert a[i - 1] < a[i], "order"
    for t in range(1, len(key)):
        if t not in free:
            assert lev[lc[t]] == lev[t] - 1, "left level"
            assert lev[t] - 1 <= lev[rc[t]] <= lev[t], "right level"
            assert lev[rc[rc[t]]] < lev[t], "two reds"
    assert len(a) == size, "size"
    return "ok"


def main():
    for line in sys.stdin:
        w = line.split()
        if not w:
            continue
        try:
            c, a = w[0], [int(x) for x in w[1:]]
            if c == "ins":
                print(sum(insert(k) for k in a), "inserted")
            elif c == "del":
                print(sum(delete(k) for k in a), "deleted")
            elif c == "has":
                print(descend(a[0])[1] != 0)
            elif c == "floor" or c == "ceil":
                print(near(a[0], c == "ceil"))
            elif c == "range":
                print(*items(a[0], a[1]))
            elif c == "list":
                print(*items())
            elif c == "height":
                print(height())
            elif c == "size":
                print(size)
            elif c == "check":
                print(check())
            else:
                print("unknown command", c)
        except (ValueError, IndexError):
            print("bad arguments:", line.strip())


if __name__ == "__main__":
    main()
