"""A persistent treap: every operation gives a new tree and leaves the old one alone."""
import random
import sys
from typing import Any, NamedTuple, Optional


class Tree(NamedTuple):
    key: Any
    rank: float
    left: Optional["Tree"] = None
    right: Optional["Tree"] = None


def split(tree, key):
    """All below the key, and all that are not."""
    if tree is None:
        return None, None
    if tree.key < key:
        low, high = split(tree.right, key)
        return tree._replace(right=low), high
    low, high = split(tree.left, key)
    return low, tree._replace(left=high)


def join(low, high):
    if low is None or high is None:
        return low or high
    if low.rank > high.rank:
        return low._replace(right=join(low.right, high))
    return high._replace(left=join(low, high.left))


def contains(tree, key):
    return tree is not None and (
        key == tree.key or contains(tree.left if key < tree.key else tree.right, key)
    )


def insert(tree, key):
    if contains(tree, key):
        return tree
    low, high = split(tree, key)
    return join(join(low, Tree(key, random.random())), high)


def delete(tree, key):
    if tree is None:
        return None
    if key == tree.key:
        return join(tree.left, tree.right)
    if key < tree.key:
        return tree._replace(left=delete(tree.left, key))
    return tree._replace(right=delete(tree.right, key))


def keys(tree):
    if tree is not None:
        yield from keys(tree.left)
        yield tree.key
        yield from keys(tree.right)


def within(tree, low, high):
    if tree is None:
        return
    if low < tree.key:
        yield from within(tree.left, low, high)
    if low <= tree.key <= high:
        yield tree.key
    if tree.key < high:
        yield from within(tree.right, low, high)


def floor(tree, key, best=None):
    if tree is None:
        return best
    if tree.key <= key:
        return floor(tree.right, key, tree.key)
    return floor(tree.left, key, best)


def ceiling(tree, key, best=None):
    if tree is None:
        return best
    if tree.key >= key:
        return ceiling(tree.left, key, tree.key)
    return ceiling(tree.right, key, best)


def height(tree):
    return 0 if tree is None else 1 + max(height(tree.left), height(tree.right))


def valid(tree):
    """Keys strictly ascend, and nobody has a lower rank than a child."""
    order = list(keys(tree))
    return all(a < b for a, b in zip(order, order[1:])) and heaped(tree)


def heaped(tree):
    return tree is None or all(
        child is None or (child.rank <= tree.rank and heaped(child)) for child in (tree.left, tree.right)
    )


CHANGES = {"insert": insert, "delete": delete}
QUESTIONS = {
    "has": lambda t, k: "yes" if contains(t, k) else "no",
    "floor": floor,
    "ceiling": ceiling,
    "range": lambda t, a, b: " ".join(map(str, within(t, a, b))) or "(empty)",
    "height": height,
    "keys": lambda t: " ".join(map(str, keys(t))) or "(empty)",
    "check": lambda t: "valid" if valid(t) else "BROKEN",
}


def main():
    random.seed(7)
    tree = None
    for line in filter(str.strip, sys.stdin):
        name, *arguments = line.split()
        try:
            numbers = [int(a) for a in arguments]
            if name in CHANGES:
                for number in numbers:
                    tree = CHANGES[name](tree, number)
            else:
                print(QUESTIONS[name](tree, *numbers))
        except (KeyError, TypeError, ValueError):
            print("cannot do:", line.strip(), file=sys.stderr)


if __name__ == "__main__":
    main()
