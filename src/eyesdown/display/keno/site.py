"""What keno shows of the whole site: numbers, cash games, winners, instructions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from eyesdown.keno.state.checks import is_offered
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.games import Game
from eyesdown.keno.words.places import Instructions
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10b_promotion import due_soon, overdue

HOW_TO_ENTER = (
    "Choose a game and your numbers.",
    "Pay.",
    "Take the ticket.",
    "See the draw.",
    "Check the ticket.",
)
"""Each a step that the page explains."""


@dataclass(frozen=True, slots=True)
class NumberShown:
    """A drawn number as it is shown; the last one flashes while a wrong number is shown."""

    position: int
    number: int
    flashing: bool


@dataclass(frozen=True, slots=True)
class WinnerShown:
    """A published win: the Venue, its area, the channel and the amount; a name only if allowed."""

    name: str
    venue: str
    area: str
    channel: str
    cents: int


def numbers_shown(game: Game) -> tuple[NumberShown, ...]:
    """A draw as the screen has it, with wrong numbers still in their positions (T18)."""
    shown = list(game.numbers)
    for wrong in game.wrong:
        shown[wrong.position - 1] = wrong.shown
    last = len(shown)
    return tuple(
        NumberShown(position, number, flashing=bool(game.wrong) and position == last)
        for position, number in enumerate(shown, start=1)
    )


def is_cash_game(state: KenoState, game: Game) -> bool:
    """Whether an Approved Bonus Prize can be won in a game."""
    return any(
        extra.bonus and extra.won_in is None and is_offered(extra, game.closes_at)
        for extra in state.extras.values()
    )


def winners_feed(
    state: KenoState, won: Iterable[tuple[EntryRecord, Prize]], least_cents: int
) -> tuple[WinnerShown, ...]:
    """Wins of at least `least_cents`; a player who asked for it stays unnamed.

    A disqualified Entry has no win: no claim is entered for it (21(a)).
    """
    winners = []
    for sold, prize in won:
        if sold.disqualified is not None or prize.state is PrizeState.BARRED:
            continue
        venue = state.venues.get(sold.entry.venue)
        account = state.accounts.get(sold.entry.account)
        name = account.holder if account and not sold.anonymous else ""
        if prize.cents >= least_cents:
            where = (venue.name, venue.area) if venue else ("", "")
            winners.append(WinnerShown(name, *where, sold.entry.channel, prize.cents))
    return tuple(winners)


def instructions_on(state: KenoState, medium: str, at: datetime) -> Instructions | None:
    """The instructions in force on a medium at a moment; they are read as part of the rules."""
    published = [
        instructions
        for instructions in state.instructions
        if instructions.medium == medium and instructions.since <= at
    ]
    return published[-1] if published else None


@dataclass(frozen=True, slots=True)
class PromotionAlert:
    """Money of a category's sub-account that must reach players soon, or should have."""

    category: str
    due_soon_cents: Fraction
    overdue_cents: Fraction


def promotion_alerts(book: NswKeno, state: KenoState, day: date) -> tuple[PromotionAlert, ...]:
    """The office's reminder, sixty days ahead of the twelve months and after them (M20)."""
    alerts = (
        PromotionAlert(
            category, due_soon(money, day, book.figures), overdue(money, day, book.figures)
        )
        for category, money in state.promotion.items()
    )
    return tuple(alert for alert in alerts if alert.due_soon_cents or alert.overdue_cents)
