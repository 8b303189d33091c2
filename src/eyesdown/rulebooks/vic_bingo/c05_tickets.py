"""Rule 5 - Standards for bingo tickets."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo_cards import (
    CardFacts,
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
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

TICKETS = Chapter[CardFacts, VicBingoFigures]("vic-bingo", "Rule 5 - Tickets")
SERIES = Chapter[SeriesFacts, VicBingoFigures]("vic-bingo", "Rule 5 - Series of tickets")


@TICKETS.enforces("5", "ticket/braille_not_approved")
def braille_form_is_approved(ticket: CardFacts) -> Breach | None:
    if not ticket.braille or ticket.braille_approval:
        return None
    return breach("ticket/braille_not_approved", serial=ticket.serial)


def exempt(ticket: CardFacts) -> bool:
    """An approved Braille ticket is exempt from the standards, its serial included (A08)."""
    return ticket.braille and bool(ticket.braille_approval)


@TICKETS.enforces(
    "5(a)(i)",
    "ticket/wrong_lines",
    "ticket/number_out_of_range",
    "ticket/number_repeated",
    "ticket/band_broken",
)
def ticket_shows_three_lines_of_five(ticket: CardFacts, figures: VicBingoFigures) -> Breach | None:
    """Both ends count (A16); a broken band is refused only where the hall asks for it (A01)."""
    if exempt(ticket):
        return None
    numbers = numbers_of(ticket.rows)
    strange = outside(numbers, figures.selector_lowest, figures.selector_highest)
    if strange:
        return breach("ticket/number_out_of_range", numbers=listed(strange))
    twice = repeated(numbers)
    if twice:
        return breach("ticket/number_repeated", numbers=listed(twice))
    if line_lengths(ticket.rows) != (figures.line_numbers,) * figures.ticket_lines:
        return breach("ticket/wrong_lines", lines=listed(line_lengths(ticket.rows)))
    if ticket.strict_banding and ticket.broken_band:
        return breach("ticket/band_broken", band=ticket.broken_band)
    return None


@TICKETS.enforces("5(a)(ii)", "ticket/no_serial", "ticket/serial_words_missing")
def ticket_shows_its_serial(ticket: CardFacts, figures: VicBingoFigures) -> Breach | None:
    if exempt(ticket):
        return None
    if not ticket.serial or ticket.serial_side not in figures.serial_sides:
        return breach("ticket/no_serial", side=ticket.serial_side)
    if figures.serial_words not in ticket.serial_words.casefold():
        return breach("ticket/serial_words_missing", serial=ticket.serial)
    return None


@SERIES.enforces("5(a)(i)", "series/same_numbers_twice")
def combinations_are_unique(series: SeriesFacts) -> Breach | None:
    """Layout plays no part, and the whole series counts, books and games alike (A03)."""
    pair = first_pair(series.combinations)
    return pair and breach("series/same_numbers_twice", first_place=pair[0], second_place=pair[1])


@SERIES.enforces("5(a)(ii)", "series/two_serials")
def tickets_show_the_serial_of_the_series(series: SeriesFacts) -> Breach | None:
    other = stray_serial(series)
    return breach("series/two_serials", serial=series.serial, other=other) if other else None


@SERIES.enforces("5(b)(i)", "series/books_not_consecutive")
def books_are_consecutive(series: SeriesFacts) -> Breach | None:
    gap = first_gap(series.book_numbers)
    return gap and breach("series/books_not_consecutive", after=gap[0], found=gap[1])


@SERIES.enforces("5(b)(ii)", "series/game_colour_again")
def game_colours_differ(series: SeriesFacts, figures: VicBingoFigures) -> Breach | None:
    """The colour marks a game here, not the series (A05), and must differ from four back (A06)."""
    again = first_colour_again(series.game_colours, figures.colour_lookback_games)
    if again is None:
        return None
    game, earlier, colour = again
    return breach("series/game_colour_again", colour=colour, game=game, earlier=earlier)
