"""Keno screens of the whole site: results, closing times, jackpots, winners, the web's facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from math import comb

from eyesdown.display.keno import BRANDS
from eyesdown.keno.deciding import is_offered
from eyesdown.keno.draws import draw_of
from eyesdown.keno.records import Game, GameState, Instructions, Prize, PrizeState, Sold
from eyesdown.keno.state import KenoState
from eyesdown.rulebook.facts.keno_life import Form
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10b_promotion import due_soon, overdue
from eyesdown.rulebooks.nsw_keno.c18_prizes import schedule_rows

HOW_TO_ENTER = (
    "Choose a game and your numbers.",
    "Pay.",
    "Take the ticket.",
    "See the draw.",
    "Check the ticket.",
)
"""Each a step that the page explains."""


@dataclass(frozen=True, slots=True)
class Result:
    """The numbers of a drawn game in their order, and its Multiplier."""

    keno_day: date
    number: int
    numbers: tuple[int, ...]
    multiplier: int


@dataclass(frozen=True, slots=True)
class NumberShown:
    """A drawn number as it is shown; the last one flashes while a wrong one stands."""

    position: int
    number: int
    flashing: bool


@dataclass(frozen=True, slots=True)
class JackpotShown:
    """A jackpot as a Venue shows it; with a pool, what all jurisdictions have put in."""

    jackpot: str
    growth_cents: Fraction
    pooled: bool
    jurisdictions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VenueScreen:
    """What is shown at a Venue during its displayed trading hours."""

    latest: Result | None
    open_game: int | None
    closes_at: datetime | None
    cash_game: bool
    jackpots: tuple[JackpotShown, ...]


@dataclass(frozen=True, slots=True)
class WinnerShown:
    """A published win: the Venue, its area, the channel and the amount; a name only if allowed."""

    name: str
    venue: str
    area: str
    channel: str
    cents: int


@dataclass(frozen=True, slots=True)
class WebInformation:
    how_to_enter: tuple[str, ...]
    closes_at: datetime | None
    results: tuple[Result, ...]
    all_spots_one_in: tuple[tuple[int, Fraction], ...]


def result_of(book: NswKeno, game: Game) -> Result | None:
    """A game's result once all its numbers are drawn."""
    if game.state not in (GameState.DRAWN, GameState.SETTLED):
        return None
    return Result(game.keno_day, game.number, game.numbers, draw_of(book, game.numbers).multiplier)


def results_inquiry(
    book: NswKeno, state: KenoState, keno_day: date, first: int, last: int
) -> tuple[Result, ...]:
    """The results of games of a Keno Day, for a terminal to show or print or a web device."""
    found = (
        result_of(book, game)
        for game in state.games.values()
        if game.keno_day == keno_day and first <= game.number <= last
    )
    return tuple(result for result in found if result is not None)


def results_feed(book: NswKeno, state: KenoState) -> tuple[Result, ...]:
    """All results at hand, oldest first, for any other medium that wants them."""
    found = (result_of(book, game) for game in state.games.values())
    return tuple(result for result in found if result is not None)


def numbers_shown(game: Game) -> tuple[NumberShown, ...]:
    """A draw as the screen has it, with wrong numbers still in their places (T18)."""
    shown = list(game.numbers)
    for wrong in game.wrong:
        shown[wrong.position - 1] = wrong.shown
    last = len(shown)
    return tuple(
        NumberShown(place, number, flashing=bool(game.wrong) and place == last)
        for place, number in enumerate(shown, start=1)
    )


def next_close(state: KenoState) -> datetime | None:
    """When the open game closes; the same for Venues and the web."""
    return None if state.open_game is None else state.games[state.open_game].closes_at


def is_cash_game(state: KenoState, game: Game) -> bool:
    """Whether an Approved Bonus Prize can be won in a game."""
    return any(
        extra.bonus and extra.won_in is None and is_offered(extra, game.closes_at)
        for extra in state.extras.values()
    )


def jackpots_shown(state: KenoState) -> tuple[JackpotShown, ...]:
    return tuple(
        JackpotShown(kept.jackpot, kept.available_cents, kept.pooled, kept.jurisdictions)
        for kept in state.jackpots.values()
    )


def venue_screen(book: NswKeno, state: KenoState, venue: str, at: datetime) -> VenueScreen | None:
    """A Venue's screen, or None outside its displayed trading hours."""
    if not state.venues[venue].trading(at):
        return None
    results = results_feed(book, state)
    game = None if state.open_game is None else state.games[state.open_game]
    return VenueScreen(
        latest=results[-1] if results else None,
        open_game=game.number if game else None,
        closes_at=next_close(state),
        cash_game=game is not None and is_cash_game(state, game),
        jackpots=jackpots_shown(state),
    )


def winners_feed(
    state: KenoState, won: Iterable[tuple[Sold, Prize]], least_cents: int
) -> tuple[WinnerShown, ...]:
    """Wins worth publishing; who asked to stay unnamed does so until he says otherwise.

    What a disqualified Entry has won is none: no claim is entered for it (21(a)).
    """
    found = []
    for sold, prize in won:
        if sold.disqualified is not None or prize.state is PrizeState.BARRED:
            continue
        venue = state.venues.get(sold.entry.venue)
        account = state.accounts.get(sold.entry.account)
        name = account.holder if account and not sold.anonymous else ""
        if prize.cents >= least_cents:
            where = (venue.name, venue.area) if venue else ("", "")
            found.append(WinnerShown(name, *where, sold.entry.channel, prize.cents))
    return tuple(found)


def web_information(book: NswKeno, state: KenoState) -> WebInformation:
    """How to enter, when the game closes, past results, and the odds of catching every spot.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> odds = dict(web_information(open_on(date(2024, 1, 12)), KenoState()).all_spots_one_in)
    >>> odds[1], round(odds[10])
    (Fraction(4, 1), 8911711)
    """
    limits = book.limits
    odds = tuple(
        (spots, Fraction(comb(limits.numbers_max, spots), comb(limits.numbers_drawn, spots)))
        for spots in limits.spot_counts
        if spots <= limits.numbers_drawn
    )
    return WebInformation(HOW_TO_ENTER, next_close(state), results_feed(book, state), odds)


def schedule_of_prizes(book: NswKeno, form: Form) -> tuple[tuple[str, str, int], ...]:
    """A game's prize list as rows of (bet, outcome, cents), under its brand."""
    assert form in BRANDS
    rows = schedule_rows(book.tables)
    return tuple((bet, outcome, cents) for game, bet, outcome, cents in rows if game == form)


def instructions_on(state: KenoState, medium: str, at: datetime) -> Instructions | None:
    """The instructions that stood on a medium at a moment; they are read as part of the rules."""
    found = [one for one in state.instructions if one.medium == medium and one.since <= at]
    return found[-1] if found else None


@dataclass(frozen=True, slots=True)
class PromotionAlert:
    """Money of a category's sub-account that must reach players soon, or should have."""

    category: str
    due_soon_cents: Fraction
    overdue_cents: Fraction


def promotion_alerts(book: NswKeno, state: KenoState, day: date) -> tuple[PromotionAlert, ...]:
    """The office's reminder, sixty days ahead of the twelve months and after them (M20)."""
    found = (
        PromotionAlert(
            category, due_soon(money, day, book.limits), overdue(money, day, book.limits)
        )
        for category, money in state.promotion.items()
    )
    return tuple(alert for alert in found if alert.due_soon_cents or alert.overdue_cents)
