import sys


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None


root = None
count = 0


def insert(key):
    # returns True if the key is new
    global root, count
    if root is None:
        root = Node(key)
        count = 1
        return True
    node = root
    while True:
        if key == node.key:
            return False
        if key < node.key:
            if node.left is None:
                node.left = Node(key)
                break
            node = node.left
        else:
            if node.right is None:
                node.right = Node(key)
                break
            node = node.right
    count = count + 1
    return True


def delete(key):
    global root, count
    # first search the node and its parent
    parent = None
    node = root
    while node is not None and node.key != key:
        parent = node
        if key < node.key:
            node = node.left
        else:
            node = node.right
    if node is None:
        return False
    count = count - 1
    # two children: take the smallest key of the right side
    if node.left is not None and node.right is not None:
        parent = node
        small = node.right
        while small.left is not None:
            parent = small
            small = small.left
        node.key = small.key
        node = small
    # now there is at most one child
    if node.left is not None:
        child = node.left
    else:
        child = node.right
    if parent is None:
        root = child
    elif parent.left is node:
        parent.left = child
    else:
        parent.right = child
    return True


def floor(key):
    best = None
    node = root
    while node is not None:
        if node.key == key:
            return key
        if node.key < key:
            best = node.key
            node = node.right
        else:
            node = node.left
    return best


def ceiling(key):
    best = None
    node = root
    while node is not None:
        if node.key == key:
            return key
        if node.key > key:
            best = node.key
            node = node.left
        else:
            node = node.right
    return best


def height(node):
    if node is None:
        return 0
    a = height(node.left)
    b = height(node.right)
    if a > b:
        return a + 1
    return b + 1


def all_keys():
    # walk in order with an own stack
    stack = []
    node = root
    while len(stack) > 0 or node is not None:
        while node is not None:
            stack.append(node)
            node = node.left
        node = stack.pop()
        yield node.key
        node = node.right


def check():
    # keys must go up and the counter must be right
    last = None
    n = 0
    for k in all_keys():
        if last is not None and k <= last:
            return "wrong order at " + str(k)
        last = k
        n = n + 1
    if n != count:
        return "wrong count " + str(n)
    return "ok"


for line in sys.stdin:
    words = line.split()
    if len(words) == 0:
        continue
    command = words[0]
    try:
        numbers = [int(w) for w in words[1:]]
    except ValueError:
        print("only numbers please")
        continue
    if command == "insert" and len(numbers) > 0:
        for n in numbers:
            if not insert(n):
                print(n, "is already there")
    elif command == "delete" and len(numbers) > 0:
        for n in numbers:
            if not delete(n):
                print(n, "is not there")
    elif command == "floor" and len(numbers) == 1:
        print(floor(numbers[0]))
    elif command == "ceiling" and len(numbers) == 1:
        print(ceiling(numbers[0]))
    elif command == "range" and len(numbers) == 2:
        found = []
        for k in all_keys():
            if k >= numbers[0] and k <= numbers[1]:
                found.append(str(k))
        print(" ".join(found))
    elif command == "height":
        print(height(root))
    elif command == "list":
        print(" ".join([str(k) for k in all_keys()]))
    elif command == "check":
        print(check())
    else:
        print("unknown command:", line.strip())
