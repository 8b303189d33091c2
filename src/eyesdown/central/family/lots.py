"""In which order the discs of a round are drawn, so simply that a child can check it.

Before the round the site shows the SHA-256 of a secret of 512 bits. Every disc draws a lot: the
SHA-512 of the secret, a blank and the disc's number. The discs come out from the smallest lot to
the largest. After the round the site shows the secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256, sha512

SECRET_BYTES = 64


def promise_of(secret: bytes) -> str:
    """What is shown before the round.

    >>> promise_of(bytes(64))[:12]
    'f5a5fd42d16a'
    """
    return sha256(secret).hexdigest()


def lots(secret: bytes, discs: Iterable[int]) -> tuple[int, ...]:
    """All discs in the order of their lots.

    >>> lots(bytes(64), range(1, 6))
    (1, 3, 2, 4, 5)
    """
    return tuple(sorted(discs, key=lambda disc: sha512(secret + b" %d" % disc).digest()))


def next_disc(secret: bytes, discs: Iterable[int], called: Sequence[int]) -> int:
    """The first disc in the order that lies face down; 0 if all are out.

    >>> next_disc(bytes(64), range(1, 6), (1,))
    3
    """
    return next((disc for disc in lots(secret, discs) if disc not in called), 0)
