"""Rule 7: how an Entry is made, completed and shown."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.display.keno.ticket import receipt
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
from eyesdown.keno.decide import decide
from eyesdown.keno.games.commands import CloseGame
from eyesdown.keno.office.commands import ProgramSuperplay, SwitchForm
from eyesdown.keno.sales.commands import DeliverReceipt
from eyesdown.keno.sales.events import EntryAccepted, EntryCompleted
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.words.documents import Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Method, Tender
from kit.desk import Desk


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def test_7_a__no_third_channel(shop: Desk) -> None:
    assert "7(a)" in shop.no(shop.sale(shop.entry(pick(3), channel="mail")))


PICK = (1, 2, 3)


def test_an_entry_is_for_one_game_at_the_least(desk: Desk) -> None:
    none = desk.entry(Regular(PICK, 100), games=0)
    assert ("entry/games", "2:Multi-Game") in desk.refused(desk.sale(none))


clause = pytest.mark.clause

WIN = Racing("win", "straight", (), (1,), (), 100)

RED = Roulette("red_black", "red", 500)

FORMS = {
    Form.REGULAR: (Regular((1, 2, 3), 100),),
    Form.KENO2: (Keno2((1, 2, 3), 200),),
    Form.LUCKY_LAST: (Regular((1, 2), 100), LuckyLast((1, 2), 100)),
    Form.HEADS_OR_TAILS: (HeadsOrTails("heads", 100),),
    Form.RACING: (WIN,),
    Form.ROULETTE: (RED,),
    Form.BONUS: (Regular((1, 2, 3), 100, bonus=True),),
}

NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@clause("nsw-keno", "7(a)", "7(b)(i)(e)")
@pytest.mark.parametrize("channel", ["mail", "", "VENUE"])
def test_7_a__only_venue_and_internet(desk: Desk, channel: str) -> None:
    refused = desk.refused(desk.sale(desk.entry(channel=channel)))
    assert ("entry/channel", "7(a)") in refused
    desk.account()
    web = desk.web_entry()
    assert desk.refused(desk.sale(web)) == []
    assert desk.state.sold[web.serial].entry.channel == "internet"
    again = replace(web, serial="W-2", method=Method.REPLAY, replay_of=web.serial)
    assert desk.refused(desk.sale(again)) == []
    for odd in (desk.entry(method=Method.INTERNET), desk.entry(channel="internet")):
        assert ("entry/channel", "7(a)") in desk.refused(desk.sale(odd))


@clause("nsw-keno", "7(b)(i)(a)", "7(b)(i)(b)", "7(b)(i)(d)")
@pytest.mark.parametrize(
    ("method", "terminal"),
    [(Method.FORM, "club-1"), (Method.SST, "club-sst"), (Method.VERBAL, "club-1")],
)
def test_7_b__venue_methods_are_accepted_and_stored(
    desk: Desk, method: Method, terminal: str
) -> None:
    entry = desk.sell(method=method, terminal=terminal)
    assert desk.state.sold[entry.serial].entry.method is method


@clause("nsw-keno", *(f"7(b)(i)(d)({numeral})" for numeral in NUMERALS))
@pytest.mark.parametrize(("form", "numeral"), list(zip(Form, NUMERALS, strict=True)))
@pytest.mark.parametrize("method", [Method.FORM, Method.SST, Method.VERBAL, Method.REPLAY])
def test_7_b_i_d__every_listed_form_by_every_method_unless_switched_off(
    desk: Desk, form: Form, numeral: str, method: Method
) -> None:
    """Decision X15: the ten items apply to all Venue methods."""
    more: dict[str, Any] = {"method": method}
    if method is Method.REPLAY:
        more["replay_of"] = desk.sell(games=9).serial
    if form is Form.KWIKIPIK:
        more["kwikipiks"] = 1
    bets: tuple[Any, ...] = FORMS.get(form, FORMS[Form.REGULAR])
    if form is Form.SUPERPLAY:
        desk.do(ProgramSuperplay(desk.now, "SP", "regular", (1, 2), None))
        bets = (Combination("regular", ((1,), (2, 3)), None, 100),)
        more["superplay"] = "SP"
    sale = desk.sale(desk.entry(*bets, **more))
    if form is Form.PARLAY:
        _won(desk, 5_000)
        sale = desk.sale(desk.entry(**more, session="c-1"), Tendered(Tender.PARLAY, 100))
    sold, *_ = decide(desk.book, desk.state, sale)
    assert isinstance(sold, EntryAccepted)
    desk.do(SwitchForm(desk.now, form, method, False, "V", date(2024, 5, 1)))
    assert desk.refused(sale) == [("form/not_offered", f"7(b)(i)(d)({numeral})")]


def _won(desk: Desk, stake: int) -> Any:
    """A session c-1 at the club with twice the stake to collect."""
    entry = desk.sell(HeadsOrTails("heads", stake))
    desk.play()
    desk.do(desk.claim(entry))
    return entry


@clause("nsw-keno", "7(b)(ii)")
@pytest.mark.parametrize(
    ("cents", "refused"),
    [
        (90, [("payment/short", "7(b)(ii)")]),
        (99, [("payment/short", "7(b)(ii)")]),
        (100, []),
        (101, []),
    ],
)
def test_7_b_ii__the_right_subscription(desk: Desk, cents: int, refused: list[Any]) -> None:
    assert desk.refused(desk.sale(desk.entry(), Tendered(Tender.CASH, cents))) == refused


@clause("nsw-keno", "7(e)", "9(m)(i)", "7(g)", "7(f):timing", "7(h)", "9(m)(ii)(A)", "9(m)(ii)(B)")
@clause("nsw-keno", "2:Commission", "20(b)", "2:Net Subscription")
def test_7_e_to_h__money_is_held_until_the_receipt_is_delivered(desk: Desk) -> None:
    entry = desk.entry()
    (accepted,) = desk.do(desk.sale(entry, delivered=False))
    assert isinstance(accepted, EntryAccepted)
    assert [(a.purse, a.cents) for a in accepted.money] == [
        ("player", -100),
        ("venue:club:held", 100),
    ]
    assert desk.purse("venue:club:commission") == 0
    assert desk.state.sold[entry.serial].completed_at is None
    (done,) = desk.do(DeliverReceipt(desk.tick(), entry.serial))
    assert isinstance(done, EntryCompleted)
    assert (done.at, done.commission_cents, done.net_cents) == (desk.now, 11, 89)
    assert desk.purse("venue:club:held") == 0
    assert desk.purse("venue:club:commission") == 11
    assert desk.purse("venue:club:agency") == 89
    assert desk.state.sold[entry.serial].completed_at == desk.now
    assert desk.do(DeliverReceipt(desk.tick(), entry.serial)) == ()
    unknown = desk.refused(DeliverReceipt(desk.now, "nobody"))
    assert unknown == [("receipt/unknown", "7(g)")]


@clause("nsw-keno", "7(i):check", "7(j)", "14(a)", "7A(h)")
def test_7_j__the_central_record_decides_whatever_a_ticket_shows(desk: Desk) -> None:
    entry = desk.sell(Regular((17,), 100))
    shown = receipt(desk.book, desk.state.sold[entry.serial]).shown
    assert shown.lines[0].marks == (("", 17),)
    desk.play((17, *range(21, 40)))
    altered = ticket_check(replace(entry, lines=(Regular((7,), 100),)))
    refused = desk.refused(desk.claim(entry, check=altered))
    assert refused == [("claim/ticket_disagrees", "14(c)")]
    assert desk.refused(desk.claim(entry)) == []
    assert desk.state.sessions["c-1"].cents == 300
    desk.account()
    web = desk.web_entry(Regular((17,), 100))
    desk.do(desk.sale(web))
    desk.play((17, *range(21, 40)))
    assert desk.prizes(web.serial)[1].cents == 300


@clause("nsw-keno", "7(k)")
def test_7_k__an_entry_is_for_the_game_open_when_its_receipt_is_issued(desk: Desk) -> None:
    """Decision T09: the next game opens in the instant the last one closes."""
    closes = desk.state.games[0].closes_at
    desk.now = closes - timedelta(seconds=1)
    first = desk.sell()
    desk.now = closes
    late = desk.refused(desk.sale(desk.entry()))
    assert late == [("entry/no_open_game", "7(k)")]
    desk.do(CloseGame(closes, closes + timedelta(minutes=3)))
    second = desk.sell()
    games = [desk.state.sold[entry.serial].first_game for entry in (first, second)]
    assert games == [0, 1]


@clause("nsw-keno", "7(k)")
def test_7_k__outside_trading_nothing_is_sold(desk: Desk) -> None:
    desk.play(then_open=False)
    assert desk.refused(desk.sale(desk.entry())) == [("entry/no_open_game", "7(k)")]


@clause("nsw-keno", "7(k)")
def test_7_k__a_venue_sells_within_its_trading_hours_only(desk: Desk) -> None:
    """Decision T09, below, at and above the hour at which the club closes."""
    closes = desk.now.replace(hour=23, minute=0, second=0)
    desk.do(CloseGame(desk.now, closes + timedelta(minutes=3)))
    for seconds, refusals in (
        (-1, []),
        (0, [("entry/outside_hours", "7(k)")]),
        (60, [("entry/outside_hours", "7(k)")]),
    ):
        desk.now = closes + timedelta(seconds=seconds)
        assert desk.refused(desk.sale(desk.entry())) == refusals
    assert desk.state.open_game is not None, "a game is open all the same"


def test_every_refusal_of_a_sale_is_said_in_printed_order(desk: Desk) -> None:
    entry = desk.entry(Regular((1, 2), 50), channel="mail", venue="v99")
    refused = desk.refused(desk.sale(entry, Tendered(Tender.CHIP, 10)))
    assert refused == [
        ("venue/not_appointed", "2:Venue"),
        ("entry/channel", "7(a)"),
        ("payment/short", "7(b)(ii)"),
        ("tender/chip_outside_casino", "9(a)(iii)"),
        ("stake/below_minimum", "9(c)(i)"),
        ("tender/chip_outside_casino", "9C:scope"),
    ]


@pytest.mark.parametrize(
    ("bets", "more", "code"),
    [
        ((), {"lines": ()}, "entry/no_bets"),
        ((Regular((1, 81), 100),), {}, "spots/no_such_number"),
        ((Prepick(("heads", "tails"), 100),), {"games": 3}, "series/games"),
        ((LetItRun(("heads",), 100),), {}, "series/games"),
        ((Regular((1,), 100),), {"games": 101}, "entry/games"),
        ((Regular((1,), 100),), {"games": -1}, "entry/games"),
        ((Regular((1,), -100),), {}, "stake/below_minimum"),
    ],
)
def test_bad_entries_get_their_own_refusal(
    desk: Desk, bets: tuple[Any, ...], more: dict[str, Any], code: str
) -> None:
    entry = desk.entry(*bets, **more)
    sale = desk.sale(entry, Tendered(Tender.CASH, 1_000_000))
    assert code in [found for found, _ in desk.refused(sale)]


@clause("nsw-keno", "2:Multi-Game")
@pytest.mark.parametrize(("games", "fine"), [(0, False), (1, True), (100, True), (101, False)])
def test_2_Multi_Game__an_entry_that_cannot_be_is_refused_alone(
    desk: Desk, games: int, fine: bool
) -> None:
    """It has no cost, so nothing is said of the Chip that was tendered for it at a club."""
    entry = desk.entry(Regular((1, 2, 3), 100), games=games)
    chip = Tendered(Tender.CHIP, 100 * games)
    codes = {code for code, _ in desk.refused(desk.sale(entry, chip))}
    assert codes == ({"tender/chip_outside_casino"} if fine else {"entry/games"})


@clause("nsw-keno", "9(h)(i)", "7(k)")
def test_9_h__without_an_open_game_no_limit_of_a_result_is_asked(desk: Desk) -> None:
    desk.play(then_open=False)
    closed = desk.refused(desk.sale(desk.entry(HeadsOrTails("heads", 100))))
    assert closed == [("entry/no_open_game", "7(k)")]
