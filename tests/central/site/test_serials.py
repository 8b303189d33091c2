"""Receipt serials fail closed."""

from __future__ import annotations

import hashlib
import hmac
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyesdown.central.site.serials import CHECK_BYTES, Serials, _letters, tidy

NOON_US = 1_789_000_000_000_000
KEY = Serials(b"a key of the test, thirty-two by", lambda: NOON_US)


def stream() -> object:
    number = count()
    return lambda size: hashlib.shake_256(str(next(number)).encode()).digest(size)


def test_serials_are_genuine_and_never_the_same() -> None:
    read = stream()
    made = [KEY.new(read) for _ in range(2000)]  # type: ignore[arg-type]
    assert len(set(made)) == 2000
    assert all(KEY.genuine(serial) for serial in made)
    assert all(tidy(serial) == serial for serial in made)
    assert not any(Serials(b"other key", KEY.clock_us).genuine(serial) for serial in made)


@pytest.mark.parametrize("place", range(27))
def test_every_altered_character_is_seen(place: int) -> None:
    serial = KEY.new(stream())  # type: ignore[arg-type]
    for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
        altered = serial[:place] + other + serial[place + 1 :]
        assert KEY.genuine(altered) == (altered == serial)


def test_as_people_type_it() -> None:
    serial = Serials(KEY.key, int).new(bytes)
    assert serial.startswith("000000-000000-0000")
    for typed in (serial.lower(), serial.replace("-", " "), serial.replace("0", "o")):
        assert KEY.genuine(typed)
        assert tidy(typed) == serial


@given(st.text(max_size=40))
def test_anything_else_is_no_serial(text: str) -> None:
    assert not KEY.genuine(text)


@given(st.binary(max_size=64), st.binary(min_size=6, max_size=6), st.integers(0, 1 << 62))
def test_the_check_is_an_hmac_of_what_stands_before_it(key: bytes, raw: bytes, us: int) -> None:
    """Thirty-five bits of the clock, then all but three of the random ones."""
    serial = Serials(key, lambda: us).new(lambda _: raw).replace("-", "")
    check = hmac.digest(key, serial[:-8].encode(), "sha256")[:CHECK_BYTES]
    assert serial[-8:] == _letters(check)
    bits = int(serial[:-8].translate(str.maketrans("JKMNPQRSTVWXYZ", "IJKLMNOPQRSTUV")), 32)
    assert bits >> 45 == (us // 32_768) % (1 << 35)
    assert bits % (1 << 45) == int.from_bytes(raw, "big") % (1 << 45)


def test_a_later_serial_comes_later() -> None:
    """What is sold together is kept together."""
    clock, read = count(NOON_US, 40_000), stream()
    serials = Serials(KEY.key, lambda: next(clock))
    made = [serials.new(read) for _ in range(100)]  # type: ignore[arg-type]
    assert made == sorted(made)


def test_one_that_was_made_before_serials_told_the_time() -> None:
    """Eighty random bits and the same check: it is as genuine as it was."""
    assert Serials(b"k" * 32, int).genuine("000G40-R40M30-E209EP-XXHNBP")


def test_many_at_once_are_as_many_others() -> None:
    many = KEY.many(stream(), 100)  # type: ignore[arg-type]
    assert len(set(many)) == 100
    assert all(KEY.genuine(serial) for serial in many)


def test_too_little_chance_makes_no_serial() -> None:
    with pytest.raises(AssertionError):
        KEY.new(lambda size: bytes(size - 5))
