"""What keno shows live: the wall's snapshots, and figures for the machines that watch the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from eyesdown.central.keno.lifecycle import Waits, unpublished, waiting
from eyesdown.central.keno.machine import KenoSite, book_on
from eyesdown.central.site.site import Site
from eyesdown.central.tenant import Gauge
from eyesdown.display.keno.wall import Snapshot, snapshot
from eyesdown.keno.words.games import Game

ANSWERS_USUAL = timedelta(seconds=2)
"""Answers of witnesses come sooner; the wall says whose is missing only after this time."""


def wall_at(state: KenoSite, now: datetime, published: int | None = None) -> Snapshot:
    """The wall at a moment, with the newest published result or an earlier one."""
    newest = state.draws.published_max
    number = newest if published is None else published
    cage = state.draws.cages.get(number + 1)
    caged = cage.numbers if cage else ()
    shown = snapshot(book_on(now.date()), state.keno, now, published=number, caged=caged)
    if number != newest:
        return replace(shown, late="")
    game, waits = (None, "") if caged else waits_for(state, now)
    if game is None:
        return shown
    # Once a later game has closed, this one is delayed as well.
    late = f"{shown.late or f'Game {game.number}'}: {waits}"
    return replace(shown, late=late)


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


def wall_since(site: Site[KenoSite], now: datetime, shown: Snapshot | None) -> list[Snapshot]:
    """The wall now, and before it a snapshot of every result published since `shown`.

    So no result is left out. A change of the wall's clock alone is none.
    """
    last = site.state.draws.published_max
    before = last if shown is None or shown.result is None else shown.result
    snapshots = []
    for game in range(min(before + 1, last), last + 1):
        newer = wall_at(site.state, now, game)
        if shown is None or replace(newer, now=shown.now) != shown:
            snapshots.append(newer)
            shown = newer
    return snapshots


FEEDS = {"wall": wall_since, "board": wall_since}
"""The wall; `board` is its name before 0.2.0."""


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
