"""Rules 2 and 4: the draw, spot games, Heads or Tails?, Keno Bonus, Lucky Last, series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.price import priced
from eyesdown.keno.bets.settle import Settled
from eyesdown.keno.sales.picks import multipik
from eyesdown.rulebook.facts.keno_bets import BonusFacts, SeriesFacts
from eyesdown.rulebooks.nsw_keno import c02_games as games
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures

LOW = tuple(range(1, 41))
HIGH = tuple(range(41, 81))


def codes(found: Any) -> Any:
    return [(refusal.code, refusal.clause.number) for refusal in found]


@pytest.mark.clause("nsw-keno", "2:Drawing")
@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        (range(1, 21), None),
        (range(1, 20), "19 numbers, not 20"),
        (range(1, 22), "21 numbers, not 20"),
        ((*range(1, 20), 81), "81 is not between 1 and 80"),
        ((*range(1, 20), 0), "0 is not between 1 and 80"),
        ((*range(1, 19), -1, 300), "-1 is not between 1 and 80"),
        ((*range(1, 19), 300, 300), "300 is not between 1 and 80"),
        ((*range(1, 20), 80), None),
        ((*range(1, 20), 19), "a number is there twice"),
    ],
)
def test_2_Drawing__twenty_different_numbers(figures: Figures, numbers: Any, problem: Any) -> None:
    assert games.draw_problem(tuple(numbers), figures) == problem


@pytest.mark.clause("nsw-keno", "2:Spot")
@pytest.mark.parametrize(
    ("spots", "code"),
    [
        ((1,), None),
        ((80,), None),
        ((0,), "spots/no_such_number"),
        ((81,), "spots/no_such_number"),
        ((-3,), "spots/no_such_number"),
        ((5, 256, 5), "spots/no_such_number"),
        ((5, 6, 5), "spots/number_twice"),
    ],
)
def test_2_Spot__one_to_eighty_and_each_once(figures: Figures, spots: Any, code: Any) -> None:
    found = games.NUMBERS.refusals(spots, figures)
    assert codes(found) == ([(code, "2:Spot")] if code else [])


@pytest.mark.clause("nsw-keno", "4:object")
def test_4_object__numbers_of_spots_that_are_offered(figures: Figures) -> None:
    offered = {
        count
        for count in range(81)
        if not games.SPOTS.refusals(tuple(range(1, count + 1)), figures)
    }
    assert offered == {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 40}
    refused = games.SPOTS.refusals(tuple(range(1, 12)), figures)
    assert codes(refused) == [("spots/count", "4:object")]


@pytest.mark.clause("nsw-keno", "2:Regular Keno", "2:Keno $2 Game")
def test_2_Regular_Keno__one_draw_settles_both_games_by_their_own_tables(
    won: Callable[..., Settled],
) -> None:
    assert won("regular", 100, spots=[18, 3, 25, 80]).prize_cents == 400
    assert won("keno2", 200, spots=[18, 3, 25, 80]).prize_cents == 700
    forty_missed = [n for n in range(1, 81) if n not in won_numbers()][:40]
    assert won("regular", 100, spots=forty_missed).prize_cents == 25_000_000


def won_numbers() -> Any:
    return (18, 3, 25, 55, 7, 61, 71, 12, 27, 58, 33, 66, 79, 20, 29, 51, 44, 11, 21, 14)


@pytest.mark.clause("nsw-keno", "2:Regular Keno Jackpot", "2:Keno $2 Game Keno Jackpot")
@pytest.mark.parametrize("game", ["regular", "keno2"])
def test_2_jackpot__all_of_seven_to_ten_spots(figures: Figures, game: Any) -> None:
    won = {
        spots
        for spots in figures.spot_counts
        if games.jackpot_won(game, spots, min(spots, 20), figures)
    }
    assert won == {7, 8, 9, 10}
    assert games.jackpot_won(game, 9, 9, figures) == f"{game}/9"
    assert games.jackpot_won(game, 10, 9, figures) is None


@pytest.mark.clause(
    "nsw-keno", "2:Heads or Tails?(i)", "2:Heads or Tails?(ii)", "2:Heads or Tails?(iii)"
)
@pytest.mark.parametrize(
    ("low", "result"),
    [(0, "tails"), (9, "tails"), (10, "evens"), (11, "heads"), (12, "heads"), (20, "heads")],
)
def test_2_heads_or_tails__eleven_or_more_of_twenty(
    figures: Figures, low: Any, result: Any
) -> None:
    assert games.heads_or_tails(LOW[:low] + HIGH[: 20 - low], figures) == result


@pytest.mark.clause("nsw-keno", "2:Heads or Tails?", "2:Heads or Tails?:prize")
def test_2_heads_or_tails__prize_by_18_e(won: Callable[..., Settled]) -> None:
    assert won("heads_or_tails", 500, selection="heads").prize_cents == 1_000
    assert won("heads_or_tails", 500, selection="tails").prize_cents == 0


@pytest.mark.clause("nsw-keno", "2:Lucky Last")
def test_2_Lucky_Last__last_number_drawn(won: Callable[..., Settled]) -> None:
    assert won("lucky_last", 100, spots=[14]).prize_cents == 6_000
    assert won("lucky_last", 100, spots=[18]).prize_cents == 0
    assert won("lucky_last", 100, spots=[1, 2, 14]).prize_cents == 2_000


@pytest.mark.clause("nsw-keno", "2:Lucky Last:excluded")
@pytest.mark.parametrize(
    ("forms", "allowed"),
    [
        (("lucky_last",), False),
        (("regular", "lucky_last"), True),
        (("keno2", "lucky_last"), True),
        (("racing", "lucky_last"), False),
        (("roulette", "lucky_last"), False),
        (("heads_or_tails", "lucky_last"), False),
        (("regular", "racing", "lucky_last"), False),
        (("racing",), True),
    ],
)
def test_2_Lucky_Last_excluded__only_with_a_spot_game(
    figures: Figures, forms: Any, allowed: Any
) -> None:
    found = games.LUCKY_LAST.refusals(forms, figures)
    assert codes(found) == (
        [] if allowed else [("lucky_last/not_with_this_game", "2:Lucky Last:excluded")]
    )


@pytest.mark.clause("nsw-keno", "2:Keno Bonus", "2:Keno Bonus:excluded", "2:Multiplier:racing")
@pytest.mark.parametrize(
    ("form", "refused"),
    [
        (None, ["2:Keno Bonus"]),
        ("regular", []),
        ("heads_or_tails", []),
        ("roulette", []),
        ("lucky_last", []),
        ("keno2", ["2:Keno Bonus:excluded"]),
        ("racing", ["2:Keno Bonus:excluded", "2:Multiplier:racing"]),
    ],
)
def test_2_Keno_Bonus__what_it_goes_with(figures: Figures, form: Any, refused: Any) -> None:
    asked = games.BONUS.refusals(BonusFacts(form, bonus=True), figures)
    assert [refusal.clause.number for refusal in asked] == refused
    assert games.BONUS.refusals(BonusFacts(form, bonus=False), figures) == ()


@pytest.mark.clause("nsw-keno", "2:Multiplier:racing")
def test_2_Multiplier_racing__a_trifecta_pays_the_same_in_a_ten_times_game(
    book: NswKeno, won: Callable[..., Settled]
) -> None:
    ten = draw_of(book, (*range(1, 20), 34))
    assert (ten.multiplier, ten.racing_places[:4]) == (10, (1, 2, 4, 3))
    trifecta = won("racing", 100, ten, bet="trifecta", option="straight", rows=[1, 2, 4])
    assert (trifecta.multiplier, trifecta.prize_cents) == (1, 25_200)


@pytest.mark.clause("nsw-keno", "2:Keno Bonus(i)")
def test_2_Keno_Bonus_i__stake_times_multiplier(book: NswKeno, won: Callable[..., Settled]) -> None:
    triple = draw_of(book, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 27))
    assert (triple.total, triple.multiplier) == (217, 3)
    assert won("regular", 200, triple, spots=[1, 2, 3, 4], bonus=True).prize_cents == 72_000
    assert won("regular", 200, triple, spots=[1, 2, 3, 4], bonus=False).prize_cents == 24_000


@pytest.mark.clause("nsw-keno", "2:Keno Bonus(ii)", "2:Keno Bonus Jackpot Prize")
@pytest.mark.parametrize(
    ("total", "multiplier", "due"),
    [(211, 1, 0), (215, 2, 7), (217, 3, 7), (210, 4, 7), (220, 5, 7), (224, 10, 7)],
)
def test_2_Keno_Bonus_ii__bonus_jackpot_above_one_times(
    book: NswKeno, won: Callable[..., Settled], total: Any, multiplier: Any, due: Any
) -> None:
    numbers = (*range(1, 20), 20 + total - 210)
    draw = draw_of(book, numbers)
    assert draw.multiplier == multiplier
    settled = won("regular", 100, draw, spots=[1, 2, 3, 4, 5, 6, 7], bonus=True)
    assert settled.prize_cents == multiplier * 500_000
    assert settled.jackpots[0].bonus_jackpot_cents == due * 100_000
    plain = won("regular", 100, draw, spots=[1, 2, 3, 4, 5, 6, 7], bonus=False)
    assert plain.jackpots[0].bonus_jackpot_cents == 0


@pytest.mark.clause("nsw-keno", "2:Prepick")
@pytest.mark.parametrize(
    ("let_it_run", "games_offered"), [(False, {1, 2, 3, 4, 5}), (True, {2, 3, 4, 5})]
)
def test_2_Prepick__up_to_five_games(figures: Figures, let_it_run: Any, games_offered: Any) -> None:
    taken = {
        count
        for count in range(8)
        if not games.SERIES.refusals(SeriesFacts(let_it_run, count), figures)
    }
    assert taken == games_offered


@pytest.mark.clause("nsw-keno", "2:Multi-Game", "2:Kwikipik:multi")
def test_2_Multi_Game__cost_of_games_and_picks(book: NswKeno) -> None:
    assert games.cost_of_games(200, 10) == 2_000
    picks = multipik(book, 4, "regular", 3, subscription_cents=100, below=lambda n: n - 1)
    assert sum(priced(book, pick).cost_cents for pick in picks) == 400


@pytest.mark.clause("nsw-keno", "2:Major Prize")
@pytest.mark.parametrize(("cents", "major"), [(99_990, False), (100_000, False), (100_010, True)])
def test_2_Major_Prize__above_a_thousand_dollars(figures: Figures, cents: Any, major: Any) -> None:
    assert games.is_major(cents, figures) is major


@pytest.mark.clause("nsw-keno", "2:Major Prize")
def test_2_Major_Prize__counted_per_line_without_jackpot_parts(won: Callable[..., Settled]) -> None:
    seven = won("regular", 100, spots=[18, 3, 25, 55, 7, 61, 71])
    assert (seven.major_prizes, seven.prize_cents) == (1, 500_000)


@pytest.mark.clause(
    "nsw-keno",
    "2:Multiplier(i)",
    "2:Multiplier(ii)",
    "2:Multiplier(iii)",
    "2:Multiplier(iv)",
    "2:Multiplier(v)",
    "2:Multiplier(vi)",
)
@pytest.mark.parametrize(
    ("total", "times"), [(211, 1), (215, 2), (217, 3), (210, 4), (220, 5), (224, 10)]
)
def test_2_Multiplier__by_the_total_of_the_draw(book: NswKeno, total: Any, times: Any) -> None:
    numbers = (*range(1, 20), 20 + total - 210)
    assert sum(numbers) == total
    assert games.multiplier_of(sum(numbers), book.tables.multipliers) == times
    mirrored = tuple(81 - number for number in numbers)
    assert games.multiplier_of(sum(mirrored), book.tables.multipliers) == times


@pytest.mark.clause("nsw-keno", "2:Let it Run:carry", "2:Let it Run:end")
def test_2_Let_it_Run__carries_while_games_are_left() -> None:
    assert games.carried(2_000, games_left=2) == 2_000
    assert games.carried(2_000, games_left=0) == 0
    assert games.carried(0, games_left=2) == 0
