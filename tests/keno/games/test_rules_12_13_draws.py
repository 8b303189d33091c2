"""Rules 12 and 13: opening, drawing and showing games."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from eyesdown.display.keno.site import numbers_shown
from eyesdown.display.keno.wall import snapshot
from eyesdown.keno.bets.bet import LuckyLast, Regular
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    CorrectDisplay,
    CorrectGameTime,
    OpenDay,
    OpenGame,
    RecordDraw,
    ReportWrongDisplay,
    SettleGame,
)
from eyesdown.keno.games.events import DrawInterrupted, GameClosed, GameOpened, NumbersDrawn
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DrawSite
from kit.desk import Desk

clause = pytest.mark.clause

LOW = tuple(range(1, 21))

TAILS = tuple(range(61, 81))

EVEN = (*range(1, 11), *range(41, 51))


def _draw(desk: Desk, **more: Any) -> RecordDraw:
    return replace(RecordDraw(desk.now, 0, LOW, "d-1", DrawSite.CENTRAL, "disk"), **more)


@clause("nsw-keno", "12(a)(i)(a)", "12(a)(i)(b)", "12(a)(ii)")
def test_12_a__by_a_device_at_an_allowed_site_on_a_medium(desk: Desk) -> None:
    desk.do(CloseGame(desk.tick()))
    assert desk.refused(_draw(desk, device="")) == [("draw/no_device", "12(a)(i)(a)")]
    assert desk.refused(_draw(desk, medium="")) == [("draw/no_medium", "12(a)(ii)")]
    fair = _draw(desk, site=DrawSite.APPROVED)
    assert desk.refused(fair) == [("draw/site_not_approved", "12(a)(i)(b)")]
    assert desk.refused(replace(fair, site_approval="F-1")) == []
    again = desk.refused(_draw(desk))
    assert again == [("draw/drawn_already", "2:Drawing")]


@clause("nsw-keno", "12(c):soon")
def test_12_c__not_before_the_game_is_closed(desk: Desk) -> None:
    assert desk.refused(_draw(desk)) == [("draw/before_close", "12(c):soon")]
    desk.do(CloseGame(desk.tick()))
    assert desk.refused(_draw(desk)) == []
    nothing = desk.refused(_draw(desk, game=7))
    assert nothing == [("game/unknown", "12(c):number")]


@pytest.mark.parametrize(
    "numbers", [LOW[:19], (*LOW, 21), (*LOW[:19], 81), (*LOW[:19], 0), (*LOW[:19], 1), ()]
)
def test_a_draw_of_other_than_twenty_numbers_is_refused(desk: Desk, numbers: Any) -> None:
    desk.do(CloseGame(desk.tick()))
    assert desk.refused(_draw(desk, numbers=numbers)) == [("draw/numbers", "2:Drawing")]


@clause("nsw-keno", "12(c):number")
def test_12_c__a_thousand_games_a_day_from_0_to_999(desk: Desk) -> None:
    """Decision T08."""
    assert desk.state.games[0].number == 0
    desk.state.next_number = 999
    (_, opened) = desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert isinstance(opened, GameOpened)
    assert opened.number == 999
    closed, refused = desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert isinstance(closed, GameClosed)
    assert isinstance(refused, Refused)
    assert refused.refusals[0].clause.number == "12(c):number"
    assert desk.state.open_game is None


@clause("nsw-keno", "12(b)")
def test_12_b__opening_and_closing_are_known_everywhere(desk: Desk) -> None:
    closes = datetime(2024, 5, 1, 9, 3)
    wall = snapshot(desk.book, desk.state, desk.now, published=-1)
    assert (wall.clock_at, wall.clock_words) == (closes, "Game 0 closes in")
    still = desk.refused(OpenGame(desk.now, closes))
    assert still == [("game/still_open", "12(b)")]
    desk.do(CloseGame(desk.tick()))
    wall = snapshot(desk.book, desk.state, desk.now, published=-1)
    assert (wall.clock_at, wall.clock_words) == (None, "Closed")
    assert desk.refused(CloseGame(desk.now)) == [("game/none_open", "12(b)")]
    backwards = OpenGame(desk.now, desk.now)
    assert desk.refused(backwards) == [("game/closes_before_it_opens", "12(b)")]


@clause("nsw-keno", "12(c):flash")
def test_12_c__the_last_number_flashes_until_the_wrong_one_is_put_right(desk: Desk) -> None:
    """Decision T18: settlement reads the device's record only."""
    entry = desk.sell(Regular((5,), 100))
    desk.do(CloseGame(desk.tick()))
    desk.do(_draw(desk))
    report = ReportWrongDisplay(desk.now, 0, 5, 55)
    for wrong in (replace(report, position=21), replace(report, shown=5), replace(report, game=9)):
        assert desk.refused(wrong) == [("display/not_wrong", "12(c):flash")]
    desk.do(report)
    shown = numbers_shown(desk.state.games[0])
    assert (shown[4].number, shown[4].flashing, shown[-1].flashing) == (55, False, True)
    (settled, *_) = desk.do(SettleGame(desk.now, 0))
    assert settled.prizes[0].serial == entry.serial
    (fixed,) = desk.do(CorrectDisplay(desk.tick(), 0))
    assert (fixed.position, fixed.number) == (5, 5)
    shown = numbers_shown(desk.state.games[0])
    assert (shown[4].number, any(one.flashing for one in shown)) == (5, False)
    assert desk.refused(CorrectDisplay(desk.now, 0)) == [("display/not_wrong", "12(c):flash")]


@clause("nsw-keno", "12(c):flash")
def test_12_c__two_wrong_numbers_flash_until_both_are_put_right(desk: Desk) -> None:
    """As when two balls were keyed in each other's place."""
    desk.play()
    for position, shown in ((3, 4), (4, 3), (3, 5)):  # the third is the first one, seen better
        assert desk.refused(ReportWrongDisplay(desk.now, 0, position, shown)) == []
    screen = numbers_shown(desk.state.games[0])
    assert [one.number for one in screen[:5]] == [1, 2, 5, 3, 5]
    assert screen[-1].flashing
    put_right = desk.do(CorrectDisplay(desk.now, 0))
    assert sorted((one.position, one.number) for one in put_right) == [(3, 3), (4, 4)]
    screen = numbers_shown(desk.state.games[0])
    assert [one.number for one in screen] == list(range(1, 21))
    assert not screen[-1].flashing


@clause("nsw-keno", "12(d)")
def test_12_d__after_a_malfunction_the_rest_is_drawn_elsewhere(desk: Desk) -> None:
    """Decision T19: numbers already drawn keep their order."""
    desk.do(CloseGame(desk.tick()))
    part = _draw(desk, numbers=(7, 3, 80), malfunction="procedure 4")
    (broken,) = desk.do(part)
    assert isinstance(broken, DrawInterrupted)
    assert (broken.part.procedure, broken.part.numbers) == ("procedure 4", (7, 3, 80))
    repeated = _draw(desk, numbers=(7, *range(11, 27)), device="d-2")
    assert desk.refused(repeated) == [("draw/numbers", "2:Drawing")]
    for bad in ((7,), (81,), tuple(range(8, 26))):
        refused = desk.refused(replace(part, numbers=bad))
        assert refused == [("draw/numbers", "2:Drawing")]
    (drawn,) = desk.do(_draw(desk, numbers=tuple(range(11, 28)), device="d-2"))
    assert isinstance(drawn, NumbersDrawn)
    assert drawn.numbers == (7, 3, 80, *range(11, 28))
    assert [part.device for part in desk.state.games[0].parts] == ["d-1", "d-2"]


@clause("nsw-keno", "13:venue")
def test_13__the_latest_result_and_its_multiplier_stand_on_the_wall(desk: Desk) -> None:
    before = snapshot(desk.book, desk.state, desk.now, published=-1)
    assert (before.drawn, before.multiplier) == ((), None)
    for numbers in (LOW, TAILS, EVEN):
        desk.play(numbers)
    wall = snapshot(desk.book, desk.state, desk.now, published=2)
    assert (wall.game, wall.drawn, wall.multiplier) == (2, EVEN, 2)
    earlier = snapshot(desk.book, desk.state, desk.now, published=0)
    assert (earlier.game, earlier.drawn, earlier.multiplier) == (0, LOW, 4)


ONE = (*range(1, 20), 21)  # heads, Multiplier 1


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


DRAWS = [
    ("12(a)(i)(a) no device", {"device": ""}, ["12(a)(i)(a)"]),
    ("12(a)(i)(b) unapproved site", {"site": DrawSite.APPROVED}, ["12(a)(i)(b)"]),
    ("12(a)(i)(b) approved site", {"site": DrawSite.APPROVED, "site_approval": "A-5"}, []),
    ("12(a)(ii) no medium", {"medium": ""}, ["12(a)(ii)"]),
    ("12(c) unknown game", {"game": 7}, ["12(c):number"]),
    ("2:Drawing nineteen", {"numbers": tuple(range(1, 20))}, ["2:Drawing"]),
    ("2:Drawing twice", {"numbers": (*range(1, 20), 1)}, ["2:Drawing"]),
    ("2:Drawing 81", {"numbers": (*range(1, 20), 81)}, ["2:Drawing"]),
]


@pytest.mark.parametrize(("more", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in DRAWS])
def test_12__the_draw(shop: Desk, more: dict[str, Any], clauses: list[str]) -> None:
    shop.close()
    assert shop.no(replace(shop.drawing(LOW), **more)) == clauses


def test_12_c__soon_after_the_close_and_once(shop: Desk) -> None:
    assert shop.no(shop.drawing(LOW, game=0)) == ["12(c):soon"]
    shop.close()
    assert shop.no(shop.drawing(LOW, game=0)) == []
    assert shop.no(shop.drawing(LOW, game=0)) == ["2:Drawing"]


def test_12_c__t08_a_thousand_games(shop: Desk) -> None:
    shop.state.next_number = 999
    [_, opened] = shop.close()
    assert (opened.number, opened.game) == (999, 1)
    [_, refused] = shop.close()
    assert [bad.clause.number for bad in refused.refusals] == ["12(c):number"]
    assert shop.state.open_game is None
    assert shop.no(shop.sale(shop.entry(pick(3)))) == ["7(k)"]  # T09


def test_12_d__t19_t20_a_malfunction_keeps_numbers_and_order(shop: Desk) -> None:
    last = shop.sell(pick(1), LuckyLast((1,), 100))
    shop.close()
    first = tuple(range(20, 8, -1))
    assert shop.no(shop.drawing(first, malfunction="P-3")) == []
    assert shop.no(shop.drawing((20, *range(1, 8)), device="RNG-2")) == ["2:Drawing"]
    assert shop.no(shop.drawing(tuple(range(8, 0, -1)), device="RNG-2")) == []
    game = shop.state.games[0]
    assert game.numbers == tuple(range(20, 0, -1))
    assert [part.device for part in game.parts] == ["RNG-1", "RNG-2"]
    shop.do(SettleGame(shop.now, 0))
    assert shop.prize(last) == 300 + 6_000


def test_t18__a_wrong_display_changes_no_prize(shop: Desk) -> None:
    entry = shop.sell(pick(3))
    shop.close()
    shop.do(shop.drawing(ONE))
    assert shop.no(ReportWrongDisplay(shop.now, 0, 2, 2)) == ["12(c):flash"]
    assert shop.no(ReportWrongDisplay(shop.now, 0, 2, 77)) == []
    shop.do(SettleGame(shop.now, 0))
    assert shop.prize(entry) == 4_400
    [event] = shop.do(CorrectDisplay(shop.now, 0))
    assert (event.position, event.number) == (2, 2)


def test_t23__the_book_of_the_game_settles_it(shop: Desk) -> None:
    """A schedule that pays more from tomorrow on settles tomorrow's game of today's Entry."""
    entry = shop.sell(pick(3), games=2)
    shop.play_out(ONE)
    cheap = shop.prize(entry)
    tables = dataclasses.replace(
        shop.book.tables,
        spots={**shop.book.tables.spots, "regular": {3: (0, 0, 100, 9_900)}},
    )
    shop.book = dataclasses.replace(shop.book, tables=tables)
    shop.play_out(ONE)
    assert (cheap, shop.prize(entry)) == (4_400, 4_400 + 9_900)
    assert shop.stored(entry.serial).gross_cents == 200


def test_an_undrawn_game_does_not_settle(desk: Desk) -> None:
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    for game in (0, 1, 9):
        assert desk.refused(SettleGame(desk.now, game)) == [("settle/not_next", "14(a)")]


@clause("central-site", "13.1")
def test_13_1__a_game_of_a_future_hour_closes_now_and_the_day_goes_on(desk: Desk) -> None:
    """The clock was an hour ahead as game 1 opened, on the same Keno Day."""
    now = desk.now
    desk.now += timedelta(hours=1)
    desk.play()
    game = desk.state.open_game
    assert game is not None
    [corrected] = desk.do(CorrectGameTime(now, game, "sam", "the clock was ahead", "sue"))
    assert (corrected.keno_day, corrected.keno_day_was) == (now.date(), now.date())
    assert desk.state.games[game].closes_at == now
    assert desk.state.next_number == desk.state.games[game].number + 1 == 2


@clause("central-site", "13.1", "13.2")
def test_13_1__a_game_of_a_future_day_closes_now_and_today_goes_on(desk: Desk) -> None:
    now = desk.now
    desk.play()
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now += timedelta(days=2)
    opened_at = desk.now
    desk.do(OpenDay(desk.now))
    game = desk.open_game()
    assert desk.state.day == date(2024, 5, 3)
    correct = CorrectGameTime(now, game, "sam", "the clock was ahead", "sue")
    wrong = [
        (replace(correct, at=opened_at), "clock/not_ahead"),
        (replace(correct, game=game - 1), "clock/not_ahead"),
        (replace(correct, second="sue"), "clock/same_person"),
        (replace(correct, second=""), "clock/same_person"),
        (replace(correct, because=" "), "clock/no_reason"),
    ]
    for command, code in wrong:
        assert [found for found, _ in desk.refused(command)] == [code]
    desk.do(correct)
    assert (desk.state.day, desk.state.last_day) == (date(2024, 5, 1), date(2024, 5, 1))
    assert desk.state.games[game].closes_at == now
    desk.do(CloseGame(now + timedelta(seconds=1), now + timedelta(minutes=3)))
    following = desk.state.games[game + 1]
    assert (following.keno_day, following.number) == (date(2024, 5, 1), 2)
