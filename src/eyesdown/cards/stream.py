"""Any number of cards in chunks, in memory that does not grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards import card75, sampler, tickets

ATTEMPTS = 1 << 14  # a whole number of the stream's own blocks of words: none is computed twice
COMPILED_FROM = 500_000  # NumPy finishes fewer strips than this before numba has loaded

Cells = NDArray[np.uint8]


class WordSource(Protocol):
    """Random words by their index; `draw.words.Words` implements it."""

    def at(self, first: int, count: int) -> NDArray[np.uint64]:
        """`count` words from index `first` on."""
        ...


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: its shape, the words of an attempt, and its sampler."""

    name: str
    shape: tuple[int, ...]
    words: int
    sample: Callable[[NDArray[np.uint64], Cells | None], Cells]


STRIP90 = CardKind("strip90", (6, 3, 9), sampler.WORDS_PER_ATTEMPT, sampler.sample)
TICKET90 = CardKind("ticket90", (3, 9), tickets.WORDS_PER_ATTEMPT, tickets.sample)
CARD75 = CardKind("card75", (5, 5), card75.WORDS_PER_ATTEMPT, card75.sample)
KINDS = {kind.name: kind for kind in (STRIP90, TICKET90, CARD75)}


@cache
def compiled(kind: CardKind) -> CardKind:
    """The same kind with a compiled sampler where there is one; the cards are the same."""
    if kind.name != STRIP90.name:
        return kind
    try:
        from eyesdown.cards import kernel_numba
    except ImportError:
        return kind
    return replace(kind, sample=kernel_numba.sample)


def quickest(kind: CardKind, count: int) -> CardKind:
    """The same kind with the sampler that finishes `count` cards first."""
    return compiled(kind) if count >= COMPILED_FROM else kind


def stream(
    kind: CardKind, source: WordSource, count: int, attempts: int = ATTEMPTS
) -> Iterator[Cells]:
    """Exactly `count` cards in chunks, each an array of its own.

    Attempt k takes the same words whatever the chunks are, so the cards depend on the seed only.
    """
    assert count >= 0
    assert attempts >= 1
    # One array for all chunks: new memory costs as much as the cards.
    room = np.empty((min(attempts, _attempts_for(count)), *kind.shape), np.uint8)
    tried = 0
    while count:
        trying = min(len(room), _attempts_for(count))
        cards = kind.sample(source.at(tried * kind.words, trying * kind.words), room)[:count]
        tried += trying
        count -= len(cards)
        yield cards.copy()  # the array is used again for the next chunk


def _attempts_for(count: int) -> int:
    """About as many attempts as `count` cards take; a few in a hundred are dropped."""
    return count + count // 32 + 8
