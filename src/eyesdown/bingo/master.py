"""The master table of a series: from fifteen numbers to the one card that has them, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from eyesdown.cards.ticket import Ticket90, mask
from eyesdown.kernel.errors import BadInput


@dataclass(frozen=True, slots=True)
class MasterEntry:
    """Where one combination is printed. Book, game and box are 0 where a series has none."""

    serial: str
    card_number: int
    book_number: int = 0
    game: int = 0
    box: int = 0


@dataclass(frozen=True, slots=True)
class MasterTable:
    """Both directions of the lookup; layout plays no part (decision A03).

    >>> ticket = Ticket90.of([(1, 12), (3, 24), (5, 36)])
    >>> table = MasterTable.of([(MasterEntry("382558", 7), ticket)])
    >>> table.find({36, 24, 12, 5, 3, 1}).card_number
    7
    >>> table.find({1, 2, 3}) is None
    True
    >>> table.ticket(MasterEntry("382558", 7)) == ticket
    True
    """

    by_numbers: Mapping[int, MasterEntry]
    by_place: Mapping[MasterEntry, Ticket90]

    @classmethod
    def of(cls, printed: Iterable[tuple[MasterEntry, Ticket90]]) -> Self:
        """The table of a series; two cards with the same numbers cannot be told apart."""
        by_numbers: dict[int, MasterEntry] = {}
        by_place: dict[MasterEntry, Ticket90] = {}
        for entry, ticket in printed:
            first = by_numbers.setdefault(mask(ticket.numbers), entry)
            if first != entry or entry in by_place:
                raise BadInput("series", f"{entry} and {first} cannot be told apart")
            by_place[entry] = ticket
        return cls(by_numbers, by_place)

    def find(self, numbers: Iterable[int]) -> MasterEntry | None:
        """The one card with exactly these numbers."""
        return self.by_numbers.get(mask(numbers))

    def ticket(self, entry: MasterEntry) -> Ticket90 | None:
        return self.by_place.get(entry)

    @property
    def identified(self) -> frozenset[frozenset[int]]:
        """Every combination the table can name."""
        return frozenset(frozenset(ticket.numbers) for ticket in self.by_place.values())
