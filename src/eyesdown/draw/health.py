"""Health of the entropy handed in: repetition count and adaptive proportion (NIST SP 800-90B, 4.4).

An entropy source that repeats itself or is biased is found before it seeds a draw. The cutoffs
assume four bits of entropy a byte, half of what a sound source gives; they give a false alarm once
in 2**30 samples.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import comb

from eyesdown.draw.drbg import HmacDrbg, known_answer_test
from eyesdown.kernel.errors import DrawSourceError

ENTROPY_BITS_PER_BYTE = 4
FALSE_ALARM_BITS = 30
WINDOW_BYTES = 512
START_UP_BYTES = 1024
SEED_BYTES = 128

REPEATS_MAX = -(-FALSE_ALARM_BITS // ENTROPY_BITS_PER_BYTE)


def _sightings_max() -> int:
    """Most sightings of a window's first byte in that window, by the exact binomial tail."""
    odds_against = 2**ENTROPY_BITS_PER_BYTE - 1
    tail, whole = 0, (odds_against + 1) ** WINDOW_BYTES
    # From the top down: the first count whose tail is likelier than a false alarm may be.
    for hits in range(WINDOW_BYTES, -1, -1):
        tail += comb(WINDOW_BYTES, hits) * odds_against ** (WINDOW_BYTES - hits)
        if tail << FALSE_ALARM_BITS > whole:
            return hits
    raise AssertionError("the whole distribution is above any tail")


SIGHTINGS_MAX = _sightings_max()


def check_entropy(sample: bytes) -> None:
    """Raise DrawSourceError if a sample repeats itself too often or is biased.

    >>> check_entropy(bytes(range(256)) * 4)
    >>> check_entropy(bytes(1024))
    Traceback (most recent call last):
    eyesdown.kernel.errors.DrawSourceError: the entropy repeats one byte 9 times in a row
    """
    run = 1
    for before, after in pairwise(sample):
        run = run + 1 if before == after else 1
        if run > REPEATS_MAX:
            raise DrawSourceError(f"the entropy repeats one byte {run} times in a row")
    for start in range(0, len(sample), WINDOW_BYTES):
        window = sample[start : start + WINDOW_BYTES]
        sightings = window.count(window[0])
        if sightings > SIGHTINGS_MAX:
            raise DrawSourceError(
                f"the entropy is biased: one byte {sightings} times in {len(window)}"
            )


def fresh_secret(read: Callable[[int], bytes]) -> bytes:
    """A seed of 1,024 bits from a source that has just passed its tests.

    The start-up sample is tested and thrown away; the seed is tested as well.
    """
    sample = read(START_UP_BYTES)
    seed = read(SEED_BYTES)
    if len(sample) != START_UP_BYTES or len(seed) != SEED_BYTES:
        raise DrawSourceError("the entropy source gave fewer bytes than were asked for")
    check_entropy(sample)
    check_entropy(seed)
    return seed


def seeded(read: Callable[[int], bytes], personalization: bytes = b"") -> HmacDrbg:
    """A generator that passed its known-answer test, seeded from a source that passed its own.

    >>> from itertools import count
    >>> counter = count()
    >>> len(seeded(lambda size: bytes(next(counter) * 37 % 251 for _ in range(size))).generate(8))
    8
    """
    known_answer_test()
    return HmacDrbg(fresh_secret(read), personalization=personalization)
