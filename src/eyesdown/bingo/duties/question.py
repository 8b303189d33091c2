"""What is owed next in a session, for each person on duty.

The session has one next goal: the next number of the game that runs, else the start of the next
game, else the close. The goal's command is tried; each refusal of it leads to the steps that put
it right, which are tried in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from msgspec.structs import replace

from eyesdown.bingo.claims.commands import CloseGame, PayPrize
from eyesdown.bingo.duties.remedies import REMEDIES, appointments, closing, no_remedy
from eyesdown.bingo.duties.step import (
    CALLER,
    EACH_MAX,
    OFFICE,
    SELLER,
    SUPERVISOR,
    Look,
    Step,
    Trial,
    look_at,
)
from eyesdown.bingo.play.commands import AskForBall, BeginCall, EyesDown, StartGame
from eyesdown.bingo.sales.commands import PayRefund
from eyesdown.bingo.session.commands import OpenSession
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.trouble.commands import CloseDispute, DecideDispute
from eyesdown.rulebook.bingo_book import BingoBook


def owed_next(
    book: BingoBook[Any],
    state: HallState,
    session: str,
    at: datetime,
    trial: Trial | None = None,
) -> tuple[Step, ...]:
    """Every step that may be taken next in a session, and what those that may not wait for.

    The first open step of a person is the one that is owed next. Steps are tried on `trial`, where
    a site demands more than its book; else on the book's rules.
    """
    look = look_at(book, state, session, at, trial)
    steps: dict[object, Step] = {}
    for step in (*_to_play(look), *_to_settle(look)):
        steps.setdefault((step.person, step.command), step)
    return tuple(steps.values())


def _to_play(look: Look) -> Iterator[Step]:
    """The steps towards the session's next goal: its opening, a number, a game, or its close."""
    session = look.session
    if session.closed:
        return
    if not session.opened:
        yield from appointments(look, 0)
        yield from _with_remedies(look, _opening(look), 0)
        yield from _early_close(look)
        return
    running = [number for number, game in session.games.items() if game.phase == "running"]
    later = session.still_to_play(0)
    if running:
        yield from _in_game(look, running[0])
        if not later:
            yield from _sign_in_time(look)
    elif later:
        yield from _with_remedies(look, _start(look, later[0]), later[0])
    else:
        for step in closing(look, early=False):
            yield from _with_remedies(look, step, 0)
        return
    yield from _short_prizes(look, later)
    if not running:
        yield from _early_close(look)


def _opening(look: Look) -> Step | None:
    """The opening checklist: of the dealer where the book has their terminal, else the supervisor.

    Where the rules refuse that person, someone else opens the session.
    """
    duty = CALLER if look.book.traits.dealer_terminal else SUPERVISOR
    ticks: dict[str, Any] = {
        "notice_displayed": True,
        "terminal": "?",
        "software_approved": True,
        "display_connected": True,
    }
    return look.best(
        Step(
            duty=duty if by == look.official(duty, 0) else OFFICE,
            person=by,
            game=0,
            what="Open the session.",
            command=OpenSession(**look.about, by=by, **ticks),
            lacks=tuple(ticks),
        )
        for by in dict.fromkeys((look.official(duty, 0), "", *look.staff(0)))
    )


def _start(look: Look, number: int) -> Step:
    """The next game, drawn as the game before was."""
    played = [look.game(each) for each in look.session.in_order_of_play()]
    before = [game.selector for game in played if game.phase == "closed" and game.selector]
    by = look.official(CALLER, number)
    start = Step(
        duty=CALLER,
        person=by,
        game=number,
        what=f"Begin game {number}.",
        command=StartGame(
            **look.in_game(number), by=by, selector=before[-1] if before else "device"
        ),
    )
    return look.tried(start)


def _early_close(look: Look) -> Iterator[Step]:
    """A session may be closed before its last game; no one waits for that."""
    for step in closing(look, early=True):
        for each in _with_remedies(look, step, 0):
            yield replace(each, owed=False)


def _sign_in_time(look: Look) -> Iterator[Step]:
    """The closing sign has to hang for a while: it goes up in the last game."""
    for step in closing(look, early=False):
        for refusal in step.refusals:
            if refusal.code == "session/closing_sign":
                yield from REMEDIES[refusal.code](look, 0, refusal)


def _short_prizes(look: Look, later: Iterable[int]) -> Iterator[Step]:
    """Games whose first number would be refused because their prizes are too low so far."""
    for number in later:
        down = look.tried(_eyes_down(look, number))
        for refusal in down.refusals:
            if refusal.code == "return/forecast_too_low":
                yield from REMEDIES[refusal.code](look, number, refusal)


def _eyes_down(look: Look, number: int) -> Step:
    by = look.official(CALLER, number)
    return Step(
        duty=CALLER,
        person=by,
        game=number,
        what="End the sale of this game.",
        command=EyesDown(**look.in_game(number), by=by),
        words="Eyes down!",
    )


def _in_game(look: Look, number: int) -> Iterator[Step]:
    game = look.game(number)
    goal = look.tried(_next_number(look, game))
    if "hall/no_device" in _codes(goal):
        goal = look.tried(_keyed(look, game))
    if _codes(goal) & {"draw/game_won", "selector/number_twice"}:
        by = look.official(SUPERVISOR, number)
        goal = look.tried(
            Step(
                duty=SUPERVISOR,
                person=by,
                game=number,
                what=f"Close game {number}.",
                command=CloseGame(**look.in_game(number), by=by),
            )
        )
    elif not game.calls and not game.eyes_down_at:
        yield from _with_remedies(look, look.tried(_eyes_down(look, number)), number)
    yield from _with_remedies(look, goal, number)


def _codes(step: Step) -> set[str]:
    return {refusal.code for refusal in step.refusals}


def _next_number(look: Look, game: Game) -> Step:
    """The next number: asked for from a device, or drawn by hand and announced."""
    number = game.plan.game
    by = look.official(CALLER, number)
    about = look.in_game(number)
    if game.selector != "receptacle" and not game.ball_asked:
        return Step(
            duty=CALLER,
            person=by,
            game=number,
            what="Ask for the next ball.",
            command=AskForBall(**about, call=len(game.calls) + 1, by=by),
        )
    return _keyed(look, game)


def _keyed(look: Look, game: Game) -> Step:
    """The next number of a receptacle, or of a device of the hall's own."""
    number = game.plan.game
    by = look.official(CALLER, number)
    out = {call.drawn for call in game.calls}
    left = (ball for ball in look.balls if ball not in out)
    return Step(
        duty=CALLER,
        person=by,
        game=number,
        what="Announce the next number.",
        command=BeginCall(**look.in_game(number), number=next(left, look.balls[0]), by=by),
        lacks=("number",),
    )


def _with_remedies(look: Look, goal: Step | None, number: int) -> Iterator[Step]:
    """What puts a goal's refusals right, then the goal itself."""
    if goal is None:
        return
    for refusal in goal.refusals:
        remedy = REMEDIES.get(refusal.code, no_remedy)
        yield from remedy(look, number, refusal)
    yield goal


def _to_settle(look: Look) -> Iterator[Step]:
    """Prizes, refunds and disputes that are not settled yet."""
    unpaid = (
        name
        for name, award in look.state.awards.items()
        if award.session == look.name and not award.paid
    )
    for award in islice(unpaid, EACH_MAX):
        pay = Step(
            duty=SELLER,
            person="",
            game=look.state.awards[award].game,
            what=f"Pay {award}.",
            command=PayPrize(at=look.at, award=award),
            lacks=("parts",),
        )
        yield look.tried(pay)
    owed = (name for name, due in look.state.refunds.items() if due.session == look.name)
    for refund in islice(owed, EACH_MAX):
        back = PayRefund(at=look.at, refund=refund)
        what = f"Pay back {refund}."
        yield look.tried(Step(duty=SELLER, person="", game=0, what=what, command=back))
    raised = [
        name
        for name, dispute in look.state.disputes.items()
        if dispute.session == look.name and not dispute.closed
    ]
    for name in raised[:EACH_MAX]:
        yield from _dispute(look, name)


def _dispute(look: Look, name: str) -> Iterator[Step]:
    """The decision, by the supervisor where the book lets them decide; and the end of it."""
    number = look.state.disputes[name].game
    people = dict.fromkeys((look.official(SUPERVISOR, number), *look.staff(number)))
    decided = look.best(
        Step(
            duty=SUPERVISOR,
            person=by,
            game=number,
            what=f"Decide the dispute {name}.",
            command=DecideDispute(at=look.at, dispute=name, by=by, decision="?"),
            lacks=("decision",),
        )
        for by in people
    )
    if decided is not None and not look.state.disputes[name].decided_by:
        yield decided
    close = CloseDispute(at=look.at, dispute=name, satisfied=True)
    step = Step(
        duty=SUPERVISOR,
        person="",
        game=number,
        what=f"Close the dispute {name}.",
        command=close,
        lacks=("satisfied",),
    )
    yield look.tried(step)
