"""Every attack on the record many times: which were caught, and what got through."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

from eyesdown.central.site import verify_draw
from eyesdown.draw import vrf
from eyesdown.proof.fairness.record_attacks import ATTACKS, Bench


@dataclass(slots=True)
class Attacked:
    """What came of one attack."""

    name: str
    tries: int = 0
    caught: int = 0
    example: str = ""
    missed: str = ""

    @property
    def holds(self) -> bool:
        """Whether every try was caught, for the reason that it should be."""
        return self.tries > 0 and self.caught == self.tries


def attack(
    bench: Bench, name: str, tries: int, progress: Callable[[int], object] = lambda _: None
) -> Attacked:
    """One attack, some times; `missed` is what a check answered to one that got through."""
    make, because = ATTACKS[name]
    attacked = Attacked(name)
    for number in range(1, tries + 1):
        verdict = make(bench)
        bench.clear()
        attacked.tries += 1
        if re.search(because, verdict):
            attacked.caught += 1
            attacked.example = verdict
        else:
            attacked.missed = verdict or "nothing noticed it"
        progress(number)
    return attacked


@contextmanager
def fresh_bench(seed: int = 1) -> Iterator[Bench]:
    """A bench whose folder is removed at the end.

    Signing and the test for primes answer the same question once: both are pure functions, and the
    same keys and questions come up again and again.
    """
    remembered = (
        patch.object(vrf, "prove", cache(vrf.prove)),
        patch.object(verify_draw, "is_prime", cache(verify_draw.is_prime)),
    )
    with remembered[0], remembered[1], tempfile.TemporaryDirectory() as folder:
        yield Bench(Random(seed), Path(folder))  # noqa: S311 -- a script, not a draw
