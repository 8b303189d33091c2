"""House options of the family game: what a table may agree on that the book does not know."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.written import Written

FamilyCard: TypeAlias = Card75 | Ticket90

BOX, NINETY = 75, 90
LETTERS = 5
COLUMN = BOX // LETTERS
PER_COLUMN = (6, 9, 12, COLUMN)
"""Discs under each letter: 30, 45, 60 or all 75 of them."""
CARDS_EACH_MAX = 4
PATTERNS = {BOX: ("row", "corners", "x", "full"), NINETY: ("line", "two lines", "full")}
"""What may win, by the number of balls; the first is the usual one."""


class House(Written, frozen=True, kw_only=True):
    """What a table agreed on beyond the book; the defaults are the book's own game.

    With `paper` the cards lie on the table and are not dealt here: a round begins without them,
    and a card is dealt when its holder shows it.
    """

    balls: int = BOX
    per_column: int = COLUMN
    cards_each: int = 1
    patterns: tuple[str, ...] = ()
    paper: bool = False

    @property
    def wins_with(self) -> tuple[str, ...]:
        """The patterns that win."""
        return self.patterns or PATTERNS[self.balls][:1]

    @property
    def trouble(self) -> str:
        """The option that makes no sense; empty if all do.

        >>> House(patterns=("star",)).trouble, House(balls=90, patterns=("line",)).trouble
        ('patterns', '')
        """
        if self.balls not in PATTERNS:
            return "balls"
        if self.per_column not in PER_COLUMN or (self.balls != BOX and self.per_column != COLUMN):
            return "per_column"
        if not 1 <= self.cards_each <= CARDS_EACH_MAX:
            return "cards_each"
        unknown = set(self.patterns) - set(PATTERNS[self.balls])
        return "patterns" if unknown or len(set(self.patterns)) != len(self.patterns) else ""


def hand(person: str, number: int) -> str:
    """The name under which a person plays their first, second or later card.

    >>> hand("Ana", 1), hand("Ana", 2)
    ('Ana', 'Ana #2')
    """
    return person if number == 1 else f"{person} #{number}"


def person_of(player: str, house: House) -> str:
    """Who plays a card, where a person may have several.

    >>> person_of("Ana #2", House(cards_each=2)), person_of("Ana #2", House())
    ('Ana', 'Ana #2')
    """
    return player.partition(" #")[0] if house.cards_each > 1 else player
