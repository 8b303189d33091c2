"""What players, counters and officials see of a bingo session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from eyesdown.bingo.claims.verify import missing_steps, numbers_checked
from eyesdown.bingo.session.announcements import (
    brief,
    colour_in_play,
    due_before_close,
    due_before_number,
)
from eyesdown.bingo.state.game import Claimed
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import BingoBook


@dataclass(frozen=True, slots=True)
class SeriesShown:
    """A serial in play, with the first and last book (or card) number of the game."""

    serial: str
    first_book: int
    last_book: int


@dataclass(frozen=True, slots=True)
class JackpotShown:
    """What stays on the screen for the whole of a jackpot game; with levels, or of a pool."""

    amounts: tuple[tuple[str, str], ...]
    conditions: tuple[str, ...]
    numbers_wanted: bool
    qualifying_numbers: tuple[int, ...]
    games: tuple[int, ...]
    session_date: str
    session_time: str


@dataclass(frozen=True, slots=True)
class Board:
    """The big board: every valid number until the game ends, then none."""

    session: str
    game: int
    games_planned: int
    versions: tuple[int, ...]
    numbers: tuple[int, ...]
    last_number: int
    racked: tuple[int, ...]
    correction: str
    colour: str
    prizes: tuple[tuple[str, str], ...]
    series: tuple[SeriesShown, ...]
    jackpot: JackpotShown | None


def board(state: HallState, session: str, number: int) -> Board:
    """The big board of a game at this moment."""
    sitting = state.sessions[session]
    game = sitting.games[number]
    shown = game.calls if game.phase == "running" else ()
    error = game.correction
    return Board(
        session=session,
        game=number,
        games_planned=len(sitting.games),
        versions=game.plan.versions,
        numbers=tuple(call.number for call in shown),
        last_number=shown[-1].number if shown else 0,
        racked=tuple(call.number for call in shown if call.racked or call.verified),
        correction=f"{error.wrong} is wrong: please wait" if error else "",
        colour=colour_in_play(state, sitting, number),
        prizes=tuple((prize, dollars(cents)) for prize, cents in game.offers.items()),
        series=_series(state, sitting, number),
        jackpot=_jackpot(state, sitting, number),
    )


def _series(state: HallState, session: Session, number: int) -> tuple[SeriesShown, ...]:
    """The range entered for a serial, by which claims are checked; else what was sold of it."""
    sold = state.held(session).in_play(number).books
    return tuple(
        SeriesShown(serial, *session.ranges.get(serial, books)) for serial, books in sold.items()
    )


def _jackpot(state: HallState, session: Session, number: int) -> JackpotShown | None:
    facts = brief(state, session, number)
    pool = state.pools.get(facts.pool)
    paid_here = number in facts.pool_games or (pool and session.plan.session in pool.must_go)
    if facts.levels:
        amounts, conditions, games = facts.levels, facts.conditions, facts.jackpot_games
    elif pool and paid_here:
        amounts, conditions = ((facts.pool, pool.balance_cents),), (facts.pool_method,)
        games = facts.pool_games
    else:
        return None
    return JackpotShown(
        amounts=tuple((name, dollars(cents)) for name, cents in amounts),
        conditions=conditions,
        numbers_wanted=facts.numbers_wanted,
        qualifying_numbers=facts.jackpot_numbers,
        games=games,
        session_date=session.plan.starts_at.date().isoformat(),
        session_time=session.plan.starts_at.strftime("%H:%M"),
    )


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice at a counter or dealer station."""

    point: str
    session: str
    starts_at: datetime
    prices: tuple[tuple[int, str], ...]
    session_card: str
    entry_fee: str
    rules: str


def notice(book: BingoBook[Any], state: HallState, session: str, point: str) -> Notice:
    """Prices of game cards and of a session card, or the entry fee, and where to read the rules."""
    plan = state.sessions[session].plan
    return Notice(
        point=point,
        session=session,
        starts_at=plan.starts_at,
        prices=tuple(
            (game.game, dollars(game.price_cents)) for game in plan.games if game.price_cents
        ),
        session_card=dollars(plan.session_price_cents) if plan.session_price_cents else "",
        entry_fee=dollars(plan.entry_fee_cents) if plan.entry_fee_cents else "",
        rules=f"The rules ({book.id}: {book.source.title}) may be read here on request.",
    )


@dataclass(frozen=True, slots=True)
class Script:
    """An announcement still owed: who reads it, under which clause, and the words."""

    topic: str
    clause: str
    who: tuple[str, ...]
    text: str
    lacking: tuple[str, ...]


def scripts(
    book: BingoBook[Any], state: HallState, session: str, number: int = 0
) -> tuple[Script, ...]:
    """Everything still to be read before the next number, or (game 0) before the session closes."""
    sitting = state.sessions[session]
    duties = (
        due_before_number(book, state, sitting, number)
        if number
        else due_before_close(book, state, sitting)
    )
    return tuple(
        Script(duty.topic, duty.clause, duty.who, duty.text, duty.lacking) for duty in duties
    )


@dataclass(frozen=True, slots=True)
class CountBack:
    """A claim on the checker's screen: each number with whether it was called, steps left."""

    claim: str
    player: str
    text: str
    numbers: tuple[tuple[int, bool], ...]
    steps_done: tuple[tuple[str, str], ...]
    steps_left: tuple[str, ...]


def count_back(
    book: BingoBook[Any], state: HallState, session: str, number: int, claim: str
) -> CountBack:
    """A claim for the checker's screen: every number of the grid, and the steps left."""
    game = state.sessions[session].games[number]
    claimed: Claimed = game.claims[claim]
    numbers = numbers_checked(state, game, claimed) if claimed.completed else ()
    read = ", ".join(f"{ball} {'called' if out else 'NOT called'}" for ball, out in numbers)
    return CountBack(
        claim=claim,
        player=claimed.player,
        text=f"{claimed.player} on number {claimed.number}: {read}.",
        numbers=numbers,
        steps_done=tuple(claimed.steps.items()),
        steps_left=missing_steps(book, game, claimed),
    )


@dataclass(frozen=True, slots=True)
class HallShown:
    """All that is shown or read out in a hall; the board is that of the game called, or the next.

    A hall that has named no point of sale has one notice, at no point.
    """

    session: str
    notices: tuple[Notice, ...]
    board: Board | None
    before_number: tuple[Script, ...]
    before_close: tuple[Script, ...]
    claims: tuple[CountBack, ...]


def hall(book: BingoBook[Any], state: HallState, session: str) -> HallShown:
    """A session as people in the hall see it at this moment."""
    sitting = state.sessions[session]
    games = sitting.games
    called = [number for number, game in games.items() if game.phase == "running"]
    number = next(iter(called or sitting.still_to_play(0)), 0)
    return HallShown(
        session=session,
        notices=tuple(
            notice(book, state, session, point) for point in sorted(state.points or {""})
        ),
        board=board(state, session, number) if number else None,
        before_number=scripts(book, state, session, number) if called else (),
        before_close=scripts(book, state, session),
        claims=tuple(
            count_back(book, state, session, place, claim.claim)
            for place, game in games.items()
            for claim in game.undecided
        ),
    )
