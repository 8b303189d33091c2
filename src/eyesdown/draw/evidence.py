"""What proves a draw: the promise before opening, the seal at close, the secret afterwards.

Before a game opens the hash of its secret is published, so the secret cannot be changed later. At
close the root, count and total of the accepted entries are published. The numbers follow from both
and from nothing else: players do not know the secret, the operator cannot pick another one once the
entries are known, and an interrupted draw gives the same numbers again. What is left to trust is
that no one who knows the secret also buys the last entry; a ball cage has no secret to know.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from eyesdown.draw import merkle
from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.kernel.canon import canonical
from eyesdown.kernel.errors import DrawSourceError
from eyesdown.kernel.ids import Ball
from eyesdown.kernel.written import Written


class Seal(Written, frozen=True):
    """What was sold for a game, fixed at its close."""

    game: str
    root: str
    entries: int
    total_cents: int


class Evidence(Written, frozen=True):
    """Everything needed to work a draw out again, published after it."""

    commitment: str
    seal: Seal
    secret: str
    pool: int
    count: int
    numbers: tuple[Ball, ...]


def commit(secret: bytes) -> str:
    """The promise that is published before a game opens: SHA-512/256 of its secret.

    >>> commit(bytes(64))[:16]
    '8aeecfa0b9f2ac78'
    """
    return hashlib.new("sha512_256", secret).hexdigest()


def seal(game: str, entries: Sequence[bytes], total_cents: int) -> Seal:
    """The seal over the canonical bytes of a game's entries, in order of acceptance.

    >>> seal('2026-11-15/7', [b'an entry'], 100).entries
    1
    """
    top = merkle.root(merkle.leaf(entry) for entry in entries)
    return Seal(game, top.hex(), len(entries), total_cents)


def source_of(secret: bytes, sealed: Seal) -> HmacDrbg:
    """The stream of one game: seeded by the secret, distinguished by the seal.

    >>> source_of(bytes(64), seal('1', [], 0)).generate(4).hex()
    'a93a77eb'
    """
    return HmacDrbg(secret, bytes.fromhex(sealed.root), canonical(sealed))


def draw(secret: bytes, sealed: Seal, *, pool: int, count: int) -> Evidence:
    """The numbers of a sealed game with their proof.

    >>> proof = draw(bytes(64), seal("2026-11-15/7", [b"one entry"], 100), pool=80, count=20)
    >>> proof.numbers[:4]
    (18, 36, 28, 20)
    >>> trouble(proof)
    ''
    """
    numbers = draw_order(pool, count, source_of(secret, sealed))
    return Evidence(commit(secret), sealed, secret.hex(), pool, count, numbers)


def trouble(evidence: Evidence) -> str:
    """The first fault of a proof, in words; empty if it holds."""
    try:
        secret = bytes.fromhex(evidence.secret)
        if commit(secret) != evidence.commitment:
            return "the secret is not the one that was promised"
        again = draw(secret, evidence.seal, pool=evidence.pool, count=evidence.count)
    except (ValueError, DrawSourceError) as bad:
        return f"the proof cannot be read: {bad}"
    if again.numbers != evidence.numbers:
        return "the numbers do not follow from the secret and the seal"
    return ""


def inclusion(entries: Sequence[bytes], index: int) -> merkle.Path:
    """The path that proves one entry to be under its game's root.

    >>> len(inclusion([b'a', b'b', b'c'], 2))
    1
    """
    return merkle.path([merkle.leaf(entry) for entry in entries], index)


def ticket_proof(sealed: Seal, entries: Sequence[bytes], index: int) -> dict[str, Any]:
    """The file that shows one entry to be under a seal, for verify_draw.py and the result page.

    >>> entries = [b'{"serial":"1"}', b'{"serial":"2"}']
    >>> ticket_proof(seal("7", entries, 200), entries, 1)["entry"]
    {'serial': '2'}
    """
    path = inclusion(entries, index)
    # Entries that are not in the order of their acceptance lead to another root.
    top = merkle.climb(merkle.leaf(entries[index]), path)
    assert top.hex() == sealed.root, "not what was sealed"
    steps = [list(step) for step in path]
    return {"game": sealed.game, "entry": json.loads(entries[index]), "path": steps}
