"""The numbers of a draw from the site's value, the witnesses' answers and the slow step.

With no witness and no slow step the numbers are those of the seal and the secret alone, bit for
bit as `evidence` draws them. Standard library only, like all that a witness runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import new, sha512
from itertools import pairwise
from typing import Any

from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.draw.scale import below
from eyesdown.draw.vrf import value_of
from eyesdown.kernel.plain_json import json_bytes

VALUES_MAX = 90


def chain_of(secret: bytes, values: int) -> list[bytes]:
    """The values of a promise in the order in which they are revealed; the last is the secret.

    Each is the hash of the one after it, so that a value can be checked against the one before and
    tells nothing of the next.

    >>> first, second = chain_of(bytes(128), 2)
    >>> sha512(second).digest() == first
    True
    """
    assert 1 <= values <= VALUES_MAX
    chain = [secret]
    for _ in range(values - 1):
        chain.append(sha512(chain[-1]).digest())
    return chain[::-1]


def commitment_of(first: bytes) -> str:
    """The promise: SHA-512/256 of the first value.

    >>> commitment_of(bytes(64))[:16]
    '8aeecfa0b9f2ac78'
    """
    return new("sha512_256", first).hexdigest()


def fits(commitment: str, revealed: Sequence[bytes]) -> bool:
    """Whether values are those of a promise, in order, from the first on.

    >>> fits(commitment_of(bytes(64)), [bytes(64)])
    True
    """
    if not revealed or commitment_of(revealed[0]) != commitment:
        return False
    return all(sha512(later).digest() == earlier for earlier, later in pairwise(revealed))


def entropy_of(value: bytes, answers: Sequence[bytes], slow: bytes = b"") -> bytes:
    """What seeds a draw: the site's value, the witnesses' in the promise's order, the slow step.

    >>> len(entropy_of(bytes(64), [bytes(256)]))
    128
    """
    return value + b"".join(map(value_of, answers)) + slow


def numbers_at_once(entropy: bytes, seal: dict[str, Any], pool: int, count: int) -> list[int]:
    """All numbers of a draw from one value, as keno draws them."""
    # Root and seal are public: they give each draw a stream of its own and add no chance.
    source = HmacDrbg(entropy, bytes.fromhex(seal["root"]), json_bytes(seal))
    return list(draw_order(pool, count, source))


def next_ball(entropy: bytes, seal: dict[str, Any], pool: int, out: Sequence[int]) -> int:
    """The next ball of a draw ball by ball: one of those left, each exactly as likely."""
    # The balls so far are hashed in, so every ball is drawn with a stream of its own.
    place = _place(entropy, seal["root"], json_bytes([seal, *out]), pool - len(set(out)))
    return sorted(set(range(1, pool + 1)) - set(out))[place]


@lru_cache(maxsize=1024)  # the balls so far are worked out again with every ball
def _place(entropy: bytes, root: str, personal: bytes, count: int) -> int:
    """Which of the balls left comes next; everything it follows from is public by then."""
    return below(count, HmacDrbg(entropy, bytes.fromhex(root), personal))


def numbers_of(
    seal: dict[str, Any], pool: int, count: int, values: int, entropies: Sequence[bytes]
) -> list[int]:
    """The numbers so far: all of them if the promise has one value, else one from each value."""
    if values == 1:
        return numbers_at_once(entropies[0], seal, pool, count) if entropies else []
    out: list[int] = []
    for entropy in entropies:
        out.append(next_ball(entropy, seal, pool, out))
    return out
