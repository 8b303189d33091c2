"""What a hall shows live: the public board, the staff's screen, and figures for machines."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from eyesdown.central.hall.machine import book_on
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.draws.ball_by_ball import missing
from eyesdown.central.site.site import Site
from eyesdown.central.tenant import FeedSource, Gauge
from eyesdown.display.hall.screens import (
    BoardScreen,
    DrawShown,
    StaffScreen,
    board_screen,
    current_game,
    current_session,
    staff_screen,
)
from eyesdown.display.record import head_shown, record_shown
from eyesdown.rulebook.bingo_book import BingoBook

BY_CAGE = "a receptacle of balls"


def _by_others(state: HallSite, session: str, number: int) -> str:
    """What draws a game that our device does not: the hall's own device by its name, or a cage.

    Empty before the game starts: its caller chooses then.
    """
    game = state.hall.sessions[session].games.get(number) if session else None
    if game is None or not number or game.phase == "planned":
        return ""
    own = game.selector == "device" and game.selector_id and not state.is_ours(game)
    return f"the hall’s own device, {game.selector_id}" if own else BY_CAGE


def draw_shown(site: Site[HallSite]) -> DrawShown:
    """How far the draw of the game on the board is."""
    state = site.state
    head = head_shown(site.record.number, site.record.hash)
    name = current_session(state.hall)
    game = current_game(state.hall.sessions[name]) if name else 0
    number = state.draw_of(name, game) if game else 0
    taking = state.witnessed.draws.get(number)
    stopped = "control stopped this game" if number in state.draws.stopped else ""
    if taking is None or taking.broken:
        shown = DrawShown(record_shown(head, "", (), ()), _by_others(state, name, game))
        return replace(shown, stopped=stopped)
    witnesses = [witness for witness, _ in taking.promise.witnesses]
    waits = missing(state.witnessed, number) if taking.values else []
    return DrawShown(
        record_shown(head, taking.promise.commitment, witnesses, taking.signed),
        f"our device, witnessed by {' and '.join(witnesses)}" if witnesses else "our device alone",
        f"the ball waits for {' and '.join(waits)}" if waits else "",
        stopped,
    )


def _book(site: Site[HallSite], now: datetime) -> BingoBook[Any]:
    book = book_on(site.state.tally.book, now.date())
    assert isinstance(book, BingoBook)
    return book


def board_since(
    site: Site[HallSite], now: datetime, shown: BoardScreen | None
) -> list[BoardScreen]:
    """The board now, if anything but its clock has changed."""
    newer = board_screen(_book(site, now), site.state.hall, draw_shown(site), now)
    same = shown is not None and replace(newer, now=shown.now) == shown
    return [] if same else [newer]


def staff_since(
    site: Site[HallSite], now: datetime, shown: StaffScreen | None
) -> list[StaffScreen]:
    """The staff's screen now, if anything but its clock has changed."""
    newer = staff_screen(_book(site, now), site.state.hall, draw_shown(site), now)
    if shown is not None:
        quiet = replace(newer, board=replace(newer.board, now=shown.board.now))
        if quiet == shown:
            return []
    return [newer]


FEEDS: dict[str, FeedSource[HallSite]] = {"board": board_since, "staff": staff_since}


def gauges(state: HallSite) -> tuple[Gauge, ...]:
    """What waits for people at a hall."""
    hall = state.hall
    open_sessions = sum(session.opened and not session.closed for session in hall.sessions.values())
    unpaid = sum(not award.paid for award in hall.awards.values())
    stopped, broken_off = len(state.draws.stopped), state.witnessed.broken_off
    return (
        Gauge("sessions_open", "Sessions that are open.", open_sessions),
        Gauge("prizes_unpaid", "Prizes that no till has paid yet.", unpaid),
        Gauge("games_stopped", "Games that control stopped; each waits for a person.", stopped),
        Gauge("deadlines_missed", "Times of the book that passed undone.", len(state.missed)),
        Gauge("draws_broken_off", "Draws that were broken off.", broken_off, only_grows=True),
    )
