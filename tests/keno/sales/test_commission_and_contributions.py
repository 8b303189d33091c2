"""Commission, contributions, growth, vouchers, cancellation money: exact cents, case by case."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Racing, Regular, Roulette
from eyesdown.keno.office import commands as o
from eyesdown.keno.sales.commands import DeliverReceipt, SellGiftVoucher
from eyesdown.rulebook.keno_words import Category, Form, Tender
from kit.desk import Desk

CASH, GIFT, PREPAID = Tender.CASH, Tender.GIFT_VOUCHER, Tender.PREPAID_VOUCHER
PICK = (5, 6, 7)
HEADS_1X = (*range(1, 20), 21)  # adds up to 211
EVENS_2X = (*range(1, 11), *range(41, 51))  # ten and ten, adds up to 510


def regular(cents: int, **more: Any) -> Regular:
    return Regular(PICK, cents, **more)


# what is bet, and its Commission in cents by the formula of 7(f)(ii)
COMMISSIONS = [
    ("7(f)(ii) regular", regular(100), Fraction(11)),
    ("M12 keno2 keeps the part of a cent", Keno2(PICK, 200), Fraction(2068, 100)),
    ("7(f)(ii) heads", HeadsOrTails("heads", 10_000), Fraction(880)),
    (
        "M32 Bonus on heads is Category I",
        HeadsOrTails("heads", 100, True),
        Fraction(880 + 1100, 100),
    ),
    ("2:Category roulette", Roulette("red_black", "red", 500), Fraction(44)),
    ("2:Category racing", Racing("win", "straight", (), (), (1,), 100), Fraction(11)),
    ("9(j) Bonus costs as much again", regular(100, bonus=True), Fraction(22)),
]


@pytest.mark.parametrize(("bet", "cents"), [pytest.param(b, k, id=n) for n, b, k in COMMISSIONS])
def test_7_f_ii__commission(shop: Desk, bet: Any, cents: Fraction) -> None:
    entry = shop.sell(bet)
    assert shop.purse("venue:club:commission") == cents
    assert shop.purse("venue:club:agency") == shop.cost(entry) - cents


@pytest.mark.parametrize(
    ("change", "commission", "main", "sub"),
    [
        pytest.param(Fraction(1, 20), 93_500, 750_000, 37_500, id="M19 raised"),
        pytest.param(Fraction(-1, 20), 110_000, 712_500, 37_500, id="M19 lowered"),
        pytest.param(Fraction(0), 110_000, 750_000, 0, id="M19 usual"),
    ],
)
def test_10b__m19_flexible_contribution(
    shop: Desk, change: Fraction, commission: int, main: int, sub: int
) -> None:
    day = shop.now.date()
    shop.do(o.FlexContribution(shop.now, Category.I, change, day, day))
    for _ in range(2):
        shop.sell(regular(500_000))
    assert shop.purse("venue:club:commission") == commission
    [closed] = [event for event in shop.close() if hasattr(event, "funds")]
    assert [(fed.main_cents, fed.promotion_cents) for fed in closed.funds] == [(main, sub)]
    assert shop.purse("fund:promotion:I") == sub


FLEX = [
    ("I", "1/20", []),
    ("I", "4/75", ["10B(a)(i)"]),
    ("I", "-1/20", []),
    ("I", "-4/75", ["10B(a)(ii)"]),
]
FLEX += [("Q", "1/20", []), ("Q", "51/1000", ["10B(a)(i)"]), ("L", "-51/1000", ["10B(a)(ii)"])]


@pytest.mark.parametrize(("category", "change", "clauses"), FLEX)
def test_10b_a__m18_the_limit_is_relative(
    shop: Desk, category: str, change: str, clauses: list[str]
) -> None:
    day = shop.now.date()
    asked = o.FlexContribution(shop.now, Category(category), Fraction(change), day, day)
    assert shop.no(asked) == clauses


def test_10b_c_d__m20_oldest_money_first_and_only_its_own_category(shop: Desk) -> None:
    day = shop.now.date()
    shop.do(o.FlexContribution(shop.now, Category.I, Fraction(1, 20), day, day + timedelta(9)))
    shop.sell(regular(100_000))
    shop.close()
    shop.settle(HEADS_1X)
    shop.next_day()
    shop.sell(regular(200_000))
    shop.close()
    assert [a.cents for a in shop.state.promotion[Category.I]] == [3_750, 7_500]
    other = o.PayPromotion(shop.now, "p", Category.Q, Category.I, 100)
    assert shop.no(other) == ["10B(d)"]
    assert shop.no(o.PayPromotion(shop.now, "p", Category.I, Category.I, 11_251)) == ["10B(d)"]
    assert shop.no(o.PayPromotion(shop.now, "p", Category.I, Category.I, 5_000)) == []
    [left] = shop.state.promotion[Category.I]
    assert (left.cents, left.on) == (6_250, date(2024, 6, 16))


def test_10b_c__m20_alert_and_overdue() -> None:
    from eyesdown.rulebooks.nsw_keno.book import open_on
    from eyesdown.rulebooks.nsw_keno.c10b_promotion import Allocation, due_soon, overdue

    figures = open_on(date(2024, 6, 15)).figures
    held = (Allocation(date(2024, 2, 1), Fraction(100)),)
    for day, soon, late in (
        (date(2024, 12, 2), 0, 0),
        (date(2024, 12, 4), 100, 0),
        (date(2025, 2, 1), 100, 0),
        (date(2025, 2, 2), 0, 100),
    ):
        assert (due_soon(held, day, figures), overdue(held, day, figures)) == (soon, late), day


def test_7_f_i__an_agreed_rate_comes_first(shop: Desk) -> None:
    shop.do(o.AgreeCommission(shop.now, "club", Fraction(1, 2)))
    shop.sell(regular(10_000))
    assert shop.purse("venue:club:commission") == 5_000


def test_7_f__timing_nothing_before_the_receipt_is_delivered(shop: Desk) -> None:
    entry = shop.entry(regular(100))
    shop.do(shop.sale(entry, delivered=False))
    assert (shop.purse("venue:club:held"), shop.purse("venue:club:commission")) == (100, 0)
    shop.do(DeliverReceipt(shop.now, entry.serial))
    assert (shop.purse("venue:club:held"), shop.purse("venue:club:commission")) == (0, 11)
    assert shop.do(DeliverReceipt(shop.now, entry.serial)) == ()


def test_5_a__an_undelivered_entry_falls_out_and_pays_nothing_to_the_fund(shop: Desk) -> None:
    entry = shop.entry(regular(100))
    shop.do(shop.sale(entry, delivered=False))
    shop.close()
    assert shop.purse("fund") == 0
    assert shop.purse("player") == 0
    assert shop.no(DeliverReceipt(shop.now, entry.serial)) == ["7(g)"]


# --- contributions and growth per game, at its close ----------------------------------------------


def test_m15__contribution_of_a_multi_game_entry_is_booked_game_by_game(shop: Desk) -> None:
    entry = shop.sell(regular(200), games=3)
    shop.close()
    assert shop.purse("fund") == 150
    shop.settle(tuple(range(61, 81)))
    shop.do(shop.cancel(entry))
    shop.close()
    assert shop.purse("fund") == 150


GROWTH = [
    ("2:Jackpot Growth(i)", Regular(tuple(range(1, 9)), 250_000), "regular/8", 25_000),
    ("2:Jackpot Growth(ii)", Keno2(tuple(range(1, 10)), 200_000), "keno2/9", 18_000),
    (
        "M12 growth keeps parts of a cent",
        Regular(tuple(range(1, 8)), 100),
        "regular/7",
        Fraction(101, 10),
    ),
    (
        "10(b)(i)",
        Racing("quartet", "straight", ((1,), (2,), (3,), (4,)), (), (), 1_000),
        "racing/quartet",
        100,
    ),
    (
        "10(b)(ii)",
        Racing("five_up", "straight", tuple((n,) for n in range(1, 6)), (), (), 1_000),
        "racing/five_up",
        100,
    ),
    (
        "10(b)(iii)",
        Racing("superfecta", "straight", tuple((n,) for n in range(1, 7)), (), (), 1_000),
        "racing/superfecta",
        40,
    ),
    ("G30 Bonus feeds no growth", Regular(tuple(range(1, 9)), 1_000, bonus=True), "regular/8", 100),
]


@pytest.mark.parametrize(
    ("bet", "key", "cents"), [pytest.param(*row[1:], id=row[0]) for row in GROWTH]
)
def test_m14_m15__growth_is_booked_at_the_close_of_each_game_played(
    shop: Desk, bet: Any, key: str, cents: Any
) -> None:
    entry = shop.sell(bet, games=2)
    assert shop.purse(f"growth:{key}") == 0  # M14: at the close, not at the sale
    shop.close()
    assert shop.purse(f"growth:{key}") == cents
    shop.settle(tuple(range(61, 81)))
    shop.do(shop.cancel(entry))
    shop.close()
    assert shop.purse(f"growth:{key}") == cents  # M15: a cancelled game books nothing


@pytest.mark.parametrize("key", ["regular/7", "keno2/10"])
def test_m01__no_sale_without_a_rate_and_no_rate_from_tomorrow(shop: Desk, key: str) -> None:
    shop.state.jackpots.pop(key)  # as if none had been set
    shop.do(o.SetGrowthRate(shop.now, key, Fraction(1, 100), shop.now.date() + timedelta(1)))
    game, _, level = key.partition("/")
    spots = tuple(range(1, int(level) + 1))
    bet = Regular(spots, 200) if game == "regular" else Keno2(spots, 200)
    assert shop.no(shop.sale(shop.entry(bet))) == [
        f"2:Jackpot Growth({'i' if game == 'regular' else 'ii'})"
    ]


@pytest.mark.clause("nsw-keno", "2:Jackpot Growth(i)", "2:Jackpot Growth(ii)")
@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("regular/7", 101),
        ("regular/8", 100),
        ("regular/9", 80),
        ("regular/10", 98),
        ("keno2/7", 98),
        ("keno2/8", 101),
        ("keno2/9", 91),
        ("keno2/10", 80),
    ],
)
def test_m01__prizes_and_growth_take_no_more_than_the_contribution(
    shop: Desk, key: str, most: int
) -> None:
    """The rates that decision M01 suggests use up what the tables and the fill leave."""
    clause = "2:Jackpot Growth(i)" if key.startswith("regular") else "2:Jackpot Growth(ii)"
    for rate, refused in ((0, []), (most, []), (most + 1, [clause]), (-1, [clause])):
        ask = o.SetGrowthRate(shop.now, key, Fraction(rate, 1000), shop.now.date())
        assert shop.no(ask) == refused


def test_x03__a_racing_rate_is_the_printed_one(shop: Desk) -> None:
    day = shop.now.date()
    assert shop.no(o.SetGrowthRate(shop.now, "racing/quartet", Fraction(1, 9), day)) == [
        "2:Jackpot Growth(iii)"
    ]


# --- Let it Run -----------------------------------------------------------------------------------


def test_m31__a_carry_feeds_the_fund_and_bears_commission(shop: Desk) -> None:
    shop.sell(LetItRun(("heads", "heads"), 1_000))
    assert shop.purse("venue:club:commission") == 88
    shop.play_out(HEADS_1X)
    assert shop.purse("venue:club:commission") == 88 + 176
    fund = shop.purse("fund")
    shop.close()
    assert shop.purse("fund") - fund == 1_600


def test_g28_g31__the_carry_with_bonus(shop: Desk) -> None:
    entry = shop.sell(LetItRun(("evens", "evens", "evens"), 100, bonus_games=2))
    shop.play_out(EVENS_2X)  # 100 x 2 x 4
    carry = shop.state.carries[entry.serial]
    assert (carry.base_cents, carry.bonus_cents) == (400, 400)
    shop.play_out(EVENS_2X)  # 400 x 2 x 4, no Bonus left
    carry = shop.state.carries[entry.serial]
    assert (carry.base_cents, carry.bonus_cents) == (3_200, 0)
    shop.play_out(EVENS_2X)
    assert shop.prize(entry) == 12_800


@pytest.mark.parametrize(("already", "carried"), [(16_950_000, True), (16_960_000, False)])
def test_9_h_lir__g29_whole_or_not_at_all(shop: Desk, already: int, carried: bool) -> None:
    entry = shop.sell(LetItRun(("heads", "evens", "heads"), 25_000))
    shop.close()
    shop.staked("evens", already)
    settled = shop.settle(HEADS_1X)
    [one] = settled.carried
    assert bool(one.refusals) is not carried
    assert shop.prize(entry) == (0 if carried else 50_000)
    if not carried:
        assert [bad.clause.number for bad in one.refusals] == ["9(h):LIR"]
        assert entry.serial not in shop.state.sold  # later games are void


def test_g29__carries_go_in_order_of_serial(shop: Desk) -> None:
    first, second = (shop.entry(LetItRun(("heads", "evens"), 25_000)) for _ in range(2))
    assert shop.no(shop.sale(second)) == []
    assert shop.no(shop.sale(first)) == []
    shop.close()
    shop.staked("evens", 16_950_000)
    shop.settle(HEADS_1X)
    assert (shop.prize(first), shop.prize(second)) == (0, 50_000)


def test_9_f_lir_later__x04_x05_a_carry_may_pass_every_other_limit(shop: Desk) -> None:
    entry = shop.sell(LetItRun(("evens",) * 5, 50_000))
    for _ in range(4):
        shop.play_out(EVENS_2X)
    assert shop.state.carries[entry.serial].base_cents == 50_000 * 4**4
    shop.play_out(EVENS_2X)
    assert shop.prize(entry) == 50_000 * 4**5


def test_t05__cancelling_gives_back_the_carry(shop: Desk) -> None:
    entry = shop.sell(LetItRun(("heads", "heads", "heads"), 1_000, bonus_games=3))
    shop.play_out((*range(1, 20), 25))  # 2x: 1000 x 2 x 2
    [event] = shop.do(shop.cancel(entry))
    assert (event.refund_cents, event.carry_cents) == (4_000, 4_000)
    assert shop.purse("venue:club:commission") == 88 + 110  # of the game that was drawn
    shop.play_out(HEADS_1X)
    assert shop.prize(entry) == 0


def test_t05__a_carry_of_an_entry_paid_by_voucher_needs_no_new_voucher(shop: Desk) -> None:
    game = Form.HEADS_OR_TAILS
    shop.do(SellGiftVoucher(shop.now, "G1", "club", game, 1_000, 1_000))
    entry = shop.entry(LetItRun(("heads", "heads"), 1_000))
    shop.do(shop.sale(entry, (GIFT, 1_000, "G1")))
    shop.play_out(HEADS_1X)
    [event] = shop.do(shop.cancel(entry))
    assert (event.refund_cents, event.replacement) == (2_000, None)


def test_m12__a_venue_settles_to_the_nearest_even_cent(shop: Desk) -> None:
    for _ in range(25):
        shop.sell(Keno2(PICK, 200))  # 2.0 - 0.2068 dollars each
    assert shop.purse("venue:club:agency") == Fraction(448_300, 100)
    shop.sell(Keno2(PICK, 200))
    [event] = shop.do(o.RemitVenue(shop.now, "club"))
    assert event.cents == 4_662
    assert shop.purse("venue:club:agency") == Fraction(32, 100)
