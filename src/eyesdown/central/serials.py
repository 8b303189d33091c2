"""Serials of receipts: nobody can guess one, and one that was altered is no serial at all."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

RANDOM_BYTES = 10
CHECK_BYTES = 5
GROUP = 6

# Crockford's alphabet: no letter that looks like a digit when it is read aloud or off paper.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES = str.maketrans("OIL", "011", "- ")


@dataclass(frozen=True, slots=True)
class Serials:
    """Serials under one key. 80 random bits, then 40 bits that only the key can work out.

    >>> serials = Serials(b"k" * 32)
    >>> made = serials.new(lambda count: bytes(range(count)))
    >>> made
    '000G40-R40M30-E209EP-XXHNBP'
    >>> serials.genuine(made), serials.genuine("000G40-R40M30-E209EP-XXHNBQ")
    (True, False)
    """

    key: bytes

    def new(self, read: Callable[[int], bytes]) -> str:
        """A serial that never was; `read` gives random bytes."""
        body = _text(read(RANDOM_BYTES))
        text = body + self._check(body)
        return "-".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))

    def genuine(self, serial: str) -> bool:
        """Whether a serial was made with this key, in whatever spacing or case it was typed."""
        text = serial.upper().translate(_LOOKALIKES)
        body, check = text[: RANDOM_BYTES * 8 // 5], text[RANDOM_BYTES * 8 // 5 :]
        return hmac.compare_digest(check.encode(), self._check(body).encode())

    def _check(self, body: str) -> str:
        check = _keyed(self.key).copy()
        check.update(body.encode("utf-8", "surrogatepass"))
        return _text(check.digest()[:CHECK_BYTES])


def tidy(serial: str) -> str:
    """A serial as it is stored, however it was typed.

    >>> tidy("ooog40 r40m30 e209ep xxhnbp")
    '000G40-R40M30-E209EP-XXHNBP'
    """
    text = serial.upper().translate(_LOOKALIKES)
    return "-".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))


@lru_cache(maxsize=8)
def _keyed(key: bytes) -> hmac.HMAC:
    """An HMAC that has taken its key in; a copy of it takes the rest."""
    return hmac.new(key, digestmod="sha256")


def _text(raw: bytes) -> str:
    """Five bits a letter, the first bits first."""
    assert len(raw) % CHECK_BYTES == 0
    bits = int.from_bytes(raw, "big")
    return "".join([_ALPHABET[bits >> shift & 31] for shift in range(len(raw) * 8 - 5, -1, -5)])
