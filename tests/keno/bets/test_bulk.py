"""The columnar settlement gives what the plain one gives, bet by bet and cent by cent."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from datetime import date, datetime
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.keno import bets as bets_room
from eyesdown.keno.bets import bulk as bulk_pass
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, Keno2, Racing, Regular, Roulette
from eyesdown.keno.bets.bulk import rates_of, settle_columns, spot_prizes, spots_row
from eyesdown.keno.bets.bulk_columns import STAKE_MAX, WORD, WORD_BITS, bits_of, columns_of
from eyesdown.keno.bets.bulk_draws import draws_of
from eyesdown.keno.bets.bulk_payout import BulkSettled, pay_out
from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.price import combinations_by_size, no_such_bet, priced
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import settle
from eyesdown.keno.bets.whole_game import Pot, settle_game
from eyesdown.keno.games.settle import Played, may_win
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.rulebook.keno_words import DrawSite, Method
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

IN_ORDER = ("exact_quinella", "trifecta", "quartet", "five_up", "superfecta")

POTS = {
    "regular/7": Pot(12_345),
    "regular/10": Pot(777, pooled=True, elsewhere_cents=300),
    "keno2/8": Pot(99_999, guarantee_cents=40_000_000),
    "racing/quartet": Pot(1_001),
    "racing/superfecta": Pot(5_555),
}


def a_bet(dice: Any, book: NswKeno, near: Any) -> Any:
    """A bet of any kind, picked near the numbers of the draw so that it often wins."""
    stake = dice.choice([100, 200, 500, 50, 150, 1_000, 13, 7_777, 50_000])
    bonus = dice.random() < 0.4
    kind = dice.choice(["spots", "spots", "results", "roulette", "racing", "racing", "combination"])
    if kind == "spots":
        game = dice.choice(["regular", "keno2", "lucky_last"])
        spots = near(dice.choice(book.figures.spot_counts))
        bonus = bonus and game != "keno2"
        return {"type": game, "spots": spots, "subscription_cents": stake, "bonus": bonus}
    if kind == "results":
        selection = dice.choice(["heads", "tails", "evens"])
        return {
            "type": "heads_or_tails",
            "selection": selection,
            "subscription_cents": stake,
            "bonus": bonus,
        }
    if kind == "roulette":
        bet = dice.choice(list(book.roulette))
        selection = dice.choice(list(book.roulette[bet]))
        if isinstance(selection, tuple):
            selection = list(selection)
        return {
            "type": "roulette",
            "bet": bet,
            "selection": selection,
            "subscription_cents": stake,
            "bonus": bonus,
        }
    if kind == "combination":
        spots = near(dice.choice([6, 9, 15, 26]))
        groups = []
        while spots:
            groups.append([spots.pop() for _ in range(min(len(spots), dice.randint(1, 4)))])
        groups += [[n] for n in dice.sample(range(1, 81), 80) if not any(n in g for g in groups)][
            : 2 + 10 * (dice.random() < 0.2)
        ]
        game = dice.choice(["regular", "keno2"])
        sizes = dice.choice([None, [2, 3, 4, 5, 7, 8, 9, 10]])
        return {
            "type": "combination",
            "game": game,
            "groups": groups,
            "sizes": sizes,
            "subscription_cents": stake,
            "bonus": bonus and game == "regular",
        }
    return a_racing_bet(dice, book, stake)


def a_racing_bet(dice: Any, book: NswKeno, stake: Any) -> Any:
    bet, size = dice.choice(list(book.figures.racing_rows_named.items()))
    option = "straight" if size == 1 else dice.choice(["straight", "box", "standout", "field"])
    rows = dice.sample(range(1, 9), 8)
    raw = {"type": "racing", "bet": bet, "option": option, "subscription_cents": stake}
    if option in ("straight", "box"):
        return {**raw, "rows": rows[: size if option == "straight" else dice.randint(size, 8)]}
    fixed = dice.randint(1, size - 1)
    if bet in IN_ORDER:
        places = dice.sample(range(1, size + 1), fixed)
        raw["standout"] = {str(place): [rows.pop()] for place in places}
        if len(rows) > size - fixed:
            raw["standout"][str(places[0])].append(rows.pop())
    else:
        raw["standout"] = [rows.pop() for _ in range(fixed)]
    if option == "standout":
        raw["with"] = rows[: dice.randint(size - fixed, len(rows))]
    return raw


def a_game(book: NswKeno, seed: Any, count: Any) -> Any:
    dice = random.Random(seed)
    live = dice.sample(range(8), dice.choice([2, 3, 5, 8]))
    numbers = dice.sample([row * 10 + n for row in live for n in range(1, 11)], 20)
    rest = [n for n in range(1, 81) if n not in numbers]

    def near(spots: Any) -> Any:
        hits = min(spots, dice.choice([0, spots // 2, spots, 20]), 20)
        return dice.sample(dice.sample(numbers, hits) + dice.sample(rest, spots - hits), spots)

    bets = [read_bet(book, a_bet(dice, book, near)) for _ in range(count)]
    assert all(no_such_bet(book, bet) == () for bet in bets)
    return draw_of(book, numbers), bets


def settle_bulk(book: NswKeno, draw: Draw, bets: Any, pots: Any) -> BulkSettled:
    return pay_out(book, settle_columns(book, draw, columns_of(book, bets)), pots)


@pytest.mark.parametrize("pots", [{}, POTS], ids=["fill", "pots"])
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_agrees_to_the_cent(book: NswKeno, seed: Any, pots: Any) -> None:
    """Every other one with empty Rows that spread over all places left (G02)."""
    reading = "spread" if seed % 2 else "single_place"
    book = replace(book, figures=replace(book.figures, empty_rows=reading))
    draw, bets = a_game(book, seed, 250)
    plain = settle_game(book, draw, bets, pots)
    bulk = settle_bulk(book, draw, bets, pots)
    assert bulk.prizes_cents.tolist() == list(plain.prizes_cents)
    assert bulk.major_total_cents == plain.major_total_cents
    assert bulk.pro_rated == plain.pro_rated
    assert bulk.paid_cents.tolist() == list(plain.paid_cents)
    assert bulk.jackpots == plain.jackpots
    assert bulk.staked_cents == staked_on_jackpots(book, bets)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_large_enough_is_settled_by_the_compiled_pass_to_the_same_cent(
    book: NswKeno, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, bets = a_game(book, seed, 250)
    only_picks = [bet for bet in bets if isinstance(bet, Regular | Keno2) and not bet.bonus]
    for some in (bets, only_picks):  # with and without a copy of the columns
        by_numpy = settle_bulk(book, draw, some, POTS)
        with monkeypatch.context() as patch:
            patch.setattr(bulk_pass, "COMPILED_FROM", 1)
            assert bulk_pass.quickest(len(some)) is not spot_prizes
            compiled = settle_bulk(book, draw, some, POTS)
        assert compiled.prizes_cents.tolist() == by_numpy.prizes_cents.tolist()
        assert compiled.paid_cents.tolist() == by_numpy.paid_cents.tolist()
        assert compiled.jackpots == by_numpy.jackpots
        assert compiled.major_total_cents == by_numpy.major_total_cents


def test_without_a_compiler_a_large_game_is_settled_by_numpy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    least = bulk_pass.COMPILED_FROM
    assert bulk_pass.quickest(least - 1) is spot_prizes
    assert bulk_pass.quickest(least) is not spot_prizes
    monkeypatch.delattr(bets_room, "bulk_numba")
    monkeypatch.setitem(sys.modules, "eyesdown.keno.bets.bulk_numba", None)
    assert bulk_pass.quickest(least) is spot_prizes


def staked_on_jackpots(book: NswKeno, bets: Any) -> Any:
    """Cents on each jackpot, bet by bet."""
    staked = dict.fromkeys(book.tables.jackpots, 0)
    for bet in bets:
        counted = priced(book, bet)
        by_key = {}
        if isinstance(bet, Combination):
            sizes = combinations_by_size(book, bet).items()
            by_key = {f"{bet.game}/{size}": count for size, count in sizes}
        if isinstance(bet, Regular | Keno2):
            by_key[f"{counted.form}/{len(bet.spots)}"] = 1
        if isinstance(bet, Racing):
            by_key[f"racing/{bet.bet}"] = counted.combinations
        for key, count in by_key.items():
            if key in staked:
                staked[key] += count * bet.subscription_cents
    return staked


def test_the_random_games_meet_what_they_are_meant_to(book: NswKeno) -> None:
    """Pro-rating with and without, most jackpots, and a game of no bets at all."""
    games = [a_game(book, seed, 250) for seed in range(6)]
    settled = [settle_bulk(book, draw, bets, {}) for draw, bets in games]
    assert any(game.pro_rated for game in settled)
    assert len({key for game in settled for key in game.jackpots}) >= 9
    draw, bets = a_game(book, 1, 40)
    small = [bet for bet in bets if isinstance(bet, Roulette | HeadsOrTails)]
    assert not settle_bulk(book, draw, small, {}).pro_rated
    assert settle_bulk(book, draw, [], {}).paid_cents.tolist() == []


def test_columns_hold_the_bits_of_every_bet_where_it_stood(book: NswKeno) -> None:
    _, bets = a_game(book, 3, 400)
    columns = columns_of(book, bets)
    spots, racing, some = columns.spots, columns.racing, columns.combinations
    for place, low, high in zip(spots.place, spots.low, spots.high, strict=True):
        mask = bits_of(bets[place].spots)
        assert (int(low), int(high)) == (mask & WORD, mask >> WORD_BITS)
    for line, place in enumerate(racing.place):
        bet = bets[place]
        fixed = [bits_of(rows) for rows in bet.places] + [0] * (6 - len(bet.places))
        assert racing.fixed[line].tolist() == fixed
        assert (racing.named[line], racing.fill[line]) == (bits_of(bet.named), bits_of(bet.fill))
    for line, place in enumerate(some.place):
        part = slice(some.first[line], some.first[line + 1])
        masks = [bits_of(group) for group in bets[place].groups]
        assert some.low[part].tolist() == [mask & WORD for mask in masks]
        assert some.high[part].tolist() == [mask >> WORD_BITS for mask in masks]
    with pytest.raises(AssertionError):
        columns_of(book, [Regular((1,), STAKE_MAX + 1)])


def test_many_draws_together_mean_what_each_means_alone(book: NswKeno) -> None:
    """Draws from a few Rows too, where Rows tie and others stay empty."""
    dice = random.Random(12)
    draws = [dice.sample(range(1, dice.choice([21, 25, 41, 81])), 20) for _ in range(600)]
    assert draws_of(book, draws) == [draw_of(book, numbers) for numbers in draws]
    assert draws_of(book, draws[:1]) == [draw_of(book, draws[0])]
    assert draws_of(book, []) == []


@pytest.mark.parametrize("game", ["regular", "keno2"])
@pytest.mark.parametrize("spots", [10, 40])
@pytest.mark.parametrize("compiled", [False, True])
def test_picks_over_several_blocks(book: NswKeno, compiled: Any, spots: Any, game: Any) -> None:
    dice = np.random.default_rng(5)
    count = 40_000
    picks = dice.permuted(np.tile(np.arange(1, 81), (count, 1)), axis=1)[:, :spots]
    stake = dice.choice([100, 200, 1_000, 55], count).astype(np.int64)
    bits = np.uint64(1) << ((picks - 1) % 64).astype(np.uint64)
    low = np.where(picks <= 64, bits, 0).sum(axis=1, dtype=np.uint64)
    high = np.where(picks > 64, bits, 0).sum(axis=1, dtype=np.uint64)
    draw = draw_of(book, random.Random(9).sample(range(1, 81), 20))
    rates, row = rates_of(book), spots_row(game, spots)
    if compiled:
        from eyesdown.keno.bets.bulk_numba import spot_prizes as settle_them
    else:
        settle_them = spot_prizes
    found = settle_them(low, high, stake, draw, row=row, rates=rates)
    caught = np.isin(picks, draw.numbers).sum(axis=1)
    pays = np.array(book.tables.spots[game][spots])[caught]
    per = 100 if game == "regular" else 200
    assert np.array_equal(found, pays * stake // per // 10 * 10)
    assert found.any()
    rows = np.full(count, row)
    assert np.array_equal(settle_them(low, high, stake, draw, row=rows, rates=rates), found)


@pytest.mark.parametrize("leads", range(1, 9))
def test_every_row_that_may_be_named_agrees(book: NswKeno, leads: int) -> None:
    """Each Row is in its turn the first, and the one after it the last."""
    rows = [(leads - 1 + n) % 8 for n in (0, *range(2, 8), 1)]
    numbers = [
        row * 10 + n
        for row, many in zip(rows, (6, 5, 4, 3, 2), strict=False)
        for n in range(1, many + 1)
    ]
    named = book.figures.racing_rows_named
    bets = [
        read_bet(
            book,
            {
                "type": "racing",
                "bet": bet,
                "option": option,
                "rows": chosen,
                "subscription_cents": 50,
            },
        )
        for bet in named
        if bet not in IN_ORDER and bet != "win"
        for option in ("straight", "box")[: named[bet]]
        for chosen in map(list, combinations(range(1, 9), named[bet] + (option == "box")))
    ]
    for row in range(1, 9):
        rest = [other for other in range(1, 9) if other != row]
        raw = {"option": "standout", "standout": [row], "with": rest, "subscription_cents": 50}
        both = ("quinella", "quinella_place")
        bets += [read_bet(book, {"type": "racing", "bet": bet, **raw}) for bet in both]
    draw = draw_of(book, numbers)
    plain, bulk = settle_game(book, draw, bets, {}), settle_bulk(book, draw, bets, {})
    assert bulk.prizes_cents.tolist() == list(plain.prizes_cents)
    assert 0 < np.count_nonzero(bulk.prizes_cents) < len(bets)


@pytest.mark.clause("nsw-keno", "2:Keno Racing:zero")
@pytest.mark.parametrize("reading", ["single_place", "spread"])
@pytest.mark.parametrize("leading", [(5, 6, 7), (0, 2, 4, 6)])
def test_a_row_fixed_in_any_place_agrees_where_rows_stay_empty(
    book: NswKeno, reading: Any, leading: tuple[int, ...]
) -> None:
    """Every Row of the field in its turn in every place of every bet with an order (G02)."""
    book = replace(book, figures=replace(book.figures, empty_rows=reading))
    bets = [
        read_bet(
            book,
            {
                "type": "racing",
                "bet": bet,
                "option": "field",
                "standout": {str(place): [row]},
                "subscription_cents": 100,
            },
        )
        for bet in IN_ORDER
        for place in range(1, book.figures.racing_rows_named[bet] + 1)
        for row in range(1, 9)
    ]
    pool = [row * 10 + n for n in range(1, 11) for row in leading]
    draw = draw_of(book, pool[:20])
    plain, bulk = settle_game(book, draw, bets, {}), settle_bulk(book, draw, bets, {})
    assert bulk.prizes_cents.tolist() == list(plain.prizes_cents)
    assert 0 < np.count_nonzero(bulk.prizes_cents) < len(bets)


@pytest.mark.clause("nsw-keno", "2:Keno Racing:zero", "2:Keno Racing:bet(ii)")
def test_a_box_of_all_rows_agrees_where_all_of_them_are_third_or_better(book: NswKeno) -> None:
    """Two Rows have all the numbers, so that the six others share the next place."""
    box = {"type": "racing", "bet": "quinella_place", "option": "box", "subscription_cents": 100}
    bet = read_bet(book, {**box, "rows": list(range(1, 9))})
    draw = draw_of(book, tuple(range(1, 21)))
    plain, bulk = settle_game(book, draw, [bet], {}), settle_bulk(book, draw, [bet], {})
    assert bulk.prizes_cents.tolist() == list(plain.prizes_cents) == [28 * 700]


@pytest.mark.clause("nsw-keno", "2:Combination", "18(b):40 spots")
def test_a_combination_of_the_most_spots_agrees(book: NswKeno) -> None:
    """None of 40 Spots is drawn, nor any of the 20 in each of its Groups."""
    draw = draw_of(book, tuple(range(1, 21)))
    groups = tuple(range(21, 41)), tuple(range(41, 61))
    bets = [Combination("regular", groups, sizes, 100) for sizes in ((20, 40), (40,), (20,))]
    plain, bulk = settle_game(book, draw, bets, {}), settle_bulk(book, draw, bets, {})
    assert bulk.prizes_cents.tolist() == list(plain.prizes_cents)
    assert list(plain.prizes_cents) == [25_020_000, 25_000_000, 20_000]


def test_a_jackpot_in_a_game_that_is_not_cut_is_rounded_on_its_own_prize(book: NswKeno) -> None:
    draw = draw_of(book, tuple(range(1, 21)))
    bets = [Regular(tuple(range(1, 8)), stake) for stake in (100, 200, 400)]
    plain = settle_game(book, draw, bets, {"regular/7": Pot(12_345)})
    bulk = settle_bulk(book, draw, bets, {"regular/7": Pot(12_345)})
    assert not plain.pro_rated
    assert bulk.paid_cents.tolist() == list(plain.paid_cents) == [501_760, 1_003_520, 2_007_050]


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_a_bet_that_is_not_worth_settling_wins_nothing(seed: int) -> None:
    """The short cut of settlement against the plain reckoning of every bet."""
    dice = random.Random(seed)
    book = open_on(date(2024, 5, 1))
    draw = draw_of(book, dice.sample(range(1, 81), 20))
    for _ in range(20):
        spots = tuple(dice.sample(range(1, 81), dice.choice(book.figures.spot_counts)))
        results = ("heads", "tails", "evens")
        bet = dice.choice(
            [Regular(spots, 100), Keno2(spots, 200), HeadsOrTails(dice.choice(results), 100)]
        )
        entry = Entry("S1", (bet,), 1, "venue", Method.FORM, "club")
        state = KenoState()
        state.sold["S1"] = EntryRecord(
            entry, datetime(2024, 5, 1), DrawSite.CENTRAL, date(2024, 5, 1), 0, 100, (), ()
        )
        worth = may_win(book, state, Played("S1", 0, bet), draw)
        assert worth is (settle(book, bet, draw).prize_cents > 0)
