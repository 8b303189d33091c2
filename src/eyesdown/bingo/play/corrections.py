"""Putting wrong announcements and displays right, and what that changes (D01 to D06)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.claims.decide import claim as hear
from eyesdown.bingo.claims.decide import forfeit_cancelled
from eyesdown.bingo.claims.results import comes_back
from eyesdown.bingo.play.decide import ends_too_soon, silent
from eyesdown.bingo.play.evolve import struck_place
from eyesdown.bingo.play.patterns import boxes_of, boxes_on, completed, standing
from eyesdown.bingo.pools.decide import credit, debit
from eyesdown.bingo.state.desk import Events, Hall, Log, game_of, refused
from eyesdown.bingo.state.state import Claimed, Game, Session, State
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.bingo import CorrectionFacts

FOR_THE_NUMBERS = frozenset(
    (
        "claim/during_announcement",
        "claim/forfeited",
        "claim/incomplete",
        "claim/late",
        "claim/no_prize_open",
    )
)
"""What a cry is refused for on account of the numbers that were out."""


def report_error(book: Hall, state: State, command: cmd.ReportError) -> Events:
    """Once an error is known no number may be drawn until it is put right."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    role = state.role_of(command.by)
    facts = _facts(session, game, command, role, announced=True, displayed=True)
    if command.error == "display":
        facts = _display_facts(session, game, command, role, shown=command.wrong)
    refusals = book.check(book.actions.correction, facts)
    if game.phase != "running" and not refusals:
        refusals = (book.no("game/not_running", "game", game=command.game),)
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
    role = state.role_of(command.by)
    facts = _facts(
        session, game, command, role, announced=command.announced, displayed=command.displayed
    )
    refusals = book.check(book.actions.correction, facts)
    finished = command.finished or command.at
    if finished < command.at and not refusals:
        refusals = (ends_too_soon(book, command),)
    if refusals:
        return refused(book, command, *refusals)
    if game.phase == "closed":
        name = f"{command.session}/{command.game}/correction {command.wrong}"
        if name in state.disputes:
            return refused(book, command, book.no("dispute/exists", "dispute", dispute=name))
        return (
            ev.DisputeRaised(
                at=command.at,
                session=command.session,
                game=command.game,
                dispute=name,
                person=command.by,
                about=f"{command.wrong} was announced for {command.right}",
            ),
        )
    place = struck_place(game.calls, command.wrong, command.right)
    assert place is not None
    if game.calls[-1].finished is None and place < len(game.calls) - 1:
        return refused(book, command, book.no("call/still_open", "call", game=command.game))
    log = Log(state)
    if place < len(game.calls) - 1:
        log.add(*_silent(book, state, command, place))
    for lost in game.forfeits:
        if not _lost_anyway(book, state, command, place, lost):
            log.add(forfeit_cancelled(command, lost, f"{command.wrong} was struck"))
    fallen, undone = _fallen(book, state, game, place)
    reopened = {prize for prize in game.won if prize in undone}
    if (reopened or _counts(game, place)) and game.last_prize in game.won:
        # The result took along or sent on what was open, and counted the numbers.
        reopened |= {game.last_prize, *(prize for prize, won in game.won.items() if won.jackpot)}
        log.add(*_pool_returned(log.state, command, game))
    log.add(
        ev.NumberCorrected(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            wrong=command.wrong,
            right=command.right,
            finished=finished,
            displayed=command.displayed,
            cancelled_claims=fallen,
            reopened_prizes=tuple(prize for prize in game.won if prize in reopened),
        )
    )
    if game.last_prize in reopened:
        for sent in reversed(game.sent_on):
            log.add(*comes_back(log.state, sent, command))
    log.add(*_silent_since(book, log.state, command, place, game.won))
    log.add(*_heard_again(book, log.state, command))
    return log.all()


def _silent_since(
    book: Hall, state: State, command: cmd.CorrectNumber, place: int, gone: Container[str]
) -> Events:
    """Where the struck number was drawn later on, it entitled then (D05): to what was not gone."""
    called = state.sessions[command.session].games[command.game].called
    if command.wrong not in called[place:]:
        return ()
    found = silent(book, state, command, called.index(command.wrong) + 1)
    return tuple(
        lost for lost in found if isinstance(lost, ev.PrizeForfeited) and lost.prize not in gone
    )


def _heard_again(book: Hall, state: State, command: cmd.CorrectNumber) -> Events:
    """Cries that failed, held against the numbers as they were really out at the time (D01)."""
    log = Log(state)
    session, game = command.session, command.game
    for cry in _failed(state.sessions[session].games[game]):
        asked = cmd.Claim(at=cry.at, session=session, game=game, player=cry.player, word=cry.word)
        events = hear(book, log.state, asked)
        made = events[0]
        claims = log.state.sessions[session].games[game].claims.values()
        if isinstance(made, ev.ClaimMade) and not any(_covers(claim, made) for claim in claims):
            log.add(*events)
    return log.all()


def _failed(game: Game) -> list[Claimed]:
    """Cries that fell, or were refused for nothing but the numbers, as they were heard."""
    failed = [
        cry
        for cry in game.claims.values()
        if cry.status == "cancelled" or (cry.refused_for and cry.refused_for <= FOR_THE_NUMBERS)
    ]
    return sorted(failed, key=lambda cry: cry.at)


def _covers(claim: Claimed, made: ev.ClaimMade) -> bool:
    """Whether a player has claimed the same already."""
    stands = claim.status in ("open", "allowed") and claim.player == made.player
    return stands and set(made.completed) <= set(claim.completed)


def _counts(game: Game, place: int) -> bool:
    """Whether a jackpot hangs on how many numbers came before the result."""
    won = game.won.get(game.last_prize)
    limited = any(level.numbers_max for level in game.plan.levels)
    return won is not None and place < won.call and limited


def _pool_returned(state: State, command: cmd.CorrectNumber, game: Game) -> Events:
    """The pool is what it was before a result that fell: less or more what that moved (D03).

    Where another session has paid that out since, no more is taken than is there.
    """
    pool = state.sessions[command.session].plan.pool
    cents = game.paid_by_pool_cents - sum(game.into_pool.values())
    if cents >= 0:
        return credit(state, command, pool, "returned", cents) if cents else ()
    taken = min(-cents, state.pools[pool].balance_cents)
    return (debit(state, command, pool, taken, reason="result fell"),) if taken else ()


def _silent(book: Hall, state: State, command: cmd.CorrectNumber, place: int) -> Events:
    """The corrective announcement ends the window of the number before it like any other."""
    found = silent(book, state, command)
    return tuple(
        lost
        for lost in found
        if isinstance(lost, ev.PrizeForfeited) and _lost_anyway(book, state, command, place, lost)
    )


def correct_display(book: Hall, state: State, command: cmd.CorrectDisplay) -> Events:
    """The announced number was right and stands; no new window (D04)."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    role = state.role_of(command.by)
    facts = _display_facts(session, game, command, role, shown=command.shown)
    facts = replace(facts, announced=command.announced, displayed=command.displayed)
    refusals = book.check(book.actions.correction, facts)
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


def _display_facts(
    session: Session,
    game: Game,
    command: cmd.ReportError | cmd.CorrectDisplay,
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
    command: cmd.ReportError | cmd.CorrectNumber,
    role: str,
    *,
    announced: bool,
    displayed: bool,
) -> CorrectionFacts:
    place = struck_place(game.calls, command.wrong, command.right)
    taken = {call.drawn for at, call in enumerate(game.calls) if at != place}
    drawn = 0 if place is None else game.calls[place].drawn
    return CorrectionFacts(
        display=False,
        wrong=command.wrong,
        wrong_called=place is not None,
        drawn=0 if drawn == command.wrong else drawn,
        right=command.right,
        right_called=command.right in taken,
        by_official=bool(session.duty_of(command.by, command.game)),
        by_role=role,
        announced=announced,
        displayed=displayed,
    )


def _without(
    book: Hall, state: State, game: Game, place: int, done: Iterable[ev.Completed]
) -> tuple[ev.Completed, ...]:
    """The completions that stand without the struck number."""
    called = [number for at, number in enumerate(game.called) if at != place]
    moved = (
        replace(each, call=each.call - (each.call > place + 1))
        for each in done
        if each.call != place + 1
    )
    return standing(book, state, moved, called)


def _lost_anyway(
    book: Hall, state: State, command: cmd.CorrectNumber, place: int, lost: ev.PrizeForfeited
) -> bool:
    """Whether the silent player was entitled without the struck number too."""
    session = state.sessions[command.session]
    boxes = boxes_on(state, CardKey(lost.serial, lost.card))
    if lost.scope == "player":
        boxes = boxes_of(state, session, command.game, lost.player)
    done = [completed(lost.prize, box, lost.call) for box in boxes]
    return bool(_without(book, state, session.games[command.game], place, done))


def _fallen(
    book: Hall, state: State, game: Game, place: int
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Claims that rest on the struck number, and the prizes that some claimant loses with it."""
    claims: list[str] = []
    prizes: set[str] = set()
    for claim in game.claims.values():
        if claim.status not in ("open", "allowed"):
            continue
        stood = standing(book, state, claim.completed, game.called)
        left = _without(book, state, game, place, stood)
        prizes |= {done.prize for done in stood} - {done.prize for done in left}
        if not left:
            claims.append(claim.claim)
    return tuple(claims), frozenset(prizes)
