"""A Merkle tree over accepted entries: one root covers them all, one path proves one of them.

Leaves and nodes are hashed with different first bytes, so that no node can pass for an entry; a
node without a partner goes up unchanged, so that no entry is counted twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeAlias

Path: TypeAlias = tuple[tuple[str, str], ...]
"""From leaf to root: on which side the other node is, and its hash."""

EMPTY_ROOT = sha256(b"").digest()


def leaf(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def _levels(leaves: Iterable[bytes]) -> list[list[bytes]]:
    level = list(leaves)
    levels = [level]
    while len(level) > 1:
        above = [
            sha256(b"\x01" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)
        ]
        if len(level) % 2:
            above.append(level[-1])
        level = above
        levels.append(level)
    return levels


def root(leaves: Iterable[bytes]) -> bytes:
    """The one hash that covers all leaves in their order.

    >>> root([leaf(b"a"), leaf(b"b")]) == root([leaf(b"b"), leaf(b"a")])
    False
    """
    top = _levels(leaves)[-1]
    return top[0] if top else EMPTY_ROOT


def path(leaves: Sequence[bytes], index: int) -> Path:
    """What the holder of one entry needs to climb from it to the root.

    >>> len(path([leaf(b'a'), leaf(b'b')], 0))
    1
    """
    assert 0 <= index < len(leaves)
    steps = []
    # A node without a partner has nothing beside it at that level, and no step.
    for level in _levels(leaves)[:-1]:
        other = index ^ 1
        if other < len(level):
            steps.append(("left" if other < index else "right", level[other].hex()))
        index //= 2
    return tuple(steps)


def climb(from_leaf: bytes, steps: Path) -> bytes:
    """The root that a leaf and its path lead to.

    >>> leaves = [leaf(word) for word in (b"a", b"b", b"c")]
    >>> climb(leaves[2], path(leaves, 2)) == root(leaves)
    True
    """
    node = from_leaf
    for side, other in steps:
        pair = bytes.fromhex(other) + node if side == "left" else node + bytes.fromhex(other)
        node = sha256(b"\x01" + pair).digest()
    return node
