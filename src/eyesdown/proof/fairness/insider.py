"""The insider: knows everything but a witness's key, and bets on what all of that predicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import shake_256
from math import comb

from eyesdown.draw import evidence, statements, vrf
from eyesdown.draw.witnessed import commitment_of, entropy_of, numbers_at_once
from eyesdown.kernel.canon import plain
from eyesdown.odds.gamma import chi_square_tail
from eyesdown.proof.fairness.record_maker import RECORD, key_of

POOL, DRAWN, SPOTS = 80, 20, 6
LEVEL = 0.01
"""Chance would give a statistic this far out once in a hundred runs."""
EXPECTED_MIN = 5.0
"""Rarer numbers of hits are counted together, as the chi-square law needs it."""


@dataclass(frozen=True, slots=True)
class Guessed:
    """How often the six spots hit 0 to 6 numbers, over all draws."""

    hits: tuple[int, ...]

    @property
    def draws(self) -> int:
        """How many draws there were."""
        return sum(self.hits)

    @property
    def mean(self) -> float:
        """Hits a draw; by chance 1.5."""
        return sum(hits * draws for hits, draws in enumerate(self.hits)) / self.draws

    @property
    def chance(self) -> float:
        """The chance that pure luck is at least as far from its own law."""
        return chance_of(self.hits)

    @property
    def holds(self) -> bool:
        """Whether the hits look like luck at 99%."""
        return self.chance >= LEVEL


def law() -> list[float]:
    """The chance of each number of hits, 0 to 6, for six spots and twenty numbers of eighty.

    >>> round(1 / law()[6])
    7753
    """
    return [
        comb(DRAWN, hits) * comb(POOL - DRAWN, SPOTS - hits) / comb(POOL, SPOTS)
        for hits in range(SPOTS + 1)
    ]


def chance_of(counts: Sequence[int]) -> float:
    """The tail of Pearson's statistic of hits against the law, rare hits counted together.

    >>> chance_of([0, 0, 0, 0, 0, 0, 300]) < 1e-9
    True
    """
    draws = sum(counts)
    classes: list[tuple[float, float]] = []
    waiting_count, waiting_expected = 0.0, 0.0
    for count, chance in zip(reversed(counts), reversed(law()), strict=True):
        waiting_count, waiting_expected = waiting_count + count, waiting_expected + draws * chance
        if waiting_expected >= EXPECTED_MIN:
            classes.append((waiting_count, waiting_expected))
            waiting_count, waiting_expected = 0.0, 0.0
    if not classes:
        return 1.0
    last_count, last_expected = classes[-1]
    classes[-1] = last_count + waiting_count, last_expected + waiting_expected
    statistic = sum((count - expected) ** 2 / expected for count, expected in classes)
    return chi_square_tail(statistic, len(classes) - 1) if len(classes) > 1 else 1.0


def guess(
    draws: int,
    *,
    witness: str,
    seed: int = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> Guessed:
    """Six spots a draw, as all that the insider knows predicts them, against the real numbers.

    Without a witness (an empty name) the insider knows everything, and must hit six of six.
    """
    hits = [0] * (SPOTS + 1)
    for number in range(1, draws + 1):
        predicted, numbers = _draw(f"{seed}/{number}", witness)
        hits[len(set(predicted[:SPOTS]) & set(numbers))] += 1
        progress(number)
    return Guessed(tuple(hits))


def _draw(game: str, witness: str) -> tuple[list[int], list[int]]:
    """What value and seal alone would draw, and what was drawn with the witness's answer."""
    stream = shake_256(game.encode()).digest(256)
    value, entries = stream[:128], [stream[at : at + 8] for at in range(128, 256, 8)]
    seal = plain(evidence.seal(game, entries, 100 * len(entries)))
    assert isinstance(seal, dict)
    predicted = numbers_at_once(entropy_of(value, []), seal, POOL, DRAWN)
    if not witness:
        return predicted, numbers_at_once(entropy_of(value, []), seal, POOL, DRAWN)
    key = key_of(witness)
    promise = {
        "game": game,
        "pool": POOL,
        "count": DRAWN,
        "commitment": commitment_of(value),
        "values": 1,
        "closes": "",
        "slow": 0,
        "spares": [],
        "wait": 5,
        "witnesses": [[witness, vrf.fingerprint(key.n)]],
    }
    question = statements.draw_question(
        RECORD, witness, promise=promise, seal=seal, place=1, value=value.hex()
    )
    answer = vrf.prove(key, question)
    return predicted, numbers_at_once(entropy_of(value, [answer]), seal, POOL, DRAWN)
