"""A card as it came from the printer: one grid, or a page of six or twelve boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from eyesdown.cards.ticket import Ticket90


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCard:
    """`game` and `book` are 0 where nothing is printed; `colour` is the game's (A05).

    `serial` is what is printed on it, where that is not the serial of its series.
    `braille_approval` is the approval of a Braille ticket's form, where there is one.
    """

    card: int
    boxes: tuple[Ticket90, ...]
    book: int = 0
    game: int = 0
    colour: str = ""
    serial: str = ""
    braille: bool = False
    braille_approval: str = ""


class CardKey(NamedTuple):
    """A card is known by the serial of its series and its number."""

    serial: str
    card: int
