"""Serials of receipts: nobody can guess one, and one that was altered is no serial at all."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass

RANDOM_BYTES = 10
CHECK_BYTES = 5
GROUP = 6

# Crockford's alphabet: no letter that looks like a digit when it is read aloud or off paper.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TO_OURS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", _ALPHABET)
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
        made = hmac.digest(self.key, body.encode("utf-8", "surrogatepass"), "sha256")
        return _text(made[:CHECK_BYTES])


def tidy(serial: str) -> str:
    """A serial as it is stored, however it was typed.

    >>> tidy("ooog40 r40m30 e209ep xxhnbp")
    '000G40-R40M30-E209EP-XXHNBP'
    """
    text = serial.upper().translate(_LOOKALIKES)
    return "-".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))


def _text(raw: bytes) -> str:
    assert len(raw) % CHECK_BYTES == 0
    return b32encode(raw).decode("ascii").translate(_TO_OURS)
