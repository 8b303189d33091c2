"""Starting a game and calling its numbers, with what each call costs the silent."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.claims.verify import awaits_marks, refuse_claim, undeclared, unmarked_refusals
from eyesdown.bingo.play.evolve import boxes_in_play
from eyesdown.bingo.play.patterns import completed_on_call
from eyesdown.bingo.pools.decide import must_go_events
from eyesdown.bingo.session.announcements import due_before_number, untold
from eyesdown.bingo.session.returns import forecast, promised_cents
from eyesdown.bingo.state.desk import (
    Events,
    Hall,
    Log,
    another_plays,
    game_of,
    previous_end,
    refused,
)
from eyesdown.bingo.state.state import Game, Session, State
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.money import round_up
from eyesdown.rulebook.facts.bingo import DrawFacts, JackpotDrawFacts, StartFacts


def start_game(book: Hall, state: State, command: cmd.StartGame) -> Events:
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    facts = StartFacts(
        games_count=len(session.games),
        at=command.at,
        session_began_at=session.began_at,
        previous_ended_at=command.at
        if another_plays(state, command.session, command.at)
        else previous_end(state, command.session, command.at),
        selector=command.selector,
        balls=command.balls,
    )
    refusals = book.check(book.actions.start, facts)
    if not session.checklist and not refusals:
        refusals = (book.no("session/not_open", "session", session=command.session),)
    busy = [number for number, other in session.games.items() if other.phase == "running"]
    if busy or game.phase != "planned":
        number = next(iter(busy), command.game)
        refusals += (book.no("game/already_running", "game", game=number),)
    if refusals:
        return refused(book, command, *refusals)
    log = Log(state)
    log.add(
        ev.GameStarted(
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


def draw_jackpot_numbers(book: Hall, state: State, command: cmd.DrawJackpotNumbers) -> Events:
    """Drawn apart; they go back and stay drawable in the game (G11)."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    _, game = found
    wanted = any(level.on_jackpot_number for level in game.plan.levels)
    told = "jackpot numbers" in game.told
    facts = JackpotDrawFacts(command.numbers, len(game.calls), wanted, announced=told)
    refusals = book.check(book.actions.jackpot_draw, facts)
    if refusals:
        return refused(book, command, *refusals)
    return (
        ev.JackpotNumbersDrawn(
            at=command.at, session=command.session, game=command.game, numbers=command.numbers
        ),
    )


def call_number(book: Hall, state: State, command: cmd.CallNumber) -> Events:
    finished = command.finished or command.at
    if finished < command.at:
        return refused(book, command, ends_too_soon(book, command))
    return _call(book, state, command, finished)


def ends_too_soon(book: Hall, command: cmd.InGame) -> Refusal:
    return book.no("call/ends_before_it_begins", "call", game=command.game)


def begin_call(book: Hall, state: State, command: cmd.BeginCall) -> Events:
    return _call(book, state, command, None)


def _call(
    book: Hall, state: State, command: cmd.CallNumber | cmd.BeginCall, finished: datetime | None
) -> Events:
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    refusals = book.check(book.actions.draw, draw_facts(book, state, session, game, command))
    if game.phase == "running":
        refusals += untold(book, due_before_number(book, state, session, command.game))
    if refusals:
        return refused(book, command, *refusals)
    log = Log(state)
    if not game.calls:
        log.add(*forecast(book, state, session, command.game, command.at))
    for claim in game.undecided:
        refusals = unmarked_refusals(book, state, session, game, claim)
        log.add(refuse_claim(command, claim, refusals))
    log.add(*silent(book, log.state, command))
    log.add(
        ev.NumberCalled(
            at=command.at,
            session=command.session,
            game=command.game,
            call=len(game.calls) + 1,
            number=command.number,
            drawn=command.drawn or command.number,
            finished=finished,
            by=command.by or session.official("caller", command.game),
            selector_id=game.selector_id or game.selector,
        )
    )
    return log.all()


def draw_facts(
    book: Hall,
    state: State,
    session: Session,
    game: Game,
    command: cmd.CallNumber | cmd.BeginCall,
) -> DrawFacts:
    last = game.calls[-1] if game.calls else None
    drawn = command.drawn or command.number
    caller = session.official("caller", command.game)
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
        last_racked=all(call.racked or call.seen for call in game.calls),
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


def _short(book: Hall, state: State, session: Session, number: int, at: datetime) -> int:
    """How far the announced prizes fall short of the game's minimum (H06)."""
    least = book.ways.least_return("game", session.with_jackpot) or Fraction(0)
    owed = round_up(least * session.games[number].receipts_cents)
    return max(0, owed - promised_cents(book, state, session, number, at))


def silent(book: Hall, state: State, command: cmd.InGame, call: int = 0) -> Events:
    """Players entitled on a number, the last if none is named, who let the next one begin (C01).

    Who cries though an earlier silence had cost the prize is not silent (C04, C05).
    """
    session = state.sessions[command.session]
    game = session.games[command.game]
    call = call or len(game.calls)
    if not call:
        return ()
    called = {
        claim.player
        for claim in game.claims.values()
        if claim.call == call
        and (claim.completed or claim.refused_for == {"claim/forfeited"})
        and claim.status != "cancelled"
    }
    boxes = boxes_in_play(state, session, command.game).get(game.calls[call - 1].number, ())
    lost: dict[tuple[str, str, CardKey], ev.PrizeForfeited] = {}
    scope = state.settings.forfeit_scope
    for done in completed_on_call(book, game, boxes, call):
        key = CardKey(done.serial, done.card)
        player = session.holdings[key].player
        if player in called:
            continue
        for prize in book.ways.forfeited(done.prize, tuple(game.offers)):
            place = (player, prize, CardKey("", 0) if scope == "player" else key)
            lost.setdefault(
                place,
                ev.PrizeForfeited(
                    at=command.at,
                    session=command.session,
                    game=command.game,
                    player=player,
                    prize=prize,
                    serial=done.serial,
                    card=done.card,
                    call=call,
                    scope=scope,
                ),
            )
    return tuple(lost.values())


def finish_call(book: Hall, state: State, command: cmd.FinishCall) -> Events:
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    _, game = found
    if not game.calls or game.calls[-1].finished is not None:
        return refused(book, command, book.no("call/none_open", "call", game=command.game))
    if command.at < game.calls[-1].started:
        return refused(book, command, ends_too_soon(book, command))
    return (
        ev.CallFinished(
            at=command.at, session=command.session, game=command.game, call=len(game.calls)
        ),
    )


def hand_over_ball(book: Hall, state: State, command: cmd.HandOverBall) -> Events:
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    in_hand = [place for place, call in enumerate(game.calls, start=1) if not call.handed_over]
    if not in_hand or game.selector != "receptacle":
        return refused(book, command, book.no("ball/none_in_hand", "ball", game=command.game))
    caller = session.official("caller", command.game)
    if command.by not in ("", caller):
        return refused(book, command, book.no("ball/not_the_caller", "ball", by=command.by))
    return (
        ev.BallHandedOver(
            at=command.at,
            session=command.session,
            game=command.game,
            call=in_hand[0],
            by=caller,
            to=session.official("supervisor", command.game),
        ),
    )


def check_ball(book: Hall, state: State, command: cmd.CheckBall) -> Events:
    """The supervisor compares ball and announcement: racked, or a correction is opened."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    given = [
        place
        for place, call in enumerate(game.calls, start=1)
        if call.handed_over and not call.racked and not (call.seen and place < len(game.calls))
    ]
    if not given:
        return refused(book, command, book.no("ball/not_handed_over", "rack", game=command.game))
    if command.by != session.official("supervisor", command.game):
        return refused(book, command, book.no("ball/not_the_supervisor", "rack", by=command.by))
    announced = game.calls[given[0] - 1].number
    if command.ball != announced:
        return (
            ev.CorrectionOpened(
                at=command.at,
                session=command.session,
                game=command.game,
                by=command.by,
                error="announcement",
                wrong=announced,
                right=command.ball,
            ),
        )
    return (
        ev.BallRacked(
            at=command.at,
            session=command.session,
            game=command.game,
            call=given[0],
            by=command.by,
            ball=command.ball,
        ),
    )
