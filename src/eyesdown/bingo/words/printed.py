"""A card as it came from the printer: one grid, or a page of six or twelve boxes."""

from __future__ import annotations

from typing import NamedTuple

from eyesdown.cards.ticket import Ticket90
from eyesdown.kernel.written import Written


class PrintedCard(Written, frozen=True, kw_only=True):
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


class StockPlan(Written, frozen=True, kw_only=True):
    """A series that lies beside the journal: what was printed, and the hashes of its files.

    `manifest`, `table` and `index` are SHA-256: of the maker's manifest, of the packed table of
    tickets and of the index from numbers to tickets.
    """

    serial: str
    colour: str = ""
    books: int
    games: int = 1
    up: str = "six_up"
    game_colours: tuple[str, ...] = ()
    first_book: int = 1
    first_card: int = 1
    manifest: str
    table: str
    index: str


def card_name(serial: str, card: int) -> str:
    """A card's name in maps and on lists.

    >>> card_name("382558", 7)
    '382558/7'
    """
    return f"{serial}/{card}"


class CardKey(NamedTuple):
    """The serial of a card's series and its number, which together name the card.

    >>> CardKey("382558", 7).name
    '382558/7'
    """

    serial: str
    card: int

    @property
    def name(self) -> str:
        """The card's name in maps and on lists."""
        return card_name(self.serial, self.card)
