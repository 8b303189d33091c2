"""Jackpots with pools and guarantees, verification, Bonus Prizes: who gets how much of what."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, Keno2, Racing, Regular
from eyesdown.keno.claims.commands import Disqualify, VerifyPrize
from eyesdown.keno.games.commands import SettleGame
from eyesdown.keno.office import commands as o
from eyesdown.keno.words.offers import Jackpot
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Payout
from kit.desk import Desk

ONE = (*range(1, 20), 21)  # Multiplier 1
TWO = (*range(1, 20), 25)  # Multiplier 2
HIGH = tuple(range(61, 81))
LEVELS = {n: tuple(range(1, n + 1)) for n in (7, 8, 9, 10)}


def grow(shop: Desk, key: str, cents: int) -> None:
    """Pretend that a jackpot has grown."""
    jackpot = shop.state.jackpots.get(key, Jackpot(key))
    where = "pool_cents" if jackpot.pooled else "growth_cents"
    shop.state.jackpots[key] = replace(jackpot, **{where: getattr(jackpot, where) + cents})
    shop.pretend_owed(f"jackpot/{key}", cents)


def pool(shop: Desk, key: str, cents: int) -> None:
    shop.do(o.SwitchPool(shop.now, key, True, ("VIC",)))
    shop.do(o.ReportPool(shop.now, key, "VIC", Fraction(cents)))


# level, stakes of the winners, growth, prizes in cents; own growth is what the stakes add
ALONE = [
    ("10(d) one winner", "regular/7", [100], 100_000, [500_000 + 100_010]),
    ("10(c)(i) growth does not scale", "regular/7", [500], 100_000, [2_500_000 + 100_050]),
    (
        "M02 M04 shared by stake",
        "regular/8",
        [100, 300],
        40_000,
        [2_500_000 + 10_010, 7_500_000 + 30_030],
    ),
    ("2:Jackpot Fill", "regular/10", [100], 0, [25_000_000 + 75_000_000]),
    ("10(e) M05 per $2", "keno2/7", [200], 100_000, [1_200_000 + 100_010]),
    ("19(f) M40", "keno2/7", [200, 600], 100_000, [1_200_000 + 25_010, 3_600_000 + 75_050]),
    ("M39 fill of the $2 Game", "keno2/10", [200], 0, [50_000_000 + 450_000_010]),
]


@pytest.mark.parametrize(
    ("key", "stakes", "growth", "prizes"), [pytest.param(*row[1:], id=row[0]) for row in ALONE]
)
def test_10__a_jackpot_prize_is_schedule_and_shares_of_growth_and_fill(
    shop: Desk, key: str, stakes: list[int], growth: int, prizes: list[int]
) -> None:
    game, _, level = key.partition("/")
    make = Regular if game == "regular" else Keno2
    entries = [shop.sell(make(LEVELS[int(level)], stake)) for stake in stakes]
    grow(shop, key, growth)
    shop.play_out(ONE)
    assert [shop.prize(entry) for entry in entries] == prizes
    assert shop.state.jackpots[key].growth_cents == 0  # M14: the next game starts new


def test_m14__a_jackpot_gives_all_that_stood_in_it(shop: Desk) -> None:
    shop.sell(Regular(LEVELS[7], 10_000))
    shop.sell(Regular((1, 2, 3), 100))
    settled = shop.play_out(ONE)
    [given] = settled.jackpots
    assert given.cents == Fraction(101, 1000) * 10_000
    assert shop.purse("growth:regular/7") == 0
    [jackpot, plain] = settled.prizes
    assert (jackpot.largest_jackpot_cents, plain.largest_jackpot_cents) == (jackpot.cents, 0)


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(1, 1000)])
def test_m14__a_jackpot_that_grew_by_less_than_a_cent_gives_just_that(
    shop: Desk, rate: Fraction
) -> None:
    shop.do(o.SetGrowthRate(shop.now, "regular/7", rate, shop.now.date()))
    entry = shop.sell(Regular(LEVELS[7], 100))
    settled = shop.play_out(ONE)
    assert [paid.cents for paid in settled.jackpots] == [rate * 100]
    assert shop.purse("growth:regular/7") == 0
    assert shop.prize(entry) == 500_000


def test_m03__winners_of_one_level_share_whatever_their_numbers(shop: Desk) -> None:
    one = shop.sell(Regular(tuple(range(1, 8)), 100))
    other = shop.sell(Regular(tuple(range(11, 18)), 100))
    nine = shop.sell(Regular(LEVELS[9], 100))
    grow(shop, "regular/7", 100_000)
    shop.play_out(ONE)
    assert shop.prize(one) == shop.prize(other) == 500_000 + 50_010
    assert shop.prize(nine) == 10_000_000  # its own level, with 8 cents of growth


def test_m46_g10__each_line_of_one_entry_is_a_winner(shop: Desk) -> None:
    entry = shop.sell(Regular(LEVELS[7], 100), Regular(LEVELS[7], 100))
    grow(shop, "regular/7", 100_000)
    shop.play_out(ONE)
    assert shop.prize(entry) == 2 * (500_000 + 50_010)


def test_m06__half_a_dollar_takes_the_whole_racing_growth(shop: Desk) -> None:
    order = ((1,), (2,), (3,), (4,))
    row = [n + 10 * place for place in range(5) for n in range(1, 7 - place)]  # 6,5,4,3,2 by Row
    entry = shop.sell(
        Racing("quartet", "straight", order, (), (), 50),
        Racing("win", "straight", (), (), (8,), 50),
    )
    grow(shop, "racing/quartet", 90_000)
    shop.play_out(tuple(row))
    assert shop.prize(entry) == 40_000 + 90_000


@pytest.mark.parametrize(
    ("draw", "bonus", "prize"),
    [
        pytest.param(ONE, True, 500_000, id="2:Keno Bonus Jackpot Prize not at 1x"),
        pytest.param(TWO, True, 2 * 500_000 + 700_000, id="G27 base multiplied and the flat sum"),
        pytest.param(TWO, False, 500_000, id="2:Keno Bonus none"),
    ],
)
def test_g27__bonus_jackpot(shop: Desk, draw: tuple[int, ...], bonus: bool, prize: int) -> None:
    entry = shop.sell(Regular(LEVELS[7], 100, bonus))
    shop.play_out(draw)
    assert shop.prize(entry) == prize + 10


def test_m36_m44__the_flat_sum_is_shared_by_those_with_bonus(shop: Desk) -> None:
    entries = [
        shop.sell(Regular(LEVELS[7], k, b)) for k, b in ((100, True), (300, True), (400, False))
    ]
    shop.play_out(TWO)
    bases = (1_000_000, 3_000_000, 2_000_000)
    parts = [shop.prize(entry) - base for entry, base in zip(entries, bases, strict=True)]
    assert [part - part % 100 for part in parts] == [175_000, 525_000, 0]


POOLED = [
    ("19(h)(i)", "regular/10", [100, 200], 60_000_000, [], [45_000_000, 90_000_000]),
    ("19(h)(ii) 19(i)", "regular/10", [100, 200], 120_000_000, [300], [45_000_000, 90_000_000]),
    ("19(j)(i)", "keno2/10", [200, 800], 50_000_000, [], [100_000_000, 400_000_000]),
    ("19(j)(ii)", "keno2/10", [200], 90_000_000, [400], [480_000_000]),
    ("19(k)", "keno2/10", [200, 400], 90_000_000, [600], [165_000_000, 330_000_000]),
]


@pytest.mark.parametrize(
    ("key", "stakes", "held", "away", "parts"),
    [pytest.param(*row[1:], id=row[0]) for row in POOLED],
)
def test_19__a_pool_is_shared_with_winners_elsewhere_by_stake(
    shop: Desk, key: str, stakes: list[int], held: int, *, away: list[int], parts: list[int]
) -> None:
    pool(shop, key, held)
    make, per = (Regular, 100) if key == "regular/10" else (Keno2, 200)
    base = 25_000_000 if per == 100 else 50_000_000
    entries = [shop.sell(make(LEVELS[10], stake)) for stake in stakes]
    elsewhere = {key: tuple(away)} if away else {}
    shop.play_out(ONE, elsewhere=elsewhere)
    got = [shop.prize(e) - base * k // per for e, k in zip(entries, stakes, strict=True)]
    assert [round(cents, -4) for cents in got] == parts
    assert shop.state.jackpots[key].pool_cents == 0


def test_m14_m37__a_pool_won_elsewhere_only_is_gone_and_no_fill_is_paid(shop: Desk) -> None:
    pool(shop, "regular/10", 60_000_000)
    before = shop.purse("fund")
    [paid] = shop.play_out(ONE, elsewhere={"regular/10": (100,)}).jackpots
    assert (paid.cents, paid.elsewhere_cents) == (0, 60_000_000)
    assert shop.state.jackpots["regular/10"].pool_cents == 0
    assert shop.purse("fund") == before


def test_m16_m17__growth_follows_the_switch_of_its_own_level(shop: Desk) -> None:
    shop.do(o.SwitchPool(shop.now, "regular/8", True, ("VIC",)))
    shop.sell(Regular(LEVELS[8], 1_000))
    shop.sell(Regular(LEVELS[9], 1_000))
    shop.play_out(HIGH)
    assert (shop.purse("pool:regular/8"), shop.purse("growth:regular/8")) == (100, 0)
    assert (shop.purse("pool:regular/9"), shop.purse("growth:regular/9")) == (0, 80)
    assert shop.no(o.SwitchPool(shop.now, "racing/quartet", True)) == ["2:Pooled Jackpot"]


def test_m14__a_later_games_growth_is_not_paid_with_an_earlier_one(shop: Desk) -> None:
    early = shop.sell(Regular(LEVELS[8], 10_000))
    shop.close()
    shop.sell(Regular(tuple(range(61, 69)), 900_000))
    shop.close()
    shop.settle(ONE)
    assert shop.prize(early) == 250_000_000 + 1_000
    assert shop.state.jackpots["regular/8"].growth_cents == 90_000


@pytest.mark.clause("nsw-keno", "2:Jackpot Guarantee")
@pytest.mark.parametrize(
    ("cents", "days", "refused"),
    [(0, 0, True), (-1, 0, True), (1, -1, True), (1, 0, False), (1, 1, False)],
)
def test_2_Jackpot_Guarantee__is_above_nothing_and_ends_no_sooner_than_it_begins(
    shop: Desk, cents: int, days: int, refused: bool
) -> None:
    day = shop.now.date()
    asked = o.GuaranteeJackpot(shop.now, "regular/7", cents, day, day + timedelta(days))
    assert shop.no(asked) == (["2:Jackpot Guarantee"] if refused else [])


@pytest.mark.parametrize(
    ("guarantee", "top_up"),
    [pytest.param(1_000_000, 489_990, id="M35 above"), pytest.param(400_000, 0, id="M35 below")],
)
def test_m35__guarantee(shop: Desk, guarantee: int, top_up: int) -> None:
    day = shop.now.date()
    shop.do(o.GuaranteeJackpot(shop.now, "regular/7", guarantee, day, day))
    entry = shop.sell(Regular(LEVELS[7], 200))
    grow(shop, "regular/7", 10_000)
    shop.play_out(ONE)
    # base on a dollar 5,000.00, growth 100.20
    exact = guarantee - 500_000 - 10_020 - Fraction(2, 10) if top_up else 0
    got = shop.prize(entry) - 1_000_000 - 10_020
    assert abs(got - exact) <= 10
    assert -shop.purse("licensees:guarantees") == max(exact, 0)


@pytest.mark.parametrize(
    ("jackpot", "first", "last", "adds"),
    [
        pytest.param("regular/7", 0, 0, True, id="M35 its own, today"),
        pytest.param("regular/7", -3, 0, True, id="M35 until today"),
        pytest.param("regular/7", 1, 3, False, id="M35 from tomorrow"),
        pytest.param("regular/7", -3, -1, False, id="M35 until yesterday"),
        pytest.param("regular/8", 0, 0, False, id="M35 another jackpot's"),
    ],
)
def test_m35__a_guarantee_is_of_one_jackpot_and_some_days(
    shop: Desk, jackpot: str, first: int, last: int, *, adds: bool
) -> None:
    day = shop.now.date()
    term = day + timedelta(days=first), day + timedelta(days=last)
    shop.do(o.GuaranteeJackpot(shop.now, jackpot, 1_000_000, *term))
    shop.sell(Regular(LEVELS[7], 100))
    shop.play_out(ONE)
    assert (shop.purse("licensees:guarantees") != 0) is adds


def test_m35__paid_from_promotional_money(shop: Desk) -> None:
    day = shop.now.date()
    shop.do(o.FlexContribution(shop.now, Category.I, Fraction(1, 20), day, day))
    shop.do(o.GuaranteeJackpot(shop.now, "regular/7", 510_000, day, day, True))
    shop.sell(Regular((1, 2, 3), 900_000))
    shop.sell(Regular(LEVELS[7], 100))
    shop.play_out(ONE)
    assert shop.purse("licensees:guarantees") == 0
    assert shop.purse("fund:promotion:I") == Fraction(900_100 * 3, 80) - Fraction(99_899, 10)


@pytest.mark.parametrize(
    ("jackpot", "days"),
    [
        pytest.param("regular/8", 0, id="M35 another jackpot's source"),
        pytest.param("regular/7", 1, id="M35 tomorrow's source"),
    ],
)
def test_m35__the_source_is_that_of_the_guarantee_itself(
    shop: Desk, jackpot: str, days: int
) -> None:
    day = shop.now.date()
    shop.do(o.FlexContribution(shop.now, Category.I, Fraction(1, 20), day, day))
    shop.do(o.GuaranteeJackpot(shop.now, "regular/7", 510_000, day, day, False))
    then = day + timedelta(days=days)
    shop.do(o.GuaranteeJackpot(shop.now, jackpot, 510_000, then, then, True))
    shop.sell(Regular((1, 2, 3), 900_000))
    shop.sell(Regular(LEVELS[7], 100))
    shop.play_out(ONE)
    assert shop.purse("licensees:guarantees") == -Fraction(99_899, 10)
    assert shop.purse("fund:promotion:I") == Fraction(900_100 * 3, 80)


# --- verification ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("growth", "clauses"),
    [
        pytest.param(499_980, [], id="10(a) M30 9,999.90"),
        pytest.param(499_990, ["10(a)"], id="10(a) M30 10,000.00"),
    ],
)
def test_10_a__m30_whole_prize_of_the_line(shop: Desk, growth: int, clauses: list[str]) -> None:
    shop.do(o.SetPayoutLimit(shop.now, 100_000_000))
    entry = shop.sell(Regular(LEVELS[7], 100))
    grow(shop, "regular/7", growth)
    shop.play_out(ONE)
    assert shop.prize(entry) == 500_000 + growth + 10
    shop.do(shop.claim(entry))
    assert shop.no(shop.pay()) == clauses
    if clauses:
        parlay = shop.entry(Regular((1,), 100), session="s")
        from eyesdown.rulebook.keno_words import Tender

        assert shop.no(shop.sale(parlay, (Tender.PARLAY, 100, ""))) == ["9(a)(v)"]  # X09
        shop.do(VerifyPrize(shop.now, entry.serial, "oc"))
        assert shop.no(shop.pay()) == []


def test_10_a__a_large_prize_that_is_no_jackpot_needs_none(shop: Desk) -> None:
    entry = shop.sell(Regular((1, 2, 3, 4, 5, 6), 1_000))  # 18,000.00
    shop.play_out(ONE)
    shop.do(shop.claim(entry))
    asked = ((Payout.CASH, 200_000), (Payout.CHEQUE, 1_600_000))
    assert shop.no(shop.pay("s", *asked)) == []


# --- Bonus Prizes and additional prizes -----------------------------------------------------------


def offer(
    shop: Desk, *, bonus: bool = True, cents: int = 50_000, form: Any = "regular", **more: Any
) -> list[str]:
    return shop.no(
        o.ApprovePrize(
            shop.now,
            more.pop("prize", "B"),
            bonus,
            cents,
            more.pop("approval", "A-6"),
            form,
            3,
            3,
            more.pop("from_at", shop.now),
            more.pop("to_at", shop.now + timedelta(hours=1)),
        )
    )


def test_10a_a__needs_approval(shop: Desk) -> None:
    assert offer(shop, approval="") == ["2:Approved"]


def test_10a_b_c__x06_m34_the_first_game_wins_it_and_shares_by_base_stake(shop: Desk) -> None:
    offer(shop)
    shop.play_out(HIGH)
    one, two = shop.sell(Regular((1, 2, 3), 100, True)), shop.sell(Regular((4, 5, 6), 400))
    shop.play_out(ONE)
    assert shop.prize(one) == 4_400 + 10_000
    assert shop.prize(two) == 17_600 + 40_000
    late = shop.sell(Regular((1, 2, 3), 100))
    shop.play_out(ONE)
    assert shop.prize(late) == 4_400
    assert shop.purse("fund:bonus_prizes") == 0


@pytest.mark.parametrize(
    ("bet", "form", "wins"),
    [
        pytest.param(Regular((1, 2, 3), 100), "regular", True, id="M33 regular"),
        pytest.param(Keno2((1, 2, 3), 200), "keno2", True, id="M33 keno2"),
        pytest.param(Keno2((1, 2, 3), 200), "regular", False, id="10A(b) other game"),
        pytest.param(
            Combination("regular", ((1,), (2, 3)), (3,), 100),
            "regular",
            False,
            id="10A(e) one type",
        ),
        pytest.param(
            Combination("regular", ((1,), (2, 3), (4, 5)), (3,), 100),
            "regular",
            False,
            id="10A(e) combination",
        ),
    ],
)
def test_10a_e__m33_which_forms(shop: Desk, bet: Any, form: str, wins: bool) -> None:
    offer(shop, form=form)
    entry = shop.entry(bet)
    if shop.no(shop.sale(entry)):
        assert isinstance(bet, Combination)  # a single Combination is no Combination Bet
        return
    settled = shop.play_out(ONE)
    assert (settled.extras == ("B",)) is wins


@pytest.mark.parametrize(("minutes", "wins"), [(4, False), (5, True)])
def test_10a_a__only_at_approved_times(shop: Desk, minutes: int, wins: bool) -> None:
    offer(shop, to_at=shop.now + timedelta(minutes=minutes))
    shop.sell(Regular((1, 2, 3), 100))
    assert bool(shop.play_out(ONE).extras) is wins


def test_10a_a__no_prize_is_approved_for_a_game_that_is_closed(shop: Desk) -> None:
    """Its numbers may be known by then."""
    closed_at = shop.state.games[0].closes_at
    one, past = timedelta(seconds=1), timedelta(hours=-1)
    shop.sell(Regular((1, 2, 3), 100))
    shop.close()
    for window in ({"from_at": closed_at}, {"from_at": closed_at + past, "to_at": closed_at}):
        assert offer(shop, **window) == ["10A(a)"]
    shop.do(shop.drawing(ONE))
    assert offer(shop, from_at=closed_at + past) == ["10A(a)"]
    assert offer(shop, from_at=closed_at + one) == []
    assert shop.settle(ONE).extras == ()
    assert offer(shop, prize="C", from_at=closed_at) == []  # it is settled, so nothing hangs on it


def test_19_h_ii__winners_elsewhere_are_of_a_pool(shop: Desk) -> None:
    entry = shop.sell(Regular(LEVELS[8], 100))
    shop.close()
    shop.do(shop.drawing(ONE))
    for key in ("regular/8", "regular/11", "racing/quartet"):
        assert shop.no(SettleGame(shop.now, 0, {key: (100,)})) == ["2:Pooled Jackpot"]
    shop.do(SettleGame(shop.now, 0))
    assert shop.prize(entry) == 2_500_000 + 10


def test_14_e__m07_additional_prizes_stay_out_of_the_cap(shop: Desk) -> None:
    offer(shop, bonus=False, cents=400_000_000)
    entry = shop.sell(Regular((1, 2, 3), 100))
    settled = shop.play_out(ONE)
    assert settled.major_cents == 0
    assert shop.prize(entry) == 4_400 + 400_000_000


def test_10a__a_barred_entry_wins_no_bonus_prize(shop: Desk) -> None:
    from eyesdown.rulebook.keno_words import Ground

    offer(shop)
    barred = shop.sell(Regular((1, 2, 3), 100))
    shop.do(Disqualify(shop.now, barred.serial, Ground.FRAUD, "oc"))
    assert shop.play_out(ONE).extras == ()


def test_m13__rounding_stays_in_the_fund(shop: Desk) -> None:
    shop.sell(Regular(LEVELS[7], 100))  # growth of 10.1 cents, 10 of them paid
    shop.play_out(ONE)
    assert shop.purse("fund:rounding") == Fraction(1, 10)


def test_m45_m10__a_let_it_run_prize_is_cut_with_the_rest_and_carried_cut(shop: Desk) -> None:
    from eyesdown.keno.bets.bet import LetItRun

    run = shop.sell(LetItRun(("heads", "heads"), 50_100 - 100))
    for _ in range(2):
        shop.sell(Regular(tuple(range(1, 16)), 1_000))  # 2,500,000.00 each
    shop.play_out(ONE)
    # Majors: two of 2.5 million; 1,000.00 of the run is not above 1,000.00
    assert shop.state.carries[run.serial].base_cents == 100_000
    shop.sell(Regular(tuple(range(1, 16)), 2_000))
    shop.play_out(ONE)
    cut = Fraction(200_000 * 300_000_000, 500_000_000 + 200_000)
    assert shop.prize(run) == cut // 10 * 10 > 100_000
