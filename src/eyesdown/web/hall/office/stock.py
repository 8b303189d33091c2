"""The stock of printed cards for the office: what is left, sold and spoiled, and any card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from eyesdown.bingo.state.stock import Series
from eyesdown.central.hall.state import HallSite
from eyesdown.web.hall.api.questions import shown_card
from eyesdown.web.hall.forms import numbers_typed

CARDS_SHOWN = 12
NUMBERS_ON_A_TICKET = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRow:
    """A series in stock."""

    serial: str
    colour: str
    cards: int
    left: int
    spoiled: int
    runs: tuple[tuple[int, int], ...]
    spoiled_runs: tuple[tuple[int, int], ...]
    plan: str
    tickets: tuple[int, int]
    """The first and the last number in print, where a card is a page of such tickets."""

    @property
    def sold(self) -> int:
        """How many were sold or issued."""
        return self.cards - self.left - self.spoiled


def series_rows(state: HallSite) -> tuple[SeriesRow, ...]:
    """Every series, the newest last."""
    return tuple(
        SeriesRow(
            serial=each.serial,
            colour=each.colour,
            cards=len(each.cards),
            left=len(each.left),
            spoiled=len(each.spoiled),
            runs=tuple(each.left.runs[:CARDS_SHOWN]),
            spoiled_runs=tuple(each.spoiled.runs[:CARDS_SHOWN]),
            plan=_plan(each),
            tickets=_tickets(each),
        )
        for each in state.hall.series.values()
    )


def _plan(series: Series) -> str:
    if series.stock is None:
        return "entered card by card"
    stock = series.stock
    games = f", {stock.games} games a book" if stock.games > 1 else ""
    return f"{stock.books:,} books, {stock.up.replace('_', '-')}{games} · {stock.manifest[:12]}"


def _tickets(series: Series) -> tuple[int, int]:
    if not series.by_ticket:
        return 0, 0
    cards = series.cards
    first = next(iter(cards))
    last = first + len(cards) - 1
    return series.tickets_on(first)[0], series.tickets_on(last)[-1]


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card of the stock as it is printed, and who has it."""

    card: Any
    holder: str
    session: str
    tickets: range
    """The numbers in print of its tickets, where they have their own."""


def find_cards(state: HallSite, serial: str, text: str) -> tuple[FoundCard, ...]:
    """Cards by their numbers in a series, or the card that has fifteen numbers; none if unknown.

    >>> from eyesdown.control.hall.tally import Tally
    >>> find_cards(HallSite(Tally("vic-bingo")), "A1", "7")
    ()
    """
    numbers = numbers_typed("find", text)
    stock = state.hall.series
    series = [stock[serial]] if serial in stock else list(stock.values())
    if len(numbers) == NUMBERS_ON_A_TICKET:
        places = [(each, each.find(numbers)) for each in series]
        cards = [(each, place[0]) for each, place in places if place]
    else:
        cards = [(each, card) for each in series for card in _with_numbers(each, numbers)]
    return tuple(_found(state, each, number) for each, number in cards[:CARDS_SHOWN])


def _with_numbers(series: Series, numbers: Iterable[int]) -> list[int]:
    """Cards that bear numbers: as the number of the card, or of one of its tickets."""
    cards = [card for number in numbers for card in (number, series.with_ticket(number))]
    return [card for card in dict.fromkeys(cards) if card in series.cards]


def _found(state: HallSite, series: Series, number: int) -> FoundCard:
    name, tickets = f"{series.serial}/{number}", series.tickets_on(number)
    for session, each in state.hall.sessions.items():
        held = each.holdings.get(name)
        if held is not None:
            return FoundCard(shown_card(series, number), held.player, session, tickets)
    return FoundCard(shown_card(series, number), "", "", tickets)
