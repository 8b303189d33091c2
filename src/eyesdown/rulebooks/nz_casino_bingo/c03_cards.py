"""Part 3 - Equipment: cards and their series."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo_cards import (
    CardFacts,
    SeriesFacts,
    first_gap,
    first_pair,
    line_lengths,
    listed,
    numbers_of,
    outside,
    repeated,
    stray_serial,
)
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

CARDS = Chapter[CardFacts, NzBingoFigures]("nz-casino-bingo", "Part 3 - Cards")
SERIES = Chapter[SeriesFacts, NzBingoFigures]("nz-casino-bingo", "Part 3 - Series of cards")


@CARDS.enforces("3.2(a)", "card/wrong_form", "card/no_serial", "card/band_broken")
def card_has_the_form_of_the_appendix(card: CardFacts, figures: NzBingoFigures) -> Breach | None:
    """A broken band is refused only in a hall that asks for it (A01)."""
    columns = {len(row) for row in card.rows}
    if len(card.rows) != figures.card_lines or columns != {figures.card_columns}:
        return breach("card/wrong_form", lines=len(card.rows), columns=max(columns, default=0))
    if card.grids > 1:
        return breach("card/wrong_form", grids=card.grids)
    if not card.serial or card.serial_side not in figures.serial_sides:
        return breach("card/no_serial", side=card.serial_side)
    if card.strict_banding and card.broken_band:
        return breach("card/band_broken", band=card.broken_band)
    return None


@CARDS.enforces("3.2(b)", "card/wrong_lines", "card/number_out_of_range", "card/number_repeated")
def card_shows_three_lines_of_five(card: CardFacts, figures: NzBingoFigures) -> Breach | None:
    """Both ends of the range count (A16)."""
    numbers = numbers_of(card.rows)
    strange = outside(numbers, figures.selector_lowest, figures.selector_highest)
    if strange:
        return breach("card/number_out_of_range", numbers=listed(strange))
    twice = repeated(numbers)
    if twice:
        return breach("card/number_repeated", numbers=listed(twice))
    if line_lengths(card.rows) != (figures.line_numbers,) * figures.card_lines:
        return breach("card/wrong_lines", lines=listed(line_lengths(card.rows)))
    return None


@SERIES.enforces("3.2(c)", "card/no_series")
def cards_form_part_of_a_series(series: SeriesFacts) -> Breach | None:
    return None if series.serial else breach("card/no_series", cards=len(series.card_numbers))


@SERIES.enforces(
    "3.2(c)(i)", "series/no_colour", "series/two_serials", "series/serial_words_missing"
)
def series_has_one_colour_and_one_serial(
    series: SeriesFacts, figures: NzBingoFigures
) -> Breach | None:
    """The colour marks the series here, not a game (A05)."""
    if not series.colour.strip():
        return breach("series/no_colour", serial=series.serial)
    if other := stray_serial(series):
        return breach("series/two_serials", serial=series.serial, other=other)
    if figures.serial_words not in series.serial_words.casefold():
        return breach("series/serial_words_missing", serial=series.serial)
    return None


@SERIES.enforces("3.2(c)(ii)", "series/cards_not_consecutive", "series/card_number_missing")
def card_numbers_are_consecutive(series: SeriesFacts) -> Breach | None:
    """A card number is owed although the example shows none (A04); the list has no order."""
    if len(series.card_numbers) != len(series.card_serials):
        return breach(
            "series/card_number_missing",
            cards=len(series.card_serials),
            numbered=len(series.card_numbers),
        )
    gap = first_gap(sorted(series.card_numbers))
    return gap and breach("series/cards_not_consecutive", after=gap[0], found=gap[1])


@SERIES.enforces("3.2(c)(iii)", "series/same_numbers_twice")
def no_two_cards_have_the_same_numbers(series: SeriesFacts) -> Breach | None:
    """Layout plays no part (A03); another series may hold the same numbers (A15)."""
    pair = first_pair(series.combinations)
    return pair and breach("series/same_numbers_twice", first_place=pair[0], second_place=pair[1])


@SERIES.enforces("3.2(c)(iv)", "series/serial_in_use")
def serial_is_unlike_every_other(series: SeriesFacts) -> Breach | None:
    if series.serial not in series.serials_in_use:
        return None
    return breach("series/serial_in_use", serial=series.serial)
