"""Keno around the clock: what the site itself must do next, worked out from its state alone.

A site that stopped anywhere goes on where it was: its state says what is done, and the numbers of a
draw follow from a secret that was kept before it was promised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias, assert_never

from eyesdown.central.keno.by_hand import why_no_ball
from eyesdown.central.keno.lifecycle import (
    NextStep,
    is_owed_a_value,
    step_at_close,
    unpublished,
    waiting,
)
from eyesdown.central.keno.machine import (
    KenoSite,
    book_on,
    cage_of,
    game_key,
    in_sydney,
    seal_of,
    sydney,
)
from eyesdown.central.site.draws.asked import promise_of
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.sealing import (
    CAGE,
    DEVICE,
    LOST,
    AgreeCount,
    Count,
    PromiseDraw,
    PublishResult,
    SealGame,
    StopGame,
    device_name,
)
from eyesdown.central.site.sealing import secret_name as secret_name_of
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.site.witness_words import NoteSlowStep, OpenRecord, RevealValue
from eyesdown.central.site.witnessing import (
    new_record_id,
    numbers_so_far,
    slow_question_of,
)
from eyesdown.central.tenant import Prepared
from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.winners import count_winners
from eyesdown.draw import evidence
from eyesdown.draw.health import fresh_secret
from eyesdown.draw.slow import SlowStep, Turning
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    OpenDay,
    OpenGame,
    RecordDraw,
    SettleGame,
)
from eyesdown.keno.words.games import Game
from eyesdown.kernel.errors import DrawSourceError
from eyesdown.kernel.written import replace

Step: TypeAlias = tuple[str, Callable[[], Any]]
"""What a command is for, and how it is made: counting takes long and needs no writer."""

MEDIUM = "journal"
BY_CAGE = "the ball cage draws every game"
"""Why the site breaks off what it promised before it was started with a cage."""
RESTORED = ", because the site went back to an older journal"
"""Why the cage drew a game whose promise was public; its result has these words."""


def slow_step_here(question: bytes, turns: int) -> SlowStep:
    """The slow step in this very thread; a site hands in a process of its own."""
    turning = Turning.of(question, turns)
    turning.run()
    return turning.prove()


@dataclass(frozen=True, slots=True)
class Plan:
    """How games follow one another. `entropy` gives random bytes of the operating system.

    With a `cage` two people key the balls and nothing is promised, for there is no secret. A drawn
    game waits as long as `pool_wait` for what other jurisdictions report of a pool's winners.

    Of the witnesses that are present `witnesses_max` are asked, the others are spares. A draw
    without a witness has a slow step of `slow_turns`, made by `slow_step`. `name` is the site's
    name on its public record.
    """

    entropy: Callable[[int], bytes]
    every: timedelta = timedelta(minutes=3)
    cage: bool = False
    pool_wait: timedelta = timedelta(0)
    slow_turns: int = 0
    slow_step: Callable[[bytes, int], SlowStep] = slow_step_here
    witness_wait_seconds: int = 5
    witnesses_max: int = 2
    name: str = "Eyes Down"
    draw_time: timedelta = timedelta(0)
    """How long public displays take to show the balls of a draw; nothing: all at once."""
    restart: Restart | None = None
    """What this process heard from its witnesses after its start; None: it does not wait."""

    def closes_at(self, now: datetime) -> datetime:
        """When a game that opens now closes; also in the night when clocks are changed."""
        return in_sydney(now.astimezone(UTC) + self.every)


def next_sale_step(site: Site[KenoSite], plan: Plan, now: datetime) -> Prepared | None:
    """What selling needs now: a day, a promise, an open game, its close on time."""
    return _named(site, _schedule(site, plan, now))


def next_result_step(site: Site[KenoSite], plan: Plan, now: datetime) -> Prepared | None:
    """What brings a closed game nearer to its result; DrawSourceError if it cannot be drawn.

    Every game is sealed and counted as soon as it is closed. Draws and results come in the games'
    order, so those behind a game that is stopped or waits for a person wait with it. The returned
    function may run on another thread while the site sells on: it reads only what no longer changes
    once a game is closed.
    """
    if is_restarting(site, plan.restart):
        return None
    state, games = site.state, unpublished(site.state)
    for game in games:
        if is_owed_a_value(state, game) and _promised_secret(site, game.game):
            return _named(site, ("reveal", _command(site, game, NextStep.REVEAL, now, plan)))
        closing = step_at_close(state, game)
        if closing is not None:
            return _named(site, (closing.value, _command(site, game, closing, now, plan)))
    if not games:
        return None
    step = waiting(state, games[0], now, cage=plan.cage, pool_wait=plan.pool_wait)
    if not isinstance(step, NextStep):
        return None
    return _named(site, (step.value, _command(site, games[0], step, now, plan)))


def next_step(site: Site[KenoSite], plan: Plan, now: datetime) -> Prepared | None:
    """The next step of either task, selling first; None while everything waits for the clock."""
    return next_sale_step(site, plan, now) or next_result_step(site, plan, now)


def _named(site: Site[KenoSite], step: Step | None) -> Prepared | None:
    if step is None:
        return None
    what, make = step
    name = f"site/{site.head.seq}/{what}"
    return lambda: Submitted(name, make())


def _schedule(site: Site[KenoSite], plan: Plan, now: datetime) -> Step | None:
    """Open the day, promise and open games, close them on time, end the day after its last one.

    The next game is promised while one is open, so that the next opens at once.
    """
    keno, draws = site.state.keno, site.state.draws
    following = keno.next_game
    if keno.day is None:
        begun = keno.last_day is not None and now.date() <= keno.last_day
        return None if begun else ("day", lambda: OpenDay(now))
    game = keno.games[keno.open_game] if keno.open_game is not None else None
    if is_restarting(site, plan.restart):
        return _restarted(site, plan, game, now)
    if not site.state.witnessed.record:
        return "record", lambda: OpenRecord(now, new_record_id(plan.entropy), plan.name)
    promised = following in draws.promised or following in draws.by_cage
    if not promised and not plan.cage:
        secret = site.store.keep_secret(secret_name(following), fresh_secret(plan.entropy))
        opens_at = now if game is None else game.closes_at
        promise = _promise(site, plan, secret, opens_at, now)
        return "promise", lambda: replace(promise, at=now, game=following)
    over = now.date() > keno.day or not _numbers_left(site)
    if game is not None:
        if now < game.closes_at:
            return None
        return "close", lambda: CloseGame(now, None if over else plan.closes_at(now))
    if not over:
        return "open", lambda: OpenGame(now, plan.closes_at(now))
    if unpublished(site.state) or draws.stopped:
        return None
    return "day-end", lambda: CloseDay(now)


def is_restarting(site: Site[KenoSite], restart: Restart | None) -> bool:
    """Whether the site must not state anything: a witness may still be ahead of its record."""
    return restart is not None and restart.holds_back(site.record, site.state.witnessed.keys)


def _restarted(site: Site[KenoSite], plan: Plan, game: Game | None, now: datetime) -> Step | None:
    """Close the open game on time; once every witness was heard, take their statements over."""
    restart = plan.restart
    assert restart is not None
    if not restart.waits(site.record, site.state.witnessed.keys):
        adoption = restart.adoption(site, now)
        return "restore", lambda: adoption
    if game is not None and now >= game.closes_at:
        return "close", lambda: CloseGame(now, None)
    return None


def close_when_due(plan: Plan) -> Callable[[Site[KenoSite], int], Submitted | None]:
    """The tenant's `due`: a game whose time has ended closes before anything else is decided.

    `lifecycle` says why a game can close on two paths.
    """

    def due(site: Site[KenoSite], at_us: int) -> Submitted | None:
        keno, now = site.state.keno, sydney(at_us)
        if keno.open_game is None or now < keno.games[keno.open_game].closes_at:
            return None
        step = _schedule(site, plan, now)
        make_close = _named(site, step) if step and step[0] == "close" else None
        return make_close() if make_close else None

    return due


def wakes(state: KenoSite) -> datetime | None:
    """When the open game closes."""
    keno = state.keno
    return None if keno.open_game is None else keno.games[keno.open_game].closes_at


def snapshot_pays(state: KenoSite, rows: int) -> bool:
    """Whether a snapshot saves work: an open entry is read as slowly as its row.

    In the middle of a busy game nearly every new row is an open entry; it waits for the result.
    """
    return 2 * len(state.keno.sold) <= rows


def _numbers_left(site: Site[KenoSite]) -> bool:
    keno = site.state.keno
    assert keno.day is not None
    most = book_on(keno.day).figures.game_number_max
    return keno.next_number is None or keno.next_number <= most


def _promise(
    site: Site[KenoSite], plan: Plan, secret: bytes, opens_at: datetime, now: datetime
) -> PromiseDraw:
    """A promise with the witnesses that are present; without one, with a slow step."""
    assert site.state.keno.day is not None
    figures = book_on(site.state.keno.day).figures
    promise = PromiseDraw(
        opens_at,
        0,
        evidence.commit(secret),
        pool=figures.numbers_max,
        count=figures.numbers_drawn,
        closes_at=plan.closes_at(opens_at),
        wait=plan.witness_wait_seconds,
    )
    most = plan.witnesses_max
    return promise_of(
        site.state.witnessed, promise, now, slow_turns=plan.slow_turns, witnesses_max=most
    )


def _command(
    site: Site[KenoSite], game: Game, step: NextStep, now: datetime, plan: Plan
) -> Callable[[], Any]:
    """How the command of a step is made. What reads the store is made at once, counts later."""
    state, number = site.state, game.game
    match step:
        case NextStep.SEAL:
            return lambda: SealGame(now, number, seal_of(state, game))
        case NextStep.COUNT_SALES:
            return lambda: _counted(state, number, Count.SALES, now)
        case NextStep.REVEAL:
            value = _secret_to_draw(site, game).hex()
            return lambda: RevealValue(now, number, 1, value)
        case NextStep.SLOW_STEP:
            question = slow_question_of(state.witnessed, number)
            turns = state.witnessed.draws[number].promise.slow
            return lambda: _slow_step(now, number, plan.slow_step(question, turns))
        case NextStep.BREAK_OFF:
            silent = " and ".join(state.witnessed.draws[number].missing(1))
            because = f"{silent} did not answer" if not plan.cage else BY_CAGE
            return lambda: RecordDraw(
                now, number, (), DEVICE, state.keno.site, MEDIUM, malfunction=because
            )
        case NextStep.DRAW:
            balls = cage_of(state, game)
            by_cage = balls.complete and not why_no_ball(game, state.witnessed)
            draw = _cage_draw(state, game, now) if by_cage else _draw(site, game, now)
            return lambda: draw
        case NextStep.SETTLE:
            return lambda: SettleGame(now, number)
        case NextStep.COUNT_WINNERS:
            return lambda: _counted(state, number, Count.WINNERS, now)
        case NextStep.PUBLISH:
            publication = _publication(site, game, now)
            return lambda: publication
        case _:
            assert_never(step)


def _publication(site: Site[KenoSite], game: Game, now: datetime) -> PublishResult:
    """The result with its proof; a draw that another device finished has none (T19)."""
    pool = book_on(game.keno_day).figures.numbers_max
    devices = [part.device for part in game.parts]
    alone = devices == [DEVICE]
    taking = site.state.witnessed.draws.get(game.game)
    public = bytes.fromhex(taking.values[0]) if taking and taking.values else b""
    secret = (public or _promised_secret(site, game.game)) if alone else b""
    because = LOST if alone else _drawn_by(game)
    if game.game in site.state.draws.by_cage:
        because += RESTORED
    if not secret:
        return PublishResult(now, game.game, game.numbers, pool, because=because)
    return PublishResult(now, game.game, game.numbers, pool, secret.hex())


def _drawn_by(game: Game) -> str:
    """What drew a game, and who broke its draw off for what reason."""
    drew = " and ".join(part.device for part in game.parts if part.numbers)
    broken = [part for part in game.parts if part.procedure]
    by = "".join(f", broken off by {part.by or 'the site'}: {part.procedure}" for part in broken)
    return f"drawn by {drew}{by}"


def _promised_secret(site: Site[KenoSite], game: int) -> bytes:
    """The secret that was promised; empty if it is gone, or is not the promised one."""
    secret = site.store.secret(secret_name(game))
    return secret if evidence.commit(secret) == site.state.draws.promised.get(game) else b""


def _counted(state: KenoSite, game: int, count: Count, now: datetime) -> AgreeCount | StopGame:
    """The result of a count by control."""
    counting = count_sales if count is Count.SALES else count_winners
    differs = counting(state.tally, game)
    if differs:
        return StopGame(now, game, count, differs)
    return AgreeCount(now, game, count, len(state.tally.in_game.get(game, ())))


def _slow_step(now: datetime, game: int, step: SlowStep) -> NoteSlowStep:
    return NoteSlowStep(now, game, f"{step.result:x}", f"{step.proof:x}")


def _secret_to_draw(site: Site[KenoSite], game: Game) -> bytes:
    """The promised secret of a game; DrawSourceError if it is lost."""
    secret = _promised_secret(site, game.game)
    if not secret:
        raise DrawSourceError(
            f"{game_key(game)}: its secret is not the one that was promised; "
            "two supervisors finish the draw with the ball cage"
        )
    return secret


def _draw(site: Site[KenoSite], game: Game, now: datetime) -> RecordDraw:
    where, taking = site.state.keno.site, site.state.witnessed.draws.get(game.game)
    if taking is not None:
        numbers = tuple(numbers_so_far(site.state.witnessed, game.game))
        device = device_name(taking.due(1), slow=bool(taking.promise.slow))
        return RecordDraw(now, game.game, numbers, device, where, MEDIUM)
    figures, secret = book_on(game.keno_day).figures, _secret_to_draw(site, game)
    proof = evidence.draw(
        secret,
        site.state.draws.sealed[game.game],
        pool=figures.numbers_max,
        count=figures.numbers_drawn,
    )
    return RecordDraw(now, game.game, proof.numbers, DEVICE, where, MEDIUM)


def _cage_draw(state: KenoSite, game: Game, now: datetime) -> RecordDraw:
    """What two people keyed, after the numbers of a device that broke off."""
    numbers = cage_of(state, game).numbers[len(game.numbers) :]
    return RecordDraw(now, game.game, numbers, CAGE, state.keno.site, MEDIUM)


def secret_name(game: int) -> str:
    """Under which name the store keeps the secret of a game's draw.

    >>> secret_name(7)
    'keno draw 7'
    """
    return secret_name_of("keno", game)
