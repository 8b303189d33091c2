"""A small keno site on a desk: commands in, events out, money counted after every event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any, Self, TypeAlias

import pytest

from eyesdown.central.keno.machine import PRIZES
from eyesdown.central.keno.stored_tickets import find, history, prizes_of
from eyesdown.central.store.base import RecordRow
from eyesdown.central.store.memory import MemoryStore
from eyesdown.keno.bets.bet import Bet, LetItRun, Prepick, Regular
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.commands import Command
from eyesdown.keno.events import Event
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    OpenDay,
    OpenGame,
    RecordDraw,
    SettleGame,
)
from eyesdown.keno.office.commands import (
    AcceptTerms,
    AppointVenue,
    ApproveTerminal,
    Deposit,
    LogIn,
    OpenAccount,
    SetGrowthRate,
    SetPayoutLimit,
    SignOn,
)
from eyesdown.keno.sales.commands import AcceptEntry, CancelEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.sales.stakes import entry_cost, staked_by_game
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.keno.words.entry import Entry, Staked, Totals
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.notation.keno_in_memory import KenoInMemory
from eyesdown.rulebook.keno_words import (
    RECEIPTS,
    VOUCHERS,
    DrawSite,
    Duty,
    Method,
    Payout,
    Tender,
    VenueKind,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

MORNING = datetime(2024, 5, 1, 9, 0)
LOW = tuple(range(1, 21))  # heads, multiplier 4, first 1, last 20
VENUES = {"club": VenueKind.CLUB, "hotel": VenueKind.HOTEL, "casino": VenueKind.CASINO}


RATES = {
    "regular/7": "101/1000",
    "regular/8": "1/10",
    "regular/9": "8/100",
    "regular/10": "98/1000",
    "keno2/7": "98/1000",
    "keno2/8": "101/1000",
    "keno2/9": "9/100",
    "keno2/10": "8/100",
}
"""Growth rates of the jackpots, by game and spots."""

Paid: TypeAlias = Tendered | tuple[Tender, int, str]
PaidOut: TypeAlias = PayoutAsked | tuple[Payout, int]


@dataclass
class Desk:
    """A keno site in memory with three Venues: `do` plays a command and counts the money.

    The fields after `now` are what an Entry and a claim have unless a test says otherwise.
    """

    book: NswKeno = field(default_factory=lambda: open_on(date(2024, 5, 1)))
    now: datetime = MORNING
    minutes: int = 3
    method: Method = Method.FORM
    session: str = "s-1"
    writer: str = "wally"
    claims: str = "c-1"
    lines: tuple[Bet, ...] = (Regular((1, 2, 3), 100),)
    purses: dict[str, Fraction] = field(default_factory=dict)
    journal: list[Event] = field(default_factory=list)
    serials: int = 0

    def __post_init__(self) -> None:
        self.memory = KenoInMemory(self.book)

    @classmethod
    def trading(cls, day: date) -> Self:
        """A desk at 10:00 of a day on which games of five minutes are sold by word of mouth."""
        at = datetime.combine(day, time(10))
        desk = cls(
            open_on(day), at, 5, Method.VERBAL, session="till", writer="", claims="s", lines=()
        )
        desk.open_shop()
        desk.open_day()
        return desk

    @property
    def state(self) -> KenoState:
        """The state of the game."""
        return self.memory.state

    def do(self, command: Command) -> tuple[Event, ...]:
        """The events of a command, with what the store has of its ticket."""
        return self.run(self.recall(command))

    def recall(self, command: Command) -> Any:
        """The command with what the store has of its ticket, form or unclaimed prizes."""
        return self.memory.recall(command)

    def run(self, command: Command) -> tuple[Event, ...]:
        """The events of a command with what was recalled for it, perhaps some time ago."""
        self.memory.book = self.book
        events = self.memory.run(command)
        for event in events:
            money = getattr(event, "money", ())
            assert sum(amount.cents for amount in money) == 0
            for amount in money:
                self.purses[amount.purse] = self.purse(amount.purse) + amount.cents
            self.journal.append(event)
        return events

    # --- what the store has -----------------------------------------------------------------------

    def stored(self, ticket: str) -> EntryRecord:
        """The Entry of a ticket as the store has it."""
        sold = find(self.memory.site.store, ticket)
        assert sold is not None, f"{ticket} was never sold"
        return sold

    def prizes(self, serial: str) -> dict[int, Prize]:
        """What an Entry has won, by game."""
        return prizes_of(self.memory.site, serial)

    def history(self, account: str) -> list[EntryAccepted]:
        """Every Entry of an account, oldest first."""
        return list(history(self.memory.site.store, account))

    def records(self, kind: str) -> dict[str, bytes]:
        """What the store has of one kind, by key."""
        return {row.key: row.body for row in self.memory.site.store.records(kind)}

    def pretend_won(self, serial: str, game: int, cents: int) -> None:
        """Pretend that an Entry has won another amount: in the store and the books."""
        prize = self.prizes(serial)[game]
        self.pretend_owed("prizes", cents - prize.cents)
        body = PRIZES.write(replace(prize, cents=cents))
        store = self.memory.site.store
        assert isinstance(store, MemoryStore)
        store._keep([RecordRow("prize", f"{serial}/{game}", store.head().seq, body)])

    def pretend_owed(self, account: str, cents: int) -> None:
        """Pretend that the bank has money which is owed to an account."""
        balances = self.memory.balances
        balances[account] = balances.get(account, 0) - cents
        balances["bank"] = balances.get("bank", 0) + cents

    def prize(self, entry: Entry) -> int:
        """Everything that an Entry has won so far."""
        return sum(prize.cents for prize in self.prizes(entry.serial).values())

    # --- refusals and money -----------------------------------------------------------------------

    def refused(self, command: Command) -> list[tuple[str, str]]:
        """The codes and clauses of a refusal; an empty list when the command was allowed."""
        before = len(self.journal)
        events = self.do(command)
        assert len(self.journal) - before == len(events)
        if not events or not isinstance(events[0], Refused):
            return []
        return [(bad.code, bad.clause.number) for bad in events[0].refusals]

    def no(self, command: Command) -> list[str]:
        """The clauses that refuse a command; none if it was allowed."""
        return [clause for _, clause in self.refused(command)]

    def purse(self, name: str) -> Fraction:
        """What is in a purse."""
        return self.purses.get(name, Fraction(0))

    def tick(self, seconds: int = 1) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def serial(self) -> str:
        self.serials += 1
        return f"S{self.serials:07d}"

    # --- a site that trades ---------------------------------------------------------------------

    def open_shop(self) -> None:
        """Appoint the Venues, their terminals and people, and set limits and rates."""
        for name, kind in VENUES.items():
            self.do(
                AppointVenue(
                    at=self.now,
                    venue=name,
                    kind=kind,
                    name=f"The {name}",
                    area="Sydney",
                    approval="A-1",
                    premises=(f"{name} floor",),
                    permitted_area=(f"{name} floor", f"{name} garden"),
                    opens=self.now.time(),
                    closes=time(23),
                )
            )
            self.do(ApproveTerminal(self.now, f"{name}-1", name, False, "A-2"))
            self.do(ApproveTerminal(self.now, f"{name}-sst", name, True, "A-3"))
            self.do(SignOn(self.now, f"{name} boss", Duty.SENIOR_WRITER, name))
        self.do(SignOn(self.now, "sue", Duty.SUPERVISOR, DrawSite.CENTRAL))
        self.do(SetPayoutLimit(self.now, 200_000))
        for key, rate in RATES.items():
            self.do(SetGrowthRate(self.now, key, Fraction(rate), date(2024, 1, 12)))

    def open_day(self) -> None:
        self.do(OpenDay(self.now))
        self.open_game()

    def open_game(self, minutes: int = 0) -> int:
        """Open a game; its number."""
        self.do(OpenGame(self.now, self.now + timedelta(minutes=minutes or self.minutes)))
        assert self.state.open_game is not None
        return self.state.open_game

    # --- a player ---------------------------------------------------------------------------------

    def entry(self, *bets: Bet, **more: Any) -> Entry:
        """An Entry with the next serial; `more` are other fields of it."""
        series = [len(bet.selections) for bet in bets if isinstance(bet, Prepick | LetItRun)]
        venue = more.get("venue", "club")
        self_service = more.get("method") is Method.SST
        plain = Entry(
            serial=self.serial(),
            lines=bets or self.lines,
            games=max(series, default=1),
            channel="venue",
            method=self.method,
            venue=venue,
            terminal=f"{venue}-sst" if self_service else f"{venue}-1",
            writer=self.writer,
            session=self.session,
        )
        return replace(plain, **more)

    def web_entry(self, *bets: Bet, account: str = "ann", **more: Any) -> Entry:
        """An Entry of an account on the internet."""
        plain = self.entry(*bets)
        web = {"channel": "internet", "method": Method.INTERNET, "account": account}
        return replace(plain, **{**web, "terminal": "", "writer": "", **more})

    def sale(self, entry: Entry, *paid: Paid, **more: Any) -> AcceptEntry:
        """The command that sells an Entry for its cost, or for what is paid."""
        web = entry.channel == "internet"
        if not paid:
            has_cost = entry.lines and 0 < entry.games <= 1000
            cents = self.cost(entry) if has_cost else 100
            paid = (Tendered(Tender.ACCOUNT if web else Tender.CASH, cents),)
        tenders = tuple(one if isinstance(one, Tendered) else Tendered(*one) for one in paid)
        usual = {"confirmed": True, "location": "club floor"} if web else {"delivered": True}
        return AcceptEntry(self.now, entry, tenders, **{**usual, **more})

    def cost(self, entry: Entry) -> int:
        """What an Entry costs, in cents."""
        return entry_cost(entry, staked_by_game(self.book, entry))

    def sell(self, *bets: Bet, **more: Any) -> Entry:
        """An Entry that was sold."""
        return self._sold(self.entry(*bets, **more))

    def sell_web(self, *bets: Bet, cents: int = 100_000, **more: Any) -> Entry:
        """An Entry that was sold to ann on the internet, who has an account with `cents` in it."""
        if "ann" not in self.state.accounts:
            self.account("ann", cents)
        return self._sold(self.web_entry(*bets, **more))

    def _sold(self, entry: Entry) -> Entry:
        assert self.refused(self.sale(entry)) == []
        return entry

    def account(
        self, name: str = "ann", cents: int = 10_000, born: date = date(1990, 1, 1), **more: Any
    ) -> str:
        """An account with money in it, whose holder is logged in."""
        self.do(OpenAccount(self.now, name, name.title(), born, **more))
        self.do(AcceptTerms(self.now, name, "terms-1"))
        self.do(LogIn(self.now, name, password_right=True))
        self.do(Deposit(self.now, name, cents))
        return name

    def cancel(self, entry: Entry, **more: Any) -> CancelEntry:
        """The command that cancels an Entry where it was sold, or from the Venue's garden."""
        web = entry.channel == "internet"
        plain = CancelEntry(self.now, entry.serial, "x", "" if web else entry.venue)
        return replace(plain, **{"location": "club garden" if web else "", **more})

    def audit(self) -> None:
        """What lies in each purse is what the records say should lie there."""
        state = self.state
        winners = {key.rpartition("/")[0] for key in self.records("prize")}
        prizes = [prize for serial in winners for prize in self.prizes(serial).values()]
        owed = (PrizeState.PAYABLE, PrizeState.LODGED, PrizeState.PENDING)
        parlayed = sum(s.parlay_cents for s in state.sessions.values() if not s.paid)
        documents = list(state.documents.values())
        unpaid = [state.sold[serial] for serial in state.undelivered]
        wanted: dict[str, Any] = {
            "prizes:payable": sum(p.cents for p in prizes if p.state in owed) - parlayed,
            "prizes:unclaimed": sum(p.cents for p in prizes if p.state is PrizeState.UNCLAIMED)
            + sum(d.face_cents for d in documents if d.state is DocumentState.UNCLAIMED),
            "documents:receipts": sum(
                d.face_cents
                for d in documents
                if d.kind in RECEIPTS and d.state is DocumentState.ACTIVE
            ),
            "documents:vouchers": sum(
                d.face_cents - d.commission_cents
                for d in documents
                if d.kind in VOUCHERS and d.state in (DocumentState.ACTIVE, DocumentState.HELD)
            ),
        }
        for name in VENUES:
            wanted[f"venue:{name}:agency"] = state.agency_cents.get(name, 0)
            wanted[f"venue:{name}:held"] = sum(
                used.used_cents
                for sold in unpaid
                for used in sold.used
                if sold.entry.venue == name and used.tender not in VOUCHERS
            )
        for account in state.accounts.values():
            wanted[f"account:{account.account}"] = account.balance_cents
        for jackpot in state.jackpots.values():
            wanted[f"growth:{jackpot.jackpot}"] = jackpot.growth_cents
            wanted[f"pool:{jackpot.jackpot}"] = jackpot.pool_cents
        for category, allocations in state.promotion.items():
            wanted[f"fund:promotion:{category}"] = sum(part.cents for part in allocations)
        assert {purse: self.purse(purse) for purse in wanted} == wanted

    # --- a game and what follows ------------------------------------------------------------------

    def drawing(self, numbers: tuple[int, ...], game: int | None = None, **more: Any) -> RecordDraw:
        """The command that records a draw, of the oldest game without a result if none is named."""
        drawn = self.state.unsettled[0] if game is None else game
        plain = RecordDraw(self.now, drawn, numbers, "RNG-1", DrawSite.CENTRAL, "disk")
        return replace(plain, **more)

    def draw(self, game: int, numbers: tuple[int, ...] = LOW) -> tuple[Event, ...]:
        """Record the draw of a game."""
        return self.do(self.drawing(numbers, game))

    def play(self, numbers: tuple[int, ...] = LOW, *, then_open: bool = True) -> tuple[Event, ...]:
        """Close, draw and settle the open game; by default the next one is open at once."""
        game = self.state.open_game
        assert game is not None
        following = self.tick() + timedelta(minutes=self.minutes) if then_open else None
        self.do(CloseGame(self.now, following))
        self.draw(game, numbers)
        return self.do(SettleGame(self.now, game))

    def close(self) -> tuple[Event, ...]:
        """Close the open game at its own instant; the next one opens at once."""
        assert self.state.open_game is not None
        self.now = self.state.games[self.state.open_game].closes_at
        return self.do(CloseGame(self.now, self.now + timedelta(minutes=self.minutes)))

    def settle(self, numbers: tuple[int, ...], **elsewhere: Any) -> Event:
        """Draw and settle the oldest game without a result."""
        self.do(self.drawing(numbers))
        return self.do(SettleGame(self.now, self.state.unsettled[0], **elsewhere))[0]

    def play_out(self, numbers: tuple[int, ...], **elsewhere: Any) -> Event:
        """Close the open game at its own instant, draw and settle it."""
        self.close()
        return self.settle(numbers, **elsewhere)

    def next_day(self) -> None:
        """End this Keno Day and start tomorrow's."""
        assert self.state.open_game is not None
        self.now = self.state.games[self.state.open_game].closes_at
        self.do(CloseGame(self.now))
        self.do(CloseDay(self.now))
        self.now = datetime.combine(self.now.date() + timedelta(days=1), time(10))
        self.open_day()

    def claim(self, entry: Entry, session: str = "", **more: Any) -> ClaimPrize:
        """The command that claims the prizes of an Entry in a customer's session."""
        named = session or self.claims
        plain = ClaimPrize(self.now, entry.serial, named, "club", "club-1", ticket_check(entry))
        return replace(plain, **more)

    def pay(self, session: str = "", *payouts: PaidOut, **more: Any) -> PaySession:
        """The command that pays a session, in cash if nothing else is named."""
        named = session or self.claims
        due = self.state.sessions[named].due_cents if named in self.state.sessions else 0
        ways = tuple(
            part
            if isinstance(part, PayoutAsked)
            else PayoutAsked(*part, payee="P. Payee", document=f"D-{part[0]}")
            for part in payouts or (PayoutAsked(Payout.CASH, due),)
        )
        return replace(PaySession(self.now, named, "club", ways), **more)

    def collect(self, entry: Entry, **more: Any) -> None:
        """Claim and pay what an Entry has won."""
        assert self.refused(self.claim(entry)) == []
        assert self.refused(self.pay(**more)) == []

    def staked(self, result: Any, cents: int, ahead: int = 0) -> None:
        """Pretend that some money is on a result already."""
        assert self.state.open_game is not None
        totals = self.state.totals.setdefault(self.state.open_game + ahead, Totals())
        totals.add(Staked((), (), ((result, cents),)))


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A site with three Venues that trades: the first game of 1 May 2024 is open."""
    site = Desk()
    site.open_shop()
    site.open_day()
    yield site
    site.audit()


@pytest.fixture
def bare() -> Desk:
    """A site on which nothing has happened."""
    return Desk()


@pytest.fixture
def shop() -> Desk:
    """A site with three Venues at 10:00 of 15 June 2024, with a game of five minutes open."""
    return Desk.trading(date(2024, 6, 15))


@pytest.fixture
def shop_on() -> Callable[[date], Desk]:
    """The same on another day."""
    return Desk.trading
