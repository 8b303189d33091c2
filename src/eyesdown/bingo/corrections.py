"""Putting wrong announcements and displays right, and what that changes (D01 to D06)."""

from __future__ import annotations

from dataclasses import replace

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.calls import silent
from eyesdown.bingo.desk import Events, Hall, Log, game_of, refused
from eyesdown.bingo.evolve_game import struck_place
from eyesdown.bingo.evolve_money import BACK
from eyesdown.bingo.jackpots import credit
from eyesdown.bingo.printed import CardKey
from eyesdown.bingo.state import Game, Session, State
from eyesdown.bingo.versions import boxes_on, marks
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.bingo import CorrectionFacts


def report_error(book: Hall, state: State, command: cmd.ReportError) -> Events:
    """Once an error is known no number may be drawn until it is put right."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    facts = _facts(session, game, command, announced=True, displayed=True)
    refusals = () if command.error == "display" else book.check(book.deeds.correction, facts)
    if refusals:
        return refused(book, command, *refusals)
    return (
        ev.CorrectionOpened(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            error=command.error,
            wrong=command.wrong,
            right=command.right,
        ),
    )


def correct_number(book: Hall, state: State, command: cmd.CorrectNumber) -> Events:
    """Before the game is closed the number is replaced; after it the result stands (D03)."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    facts = _facts(session, game, command, announced=command.announced, displayed=command.displayed)
    refusals = book.check(book.deeds.correction, facts)
    if refusals:
        return refused(book, command, *refusals)
    if game.phase == "closed":
        return (
            ev.DisputeRaised(
                at=command.at,
                session=command.session,
                game=command.game,
                dispute=f"{command.session}/{command.game}/correction {command.wrong}",
                person=command.by,
                about=f"{command.wrong} was announced for {command.right}",
            ),
        )
    place = struck_place(game.calls, command.wrong)
    assert place is not None
    if game.calls[-1].finished is None and place < len(game.calls) - 1:
        return refused(book, command, book.no("call/still_open", "call", game=command.game))
    log = Log(state)
    if place < len(game.calls) - 1:
        log.add(*_silent(book, state, command, game, place))
    for lost in game.forfeits:
        if not _stands(book, state, game, place, lost):
            log.add(_cancelled(command, lost, f"{command.wrong} was struck"))
    fallen = _fallen(book, state, game, place)
    prizes = {done.prize for name in fallen for done in game.claims[name].completed}
    reopened = {prize for prize in game.won if prize in prizes}
    if game.last_prize in reopened:
        reopened |= {prize for prize, won in game.won.items() if won.jackpot}
        log.add(*_pool_returned(log.state, command, game))
    log.add(
        ev.NumberCorrected(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            wrong=command.wrong,
            right=command.right,
            finished=command.finished or command.at,
            displayed=command.displayed,
            cancelled_claims=fallen,
            reopened_prizes=tuple(prize for prize in game.won if prize in reopened),
        )
    )
    if game.last_prize in reopened:
        for sent in reversed(game.sent_on):
            log.add(*_comes_back(log.state, sent, command))
    return log.all()


def _pool_returned(state: State, command: cmd.CorrectNumber, game: Game) -> Events:
    """Pool money that went to winners who are none goes back to the pool (D03)."""
    pool, cents = state.sessions[command.session].plan.pool, game.paid_by_pool_cents
    return credit(state, command, pool, "returned", cents) if cents else ()


def _comes_back(state: State, sent: ev.PrizeRolled, command: cmd.CorrectNumber) -> Events:
    """A prize that had gone on because of the result comes back, unless it is at work by now."""
    gone = not sent.to_game and state.waiting.get(sent.to_prize, 0) < sent.amount_cents
    if sent.to_pool or gone:
        return ()
    return (
        replace(
            sent,
            at=command.at,
            game=sent.to_game,
            prize=sent.to_prize,
            to_session=command.session,
            to_game=command.game,
            to_prize=sent.prize,
            reason=BACK,
        ),
    )


def _silent(book: Hall, state: State, command: cmd.CorrectNumber, game: Game, place: int) -> Events:
    """The corrective announcement ends the window of the number before it like any other."""
    found = silent(book, state, command)
    return tuple(
        lost
        for lost in found
        if isinstance(lost, ev.PrizeForfeited) and _stands(book, state, game, place, lost)
    )


def correct_display(book: Hall, state: State, command: cmd.CorrectDisplay) -> Events:
    """The announced number was right and stands; no new window (D04)."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    facts = CorrectionFacts(
        wrong=command.right,
        wrong_called=command.right in game.called,
        right=command.shown,
        right_called=False,
        by_official=bool(session.duty_of(command.by, command.game)),
        announced=command.announced,
        displayed=command.displayed,
        running=game.phase == "running",
    )
    refusals = book.check(book.deeds.correction, facts)
    if refusals:
        return refused(book, command, *refusals)
    return (
        ev.DisplayCorrected(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            shown=command.shown,
            right=command.right,
            announced=command.announced,
        ),
    )


def _facts(
    session: Session,
    game: Game,
    command: cmd.ReportError | cmd.CorrectNumber,
    *,
    announced: bool,
    displayed: bool,
) -> CorrectionFacts:
    place = struck_place(game.calls, command.wrong)
    others = [call for at, call in enumerate(game.calls) if at != place]
    taken = {call.number for call in others} | {call.drawn for call in others}
    return CorrectionFacts(
        wrong=command.wrong,
        wrong_called=place is not None,
        right=command.right,
        right_called=command.right in taken,
        by_official=bool(session.duty_of(command.by, command.game)),
        announced=announced,
        displayed=displayed,
        running=game.phase == "running",
    )


def _stands(
    book: Hall, state: State, game: Game, place: int, done: ev.Completed | ev.PrizeForfeited
) -> bool:
    """Whether a completion by this call stands without the struck number."""
    called = tuple(other.number for at, other in enumerate(game.calls[: done.call]) if at != place)
    pattern = book.patterns[done.prize]
    boxes = boxes_on(state, CardKey(done.serial, done.card))
    return any(pattern.won(marks(box.numbers, called)) for box in boxes)


def _fallen(book: Hall, state: State, game: Game, place: int) -> tuple[str, ...]:
    """Claims, open or allowed, that rest on the struck number."""
    return tuple(
        claim.claim
        for claim in game.claims.values()
        if claim.status in ("open", "allowed")
        and not any(_stands(book, state, game, place, done) for done in claim.completed)
    )


def _cancelled(
    command: cmd.CorrectNumber, lost: ev.PrizeForfeited, reason: str
) -> ev.ForfeitCancelled:
    return ev.ForfeitCancelled(
        at=command.at,
        session=command.session,
        game=command.game,
        player=lost.player,
        prize=lost.prize,
        serial=lost.serial,
        card=lost.card,
        call=lost.call,
        reason=reason,
    )
