"""What the site does by itself for a hall, worked out from its state alone.

A hall that stopped anywhere goes on where it was: a draw's balls follow from a secret that was kept
before it was promised, and every step looks only at what is on record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

from eyesdown.bingo.duties.clocks import Clock, clocks
from eyesdown.bingo.duties.promotion_clocks import promotion_clocks
from eyesdown.bingo.duties.step import look_at
from eyesdown.bingo.play.commands import AskForBall, BeginCall, DrawJackpotNumbers, FinishCall
from eyesdown.bingo.play.decide import MACHINE
from eyesdown.bingo.session.archive import ready_to_archive
from eyesdown.bingo.session.commands import ArchiveSession
from eyesdown.central.hall.machine import book_on, seal_of, secret_name
from eyesdown.central.hall.state import HallDraw, HallSite, missed_name
from eyesdown.central.hall.words import NoteMissed
from eyesdown.central.site.draws.asked import promise_of
from eyesdown.central.site.draws.ball_by_ball import (
    ball_at,
    is_overdue,
    missing,
    promise_by_ball,
    result_of,
    reveal_next,
)
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.sealing import (
    AgreeCount,
    Count,
    PromiseDraw,
    PublishResult,
    SealGame,
    StopGame,
)
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.site.witness_words import BreakOffDraw, OpenRecord
from eyesdown.central.site.witnessing import new_record_id, numbers_so_far
from eyesdown.central.tenant import Prepared
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.winners import count_winners
from eyesdown.draw.health import fresh_secret
from eyesdown.draw.witnessed import chain_of, commitment_of
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused

BALLS = 90
SPOKEN = timedelta(seconds=2)
"""How long a machine takes to announce a number."""
JACKPOT_NUMBERS_MAX = 5
"""As many numbers as a promise of jackpot numbers holds (nsw-casino-bingo 6.5.1)."""
BY_RECEPTACLE = "balls of a receptacle, keyed by the caller and checked by the supervisor"
BY_OTHER_DEVICE = "numbers of a device of the hall's own, keyed by the caller"
WITHOUT_NUMBERS = "the game ended before its first number"

Step: TypeAlias = tuple[str, Callable[[], Any]]
"""What a command is for, and how it is made."""


@dataclass(frozen=True, slots=True)
class HallPlan:
    """How a hall draws. `entropy` gives random bytes of the operating system."""

    entropy: Callable[[int], bytes]
    name: str = "Eyes Down"
    witness_wait_seconds: int = 5
    witnesses_max: int = 2
    machine_seconds: float = 6.0
    """The pace of a machine that is the caller, from call to call."""
    restart: Restart | None = None


def next_step(plan: HallPlan, site: Site[HallSite], now: datetime) -> Prepared | None:
    """The next command of the site itself; None while everything waits for people."""
    # The site's own clock does not run back, and what it does is stamped by it.
    now = max(now, datetime.fromtimestamp(site.now_us() / 1_000_000, now.tzinfo))
    step = next(_steps(plan, site, now), None)
    if step is None:
        return None
    what, make = step
    command_id = f"site/{site.head.seq}/{what}"
    return lambda: Submitted(command_id, make())


def _steps(plan: HallPlan, site: Site[HallSite], now: datetime) -> Iterator[Step]:
    state = site.state
    restart = plan.restart
    if restart is not None and restart.holds_back(site.record, state.witnessed.keys):
        if not restart.waits(site.record, state.witnessed.keys):
            adoption = restart.adoption(site, now)
            yield "restore", lambda: adoption
        return
    if not state.keeps_order:
        record = new_record_id(plan.entropy)
        yield "record", lambda: OpenRecord(now, record, plan.name)
        return
    for number, draw in state.open_draws.items():
        if number not in state.draws.stopped:
            yield from _draw_steps(plan, site, number, draw, now)
    yield from _missed(site, now)
    yield from _archive(state, now)


def clocks_of(site: Site[HallSite], now: datetime) -> Iterator[tuple[str, Clock]]:
    """Every clock of the book that runs, with the session or promotion it is about."""
    state = site.state
    book = book_on(state.tally.book, now.date())
    if isinstance(book, Refusal):
        return
    for name, session in state.hall.sessions.items():
        if not session.closed:
            yield from ((name, clock) for clock in clocks(look_at(book, state.hall, name, now)))
    if state.promotions.promotions:
        yield from promotion_clocks(book, state.promotions, now)


def _missed(site: Site[HallSite], now: datetime) -> Iterator[Step]:
    """Times of the book that have passed since the site looked last go on record, once each."""
    for about, clock in clocks_of(site, now):
        if clock.clause is None or not clock.missed:
            continue
        if missed_name(about, clock.name) not in site.state.missed:
            clause = clock.clause.number
            yield (
                "missed",
                partial(
                    NoteMissed,
                    at=now,
                    clock=clock.name,
                    about=about,
                    due_at=clock.due_at,
                    clause=clause,
                ),
            )


def _draw_steps(
    plan: HallPlan, site: Site[HallSite], number: int, draw: HallDraw, now: datetime
) -> Iterator[Step]:
    """The steps of one draw: promise, seal, counts, balls, and its result when the game ends."""
    state, game = site.state, site.state.game_of(draw)
    by_device = state.is_ours(game) and not state.is_broken_off(number)
    over = game.phase == "closed"
    if by_device and number not in state.draws.promised and not over:
        promise = _promise(plan, site, number, draw, now)
        yield "promise", lambda: promise
        return
    if draw.jackpot:
        yield from _jackpot_steps(site, number, draw, now)
    else:
        down = game.eyes_down_at is not None or over
        if down and number in state.draws.promised and number not in state.draws.sealed:
            yield "seal", lambda: SealGame(now, number, seal_of(state, number))
        if down and not state.sales_agreed(number):
            yield "count-sales", lambda: _counted_sales(state, number, draw, now)
        if by_device and game.ball_asked and not over:
            yield from _ball_steps(site, number, draw, now)
        if by_device and not over:
            yield from _machine_calls(plan, site, draw, now)
        if draw.counted != draw.won:
            yield "count-winners", lambda: _counted_winners(state, number, draw, now)
    if over:
        yield from _end(state, number, draw, now)


def _promise(
    plan: HallPlan, site: Site[HallSite], number: int, draw: HallDraw, now: datetime
) -> PromiseDraw:
    """A promise with one value a ball; jackpot numbers come from one value together."""
    secret = site.store.keep_secret(secret_name(number), fresh_secret(plan.entropy))
    state = site.state.witnessed
    wait, most = plan.witness_wait_seconds, plan.witnesses_max
    if not draw.jackpot:
        return promise_by_ball(
            state, secret, at=now, game=number, pool=BALLS, wait=wait, witnesses_max=most
        )
    commitment = commitment_of(chain_of(secret, 1)[0])
    promise = PromiseDraw(now, number, commitment, BALLS, JACKPOT_NUMBERS_MAX, wait=wait)
    return promise_of(state, promise, now, witnesses_max=most)


def _secret(site: Site[HallSite], number: int) -> bytes:
    return site.store.secret(secret_name(number))


def _ball_steps(site: Site[HallSite], number: int, draw: HallDraw, now: datetime) -> Iterator[Step]:
    """The ball that the caller asked for: reveal its value, wait for the answers, call it."""
    state = site.state
    game, witnessed = state.game_of(draw), state.witnessed
    place = len(game.calls) + 1
    if not state.sales_agreed(number) or number not in state.draws.sealed:
        return
    if len(witnessed.draws[number].values) < place:
        if not missing(witnessed, number):
            reveal = reveal_next(witnessed, number, _secret(site, number), now)
            yield "reveal", lambda: reveal
        return
    if is_overdue(witnessed, number, now):
        yield "break-off", lambda: _broken_off(state, number, now)
        return
    ball = ball_at(witnessed, number, place)
    if ball is None:
        return
    caller = state.hall.sessions[draw.session].official("caller", draw.game)
    call = BeginCall(at=now, session=draw.session, game=draw.game, number=ball, by=caller)
    # A claim, a correction or a faulty scorecard since the ball was asked for stops it.
    if not isinstance(site.machine.decide(state, call)[0], Refused):
        yield "call", lambda: call


def _machine_calls(
    plan: HallPlan, site: Site[HallSite], draw: HallDraw, now: datetime
) -> Iterator[Step]:
    """A machine that is appointed as caller asks for balls at a set pace, as its book knows one."""
    state, game = site.state, site.state.game_of(draw)
    caller = state.hall.sessions[draw.session].official("caller", draw.game)
    if state.hall.role_of(caller) != MACHINE or game.eyes_down_at is None or game.ball_asked:
        return
    where: dict[str, Any] = {"at": now, "session": draw.session, "game": draw.game, "by": caller}
    last = game.calls[-1] if game.calls else None
    since = now - (last.started if last else game.eyes_down_at)
    if last is not None and last.finished is None:
        if since >= SPOKEN:
            yield "finish-call", lambda: FinishCall(**where)
        return
    ask = AskForBall(**where, call=len(game.calls) + 1)
    due = since >= timedelta(seconds=plan.machine_seconds)
    if due and not isinstance(site.machine.decide(state, ask)[0], Refused):
        yield "ask-for-ball", lambda: ask


def _broken_off(state: HallSite, number: int, now: datetime) -> BreakOffDraw:
    silent = " and ".join(missing(state.witnessed, number))
    return BreakOffDraw(now, number, f"{silent} did not answer")


def _jackpot_steps(
    site: Site[HallSite], number: int, draw: HallDraw, now: datetime
) -> Iterator[Step]:
    """The jackpot numbers that the caller asked for, from one value of their own draw."""
    state, witnessed = site.state, site.state.witnessed
    taking = witnessed.draws.get(number)
    if taking is None or taking.broken or not draw.asked:
        return
    if number not in state.draws.sealed:
        yield "seal", lambda: SealGame(now, number, seal_of(state, number))
    if not state.sales_agreed(number):
        yield "count-sales", lambda: AgreeCount(now, number, Count.SALES, 0)
    if not taking.values:
        reveal = reveal_next(witnessed, number, _secret(site, number), now)
        yield "reveal", lambda: reveal
        return
    if is_overdue(witnessed, number, now):
        yield "break-off", lambda: _broken_off(state, number, now)
    drawn = numbers_so_far(witnessed, number)
    if drawn and not state.game_of(draw).jackpot_numbers:
        numbers = tuple(drawn[: draw.asked])
        caller = state.hall.sessions[draw.session].official("caller", draw.game)
        yield (
            "jackpot-numbers",
            lambda: DrawJackpotNumbers(
                at=now, session=draw.session, game=draw.game, numbers=numbers, by=caller
            ),
        )


def _counted_sales(
    state: HallSite, number: int, draw: HallDraw, now: datetime
) -> AgreeCount | StopGame:
    counted = count_sales(state.tally, draw.session, draw.game)
    if counted.because:
        return StopGame(now, number, Count.SALES, counted.because)
    return AgreeCount(now, number, Count.SALES, counted.rows, counted.digest)


def _counted_winners(
    state: HallSite, number: int, draw: HallDraw, now: datetime
) -> AgreeCount | StopGame:
    """Control's own winners; the row says how many declared prizes it has counted."""
    counted = count_winners(state.tally, draw.session, draw.game)
    if counted.because:
        return StopGame(now, number, Count.WINNERS, counted.because)
    return AgreeCount(now, number, Count.WINNERS, draw.won, counted.digest)


def _end(state: HallSite, number: int, draw: HallDraw, now: datetime) -> Iterator[Step]:
    """The result of a draw whose game has ended, once control has counted its winners."""
    if Count.WINNERS not in state.draws.agreed.get(number, ()):
        if draw.jackpot:
            yield "count-winners", lambda: AgreeCount(now, number, Count.WINNERS, 0)
        else:
            yield "count-winners", lambda: _counted_winners(state, number, draw, now)
    game = state.game_of(draw)
    numbers = _drawn(state, number, draw)
    if number in state.witnessed.draws and numbers:
        yield "publish", lambda: result_of(state.witnessed, number, now, numbers)
    by_balls = game.selector == "receptacle" or state.is_broken_off(number)
    because = BY_RECEPTACLE if by_balls else BY_OTHER_DEVICE
    because = because if numbers else WITHOUT_NUMBERS
    yield "publish", lambda: PublishResult(now, number, numbers, BALLS, because=because)


def _drawn(state: HallSite, number: int, draw: HallDraw) -> tuple[int, ...]:
    """Every ball that was drawn, called or not; after a break-off those of the receptacle, too."""
    game = state.game_of(draw)
    taking = state.witnessed.draws.get(number)
    if taking is not None and not state.is_broken_off(number):
        return tuple(numbers_so_far(state.witnessed, number)) if taking.values else ()
    return game.jackpot_numbers if draw.jackpot else tuple(call.drawn for call in game.calls)


def _archive(state: HallSite, now: datetime) -> Iterator[Step]:
    """Sessions of which nothing is owed leave memory, once every draw of theirs has its result."""
    drawing = {draw.session for draw in state.open_draws.values()}
    for name in ready_to_archive(state.hall):
        if name not in drawing:
            yield "archive", partial(ArchiveSession, at=now, session=name)
