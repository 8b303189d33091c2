"""What keno shows live: the wall's snapshots, and figures for the machines that watch the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from eyesdown.central.keno.lifecycle import Waits, unpublished, waiting
from eyesdown.central.keno.lookups import game_name
from eyesdown.central.keno.lookups import result as published_result
from eyesdown.central.keno.machine import EVENTS, KenoSite, book_on, game_key
from eyesdown.central.keno.office.winnings import WINNINGS
from eyesdown.central.site.site import Site
from eyesdown.central.tenant import FeedSource, Gauge
from eyesdown.display.keno.wall import Snapshot, snapshot
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.words.games import Game, GameState

ANSWERS_USUAL = timedelta(seconds=2)
"""Answers of witnesses come sooner; the wall says whose is missing only after this time."""


HURRY = 4
"""A game that had to wait for the one before it falls this many times as fast."""
WAITING_MAX = 8
"""The most games that can be on their way from publication to the wall."""


class Showing(NamedTuple):
    """How far the wall is: all of `game` and every game before it, then `balls` of the next one.

    `balls` is None while no game is being shown ball by ball; `changes_at` is the time of the next
    ball.
    """

    game: int
    balls: int | None = None
    changes_at: datetime | None = None


def showing(site: Site[KenoSite], now: datetime, draw_time: timedelta) -> Showing:
    """What every public display may show: it follows from the published results and the clock.

    A result takes `draw_time` from its first ball to its last. One that is published while
    another is falling waits for it. Balls of a cage were shown as they were keyed.
    """
    last = site.state.draws.published_max
    at = None if last < 0 or not draw_time else _published_at(site, last)
    moment = now.astimezone(UTC)
    if at is None or moment >= at + WAITING_MAX * draw_time:
        return Showing(last)
    for game, starts, ends in shown_spans(site, last, draw_time):
        if moment < ends:
            ball = (ends - starts) / book_on(now.date()).figures.numbers_drawn
            balls = max(0, (moment - starts) // ball)
            return Showing(game - 1, balls, starts + (balls + 1) * ball)
    return Showing(last)


def shown_spans(
    site: Site[KenoSite], last: int, draw_time: timedelta
) -> Iterator[tuple[int, datetime, datetime]]:
    """When displays begin and end to show the newest games up to `last`, in UTC."""
    ends = None
    for game in range(max(0, last - WAITING_MAX), last + 1):
        at = _published_at(site, game)
        if at is None:
            continue
        waited = ends is not None and at < ends
        starts = ends if ends is not None and waited else at
        ends = starts + (draw_time / HURRY if waited else draw_time)
        yield game, starts, ends


def _published_at(site: Site[KenoSite], game: int) -> datetime | None:
    """When a result was published, in UTC; None if it was drawn by a cage, ball by ball."""
    day, _, number = game_name(site, game).partition("/")
    published = published_result(site, day, int(number)) if number else None
    if published is None or published.at is None or published.how == "cage":
        return None
    return published.at.astimezone(UTC)


def given_unseen(site: Site[KenoSite], shown: int) -> dict[str, Fraction]:
    """What jackpots gave in the games after `shown` that are settled, in cents by jackpot."""
    given: dict[str, Fraction] = {}
    for number, game in site.state.keno.games.items():
        if number <= shown or game.state is not GameState.SETTLED:
            continue
        row = site.store.record("winnings", game_key(game))
        if row is None or not WINNINGS.read(row.body).jackpots:
            continue
        settled = next(site.store.rows(row.seq - 1))
        for event in EVENTS.read_all(settled.events):
            for paid in event.jackpots if isinstance(event, GameSettled) else ():
                before = given.get(paid.jackpot, Fraction(0))
                given[paid.jackpot] = before + paid.cents + paid.elsewhere_cents
    return given


def wall_at(
    state: KenoSite,
    now: datetime,
    published: int | None = None,
    balls: int | None = None,
    unseen: Mapping[str, Fraction] | None = None,
) -> Snapshot:
    """The wall at a moment, with the newest published result or an earlier one.

    `balls` of the game after it are out while that game is shown ball by ball; `unseen` is what
    jackpots gave in games that are not shown yet.
    """
    newest = state.draws.published_max
    number = newest if published is None else published
    cage = state.draws.cages.get(number + 1)
    falling: Sequence[int] | None = cage.numbers if cage and cage.numbers else None
    if balls is not None:
        falling = state.keno.games[number + 1].numbers[:balls]
    shown = snapshot(
        book_on(now.date()), state.keno, now, published=number, falling=falling, unseen=unseen
    )
    if number != newest:
        return replace(shown, late="")
    game, waits = (None, "") if falling else waits_for(state, now)
    if game is None:
        return shown
    # Once a later game has closed, this one is delayed as well.
    late = f"{shown.late or f'Game {game.number}'}: {waits}"
    return replace(shown, late=late)


def wall_now(site: Site[KenoSite], now: datetime, draw_time: timedelta) -> Snapshot:
    """The wall at this moment, at the pace of the draw."""
    shown = showing(site, now, draw_time)
    unseen = given_unseen(site, shown.game)
    return wall_at(site.state, now, shown.game, shown.balls, unseen)


def waits_for(state: KenoSite, now: datetime) -> tuple[Game | None, str]:
    """The game whose draw waits, and for what, in words for the hall; None if all goes on."""
    for game in unpublished(state)[:1]:
        step = waiting(state, game, now, cage=False, pool_wait=timedelta(0))
        taking = state.witnessed.draws.get(game.game)
        revealed = taking.revealed_at if taking else None
        fresh = revealed is not None and now < revealed + ANSWERS_USUAL
        if isinstance(step, Waits) and not (step.code == "witness" and fresh):
            return game, step.sentence
    return None, ""


def wall_since(
    draw_time: timedelta, site: Site[KenoSite], now: datetime, shown: Snapshot | None
) -> list[Snapshot]:
    """The wall now, and before it a snapshot of every result shown since `shown`.

    So no result is left out. A change of the wall's clock alone is none.
    """
    current = showing(site, now, draw_time)
    last = current.game
    before = last if shown is None or shown.result is None else shown.result
    unseen = given_unseen(site, last)
    walls = [
        wall_at(site.state, now, game, unseen=unseen)
        for game in range(min(before + 1, last), last + 1)
    ]
    if current.balls is not None:
        if before >= last:
            walls = []  # the result before it is on the wall already
        walls.append(wall_at(site.state, now, last, current.balls, unseen))
    snapshots = []
    for newer in walls:
        if shown is None or replace(newer, now=shown.now) != shown:
            snapshots.append(newer)
            shown = newer
    return snapshots


def feeds_at(draw_time: timedelta) -> Mapping[str, FeedSource[KenoSite]]:
    """The wall's feed by name; `board` is its name before 0.2.0."""
    source = partial(wall_since, draw_time)
    return {"wall": source, "board": source}


def feeds_due(draw_time: timedelta) -> Callable[[Site[KenoSite], datetime], datetime | None]:
    """When the feeds change by the clock alone: at the next ball."""
    return lambda site, now: showing(site, now, draw_time).changes_at


def gauges(state: KenoSite) -> tuple[Gauge, ...]:
    """The open game, games on their way, and games that wait for a person."""
    keno = state.keno
    game = -1 if keno.open_game is None else keno.open_game
    stopped = len(state.draws.stopped)
    broken_off = state.witnessed.broken_off
    return (
        Gauge("open_game", "Running number of the open game; -1 while none is.", game),
        Gauge("games_unsettled", "Games that are closed and not settled.", len(keno.unsettled)),
        Gauge("games_stopped", "Games that control stopped; each waits for a person.", stopped),
        Gauge("draws_broken_off", "Draws that were broken off.", broken_off, only_grows=True),
    )
