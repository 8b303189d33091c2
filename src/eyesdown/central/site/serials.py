"""Serials of receipts, which no one can guess; an altered serial is recognised as none of ours."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass

RECEIPT_KEY = "receipt key"
"""Under which name a store keeps the key of its serials."""
KEYED_FROM = "ticket checks keyed from"
"""Under which name a store keeps the time from which its tickets print keyed checks."""
BODY_BYTES = 10
RANDOM_BYTES, RANDOM_BITS = 6, 45
CHECK_BYTES = 5
TICK_BITS = 15
"""A tick of the serials' clock is 2**15 microseconds, some thirtieth of a second."""
GROUP = 6

# Crockford's alphabet: no letter that looks like a digit when it is read aloud or off paper.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_LOOKALIKES = str.maketrans("OIL", "011", "- ")


@dataclass(frozen=True, slots=True)
class Serials:
    """Serials under one key: when it was made, 45 random bits, 40 that only the key can work out.

    The time is on the receipt anyway. It comes first so that tickets sold together are stored
    together: a store writes a few pages for a hundred tickets, not a hundred.

    >>> serials = Serials(b"k" * 32, lambda: 1_789_000_000_000_000)
    >>> serial = serials.new(lambda count: bytes(range(count)))
    >>> serial
    'JV2R2R-100410-6105T4-JMPRE3'
    >>> serials.genuine(serial), serials.genuine("JV2R2R-100410-6105T4-JMPRE4")
    (True, False)
    """

    key: bytes
    clock_us: Callable[[], int]
    keyed_from_us: int = 0
    """From when on tickets print a keyed check, in microseconds since 1970."""

    def new(self, read: Callable[[int], bytes]) -> str:
        """A serial that never was; `read` gives random bytes."""
        return self.many(read, 1)[0]

    def many(self, read: Callable[[int], bytes], count: int) -> list[str]:
        """New serials, `count` at once: a single one costs three times its share."""
        size = RANDOM_BYTES * count
        raw = read(size)
        assert len(raw) == size
        when = self.clock_us() >> TICK_BITS << RANDOM_BITS
        parts = (raw[start : start + RANDOM_BYTES] for start in range(0, size, RANDOM_BYTES))
        return [self._of(when | int.from_bytes(part, "big") % (1 << RANDOM_BITS)) for part in parts]

    def _of(self, bits: int) -> str:
        """Of a clock that runs on for ever its lowest bits stay: it begins again in 35 years."""
        raw = (bits % (1 << BODY_BYTES * 8)).to_bytes(BODY_BYTES, "big")
        body = _letters(raw[:5]) + _letters(raw[5:])
        return _grouped(body + self._check(body))

    def paper_check(self, serial: str, plain: str) -> str:
        """The check that a ticket prints: only the key can work it out from what is public.

        >>> serials = Serials(b"k" * 32, lambda: 0)
        >>> len(serials.paper_check("T1", "1f2e")), serials.paper_check("T1", "1f2e")[0]
        (12, 'k')
        """
        text = f"ticket {tidy(serial)} {plain}".encode()
        return f"k{hmac.digest(self.key, text, 'sha256').hex()[:11]}"

    def plain_check(self, serial: str, check: str, plain: str, sold_at_us: int) -> str:
        """The check of the record, if a ticket's check is right; else one that is not.

        Tickets sold before checks were keyed print the record's own.
        """
        given = check.strip().lower()
        if hmac.compare_digest(given.encode(), self.paper_check(serial, plain).encode()):
            return plain
        return given if sold_at_us < self.keyed_from_us else "wrong"

    def genuine(self, serial: str) -> bool:
        """Whether a serial was made with this key, in whatever spacing or case it was typed."""
        text = serial.upper().translate(_LOOKALIKES)
        body, check = text[: BODY_BYTES * 8 // 5], text[BODY_BYTES * 8 // 5 :]
        return hmac.compare_digest(check.encode(), self._check(body).encode())

    def _check(self, body: str) -> str:
        check = hmac.digest(self.key, body.encode("utf-8", "surrogatepass"), "sha256")
        return _letters(check[:CHECK_BYTES])


_OURS = re.compile(f"[{_ALPHABET}]{{{GROUP}}}(-[{_ALPHABET}]{{{GROUP}}}){{3}}")


def another_key(key: bytes, serial: str) -> bool:
    """Whether a serial of ours was made with some other key; one of another look tells nothing.

    >>> [another_key(key, "JV2R2R-100410-6105T4-JMPRE3") for key in (b"k" * 32, b"x" * 32)]
    [False, True]
    """
    return bool(_OURS.fullmatch(serial)) and not Serials(key, lambda: 0).genuine(serial)


def tidy(serial: str) -> str:
    """A serial as it is stored, however it was typed.

    >>> tidy("ooog40 r40m30 e209ep xxhnbp")
    '000G40-R40M30-E209EP-XXHNBP'
    """
    return _grouped(serial.upper().translate(_LOOKALIKES))


def _grouped(text: str) -> str:
    return "-".join([text[start : start + GROUP] for start in range(0, len(text), GROUP)])


def _letters(raw: bytes) -> str:
    """Five bytes as eight letters, the first bits first."""
    bits = int.from_bytes(raw, "big")
    first, second = _PAIRS[bits >> 30], _PAIRS[bits >> 20 & 1023]
    return first + second + _PAIRS[bits >> 10 & 1023] + _PAIRS[bits & 1023]


def wrong_key(newest_ticket: str, key: bytes) -> str:
    """Whether a receipt key is another than that of the newest ticket, which only it can make."""
    if not key or not another_key(key, newest_ticket):
        return ""
    return f"secrets: the receipt key is not the one that ticket {newest_ticket} was made with"


def wrong_receipt_key(newest_ticket: str, secret: Callable[[str], bytes]) -> str:
    """Whether the receipt key of a store is missing or another; a copy may have no secret at all.

    >>> wrong_receipt_key("", lambda name: b"1" if name == KEYED_FROM else b"")
    'secrets: the receipt key, with which every ticket is checked, is missing'
    """
    key = secret(RECEIPT_KEY)
    if not key and secret(KEYED_FROM):
        return "secrets: the receipt key, with which every ticket is checked, is missing"
    return wrong_key(newest_ticket, key)
