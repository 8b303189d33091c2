"""Let it Run and the aggregates of rule 9(h) over real games."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Regular
from eyesdown.keno.claims.commands import Disqualify
from eyesdown.keno.games.commands import CloseGame, SettleGame
from eyesdown.keno.office.commands import RemitVenue
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state.let_it_run import reserved_cents
from eyesdown.rulebook.keno_words import Category, Ground
from kit.desk import Desk

clause = pytest.mark.clause

LOW = tuple(range(1, 21))

TAILS = tuple(range(61, 81))

EVEN = (*range(1, 11), *range(41, 51))


def test_let_it_run_carries_its_prize_through_the_series(desk: Desk) -> None:
    """Contribution and Commission are booked on every carry (M31)."""
    entry = desk.sell(LetItRun(("heads", "heads", "evens"), 1_000))
    first = desk.play()[0]
    assert first.carried[0].carry.base_cents == 2_000
    assert first.carried[0].carry.commission_cents == 176
    assert first.prizes == ()
    (closed, *_) = desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert (closed.funds[0].gross_cents, closed.funds[0].main_cents) == (2_000, 1_600)
    desk.draw(1)
    desk.do(SettleGame(desk.now, 1))
    last = desk.play(EVEN)[0]
    assert [prize.cents for prize in last.prizes] == [16_000]
    assert last.ended == (entry.serial,)
    assert desk.state.carries == {}


def test_let_it_run_halves_its_carry_while_bonus_games_last(desk: Desk) -> None:
    """Rules 9(k) and 9(l), decisions G28 and M32."""
    desk.sell(LetItRun(("heads", "heads", "heads"), 1_000, bonus_games=2))
    carry = desk.play()[0].carried[0].carry
    assert (carry.base_cents, carry.bonus_cents) == (4_000, 4_000)
    assert dict(carry.staked.by_category) == {Category.Q: 4_000, Category.I: 4_000}
    assert carry.commission_cents == Fraction(44, 100) * (800 + 1_000)
    carry = desk.play()[0].carried[0].carry
    assert (carry.base_cents, carry.bonus_cents) == (32_000, 0)


def test_a_wrong_forecast_ends_the_series(desk: Desk) -> None:
    entry = desk.sell(LetItRun(("heads", "heads"), 1_000))
    lost = desk.play(TAILS)[0]
    assert (lost.prizes, lost.carried, lost.ended) == ((), (), (entry.serial,))
    assert entry.serial not in desk.state.sold
    assert desk.play()[0].prizes == ()


@pytest.mark.parametrize(("sold_ahead", "carried"), [(49_998_000, 1), (49_998_100, 0)])
def test_a_carry_over_the_limit_is_paid_in_order_of_serial(
    desk: Desk, sold_ahead: int, carried: int
) -> None:
    """Rule 9(h), decision G29: all or nothing, the lower serial first."""
    first = desk.sell(LetItRun(("heads", "heads"), 1_000))
    second = desk.sell(LetItRun(("heads", "heads"), 1_000))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.state.totals[1].by_result["heads"] = sold_ahead
    desk.draw(0)
    settled = desk.do(SettleGame(desk.now, 0))[0]
    went = [one.serial for one in settled.carried if not one.refusals]
    assert went == [first.serial, second.serial][:carried]
    stopped = [one.refusals[0].clause.number for one in settled.carried if one.refusals]
    assert stopped == ["9(h):LIR"] * (2 - carried)
    assert [prize.cents for prize in settled.prizes] == [2_000] * (2 - carried)
    assert desk.state.sold.keys() == set(went)  # the other's run is over


def test_a_carry_whose_next_game_is_closed_is_paid(desk: Desk) -> None:
    desk.sell(LetItRun(("heads", "heads"), 1_000))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.draw(0)
    settled = desk.do(SettleGame(desk.now, 0))[0]
    assert settled.carried[0].refusals[0].code == "let_it_run/next_game_closed"
    assert [prize.cents for prize in settled.prizes] == [2_000]


@pytest.mark.parametrize(
    ("sold", "refused"),
    [(16_949_900, []), (16_950_000, []), (16_950_100, [("aggregate/full", "9(h)(iii)")])],
)
def test_the_aggregate_on_evens_is_held_at_the_counter(
    desk: Desk, sold: int, refused: list[Any]
) -> None:
    desk.state.totals[0].by_result["evens"] = sold
    assert desk.refused(desk.sale(desk.entry(HeadsOrTails("evens", 50_000)))) == refused


def test_sold_ahead_games_count_in_their_own_game(desk: Desk) -> None:
    """Decision G30."""
    desk.sell(HeadsOrTails("heads", 50_000), games=3)
    desk.state.totals[2].by_result["heads"] = 50_000_000
    three = desk.entry(HeadsOrTails("heads", 100), games=3)
    assert desk.refused(desk.sale(three)) == [("aggregate/full", "9(h)(i)")]
    assert desk.refused(desk.sale(desk.entry(HeadsOrTails("heads", 100), games=2))) == []


def test_a_venue_hands_over_whole_cents_and_keeps_the_rest_of_one(desk: Desk) -> None:
    """Decision M12: half to even."""
    desk.sell(Keno2((41, 42), 200))
    assert desk.state.agency_cents["club"] == Fraction(4_483, 25)
    (paid,) = desk.do(RemitVenue(desk.now, "club"))
    assert paid.cents == 179
    assert desk.state.agency_cents["club"] == Fraction(8, 25)
    assert desk.do(RemitVenue(desk.now, "club")) == ()
    assert desk.refused(RemitVenue(desk.now, "v9")) == [("venue/not_appointed", "2:Venue")]


def _between(desk: Desk, ahead: dict[str, int]) -> None:
    """Game 0 is closed and not settled, game 1 sells, and so much is on its results already."""
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.state.totals[1].by_result.update(ahead)


def _settle(desk: Desk, numbers: tuple[int, ...] = LOW) -> Any:
    desk.draw(0, numbers)
    return desk.do(SettleGame(desk.now, 0))[0]


@clause("nsw-keno", "9(h)(i)", "9(h):LIR")
@pytest.mark.parametrize(
    ("sold", "refused"),
    [
        (49_996_800, []),
        (49_996_900, []),
        (49_997_000, [("aggregate/full", "9(h)(i)")]),
    ],
)
def test_a_sale_leaves_the_room_of_a_carry(desk: Desk, sold: int, refused: list[Any]) -> None:
    """Decision G29: $10 and $5 on Heads may both come as $20 and $10; what is sold stays below."""
    desk.sell(LetItRun(("heads", "heads"), 1_000))
    desk.sell(LetItRun(("heads", "heads"), 500))
    _between(desk, {"heads": sold})
    command = desk.sale(desk.entry(HeadsOrTails("heads", 100)))
    assert desk.refused(command) == refused
    if refused:
        facts = dict(desk.journal[-1].refusals[0].facts)
        assert (facts["reserved_cents"], facts["sold_cents"]) == (3_000, sold)
    settled = _settle(desk)
    assert [one.refusals for one in settled.carried] == [(), ()]
    assert desk.state.totals[1].by_result["heads"] == sold + 3_000 + (0 if refused else 100)


@clause("nsw-keno", "9(h)(ii)", "9(h)(iii)")
def test_only_one_result_can_send_its_carries(desk: Desk) -> None:
    """Forecasts of different results never win together; each result keeps the larger sum."""
    desk.sell(LetItRun(("heads", "tails"), 10_000))
    desk.sell(LetItRun(("evens", "tails"), 7_000))
    desk.sell(LetItRun(("tails", "evens"), 2_000))
    _between(desk, {})
    kept = {r: reserved_cents(desk.book, desk.state, 1, r) for r in ("heads", "tails", "evens")}
    assert kept == {"heads": 0, "tails": 28_000, "evens": 4_000}


@clause("nsw-keno", "9(h):LIR", "9(k)(ii)")
@pytest.mark.parametrize(("bonus_games", "kept"), [(0, 2_000), (1, 20_000), (2, 10_000)])
def test_the_room_is_for_the_largest_prize_in_base_stakes(
    desk: Desk, bonus_games: int, kept: int
) -> None:
    """Keno Bonus may multiply by ten; half of what it carries is Bonus again (G28, G30)."""
    desk.sell(LetItRun(("heads", "heads"), 1_000, bonus_games=bonus_games))
    _between(desk, {})
    assert reserved_cents(desk.book, desk.state, 1, "heads") == kept
    settled = _settle(desk)
    assert settled.carried[0].carry.base_cents <= kept


@clause("nsw-keno", "9(h)(i)", "9(h):LIR")
@pytest.mark.parametrize(("ahead", "refused"), [(49_999_900, []), (50_000_000, ["9(h)(i)"])])
def test_games_sold_ahead_keep_nothing_free(desk: Desk, ahead: int, refused: list[str]) -> None:
    """Decision G30: a series counts when it is carried, so bets sold ahead go before it."""
    desk.sell(LetItRun(("heads", "heads"), 1_000))
    desk.sell(HeadsOrTails("tails", 100), games=2)
    desk.state.totals[1].by_result["heads"] = ahead
    two = desk.entry(HeadsOrTails("heads", 100), games=2)
    assert [clause for _, clause in desk.refused(desk.sale(two))] == refused
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert len(_settle(desk).carried[0].refusals) == 1


@clause("nsw-keno", "9(h)(i)", "9(h):LIR")
def test_the_room_is_free_again_when_nothing_comes(desk: Desk) -> None:
    """A lost series carries nothing; one that went on counts as carried and looks ahead."""
    desk.sell(LetItRun(("heads", "heads"), 1_000))
    desk.sell(LetItRun(("tails", "heads", "heads"), 3_000))
    _between(desk, {"heads": 49_994_000})
    one = desk.entry(HeadsOrTails("heads", 100))
    assert desk.refused(desk.sale(one)) == [("aggregate/full", "9(h)(i)")]
    settled = _settle(desk, LOW)
    assert len(settled.carried) == 1
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 0
    assert desk.state.totals[1].by_result["heads"] == 49_996_000
    assert desk.refused(desk.sale(desk.entry(HeadsOrTails("heads", 4_000)))) == []
    assert desk.state.series == {}  # the one that went on has no game after this


@clause("nsw-keno", "9(h)(i)", "9(h):LIR", "11(a)(v)")
def test_a_cancelled_series_needs_no_room(desk: Desk) -> None:
    """Before its game closes, between its games, and as a carry that waits for its next game."""
    gone = desk.sell(LetItRun(("heads", "heads"), 1_000))
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 2_000
    assert desk.refused(CancelEntry(desk.now, gone.serial, "s-1", "club")) == []
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 0
    mixed = desk.sell(LetItRun(("heads", "heads"), 1_000), Regular((1, 2), 100), games=2)
    going = desk.sell(LetItRun(("heads", "heads", "heads"), 500))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 3_000
    assert desk.refused(CancelEntry(desk.now, mixed.serial, "s-1", "club")) == []
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 1_000
    _settle(desk)
    assert reserved_cents(desk.book, desk.state, 2, "heads") == 2_000
    assert desk.refused(CancelEntry(desk.now, going.serial, "s-1", "club")) == []
    assert reserved_cents(desk.book, desk.state, 2, "heads") == 0


@clause("nsw-keno", "9(h):LIR")
def test_an_entry_that_was_never_complete_needs_no_room(desk: Desk) -> None:
    entry = desk.entry(LetItRun(("heads", "heads"), 1_000))
    desk.do(desk.sale(entry, delivered=False))
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 2_000
    _between(desk, {})
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 0


def test_the_room_of_a_series_is_for_its_very_next_forecast(desk: Desk) -> None:
    desk.sell(LetItRun(("heads", "tails", "heads"), 100))
    room = {
        result: reserved_cents(desk.book, desk.state, 1, result) for result in ("heads", "tails")
    }
    assert room == {"heads": 0, "tails": 200}


def test_the_room_of_a_series_is_halved_by_the_bonus_of_the_next_game(desk: Desk) -> None:
    """At the most ten times $2, half of which buys Keno Bonus again."""
    desk.sell(LetItRun(("heads", "heads", "tails"), 100, bonus_games=2))
    assert reserved_cents(desk.book, desk.state, 1, "heads") == 1_000


def with_limit(desk: Desk, cents: int) -> None:
    """Limit what a game takes on heads to this many cents."""
    most = {**desk.book.figures.aggregate_max_cents, "heads": cents}
    figures = dataclasses.replace(desk.book.figures, aggregate_max_cents=most)
    desk.book = dataclasses.replace(desk.book, figures=figures)


@clause("nsw-keno", "9(h):LIR", "9(h)(i)")
@pytest.mark.parametrize(("most", "carried"), [(1_990, 0), (2_000, 1), (3_990, 1), (4_000, 2)])
def test_9_h_LIR__carries_fill_the_next_game_to_its_limit(
    desk: Desk, most: int, carried: int
) -> None:
    """Two series of $10 on heads carry $20 each into a game for which nothing was sold."""
    for _ in range(2):
        desk.sell(LetItRun(("heads", "heads"), 1_000))
    with_limit(desk, most)
    settled = desk.play()[0]
    assert [bool(each.refusals) for each in settled.carried] == [
        number >= carried for number in range(2)
    ]
    assert desk.state.totals[1].by_result.get("heads", 0) == 2_000 * carried


@clause("nsw-keno", "9(h):LIR", "2:Commission")
def test_a_carry_on_the_web_bears_no_commission(desk: Desk) -> None:
    """Decision M31: a carry bears what its Entry bears, and no Venue takes part in this one."""
    desk.sell_web(LetItRun(("heads", "heads"), 1_000), venue="")
    [carried] = desk.play()[0].carried
    assert (carried.carry.base_cents, carried.carry.commission_cents) == (2_000, 0)


def test_a_series_that_was_lost_ends_with_its_game(desk: Desk) -> None:
    """It was disqualified, so that it stays in memory."""
    lost = desk.sell(LetItRun(("heads", "heads", "heads"), 1_000))
    mixed = desk.sell(LetItRun(("heads", "heads", "heads"), 1_000), Regular((41,), 100), games=3)
    for entry in (lost, mixed):
        desk.do(Disqualify(desk.now, entry.serial, Ground.FRAUD, "olive"))
    desk.play(LOW)
    desk.play(TAILS)
    assert [desk.state.sold[entry.serial].end for entry in (lost, mixed)] == [2, 3]
