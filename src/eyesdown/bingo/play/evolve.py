"""How a game changes: its calls, claims, forfeits and result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias, assert_never

from eyesdown.bingo import events as ev
from eyesdown.bingo.state.state import Box, Call, Claimed, Game, Session, State, put
from eyesdown.bingo.words.printed import CardKey

GameEvent: TypeAlias = (
    ev.GameStarted
    | ev.JackpotNumbersDrawn
    | ev.NumberCalled
    | ev.CallFinished
    | ev.BallHandedOver
    | ev.BallRacked
    | ev.CorrectionOpened
    | ev.NumberCorrected
    | ev.DisplayCorrected
    | ev.PrizeForfeited
    | ev.ForfeitCancelled
    | ev.NumberPressed
    | ev.MalfunctionReported
    | ev.ScorecardReplaced
    | ev.ClaimMade
    | ev.ClaimChecked
    | ev.ClaimAllowed
    | ev.ClaimRefused
    | ev.GameClosed
    | ev.GameInvalidated
    | ev.PlayerExcluded
)


def evolve_game(state: State, event: GameEvent) -> State:
    session = state.sessions[event.session]
    match event:
        case ev.NumberPressed(serial=serial, card=card, number=number, marked=marked):
            key = CardKey(serial, card)
            held = session.holdings[key]
            pressed = held.pressed | {number} if marked else held.pressed
            now = replace(held, pressed=pressed)
            session = replace(session, holdings=put(session.holdings, key, now))
            return replace(state, sessions=put(state.sessions, event.session, session))
        case ev.ScorecardReplaced(serial=serial, card=card, marked=marks):
            key = CardKey(serial, card)
            held = session.holdings[key]
            held = replace(held, pressed=held.pressed | frozenset(marks))
            session = replace(session, holdings=put(session.holdings, key, held))
        case ev.GameStarted():
            # A device starts every game without a mark.
            holdings = {
                key: replace(held, pressed=frozenset()) if held.pressed else held
                for key, held in session.holdings.items()
            }
            began = session.began_at or event.at
            told = session.told - {"closing balance", "next session"}
            session = replace(session, began_at=began, holdings=holdings, told=told)
        case ev.GameClosed():
            session = replace(session, ended_at=_decided_at(session.games[event.game], event))
        case ev.GameInvalidated(annulled=annulled):
            # A game that had ended does not end again with its outcome.
            if session.games[event.game].phase != "closed":
                session = replace(session, ended_at=event.at)
            state = without_awards(state, annulled)
        case ev.NumberCorrected():
            names = (
                award_id(event.session, event.game, prize, player)
                for prize in event.reopened_prizes
                for player in session.games[event.game].won[prize].winners
            )
            state = without_awards(state, tuple(names))
        case _:
            pass
    game = _changed(state, session, session.games[event.game], event)
    session = replace(session, games=put(session.games, event.game, game))
    return replace(state, sessions=put(state.sessions, event.session, session))


def _decided_at(game: Game, event: ev.GameClosed) -> datetime:
    """A game ends when its result is declared; without a winner, when it is closed (B04)."""
    won = game.won.get(game.last_prize)
    return won.at if won else event.at


def _changed(  # noqa: PLR0912  a match over events is wide, not deep
    state: State, session: Session, game: Game, event: GameEvent
) -> Game:
    match event:
        case ev.GameStarted(selector=selector, selector_id=name):
            return replace(
                game, phase="running", selector=selector, selector_id=name, started_at=event.at
            )
        case ev.JackpotNumbersDrawn(numbers=numbers):
            return replace(game, jackpot_numbers=numbers)
        case ev.NumberCalled(number=number, drawn=drawn, finished=finished, by=by):
            call = Call(number, drawn, event.at, finished, by)
            index = boxes_in_play(state, session, event.game)
            return replace(game, calls=(*game.calls, call), by_ball=index)
        case ev.CallFinished(call=place):
            return _with_call(game, place, replace(game.calls[place - 1], finished=event.at))
        case ev.BallHandedOver(call=place):
            return _with_call(game, place, replace(game.calls[place - 1], handed_over=True))
        case ev.BallRacked(call=place, ball=number):
            # The ball bears the announcement out, whatever was read off it at first.
            left = (e for e in game.errors if e.error == "display" or e.wrong != number)
            now = _with_call(game, place, replace(game.calls[place - 1], racked=True))
            return replace(now, errors=tuple(left))
        case ev.CorrectionOpened():
            return replace(game, errors=(*game.errors, event))
        case ev.NumberCorrected():
            return corrected(game, event)
        case ev.DisplayCorrected(right=number):
            return replace(game, errors=_errors_left(game, number))
        case ev.MalfunctionReported(serial=serial, card=card):
            return replace(game, faulty=game.faulty | {CardKey(serial, card)})
        case ev.ScorecardReplaced(serial=serial, card=card):
            return replace(game, faulty=game.faulty - {CardKey(serial, card)})
        case ev.GameClosed(outcome=outcome):
            return replace(game, phase="closed", outcome=outcome)
        case ev.GameInvalidated():
            return replace(game, phase="closed", outcome="invalidated")
        case ev.PlayerExcluded(player=player):
            return replace(game, excluded=game.excluded | {player})
        case ev.NumberPressed():
            return game
        case (
            ev.PrizeForfeited()
            | ev.ForfeitCancelled()
            | ev.ClaimMade()
            | ev.ClaimChecked()
            | ev.ClaimAllowed()
            | ev.ClaimRefused()
        ):
            return _claims(game, event)
        case _:
            assert_never(event)


ClaimEvent: TypeAlias = (
    ev.PrizeForfeited
    | ev.ForfeitCancelled
    | ev.ClaimMade
    | ev.ClaimChecked
    | ev.ClaimAllowed
    | ev.ClaimRefused
)


def _claims(game: Game, event: ClaimEvent) -> Game:
    match event:
        case ev.PrizeForfeited():
            return replace(game, forfeits=(*game.forfeits, event))
        case ev.ForfeitCancelled():
            left = tuple(lost for lost in game.forfeits if _which(lost) != _which(event))
            return replace(game, forfeits=left)
        case ev.ClaimMade(claim=name, player=player, word=word, call=call, completed=completed):
            number = game.calls[call - 1].number
            claim = Claimed(event.at, name, player, word, call, number, completed)
        case ev.ClaimChecked(claim=name, by=by, steps=steps, witness=witness, marked=marked):
            was = game.claims[name]
            claim = replace(
                was,
                steps={**was.steps, **dict.fromkeys(steps, by)},
                witness="" if event.witness_impossible else witness or was.witness,
                marked=was.marked | frozenset(marked),
            )
        case ev.ClaimAllowed(claim=name, completed=completed):
            claim = replace(game.claims[name], status="allowed", completed=completed)
        case ev.ClaimRefused(claim=name, player=player, word=word, call=call, refusals=refusals):
            blank = Claimed(event.at, name, player, word, call, 0, ())
            codes = frozenset(no.code for no in refusals)
            claim = replace(game.claims.get(name, blank), status="refused", refused_for=codes)
        case _:
            assert_never(event)
    return replace(game, claims=put(game.claims, name, claim))


def _which(lost: ev.PrizeForfeited | ev.ForfeitCancelled) -> tuple[object, ...]:
    return lost.player, lost.prize, lost.serial, lost.card, lost.call


def without_awards(state: State, names: tuple[str, ...]) -> State:
    awards = {name: award for name, award in state.awards.items() if name not in names}
    return replace(state, awards=awards)


def award_id(session: str, game: int, prize: str, player: str) -> str:
    """The name of one winner's part of one prize.

    >>> award_id("Tue", 3, "series", "ann")
    'Tue/3/series/ann'
    """
    return f"{session}/{game}/{prize}/{player}"


def _with_call(game: Game, place: int, call: Call) -> Game:
    return replace(game, calls=(*game.calls[: place - 1], call, *game.calls[place:]))


def struck_place(calls: tuple[Call, ...], wrong: int, right: int) -> int | None:
    """Which call a correction strikes: of this ball, else of another one, else the latest (D05)."""
    places = [place for place, call in enumerate(calls) if call.number == wrong]
    known_wrong = [place for place in places if calls[place].drawn != wrong]
    of_this_ball = [place for place in known_wrong if calls[place].drawn == right]
    chosen = of_this_ball or known_wrong or places
    return chosen[-1] if chosen else None


def corrected(game: Game, event: ev.NumberCorrected) -> Game:
    """The struck number leaves, the right one is last (D01, D02); claims on it fall (D03)."""
    place = struck_place(game.calls, event.wrong, event.right)
    assert place is not None
    was = game.calls[place]
    right = replace(
        was,
        number=event.right,
        drawn=event.right,
        started=event.at,
        finished=event.finished,
        seen=was.handed_over and any(_read_off(error, was, event) for error in game.errors),
    )
    calls = (*game.calls[:place], *game.calls[place + 1 :], right)
    claims = {
        name: replace(
            claim,
            status="cancelled" if name in event.cancelled_claims else claim.status,
            call=claim.call - (claim.call > place + 1),
            completed=tuple(
                replace(done, call=done.call - (done.call > place + 1)) for done in claim.completed
            ),
        )
        for name, claim in game.claims.items()
    }
    forfeits = tuple(
        replace(lost, call=lost.call - (lost.call > place + 1)) for lost in game.forfeits
    )
    won = {
        prize: replace(won, call=won.call - (won.call > place + 1))
        for prize, won in game.won.items()
        if prize not in event.reopened_prizes
    }
    errors = _errors_left(game, event.wrong)
    now = replace(game, calls=calls, claims=claims, won=won, forfeits=forfeits, errors=errors)
    if game.last_prize in event.reopened_prizes:
        levels = {**game.levels, **game.into_pool}
        return replace(now, levels=levels, into_pool={}, sent_on=(), paid_by_pool_cents=0)
    return now


def _read_off(error: ev.CorrectionOpened, was: Call, event: ev.NumberCorrected) -> bool:
    """Whether the supervisor, who is not the caller, had read the right number off the ball."""
    about = error.error == "announcement" and error.by != was.by
    return about and (error.wrong, error.right) == (event.wrong, event.right)


def _errors_left(game: Game, called: int) -> tuple[ev.CorrectionOpened, ...]:
    """Known errors but those about this number, said or shown."""
    return tuple(
        error
        for error in game.errors
        if called != (error.right if error.error == "display" else error.wrong)
    )


def boxes_in_play(state: State, session: Session, number: int) -> Mapping[int, tuple[Box, ...]]:
    """Every grid in play in a game, listed under each of its numbers; kept from call to call."""
    if session.games[number].by_ball:
        return session.games[number].by_ball
    found: dict[int, list[Box]] = defaultdict(list)
    for key, held in session.holdings.items():
        if number not in held.games:
            continue
        printed = state.series[key.serial].cards[key.card]
        for place, ticket in enumerate(printed.boxes, start=1):
            box = Box(key, place, ticket.numbers)
            for ball in box.numbers:
                found[ball].append(box)
    return {ball: tuple(boxes) for ball, boxes in found.items()}
