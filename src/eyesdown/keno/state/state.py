"""The state of a keno site, as maps of small frozen records.

`evolve` changes the maps in place and returns the same state, so the caller that applies events is
its only owner and has no older version. Copying a map of a hundred thousand Entries for every event
would make the work of a day grow with its square. The records inside are frozen, so a view that has
taken one keeps it unchanged.

What has ended leaves memory: an Entry with its prizes when its last game is settled, paid sessions,
settled forms and spent documents when the Keno Day closes, results a day later. A command about a
ticket outside memory carries what the store has of it; `memory` explains why nothing is then paid
twice.
"""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

from msgspec import Struct, field

from eyesdown.keno.words.claims import ClaimForm, RunnerMoney, Session
from eyesdown.keno.words.desk import Approval, Ceiling, Drawer
from eyesdown.keno.words.documents import Document
from eyesdown.keno.words.entry import Totals
from eyesdown.keno.words.games import Game
from eyesdown.keno.words.money import whole
from eyesdown.keno.words.offers import (
    ExtraPrize,
    FlexPeriod,
    FormSwitch,
    Guarantee,
    Jackpot,
    Superplay,
)
from eyesdown.keno.words.people import Account, Card, Withdrawal
from eyesdown.keno.words.places import Instructions, OnDuty, Terminal, Venue
from eyesdown.keno.words.prizes import BarredGrowth, Owed, Prize
from eyesdown.keno.words.tickets import Carry, EntryRecord, SeriesStep
from eyesdown.kernel.written import Exact
from eyesdown.players.limits import PlayerLimits
from eyesdown.rulebook.keno_words import RECEIPTS, Category, DrawSite, Duty
from eyesdown.rulebooks.nsw_keno.c10b_promotion import Allocation


class KenoState(Struct):
    """The state of one site. Only its owner applies events to it."""

    site: DrawSite = DrawSite.CENTRAL
    day: date | None = None
    last_day: date | None = None  # the latest Keno Day that was opened
    next_number: int | None = None
    next_game: int = 0
    open_game: int | None = None
    payout_limit_cents: int | None = None

    venues: dict[str, Venue] = field(default_factory=dict)
    terminals: dict[str, Terminal] = field(default_factory=dict)
    on_duty: dict[str, OnDuty] = field(default_factory=dict)
    posts: dict[str, list[str]] = field(default_factory=dict)  # duty/place -> who is on it
    engaged: dict[str, str] = field(default_factory=dict)  # own account or card -> person on duty
    templates: dict[str, Superplay] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    switches: list[FormSwitch] = field(default_factory=list)
    flexes: list[FlexPeriod] = field(default_factory=list)
    instructions: list[Instructions] = field(default_factory=list)
    agency_cents: dict[str, Exact] = field(default_factory=dict)
    besides_cents: dict[str, Exact] = field(default_factory=dict)  # see `tills`

    accounts: dict[str, Account] = field(default_factory=dict)
    player_limits: dict[str, PlayerLimits] = field(default_factory=dict)  # by account
    corrected: list[int] = field(default_factory=list)  # rows whose deposit was taken back
    persons: dict[str, list[str]] = field(default_factory=dict)  # keyed hash -> accounts
    withdrawals: dict[int, Withdrawal] = field(default_factory=dict)  # not paid yet
    next_withdrawal: int = 1

    jackpots: dict[str, Jackpot] = field(default_factory=dict)
    guarantees: list[Guarantee] = field(default_factory=list)
    extras: dict[str, ExtraPrize] = field(default_factory=dict)
    promotion: dict[Category, tuple[Allocation, ...]] = field(default_factory=dict)

    games: dict[int, Game] = field(default_factory=dict)
    unsettled: list[int] = field(default_factory=list)  # closed games, in order
    totals: dict[int, Totals] = field(default_factory=dict)
    series: dict[int, dict[SeriesStep, int]] = field(default_factory=dict)  # of Let it Run, by game
    in_game: dict[int, list[str]] = field(default_factory=dict)

    sold: dict[str, EntryRecord] = field(default_factory=dict)
    newest_ticket: str = ""  # also after all have left memory: a site tries its key on it
    undelivered: dict[str, int] = field(default_factory=dict)  # serial -> first game
    tickets: dict[str, str] = field(default_factory=dict)  # continuation ticket -> Entry
    carries: dict[str, Carry] = field(default_factory=dict)
    prizes: dict[str, dict[int, Prize]] = field(default_factory=dict)
    barred: dict[str, tuple[BarredGrowth, ...]] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    spent_at: dict[str, datetime] = field(
        default_factory=dict
    )  # spent document -> when, for people
    runner_money: dict[str, RunnerMoney] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    forms: dict[str, ClaimForm] = field(default_factory=dict)

    owed: dict[str, dict[int, Owed]] = field(default_factory=dict)  # see `memory.left_behind`
    ceilings: dict[str, Ceiling] = field(default_factory=dict)
    approvals: dict[str, Approval] = field(default_factory=dict)  # that are not used yet
    given: dict[str, int] = field(default_factory=dict)  # cents of the Keno Day by kind and person
    prints: dict[str, int] = field(default_factory=dict)  # paper -> its copies so far
    drawers: dict[str, Drawer] = field(default_factory=dict)  # by terminal

    changes: int = 0  # of Entries that had left memory, counted
    changes_known_from: int = 0
    changed: dict[str, int] = field(default_factory=dict)  # Entry -> its latest change since then
    unclaimed_until: date | None = None  # up to which Keno Day the store was searched

    terms_version: int = 0  # events so far that may change the terms of a sale; see `sales.terms`

    def find(self, ticket: str) -> EntryRecord | None:
        """The Entry in memory of a ticket, its first one or a continuation; None for any other."""
        return self.sold.get(self.tickets.get(ticket, ticket))

    def receipt(self, serial: str) -> Document | None:
        """The SST Receipt or Cash Voucher of a serial; None for vouchers, tickets and others."""
        document = self.documents.get(serial)
        return document if document is not None and document.kind in RECEIPTS else None

    def owed_by(self, venue: str) -> Exact:
        """The cents a Venue owes the Licensees; negative where they owe the Venue."""
        return whole(self.agency_cents.get(venue, 0) + self.besides_cents.get(venue, 0))

    @property
    def frontier(self) -> int:
        """The running number of the first game that is not settled yet."""
        if self.unsettled:
            return self.unsettled[0]
        return self.next_game if self.open_game is None else self.open_game

    def flex_on(self, day: date) -> dict[Category, Fraction]:
        """The change of each category's contribution on a Keno Day; the latest decision counts."""
        return {
            flex.category: flex.change
            for flex in self.flexes
            if flex.from_day <= day <= flex.to_day
        }

    def senior_writer(self, venue: str) -> str:
        """The person in control at a Venue; empty if there is none."""
        return self._first_at(Duty.SENIOR_WRITER, venue)

    def supervisor(self, site: DrawSite) -> str:
        """The Supervisor on duty at a site; empty if there is none."""
        return self._first_at(Duty.SUPERVISOR, site)

    def _first_at(self, duty: Duty, place: str) -> str:
        return next(iter(self.posts.get(f"{duty}/{place}", ())), "")
