"""Forms of entry and the limits of rule 9, one row a case: bets, circumstances, clauses broken."""

from __future__ import annotations

from typing import Any

import pytest

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
from eyesdown.rulebook.facts.keno_bets import StakeFacts
from eyesdown.rulebook.keno_words import Method
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import KENO2, REGULAR
from kit.desk import Desk

SST = {"method": Method.SST}

PICK = (5, 6, 7)


def reg(cents: int, spots: tuple[int, ...] = PICK, **more: Any) -> Regular:
    return Regular(spots, cents, **more)


def singles(count: int, size: int, cents: int, game: Any = "regular") -> Combination:
    """So many Groups of one Spot and one type: comb(count, size) Combinations."""
    return Combination(game, tuple((spot,) for spot in range(1, count + 1)), (size,), cents)


def win(cents: int, row: int = 1) -> Racing:
    return Racing("win", "straight", (), (), (row,), cents)


def box(bet: Any, rows: int, cents: int, places: int = 0) -> Racing:
    return Racing(bet, "box", ((),) * places, (), tuple(range(1, rows + 1)), cents)


HEADS = HeadsOrTails("heads", 100)

ROULETTE: dict[str, tuple[Any, Any, int]] = {
    "Straight Up": ("straight_up", "00", 100),
    "Split": ("split", (17, 18), 100),
    "Row": ("row", 6, 100),
    "Corner": ("corner", (14, 15, 17, 18), 100),
    "Six Line": ("six_line", 13, 100),
    "Column": ("column", 3, 200),
    "Dozens": ("dozen", 2, 200),
    "Low or High": ("low_high", "low", 500),
    "Red or Black": ("red_black", "red", 500),
    "Odd or Even": ("odd_even", "even", 500),
}

# clause or decision, bets, circumstances, clauses that refuse
ROWS: list[tuple[str, tuple[Bet, ...], dict[str, Any], list[str]]] = [
    ("9(c)(i) below", (reg(50),), {}, ["9(c)(i)"]),
    ("9(c)(i) at", (reg(100),), {}, []),
    ("G21 regular off step", (reg(150),), {}, ["9(c)(i)"]),
    ("G21 regular on step", (reg(300),), {}, []),
    ("9(c)(ii) below", (Keno2(PICK, 100),), {}, ["9(c)(ii)"]),
    ("9(c)(ii) at", (Keno2(PICK, 200),), {}, []),
    ("G21 keno2 off step", (Keno2(PICK, 300),), {}, ["9(c)(ii)"]),
    ("M47 both games on one ticket", (reg(100), Keno2(PICK, 200)), {}, []),
    ("9(c):max at", (reg(999_900),), {}, []),
    ("9(c):max above", (reg(1_000_000),), {}, ["9(c):max"]),
    ("G22 all games count, below", (reg(99_900),), {"games": 10}, []),
    ("G22 all games count, above", (reg(100_000),), {"games": 10}, ["9(c):max"]),
    ("G22 Bonus counts, below", (reg(499_900, bonus=True),), {}, []),
    ("G22 Bonus counts, above", (reg(500_000, bonus=True),), {}, ["9(c):max"]),
    ("G22 Lucky Last counts, at", (reg(999_800), LuckyLast(PICK, 100)), {}, []),
    ("G22 Lucky Last counts, above", (reg(999_800), LuckyLast(PICK, 200)), {}, ["9(c):max"]),
    ("G22 all forms count", (reg(999_800), HeadsOrTails("heads", 200)), {}, ["9(c):max"]),
    (
        "9(l) only the games with Bonus cost it, below",
        (reg(99_900, bonus=True),),
        {"games": 9, "bonus_games": 1},
        [],
    ),
    (
        "9(l) only the games with Bonus cost it, above",
        (reg(100_000, bonus=True),),
        {"games": 9, "bonus_games": 1},
        ["9(c):max"],
    ),
    ("9(c):max SST at", (reg(25_000),), SST, []),
    ("9(c):max SST above", (win(25_050),), SST, ["9(c):max SST"]),
    ("G22 SST all games, at", (reg(5_000),), {**SST, "games": 5}, []),
    ("G22 SST all games, above", (reg(5_000),), {**SST, "games": 6}, ["9(c):max SST"]),
    ("G22 SST Bonus above", (reg(12_600, bonus=True),), SST, ["9(c):max SST"]),
    (
        "G22 SST Let it Run counts its first game only",
        (LetItRun(("heads",) * 5, 12_500, bonus_games=5),),
        SST,
        [],
    ),
    (
        "G22 SST Let it Run above",
        (LetItRun(("heads",) * 2, 12_600, bonus_games=1),),
        SST,
        ["9(c):max SST"],
    ),
    ("G20 three Combinations pay as single picks", (singles(3, 1, 50),), {}, ["9(c)(i)"]),
    ("G20 three Combinations at a dollar", (singles(3, 1, 100),), {}, []),
    ("G20 three of the $2 Game", (singles(3, 1, 100, "keno2"),), {}, ["9(c)(ii)"]),
    ("9(d)(i)(a) at", (singles(4, 1, 50),), {}, []),
    ("9(d)(i)(a) below", (singles(4, 1, 40),), {}, ["9(d)(i)(a)"]),
    ("9(d)(i)(b) at", (singles(4, 1, 100, "keno2"),), {}, []),
    ("9(d)(i)(b) below", (singles(4, 1, 80, "keno2"),), {}, ["9(d)(i)(b)"]),
    ("9(d)(ii)(a) at", (singles(6, 3, 20),), {}, []),
    ("9(d)(ii)(a) below", (singles(6, 3, 10),), {}, ["9(d)(ii)(a)"]),
    ("9(d)(ii)(b) at", (singles(6, 3, 40, "keno2"),), {}, []),
    ("9(d)(ii)(b) below", (singles(6, 3, 20, "keno2"),), {}, ["9(d)(ii)(b)"]),
    ("9(d)(iii)(a) at", (singles(8, 3, 10),), {}, []),
    ("9(d)(iii)(a) below", (singles(8, 3, 5),), {}, ["9(d)(iii)(a)", "9(e)(a)"]),
    ("9(d)(iii)(b) at", (singles(8, 3, 20, "keno2"),), {}, []),
    ("9(d)(iii)(b) below", (singles(8, 3, 10, "keno2"),), {}, ["9(d)(iii)(b)", "9(e)(b)"]),
    ("9(d):jackpot below", (singles(8, 7, 50),), {}, ["9(d):jackpot"]),
    ("9(d):jackpot at", (singles(8, 7, 100),), {}, []),
    ("9(d):jackpot keno2 below", (singles(8, 7, 180, "keno2"),), {}, ["9(d):jackpot"]),
    (
        "G20 one size of seven makes the whole Entry a Jackpot Entry",
        (Combination("regular", tuple((n,) for n in range(1, 9)), (3, 7), 10),),
        {},
        ["9(d):jackpot"],
    ),
    (
        "G20 all Combinations of the Entry are counted",
        (singles(2, 1, 50), singles(2, 1, 50)),
        {},
        [],
    ),
    (
        "G20 a Jackpot Entry through its other line",
        (singles(4, 1, 50), singles(8, 7, 50)),
        {},
        ["9(d):jackpot", "9(d):jackpot"],
    ),
    (
        "G18 one stake for all Combinations",
        (singles(4, 1, 50), singles(4, 2, 60)),
        {},
        ["2:Combination Bet:nominate"],
    ),
    ("9(e)(a) off step", (singles(4, 1, 55),), {}, ["9(e)(a)"]),
    ("9(e)(a) on step", (singles(4, 1, 60),), {}, []),
    ("9(e)(b) off step", (singles(4, 1, 110, "keno2"),), {}, ["9(e)(b)"]),
    ("9(e)(b) on step", (singles(4, 1, 120, "keno2"),), {}, []),
    (
        "G26 Bonus with a Combination Bet",
        (Combination("regular", ((1,), (2,)), (1, 2), 100, True),),
        {},
        [],
    ),
    ("9(f):min below", (HeadsOrTails("tails", 50),), {}, ["9(f):min", "9(f):step"]),
    ("9(f):min at", (HeadsOrTails("tails", 100),), {}, []),
    ("9(f):step off", (HeadsOrTails("evens", 250),), {}, ["9(f):step"]),
    ("9(f):max at", (HeadsOrTails("evens", 50_000),), {}, []),
    ("9(f):max above", (HeadsOrTails("evens", 50_100),), {}, ["9(f):max"]),
    ("9(f):max Prepick above", (Prepick(("heads",) * 2, 50_100),), {}, ["9(f):max"]),
    ("9(f):LIR max at", (LetItRun(("heads",) * 2, 50_000),), {}, []),
    ("9(f):LIR max above", (LetItRun(("heads",) * 2, 50_100),), {}, ["9(f):LIR max"]),
    ("G15 Prepick of one", (Prepick(("heads",), 100),), {}, []),
    ("G15 Prepick of five", (Prepick(("heads",) * 5, 100),), {}, []),
    ("G15 Prepick of six", (Prepick(("heads",) * 6, 100),), {}, ["2:Prepick"]),
    ("G15 Let it Run of one", (LetItRun(("heads",), 100),), {}, ["2:Prepick"]),
    ("G15 Let it Run of two", (LetItRun(("heads",) * 2, 100),), {}, []),
    ("G14 Heads or Tails? over ten games", (HEADS,), {"games": 10}, []),
    ("G14 Roulette over ten games", (Roulette("red_black", "red", 500),), {"games": 10}, []),
    ("7(c) two selections", (HEADS, HeadsOrTails("tails", 100)), {}, ["7(c)"]),
    (
        "7(d) five selections",
        tuple(Roulette("straight_up", str(n), 100) for n in range(1, 6)),
        {},
        [],
    ),
    ("9(g):bet below", (win(40), win(60)), {}, ["9(g):bet", "9(g):bet"]),
    ("9(g):game below", (win(50),), {}, ["9(g):game"]),
    ("9(g):game at", (win(50), win(50, 2)), {}, []),
    ("G08 racing off step", (win(150), win(75)), {}, ["9(g):bet"]),
    ("G09 a Box makes the minimum", (box("quinella", 3, 50),), {}, []),
    ("G07 Superfecta box of eight", (box("superfecta", 8, 50, 6),), {}, ["9(c):max"]),
    ("G07 Superfecta box of seven", (box("superfecta", 7, 50, 6),), {}, []),
    ("2:Box not on Win", (box("win", 2, 100),), {}, ["2:Box:scope"]),
    ("G16 Lucky Last below", (reg(100), LuckyLast(PICK, 50)), {}, ["2:Lucky Last"]),
    ("G16 Lucky Last off step", (reg(100), LuckyLast(PICK, 150)), {}, ["2:Lucky Last"]),
    ("G16 Lucky Last of other spots", (reg(100), LuckyLast((1, 2, 3), 100)), {}, ["2:Lucky Last"]),
    ("G16 Lucky Last with the $2 Game", (Keno2(PICK, 200), LuckyLast(PICK, 100)), {}, []),
    (
        "G17 Lucky Last of all Groups",
        (Combination("regular", ((1,), (2, 3)), (1, 2), 100), LuckyLast((1, 2, 3), 100)),
        {},
        [],
    ),
    ("G25 Bonus on both", (reg(100, bonus=True), LuckyLast(PICK, 100, bonus=True)), {}, []),
    (
        "G25 Bonus on Lucky Last of the $2 Game",
        (Keno2(PICK, 200), LuckyLast(PICK, 100, bonus=True)),
        {},
        ["2:Keno Bonus:excluded"],
    ),
    ("X17 Bonus with the $2 Game", (Keno2(PICK, 200, bonus=True),), {}, ["2:Keno Bonus:excluded"]),
    (
        "X17 Bonus with Racing",
        (Racing("win", "straight", (), (), (1,), 100, bonus=True),),
        {},
        ["2:Keno Bonus:excluded", "2:Multiplier:racing"],
    ),
    ("2:Lucky Last:excluded alone", (LuckyLast(PICK, 100),), {}, ["2:Lucky Last:excluded"]),
    (
        "2:Lucky Last:excluded Heads or Tails?",
        (HEADS, LuckyLast(PICK, 100)),
        {},
        ["2:Lucky Last:excluded"],
    ),
    ("G23 a hundred games", (reg(100),), {"games": 100}, []),
    ("G23 a hundred and one", (reg(100),), {"games": 101}, ["2:Multi-Game"]),
    ("4:object eleven spots", (reg(100, tuple(range(1, 12))),), {}, ["4:object"]),
    ("4:object forty spots", (reg(100, tuple(range(1, 41))),), {}, []),
    ("2:Spot 81", (reg(100, (81,)),), {}, ["2:Spot"]),
    ("2:Spot twice", (reg(100, (1, 1)),), {}, ["2:Spot"]),
    ("G11 no Split across 0", (Roulette("split", (0, 1), 100),), {}, ["2:Split"]),
    ("G13 no Six Line from 34", (Roulette("six_line", 34, 100),), {}, ["2:Keno Roulette(vi)"]),
    ("G13 the last Six Line", (Roulette("six_line", 31, 100),), {}, []),
    ("2:Corner over the edge", (Roulette("corner", (1, 2, 3, 4), 100),), {}, ["2:Corner"]),
    ("2:Split named the other way", (Roulette("split", (18, 17), 100),), {}, []),
    ("2:Corner named in any order", (Roulette("corner", (18, 14, 17, 15), 100),), {}, []),
    ("9(i):step off", (Roulette("red_black", "red", 550),), {}, ["9(i):step"]),
    ("9(i):step on", (Roulette("red_black", "red", 600),), {}, []),
    *((f"9(i):{name} at", (Roulette(b, s, m),), {}, []) for name, (b, s, m) in ROULETTE.items()),
    *(
        (f"9(i):{name} below", (Roulette(b, s, m - 100 or 50),), {}, [f"9(i):{name}"])
        for name, (b, s, m) in ROULETTE.items()
    ),
]


@pytest.mark.parametrize(
    ("bets", "how", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in ROWS]
)
def test_entry_limits(
    shop: Desk, bets: tuple[Bet, ...], how: dict[str, Any], clauses: list[str]
) -> None:
    found = shop.no(shop.sale(shop.entry(*bets, **how)))
    if clauses:
        assert set(clauses) <= set(found), found
        assert not {n for n in set(found) - set(clauses) if n.startswith(("9", "7"))} - {
            "9(i):step"
        }
    else:
        assert found == []


@pytest.mark.parametrize("channel", ["counter", "web"])
def test_9_c_max__every_channel_but_self_service_has_the_same(shop: Desk, channel: str) -> None:
    shop.account("ann", 3_000_000)
    make = shop.web_entry if channel == "web" else shop.entry
    assert shop.no(shop.sale(make(reg(999_900)))) == []
    assert shop.no(shop.sale(make(reg(1_000_000)))) == ["9(c):max"]


TIERS = [  # Combinations and the least stake on each, Regular and $2 Game
    (1, 100, 200),
    (3, 100, 200),
    (4, 50, 100),
    (19, 50, 100),
    (20, 20, 40),
    (49, 20, 40),
    (50, 10, 20),
    (5_000, 10, 20),
]


@pytest.mark.parametrize(("count", "regular", "keno2"), TIERS)
def test_9_d__tiers_by_number_of_combinations(count: int, regular: int, keno2: int) -> None:
    from datetime import date

    book = open_on(date(2024, 6, 15))
    for form, chapter, least in (("regular", REGULAR, regular), ("keno2", KENO2, keno2)):
        jackpot = 100 if form == "regular" else 200
        for stake, entry, fine in (
            (least, False, True),
            (least - (10 if form == "regular" else 20), False, False),
            (jackpot, True, True),
            (jackpot - (10 if form == "regular" else 20), True, False),
        ):
            facts = StakeFacts(form, (stake,), count, entry)  # type: ignore[arg-type]
            assert (book.check(chapter, facts) == ()) is fine, (form, stake, entry)


AGGREGATES = [
    ("heads", "9(h)(i)", 50_000_000),
    ("tails", "9(h)(ii)", 50_000_000),
    ("evens", "9(h)(iii)", 17_000_000),
]


@pytest.mark.parametrize(("result", "clause", "most"), AGGREGATES)
def test_9_h__g30_the_limit_is_inclusive_and_counts_base_stakes(
    shop: Desk, result: Any, clause: str, most: int
) -> None:
    shop.staked(result, most - 200)
    assert shop.no(shop.sale(shop.entry(HeadsOrTails(result, 300)))) == [clause]
    shop.sell(HeadsOrTails(result, 100, bonus=True))  # the Bonus is no bet on a result
    last = shop.sell(HeadsOrTails(result, 100))
    assert shop.no(shop.sale(shop.entry(HeadsOrTails(result, 100)))) == [clause]
    shop.do(shop.cancel(last))
    shop.sell(HeadsOrTails(result, 100))


@pytest.mark.parametrize(("result", "clause", "most"), AGGREGATES)
def test_9_h__g30_games_sold_ahead_count_in_their_own(
    shop: Desk, result: Any, clause: str, most: int
) -> None:
    shop.staked(result, most - 100, ahead=2)
    shop.sell(HeadsOrTails(result, 100), games=3)
    assert shop.no(shop.sale(shop.entry(HeadsOrTails(result, 100), games=3))) == [clause]
    shop.sell(HeadsOrTails(result, 100), games=2)
    other = "tails" if result == "heads" else "heads"
    assert shop.no(shop.sale(shop.entry(Prepick((other, other, result), 100)))) == [clause]


@pytest.mark.parametrize(
    ("at", "allowed"),
    [("9:59:59", False), ("10:00:00", True), ("10:04:59", True), ("10:05:00", False)],
)
def test_7_k__t03_sales_end_at_the_closing_instant(shop: Desk, at: str, allowed: bool) -> None:
    from datetime import datetime

    shop.now = datetime.strptime(f"2024-06-15 {at}", "%Y-%m-%d %H:%M:%S")
    if at == "9:59:59":
        from eyesdown.keno.games.commands import CloseGame

        shop.do(CloseGame(shop.now))
    assert (shop.no(shop.sale(shop.entry(reg(100)))) == []) is allowed


clause = pytest.mark.clause


@clause("nsw-keno", "9(h)(ii)")
def test_9_h__each_game_of_a_prepick_counts_its_own_forecast(desk: Desk) -> None:
    desk.sell(HeadsOrTails("tails", 100), games=2)
    desk.state.totals[1].by_result["tails"] = desk.book.figures.aggregate_max_cents["tails"] - 100
    ask = desk.entry(Prepick(("heads", "tails"), 100))
    assert desk.refused(desk.sale(ask)) == []
    ask = desk.entry(Prepick(("heads", "tails"), 100))
    assert desk.refused(desk.sale(ask)) == [("aggregate/full", "9(h)(ii)")]


@pytest.mark.parametrize(
    ("stake", "refused"),
    [(24_900, []), (25_000, []), (25_100, [("entry/above_self_service_maximum", "9(c):max SST")])],
)
def test_a_self_service_terminal_sells_up_to_its_maximum(
    desk: Desk, stake: int, refused: list[Any]
) -> None:
    bet = Regular((1, 2), stake)
    for more in ({"method": Method.SST}, {"method": Method.FORM}):
        entry = desk.entry(bet, terminal="club-sst", **more)
        assert desk.refused(desk.sale(entry)) == refused
    assert desk.refused(desk.sale(desk.entry(bet))) == []
