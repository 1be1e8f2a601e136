"""An AA tree in parallel lists; node 0 is the sentinel, free nodes are chained."""
import sys


class Tree:
    def __init__(self):
        self.key = [None]
        self.left = [0]
        self.right = [0]
        self.level = [0]
        self.root = 0
        self.free = 0
        self.size = 0

    def _new(self, key):
        n = self.free
        if n:
            self.free = self.right[n]
            self.key[n] = key
            self.left[n] = self.right[n] = 0
            self.level[n] = 1
            return n
        self.key.append(key)
        self.left.append(0)
        self.right.append(0)
        self.level.append(1)
        return len(self.key) - 1

    def _skew(self, t):
        l = self.left[t]
        if l == 0 or self.level[l] != self.level[t]:
            return t
        self.left[t] = self.right[l]
        self.right[l] = t
        return l

    def _split(self, t):
        r = self.right[t]
        if r == 0 or self.level[self.right[r]] != self.level[t]:
            return t
        self.right[t] = self.left[r]
        self.left[r] = t
        self.level[r] += 1
        return r

    def _insert(self, t, key):
        if t == 0:
            self.size += 1
            return self._new(key)
        if key < self.key[t]:
            self.left[t] = self._insert(self.left[t], key)
        elif key > self.key[t]:
            self.right[t] = self._insert(self.right[t], key)
        else:
            return t
        return self._split(self._skew(t))

    def insert(self, key):
        before = self.size
        self.root = self._insert(self.root, key)
        return self.size > before

    def _delete(self, t, key):
        if t == 0:
            return 0
        l, r = self.left, self.right
        if key < self.key[t]:
            l[t] = self._delete(l[t], key)
        elif key > self.key[t]:
            r[t] = self._delete(r[t], key)
        elif l[t] == 0 and r[t] == 0:
            r[t] = self.free
            self.free = t
            self.size -= 1
            return 0
        elif l[t] == 0:
            n = r[t]
            while l[n]:
                n = l[n]
            self.key[t] = self.key[n]
            r[t] = self._delete(r[t], self.key[n])
        else:
            n = l[t]
            while r[n]:
                n = r[n]
            self.key[t] = self.key[n]
            l[t] = self._delete(l[t], self.key[n])
        want = min(self.level[l[t]], self.level[r[t]]) + 1
        if want < self.level[t]:
            self.level[t] = want
            if self.level[r[t]] > want:
                self.level[r[t]] = want
        t = self._skew(t)
        r[t] = self._skew(r[t]) if r[t] else 0
        if r[t] and r[r[t]]:
            r[r[t]] = self._skew(r[r[t]])
        t = self._split(t)
        if r[t]:
            r[t] = self._split(r[t])
        return t

    def delete(self, key):
        before = self.size
        self.root = self._delete(self.root, key)
        return self.size < before

    def nearest(self, key, below):
        """The largest key <= key (below) or the smallest key >= key."""
        t, found = self.root, None
        while t:
            k = self.key[t]
            if k == key:
                return k
            if (k < key) == below:
                found = k
            t = self.right[t] if k < key else self.left[t]
        return found

    def walk(self, low=None, high=None):
        """In order with an explicit stack, limited to low..high."""
        stack, t = [], self.root
        while stack or t:
            while t:
                if low is not None and self.key[t] < low:
                    t = self.right[t]
                    continue
                stack.append(t)
                t = self.left[t]
            if not stack:
                return
            t = stack.pop()
            if high is not None and self.key[t] > high:
                return
            yield self.key[t]
            t = self.right[t]

    def height(self):
        depth, row = 0, [self.root] if self.root else []
        while row:
            depth += 1
            row = [c for t in row for c in (self.left[t], self.right[t]) if c]
        return depth

    def check(self):
        """Describes the first broken invariant, or returns None."""
        keys = list(self.walk())
        if len(keys) != self.size:
            return f"{len(keys)} keys but size {self.size}"
        for i in range(1, len(keys)):
            if keys[i - 1] >= keys[i]:
                return f"{keys[i - 1]} before {keys[i]}"
        stack = [self.root] if self.root else []
        while stack:
            t = stack.pop()
            l, r = self.left[t], self.right[t]
            if self.level[l] != self.level[t] - 1 or self.level[t] - self.level[r] not in (0, 1):
                return f"levels wrong at {self.key[t]}"
            stack += [c for c in (l, r) if c]
        return None


def execute(tree, op, args):
    if op == "insert":
        return sum(tree.insert(a) for a in args)
    if op == "delete":
        return sum(tree.delete(a) for a in args)
    if op in ("floor", "ceiling"):
        return tree.nearest(args[0], op == "floor")
    if op == "range":
        return " ".join(map(str, tree.walk(*args[:2])))
    if op == "height":
        return tree.height()
    if op == "check":
        return tree.check() or "ok"
    return "unknown command " + op


def main():
    tree = Tree()
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        try:
            print(execute(tree, words[0], [int(w) for w in words[1:]]))
        except (ValueError, IndexError) as e:
            print("error:", e)


if __name__ == "__main__":
    main()
