"""A balanced (AVL) search tree that is driven by commands on stdin."""
import sys
from typing import Iterator, Optional


class TreeNode:
    def __init__(self, key: int) -> None:
        self.key = key
        self.height = 1
        self.left: Optional["TreeNode"] = None
        self.right: Optional["TreeNode"] = None


def height_of(node: Optional[TreeNode]) -> int:
    return node.height if node is not None else 0


def update_height(node: TreeNode) -> None:
    node.height = 1 + max(height_of(node.left), height_of(node.right))


def rotate_right(node: TreeNode) -> TreeNode:
    new_root = node.left
    node.left, new_root.right = new_root.right, node
    update_height(node)
    update_height(new_root)
    return new_root


def rotate_left(node: TreeNode) -> TreeNode:
    new_root = node.right
    node.right, new_root.left = new_root.left, node
    update_height(node)
    update_height(new_root)
    return new_root


def rebalance(node: TreeNode) -> TreeNode:
    update_height(node)
    balance = height_of(node.left) - height_of(node.right)
    if balance > 1:
        if height_of(node.left.left) < height_of(node.left.right):
            node.left = rotate_left(node.left)
        return rotate_right(node)
    if balance < -1:
        if height_of(node.right.right) < height_of(node.right.left):
            node.right = rotate_right(node.right)
        return rotate_left(node)
    return node


def insert_key(node: Optional[TreeNode], key: int) -> TreeNode:
    if node is None:
        return TreeNode(key)
    if key < node.key:
        node.left = insert_key(node.left, key)
    elif key > node.key:
        node.right = insert_key(node.right, key)
    return rebalance(node)


def delete_key(node: Optional[TreeNode], key: int) -> Optional[TreeNode]:
    if node is None:
        return None
    if key < node.key:
        node.left = delete_key(node.left, key)
    elif key > node.key:
        node.right = delete_key(node.right, key)
    elif node.left is None or node.right is None:
        return node.left or node.right
    else:
        successor = node.right
        while successor.left is not None:
            successor = successor.left
        node.key = successor.key
        node.right = delete_key(node.right, successor.key)
    return rebalance(node)


class SearchTree:
    """The public face of the tree."""

    def __init__(self) -> None:
        self.root: Optional[TreeNode] = None

    def insert(self, key: int) -> None:
        self.root = insert_key(self.root, key)

    def delete(self, key: int) -> None:
        self.root = delete_key(self.root, key)

    def floor(self, key: int) -> Optional[int]:
        """Largest key that is not above the given one."""
        best, node = None, self.root
        while node is not None:
            if node.key <= key:
                best, node = node.key, node.right
            else:
                node = node.left
        return best

    def ceiling(self, key: int) -> Optional[int]:
        best, node = None, self.root
        while node is not None:
            if node.key >= key:
                best, node = node.key, node.left
            else:
                node = node.right
        return best

    def __iter__(self) -> Iterator[int]:
        pending, node = [], self.root
        while pending or node is not None:
            while node is not None:
                pending.append(node)
                node = node.left
            node = pending.pop()
            yield node.key
            node = node.right

    def range(self, low: int, high: int) -> list:
        return [key for key in self if low <= key <= high]

    def is_valid(self) -> bool:
        keys = list(self)
        return all(left < right for left, right in zip(keys, keys[1:]))


def execute_command(tree: SearchTree, name: str, numbers: list):
    actions = {
        "insert": tree.insert,
        "delete": tree.delete,
        "floor": tree.floor,
        "ceiling": tree.ceiling,
        "range": tree.range,
        "height": lambda: height_of(tree.root),
        "list": lambda: list(tree),
        "check": tree.is_valid,
    }
    return actions[name](*numbers)


def main() -> None:
    tree = SearchTree()
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        try:
            result = execute_command(tree, words[0], [int(word) for word in words[1:]])
            print("ok" if result is None and words[0] in ("insert", "delete") else result)
        except (KeyError, TypeError, ValueError) as problem:
            print(f"error: {problem}")


if __name__ == "__main__":
    main()
