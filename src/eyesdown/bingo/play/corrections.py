"""Putting wrong announcements and displays right, and what that changes (D01 to D06)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from eyesdown.bingo.claims.events import ClaimMade, ForfeitCancelled, PrizeForfeited
from eyesdown.bingo.claims.forfeits import forfeit_cancelled, missed_again, missed_claims
from eyesdown.bingo.claims.results import comes_back
from eyesdown.bingo.play.commands import CorrectDisplay, CorrectNumber, ReportError
from eyesdown.bingo.play.decide import ends_too_soon
from eyesdown.bingo.play.events import (
    CorrectionHalfDone,
    CorrectionOpened,
    DisplayCorrected,
    NumberCorrected,
)
from eyesdown.bingo.play.evolve import struck_index
from eyesdown.bingo.play.heard_again import heard_again
from eyesdown.bingo.pools.decide import credit, debit, must_go_events
from eyesdown.bingo.state.desk import in_game
from eyesdown.bingo.state.game import Forfeit, Game, KnownError
from eyesdown.bingo.state.grids import boxes_of, boxes_on, completed, still_complete
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.state.values import part_of
from eyesdown.bingo.trouble.events import DisputeRaised
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.parts import Completed
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel import written
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import CorrectionFacts

DECIDES = Handlers()

OF_A_HALF = frozenset(("correction/not_announced", "correction/not_displayed"))
"""What a correction is refused for that is done by half."""


@DECIDES.handles(ReportError)
@in_game
def report_error(
    book: BingoBook[Any], state: HallState, command: ReportError, session: Session, game: Game
) -> Events:
    """Note an error; until it is put right no number may be drawn."""
    role = state.role_of(command.by)
    facts = _facts(session, game, command, role, announced=True, displayed=True)
    if command.error == "display":
        facts = _display_facts(session, game, command, role, shown=command.wrong)
    refusals = book.check(book.actions.correction, facts)
    if game.phase != "running" and not refusals:
        refusals = (book.refusal("game/not_running", "game", game=command.game),)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        CorrectionOpened(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            error=command.error,
            wrong=command.wrong,
            right=command.right,
        ),
    )


@DECIDES.handles(CorrectNumber)
@in_game
def correct_number(
    book: BingoBook[Any], state: HallState, command: CorrectNumber, session: Session, game: Game
) -> Events:
    """Replace a wrong number; once the game is closed its result is final (D03)."""
    role = state.role_of(command.by)
    known = game.known_error("announcement", command.wrong, command.right)
    announced = command.announced or (known is not None and known.announced_at is not None)
    displayed = command.displayed or (known is not None and known.displayed)
    facts = _facts(session, game, command, role, announced=announced, displayed=displayed)
    refusals = book.check(book.actions.correction, facts)
    finished = command.finished or command.at
    # Without a refusal `all` is true as well: no announcement may end before it begins.
    if finished < command.at and all(refusal.code in OF_A_HALF for refusal in refusals):
        refusals = (ends_too_soon(book, command),)
    if refusals:
        events: Events = ()
        if all(refusal.code in OF_A_HALF for refusal in refusals):
            error = KnownError(command.by, "announcement", command.wrong, command.right)
            events = _half_done(book, game, command, error, finished)
        return events or refused(command, book.in_order(refusals))
    if game.phase == "closed":
        return _disputed(book, state, command)
    struck = struck_index(game.calls, command.wrong, command.right)
    assert struck is not None
    # The correction would end a window that has not opened yet.
    if game.calls[-1].finished is None and struck < len(game.calls) - 1:
        return refused(command, (book.refusal("call/still_open", "call", game=command.game),))
    corrected = NumberCorrected(
        at=command.at,
        session=command.session,
        game=command.game,
        by=command.by,
        wrong=command.wrong,
        right=command.right,
        finished=known.announced_until if known and known.announced_at else finished,
        displayed=displayed,
        announced_at=known.announced_at if known else None,
        cancelled_claims=(),
        reopened_prizes=(),
    )
    return _correct(book, state, command, corrected, struck)


def _correct(
    book: BingoBook[Any],
    state: HallState,
    command: CorrectNumber,
    corrected: NumberCorrected,
    struck: int,
) -> Events:
    """The events of a correction, in the order in which each rests on those before it."""
    game = state.sessions[command.session].games[command.game]
    log = Log(state, command.session)
    # Silences and claims are judged before the number changes: they rest on the calls as they were.
    if struck < len(game.calls) - 1:
        log.add(*_missed_before(book, state, command, struck))
    log.add(*_forfeits_again(book, log.state, command, struck))
    fallen, undone = _fallen(book, state, game, struck)
    corrected = written.replace(corrected, cancelled_claims=fallen)
    lifted = {event.prize for event in log.all() if isinstance(event, ForfeitCancelled)}
    on_struck = frozenset(name for name, each in game.claims.items() if each.call == struck + 1)
    hearing = _Hearing(struck, on_struck, undone | lifted)
    others = _won_by_others(book, log.state, command, corrected, hearing)
    reopened = _reopened(game, undone | others, struck)
    if game.last_prize in reopened:
        log.add(*_pool_returned(log.state, command, game))
        log.add(*must_go_events(book, log.state, command.at, command.session))
    _replace_number(log, command, game, corrected, reopened)
    log.add(*_missed_since(book, log.state, command, struck, game.won))
    freed = reopened | hearing.freed
    log.add(*heard_again(book, log.state, command, on_struck=on_struck, freed=freed))
    return log.all()


@dataclass(frozen=True, slots=True)
class _Hearing:
    """Which call is struck, the claims on it, and the prizes that may be won again."""

    struck: int
    on_struck: frozenset[str]
    freed: frozenset[str]


def _replace_number(
    log: Log,
    command: CorrectNumber,
    game: Game,
    corrected: NumberCorrected,
    reopened: Container[str],
) -> None:
    """The right number takes the wrong one's place; what the result had sent on comes back."""
    won = tuple(prize for prize in game.won if prize in reopened)
    log.add(written.replace(corrected, reopened_prizes=won))
    if game.last_prize in reopened:
        for sent in reversed(game.sent_on):
            log.add(*comes_back(log.state, sent, command))


def _reopened(game: Game, undone: frozenset[str], struck: int) -> frozenset[str]:
    """Prizes that are open again, for their winners lose them or the result falls (D03)."""
    reopened = {prize for prize in game.won if prize in undone}
    if (reopened or _counts(game, struck)) and game.last_prize in game.won:
        # The result took along or sent on what was open, and counted the numbers.
        reopened |= {game.last_prize, *(prize for prize, won in game.won.items() if won.jackpot)}
    return frozenset(reopened)


def _won_by_others(
    book: BingoBook[Any],
    state: HallState,
    command: CorrectNumber,
    corrected: NumberCorrected,
    hearing: _Hearing,
) -> frozenset[str]:
    """Prizes that a player had claimed before their winners, or with them (D01, D03).

    The player was refused for the wrong number, before the result. A result also decided about the
    prizes that it sent on.
    """
    game = state.game(command.session, command.game)
    if not game.won:
        return frozenset()
    # The claims are heard as if no prize had been won.
    trial = Log(state, command.session)
    _replace_number(trial, command, game, corrected, game.won)
    heard = heard_again(
        book, trial.state, command, on_struck=hearing.on_struck, freed=hearing.freed
    )
    others: set[str] = set()
    for claim in (event for event in heard if isinstance(event, ClaimMade)):
        for done in claim.completed:
            prize = done.prize if done.prize in game.won else game.last_prize
            won = game.won.get(prize)
            if won is None or claim.at > won.at:
                continue
            if done.call <= won.call - (won.call > hearing.struck + 1):
                others.add(prize)
    return frozenset(others)


def _disputed(book: BingoBook[Any], state: HallState, command: CorrectNumber) -> Events:
    """The error as a dispute, since the result of a closed game is final (D03)."""
    name = f"{command.session}/{command.game}/correction {command.wrong}"
    if name in state.disputes:
        return refused(command, (book.refusal("dispute/exists", "dispute", dispute=name),))
    return (
        DisputeRaised(
            at=command.at,
            session=command.session,
            game=command.game,
            dispute=name,
            person=command.by,
            about=f"{command.wrong} was announced for {command.right}",
        ),
    )


def _half_done(
    book: BingoBook[Any],
    game: Game,
    command: CorrectNumber | CorrectDisplay,
    error: KnownError,
    finished: datetime,
) -> Events:
    """One half of a correction opens it (S09); nothing where that half is done or none is."""
    known = game.known_error(error.error, error.wrong, error.right)
    half = "announced" if command.announced else "displayed" if command.displayed else ""
    again = known is not None and bool(
        known.announced_at if half == "announced" else known.displayed
    )
    if not book.traits.corrected_by_halves or game.phase != "running" or not half or again:
        return ()
    opened = CorrectionOpened(
        at=command.at,
        session=command.session,
        game=command.game,
        by=command.by,
        error=error.error,
        wrong=error.wrong,
        right=error.right,
    )
    done = CorrectionHalfDone(
        at=command.at,
        session=command.session,
        game=command.game,
        by=command.by,
        error=error.error,
        wrong=error.wrong,
        right=error.right,
        half=half,
        finished=finished if half == "announced" else None,
    )
    return (done,) if known else (opened, done)


def _forfeits_again(
    book: BingoBook[Any], state: HallState, command: CorrectNumber, struck: int
) -> Events:
    """Forfeits that rested on the struck number fall; those on later numbers count instead.

    Only the first forfeit of a prize is on record, so what follows it is worked out again.
    """
    log = Log(state, command.session)
    game = state.game(command.session, command.game)
    fallen = [
        lost
        for lost in game.all_forfeits
        if lost.call > struck and not _lost_anyway(book, state, command, struck, lost)
    ]
    for lost in fallen:
        log.add(forfeit_cancelled(command, lost, f"{command.wrong} was struck"))
    # The last call counts only where this correction has ended its window, as it
    # does unless it strikes that very call.
    later = range(struck + 2, len(game.calls) + (struck < len(game.calls) - 1))
    log.add(
        *missed_again(
            book,
            log.state,
            command,
            fallen,
            later,
            counts=lambda lost: _lost_anyway(book, state, command, struck, lost),
        )
    )
    return log.all()


def _missed_since(
    book: BingoBook[Any], state: HallState, command: CorrectNumber, struck: int, won: Container[str]
) -> Events:
    """Where the struck number was drawn later on, it entitled then (D05): to what was not won."""
    called = state.sessions[command.session].games[command.game].called
    if command.wrong not in called[struck:]:
        return ()
    log = Log(state, command.session)
    for lost in missed_claims(book, state, command, called.index(command.wrong) + 1):
        if lost.prize in won:
            continue
        game = log.state.game(command.session, command.game)
        # A forfeit of a later call gives way, because only the first of a prize is on record.
        later = game.lost(lost.scope, lost.prize).get(part_of(Forfeit, lost).who)
        if later is not None:
            log.add(forfeit_cancelled(command, later, f"{command.wrong} was missed before it"))
        log.add(lost)
    return log.all()


def _counts(game: Game, struck: int) -> bool:
    """Whether a jackpot hangs on how many numbers came before the result."""
    won = game.won.get(game.last_prize)
    limited = any(level.numbers_max for level in game.plan.levels)
    return won is not None and struck < won.call and limited


def _pool_returned(state: HallState, command: CorrectNumber, game: Game) -> Events:
    """The pool is what it was before a result that fell: less or more what that moved (D03).

    Where another session has paid that out since, no more is taken than is there.
    """
    pool = state.sessions[command.session].plan.pool
    cents = game.paid_by_pool_cents - sum(game.into_pool.values())
    if cents >= 0:
        return credit(state, command, pool, "returned", cents) if cents else ()
    taken = min(-cents, state.pools[pool].balance_cents)
    return (debit(state, command, pool, taken, reason="result fell"),) if taken else ()


def _missed_before(
    book: BingoBook[Any], state: HallState, command: CorrectNumber, struck: int
) -> Events:
    """The corrective announcement ends the window of the number before it like any other."""
    missed = missed_claims(book, state, command)
    return tuple(lost for lost in missed if _lost_anyway(book, state, command, struck, lost))


@DECIDES.handles(CorrectDisplay)
@in_game
def correct_display(
    book: BingoBook[Any], state: HallState, command: CorrectDisplay, session: Session, game: Game
) -> Events:
    """Put a display right; the announced number remains, and no new window opens (D04)."""
    role = state.role_of(command.by)
    known = game.known_error("display", command.shown, command.right)
    announced = command.announced or (known is not None and known.announced_at is not None)
    displayed = command.displayed or (known is not None and known.displayed)
    facts = _display_facts(session, game, command, role, shown=command.shown)
    facts = replace(facts, announced=announced, displayed=displayed)
    refusals = book.check(book.actions.correction, facts)
    if refusals:
        events: Events = ()
        if all(refusal.code in OF_A_HALF for refusal in refusals):
            error = KnownError(command.by, "display", command.shown, command.right)
            events = _half_done(book, game, command, error, command.at)
        return events or refused(command, book.in_order(refusals))
    return (
        DisplayCorrected(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            shown=command.shown,
            right=command.right,
            announced=announced,
        ),
    )


def _display_facts(
    session: Session,
    game: Game,
    command: ReportError | CorrectDisplay,
    role: str,
    *,
    shown: int,
) -> CorrectionFacts:
    """Of a number that was announced right and shown wrong."""
    return CorrectionFacts(
        display=True,
        wrong=command.right,
        wrong_called=command.right in game.called,
        drawn=0,
        right=shown,
        right_called=False,
        by_official=bool(session.duty_of(command.by, command.game)),
        by_role=role,
        announced=True,
        displayed=True,
    )


def _facts(
    session: Session,
    game: Game,
    command: ReportError | CorrectNumber,
    role: str,
    *,
    announced: bool,
    displayed: bool,
) -> CorrectionFacts:
    struck = struck_index(game.calls, command.wrong, command.right)
    taken = {call.drawn for index, call in enumerate(game.calls) if index != struck}
    drawn = 0 if struck is None else game.calls[struck].drawn
    return CorrectionFacts(
        display=False,
        wrong=command.wrong,
        wrong_called=struck is not None,
        drawn=0 if drawn == command.wrong else drawn,
        right=command.right,
        right_called=command.right in taken,
        by_official=bool(session.duty_of(command.by, command.game)),
        by_role=role,
        announced=announced,
        displayed=displayed,
    )


def _without(
    book: BingoBook[Any], state: HallState, game: Game, struck: int, done: Iterable[Completed]
) -> tuple[Completed, ...]:
    """The completions that hold without the struck number."""
    # Calls after the struck one move up by one, here and in the completions.
    called = [number for index, number in enumerate(game.called) if index != struck]
    moved = (
        written.replace(each, call=each.call - (each.call > struck + 1))
        for each in done
        if each.call != struck + 1
    )
    return still_complete(book, state, moved, called)


def _lost_anyway(
    book: BingoBook[Any],
    state: HallState,
    command: CorrectNumber,
    struck: int,
    lost: Forfeit | PrizeForfeited,
) -> bool:
    """Whether the player was entitled without the struck number too."""
    session = state.sessions[command.session]
    boxes = boxes_on(state, CardKey(lost.serial, lost.card))
    if lost.scope == "player":
        boxes = boxes_of(state, session, command.game, lost.player)
    done = [completed(lost.prize, box, lost.call) for box in boxes]
    return bool(_without(book, state, session.games[command.game], struck, done))


def _fallen(
    book: BingoBook[Any], state: HallState, game: Game, struck: int
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Claims that rest on the struck number, and the prizes that some claimant loses with it."""
    claims: list[str] = []
    prizes: set[str] = set()
    for claim in game.claims.values():
        if not claim.in_force:
            continue
        before = still_complete(book, state, claim.completed, game.called)
        left = _without(book, state, game, struck, before)
        prizes |= {done.prize for done in before} - {done.prize for done in left}
        if not left:
            claims.append(claim.claim)
    return tuple(claims), frozenset(prizes)
