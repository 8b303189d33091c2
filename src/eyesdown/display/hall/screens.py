"""A hall's two live screens as whole snapshots: the board for everyone, and the staff's screen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.printed import CardKey
from eyesdown.display.hall.hall import Board, CountBack, Script, board, count_back, scripts
from eyesdown.display.record import RecordShown
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.patterns import AtLeast, DrawnPattern

CHECKED_MAX = 4
"""Cards under verification that a board has room for."""
CLAIMS_MAX = 30
"""Claims that the staff's screen has in full; the board's count says how many there are."""


class PrizeShown(Struct, frozen=True):
    """A prize of the game: what it is worth, whether it is won, and its pattern.

    `ways` are masks of the fifteen squares, any of which wins; bit 0 is the first number of the top
    line. `at_least` are counts by line, where the marks may fall anywhere in it. The number on
    which the prize was won is `won_on`, as the n-th call `won_call`.
    """

    prize: str
    amount_cents: int
    won_on: int = 0
    winners: int = 0
    share_cents: int = 0
    ways: tuple[int, ...] = ()
    at_least: tuple[int, ...] = ()
    won_call: int = 0


class CheckedCard(Struct, frozen=True):
    """A grid that is being checked, without its player."""

    serial: str
    card: int
    prizes: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]


class GameListed(Struct, frozen=True):
    """A game of the programme, as it is shown between games; `winners` and on are of its result."""

    game: int
    phase: str
    colour: str
    price_cents: int
    prizes: tuple[tuple[str, int], ...]
    outcome: str = ""
    calls: int = 0
    last_number: int = 0
    winners: int = 0
    paid_cents: int = 0


class BoardScreen(Struct, frozen=True):
    """What everyone may see. Nothing here names a player or shows a ball before it is called.

    `phase` is between, planned, selling, eyes_down, calling, checking, correcting or over. `wrong`
    is a number that is known to be wrong and not put right, 0 if none is. `cards` are grids that
    are being checked, the first few of them. `programme` is empty while a game is played.
    `faulty` is how many electronic scorecards have failed and are not replaced.
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
    book: str = ""
    starts_at: str = ""
    place: str = ""
    wrong: int = 0
    missing_half: str = ""
    version: str = ""
    cards: tuple[CheckedCard, ...] = ()
    programme: tuple[GameListed, ...] = ()
    faulty: int = 0


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


def board_screen(
    book: BingoBook[Any], state: HallState, draw: DrawShown, now: datetime
) -> BoardScreen:
    """The board at this moment."""
    name = current_session(state)
    if not name:
        return _empty(book, draw, now)
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
        prizes=_prizes(book, game) if game else (),
        calls=len(game.calls) if game else 0,
        announcing=last is not None and last.finished is None,
        ball_asked=bool(game and game.ball_asked),
        claims=len(game.undecided) if game else 0,
        record=draw.record.head,
        promise=draw.record.promise,
        drawn_by=draw.drawn_by,
        waits_for=draw.waits_for,
        closes_at=sign.isoformat() if sign else "",
        book=book.id,
        starts_at=session.plan.starts_at.isoformat(),
        place=session.plan.place,
        wrong=game.correction.wrong if game and game.correction else 0,
        missing_half=_missing_half(game),
        version=_version(book, game),
        cards=_checked_cards(state, game) if game else (),
        programme=programme(session) if not (game and game.phase == "running") else (),
        faulty=len(game.faulty) if game else 0,
    )


def _missing_half(game: Game | None) -> str:
    """Which half of a correction is owed: announce, display or both (S09)."""
    error = game.correction if game else None
    if error is None:
        return ""
    if error.displayed:
        return "announce"
    return "display" if error.announced_at else "both"


def _version(book: BingoBook[Any], game: Game | None) -> str:
    """The versions of a game in words.

    >>> from eyesdown.rulebooks import SHELF
    >>> from eyesdown.bingo.words.parts import PlannedGame
    >>> nz = SHELF.open("nz-casino-bingo", datetime(2026, 6, 1).date())
    >>> _version(nz, Game(PlannedGame(game=1, versions=(3,)), {}, {}))
    'Version 3: part series and series'
    """
    parts = [
        f"Version {version}: {' and '.join(book.versions[version])}"
        for version in (game.plan.versions if game else ())
        if version in book.versions
    ]
    return "; ".join(parts)


def _checked_cards(state: HallState, game: Game) -> tuple[CheckedCard, ...]:
    grids: dict[tuple[CardKey, int], list[str]] = {}
    for claim in game.undecided:
        for done in claim.completed:
            key = CardKey(done.serial, done.card), done.box
            if key in grids or len(grids) < CHECKED_MAX:
                grids.setdefault(key, []).append(done.prize)
    return tuple(
        CheckedCard(
            serial=key.serial,
            card=key.card,
            prizes=tuple(dict.fromkeys(prizes)),
            rows=state.printed(key).boxes[box - 1].rows,
        )
        for (key, box), prizes in grids.items()
    )


def programme(session: Session) -> tuple[GameListed, ...]:
    """Every game of the session: the results of those that ended, the prizes of the others."""
    return tuple(_listed(number, game) for number, game in sorted(session.games.items()))


def _listed(number: int, game: Game) -> GameListed:
    prizes = tuple((offer.prize, offer.amount_cents) for offer in game.plan.prizes)
    return GameListed(
        game=number,
        phase=game.phase,
        colour=game.plan.colour,
        price_cents=game.plan.price_cents,
        prizes=tuple(game.offers.items()) or prizes,
        outcome=game.outcome,
        calls=len(game.calls),
        last_number=game.calls[-1].number if game.calls else 0,
        winners=sum(len(won.winners) for won in game.won.values()),
        paid_cents=game.prizes_cents,
    )


def _empty(book: BingoBook[Any], draw: DrawShown, now: datetime) -> BoardScreen:
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
        book=book.id,
        **nothing,
    )


def _prizes(book: BingoBook[Any], game: Game) -> tuple[PrizeShown, ...]:
    names = dict.fromkeys((*(offer.prize for offer in game.plan.prizes), *game.offers))
    return tuple(_prize(book, game, name) for name in names)


def _prize(book: BingoBook[Any], game: Game, name: str) -> PrizeShown:
    pattern = book.patterns.get(name)
    won = game.won.get(name)
    return PrizeShown(
        prize=name,
        amount_cents=won.amount_cents if won else game.offers.get(name, 0),
        won_on=won.number if won else 0,
        winners=len(won.winners) if won else 0,
        share_cents=won.share_cents if won else 0,
        ways=pattern.ways if isinstance(pattern, DrawnPattern) else (),
        at_least=pattern.lines if isinstance(pattern, AtLeast) else (),
        won_call=won.call if won else 0,
    )


def staff_screen(
    book: BingoBook[Any], state: HallState, draw: DrawShown, now: datetime
) -> StaffScreen:
    """The staff's screen at this moment."""
    shown = board_screen(book, state, draw, now)
    unpaid = sum(not award.paid for award in state.awards.values())
    if not shown.session:
        return StaffScreen(shown, {}, (), (), (), "", unpaid)
    session = state.sessions[shown.session]
    number = current_game(session)
    game = session.games.get(number)
    claims = tuple(
        count_back(book, state, shown.session, number, claim.claim)
        for claim in (game.undecided[:CLAIMS_MAX] if game else ())
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
