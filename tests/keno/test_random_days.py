"""A day's trade at random: after every step the purses agree with the records."""

from __future__ import annotations

import random
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.keno.bets.bet import (
    Bet,
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.keno.claims.commands import (
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
    Reinstate,
    VerifyPrize,
)
from eyesdown.keno.evolve import evolve
from eyesdown.keno.games.commands import CloseDay, CloseGame, SettleGame
from eyesdown.keno.office.commands import RemitVenue, SwitchPool
from eyesdown.keno.sales.commands import (
    CancelEntry,
    DeliverReceipt,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellGiftVoucher,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Totals
from eyesdown.rulebook.keno_words import Form, FormReason, Ground, Payout, Tender
from kit.desk import Desk


def _bets(dice: random.Random) -> tuple[Bet, ...]:
    spots = tuple(sorted(dice.sample(range(1, 81), dice.choice([1, 3, 6, 7, 8, 10]))))
    low = tuple(range(1, dice.choice([4, 8, 9, 11])))
    bonus = dice.random() < 0.3
    return dice.choice(
        [
            (Regular(spots, 100, bonus),),
            (Regular(low, 200, bonus), LuckyLast(low, 100)),
            (Keno2(low, 200), Regular(low, 100)),
            (HeadsOrTails(dice.choice(["heads", "tails", "evens"]), 300, bonus),),
            (Prepick(("heads", "tails", "evens"), 100, dice.choice([0, 2])),),
            (LetItRun(("heads", "heads", "tails"), 100, dice.choice([0, 1, 3])),),
            (Roulette("red_black", "red", 500, bonus),),
            (Racing("quartet", "straight", ((1,), (2,), (3,), (4,)), (), (), 100),),
            (Combination("regular", ((1,), (2, 3), (4, 5, 6, 7)), None, 100, bonus),),
        ]
    )


class Walk:
    """Somebody who does one thing after another at a desk."""

    def __init__(self, desk: Desk, dice: random.Random) -> None:
        self.desk, self.dice = desk, dice
        self.sold: list[Any] = []
        self.sessions = 0

    def sell(self) -> None:
        desk, dice = self.desk, self.dice
        bets = _bets(dice)
        series = any(isinstance(bet, Prepick | LetItRun) for bet in bets)
        more = {} if series else {"games": dice.choice([1, 1, 2, 4])}
        if dice.random() < 0.3:
            entry = desk.web_entry(*bets, **more)
            desk.do(desk.sale(entry))
        else:
            entry = desk.entry(*bets, **more, venue=dice.choice(["club", "casino"]))
            delivered = dice.random() < 0.8
            desk.do(desk.sale(entry, *self._tenders(entry), delivered=delivered))
        if entry.serial in desk.state.sold:
            self.sold.append(entry)

    def _tenders(self, entry: Any) -> tuple[Tendered, ...]:
        desk, dice = self.desk, self.dice
        cost = desk.cost(entry)
        if dice.random() < 0.5:
            return (Tendered(Tender.CASH, cost + dice.choice([0, 50])),)
        serial = desk.serial()
        if dice.random() < 0.5:
            desk.do(IssueReceipt(desk.now, serial, Tender.CASH_VOUCHER, "club-1", cost + 100))
            return (Tendered(Tender.CASH_VOUCHER, cost + 100, serial),)
        face = max(cost // 2, 1)
        game = (
            Form(type(entry.lines[0]).__name__.lower().replace("combination", "regular"))
            if (type(entry.lines[0]) in (Regular, Keno2, Combination))
            else Form.ROULETTE
        )
        kind = dice.choice([SellGiftVoucher, IssuePrepaidVoucher])
        if kind is SellGiftVoucher:
            desk.do(SellGiftVoucher(desk.now, serial, "club", game, face, face))
            voucher = Tendered(Tender.GIFT_VOUCHER, face, serial)
        else:
            desk.do(IssuePrepaidVoucher(desk.now, serial, "club", game, face))
            voucher = Tendered(Tender.PREPAID_VOUCHER, face, serial)
        if dice.random() < 0.2:
            desk.do(RefundVoucher(desk.now, serial, "club", validated=True))
        return voucher, Tendered(Tender.CASH, cost - face)

    def deliver(self) -> None:
        for serial in list(self.desk.state.undelivered)[:2]:
            self.desk.do(DeliverReceipt(self.desk.now, serial))

    def cancel(self) -> None:
        if not self.sold:
            return
        entry = self.dice.choice(self.sold)
        web = entry.channel == "internet"
        venue, location = ("", "club floor") if web else (entry.venue, "")
        ticket = (
            self.desk.state.sold[entry.serial].ticket
            if entry.serial in self.desk.state.sold
            else ""
        )
        self.desk.do(
            CancelEntry(
                self.desk.now,
                ticket or entry.serial,
                "s",
                venue=venue,
                location=location,
                as_chips=venue == "casino",
                replacement_serial=self.desk.serial(),
            )
        )

    def game(self) -> None:
        desk, dice = self.desk, self.dice
        numbers = list(range(1, 21)) if dice.random() < 0.6 else dice.sample(range(1, 81), 20)
        dice.shuffle(numbers)
        first = desk.state.frontier
        desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
        if dice.random() < 0.8:
            for game in range(first, desk.state.open_game):
                desk.draw(game, tuple(numbers))
                desk.do(SettleGame(desk.now, game))

    def day(self) -> None:
        """Close up, and open again the morning after."""
        desk = self.desk
        first = desk.state.frontier
        desk.do(CloseGame(desk.tick()))
        for game in range(first, desk.state.next_game):
            desk.draw(game, tuple(self.dice.sample(range(1, 81), 20)))
            desk.do(SettleGame(desk.now, game))
        desk.do(CloseDay(desk.now))
        desk.now = datetime.combine(desk.now.date() + timedelta(days=1), time(9))
        desk.open_day()

    def claim(self) -> None:
        desk, dice = self.desk, self.dice
        self.sessions += 1
        session = f"w-{self.sessions}"
        for entry in dice.sample(self.sold, min(3, len(self.sold))):
            kept = desk.state.sold.get(entry.serial)
            ticket = kept.ticket if kept else entry.serial
            desk.do(desk.claim(entry, session=session, serial=ticket or entry.serial))
            if dice.random() < 0.7:
                desk.do(VerifyPrize(desk.now, entry.serial, "ovid"))
        if session not in desk.state.sessions:
            return
        if dice.random() < 0.3:
            again = desk.entry(Regular((1, 2, 3), 100), session=session)
            desk.do(desk.sale(again, Tendered(Tender.PARLAY, 100)))
        kept = desk.state.sessions[session]
        venue_part = max(0, min(kept.cents, 200_000) - kept.parlay_cents)
        rest = kept.due_cents - venue_part
        ways = [PayoutAsked(Payout.CASH, venue_part)] if venue_part else []
        ways += [PayoutAsked(Payout.CHEQUE, rest, "Bea")] if rest else []
        tickets = tuple(desk.serial() for _ in kept.serials)
        desk.do(desk.pay(session, *ways, continuations=tickets))

    def office(self) -> None:
        desk, dice = self.desk, self.dice
        serial = dice.choice(self.sold).serial if self.sold else "x"
        form = desk.serial()
        receipts = [d for d in desk.state.documents if desk.state.documents[d].face_cents > 100]
        for command in dice.sample(
            [
                RemitVenue(desk.now, "club"),
                SwitchPool(desk.now, "regular/8", dice.random() < 0.5, ("NSW",)),
                Disqualify(desk.now, serial, Ground.FRAUD, "olive"),
                Reinstate(desk.now, serial, "R", "olive"),
                LodgeClaimForm(desk.now, form, FormReason.LOST, serial, "Bea"),
                RedeemReceipt(desk.now, receipts[0] if receipts else "x", "club"),
                ExpireUnclaimed(desk.now + timedelta(days=dice.choice([1, 400]))),
            ],
            3,
        ):
            desk.do(command)
        desk.do(PayClaimForm(desk.now, form, Payout.CHEQUE, "Bea", "ovid"))

    def check(self) -> None:
        """Stakes in a game's totals are those of the Entries still in it."""
        state = self.desk.state
        for game, totals in state.totals.items():
            again = Totals()
            for serial in state.in_game.get(game, ()):
                sold = state.sold.get(serial)
                if sold is not None and game < sold.end:
                    again.add(sold.staked_in(game))
            for carry in state.carries.values():
                if carry.game == game:
                    again.add(carry.staked)
            kept = {key: cents for key, cents in totals.by_category.items() if cents}
            assert kept == {key: cents for key, cents in again.by_category.items() if cents}
        self.check_series()
        self.desk.audit()

    def check_series(self) -> None:
        """Stakes that may be carried on are those of the series still running."""
        state = self.desk.state
        running: dict[int, int] = {}
        for serial, sold in state.sold.items():
            for bet in sold.entry.lines:
                carry = state.carries.get(serial)
                game = carry.game if carry else sold.first_game
                if isinstance(bet, LetItRun) and state.frontier <= game < sold.end - 1:
                    cents = carry.base_cents if carry else bet.subscription_cents
                    running[game] = running.get(game, 0) + cents
        kept = {game: sum(steps.values()) for game, steps in state.series.items()}
        assert {game: cents for game, cents in kept.items() if cents} == running


@settings(max_examples=40)
@given(st.integers(0, 10**9))
def test_purses_agree_with_records_through_any_day(seed: int) -> None:
    desk = _new_desk()
    walk = Walk(desk, random.Random(seed))
    desk.account("ann", 1_000_000)
    steps = (walk.sell,) * 6 + (walk.game,) * 3 + (walk.claim,) * 2
    steps += (walk.cancel, walk.deliver, walk.office, walk.day)
    for _ in range(50):
        walk.dice.choice(steps)()
        walk.check()
    again = KenoState()
    for event in desk.journal:
        again = evolve(again, event)
    assert again == desk.state


_MADE: list[Any] = []


@pytest.fixture(autouse=True)
def _desk_type(bare: Desk) -> None:
    _MADE[:] = [type(bare)]


def _new_desk() -> Any:
    desk = _MADE[0]()
    desk.open_shop()
    desk.open_day()
    return desk
