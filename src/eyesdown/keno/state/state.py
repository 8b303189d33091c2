"""Everything a keno site knows, as maps of small frozen records.

One owner: `evolve` changes the maps in place and hands the same state back, so whoever feeds events
owns the state and keeps no older one. Copying a map of a hundred thousand Entries for every event
would make a day's work grow with its square; sharing structure by hand (maps of maps) only moves
the copy to the busiest game. The records inside are frozen, so a view that has taken one keeps it.

What is over is let go: an Entry with its prizes when its last game is settled, paid sessions and
forms and spent paper when the Keno Day closes, results a day later. A command about a ticket that
is gone brings along what the store has of it. A claim brings the Entry back until it is paid, and a
disqualification until it is lifted; `forgetting` tells how nothing is then paid twice.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from msgspec import Struct, field

from eyesdown.keno.sales.terms import Remembered
from eyesdown.keno.state.carry_room import Step
from eyesdown.keno.words.entries import Totals
from eyesdown.keno.words.records import (
    Account,
    BarredGrowth,
    Card,
    Carry,
    ClaimForm,
    ExtraPrize,
    FlexPeriod,
    FormSwitch,
    Game,
    Guarantee,
    Instructions,
    Jackpot,
    OnDuty,
    Prize,
    RunnerMoney,
    Session,
    Sold,
    Superplay,
    Terminal,
    Venue,
)
from eyesdown.keno.words.tenders import Document
from eyesdown.kernel.written import Exact
from eyesdown.players.care import Care
from eyesdown.rulebook.keno_words import RECEIPTS, Category, DrawSite, Duty
from eyesdown.rulebooks.nsw_keno.c10b_promotion import Allocation


class KenoState(Struct):
    """The state of one site; see the module's words on who owns it."""

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
    care: dict[str, Care] = field(default_factory=dict)  # by account
    corrected: list[int] = field(default_factory=list)  # rows whose deposit was taken back

    jackpots: dict[str, Jackpot] = field(default_factory=dict)
    guarantees: list[Guarantee] = field(default_factory=list)
    extras: dict[str, ExtraPrize] = field(default_factory=dict)
    promotion: dict[Category, tuple[Allocation, ...]] = field(default_factory=dict)

    games: dict[int, Game] = field(default_factory=dict)
    unsettled: list[int] = field(default_factory=list)  # closed games, in order
    totals: dict[int, Totals] = field(default_factory=dict)
    series: dict[int, dict[Step, int]] = field(default_factory=dict)  # of Let it Run, by game
    in_game: dict[int, list[str]] = field(default_factory=dict)

    sold: dict[str, Sold] = field(default_factory=dict)
    newest_ticket: str = ""  # kept when all have left memory: a site tries its key on it
    undelivered: dict[str, int] = field(default_factory=dict)  # serial -> first game
    tickets: dict[str, str] = field(default_factory=dict)  # continuation ticket -> Entry
    carries: dict[str, Carry] = field(default_factory=dict)
    prizes: dict[str, dict[int, Prize]] = field(default_factory=dict)
    barred: dict[str, tuple[BarredGrowth, ...]] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    runner_money: dict[str, RunnerMoney] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    forms: dict[str, ClaimForm] = field(default_factory=dict)

    changes: int = 0  # of Entries that had left memory, counted
    changes_known_from: int = 0
    changed: dict[str, int] = field(default_factory=dict)  # Entry -> its latest change since then
    unclaimed_until: date | None = None  # up to which Keno Day the store was gone through

    terms: Remembered = field(default_factory=Remembered)

    def find(self, ticket: str) -> Sold | None:
        """The stored Entry of a ticket, be it the first one or a continuation."""
        return self.sold.get(self.tickets.get(ticket, ticket))

    def receipt(self, serial: str) -> Document | None:
        """An SST Receipt or Cash Voucher; vouchers and tickets have serials of their own."""
        kept = self.documents.get(serial)
        return kept if kept is not None and kept.kind in RECEIPTS else None

    @property
    def frontier(self) -> int:
        """The first game that is not settled yet."""
        if self.unsettled:
            return self.unsettled[0]
        return self.next_game if self.open_game is None else self.open_game

    def flex_on(self, day: date) -> dict[Category, Fraction]:
        """How the contributions are raised or lowered on a Keno Day; the latest change wins."""
        return {
            flex.category: flex.change
            for flex in self.flexes
            if flex.from_day <= day <= flex.to_day
        }

    def senior_writer(self, venue: str) -> str:
        """Who is in control at a Venue; nobody is the empty name."""
        return self._first_at(Duty.SENIOR_WRITER, venue)

    def supervisor(self, site: DrawSite) -> str:
        return self._first_at(Duty.SUPERVISOR, site)

    def _first_at(self, duty: Duty, place: str) -> str:
        return next(iter(self.posts.get(f"{duty}/{place}", ())), "")
