"""Part 8 - Cards."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo_cards import (
    CardFacts,
    SeriesFacts,
    first_pair,
    line_lengths,
    listed,
    numbers_of,
    outside,
    repeated,
    stray_serial,
)
from eyesdown.rulebooks.exampleland_bingo90.actions import BOOK
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

CARDS = Chapter[CardFacts, Figures](BOOK, "Part 8 - Cards")
SERIES = Chapter[SeriesFacts, Figures](BOOK, "Part 8 - Series of cards")


@CARDS.enforces(
    "8(1)",
    "ticket/number_out_of_range",
    "ticket/number_repeated",
    "ticket/wrong_lines",
    "ticket/band_broken",
)
def card_shows_three_lines_of_five(card: CardFacts, figures: Figures) -> Breach | None:
    numbers = numbers_of(card.rows)
    if strange := outside(numbers, figures.selector_lowest, figures.selector_highest):
        return breach("ticket/number_out_of_range", numbers=listed(strange))
    if twice := repeated(numbers):
        return breach("ticket/number_repeated", numbers=listed(twice))
    if line_lengths(card.rows) != figures.card_lines:
        return breach("ticket/wrong_lines", lines=listed(line_lengths(card.rows)))
    if card.strict_banding and card.broken_band:
        return breach("ticket/band_broken", band=card.broken_band)
    return None


@SERIES.enforces("8(2)", "series/same_numbers_twice")
def no_two_cards_are_alike(series: SeriesFacts) -> Breach | None:
    pair = first_pair(series.combinations)
    return pair and breach("series/same_numbers_twice", first_place=pair[0], second_place=pair[1])


@CARDS.enforces("8(3)", "ticket/no_serial")
def card_shows_its_serial(card: CardFacts) -> Breach | None:
    return None if card.serial else breach("ticket/no_serial", side=card.serial_side)


@SERIES.enforces("8(3)", "series/two_serials")
def cards_show_the_serial_of_the_series(series: SeriesFacts) -> Breach | None:
    other = stray_serial(series)
    return breach("series/two_serials", serial=series.serial, other=other) if other else None
