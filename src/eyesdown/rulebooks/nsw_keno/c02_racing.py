"""Rule 2: Keno Racing, its places, its ten bets, and Box, Standout and With the Field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, perm, prod
from typing import TypeAlias

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import RacingFacts
from eyesdown.rulebook.keno_words import RacingBet, RacingOption
from eyesdown.rulebooks.nsw_keno.c02_games import all_different
from eyesdown.rulebooks.nsw_keno.figures import Figures

RACING: Chapter[RacingFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Keno Racing")
BOX: Chapter[RacingFacts, Figures] = Chapter("nsw-keno", "Rule 2 - Box")
FIELD: Chapter[RacingFacts, Figures] = Chapter("nsw-keno", "Rule 2 - With the Field")

Places: TypeAlias = tuple[int, ...]  # the place of Row 1, Row 2, ...


BET_CLAUSES: dict[RacingBet, str] = {
    "win": "2:Keno Racing:bet(i)",
    "place": "2:Keno Racing:bet(ii)",
    "quinella_place": "2:Keno Racing:bet(iii)",
    "quinella": "2:Keno Racing:bet(iv)",
    "exact_quinella": "2:Keno Racing:bet(v)",
    "trio": "2:Keno Racing:bet(vi)",
    "trifecta": "2:Keno Racing:bet(vii)",
    "quartet": "2:Keno Racing:bet(viii)",
    "five_up": "2:Keno Racing:bet(ix)",
    "superfecta": "2:Keno Racing:bet(x)",
}
STANDOUT_CLAUSES: dict[RacingBet, str] = {
    "quinella": "2:Standout:1",
    "exact_quinella": "2:Standout:1",
    "quinella_place": "2:Standout:2",
    "trio": "2:Standout:2",
    "trifecta": "2:Standout:2",
    "quartet": "2:Standout:3",
    "five_up": "2:Standout:4",
    "superfecta": "2:Standout:5",
}

STRAIGHT: dict[RacingBet, Chapter[RacingFacts, Figures]] = {
    bet: Chapter("nsw-keno", f"Rule 2 - Keno Racing, {bet}") for bet in BET_CLAUSES
}
STANDOUT: dict[RacingBet, Chapter[RacingFacts, Figures]] = {
    bet: Chapter("nsw-keno", f"Rule 2 - Standout, {bet}") for bet in BET_CLAUSES
}


def forecast_rules(bet: RacingBet, option: RacingOption) -> Chapter[RacingFacts, Figures]:
    """The rules for one bet with one option; a line has no more than one (G06)."""
    match option:
        case "straight":
            return STRAIGHT[bet]
        case "box":
            return BOX
        case "standout":
            return STANDOUT[bet]
        case "field":
            return FIELD


@RACING.computes("2:Keno Grid")
def grid_row(number: int, figures: Figures) -> int:
    """Rows of ten, counted from 1 (G01).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> grid_row(11, figures), grid_row(80, figures)
    (2, 8)
    """
    return (number - 1) // figures.grid_row_numbers + 1


@RACING.computes(
    "2:Keno Racing",
    "2:Keno Racing:place(i)",
    "2:Keno Racing:place(ii)",
    "2:Keno Racing:place(iii)",
    "2:Keno Racing:place(iv)",
    "2:Keno Racing:place(v)",
    "2:Keno Racing:place(vi)",
    "2:Keno Racing:tie",
    "2:Keno Racing:zero",
)
def racing_places(drawn: Sequence[int], figures: Figures) -> Places:
    """The place of each Row: most numbers first, a tie to the Row that got there first.

    All empty Rows share the next place; `last_place` says who holds those after it (G02).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> racing_places(tuple(range(1, 21)), figures)
    (1, 2, 3, 3, 3, 3, 3, 3)
    """
    rows = bytes(drawn).translate(_rows(figures.grid_row_numbers, figures.numbers_max))
    soonest_first = reversed(dict.fromkeys(reversed(rows)))  # by the last number of each Row
    best_first = sorted(soonest_first, key=rows.count, reverse=True)  # ties stay as they are
    places = [len(best_first) + 1] * figures.grid_rows
    for place, row in enumerate(best_first, start=1):
        places[row] = place
    return tuple(places)


def last_place(result: Places, figures: Figures) -> int:
    """The place that every later one is like: a Row right here is right in all of those (G02).

    Read as `single_place`, the empty Rows hold the next place alone and those after it have no
    Row, so none is like another. Read as `spread`, they hold all places from the next one on, so
    that each of them is right in any of those.
    """
    return max(result) if figures.empty_rows == "spread" else figures.grid_rows


@cache
def _rows(across: int, highest: int) -> bytes:
    """The Row of every number, counted from 0, as a table that bytes can be translated by."""
    rows = bytes([0, *((number - 1) // across for number in range(1, highest + 1))])
    return rows + bytes(len(bytes.maketrans(b"", b"")) - len(rows))


def rows_are_on_the_grid(bet: RacingFacts, figures: Figures) -> Breach | None:
    """The Rows are on the grid, all different, and as many as the bet and its option need."""
    rows = bet.rows
    if all_different(rows, figures.grid_rows):
        if bet.in_form:
            return None
        return breach("racing/no_such_forecast", bet=bet.bet, option=bet.option)
    if min(rows) < 1 or max(rows) > figures.grid_rows:
        odd = min(rows) if min(rows) < 1 else max(rows)
        return breach("racing/no_such_row", row=odd, rows_max=figures.grid_rows)
    return breach("racing/row_twice", rows=" ".join(map(str, rows)))


for _chapter in (*STRAIGHT.values(), BOX, *STANDOUT.values(), FIELD):
    _chapter.enforces(
        "2:Keno Racing", "racing/no_such_row", "racing/row_twice", "racing/no_such_forecast"
    )(rows_are_on_the_grid)


def straight_names_its_rows(bet: RacingFacts, figures: Figures) -> Breach | None:
    """A bet without an option names exactly the Rows of its kind."""
    needed = figures.racing_rows_named[bet.bet]
    if len(bet.rows) == needed:
        return None
    return breach("racing/rows", bet=bet.bet, rows=len(bet.rows), needed=needed)


for _kind, _clause in BET_CLAUSES.items():
    STRAIGHT[_kind].enforces(_clause, "racing/rows")(straight_names_its_rows)


@BOX.enforces("2:Box:scope", "racing/no_box")
def no_box_on_win_or_place(bet: RacingFacts, figures: Figures) -> Breach | None:
    return _only_of_several_rows(bet, "racing/no_box", figures)


@BOX.enforces("2:Box", "racing/box_rows")
def box_holds_enough_rows(bet: RacingFacts, figures: Figures) -> Breach | None:
    """From as many Rows as the bet names up to all of them; cost is the only other limit (G07)."""
    needed = figures.racing_rows_named[bet.bet]
    if bet.fill >= needed:
        return None
    return breach("racing/box_rows", bet=bet.bet, rows=bet.fill, needed=needed)


@STANDOUT["win"].enforces("2:Standout:cost", "racing/no_standout")
@STANDOUT["place"].enforces("2:Standout:cost", "racing/no_standout")
def no_standout_on_win_or_place(bet: RacingFacts, figures: Figures) -> Breach | None:
    return _only_of_several_rows(bet, "racing/no_standout", figures)


def standout_leaves_a_place_to_fill(bet: RacingFacts, figures: Figures) -> Breach | None:
    """At least one place fixed and one left, and Rows enough to fill what is left (G04)."""
    needed = figures.racing_rows_named[bet.bet]
    if 1 <= bet.placed < needed <= bet.placed + bet.fill:
        return None
    return breach(
        "racing/standout_rows", bet=bet.bet, placed=bet.placed, fill=bet.fill, needed=needed
    )


for _kind, _clause in STANDOUT_CLAUSES.items():
    STANDOUT[_kind].enforces(_clause, "racing/standout_rows")(standout_leaves_a_place_to_fill)


@FIELD.enforces("2:With the Field:scope", "racing/no_field")
def no_field_on_win_or_place(bet: RacingFacts, figures: Figures) -> Breach | None:
    return _only_of_several_rows(bet, "racing/no_field", figures)


@FIELD.enforces("2:With the Field", "racing/field_rows")
def field_leaves_a_place_to_fill(bet: RacingFacts, figures: Figures) -> Breach | None:
    """As a Standout whose other Rows are all the rest (G05)."""
    needed = figures.racing_rows_named[bet.bet]
    if needed == 1 or 1 <= bet.placed < needed <= bet.placed + bet.fill:
        return None
    return breach("racing/field_rows", bet=bet.bet, placed=bet.placed, needed=needed)


def _only_of_several_rows(bet: RacingFacts, code: str, figures: Figures) -> Breach | None:
    if figures.racing_rows_named[bet.bet] > 1:
        return None
    return breach(code, bet=bet.bet)


@RACING.computes(
    "2:Box",
    "2:Standout:1",
    "2:Standout:2",
    "2:Standout:3",
    "2:Standout:4",
    "2:Standout:5",
    "2:Standout:cost",
    "2:With the Field",
)
def combinations_in(
    bet: RacingBet,
    places: tuple[tuple[int, ...], ...],
    named: tuple[int, ...],
    fill: tuple[int, ...],
    figures: Figures,
) -> int:
    """How many forecasts a bet holds, counted and not listed; each is paid for (G04, G05)."""
    if places:
        fixed = [len(rows) for rows in places if rows]
        return prod(fixed) * perm(len(fill), len(places) - len(fixed))
    return comb(len(fill), figures.racing_rows_named[bet] - len(named))


@RACING.computes(
    "2:Keno Racing:bet(i)",
    "2:Keno Racing:bet(ii)",
    "2:Keno Racing:bet(iii)",
    "2:Keno Racing:bet(iv)",
    "2:Keno Racing:bet(vi)",
)
def right_in_any_order(
    bet: RacingBet, named: tuple[int, ...], fill: tuple[int, ...], result: Places, figures: Figures
) -> int:
    """How many forecasts of a bet without order are right.

    Place and Quinella Place want every Row among the first three; the others want each place once.
    Two Rows at least hold a number, so no place looked at here comes after that of empty Rows.
    """
    size = figures.racing_rows_named[bet]
    if bet in ("place", "quinella_place"):
        within = [row for row in fill if result[row - 1] <= figures.racing_place_max]
        if max([result[row - 1] for row in named], default=0) > figures.racing_place_max:
            return 0
        return comb(len(within), size - len(named))
    taken = {result[row - 1] for row in named}
    if len(taken) != len(named) or max(taken, default=0) > size:
        return 0
    wanted = [place for place in range(1, size + 1) if place not in taken]
    filled = [result[row - 1] for row in fill]
    return prod([filled.count(place) for place in wanted])


@RACING.computes(
    "2:Keno Racing:bet(v)",
    "2:Keno Racing:bet(vii)",
    "2:Keno Racing:bet(viii)",
    "2:Keno Racing:bet(ix)",
    "2:Keno Racing:bet(x)",
)
def right_in_order(
    places: tuple[tuple[int, ...], ...], fill: tuple[int, ...], result: Places, figures: Figures
) -> tuple[int, ...]:
    """How many forecasts get exactly 0, 1, 2, ... places right from First without a gap (G03).

    Rows that fit different places are different, but for empty ones that `fill` may put in
    several: once such a Row has a place, one less is left. So what can follow a right
    beginning is a plain product.
    """
    last = last_place(result, figures)
    spare = len(fill)
    after = prod([len(rows) for rows in places if rows]) * perm(spare, places.count(()))
    filled = [result[row - 1] for row in fill]
    right, reached, standing = 1, after, 0
    exactly = [0] * (len(places) + 1)
    for place, rows in enumerate(places, start=1):
        like = min(place, last)
        if rows:
            right *= [result[row - 1] for row in rows].count(like)
        else:
            right *= filled.count(like) - standing
            standing += place >= last
        if not right:
            exactly[place - 1] = reached
            return tuple(exactly)
        if rows:
            after //= len(rows)
        else:
            after //= spare
            spare -= 1
        exactly[place - 1] = reached - right * after
        reached = right * after
    exactly[-1] = reached
    return tuple(exactly)


@RACING.computes("2:Keno Racing Jackpot")
def winning_forecasts(
    places: tuple[tuple[int, ...], ...], fill: tuple[int, ...], result: Places, figures: Figures
) -> tuple[tuple[int, ...], ...]:
    """Every forecast with all its places right; more than one only when empty Rows tie (G10)."""
    forecasts: list[tuple[int, ...]] = [()]
    last = last_place(result, figures)
    for place, rows in enumerate(places, start=1):
        fitting = [row for row in rows or fill if result[row - 1] == min(place, last)]
        forecasts = [(*before, row) for before in forecasts for row in fitting if row not in before]
    return tuple(forecasts)
