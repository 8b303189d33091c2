"""Rule 2: Combination Bets against every union listed, Superplay and Kwikipik."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, Keno2, LetItRun, Prepick
from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.price import bet_cost, combinations_by_size, combinations_of, no_such_bet
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import settle
from eyesdown.keno.sales.picks import (
    kwikipik,
    kwikipik_racing,
    kwikipik_roulette,
    kwikipik_series,
    multipik,
    superplay,
)
from eyesdown.keno.words.offers import Superplay
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.facts.keno_bets import GroupsFacts
from eyesdown.rulebooks.nsw_keno import c02_combinations as combination_rules
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures

SIZES_1_2_3 = ((3,), (10, 20), (31, 32, 33))


def a_combination(
    groups: Any, sizes: Any = None, game: Any = "regular", stake: Any = 100, bonus: Any = False
) -> Any:
    return Combination(game, tuple(map(tuple, groups)), sizes, stake, bonus)


def unions(groups: Any, sizes: Any) -> Any:
    """Every union of whole Groups that has a size a game may have."""
    offered = sizes or (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 40)
    for members in range(1, len(groups) + 1):
        for chosen in combinations(groups, members):
            spots = [spot for group in chosen for spot in group]
            if len(spots) in offered:
                yield spots


@pytest.mark.clause(
    "nsw-keno",
    "2:Combination Bet:formation",
    "2:Combination Bet:all",
    "2:Combination Bet:count shown",
)
def test_2_Combination_Bet_formation__whole_groups_and_their_unions(book: NswKeno) -> None:
    every = a_combination(SIZES_1_2_3)
    assert combinations_of(book, every) == 7
    assert combinations_by_size(book, every) == {1: 1, 2: 1, 3: 2, 4: 1, 5: 1, 6: 1}
    assert combinations_of(book, a_combination(SIZES_1_2_3, sizes=(3,))) == 2


@pytest.mark.clause(
    "nsw-keno", "2:Combination Bet:formation", "2:Combination:separate", "2:Combination"
)
def test_counting_agrees_with_listing_every_union(book: NswKeno) -> None:
    dice = random.Random(7)
    for _ in range(120):
        spots = dice.sample(range(1, 81), dice.randint(4, 40))
        groups = []
        while spots:
            groups.append(tuple(spots.pop() for _ in range(min(len(spots), dice.randint(1, 9)))))
        groups = groups[:9]
        game = dice.choice(["regular", "keno2"])
        sizes = dice.choice([None, (1, 2, 3, 4, 5), (7, 8, 9, 10, 15, 20)])
        bet = a_combination(groups, sizes, game, dice.choice([200, 60]))
        mostly = dice.sample([spot for group in groups for spot in group], k=2)
        others = [n for n in range(1, 81) if n not in mostly]
        draw = draw_of(book, dice.sample(mostly + dice.sample(others, 18), 20))
        found = settle(book, bet, draw)
        listed = list(unions(groups, sizes))
        per = 100 if game == "regular" else 200
        wins = Counter()
        for union in listed:
            caught = len(set(union) & draw.caught)
            pays = book.tables.spots[game][len(union)][caught]
            wins[pays * bet.subscription_cents // per // 10 * 10] += 1
        del wins[0]
        assert found.combinations == len(listed)
        assert Counter(found.histogram) == wins


@pytest.mark.clause("nsw-keno", "2:Combination:separate")
def test_2_Combination_separate__each_has_its_own_prize_and_jackpot(
    book: NswKeno, d1: Draw
) -> None:
    groups = ((18, 3, 25, 55, 7), (61, 71), (12,), (80,))
    found = settle(book, a_combination(groups), d1)
    listed = list(unions(groups, None))
    jackpots = [len(u) for u in listed if 7 <= len(u) <= 10 and set(u) <= d1.caught]
    assert [jackpot.spots for jackpot in found.jackpots] == jackpots == [7, 8]
    assert sum(found.histogram.values()) == sum(
        book.tables.spots["regular"][len(u)][len(set(u) & d1.caught)] > 0 for u in listed
    )


@pytest.mark.clause("nsw-keno", "2:Combination Bet:formation")
def test_the_largest_union_and_the_most_that_can_be_caught(book: NswKeno, d1: Draw) -> None:
    """All twenty drawn in one Group, twenty others in the next: 20, 20 and 40 spots."""
    others = [n for n in range(1, 81) if n not in d1.caught]
    both = a_combination([d1.numbers, others[:20]])
    assert combinations_by_size(book, both) == {20: 2, 40: 1}
    assert settle(book, both, d1).histogram == {25_000_000: 2, 10_000: 1}
    more = a_combination([d1.numbers, others[:21], others[21:22]])
    assert combinations_by_size(book, more) == {1: 1, 20: 1}


def test_many_combinations_are_counted_without_listing(book: NswKeno, d1: Draw) -> None:
    """Twenty-six groups make 67 million unions; counting them takes no list."""
    groups = [(n, n + 1, n + 2) for n in range(1, 79, 3)]
    bet = a_combination(groups)
    # sizes that are multiples of three: 3, 6, 9 and 15 of 26 groups of three
    assert combinations_of(book, bet) == 26 + 325 + 2_600 + 65_780
    assert settle(book, bet, d1).combinations == 68_731


@pytest.mark.clause("nsw-keno", "2:Combination Bet:min")
@pytest.mark.parametrize(
    ("groups", "sizes", "too_few"),
    [
        ([(1, 2)], None, True),
        ([(1,), (2,)], (2,), True),
        ([(1,), (2,)], (1,), False),
        ([tuple(range(1, 12)), (20,)], None, True),
    ],
)
def test_2_Combination_Bet_min__two_or_more(
    book: NswKeno, groups: Any, sizes: Any, too_few: Any
) -> None:
    found = no_such_bet(book, a_combination(groups, sizes))
    assert ["combination/too_few"] * too_few == [no.code for no in found]


@pytest.mark.clause("nsw-keno", "2:Combination")
@pytest.mark.parametrize("size", [11, 12, 13, 14, 16, 19, 21, 39, 41])
def test_2_Combination__types_that_no_game_has(book: NswKeno, size: Any) -> None:
    found = no_such_bet(book, a_combination(SIZES_1_2_3, sizes=(1, 2, 3, size)))
    assert [(no.code, no.clause.number) for no in found] == [("combination/size", "2:Combination")]
    assert no_such_bet(book, a_combination(SIZES_1_2_3, sizes=(1, 2, 3, 15))) == ()


@pytest.mark.clause("nsw-keno", "2:Combination Bet:groups", "2:Combination Bet:min group")
def test_2_Combination_Bet_groups__no_spot_in_two_and_none_empty(book: NswKeno) -> None:
    shared = no_such_bet(book, a_combination([(7, 8), (9, 7)]))
    assert [no.code for no in shared] == ["combination/spot_in_two_groups"]
    assert dict(shared[0].facts) == {"spot": 7}
    empty = no_such_bet(book, a_combination([(7,), (), (9,)]))
    assert [no.code for no in empty] == ["combination/empty_group"]
    assert no_such_bet(book, a_combination([(7,), (9,)])) == ()
    assert no_such_bet(book, a_combination([(n,) for n in range(1, 27)])) == ()
    many = no_such_bet(book, a_combination([(n,) for n in range(1, 28)]))
    assert "combination/too_many_groups" in [no.code for no in many]
    assert [no.code for no in no_such_bet(book, a_combination([(81,), (9,)]))] == [
        "spots/no_such_number"
    ]


@pytest.mark.clause("nsw-keno", "2:Combination Bet:max per type", "2:Combination Bet:nominate")
def test_2_Combination_Bet_max_per_type__all_of_a_type_or_none(
    book: NswKeno, figures: Figures
) -> None:
    three = a_combination(SIZES_1_2_3, sizes=(3,))
    count = combinations_of(book, three)
    rules = combination_rules.COMBINATIONS
    facts = GroupsFacts(three.groups, three.sizes, count, asked=1)
    assert [no.code for no in rules.refusals(facts, figures)] == ["combination/not_all_of_a_type"]
    assert rules.refusals(GroupsFacts(three.groups, three.sizes, count, asked=2), figures) == ()
    assert (three.sizes, three.subscription_cents) == ((3,), 100)


@pytest.mark.clause("nsw-keno", "2:Combination Bet:nominate")
def test_2_Combination_Bet_nominate__a_stake_is_needed(book: NswKeno) -> None:
    with pytest.raises(BadInput, match=r"bet\.subscription_cents"):
        read_bet(book, {"type": "combination", "game": "regular", "groups": [[1], [2]]})


@pytest.mark.clause("nsw-keno", "2:Kwikipik(i)", "2:Kwikipik:multi")
def test_2_Kwikipik_i__different_numbers_of_the_grid(book: NswKeno) -> None:
    dice = random.Random(1)
    for spots in book.figures.spot_counts:
        pick = kwikipik(book, "keno2", spots, 200, dice.randrange)
        assert isinstance(pick, Keno2)
        assert len(set(pick.spots)) == spots
        assert set(pick.spots) <= set(range(1, 81))
    four = multipik(book, 4, "regular", 6, subscription_cents=100, below=dice.randrange)
    assert [len(bet.spots) for bet in four] == [6] * 4
    assert sum(bet_cost(book, bet) for bet in four) == 400
    with pytest.raises(BadInput):
        kwikipik(book, "regular", 11, 100, dice.randrange)


@pytest.mark.clause("nsw-keno", "2:Kwikipik(i)")
def test_2_Kwikipik_i__every_pick_can_come(book: NswKeno) -> None:
    """Two of eighty, walked through all answers chance can give: each ordered pair once."""
    seen = Counter(
        combination_rules.pick_some(2, 80, _scripted(script))
        for script in ((a, b) for a in range(80) for b in range(79))
    )
    assert len(seen) == 80 * 79
    assert set(seen.values()) == {1}


def _scripted(script: Any) -> Any:
    left = list(script)
    return lambda n: left.pop(0)


@pytest.mark.clause("nsw-keno", "2:Kwikipik(ii)")
def test_2_Kwikipik_ii__rows(book: NswKeno) -> None:
    dice = random.Random(2)
    for bet in book.figures.racing_rows_named:
        straight = kwikipik_racing(book, bet, 50, dice.randrange)
        assert no_such_bet(book, straight) == ()
        assert combinations_of(book, straight) == 1
    boxed = kwikipik_racing(book, "trifecta", 50, dice.randrange, box_rows=4)
    assert combinations_of(book, boxed) == 24
    trio = kwikipik_racing(book, "trio", 50, dice.randrange, box_rows=5)
    assert combinations_of(book, trio) == 10
    with pytest.raises(BadInput):
        kwikipik_racing(book, "trifecta", 50, dice.randrange, box_rows=2)


@pytest.mark.clause("nsw-keno", "2:Kwikipik(iii)")
def test_2_Kwikipik_iii__different_selections(book: NswKeno) -> None:
    picked = kwikipik_roulette(book, "corner", 3, 100, random.Random(3).randrange)
    assert len({bet.selection for bet in picked}) == 3
    assert all(no_such_bet(book, bet) == () for bet in picked)
    every = kwikipik_roulette(book, "column", 3, 200, random.Random(3).randrange)
    assert {bet.selection for bet in every} == {1, 2, 3}
    with pytest.raises(BadInput):
        kwikipik_roulette(book, "column", 4, 200, random.Random(3).randrange)


@pytest.mark.clause("nsw-keno", "2:Kwikipik(iv)")
def test_2_Kwikipik_iv__a_forecast_a_game(book: NswKeno) -> None:
    script = _scripted([0, 1, 2, 2, 0])
    prepick = kwikipik_series(Prepick, 5, 100, script, bonus_games=2)
    assert prepick == Prepick(("heads", "tails", "evens", "evens", "heads"), 100, 2)
    assert kwikipik_series(LetItRun, 2, 100, _scripted([2, 2])).selections == ("evens", "evens")


@pytest.mark.clause("nsw-keno", "2:Standard Superplay")
def test_2_Standard_Superplay__spots_for_a_template(book: NswKeno) -> None:
    template = Superplay("1-2-3", "regular", (1, 2, 3), None, (), "")
    bet = superplay(book, template, 50, random.Random(4).randrange)
    assert [len(group) for group in bet.groups] == [1, 2, 3]
    assert len({spot for group in bet.groups for spot in group}) == 6
    assert combinations_of(book, bet) == 7
    fixed = Superplay("club", "keno2", (), (3,), SIZES_1_2_3, "17")
    assert superplay(book, fixed, 100, _scripted([])) == a_combination(
        SIZES_1_2_3, (3,), "keno2", 100
    )
