"""Part 2 - Table layout and equipment: scorecards and their series."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo_cards import (
    CardFacts,
    ScorecardFacts,
    SeriesFacts,
    first_colour_again,
    first_gap,
    first_pair,
    line_lengths,
    listed,
    numbers_of,
    outside,
    repeated,
    stray_serial,
)
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

SCORECARDS = Chapter[ScorecardFacts, NswBingoFigures]("nsw-casino-bingo", "Part 2 - Scorecards")
SERIES = Chapter[SeriesFacts, NswBingoFigures]("nsw-casino-bingo", "Part 2 - Series of scorecards")


@SCORECARDS.enforces("1.1 'scorecard'", "scorecard/wrong_boxes")
def scorecard_is_six_up_or_twelve_up(
    page: ScorecardFacts, figures: NswBingoFigures
) -> Breach | None:
    """What it is made of is asked when it is issued (3.2.1)."""
    if len(page.boxes) in (figures.six_up_boxes, figures.twelve_up_boxes):
        return None
    return breach("scorecard/wrong_boxes", boxes=len(page.boxes))


SCORECARDS.computes("1.1 'six-up card'", "1.1 'twelve-up card'")(scorecard_is_six_up_or_twelve_up)


@SCORECARDS.enforces("1.1 'box'", "box/wrong_numbers")
def box_has_its_numbers(page: ScorecardFacts, figures: NswBingoFigures) -> Breach | None:
    """1 and 90 count, although the words only say between (A16)."""
    for place, box in enumerate(page.boxes, start=1):
        numbers = numbers_of(box.rows)
        strange = outside(numbers, figures.selector_lowest, figures.selector_highest)
        if strange or len(set(numbers)) != figures.box_numbers:
            different = len(set(numbers))
            return breach(
                "box/wrong_numbers", box=place, numbers=different, outside=listed(strange)
            )
    return None


@SCORECARDS.enforces("2.2.1", "scorecard/not_every_number")
def scorecard_has_every_number(page: ScorecardFacts, figures: NswBingoFigures) -> Breach | None:
    """Six boxes part 1 to 90 among them; a twelve-up is two such halves (A09)."""
    whole = set(range(figures.selector_lowest, figures.selector_highest + 1))
    for start in range(0, len(page.boxes), figures.six_up_boxes):
        half = page.boxes[start : start + figures.six_up_boxes]
        numbers = [number for box in half for number in numbers_of(box.rows)]
        missing, twice = sorted(whole - set(numbers)), repeated(numbers)
        if missing or twice:
            return breach(
                "scorecard/not_every_number", missing=listed(missing), repeated=listed(twice)
            )
    return None


@SCORECARDS.enforces("2.2.2", "scorecard/no_serial")
def scorecard_carries_its_serial(page: ScorecardFacts) -> Breach | None:
    return None if page.serial else breach("scorecard/no_serial", boxes=len(page.boxes))


@SCORECARDS.enforces("2.4", "box/wrong_lines", "box/same_numbers_twice", "box/band_broken")
def boxes_have_three_lines_of_five(page: ScorecardFacts, figures: NswBingoFigures) -> Breach | None:
    """Equal numbers in another layout are the same combination (A03); bands as in A01."""
    for place, box in enumerate(page.boxes, start=1):
        if not _has_lines(box, figures):
            lines = listed(line_lengths(box.rows))
            return breach("box/wrong_lines", box=place, lines=lines, spaces=_spaces(box))
        if box.strict_banding and box.broken_band:
            return breach("box/band_broken", box=place, band=box.broken_band)
    pair = first_pair([frozenset(numbers_of(box.rows)) for box in page.boxes])
    return pair and breach("box/same_numbers_twice", box=pair[0], other=pair[1])


def _has_lines(box: CardFacts, figures: NswBingoFigures) -> bool:
    lines = (figures.line_numbers,) * figures.box_lines
    return line_lengths(box.rows) == lines and _spaces(box) == figures.box_spaces


def _spaces(box: CardFacts) -> int:
    return sum(len(row) for row in box.rows)


@SERIES.enforces("2.2.2", "series/two_serials")
def scorecards_carry_the_serial_of_the_series(series: SeriesFacts) -> Breach | None:
    other = stray_serial(series)
    return breach("series/two_serials", serial=series.serial, other=other) if other else None


@SERIES.enforces("2.3.1", "series/books_not_consecutive")
def books_are_consecutive(series: SeriesFacts) -> Breach | None:
    gap = first_gap(series.book_numbers)
    return gap and breach("series/books_not_consecutive", after=gap[0], found=gap[1])


@SERIES.enforces("2.3.2", "series/game_colour_again")
def game_colours_differ(series: SeriesFacts) -> Breach | None:
    """From every earlier game of the series, unless the hall narrows the reach (A05, A06)."""
    again = first_colour_again(series.game_colours, series.colour_lookback_games)
    if again is None:
        return None
    game, earlier, colour = again
    return breach("series/game_colour_again", colour=colour, game=game, earlier=earlier)


@SERIES.enforces("2.4", "series/same_numbers_twice")
def combinations_are_unique(series: SeriesFacts) -> Breach | None:
    """The whole series counts: all books, games and boxes (A03)."""
    pair = first_pair(series.combinations)
    return pair and breach("series/same_numbers_twice", first_place=pair[0], second_place=pair[1])
