"""Any number of cards in chunks, in memory that does not grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards import card75, sampler, tickets

ATTEMPTS = 1 << 14  # a whole number of the stream's own blocks of words: none is made twice
COMPILED_FROM = 500_000  # fewer strips than this are made before a compiled sampler has loaded

Cells = NDArray[np.uint8]


class Source(Protocol):
    """Random words by their place; `draw.words.Words` is one."""

    def at(self, first: int, count: int) -> NDArray[np.uint64]: ...


@dataclass(frozen=True, slots=True)
class Kind:
    """What is made, how many words an attempt at it takes, and who makes it."""

    name: str
    shape: tuple[int, ...]
    words: int
    sample: Callable[[NDArray[np.uint64], Cells | None], Cells]


STRIP90 = Kind("strip90", (6, 3, 9), sampler.WORDS_PER_ATTEMPT, sampler.sample)
TICKET90 = Kind("ticket90", (3, 9), tickets.WORDS_PER_ATTEMPT, tickets.sample)
CARD75 = Kind("card75", (5, 5), card75.WORDS_PER_ATTEMPT, card75.sample)
KINDS = {kind.name: kind for kind in (STRIP90, TICKET90, CARD75)}


@cache
def compiled(kind: Kind) -> Kind:
    """The same kind by a compiled sampler where there is one; the cards are the same."""
    if kind.name != STRIP90.name:
        return kind
    try:
        from eyesdown.cards import kernel_numba
    except ImportError:
        return kind
    return replace(kind, sample=kernel_numba.sample)


def quickest(kind: Kind, count: int) -> Kind:
    """The same kind by the sampler that has so many cards ready first."""
    return compiled(kind) if count >= COMPILED_FROM else kind


def stream(kind: Kind, source: Source, count: int, attempts: int = ATTEMPTS) -> Iterator[Cells]:
    """Just so many cards, a chunk at a time; each chunk is written over the one before.

    Attempt k takes the same words whatever the chunks are, so the cards depend on the seed only.
    """
    assert count >= 0
    assert attempts >= 1
    room = np.empty((min(attempts, _attempts_for(count)), *kind.shape), np.uint8)
    tried = 0
    while count:
        trying = min(len(room), _attempts_for(count))
        cards = kind.sample(source.at(tried * kind.words, trying * kind.words), room)[:count]
        tried += trying
        count -= len(cards)
        yield cards


def _attempts_for(count: int) -> int:
    """About as many attempts as so many cards take; a few in a hundred are dropped."""
    return count + count // 32 + 8
