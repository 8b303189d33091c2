"""A hall's two live screens as whole snapshots: the board for everyone, and the staff's screen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.display.hall.hall import Board, CountBack, Script, board, count_back, scripts
from eyesdown.display.record import RecordShown
from eyesdown.rulebook.bingo_book import BingoBook


class PrizeShown(Struct, frozen=True):
    """A prize of the game: what it is worth, and whether it is won."""

    prize: str
    amount_cents: int
    won_on: int = 0
    winners: int = 0
    share_cents: int = 0


class BoardScreen(Struct, frozen=True):
    """What everyone may see. Nothing here names a player or shows a ball before it is called.

    `phase` is between, planned, selling, eyes_down, calling, checking, correcting or over.
    """

    now: str
    session: str
    phase: str
    board: Board | None
    prizes: tuple[PrizeShown, ...]
    calls: int
    announcing: bool
    ball_asked: bool
    claims: int
    record: str
    promise: str
    drawn_by: str
    waits_for: str
    closes_at: str


class StaffScreen(Struct, frozen=True):
    """What the staff see besides the board: who is on duty, claims with names, words to read."""

    board: BoardScreen
    officials: Mapping[str, str]
    claims: tuple[CountBack, ...]
    to_read: tuple[Script, ...]
    to_read_at_close: tuple[Script, ...]
    stopped: str
    unpaid: int


class DrawShown(Struct, frozen=True):
    """How far the draw of a game is, in words."""

    record: RecordShown
    drawn_by: str = ""
    waits_for: str = ""
    stopped: str = ""


def current_session(state: HallState) -> str:
    """The session on the board: one with a running game, an open one, or the next that is planned.

    >>> current_session(HallState())
    ''
    """
    alive = {name: each for name, each in state.sessions.items() if not each.closed}
    running = [
        name
        for name, each in alive.items()
        if any(game.phase == "running" for game in each.games.values())
    ]
    opened = [name for name, each in alive.items() if each.opened]
    planned = sorted(alive, key=lambda name: alive[name].plan.starts_at)
    return next(iter(running or opened or planned), "")


def current_game(session: Session) -> int:
    """The game that is called, or the next to play; 0 if none is left."""
    running = [number for number, game in session.games.items() if game.phase == "running"]
    return next(iter(running or session.still_to_play(0)), 0)


def phase_of(session: Session, game: Game | None) -> str:
    """In one word, what is going on; `over` where no game is left."""
    if game is None:
        return "over"
    if game.phase != "running":
        return "selling" if session.opened else "planned"
    if game.correction is not None:
        return "correcting"
    if game.undecided:
        return "checking"
    if not game.calls:
        return "eyes_down" if game.eyes_down_at else "selling"
    return "calling"


def board_screen(state: HallState, draw: DrawShown, now: datetime) -> BoardScreen:
    """The board at this moment."""
    name = current_session(state)
    if not name:
        return _empty(draw, now)
    session = state.sessions[name]
    number = current_game(session)
    game = session.games.get(number)
    sign = session.sign_time
    last = game.calls[-1] if game and game.calls else None
    return BoardScreen(
        now=now.isoformat(),
        session=name,
        phase=phase_of(session, game),
        board=board(state, name, number) if game else None,
        prizes=_prizes(game) if game else (),
        calls=len(game.calls) if game else 0,
        announcing=last is not None and last.finished is None,
        ball_asked=bool(game and game.ball_asked),
        claims=len(game.undecided) if game else 0,
        record=draw.record.head,
        promise=draw.record.promise,
        drawn_by=draw.drawn_by,
        waits_for=draw.waits_for,
        closes_at=sign.isoformat() if sign else "",
    )


def _empty(draw: DrawShown, now: datetime) -> BoardScreen:
    nothing: dict[str, Any] = {"board": None, "prizes": (), "calls": 0, "claims": 0}
    return BoardScreen(
        now=now.isoformat(),
        session="",
        phase="between",
        announcing=False,
        ball_asked=False,
        record=draw.record.head,
        promise="",
        drawn_by="",
        waits_for="",
        closes_at="",
        **nothing,
    )


def _prizes(game: Game) -> tuple[PrizeShown, ...]:
    names = dict.fromkeys((*(offer.prize for offer in game.plan.prizes), *game.offers))
    return tuple(_prize(game, name) for name in names)


def _prize(game: Game, name: str) -> PrizeShown:
    won = game.won.get(name)
    if won is None:
        return PrizeShown(name, game.offers.get(name, 0))
    return PrizeShown(name, won.amount_cents, won.call, len(won.winners), won.share_cents)


def staff_screen(
    book: BingoBook[Any], state: HallState, draw: DrawShown, now: datetime
) -> StaffScreen:
    """The staff's screen at this moment."""
    shown = board_screen(state, draw, now)
    unpaid = sum(not award.paid for award in state.awards.values())
    if not shown.session:
        return StaffScreen(shown, {}, (), (), (), "", unpaid)
    session = state.sessions[shown.session]
    number = current_game(session)
    game = session.games.get(number)
    claims = tuple(
        count_back(book, state, shown.session, number, claim.claim)
        for claim in (game.undecided if game else ())
    )
    officials = {
        duty: person
        for duty in ("caller", "supervisor")
        if (person := session.official(duty, number))
    }
    running = game is not None and game.phase == "running"
    return StaffScreen(
        shown,
        officials,
        claims,
        scripts(book, state, shown.session, number) if running else (),
        scripts(book, state, shown.session),
        draw.stopped,
        unpaid,
    )
