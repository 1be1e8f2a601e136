"""An AVL tree and a small command language to exercise it."""
import sys


class Node:
    __slots__ = ("key", "left", "right", "height", "size")

    def __init__(self, key):
        self.key = key
        self.left = self.right = None
        self.height = self.size = 1


def height(node):
    return node.height if node else 0


def size(node):
    return node.size if node else 0


def refresh(node):
    node.height = 1 + max(height(node.left), height(node.right))
    node.size = 1 + size(node.left) + size(node.right)
    return node


OPPOSITE = {"left": "right", "right": "left"}


def rotate(node, side):
    """Lifts the child on the other side over node."""
    other = OPPOSITE[side]
    child = getattr(node, other)
    setattr(node, other, getattr(child, side))
    setattr(child, side, refresh(node))
    return refresh(child)


def balance(node):
    refresh(node)
    lean = height(node.left) - height(node.right)
    if abs(lean) < 2:
        return node
    heavy = "left" if lean > 0 else "right"
    light = OPPOSITE[heavy]
    child = getattr(node, heavy)
    if height(getattr(child, light)) > height(getattr(child, heavy)):
        setattr(node, heavy, rotate(child, heavy))
    return rotate(node, light)


class Tree:
    def __init__(self, keys=()):
        self.root = None
        for key in keys:
            self.insert(key)

    def __len__(self):
        return size(self.root)

    def __iter__(self):
        return self.between(None, None)

    def insert(self, key):
        def into(node):
            if node is None:
                return Node(key)
            if key < node.key:
                node.left = into(node.left)
            elif key > node.key:
                node.right = into(node.right)
            return balance(node)

        before = len(self)
        self.root = into(self.root)
        return len(self) > before

    def delete(self, key):
        def out_of(node, key):
            if node is None:
                return None
            if key < node.key:
                node.left = out_of(node.left, key)
            elif key > node.key:
                node.right = out_of(node.right, key)
            elif node.left is None or node.right is None:
                return node.left or node.right
            else:
                successor = node.right
                while successor.left:
                    successor = successor.left
                node.key = successor.key
                node.right = out_of(node.right, successor.key)
            return balance(node)

        before = len(self)
        self.root = out_of(self.root, key)
        return len(self) < before

    def floor(self, key):
        best, node = None, self.root
        while node:
            if node.key <= key:
                best, node = node.key, node.right
            else:
                node = node.left
        return best

    def ceiling(self, key):
        best, node = None, self.root
        while node:
            if node.key >= key:
                best, node = node.key, node.left
            else:
                node = node.right
        return best

    def between(self, low, high):
        """Yields the keys from low to high, both included; None is open."""
        stack, node = [], self.root
        while stack or node:
            while node:
                stack.append(node)
                node = node.left if low is None or node.key >= low else None
            node = stack.pop()
            if high is not None and node.key > high:
                return
            if low is None or node.key >= low:
                yield node.key
            node = node.right

    def check(self):
        keys = list(self)
        if any(a >= b for a, b in zip(keys, keys[1:])):
            return "keys out of order"
        stack = [self.root] if self.root else []
        while stack:
            node = stack.pop()
            if abs(height(node.left) - height(node.right)) > 1:
                return f"out of balance at {node.key}"
            stack.extend(child for child in (node.left, node.right) if child)
        return "valid"


COMMANDS = {
    "insert": (1, lambda t, k: "inserted" if t.insert(k) else "there already"),
    "delete": (1, lambda t, k: "deleted" if t.delete(k) else "not there"),
    "floor": (1, lambda t, k: t.floor(k)),
    "ceiling": (1, lambda t, k: t.ceiling(k)),
    "range": (2, lambda t, a, b: " ".join(map(str, t.between(a, b)))),
    "height": (0, lambda t: height(t.root)),
    "size": (0, len),
    "list": (0, lambda t: " ".join(map(str, t))),
    "check": (0, Tree.check),
}


def main():
    tree = Tree()
    for number, line in enumerate(sys.stdin, 1):
        name, *words = line.split() or [None]
        if name is None:
            continue
        if name not in COMMANDS:
            print(f"line {number}: {name} is none of {', '.join(COMMANDS)}")
            continue
        arity, run = COMMANDS[name]
        try:
            keys = [int(word) for word in words]
        except ValueError:
            print(f"line {number}: keys are whole numbers")
            continue
        if len(keys) != arity:
            print(f"line {number}: {name} takes {arity} keys, not {len(keys)}")
            continue
        print(run(tree, *keys))


if __name__ == "__main__":
    main()
