"""Control against whole games: it agrees with an honest one and names what is wrong in another."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.control.sales import count_sales
from eyesdown.control.tally import Tally, follow, forget
from eyesdown.control.winners import count_winners
from eyesdown.keno import events as happened
from eyesdown.keno.bets import (
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
from eyesdown.keno.commands import (
    CancelEntry,
    CloseGame,
    Disqualify,
    OpenDay,
    OpenGame,
    RecordDraw,
    Reinstate,
    SettleGame,
)
from eyesdown.keno.decide import decide
from eyesdown.keno.evolve import evolve
from eyesdown.keno.office_commands import (
    ApprovePrize,
    FlexContribution,
    GuaranteeJackpot,
    ReportPool,
    SetGrowthRate,
    SwitchPool,
)
from eyesdown.keno.records import PrizeState
from eyesdown.keno.state import KenoState
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.keno_life import Category, Ground, Site
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.testing.keno_load import Ask, places, sale, set_up

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
DAY = AT.date()
BOOK = open_on(DAY)
[PLACE] = places(1)
# Total 590 is a multiplier of 1; the numbers 1 to 20 with 20 last; 822 has a multiplier of 2.
LOW = (*range(1, 19), 80, 20)
TWICE = (48, 28, 1, 17, 60, 10, 42, 70, 14, 46, 74, 65, 61, 9, 40, 33, 25, 56, 51, 72)


@dataclass(slots=True)
class Book:
    """Keno without a site, and the second bookkeeper beside it."""

    state: KenoState = field(default_factory=KenoState)
    tally: Tally = field(default_factory=Tally)
    serials: int = 0

    def __post_init__(self) -> None:
        for command in set_up(AT, (PLACE,)):
            self.do(command)
        self.do(OpenDay(AT))
        self.do(OpenGame(AT, AT + timedelta(minutes=3)))

    def do(self, command: Any) -> list[Any]:
        events = decide(BOOK, self.state, command)
        for event in events:
            assert not isinstance(event, happened.Refused), event.refusals
            evolve(self.state, event)
            follow(self.tally, event)
        return list(events)

    def sell(self, *lines: Bet, games: int = 1, cents: int) -> str:
        self.serials += 1
        serial = f"S{self.serials:03d}"
        self.do(sale(AT, serial, PLACE, Ask(lines, games, cents)))
        return serial

    def close(self) -> None:
        self.do(CloseGame(AT, AT + timedelta(minutes=3)))

    def play(self, numbers: tuple[int, ...], game: int = 0) -> happened.GameSettled:
        """Close, draw and settle; both counts must agree."""
        self.close()
        assert count_sales(self.tally, game) == ""
        self.do(RecordDraw(AT, game, numbers, "cage", Site.CENTRAL, "journal"))
        settled = self.do(SettleGame(AT, game))[0]
        assert count_winners(self.tally, game) == ""
        assert isinstance(settled, happened.GameSettled)
        return settled


@pytest.fixture
def book() -> Book:
    return Book()


def test_every_form_in_one_game(book: Book) -> None:
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


def test_a_jackpot_shared_by_stake_with_its_bonus_jackpot(book: Book) -> None:
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


def test_a_guaranteed_jackpot(book: Book) -> None:
    book.do(GuaranteeJackpot(AT, "regular/7", 900_000, DAY, DAY))
    book.sell(Regular(LOW[:7], 100), cents=100)
    settled = book.play(LOW)
    [paid] = settled.jackpots
    assert paid.guarantee_cents == 900_000 - 500_000 - Fraction(101, 10)
    assert settled.prizes[0].cents == 900_000


def test_a_pooled_jackpot_partly_won_elsewhere(book: Book) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular(LOW[:8], 100), cents=100)
    book.close()
    assert count_sales(book.tally, 0) == ""
    book.do(RecordDraw(AT, 0, LOW, "cage", Site.CENTRAL, "journal"))
    [settled, *_] = book.do(SettleGame(AT, 0, {"regular/8": (300,)}))
    assert settled.jackpots[0].cents == Fraction(10_010) / 4
    assert count_winners(book.tally, 0) == ""
    assert book.tally.pools["regular/8"] == 0


def test_a_bonus_prize_shared_by_stake(book: Book) -> None:
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


def test_prizes_beyond_three_million_are_held_to_it(book: Book) -> None:
    for _ in range(14):
        book.sell(Regular(LOW[:15], 100), cents=100)
    book.sell(Regular(LOW[:6], 100), cents=100)
    settled = book.play(LOW)
    assert settled.major_cents == 14 * 25_000_000 + 180_000
    ours = Fraction(25_000_000) / settled.major_cents * 300_000_000
    assert {prize.cents for prize in settled.prizes if prize.cents > 180_000} == {ours // 10 * 10}


@pytest.mark.parametrize("change", [Fraction(1, 20), Fraction(-1, 20), Fraction(1, 50)])
def test_a_flexed_contribution(book: Book, change: Fraction) -> None:
    book.do(FlexContribution(AT, Category.I, change, DAY, DAY))
    book.sell(Regular((1,), 1000), cents=1000)
    book.play(LOW)


def test_cancelled_and_undelivered_entries_are_not_counted(book: Book) -> None:
    book.sell(Regular((1,), 1000), games=3, cents=3000)
    serial = book.sell(Regular((1,), 1000), games=3, cents=3000)
    book.do(CancelEntry(AT, serial, "session", PLACE.venue))
    held = sale(AT, "HELD", PLACE, Ask((Regular((1,), 100),), 1, 100))
    book.do(replace(held, delivered=False))
    settled = book.play(LOW)
    assert [prize.serial for prize in settled.prizes] == ["S001"]


def test_an_entry_cancelled_between_its_games(book: Book) -> None:
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


def closed_game(book: Book) -> happened.GameClosed:
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
def test_sales_that_differ(book: Book, change: Any, says: str) -> None:
    book.tally.closed[0] = change(closed_game(book))
    assert says in count_sales(book.tally, 0)


def settled_game(book: Book) -> happened.GameSettled:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.sell(HeadsOrTails("heads", 500), cents=500)
    book.sell(Regular((79,), 100), cents=100)
    book.sell(LetItRun(("heads", "heads"), 100), games=2, cents=100)
    return book.play(LOW)


def _prize(event: happened.GameSettled, at: int, **changes: Any) -> happened.GameSettled:
    prizes = list(event.prizes)
    prizes[at] = replace(prizes[at], **changes)
    return replace(event, prizes=tuple(prizes))


def _more(event: happened.GameSettled) -> happened.GameSettled:
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
        (lambda e: replace(e, jackpots=()), "somebody won regular/7"),
        (
            lambda e: replace(e, jackpots=(replace(e.jackpots[0], cents=Fraction(5)),)),
            "101/10 cents stood in it, 5 were given",
        ),
        (
            lambda e: replace(e, jackpots=(replace(e.jackpots[0], guarantee_cents=Fraction(5)),)),
            "the guarantee adds 0",
        ),
        (lambda e: replace(e, money=()), "0 cents were set aside"),
    ],
)
def test_winners_that_differ(book: Book, change: Any, says: str) -> None:
    book.tally.settled[0] = change(settled_game(book))
    assert says in count_winners(book.tally, 0)


def test_numbers_changed_after_the_draw(book: Book) -> None:
    settled_game(book)
    book.tally.drawn[0] = (*range(21, 40), 79)
    assert count_winners(book.tally, 0) != ""


# --- games that are unlike most ------------------------------------------------------------------


def bar(book: Book, serial: str) -> None:
    book.do(Disqualify(AT, serial, Ground.FRAUD, "olga"))


def test_a_disqualified_winner_is_left_out_and_what_it_would_have_won_is_counted(
    book: Book,
) -> None:
    book.sell(Regular((1, 2, 3, 4, 5, 6), 200), cents=200)
    book.sell(Regular((1, 2, 3), 100), cents=100)
    bar(book, "S001")
    settled = book.play(LOW)  # both counts agree, or this fails
    assert {prize.serial: prize.state for prize in settled.prizes} == {
        "S001": PrizeState.BARRED,
        "S002": PrizeState.PAYABLE,
    }
    assert settled.major_cents == 0


@pytest.mark.parametrize("barred", ["S001", "S002"])
def test_a_disqualified_entry_takes_no_part_of_a_jackpot(book: Book, barred: str) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.sell(Regular(LOW[7:14], 300), cents=300)
    bar(book, barred)
    settled = book.play(LOW)
    [paid] = settled.jackpots
    assert paid.cents == 400 * Fraction(101, 1000)


def test_a_disqualified_let_it_run_goes_on(book: Book) -> None:
    book.sell(LetItRun(("heads", "heads"), 500), cents=500, games=2)
    bar(book, "S001")
    assert book.play(LOW).carried
    assert book.play(LOW, game=1).prizes[0].state is PrizeState.BARRED


def test_an_entry_reinstated_in_time_counts_like_any_other(book: Book) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    bar(book, "S001")
    book.do(Reinstate(AT, "S001", "A-9", "olga"))
    assert book.play(LOW).prizes[0].state is PrizeState.PAYABLE


def test_a_prize_that_is_barred_without_a_disqualification_is_named(book: Book) -> None:
    book.sell(Regular((1, 2, 3), 100), cents=100)
    book.close()
    book.do(RecordDraw(AT, 0, LOW, "cage", Site.CENTRAL, "journal"))
    [settled] = book.do(SettleGame(AT, 0))
    prize = replace(settled.prizes[0], state=PrizeState.BARRED)
    book.tally.settled[0] = replace(settled, prizes=(prize,))
    assert "S001 is disqualified, or it is not" in count_winners(book.tally, 0)


def test_a_pool_that_was_won_elsewhere_alone(book: Book) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular((61, 62, 63, 64, 65, 66, 67, 68), 100), cents=100)
    book.close()
    book.do(RecordDraw(AT, 0, LOW, "cage", Site.CENTRAL, "journal"))
    book.do(SettleGame(AT, 0, {"regular/8": (300,)}))
    assert count_winners(book.tally, 0) == ""
    assert book.tally.pools["regular/8"] == 0


def test_what_reaches_a_pool_after_the_close_is_for_the_next_game(book: Book) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.sell(Regular(LOW[:8], 100), cents=100)
    book.close()
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(5_000)))
    book.do(RecordDraw(AT, 0, LOW, "cage", Site.CENTRAL, "journal"))
    [settled] = book.do(SettleGame(AT, 0))
    assert settled.jackpots[0].cents == 10_010
    assert count_winners(book.tally, 0) == ""
    assert book.tally.pools["regular/8"] == 5_000


def test_a_pool_keeps_its_money_when_growth_is_our_own_again(book: Book) -> None:
    book.do(SwitchPool(AT, "regular/8", pooled=True, jurisdictions=("VIC",)))
    book.do(ReportPool(AT, "regular/8", "VIC", Fraction(10_000)))
    book.do(SwitchPool(AT, "regular/8", pooled=False))
    book.sell(Regular(LOW[:8], 100), cents=100)
    settled = book.play(LOW)
    assert settled.jackpots[0].cents == 10
    assert book.tally.pools["regular/8"] == 10_000


def test_a_rate_counts_from_its_day_on(book: Book) -> None:
    tomorrow = DAY + timedelta(days=1)
    book.do(SetGrowthRate(AT, "regular/8", Fraction(5, 100), tomorrow))
    book.sell(Regular(LOW[:8], 100), cents=100)
    book.close()
    assert count_sales(book.tally, 0) == ""
    assert book.tally.meters["regular/8"] == 10
