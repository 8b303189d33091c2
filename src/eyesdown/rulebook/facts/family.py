"""What the clauses of the family game may see."""

from __future__ import annotations

from dataclasses import dataclass

Rows = tuple[tuple[int, ...], ...]
"""A card as printed, line by line; 0 is the square marked Free."""

Square = tuple[int, int]
"""Line and column of a square, from 0."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A player asks for a card."""

    player: str
    banker: str
    cards_left: int
    cards_held: int


@dataclass(frozen=True, slots=True)
class BankerFacts:
    """A person is to be Banker; `choices` is empty before the first round."""

    person: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FamilyCardFacts:
    """A 75-ball card of the family game, as printed."""

    card: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class DiscFacts:
    """A disc is turned over while `unchecked` claims wait and `right` ones have been confirmed."""

    disc: int
    called: frozenset[int]
    unchecked: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoverFacts:
    """A player puts a counter on a number; `removed` are squares the Banker cleared (K05)."""

    number: int
    square: Square | None
    called: frozenset[int]
    removed: frozenset[Square]
