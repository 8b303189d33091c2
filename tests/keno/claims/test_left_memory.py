"""Entries with unclaimed prizes leave memory, and nobody can tell by the answers."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Regular
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    ClaimPrize,
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
    PaySession,
    Reinstate,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.claims.events import PrizesExpired
from eyesdown.keno.decide import decide
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    OpenDay,
    OpenGame,
    RecordDraw,
    SettleGame,
)
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state import memory
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DrawSite, FormReason, Ground, Payout
from kit.desk import Desk

SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw
EIGHT = Regular(tuple(range(1, 9)), 100)  # $25,000 and growth: to be verified
LARGE = Regular(tuple(range(1, 7)), 600)  # $10,800: a web prize that waits


def settled(desk: Desk, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    assert desk.state.sold == desk.state.prizes == desk.state.tickets == {}
    return entry


def late(desk: Desk, asked: Any) -> list[str]:
    """What comes of a command that brings what was read before others were decided."""
    [event, *_] = decide(desk.book, desk.state, asked)
    assert isinstance(event, Refused), event
    return [bad.code for bad in event.refusals]


# --- races ----------------------------------------------------------------------------------------


def test_two_claims_read_at_the_same_time_pay_once(desk: Desk) -> None:
    entry = settled(desk, SIX)
    first, second = (desk.claim(entry, session=name) for name in ("c-1", "c-2"))
    told = desk.recall(second)
    assert told.kept.prizes[0].state == "payable"
    assert desk.refused(first) == []
    assert late(desk, told) == ["claim/already_paid"]  # while the first is open
    assert desk.refused(second) == [("claim/already_paid", "14(d)")]
    desk.do(desk.pay("c-1"))
    assert desk.state.sold == {}
    assert late(desk, told) == ["claim/already_paid"]  # after it was paid
    assert desk.refused(second) == [("claim/already_paid", "14(d)")]
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    assert desk.state.changed == {}
    assert late(desk, told) == ["claim/no_win"]  # long after: it is not known what became of it
    assert desk.refused(second) == [("claim/already_paid", "14(d)")]
    assert desk.purse("prizes:payable") == 0


def test_a_form_and_a_claim_read_at_the_same_time_pay_once(desk: Desk) -> None:
    entry = settled(desk, SIX)
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, entry.serial, "Bea"))
    desk.do(LodgeClaimForm(desk.now, "F2", FormReason.LOST, entry.serial, "Bea"))
    forms = [PayClaimForm(desk.now, form, Payout.CHEQUE, "Bea", "ovid") for form in ("F1", "F2")]
    claim, *told = (desk.recall(one) for one in (desk.claim(entry), *forms))
    assert desk.refused(forms[0]) == []
    assert late(desk, claim) == ["claim/already_paid"]
    assert late(desk, told[1]) == ["claim_form/not_satisfied"]
    assert desk.purse("prizes:payable") == 0


def test_a_form_leaves_memory_once_it_is_paid_and_its_day_over(desk: Desk) -> None:
    entry = settled(desk, SIX)
    for form in ("F1", "F2"):
        desk.do(LodgeClaimForm(desk.now, form, FormReason.LOST, entry.serial, "Bea"))
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == []
    again = desk.refused(pay)
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    assert list(desk.state.forms) == []  # nothing is owed on the other one either
    assert desk.refused(pay) == again == [("claim_form/unknown", "15(h)")]


def test_a_web_prize_verified_twice_at_the_same_time_is_credited_once(desk: Desk) -> None:
    desk.account()
    entry = desk.web_entry(LARGE)
    desk.do(desk.sale(entry))
    desk.play()
    assert desk.state.sold == desk.state.prizes == {}
    told = desk.recall(VerifyPrize(desk.now, entry.serial, "ovid"))
    before = desk.state.accounts["ann"].balance_cents
    desk.do(VerifyPrize(desk.now, entry.serial, "ovid"))
    assert desk.state.accounts["ann"].balance_cents == before + 1_080_000
    assert desk.state.sold == desk.state.prizes == {}
    assert late(desk, told) == ["verify/unknown"]


def test_what_was_read_before_the_last_game_was_settled_does_nothing(desk: Desk) -> None:
    """Else the prize of a game that came in between would be lost with the ticket."""
    entry = desk.sell(SIX, games=2)
    desk.play()
    claim = desk.recall(desk.claim(entry))
    bar = desk.recall(Disqualify(desk.now, entry.serial, Ground.FRAUD, "olive"))
    printed = desk.recall(RequestPrintPay(desk.now, entry.serial))
    desk.play()
    assert desk.state.sold == {}
    assert late(desk, claim) == ["claim/no_win"]
    assert late(desk, bar) == ["disqualify/not_live"]
    assert late(desk, printed) == ["print_pay/unpaid"]
    (lodged,) = desk.do(desk.claim(entry))
    assert lodged.games == (0, 1)


def test_a_claim_between_asking_what_is_overdue_and_moving_it(desk: Desk) -> None:
    """The day is gone through again; what changed meanwhile is not counted as unclaimed."""
    paid, open_ = desk.sell(SIX), desk.sell(SIX)
    desk.play()
    after = datetime(2025, 5, 2)
    expire = desk.recall(ExpireUnclaimed(after))
    desk.do(desk.claim(paid))
    desk.do(desk.pay("c-1"))
    (expired,) = decide(desk.book, desk.state, expire)
    assert (expired.prizes, expired.until) == (((open_.serial, 0),), None)
    (expired,) = desk.do(ExpireUnclaimed(after))
    assert (expired.prizes, expired.until) == (((open_.serial, 0),), datetime(2024, 5, 1).date())
    assert desk.do(ExpireUnclaimed(after)) == ()


def test_a_prize_reinstated_after_its_day_was_gone_through_is_not_lost_sight_of(desk: Desk) -> None:
    barred = desk.sell(SIX)
    other = desk.sell(SIX)
    desk.do(Disqualify(desk.now, barred.serial, Ground.FRAUD, "olive"))
    desk.play()
    (expired,) = desk.do(ExpireUnclaimed(datetime(2025, 5, 2)))
    assert expired.prizes == ((other.serial, 0),)
    desk.do(Reinstate(desk.now, barred.serial, "R-1", "olive"))
    (expired,) = desk.do(ExpireUnclaimed(datetime(2025, 5, 2)))
    assert expired.prizes == ((barred.serial, 0),)
    assert desk.state.sold == desk.state.prizes == {}


def test_an_old_ticket_cannot_get_round_a_disqualification(desk: Desk) -> None:
    """Brought back by its first serial, an Entry is known by its continuation tickets, too."""
    entry = desk.sell(SIX, games=2)
    desk.play()
    desk.do(desk.claim(entry))
    desk.do(desk.pay("c-1", continuations=("T2",)))
    desk.play()
    assert desk.state.sold == desk.state.tickets == {}
    claim = desk.recall(desk.claim(replace(entry, serial="T2"), check=ticket_check(entry)))
    desk.do(Disqualify(desk.now, entry.serial, Ground.FRAUD, "olive"))
    assert "claim/disqualified" in late(desk, replace(claim, session="c-2"))
    desk.do(Reinstate(desk.now, entry.serial, "R-1", "olive"))
    assert desk.state.sold == desk.state.tickets == {}
    assert desk.refused(replace(claim, session="c-2", kept=None)) == []


# --- the same answers -----------------------------------------------------------------------------


def _plain(events: tuple[Any, ...]) -> list[Any]:
    """Events without what tells where their Entry was."""
    if events and isinstance(events[0], PrizesExpired):
        [event] = events
        swept = replace(event, prizes=tuple(sorted(event.prizes)), forgotten=(), until=None)
        return [swept] if swept.prizes else []
    return [replace(one, kept=None) if hasattr(one, "kept") else one for one in events]


class Twins:
    """One desk that lets Entries go, and one that does not; both are asked the same.

    What need not be kept after twelve months (16(b)) both forget.
    """

    def __init__(self, desk: Desk, patch: Any) -> None:
        self.desk, self.patch = desk, patch
        self.other = type(desk)()
        self.other.open_shop()
        self.other.open_day()
        self.other.account(cents=10_000_000)
        desk.account(cents=10_000_000)
        self.refused = self.done = 0

    def do(self, command: Any) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.desk.do(command)
        with self.patch.context() as patch:
            patch.setattr(memory, "unload", lambda *_: None)
            due = self.other.do(command)
        assert _plain(found) == _plain(due)
        no = bool(found) and isinstance(found[0], Refused)
        self.refused, self.done = self.refused + no, self.done + (not no)
        return found


class Slowly:
    """Commands about tickets wait for their turn with what was read of them before."""

    def __init__(self, desk: Desk, dice: random.Random) -> None:
        self.desk, self.dice = desk, dice
        self.waiting: list[Any] = []
        self.done = self.stale = 0

    def do(self, command: Any) -> tuple[Any, ...]:
        desk, dice = self.desk, self.dice
        told = desk.recall(command)
        if not hasattr(told, "kept"):
            events: tuple[Any, ...] = desk.do(command)
            return events
        self.waiting.append(told)
        while self.waiting and dice.random() < 0.5:
            asked = self.waiting.pop(dice.randrange(len(self.waiting)))
            fresh = desk.recall(asked)
            events = desk.run(replace(asked, at=desk.now))
            self.done += 1
            self.stale += fresh.kept != asked.kept
            desk.audit()
        return ()


class Customers:
    """Whoever buys, wins, comes back, or does not, and the office behind them."""

    def __init__(self, twins: Twins | Slowly, dice: random.Random) -> None:
        self.twins, self.dice, self.desk = twins, dice, twins.desk
        self.entries: dict[str, Any] = {}  # ticket -> Entry
        self.sessions = ["c-0"]
        self.forms: list[str] = []

    def ticket(self) -> str:
        return self.dice.choice([*self.entries, "nobody"])

    def sell(self) -> None:
        dice, desk = self.dice, self.desk
        pick = dice.choice([SIX, EIGHT, LARGE, Regular((1, 2), 100), HeadsOrTails("tails", 300)])
        games = dice.choice([1, 1, 1, 2, 3])
        if dice.random() < 0.3:
            entry = desk.web_entry(pick, games=games)
            self.twins.do(desk.sale(entry))
        else:
            entry = desk.entry(pick, games=games)
            self.twins.do(desk.sale(entry))
        self.entries[entry.serial] = entry

    def game(self, *, last: bool = False) -> None:
        desk, dice = self.desk, self.dice
        game, following = desk.state.open_game, desk.tick() + timedelta(minutes=3)
        self.twins.do(CloseGame(desk.now, None if last else following))
        numbers = tuple(range(1, 21)) if dice.random() < 0.6 else tuple(range(61, 81))
        self.twins.do(RecordDraw(desk.now, game, numbers, "d", DrawSite.CENTRAL, "m"))
        self.twins.do(SettleGame(desk.now, game))

    def day(self) -> None:
        desk = self.desk
        self.game(last=True)
        self.twins.do(CloseDay(desk.now))
        later = timedelta(days=self.dice.choice([1, 1, 100, 250]))
        desk.now = desk.now.replace(hour=9, minute=0) + later
        self.twins.do(OpenDay(desk.now))
        self.twins.do(OpenGame(desk.now, desk.now + timedelta(minutes=3)))

    def claim(self) -> None:
        ticket, at = self.ticket(), self.desk.now
        check = ticket_check(self.entries[ticket]) if ticket in self.entries else "x"
        session = self.dice.choice(self.sessions)
        self.twins.do(ClaimPrize(at, ticket, session, "club", "club-1", check))

    def pay(self) -> None:
        desk = self.desk
        name = self.dice.choice(self.sessions)
        session = desk.state.sessions.get(name)
        cents = session.cents if session else 100
        parts = (min(cents, 200_000), max(0, cents - 200_000))
        ways = (PayoutAsked(Payout.CASH, parts[0]), PayoutAsked(Payout.CHEQUE, parts[1], "Bea"))
        tickets = tuple(desk.serial() for _ in (session.serials if session else ()))
        asked = tuple(way for way in ways if way.cents)
        [paid, *_] = self.twins.do(PaySession(desk.now, name, "club", asked, continuations=tickets))
        if not isinstance(paid, Refused):
            self.sessions.append(f"c-{len(self.sessions)}")
            for one in paid.continuations:
                self.entries[one.ticket] = self.entries[one.serial]

    def form(self) -> None:
        desk = self.desk
        if self.dice.random() < 0.5 or not self.forms:
            self.forms.append(desk.serial())
            name = self.forms[-1]
            asked: Any = LodgeClaimForm(desk.now, name, FormReason.LOST, self.ticket(), "Bea")
        else:
            name = self.dice.choice(self.forms)
            asked = PayClaimForm(desk.now, name, Payout.CHEQUE, "Bea", "ovid")
        self.twins.do(asked)

    def ask(self) -> None:
        at, ticket = self.desk.now, self.ticket()
        asked = [
            VerifyPrize(at, ticket, "ovid"),
            VerifyPrize(at, ticket, "ovid"),
            Disqualify(at, ticket, Ground.FRAUD, "olive"),
            Reinstate(at, ticket, "R", "olive"),
            RequestPrintPay(at, ticket),
            AskAnonymity(at, ticket, anonymous=True),
            CancelEntry(at, ticket, "s", "club"),
            ExpireUnclaimed(at),
        ]
        self.twins.do(self.dice.choice(asked))

    def step(self) -> None:
        deeds = [self.sell, self.game, self.claim, self.pay, self.form, self.ask, self.day]
        [deed] = self.dice.choices(deeds, [6, 3, 8, 5, 2, 6, 0.5])
        deed()


@pytest.mark.parametrize("seed", range(8))
def test_whoever_forgets_answers_as_whoever_does_not(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    twins = Twins(desk, monkeypatch)
    customers = Customers(twins, random.Random(seed))
    for _ in range(250):
        customers.step()
        twins.other.now, twins.other.serials = desk.now, desk.serials
    assert twins.refused > 20
    assert twins.done > 100
    assert desk.purses == twins.other.purses
    assert len(desk.state.sold) < len(twins.other.state.sold) / 2
    assert len(desk.state.changed) < desk.state.changes
    desk.audit()


@pytest.mark.parametrize("seed", range(8))
def test_what_was_read_long_ago_never_pays_twice(desk: Desk, seed: int) -> None:
    """After every deed the purses hold what the records say is owed."""
    desk.account(cents=10_000_000)
    slowly = Slowly(desk, random.Random(seed))
    customers = Customers(slowly, slowly.dice)
    for _ in range(300):
        customers.step()
    assert slowly.done > 50
    assert slowly.stale > 5


# --- claim forms ----------------------------------------------------------------------------------


def a_form(desk: Desk, name: str, serial: str) -> Any:
    [lodged] = desk.do(LodgeClaimForm(desk.now, name, FormReason.LOST, serial, "Ann"))
    return lodged


def next_day(desk: Desk) -> None:
    desk.do(CloseGame(desk.tick(), None))
    game = desk.state.unsettled[-1]
    desk.draw(game)
    desk.do(SettleGame(desk.now, game))
    desk.do(CloseDay(desk.now))
    desk.now += timedelta(days=1)
    desk.do(OpenDay(desk.now))
    desk.do(OpenGame(desk.now, desk.now + timedelta(minutes=3)))


@pytest.mark.clause("nsw-keno", "17(a)", "17(b)")
def test_17_b__a_form_that_nothing_can_come_of_is_forgotten_with_the_day(desk: Desk) -> None:
    lost = settled(desk, Regular((80,), 100))
    won = settled(desk, SIX)
    running = desk.sell(SIX, games=3)
    serials = {"nobody's": "S9", "lost": lost.serial, "won": won.serial, "runs": running.serial}
    vain = {name: a_form(desk, name, serial).in_vain for name, serial in serials.items()}
    assert vain == {"nobody's": True, "lost": True, "won": False, "runs": False}
    pay = PayClaimForm(desk.now, "lost", Payout.CHEQUE, "Ann", "his word")
    assert desk.refused(pay) == [("claim_form/not_satisfied", "17(b)")]
    next_day(desk)
    assert set(desk.state.forms) == {"won", "runs"}
    assert desk.refused(PayClaimForm(desk.now, "won", Payout.CHEQUE, "Ann", "his word")) == []
    assert a_form(desk, "again", won.serial).in_vain
    next_day(desk)
    assert set(desk.state.forms) == {"runs"}, "which has won meanwhile"
    assert desk.refused(PayClaimForm(desk.now, "runs", Payout.CHEQUE, "Ann", "his word")) == []
    next_day(desk)
    assert desk.state.forms == {}


@pytest.mark.clause("nsw-keno", "17(a)")
def test_17_a__a_form_about_a_ticket_that_was_found_again_is_forgotten(desk: Desk) -> None:
    won = settled(desk, SIX)
    for name in ("one", "two"):
        assert a_form(desk, name, won.serial).cents == 180_000
    desk.do(desk.claim(won))
    desk.do(desk.pay("c-1"))
    next_day(desk)
    assert desk.state.forms == {}


def test_a_form_that_was_read_before_its_ticket_left_memory_is_kept(desk: Desk) -> None:
    """The store was asked while the game ran; what is known now is that nobody knows."""
    entry = desk.sell(SIX)
    asked = LodgeClaimForm(desk.now, "early", FormReason.LOST, entry.serial, "Ann")
    ready = desk.recall(asked)
    desk.play()
    [lodged] = desk.run(ready)
    assert (lodged.cents, lodged.in_vain) == (0, False)
    next_day(desk)
    assert desk.refused(PayClaimForm(desk.now, "early", Payout.CHEQUE, "Ann", "his word")) == []
