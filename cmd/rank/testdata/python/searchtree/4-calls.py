import sys


class Branch:
    def __init__(self, num):
        self.num = num
        self.lower = None
        self.higher = None


class SearchTree:
    def __init__(self):
        self.base = None
        self.amount = 0

    def locate(self, num):
        # gives the branch and the one over it
        over = None
        cur = self.base
        while cur is not None and cur.num != num:
            over = cur
            cur = self.step(num, cur)
        return cur, over

    def step(self, num, cur):
        if num < cur.num:
            return cur.lower
        return cur.higher

    def hang(self, new, over, num):
        if over is None:
            self.base = new
        elif num < over.num:
            over.lower = new
        else:
            over.higher = new

    def add(self, num):
        cur, over = self.locate(num)
        if cur is not None:
            return False
        self.hang(Branch(num), over, num)
        self.amount = self.amount + 1
        return True

    def leftmost(self, over, cur):
        while cur.lower is not None:
            over = cur
            cur = cur.lower
        return cur, over

    def swap_child(self, new, old, over):
        if over is None:
            self.base = new
        elif over.lower is old:
            over.lower = new
        else:
            over.higher = new

    def only_child(self, cur):
        if cur.lower is not None:
            return cur.lower
        return cur.higher

    def remove(self, num):
        cur, over = self.locate(num)
        if cur is None:
            return False
        self.amount = self.amount - 1
        if cur.lower is not None and cur.higher is not None:
            victim, over = self.leftmost(cur, cur.higher)
            cur.num = victim.num
            cur = victim
        self.swap_child(self.only_child(cur), cur, over)
        return True

    def nearest(self, upwards, num):
        # floor and ceiling together
        best = None
        cur = self.base
        while cur is not None:
            if cur.num == num:
                return num
            if cur.num < num:
                if not upwards:
                    best = cur.num
                cur = cur.higher
            else:
                if upwards:
                    best = cur.num
                cur = cur.lower
        return best

    def levels(self, cur):
        if cur is None:
            return 0
        return max(self.levels(cur.lower), self.levels(cur.higher)) + 1

    def push_lower(self, pile, cur):
        while cur is not None:
            pile.append(cur)
            cur = cur.lower

    def __iter__(self):
        pile = []
        self.push_lower(pile, self.base)
        while len(pile) > 0:
            cur = pile.pop()
            yield cur.num
            self.push_lower(pile, cur.higher)

    def between(self, high, low):
        found = []
        for num in self:
            if num >= low and num <= high:
                found.append(num)
        return found

    def validate(self):
        last = None
        total = 0
        for num in self:
            if last is not None and num <= last:
                return "wrong order at " + str(num)
            last = num
            total = total + 1
        if total != self.amount:
            return "wrong count " + str(total)
        return "ok"


def show(nums):
    print(" ".join([str(n) for n in nums]))


def perform(line, nums, name, tree):
    if name == "insert" and len(nums) > 0:
        for n in nums:
            if not tree.add(n):
                print(n, "is already there")
    elif name == "delete" and len(nums) > 0:
        for n in nums:
            if not tree.remove(n):
                print(n, "is not there")
    elif (name == "floor" or name == "ceiling") and len(nums) == 1:
        print(tree.nearest(name == "ceiling", nums[0]))
    elif name == "range" and len(nums) == 2:
        show(tree.between(nums[1], nums[0]))
    elif name == "height":
        print(tree.levels(tree.base))
    elif name == "list":
        show(tree)
    elif name == "check":
        print(tree.validate())
    else:
        print("unknown command:", line.strip())


def parse(words):
    try:
        return [int(w) for w in words]
    except ValueError:
        print("only numbers please")
        return None


def main():
    tree = SearchTree()
    for line in sys.stdin:
        words = line.split()
        if len(words) == 0:
            continue
        nums = parse(words[1:])
        if nums is not None:
            perform(line, nums, words[0], tree)


main()
