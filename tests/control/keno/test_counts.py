"""Control against whole games: it agrees with an honest one and names what is wrong in another."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.tally import forget
from eyesdown.control.keno.winners import count_winners
from eyesdown.demo.keno_load import Ask, places, sale
from eyesdown.keno.bets.bet import (
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
from eyesdown.keno.games.commands import RecordDraw, SettleGame
from eyesdown.keno.games.events import GameClosed, GameSettled
from eyesdown.keno.office.commands import (
    ApprovePrize,
    FlexContribution,
    GuaranteeJackpot,
    ReportPool,
    SwitchPool,
)
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.words.money import Amount
from eyesdown.keno.words.prizes import LinePrize, PrizeState
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, DrawSite

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
DAY = AT.date()
[PLACE] = places(1)
# Total 590 is a multiplier of 1; the numbers 1 to 20 with 20 last; 822 has a multiplier of 2.
LOW = (*range(1, 19), 80, 20)
TWICE = (48, 28, 1, 17, 60, 10, 42, 70, 14, 46, 74, 65, 61, 9, 40, 33, 25, 56, 51, 72)


def test_many_groups_and_few_combinations_are_counted_one_by_one(book: Any) -> None:
    """Of 26 groups there are 67 million unions; this bet asks for 26 of them."""
    singles = tuple((spot,) for spot in range(1, 27))
    book.sell(Combination("regular", singles, (1,), 20), cents=26 * 20)
    assert book.play(LOW).prizes[0].cents == 19 * 60


def test_every_form_in_one_game(book: Any) -> None:
    book.sell(Regular((1, 2, 3), 100, bonus=True), games=2, cents=400)
    book.sell(Keno2((1, 2, 3, 4), 200), cents=200)
    book.sell(Regular((1, 80), 100), LuckyLast((1, 80), 100), cents=200)
    book.sell(HeadsOrTails("heads", 500), cents=500)
    book.sell(Roulette("column", 1, 200), Roulette("straight_up", "0", 100), cents=300)
    book.sell(Racing("trifecta", "box", ((), (), ()), (), (1, 2, 8, 3), 50), cents=24 * 50)
    book.sell(
        Racing("quartet", "field", ((1,), (), (), ()), (), (2, 3, 4, 5, 6, 7, 8), 50), cents=10500
    )
    book.sell(Combination("keno2", ((1, 2), (3,), (77,)), None, 200), cents=7 * 200)
    book.sell(Prepick(("heads", "tails"), 100, 1), games=2, cents=300)
    book.sell(LetItRun(("heads", "heads", "tails"), 100, 2), games=3, cents=200)
    settled = book.play(LOW)
    assert len(settled.prizes) >= 6
    assert settled.carried
    forget(book.tally, 0)
    carried = book.play(LOW, game=1)
    assert carried.carried
    forget(book.tally, 1)
    book.play(LOW, game=2)
    forget(book.tally, 2)
    assert book.tally.entries == {}
    assert book.tally.in_game == {}


def test_a_jackpot_shared_by_stake_with_its_bonus_jackpot(book: Any) -> None:
    seven = tuple(sorted(TWICE[:7]))
    other = tuple(sorted(TWICE[7:14]))
    book.sell(Regular(seven, 100), cents=100)
    book.sell(Regular(other, 300, bonus=True), cents=600)
    settled = book.play(TWICE)
    [paid] = settled.jackpots
    growth = 400 * Fraction(101, 1000)
    assert (paid.jackpot, paid.cents) == ("regular/7", growth)
    prizes = {prize.serial: prize.cents for prize in settled.prizes}
    assert prizes["S001"] == (500_000 + growth / 4) // 10 * 10
    assert prizes["S002"] == (2 * 3 * 500_000 + growth * 3 / 4 + 700_000) // 10 * 10
    assert book.tally.meters["regular/7"] == 0


def test_a_guaranteed_jackpot(book: Any) -> None:
    book.do(GuaranteeJackpot(AT, "regular/7", 900_000, DAY, DAY))
    book.sell(Regular(LOW[:7], 100), cents=100)
    settled = book.play(LOW)
    [paid] = settled.jackpots
    assert paid.guarantee_cents == 900_000 - 500_000 - Fraction(101, 10)
    assert settled.prizes[0].cents == 900_000


def test_a_pooled_jackpot_partly_won_elsewhere(book: Any) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular(LOW[:8], 100), cents=100)
    book.close()
    assert count_sales(book.tally, 0) == ""
    book.do(RecordDraw(AT, 0, LOW, "cage", DrawSite.CENTRAL, "journal"))
    [settled, *_] = book.do(SettleGame(AT, 0, {"regular/8": (300,)}))
    assert settled.jackpots[0].cents == Fraction(10_010) / 4
    assert count_winners(book.tally, 0) == ""
    assert book.tally.pools["regular/8"] == 0
    less = replace(settled.jackpots[0], cents=Fraction(0), elsewhere_cents=Fraction(10_010))
    book.tally.settled[0] = replace(settled, jackpots=(less,))
    assert "10010 cents were in it, 0 were given" in count_winners(book.tally, 0)


def test_a_bonus_prize_shared_by_stake(book: Any) -> None:
    until = AT + timedelta(days=1)
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, AT, until))
    book.sell(Regular((1, 2, 3), 100), cents=100)
    book.sell(Regular((4, 5, 6), 200), cents=200)
    book.sell(Regular((4, 5, 77), 200), cents=200)
    settled = book.play(LOW)
    extras = [
        (prize.serial, line.cents)
        for prize in settled.prizes
        for line in prize.lines
        if line.extra == "Sunday"
    ]
    assert sorted(extras) == [("S001", 3330), ("S002", 6660)]


def test_prizes_beyond_three_million_are_held_to_it(book: Any) -> None:
    for _ in range(14):
        book.sell(Regular(LOW[:15], 100), cents=100)
    book.sell(Regular(LOW[:6], 100), cents=100)
    settled = book.play(LOW)
    assert settled.major_cents == 14 * 25_000_000 + 180_000
    ours = Fraction(25_000_000) / settled.major_cents * 300_000_000
    assert {prize.cents for prize in settled.prizes if prize.cents > 180_000} == {ours // 10 * 10}


@pytest.mark.parametrize("change", [Fraction(1, 20), Fraction(-1, 20), Fraction(1, 50)])
def test_a_flexed_contribution_is_counted_like_any_other(book: Any, change: Fraction) -> None:
    book.do(FlexContribution(AT, Category.I, change, DAY, DAY))
    book.sell(Regular((1,), 1000), cents=1000)
    book.play(LOW)


def test_cancelled_and_undelivered_entries_are_not_counted(book: Any) -> None:
    book.sell(Regular((1,), 1000), games=3, cents=3000)
    serial = book.sell(Regular((1,), 1000), games=3, cents=3000)
    book.do(CancelEntry(AT, serial, "session", PLACE.venue))
    held = sale(AT, "HELD", PLACE, Ask((Regular((1,), 100),), 1, 100))
    book.do(replace(held, delivered=False))
    settled = book.play(LOW)
    assert [prize.serial for prize in settled.prizes] == ["S001"]


def test_an_entry_cancelled_between_its_games(book: Any) -> None:
    book.sell(Regular((1,), 1000), games=3, cents=3000)
    serial = book.sell(Regular((1,), 1000), games=3, cents=3000)
    assert len(book.play(LOW).prizes) == 2
    forget(book.tally, 0)
    book.do(CancelEntry(AT, serial, "session", PLACE.venue))
    assert len(book.play(LOW, game=1).prizes) == 1
    forget(book.tally, 1)
    assert len(book.play(LOW, game=2).prizes) == 1
    forget(book.tally, 2)
    assert book.tally.entries == {}


# --- what is wrong is named -----------------------------------------------------------------------


def closed_game(book: Any) -> GameClosed:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.sell(HeadsOrTails("heads", 500), cents=500)
    book.close()
    return book.tally.closed[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda e: replace(e, funds=e.funds[1:]), "category I: counted 100"),
        (
            lambda e: replace(e, funds=(replace(e.funds[0], gross_cents=99), *e.funds[1:])),
            "category I: counted 100 cents of sales, booked 99",
        ),
        (
            lambda e: replace(
                e, funds=(replace(e.funds[0], main_cents=Fraction(74)), *e.funds[1:])
            ),
            "counted 75 and 0 cents",
        ),
        (lambda e: replace(e, growth=()), "jackpot regular/7: counted 101/10 cents, booked 0"),
        (
            lambda e: replace(e, growth=(replace(e.growth[0], cents=Fraction(10)),)),
            "jackpot regular/7: counted 101/10 cents, booked 10",
        ),
    ],
)
def test_sales_that_differ(book: Any, change: Any, says: str) -> None:
    book.tally.closed[0] = change(closed_game(book))
    assert says in count_sales(book.tally, 0)


def settled_game(book: Any) -> GameSettled:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.sell(HeadsOrTails("heads", 500), cents=500)
    book.sell(Regular((79,), 100), cents=100)
    book.sell(LetItRun(("heads", "heads"), 100), games=2, cents=100)
    return book.play(LOW)


def _prize(event: GameSettled, at: int, **changes: Any) -> GameSettled:
    prizes = list(event.prizes)
    prizes[at] = replace(prizes[at], **changes)
    return replace(event, prizes=tuple(prizes))


def _carry(event: GameSettled, **changes: Any) -> GameSettled:
    [carried] = event.carried
    return replace(event, carried=(replace(carried, carry=replace(carried.carry, **changes)),))


def _moved(event: GameSettled, purse: str) -> GameSettled:
    """One cent more in a purse."""
    found = {one.purse: one.cents for one in event.money}
    found[purse] = found.get(purse, 0) + 1
    return replace(event, money=tuple(Amount(name, cents) for name, cents in found.items()))


def _paid_at_once(event: GameSettled) -> GameSettled:
    """The Let it Run's prize paid out though there is a game to come."""
    prize = replace(event.prizes[1], serial="S004", lines=(LinePrize(0, 200),), cents=200)
    money = tuple(
        replace(one, cents=one.cents + 200) if one.purse == "prizes:payable" else one
        for one in event.money
    )
    return replace(event, prizes=(*event.prizes, prize), carried=(), money=money)


def _more(event: GameSettled) -> GameSettled:
    line = replace(event.prizes[1].lines[0], cents=1010)
    return _prize(event, 1, lines=(line,), cents=1010)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_more, "entry S002, line 1: counted 1000 cents, settled 1010"),
        (lambda e: _prize(e, 1, cents=1010), "the lines of S002 do not add up"),
        (
            lambda e: _prize(e, 1, serial="S003"),
            "entry S002, line 1: counted 1000 cents, settled 0",
        ),
        (lambda e: replace(e, prizes=e.prizes[:1]), "entry S002, line 1"),
        (lambda e: replace(e, carried=()), "entry S004, line 1: counted 200 cents, settled 0"),
        (lambda e: replace(e, major_cents=Fraction(1)), "Major Prizes"),
        (lambda e: replace(e, jackpots=()), "someone won regular/7"),
        (
            lambda e: replace(e, jackpots=(replace(e.jackpots[0], cents=Fraction(5)),)),
            "101/10 cents were in it, 5 were given",
        ),
        (
            lambda e: replace(e, jackpots=(replace(e.jackpots[0], guarantee_cents=Fraction(5)),)),
            "the guarantee adds 0",
        ),
        (lambda e: replace(e, money=()), "fund: counted -501200 cents, posted 0"),
        (lambda e: _prize(e, 0, keno_day=DAY + timedelta(days=1)), "S001 should be payable, of"),
        (lambda e: _prize(e, 0, game=1), "the prize of S001 should be payable"),
        (lambda e: _prize(e, 0, state=PrizeState.PAID), "the prize of S001 should be payable"),
        (lambda e: _prize(e, 0, verified_by="eve"), "of 2026-11-15 and unverified"),
        (lambda e: _prize(e, 0, largest_jackpot_cents=0), "its jackpot prize 500010 cents"),
        (lambda e: _prize(e, 1, largest_jackpot_cents=10), "its jackpot prize 0 cents"),
        (lambda e: replace(e, ended=("S004",)), "the Let it Run of S004 is over, or it is not"),
        (lambda e: _moved(e, "fund:rounding"), "fund:rounding: counted 1/10 cents"),
        (lambda e: _moved(e, "licensees"), "licensees: counted 912/5 cents, posted 917/5"),
        (lambda e: _moved(e, "pocket"), "pocket: counted 0 cents, posted 1"),
        (lambda e: _moved(e, "prizes:payable"), "prizes:payable: counted 501010 cents"),
        (lambda e: _moved(e, "growth:regular/7"), "growth:regular/7: counted -101/10 cents"),
        (lambda e: _moved(e, "growth:regular/9"), "growth:regular/9: counted 0 cents, posted 1"),
        (lambda e: _moved(e, "fund"), "fund: counted -501200 cents, posted -501199"),
        (lambda e: _carry(e, base_cents=0, bonus_cents=200), "S004 should stake (0, 1, 200, 0)"),
        (lambda e: _carry(e, game=2), "S004 should stake (0, 1, 200, 0) again"),
        (_paid_at_once, "S004 should stake (0, 1, 200, 0) again"),
    ],
)
def test_winners_that_differ(book: Any, change: Any, says: str) -> None:
    book.tally.settled[0] = change(settled_game(book))
    assert says in count_winners(book.tally, 0)


def test_numbers_changed_after_the_draw(book: Any) -> None:
    settled_game(book)
    book.tally.drawn[0] = (*range(21, 40), 79)
    assert count_winners(book.tally, 0) != ""
