"""Rule 2: Keno Racing, checked against every forecast listed one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import pytest

from eyesdown.keno.bets.draws import Draw, draw_of
from eyesdown.keno.bets.price import combinations_of, no_such_bet, not_for_sale
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import Settled, settle
from eyesdown.rulebooks.nsw_keno import c02_racing as racing
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures

SIZES = {
    "win": 1,
    "place": 1,
    "quinella_place": 2,
    "quinella": 2,
    "exact_quinella": 2,
    "trio": 3,
    "trifecta": 3,
    "quartet": 4,
    "five_up": 5,
    "superfecta": 6,
}
IN_ORDER = ("exact_quinella", "trifecta", "quartet", "five_up", "superfecta")
PAYS = {
    "win": {1: 600},
    "place": {1: 200},
    "quinella_place": {2: 700},
    "quinella": {2: 2_100},
    "exact_quinella": {2: 4_200},
    "trio": {3: 4_200},
    "trifecta": {3: 25_200},
    "quartet": {1: 100, 2: 300, 3: 1_000, 4: 80_000},
    "five_up": {1: 100, 2: 300, 3: 1_000, 4: 6_000, 5: 300_000},
    "superfecta": {1: 100, 2: 300, 3: 1_000, 4: 6_000, 5: 10_000, 6: 1_000_000},
}


@pytest.mark.clause("nsw-keno", "2:Keno Grid")
def test_2_Keno_Grid__eight_rows_of_ten(figures: Figures) -> None:
    rows = Counter(racing.grid_row(number, figures) for number in range(1, 81))
    assert rows == dict.fromkeys(range(1, 9), 10)
    assert [racing.grid_row(n, figures) for n in (1, 10, 11, 80)] == [1, 1, 2, 8]


@pytest.mark.clause(
    "nsw-keno",
    "2:Keno Racing",
    "2:Keno Racing:place(i)",
    "2:Keno Racing:place(ii)",
    "2:Keno Racing:place(iii)",
    "2:Keno Racing:place(iv)",
    "2:Keno Racing:place(v)",
    "2:Keno Racing:place(vi)",
    "2:Keno Racing:tie",
)
def test_2_Keno_Racing_place__most_first_then_who_got_there_first(d1: Draw) -> None:
    places = dict(enumerate(d1.racing_places, start=1))
    assert [row for row, _ in sorted(places.items(), key=lambda pair: pair[1])] == [
        2, 3, 6, 1, 7, 8, 4, 5,
    ]  # fmt: skip


@pytest.mark.clause("nsw-keno", "2:Keno Racing:zero")
@pytest.mark.parametrize(
    ("numbers", "places"),
    [
        (range(1, 21), (1, 2, 3, 3, 3, 3, 3, 3)),
        ((*range(11, 21), *range(1, 11)), (2, 1, 3, 3, 3, 3, 3, 3)),
        ((*range(41, 60), 80), (4, 4, 4, 4, 1, 2, 4, 3)),
    ],
)
def test_2_Keno_Racing_zero__empty_rows_share_the_next_place(
    book: NswKeno, numbers: Any, places: Any
) -> None:
    assert draw_of(book, tuple(numbers)).racing_places == places


@pytest.mark.clause(
    "nsw-keno",
    "2:Keno Racing:bet(i)",
    "2:Keno Racing:bet(ii)",
    "2:Keno Racing:bet(iii)",
    "2:Keno Racing:bet(iv)",
    "2:Keno Racing:bet(v)",
    "2:Keno Racing:bet(vi)",
    "2:Keno Racing:bet(vii)",
    "2:Keno Racing:bet(viii)",
    "2:Keno Racing:bet(ix)",
    "2:Keno Racing:bet(x)",
    "2:Keno Racing:prize",
    "2:Keno Racing:multi",
)
@pytest.mark.parametrize(
    ("bet", "rows", "dollars"),
    [
        ("win", [2], 6),
        ("win", [3], 0),
        ("place", [6], 2),
        ("place", [1], 0),
        ("quinella_place", [6, 2], 7),
        ("quinella_place", [6, 1], 0),
        ("quinella", [3, 2], 21),
        ("quinella", [3, 6], 0),
        ("exact_quinella", [2, 3], 42),
        ("exact_quinella", [3, 2], 0),
        ("trio", [6, 2, 3], 42),
        ("trio", [6, 2, 1], 0),
        ("trifecta", [2, 3, 6], 252),
        ("trifecta", [2, 6, 3], 0),
        ("quartet", [2, 3, 6, 1], 800),
        ("quartet", [2, 3, 6, 7], 10),
        ("quartet", [2, 3, 1, 6], 3),
        ("quartet", [2, 1, 6, 3], 1),
        ("quartet", [1, 3, 6, 2], 0),
        ("five_up", [2, 3, 6, 1, 7], 3_000),
        ("five_up", [2, 3, 6, 1, 8], 60),
        ("superfecta", [2, 3, 6, 1, 7, 8], 10_000),
        ("superfecta", [2, 3, 6, 1, 7, 4], 100),
        ("superfecta", [2, 3, 6, 1, 8, 7], 60),
    ],
)
def test_2_Keno_Racing_bet__what_a_dollar_wins(
    won: Callable[..., Settled], bet: Any, rows: Any, dollars: Any
) -> None:
    assert won("racing", 100, bet=bet, option="straight", rows=rows).prize_cents == dollars * 100
    assert won("racing", 50, bet=bet, option="straight", rows=rows).prize_cents == dollars * 50


@pytest.mark.clause("nsw-keno", "2:Keno Racing Jackpot")
def test_2_Keno_Racing_Jackpot__only_all_in_order_of_three_bets(
    won: Callable[..., Settled],
) -> None:
    for bet, size in SIZES.items():
        rows = [2, 3, 6, 1, 7, 8][:size]
        settled = won("racing", 100, bet=bet, option="straight", rows=rows)
        keys = [jackpot.key for jackpot in settled.jackpots]
        jackpot = bet in ("quartet", "five_up", "superfecta")
        assert keys == ([f"racing/{bet}"] if jackpot else [])


def listed(bet: Any, raw: Any) -> Any:
    """Every forecast of a bet, written out."""
    size = SIZES[bet]
    option = raw.get("option")
    if bet not in IN_ORDER:
        if option in ("straight", "box"):
            return list(combinations(raw["rows"], size))
        named = raw["standout"]
        rest = raw.get("with") or [row for row in range(1, 9) if row not in named]
        return [(*named, *more) for more in combinations(rest, size - len(named))]
    if option == "straight":
        return [tuple(raw["rows"])]
    if option == "box":
        return list(permutations(raw["rows"], size))
    named = {int(place): rows for place, rows in raw["standout"].items()}
    taken = [row for rows in named.values() for row in rows]
    rest = raw.get("with") or [row for row in range(1, 9) if row not in taken]
    free = [place for place in range(1, size + 1) if place not in named]
    found = []
    for fixed in product(*named.values()):
        for more in permutations(rest, len(free)):
            by_place = dict(zip([*named, *free], [*fixed, *more], strict=True))
            found.append(tuple(by_place[place] for place in range(1, size + 1)))
    return found


def level(bet: Any, rows: Any, places: Any, *, spread: Any = False) -> Any:
    """How many are right, from First without a gap; bets without order are right or not."""
    at = [places[row - 1] for row in rows]
    if spread:  # whatever place from theirs on a forecast gives them, the empty Rows stand there
        empty = max(places)
        at = [max(place, named) if place == empty else place for named, place in enumerate(at, 1)]
    if bet in ("place", "quinella_place"):
        return len(rows) if max(at) <= 3 else 0
    if bet not in IN_ORDER:
        return len(rows) if sorted(at) == list(range(1, len(rows) + 1)) else 0
    right = 0
    while right < len(at) and at[right] == right + 1:
        right += 1
    return right


def a_bet(dice: Any) -> Any:
    bet = dice.choice(list(SIZES))
    size = SIZES[bet]
    rows = dice.sample(range(1, 9), 8)
    option = "straight" if size == 1 else dice.choice(["straight", "box", "standout", "field"])
    raw = {"type": "racing", "bet": bet, "option": option, "subscription_cents": 50}
    if option == "straight":
        return {**raw, "rows": rows[:size]}
    if option == "box":
        return {**raw, "rows": rows[: dice.randint(size, min(8, size + 2))]}
    fixed = dice.randint(1, size - 1)
    if bet in IN_ORDER:
        places = sorted(dice.sample(range(1, size + 1), fixed))
        raw["standout"] = {str(place): [rows.pop()] for place in places}
        if len(rows) > size - fixed + 1:
            raw["standout"][str(places[0])].append(rows.pop())
    else:
        raw["standout"] = [rows.pop() for _ in range(fixed)]
    if option == "standout":
        raw["with"] = rows[: dice.randint(size - fixed, len(rows))]
    return raw


def a_draw(dice: Any) -> Any:
    """Sometimes an ordinary draw, sometimes one that leaves Rows empty."""
    rows = dice.sample(range(8), dice.choice([2, 3, 4, 5, 8]))
    numbers = [row * 10 + n for row in rows for n in range(1, 11)]
    return dice.sample(numbers, 20)


@pytest.mark.clause(
    "nsw-keno",
    "2:Box",
    "2:Standout:1",
    "2:Standout:2",
    "2:Standout:3",
    "2:Standout:4",
    "2:Standout:5",
    "2:Standout:cost",
    "2:With the Field",
    "2:Keno Racing:zero",
)
@pytest.mark.parametrize("reading", ["single_place", "spread"])
def test_counting_agrees_with_listing_every_forecast(book: NswKeno, reading: str) -> None:
    """Under either reading of decision G02."""
    book = replace(book, figures=replace(book.figures, empty_rows=reading))
    spread = reading == "spread"
    dice = random.Random(2024)
    for _ in range(250):
        raw, draw = a_bet(dice), draw_of(book, a_draw(dice))
        bet = read_bet(book, raw)
        assert no_such_bet(book, bet) == (), raw
        forecasts = listed(bet.bet, raw)
        assert combinations_of(book, bet) == len(forecasts), raw
        settled = settle(book, bet, draw)
        assert settled.combinations == len(forecasts)
        wins = Counter(
            PAYS[bet.bet].get(level(bet.bet, rows, draw.racing_places, spread=spread), 0) // 2
            for rows in forecasts
        )
        del wins[0]
        assert Counter(settled.histogram) == wins, (raw, draw)
        if bet.bet in ("quartet", "five_up", "superfecta"):
            full = [
                rows
                for rows in forecasts
                if level(bet.bet, rows, draw.racing_places, spread=spread) == SIZES[bet.bet]
            ]
            assert sorted(jackpot.rows for jackpot in settled.jackpots) == sorted(full)


@pytest.mark.clause(
    "nsw-keno",
    "2:Box",
    "2:Standout:1",
    "2:Standout:2",
    "2:Standout:3",
    "2:Standout:4",
    "2:Standout:5",
    "2:Standout:cost",
    "2:With the Field",
)
@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({"bet": "trifecta", "option": "box", "rows": [1, 2, 3, 4]}, 24),
        ({"bet": "quinella", "option": "box", "rows": [1, 2, 3, 4]}, 6),
        ({"bet": "superfecta", "option": "box", "rows": [1, 2, 3, 4, 5, 6, 7, 8]}, 20_160),
        ({"bet": "quinella", "option": "standout", "standout": [2], "with": [3, 6, 7]}, 3),
        ({"bet": "trio", "option": "standout", "standout": [2], "with": [3, 6, 1, 7]}, 6),
        (
            {"bet": "trifecta", "option": "standout", "standout": {"1": [2]}, "with": [3, 6, 1, 7]},
            12,
        ),
        ({"bet": "quartet", "option": "standout", "standout": [2], "with": [3, 6, 1, 7]}, 24),
        ({"bet": "five_up", "option": "standout", "standout": [2, 3], "with": [6, 1, 7, 8]}, 24),
        (
            {
                "bet": "superfecta",
                "option": "standout",
                "standout": [2, 3],
                "with": [6, 1, 7, 8, 4],
            },
            120,
        ),
        ({"bet": "quinella", "option": "field", "standout": [2]}, 7),
    ],
)
def test_options__how_many_combinations(book: NswKeno, fields: Any, count: Any) -> None:
    bet = read_bet(book, {"type": "racing", "subscription_cents": 50, **fields})
    assert combinations_of(book, bet) == count


@pytest.mark.clause("nsw-keno", "2:Box:scope", "2:With the Field:scope", "2:Standout:cost")
@pytest.mark.parametrize("bet", ["win", "place"])
@pytest.mark.parametrize(
    ("fields", "code", "clause"),
    [
        ({"option": "box", "rows": [1, 2]}, "racing/no_box", "2:Box:scope"),
        ({"option": "field", "standout": [1]}, "racing/no_field", "2:With the Field:scope"),
        (
            {"option": "standout", "standout": [1], "with": [2]},
            "racing/no_standout",
            "2:Standout:cost",
        ),
    ],
)
def test_options_are_not_for_win_or_place(
    book: NswKeno, bet: Any, fields: Any, code: Any, clause: Any
) -> None:
    raw = {"type": "racing", "bet": bet, "subscription_cents": 50, **fields}
    found = no_such_bet(book, read_bet(book, raw))
    assert (code, clause) in [(no.code, no.clause.number) for no in found]


@pytest.mark.clause(
    "nsw-keno",
    "2:Keno Racing",
    "2:Box",
    "2:Standout:1",
    "2:Standout:2",
    "2:Standout:3",
    "2:Standout:4",
    "2:Standout:5",
    "2:With the Field",
)
@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"bet": "win", "option": "straight", "rows": [9]}, "2:Keno Racing"),
        ({"bet": "win", "option": "straight", "rows": [0]}, "2:Keno Racing"),
        ({"bet": "quinella", "option": "straight", "rows": [4, 4]}, "2:Keno Racing"),
        ({"bet": "trio", "option": "straight", "rows": [1, 2]}, "2:Keno Racing:bet(vi)"),
        ({"bet": "trifecta", "option": "straight", "rows": [1, 2, 3, 4]}, "2:Keno Racing:bet(vii)"),
        ({"bet": "quartet", "option": "box", "rows": [1, 2, 3]}, "2:Box"),
        (
            {"bet": "quinella", "option": "standout", "standout": [1, 2], "with": [3]},
            "2:Standout:1",
        ),
        ({"bet": "trio", "option": "standout", "standout": [1], "with": [3]}, "2:Standout:2"),
        ({"bet": "trio", "option": "standout", "standout": [], "with": [3, 4, 5]}, "2:Standout:2"),
        ({"bet": "quartet", "option": "standout", "standout": [1], "with": [3, 4]}, "2:Standout:3"),
        ({"bet": "five_up", "option": "standout", "standout": [1], "with": [3]}, "2:Standout:4"),
        ({"bet": "superfecta", "option": "standout", "standout": {}, "with": [3]}, "2:Standout:5"),
        ({"bet": "quinella", "option": "field", "standout": [1, 2]}, "2:With the Field"),
        (
            {"bet": "trifecta", "option": "standout", "standout": {"1": [2]}, "with": [2, 3]},
            "2:Keno Racing",
        ),
    ],
)
def test_forecasts_that_do_not_exist(book: NswKeno, fields: Any, clause: Any) -> None:
    raw = {"type": "racing", "subscription_cents": 50, **fields}
    assert clause in [no.clause.number for no in no_such_bet(book, read_bet(book, raw))]


@pytest.mark.clause("nsw-keno", "2:Keno Racing:multi")
def test_2_Keno_Racing_multi__several_bet_types_on_one_entry(book: NswKeno) -> None:
    raw = {"type": "racing", "option": "straight", "subscription_cents": 50}
    win = read_bet(book, {**raw, "bet": "win", "rows": [1]})
    trifecta = read_bet(book, {**raw, "bet": "trifecta", "rows": [1, 2, 3]})
    assert (win.bet, trifecta.bet) == ("win", "trifecta")
    assert not_for_sale(book, (win, trifecta)) == ()
