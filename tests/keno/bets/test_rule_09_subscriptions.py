"""Rules 7(c), 7(d) and 9: every minimum, step and maximum below, at and above."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import Prepick, Regular
from eyesdown.keno.bets.price import bet_cost, entry_facts, limits_broken, not_for_sale, priced
from eyesdown.keno.bets.reading import read_bet
from eyesdown.rulebook.facts.keno_bets import AggregateFacts, BetsFacts, StakeFacts
from eyesdown.rulebooks.nsw_keno import c09_subscriptions as rules
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures

FOUR = [[1], [2], [3, 4, 5]]  # 7 combinations, none of a jackpot size
TWENTY = [[1], [2], [3], [4], [5]]  # 31 combinations of 1 to 5 spots
FIFTY = [[1], [2], [3], [4], [5], [6]]  # 63 combinations of 1 to 6 spots
THREE = [[1], [2]]  # 3 combinations
JACKPOT = [[1], [2], [3, 4, 5, 6, 7, 8]]  # 7 combinations, some of 7 and 8 spots


def broken(book: NswKeno, raw: Any, stake: Any, terminal: Any = "venue", games: Any = 1) -> Any:
    bet = read_bet(book, {**raw, "subscription_cents": stake})
    found = limits_broken(book, (priced(book, bet),), games, terminal)
    return {(no.clause.number, no.code.removeprefix("stake/")) for no in found}


def combination(groups: Any, game: Any = "regular") -> Any:
    return {"type": "combination", "game": game, "groups": groups}


def roulette(bet: Any, selection: Any) -> Any:
    return {"type": "roulette", "bet": bet, "selection": selection}


REGULAR = {"type": "regular", "spots": [1, 2]}
KENO2 = {"type": "keno2", "spots": [1, 2]}
LUCKY = {"type": "lucky_last", "spots": [1, 2]}
HEADS = {"type": "heads_or_tails", "selection": "heads"}
PREPICK = {"type": "prepick", "selections": ["heads", "tails"]}
RUN = {"type": "let_it_run", "selections": ["heads", "tails"]}
TRIFECTA = {"type": "racing", "bet": "trifecta", "option": "straight", "rows": [1, 2, 3]}

LOW = "below_minimum"
STAKES = [
    (REGULAR, "9(c)(i)", [(50, LOW), (99, LOW), (100, ""), (150, "not_a_step"), (200, "")]),
    (KENO2, "9(c)(ii)", [(100, LOW), (199, LOW), (200, ""), (300, "not_a_step"), (400, "")]),
    (LUCKY, "2:Lucky Last", [(50, LOW), (100, ""), (150, "not_a_step"), (200, "")]),
    (combination(THREE), "9(c)(i)", [(50, LOW), (100, ""), (110, "not_a_step")]),
    (combination(THREE, "keno2"), "9(c)(ii)", [(100, LOW), (200, ""), (220, "not_a_step")]),
    (combination(FOUR), "9(d)(i)(a)", [(40, LOW), (50, ""), (60, "")]),
    (combination(FOUR, "keno2"), "9(d)(i)(b)", [(80, LOW), (100, ""), (120, "")]),
    (combination(TWENTY), "9(d)(ii)(a)", [(10, LOW), (20, ""), (30, "")]),
    (combination(TWENTY, "keno2"), "9(d)(ii)(b)", [(20, LOW), (40, ""), (60, "")]),
    (combination(FIFTY), "9(d)(iii)(a)", [(5, LOW), (10, ""), (20, "")]),
    (combination(FIFTY, "keno2"), "9(d)(iii)(b)", [(10, LOW), (20, ""), (40, "")]),
    (combination(JACKPOT), "9(d):jackpot", [(90, LOW), (100, ""), (110, "")]),
    (combination(JACKPOT, "keno2"), "9(d):jackpot", [(180, LOW), (200, ""), (220, "")]),
    (combination(FOUR), "9(e)(a)", [(55, "not_a_step"), (60, ""), (65, "not_a_step")]),
    (combination(FOUR, "keno2"), "9(e)(b)", [(110, "not_a_step"), (120, ""), (130, "not_a_step")]),
    (HEADS, "9(f):min", [(50, LOW), (100, "")]),
    (PREPICK, "9(f):min", [(50, LOW), (100, "")]),
    (RUN, "9(f):min", [(50, LOW), (100, "")]),
    (HEADS, "9(f):step", [(200, ""), (250, "not_a_step"), (300, "")]),
    (HEADS, "9(f):max", [(49_900, ""), (50_000, ""), (50_100, "above_maximum")]),
    (PREPICK, "9(f):max", [(50_000, ""), (50_100, "above_maximum")]),
    (RUN, "9(f):LIR max", [(50_000, ""), (50_100, "above_maximum")]),
    (TRIFECTA, "9(g):bet", [(40, LOW), (50, ""), (75, "not_a_step"), (100, "")]),
    (roulette("straight_up", "7"), "9(i):Straight Up", [(50, LOW), (100, "")]),
    (roulette("split", [1, 2]), "9(i):Split", [(50, LOW), (100, "")]),
    (roulette("row", 1), "9(i):Row", [(50, LOW), (100, "")]),
    (roulette("corner", [1, 2, 4, 5]), "9(i):Corner", [(50, LOW), (100, "")]),
    (roulette("six_line", 1), "9(i):Six Line", [(50, LOW), (100, "")]),
    (roulette("column", 1), "9(i):Column", [(100, LOW), (200, ""), (300, "")]),
    (roulette("dozen", 1), "9(i):Dozens", [(100, LOW), (200, ""), (300, "")]),
    (roulette("low_high", "low"), "9(i):Low or High", [(400, LOW), (500, "")]),
    (roulette("red_black", "red"), "9(i):Red or Black", [(400, LOW), (500, "")]),
    (roulette("odd_even", "odd"), "9(i):Odd or Even", [(400, LOW), (500, "")]),
    (roulette("red_black", "red"), "9(i):step", [(550, "not_a_step"), (600, "")]),
]  # fmt: skip
CASES = [(raw, clause, stake, code) for raw, clause, stakes in STAKES for stake, code in stakes]
CLAUSES = sorted({clause for _, clause, _ in STAKES})


@pytest.mark.clause("nsw-keno", *CLAUSES)
@pytest.mark.parametrize(("raw", "clause", "stake", "code"), CASES)
def test_9__stake_below_at_and_above(
    book: NswKeno, raw: Any, clause: Any, stake: Any, code: Any
) -> None:
    found = {no for no in broken(book, raw, stake) if no[0] == clause}
    assert found == ({(clause, code)} if code else set())


@pytest.mark.clause("nsw-keno", "9(d)(i)(a)", "9(d)(ii)(a)", "9(d)(iii)(a)")
@pytest.mark.parametrize(
    ("groups", "sizes", "count", "least"),
    [
        (3, [1], 3, 100),
        (4, [1], 4, 50),
        (6, [3], 20, 20),
        (7, [1, 2, 5], 49, 20),
        (6, [2, 3, 4], 50, 10),
    ],
)
def test_9_d__each_tier_begins_at_its_own_number(
    book: NswKeno, groups: int, sizes: list[int], count: int, least: int
) -> None:
    raw = {**combination([[n] for n in range(1, groups + 1)]), "sizes": sizes}
    assert priced(book, read_bet(book, {**raw, "subscription_cents": 1})).combinations == count
    assert broken(book, raw, least) == set()
    assert {code for _, code in broken(book, raw, least - 5)} >= {"below_minimum"}


@pytest.mark.clause("nsw-keno", "9(d):jackpot", "9(c)(i)")
def test_9_d_jackpot__up_to_three_combinations_are_single_picks(book: NswKeno) -> None:
    raw = combination([[1, 2, 3, 4, 5, 6], [7]])  # 1, 6 and 7 spots
    assert broken(book, raw, 50) == {("9(c)(i)", "below_minimum")}
    assert broken(book, raw, 110) == {("9(c)(i)", "not_a_step")}
    assert broken(book, raw, 100) == set()


@pytest.mark.clause("nsw-keno", "9(d):jackpot")
def test_9_d_jackpot__twenty_sevens(book: NswKeno) -> None:
    groups = [[n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6] for n in range(1, 78, 7)][:11]
    raw = {**combination(groups), "sizes": [7]}
    assert broken(book, raw, 20) == {("9(d):jackpot", LOW)}
    assert broken(book, raw, 100) == set()


@pytest.mark.clause("nsw-keno", "9(c):max", "9(c):max SST")
@pytest.mark.parametrize(
    ("terminal", "clause", "most"),
    [
        ("venue", "9(c):max", 999_900),
        ("internet", "9(c):max", 999_900),
        ("self_service", "9(c):max SST", 25_000),
    ],
)
def test_9_c_max__the_whole_entry(figures: Figures, terminal: Any, clause: Any, most: Any) -> None:
    def refused(cost: Any) -> Any:
        facts = BetsFacts(terminal, ("regular",), 1, cost, 0, 0)
        return [no.clause.number for no in rules.ENTRY.refusals(facts, figures)]

    assert refused(most) == []
    assert refused(most + 50) == [clause]


@pytest.mark.clause("nsw-keno", "9(c):max")
def test_9_c_max__all_games_forms_and_bonus_count_but_only_the_first_of_a_let_it_run(
    book: NswKeno,
) -> None:
    regular = read_bet(book, {**REGULAR, "subscription_cents": 10_000, "bonus": True})
    run = read_bet(book, {**RUN, "subscription_cents": 50_000, "bonus_games": 2})
    counted = [priced(book, bet) for bet in (regular, run)]
    assert entry_facts(counted, 40, "venue").cost_cents == 40 * 20_000 + 100_000
    assert "9(c):max" not in [no.clause.number for no in not_for_sale(book, (regular, run), 40)]
    assert "9(c):max" in [no.clause.number for no in not_for_sale(book, (regular, run), 45)]


@pytest.mark.clause("nsw-keno", "9(c):max")
def test_a_boxed_superfecta_of_eight_can_never_be_sold(book: NswKeno) -> None:
    raw = {"type": "racing", "bet": "superfecta", "option": "box", "rows": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert ("9(c):max", "entry/above_maximum") in broken(book, raw, 50)


@pytest.mark.clause("nsw-keno", "2:Multi-Game")
@pytest.mark.parametrize(("games", "refused"), [(0, True), (1, False), (100, False), (101, True)])
def test_2_Multi_Game__up_to_a_hundred(figures: Figures, games: Any, refused: Any) -> None:
    facts = BetsFacts("venue", ("regular",), games, 100, 0, 0)
    found = [no.code for no in rules.ENTRY.refusals(facts, figures)]
    assert found == (["entry/games"] if refused else [])


@pytest.mark.clause("nsw-keno", "7(c)")
def test_7_c__one_selection_of_heads_or_tails_a_game(book: NswKeno) -> None:
    heads = read_bet(book, {**HEADS, "subscription_cents": 100})
    tails = read_bet(book, {**HEADS, "selection": "tails", "subscription_cents": 100})
    assert not_for_sale(book, (heads,)) == ()
    found = not_for_sale(book, (heads, tails))
    assert [(no.code, no.clause.number) for no in found] == [
        ("heads_or_tails/several_selections", "7(c)")
    ]
    prepick = Prepick(("heads", "tails"), 100)
    assert [no.clause.number for no in not_for_sale(book, (heads, prepick), 2)] == ["7(c)"]


@pytest.mark.clause("nsw-keno", "7(d)")
def test_7_d__racing_and_roulette_take_several(book: NswKeno, figures: Figures) -> None:
    five = [
        read_bet(book, {**roulette("straight_up", str(n)), "subscription_cents": 100})
        for n in range(1, 6)
    ]
    assert not_for_sale(book, five) == ()


@pytest.mark.clause("nsw-keno", "9(f):step")
def test_9_f_step__every_game_carries_the_same(figures: Figures) -> None:
    facts = StakeFacts("prepick", (200, 300))
    found = rules.HEADS_OR_TAILS.refusals(facts, figures)
    assert [(no.code, no.clause.number) for no in found] == [("stake/games_differ", "9(f):step")]
    assert rules.HEADS_OR_TAILS.refusals(StakeFacts("prepick", (200, 200)), figures) == ()


@pytest.mark.clause("nsw-keno", "9(c):max")
def test_9_c_max__of_one_game_unless_more_are_asked_for(book: NswKeno) -> None:
    most = Regular((1, 2), 999_900)
    assert not_for_sale(book, (most,)) == ()
    assert [no.clause.number for no in not_for_sale(book, (most,), games=2)] == ["9(c):max"]


@pytest.mark.clause("nsw-keno", "9(g):game")
def test_9_g_game__a_dollar_of_racing_a_game(book: NswKeno) -> None:
    half = read_bet(book, {**TRIFECTA, "subscription_cents": 50})
    assert [no.clause.number for no in not_for_sale(book, (half,))] == ["9(g):game"]
    assert not_for_sale(book, (half, half)) == ()
    assert [no.clause.number for no in not_for_sale(book, (half,), games=2)] == ["9(g):game"]
    [no] = not_for_sale(book, (half, Regular((1, 2), 100)))
    assert dict(no.facts) == {"racing_cents": 50, "minimum_cents": 100}


@pytest.mark.clause("nsw-keno", "9(h)(i)", "9(h)(ii)", "9(h)(iii)")
@pytest.mark.parametrize(
    ("result", "clause", "most"),
    [
        ("heads", "9(h)(i)", 50_000_000),
        ("tails", "9(h)(ii)", 50_000_000),
        ("evens", "9(h)(iii)", 17_000_000),
    ],
)
def test_9_h__aggregate_up_to_and_over(
    figures: Figures, result: Any, clause: Any, most: Any
) -> None:
    at = AggregateFacts(result, most - 100, 100)
    over = AggregateFacts(result, most, 100)
    assert rules.AGGREGATES.refusals(at, figures) == ()
    assert [no.clause.number for no in rules.AGGREGATES.refusals(over, figures)] == [clause]


@pytest.mark.clause("nsw-keno", "9(h):LIR", "9(f):LIR later", "2:Let it Run:subject")
def test_9_h_LIR__a_carry_goes_in_whole_or_not_at_all(figures: Figures) -> None:
    full = AggregateFacts("evens", 16_960_000, 50_000)
    found = rules.CARRIES.refusals(full, figures)
    assert [(no.code, no.clause.number) for no in found] == [("let_it_run/not_carried", "9(h):LIR")]
    fits = AggregateFacts("evens", 16_960_000, 40_000)
    assert rules.CARRIES.refusals(fits, figures) == ()
    large = AggregateFacts("evens", 4_200_000, 12_800_000)
    assert rules.CARRIES.refusals(large, figures) == ()  # far above the Entry maximum


@pytest.mark.clause("nsw-keno", "9(j)")
def test_9_j__bonus_costs_as_much_again(book: NswKeno) -> None:
    assert bet_cost(book, read_bet(book, {**REGULAR, "subscription_cents": 300})) == 300
    bonus = read_bet(book, {**REGULAR, "subscription_cents": 300, "bonus": True})
    assert bet_cost(book, bonus) == 600


@pytest.mark.clause("nsw-keno", "9(k)(i)", "9(k)(ii)")
@pytest.mark.parametrize(
    ("prize", "bonus_next", "stakes"),
    [
        (4_000, True, (2_000, 2_000)),
        (4_000, False, (4_000, 0)),
        (4_010, True, (2_005, 2_005)),
        (4_011, True, (2_006, 2_005)),
    ],
)
def test_9_k__half_to_bonus_while_there_is_one(
    figures: Figures, prize: Any, bonus_next: Any, stakes: Any
) -> None:
    assert rules.split_carry(prize, bonus_next=bonus_next, figures=figures) == stakes


@pytest.mark.clause("nsw-keno", "9(l)")
def test_9_l__bonus_on_the_first_games(book: NswKeno) -> None:
    assert rules.bonus_by_game(5, 2) == (True, True, False, False, False)
    five = Prepick(("heads", "tails", "heads", "evens", "tails"), 100, 2)
    assert bet_cost(book, five) == 700


@pytest.mark.clause("nsw-keno", "9(c):info")
def test_9_c_info__minimums_that_are_shown(figures: Figures) -> None:
    shown = dict(rules.minimum_stakes(figures))
    assert shown["regular"] == 100
    assert shown["keno2"] == 200
    assert shown["heads_or_tails"] == 100
    assert shown["racing"] == 50
    assert shown["roulette/red_black"] == 500
