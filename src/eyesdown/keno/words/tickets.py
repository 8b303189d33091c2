"""A sold Entry: its central record, what it carries on, and what the store has of it."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.words.documents import Used
from eyesdown.keno.words.entry import Entry, Staked
from eyesdown.keno.words.prizes import Prize
from eyesdown.kernel.written import Exact, Written
from eyesdown.rulebook.keno_words import (
    DrawSite,
    Ground,
)


class Carry(Written, frozen=True):
    """What a Let it Run stakes in its next game: the prize of the one before."""

    line: int
    game: int  # the running number of the game it is staked in
    base_cents: int
    bonus_cents: int
    commission_cents: Fraction
    staked: Staked

    @property
    def cents(self) -> int:
        """All that is carried."""
        return self.base_cents + self.bonus_cents


SeriesStep: TypeAlias = str
"""The forecasts of a Let it Run for a game and the next, a + for Keno Bonus: "heads+ tails"."""


class EntryRecord(Written, frozen=True, tag="Sold"):
    """The central record of a sold Entry, which decides what it wins. Journals call it `Sold`."""

    entry: Entry
    at: datetime
    site: DrawSite
    keno_day: date
    first_game: int
    gross_cents: int
    used: tuple[Used, ...]
    staked: tuple[Staked, ...]
    location: str = ""
    commission_cents: Exact = 0
    completed_at: datetime | None = None
    acknowledged_at: datetime | None = None
    ends_before: int | None = None  # the first game that was cancelled or never played
    disqualified: Ground | None = None
    anonymous: bool = False
    ticket: str = ""  # the serial that is out with the player; none once it was paid and kept
    won_cents: int = 0  # prize money of the account that paid for it: given back, it is so again
    renewals: tuple[str, ...] = ()  # serials of its continuation tickets

    @property
    def end(self) -> int:
        """The first running game number after this Entry."""
        past = self.first_game + self.entry.games
        return past if self.ends_before is None else min(past, self.ends_before)

    def staked_in(self, game: int) -> Staked:
        """What the Entry stakes in a game, by its running number."""
        index = game - self.first_game
        return self.staked[index if len(self.staked) > 1 else 0]


class StoredEntry(Written, frozen=True, tag="Stored"):
    """What the store has of an Entry, with its prizes. Journals call it `Stored`.

    `as_of` is the number of changes the state had counted when the store was read. It is -1 for an
    Entry that was in memory then: such a reading is out of date as soon as the Entry has left.
    """

    sold: EntryRecord
    prizes: tuple[Prize, ...] = ()
    as_of: int = -1


class Overdue(Written, frozen=True):
    """Prizes that the store has as unclaimed: Entry, game and cents, by Keno Day."""

    days: tuple[tuple[date, tuple[tuple[str, int, int], ...]], ...]
    as_of: int
