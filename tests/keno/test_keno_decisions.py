"""Decisions that are settled by a pure function or a figure: one named outcome each.

X20 asks for nothing: it lists the pointers of the text that are right.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, Keno2, Racing, Regular, Roulette, SingleBet
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.price import no_such_bet, priced
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import settle
from eyesdown.keno.bets.whole_game import Pot, pro_rate, settle_game
from eyesdown.keno.sales.picks import Below
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.keno_words import Tender
from eyesdown.rulebooks.nsw_keno import c02_combinations, c02_money, c02_racing, c07_entry
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c10_jackpots import growth_with, racing_growth_rate
from eyesdown.rulebooks.nsw_keno.c15_rounding import payable
from eyesdown.rulebooks.nsw_keno.c19_sharing import share_of_pooled_jackpot
from kit.desk import Desk

BOOK = open_on(date(2024, 6, 15))
FIGURES = BOOK.figures
D1 = (18, 3, 25, 55, 7, 61, 71, 12, 27, 58, 33, 66, 79, 20, 29, 51, 44, 11, 21, 14)
LOW = tuple(range(1, 21))  # two Rows hold everything, six are empty
FIVE = tuple(n + 10 * row for row, many in enumerate((6, 5, 4, 3, 2)) for n in range(1, many + 1))


def racing(bet: str, option: str, cents: int = 100, **more: Any) -> SingleBet:
    found = read_bet(
        BOOK, {"type": "racing", "bet": bet, "option": option, "subscription_cents": cents, **more}
    )
    assert isinstance(found, Racing)
    return found


def won(bet: SingleBet, draw: tuple[int, ...] = D1) -> int:
    return settle(BOOK, bet, draw_of(BOOK, draw)).prize_cents


def places(draw: tuple[int, ...]) -> tuple[int, ...]:
    return draw_of(BOOK, draw).racing_places


def count(bet: Any) -> int:
    return priced(BOOK, bet).combinations


def refused(bet: Any) -> list[str]:
    return [bad.clause.number for bad in no_such_bet(BOOK, bet)]


def said(raw: dict[str, Any]) -> str:
    try:
        read_bet(BOOK, {"subscription_cents": 100, **raw})
    except BadInput as bad:
        return bad.field
    return ""


def wheel(*balls: int) -> str:
    rest = [ball for ball in range(1, 81) if ball not in balls]
    return draw_of(BOOK, (*balls, *rest[: 20 - len(balls)])).roulette


def always(_: int) -> int:
    return 0


BELOW: Below = always
COMBO = Combination("regular", ((1,), (2, 3), (4, 5, 6)), None, 100)
ORDER_D1 = [2, 3, 6, 1, 7, 8]
QUARTET = {"rows": ORDER_D1[:4]}

# decision, what is asked, what must come out
TABLE: list[tuple[str, Callable[[], Any], Any]] = [
    ("X02 Groups make Combinations", lambda: count(COMBO), 7),
    (
        "X03 growth by 10(b)",
        lambda: growth_with(Fraction(0), 10_000, racing_growth_rate("superfecta", FIGURES)),
        400,
    ),
    (
        "X13 one jackpot, two names",
        lambda: (
            settle(BOOK, Keno2((18, 3, 25, 55, 7, 61, 71), 200), draw_of(BOOK, D1)).jackpots[0].key
        ),
        "keno2/7",
    ),
    (
        "X11 SST Receipts bear Commission",
        lambda: c07_entry.bears_commission(Tender.SST_RECEIPT),
        True,
    ),
    ("X11 Chips bear Commission", lambda: c07_entry.bears_commission(Tender.CHIP), True),
    ("X11 Gift Vouchers do not", lambda: c07_entry.bears_commission(Tender.GIFT_VOUCHER), False),
    ("X14 Entry Fee is the Gross", lambda: c02_money.gross_subscription((600, 400)), 1_000),
    ("X16 36", lambda: wheel(36), "36"),
    ("X16 41 is 1", lambda: wheel(41), "1"),
    ("X16 76 is 36", lambda: wheel(76), "36"),
    ("X16 37 is 0", lambda: wheel(37), "0"),
    ("X16 77 is 0", lambda: wheel(77), "0"),
    ("X16 38 is 00", lambda: wheel(38), "00"),
    ("X16 78 is 00", lambda: wheel(78), "00"),
    ("X16 39, 40, 79, 80 skip", lambda: wheel(80, 79, 40, 39, 44), "4"),
    (
        "G01 Rows of ten",
        lambda: [c02_racing.grid_row(n, FIGURES) for n in (1, 10, 11, 80)],
        [1, 1, 2, 8],
    ),
    ("G02 empty Rows share the next place", lambda: places(LOW), (1, 2, 3, 3, 3, 3, 3, 3)),
    ("G02 five live Rows", lambda: places(FIVE), (1, 2, 3, 4, 5, 6, 6, 6)),
    (
        "G02 every empty Row is right at Sixth",
        lambda: won(racing("superfecta", "straight", rows=[1, 2, 3, 4, 5, 8]), FIVE),
        1_000_000,
    ),
    (
        "G02 no place after the shared one",
        lambda: won(racing("quartet", "straight", rows=[1, 2, 8, 7]), LOW),
        1_000,
    ),
    (
        "G03 best level only",
        lambda: won(racing("quartet", "straight", 200, rows=[2, 3, 6, 8])),
        2_000,
    ),
    ("G03 no gap", lambda: won(racing("quartet", "straight", 200, rows=[2, 8, 6, 1])), 200),
    ("G03 all", lambda: won(racing("quartet", "straight", **QUARTET)), 80_000),
    (
        "G04 a placed Standout",
        lambda: count(racing("trifecta", "standout", standout={"2": [3]}, **{"with": [1, 2, 6]})),
        6,
    ),
    (
        "G04 it wins at its place",
        lambda: won(racing("trifecta", "standout", standout={"2": [3]}, **{"with": [1, 2, 6]})),
        25_200,
    ),
    (
        "G04 and at no other",
        lambda: won(racing("trifecta", "standout", standout={"1": [3]}, **{"with": [1, 2, 6]})),
        0,
    ),
    (
        "G04 an unordered Standout",
        lambda: won(racing("trio", "standout", standout=[6], **{"with": [2, 3, 4]})),
        4_200,
    ),
    ("G05 Field after First", lambda: count(racing("exact_quinella", "field", standout=[2])), 7),
    ("G05 Field wins", lambda: won(racing("exact_quinella", "field", standout=[2])), 4_200),
    (
        "G06 one option a line",
        lambda: said({"type": "racing", "bet": "trio", "option": "box+field", "rows": [1, 2, 3]}),
        "bet.option",
    ),
    (
        "G10 a Box may hold several right lines",
        lambda: won(racing("quinella_place", "box", rows=[2, 3, 6])),
        2_100,
    ),
    ("G11 57 Splits", lambda: len(BOOK.roulette["split"]), 57),
    ("G11 22 Corners", lambda: len(BOOK.roulette["corner"]), 22),
    ("G12 $3 Column", lambda: won(Roulette("column", 3, 300)), 750),
    ("G12 $6 Red", lambda: won(Roulette("red_black", "red", 600)), 1_020),
    ("G13 eleven Six Lines", lambda: len(BOOK.roulette["six_line"]), 11),
    (
        "G18 one type only",
        lambda: count(Combination("regular", ((1,), (2, 3), (4, 5, 6)), (3,), 100)),
        2,
    ),
    (
        "G18 no unions of eleven",
        lambda: count(Combination("regular", ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)), None, 100)),
        2,
    ),
    (
        "G19 26 Groups",
        lambda: refused(Combination("regular", tuple((n,) for n in range(1, 27)), (1,), 100)),
        [],
    ),
    (
        "G19 27 Groups",
        lambda: bool(refused(Combination("regular", tuple((n,) for n in range(1, 28)), (1,), 100))),
        True,
    ),
    ("G19 one Group", lambda: bool(refused(Combination("regular", ((1, 2),), (2,), 100))), True),
    ("G24 seven different numbers", lambda: len(set(c02_combinations.pick_some(7, 80, BELOW))), 7),
    (
        "G32 Groups of the sizes asked for",
        lambda: [len(g) for g in c02_combinations.fill_groups((2, 3), 80, BELOW)],
        [2, 3],
    ),
    (
        "G34 every result from its own third",
        lambda: [
            c02_combinations.pick_results(1, ("h", "t", "e"), lambda n, k=k: k)[0] for k in range(3)
        ],
        ["h", "t", "e"],
    ),
    ("M05 $4 of the $2 Game", lambda: won(Keno2((18, 3, 25), 400)), 18_000),
    (
        "M08 floor in a single pass",
        lambda: pro_rate((150_000, 600_000_000), FIGURES),
        (100_000, 299_925_010),
    ),
    (
        "M09 strictly above $1,000",
        lambda: pro_rate((100_000, 400_000_000), FIGURES),
        (100_000, 300_000_000),
    ),
    (
        "M10 at the cap nothing is cut",
        lambda: pro_rate((200_000_000, 100_000_000), FIGURES),
        (200_000_000, 100_000_000),
    ),
    (
        "M10 above the cap",
        lambda: pro_rate((400_000_000, 200_000_000), FIGURES),
        (200_000_000, 100_000_000),
    ),
    ("M11 down to ten cents", lambda: payable(Fraction(123_999, 100), FIGURES), 1_230),
    ("M11 exact", lambda: payable(1_230, FIGURES), 1_230),
    (
        "M11 each Combination once",
        lambda: won(Combination("keno2", ((18,), (3,), (25,), (55,)), (3,), 20)),
        4 * 900,
    ),
    ("M37 nobody here", lambda: share_of_pooled_jackpot(100, 100, (), 500), ()),
    (
        "M38 base stakes weigh both",
        lambda: share_of_pooled_jackpot(600, 300, (100, 200), 300),
        (200, 400),
    ),
    ("M41 forty spots as printed", lambda: BOOK.tables.spots["keno2"][40][6], 600),
    (
        "M42 racing growth inside the contribution",
        lambda: max(FIGURES.racing_growth_rates.values()) < FIGURES.prize_fund_rates["I"],
        True,
    ),
    (
        "M47 separate jackpots",
        lambda: {"regular/10", "keno2/10"} <= set(BOOK.tables.jackpots),
        True,
    ),
]


@pytest.mark.parametrize(("ask", "answer"), [pytest.param(*row[1:], id=row[0]) for row in TABLE])
def test_a_decision_holds_in_the_book_and_its_figures(ask: Callable[[], Any], answer: Any) -> None:
    assert ask() == answer


def test_m43__x07_x19_the_stored_jackpot_is_the_most_whatever_the_stake() -> None:
    spots = tuple(range(1, 8))
    for stake in (100, 5_000, 10_000):
        bet = Regular(spots, stake, bonus=True)
        game = settle_game(BOOK, draw_of(BOOK, LOW), [bet], {"regular/7": Pot(100_000)})
        # the schedule's part times stake and Multiplier, growth as stored, the flat sum once
        assert game.paid_cents == (500_000 * 4 * stake // 100 + 100_000 + 700_000,)


def test_x18__racing_shares_by_stake_on_the_forecast() -> None:
    bets = [racing("quartet", "straight", cents, **QUARTET) for cents in (100, 200)]
    game = settle_game(BOOK, draw_of(BOOK, D1), bets, {"racing/quartet": Pot(90_000)})
    assert game.paid_cents == (80_000 + 30_000, 160_000 + 60_000)


def test_g33__a_replayed_ticket_is_only_read(shop: Desk) -> None:
    from eyesdown.kernel.written import replace
    from eyesdown.rulebook.keno_words import Method

    old = shop.sell(Regular((1, 2, 3), 100))
    again = shop.entry(Regular((1, 2, 3), 100), method=Method.REPLAY, replay_of=old.serial)
    assert shop.no(shop.sale(again)) == []
    low = replace(again, serial="E9", lines=(Regular((1, 2, 3), 50),))
    assert shop.no(shop.sale(low, (Tender.CASH, 50, ""))) == ["9(c)(i)"]  # priced anew
    shop.play_out(LOW)
    shop.collect(old)
    assert shop.prize(again) == 4_400


def test_t24__a_web_sale_stores_venue_and_location(shop: Desk) -> None:
    entry = shop.sell_web(Regular((1, 2, 3), 100))
    kept = shop.state.sold[entry.serial]
    assert (kept.entry.venue, kept.location) == ("club", "club floor")


def test_x08__the_payee_may_be_a_representative(shop: Desk) -> None:
    from eyesdown.keno.claims.commands import PayoutAsked, PaySession
    from eyesdown.rulebook.keno_words import Payout

    entry = shop.sell(Regular((1, 2, 3, 4, 5, 6), 200))
    shop.play_out((*range(1, 20), 21))
    shop.do(shop.claim(entry))
    asked = (PayoutAsked(Payout.CASH, 200_000), PayoutAsked(Payout.CHEQUE, 160_000, "Estate of P."))
    [paid] = shop.do(PaySession(shop.now, "s", "club", asked, claimant="Executor"))
    assert (paid.claimant, paid.payouts[1].payee) == ("Executor", "Estate of P.")
