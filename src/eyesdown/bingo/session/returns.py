"""Prizes against receipts: forecast before the first number, final at each close (H01 to H07)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.state.desk import is_last
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.past import Sums
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.events import BreachLogged, Events, HallEvent
from eyesdown.kernel.money import round_up
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.bingo_book import BingoBook


def forecast(
    book: BingoBook[Any], state: HallState, session: Session, number: int, at: datetime
) -> Events:
    """What the announced prizes promise; a shortfall has already stopped the draw (H06)."""
    if book.ways.least_return("game", session.with_jackpot) is None:
        return ()
    prizes = promised_cents(book, state, session, number, at)
    receipts = session.games[number].receipts_cents
    report = _report(book, session, at, "game", (receipts, prizes))
    return (replace(report, forecast=True),)


def promised_cents(
    book: BingoBook[Any], state: HallState, session: Session, number: int, at: datetime
) -> int:
    """The prizes on offer, with a pool that must go where this is the last game."""
    pool = state.pools.get(session.plan.pool)
    goes = pool and session.plan.session in pool.must_go and is_last(book, session, number, at)
    return sum(session.games[number].offers.values()) + (pool.balance_cents if pool and goes else 0)


def game_returns(book: BingoBook[Any], session: Session, game: Game, at: datetime) -> Events:
    """The final test of a game; a game that fell short is on the record, not undone."""
    receipts = session.receipts_of(game.plan.game)
    report = _report(book, session, at, "game", (receipts, game.prizes_cents))
    return (report, *_breach(book, report, game.plan.game, jackpot=session.with_jackpot))


def session_returns(
    book: BingoBook[Any], state: HallState, session: Session, at: datetime
) -> Events:
    """The tests of a session and, in the last session of a sequence, of the sequence."""
    report = _report(book, session, at, "session", counted(session))
    reports = [replace(report, kept_cents=_kept_cents(session))]
    if session.plan.sequence and session.plan.last_in_sequence:
        sums = [
            counted(other)
            for other in state.sessions.values()
            if other.plan.sequence == session.plan.sequence
        ]
        sums.append(state.past.sequences.get(session.plan.sequence, Sums()))
        total = (sum(receipts for receipts, _ in sums), sum(prizes for _, prizes in sums))
        reports.append(_report(book, session, at, "sequence", total))
    events: list[HallEvent | Refused] = []
    for report in reports:
        events.extend((report, *_breach(book, report, 0, jackpot=False)))
    return tuple(events)


def counted(session: Session) -> tuple[int, int]:
    """Receipts and prizes without invalidated games (I02), but with what those kept (S13)."""
    games = {n: game for n, game in session.games.items() if game.outcome != "invalidated"}
    receipts = sum(session.receipts_of(number) for number in games) + _kept_cents(session)
    return receipts, sum(game.prizes_cents for game in games.values())


def _kept_cents(session: Session) -> int:
    """The receipts of invalidated games that were not refunded."""
    not_refunded = (number for number, game in session.games.items() if game.receipts_kept)
    return sum(session.receipts_of(number) for number in not_refunded)


def _report(
    book: BingoBook[Any], session: Session, at: datetime, scope: str, sums: tuple[int, int]
) -> ReturnReported:
    receipts, prizes = sums
    least = book.ways.least_return(scope, session.with_jackpot)
    least_cents = round_up(least * receipts) if least is not None else 0
    return ReturnReported(
        at=at,
        session=session.plan.session,
        scope=scope,
        receipts_cents=receipts,
        prizes_cents=prizes,
        least=least,
        least_cents=least_cents,
        met=prizes >= least_cents,
        forecast=False,
    )


def _breach(book: BingoBook[Any], report: ReturnReported, game: int, *, jackpot: bool) -> Events:
    if report.met:
        return ()
    word = f"return {report.scope}" + (" with jackpot" if jackpot and game else "")
    refusal = book.refusal(
        "return/too_low",
        word,
        prizes_cents=report.prizes_cents,
        least_cents=report.least_cents,
    )
    return (BreachLogged(at=report.at, session=report.session, game=game, refusals=(refusal,)),)
