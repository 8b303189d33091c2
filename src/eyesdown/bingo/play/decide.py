"""Starting a game and calling its numbers, with what each call forfeits."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from eyesdown.bingo.claims.forfeits import missed_on_last_call
from eyesdown.bingo.claims.verify import awaits_marks, refuse_claim, undeclared, unmarked_refusals
from eyesdown.bingo.play.commands import (
    AskForBall,
    BeginCall,
    CallNumber,
    CheckBall,
    DrawJackpotNumbers,
    EyesDown,
    FinishCall,
    HandOverBall,
    StartGame,
)
from eyesdown.bingo.play.events import (
    BallAsked,
    BallHandedOver,
    BallRacked,
    CallFinished,
    CorrectionOpened,
    EyesDownCalled,
    GameStarted,
    JackpotNumbersDrawn,
    NumberCalled,
)
from eyesdown.bingo.play.heard_again import heard_again
from eyesdown.bingo.pools.decide import must_go_events
from eyesdown.bingo.session.announcements import due_before_number, not_announced
from eyesdown.bingo.session.returns import forecast, promised_cents
from eyesdown.bingo.state.desk import another_plays, in_game, previous_end
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import Events, HallEvent
from eyesdown.kernel import written
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.money import round_up
from eyesdown.kernel.refused import Refused, refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import DrawFacts, JackpotDrawFacts, StartFacts

DECIDES = Handlers()

MACHINE = "machine"
"""The role of a machine as caller (nsw-casino-bingo 4.2)."""


@DECIDES.handles(StartGame)
@in_game
def start_game(
    book: BingoBook[Any], state: HallState, command: StartGame, session: Session, game: Game
) -> Events:
    """Start a game, if its session is open and no other game runs."""
    not_theirs = _of_another_caller(book, state, session, command)
    if not_theirs is not None:
        return refused(command, (not_theirs,))
    facts = StartFacts(
        games_count=len(session.games),
        at=command.at,
        session_began_at=session.began_at,
        # While another session plays, no pause has begun: the end counted from is now.
        previous_ended_at=command.at
        if another_plays(state, command.session, command.at)
        else previous_end(state, command.session, command.at),
        selector=command.selector,
        balls=command.balls,
    )
    refusals = book.check(book.actions.start, facts)
    # The site's own reason, given where no clause refuses.
    if not session.opened and not refusals:
        refusals = (book.refusal("session/not_open", "session", session=command.session),)
    busy = [number for number, other in session.games.items() if other.phase == "running"]
    if busy or game.phase != "planned":
        number = next(iter(busy), command.game)
        refusals += (book.refusal("game/already_running", "game", game=number),)
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    log.add(
        GameStarted(
            at=command.at,
            session=command.session,
            game=command.game,
            selector=command.selector,
            selector_id=command.selector_id,
            balls=command.balls,
            versions=game.plan.versions,
            price_cents=game.plan.price_cents,
        )
    )
    # Another session may have fed the pool since this one was opened.
    log.add(*must_go_events(book, log.state, command.at, command.session))
    return log.all()


def _of_another_caller(
    book: BingoBook[Any],
    state: HallState,
    session: Session,
    command: StartGame | DrawJackpotNumbers | FinishCall,
) -> Refusal | None:
    """The refusal of someone who is not the game's caller; for a machine the dealer acts."""
    caller = session.official("caller", command.game)
    if not caller or command.by in ("", caller) or calls_by_machine(book, state, caller):
        return None
    return book.refusal("call/not_the_caller", "call", by=command.by)


def calls_by_machine(book: BingoBook[Any], state: HallState, caller: str) -> bool:
    """Whether a caller is a machine, which presses no button itself."""
    return book.traits.machine_caller and state.role_of(caller) == MACHINE


@DECIDES.handles(DrawJackpotNumbers)
@in_game
def draw_jackpot_numbers(
    book: BingoBook[Any],
    state: HallState,
    command: DrawJackpotNumbers,
    session: Session,
    game: Game,
) -> Events:
    """Draw jackpot numbers; they go back and can be drawn in the game as well (G11)."""
    not_theirs = _of_another_caller(book, state, session, command)
    if not_theirs is not None:
        return refused(command, (not_theirs,))
    wanted = any(level.on_jackpot_number for level in game.plan.levels)
    announced = "jackpot numbers" in game.announced
    facts = JackpotDrawFacts(command.numbers, len(game.calls), wanted, announced=announced)
    refusals = book.check(book.actions.jackpot_draw, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        JackpotNumbersDrawn(
            at=command.at, session=command.session, game=command.game, numbers=command.numbers
        ),
    )


@DECIDES.handles(EyesDown)
@in_game
def eyes_down(
    book: BingoBook[Any], state: HallState, command: EyesDown, session: Session, game: Game
) -> Events:
    """End the sale of a game, if its first number may be called now (S04)."""
    if game.eyes_down_at or game.calls:
        refusal = book.refusal("eyes_down/already", "eyes down", game=command.game)
        return refused(command, (written.replace(refusal, decision="S04"),))
    refusals = _any_number(book, state, session, game, command)
    if refusals:
        return refused(command, refusals)
    by = command.by or session.official("caller", command.game)
    return (EyesDownCalled(at=command.at, session=command.session, game=command.game, by=by),)


@DECIDES.handles(AskForBall)
@in_game
def ask_for_ball(
    book: BingoBook[Any], state: HallState, command: AskForBall, session: Session, game: Game
) -> Events:
    """Ask a device for the next number, if that number may be called now.

    The window of the last number stays open until the number asked for begins (C01): a claim that
    is in by then stops it, and the ball asked for waits until the claim is decided.
    """
    if game.ball_asked:
        refusal = book.refusal("ball/asked_already", "call", call=game.ball_asked)
        return refused(command, (refusal,))
    refusals = _any_number(book, state, session, game, command)
    if game.selector == "receptacle":
        refusals = (*refusals, book.refusal("ball/not_of_a_device", "ball", game=command.game))
    # The number is named, so that a request sent twice asks for one ball.
    elif command.call != len(game.calls) + 1 and not refusals:
        following = len(game.calls) + 1
        refusals = (book.refusal("ball/not_the_next", "call", call=command.call, next=following),)
    if refusals:
        return refused(command, book.in_order(refusals))
    by = command.by or session.official("caller", command.game)
    return (
        BallAsked(
            at=command.at, session=command.session, game=command.game, call=command.call, by=by
        ),
    )


def _any_number(
    book: BingoBook[Any],
    state: HallState,
    session: Session,
    game: Game,
    command: EyesDown | AskForBall,
) -> tuple[Refusal, ...]:
    """What would refuse the next number of a game, whichever it is."""
    lowest, highest = int(book.figures.selector_lowest), int(book.figures.selector_highest)
    out = {call.drawn for call in game.calls}
    # Any ball still in serves as the next one. Its number is no fact of the answer.
    number = next((ball for ball in range(lowest, highest + 1) if ball not in out), lowest)
    caller = session.official("caller", command.game)
    by_dealer = isinstance(command, EyesDown) and calls_by_machine(book, state, caller)
    trial = BeginCall(
        at=command.at,
        session=command.session,
        game=command.game,
        number=number,
        by="" if by_dealer else command.by,
    )
    return tuple(
        written.replace(
            refusal, facts=tuple(fact for fact in refusal.facts if fact != ("number", number))
        )
        for refusal in _not_callable(book, state, session, game, trial)
    )


@DECIDES.handles(CallNumber)
def call_number(book: BingoBook[Any], state: HallState, command: CallNumber) -> Events:
    """Announce a number in full, if the game may have it now."""
    if command.finished and command.finished < command.at:
        return refused(command, (ends_too_soon(book, command),))
    return _call(book, state, command)


def ends_too_soon(book: BingoBook[Any], command: GameCommand) -> Refusal:
    """The refusal of an announcement that ends before it begins."""
    return book.refusal("call/ends_before_it_begins", "call", game=command.game)


@DECIDES.handles(BeginCall)
def begin_call(book: BingoBook[Any], state: HallState, command: BeginCall) -> Events:
    """Begin to announce a number, if the game may have it now."""
    return _call(book, state, command)


@in_game
def _call(
    book: BingoBook[Any],
    state: HallState,
    command: CallNumber | BeginCall,
    session: Session,
    game: Game,
) -> Events:
    """A number of a running game, with what the call before it forfeits."""
    refusals = _not_callable(book, state, session, game, command)
    if refusals:
        return refused(command, refusals)
    events: list[HallEvent | Refused] = []
    if not game.calls:
        events.extend(forecast(book, state, session, command.game, command.at))
    for claim in game.undecided:
        # Its player has claimed, marked or not, and forfeits nothing on this number.
        refusals = unmarked_refusals(book, state, session, game, claim)
        events.append(refuse_claim(command, claim, refusals))
    events.extend(missed_on_last_call(book, state, command))
    called = NumberCalled(
        at=command.at,
        session=command.session,
        game=command.game,
        call=len(game.calls) + 1,
        number=command.number,
        drawn=command.drawn or command.number,
        finished=command.finished or command.at if isinstance(command, CallNumber) else None,
        by=command.by or session.official("caller", command.game),
        selector_id=game.selector_id or game.selector,
    )
    return (*events, called)


def _not_callable(
    book: BingoBook[Any],
    state: HallState,
    session: Session,
    game: Game,
    command: CallNumber | BeginCall,
) -> tuple[Refusal, ...]:
    """Why a number may not be called now, first printed first."""
    refusals = book.check(book.actions.draw, draw_facts(book, state, session, game, command))
    if game.phase == "running":
        refusals += not_announced(book, due_before_number(book, state, session, command.game))
    return book.in_order(refusals)


def draw_facts(
    book: BingoBook[Any],
    state: HallState,
    session: Session,
    game: Game,
    command: CallNumber | BeginCall,
) -> DrawFacts:
    """A call as the clauses see it."""
    last = game.calls[-1] if game.calls else None
    drawn = command.drawn or command.number
    caller = session.official("caller", command.game)
    # A claim that lacks nothing but marks holds nothing up: the next number ends its time (C10).
    open_claims = [
        claim for claim in game.undecided if not awaits_marks(book, state, session, game, claim)
    ]
    return DrawFacts(
        number=command.number,
        drawn=drawn,
        drawn_before=drawn in {call.drawn for call in game.calls},
        numbers_drawn=len(game.calls),
        running=game.phase == "running",
        game_won=game.last_prize in game.won,
        caller=caller,
        supervisor=session.official("supervisor", command.game),
        by=command.by or caller,
        receptacle=game.selector == "receptacle",
        last_announced=last is None or (last.finished is not None and last.finished <= command.at),
        last_handed_over=all(call.handed_over for call in game.calls),
        last_racked=all(call.racked or call.verified for call in game.calls),
        correction_open=game.correction is not None,
        claims_open=len(open_claims) + undeclared(book, state, game),
        malfunction_open=bool(game.faulty),
        jackpot_numbers_owed=not game.jackpot_numbers
        and any(level.on_jackpot_number for level in game.plan.levels),
        range_entered=set(session.series) <= set(session.ranges),
        prizes_fixed=all(game.offers.values()),
        prizes_count=len(game.plan.prizes),
        short_cents=0 if game.calls else _short(book, state, session, command.game, command.at),
        jackpot_session=session.with_jackpot,
    )


def _short(
    book: BingoBook[Any], state: HallState, session: Session, number: int, at: datetime
) -> int:
    """How far the announced prizes fall short of the game's minimum (H06)."""
    least = book.ways.least_return("game", session.with_jackpot) or Fraction(0)
    owed = round_up(least * session.games[number].receipts_cents)
    return max(0, owed - promised_cents(book, state, session, number, at))


@DECIDES.handles(FinishCall)
@in_game
def finish_call(
    book: BingoBook[Any], state: HallState, command: FinishCall, session: Session, game: Game
) -> Events:
    """End the announcement of a number, which opens its window for claims."""
    not_theirs = _of_another_caller(book, state, session, command)
    if not_theirs is not None:
        return refused(command, (not_theirs,))
    if not game.calls or game.calls[-1].finished is not None:
        return refused(command, (book.refusal("call/none_open", "call", game=command.game),))
    if command.at < game.calls[-1].started:
        return refused(command, (ends_too_soon(book, command),))
    return (
        CallFinished(
            at=command.at, session=command.session, game=command.game, call=len(game.calls)
        ),
    )


@DECIDES.handles(HandOverBall)
@in_game
def hand_over_ball(
    book: BingoBook[Any], _state: HallState, command: HandOverBall, session: Session, game: Game
) -> Events:
    """Hand the ball of the oldest call over from the caller to the supervisor."""
    # Balls are handed over in the order of their calls, so that none is passed over.
    in_hand = [call for call, ball in enumerate(game.calls, start=1) if not ball.handed_over]
    if not in_hand or game.selector != "receptacle":
        return refused(command, (book.refusal("ball/none_in_hand", "ball", game=command.game),))
    caller = session.official("caller", command.game)
    if command.by not in ("", caller):
        return refused(command, (book.refusal("ball/not_the_caller", "ball", by=command.by),))
    return (
        BallHandedOver(
            at=command.at,
            session=command.session,
            game=command.game,
            call=in_hand[0],
            by=caller,
            to=session.official("supervisor", command.game),
        ),
    )


def balls_to_check(game: Game) -> list[int]:
    """The calls whose balls the supervisor has and has not racked, the oldest first."""
    return [
        call
        for call, ball in enumerate(game.calls, start=1)
        if ball.handed_over and not ball.racked and not (ball.verified and call < len(game.calls))
    ]


@DECIDES.handles(CheckBall)
@in_game
def check_ball(
    book: BingoBook[Any], state: HallState, command: CheckBall, session: Session, game: Game
) -> Events:
    """Rack a ball that agrees with its announcement, or open a correction."""
    given = balls_to_check(game)
    if not given:
        return refused(command, (book.refusal("ball/not_handed_over", "rack", game=command.game),))
    if command.by != session.official("supervisor", command.game):
        return refused(command, (book.refusal("ball/not_the_supervisor", "rack", by=command.by),))
    announced = game.calls[given[0] - 1].number
    if command.ball != announced:
        return (
            CorrectionOpened(
                at=command.at,
                session=command.session,
                game=command.game,
                by=command.by,
                error="announcement",
                wrong=announced,
                right=command.ball,
            ),
        )
    racked = BallRacked(
        at=command.at,
        session=command.session,
        game=command.game,
        call=given[0],
        by=command.by,
        ball=command.ball,
    )
    if game.right_announced_at is None:
        return (racked,)
    # The number was right after all: claims refused while another was being put in its place count.
    log = Log(state, command.session)
    log.add(racked)
    log.add(*heard_again(book, log.state, command))
    return log.all()
