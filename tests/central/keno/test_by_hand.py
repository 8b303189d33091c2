"""People send no numbers: a draw that was broken off is finished ball by ball by two of them."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from eyesdown.central.keno.tasks import BY_CAGE, next_result_step, secret_name
from eyesdown.central.site.sealing import (
    CAGE,
    DEVICE,
    LOST,
    ConfirmBall,
    KeyBall,
    PromiseDraw,
    ResultPublished,
)
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.site.witness_words import RevealValue, ValueRevealed
from eyesdown.central.store.memory import MemoryStore
from eyesdown.draw import evidence
from eyesdown.keno.games.commands import CloseGame, OpenDay, OpenGame, RecordDraw
from eyesdown.keno.games.events import DrawInterrupted
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from kit.night import Night


@pytest.fixture
def night() -> Night:
    return Night(MemoryStore())


def keyed(night: Night, *balls: int, game: int = 0) -> Any:
    """Balls of a game that ann keys and bob confirms; what came of the last one."""
    for ball in balls:
        night.ask(KeyBall(night.now, game, Ball(ball), PersonId("ann")))
        [event] = night.ask(ConfirmBall(night.now, game, Ball(ball), PersonId("bob")))
    return event


def broken(night: Night, by: str = "ann") -> RecordDraw:
    where = night.site.state.keno.site
    return RecordDraw(night.now, 0, (), "cage 2", where, "paper", malfunction="jam", by=by)


def code_of(events: tuple[Any, ...]) -> str:
    [event] = events
    return event.refusals[0].code if isinstance(event, Refused) else ""


def until(night: Night, kind: type) -> Any:
    """Take the steps of a closed game up to one; its command."""
    while not isinstance((step := night.step()).command, kind):  # type: ignore[union-attr]
        night.submit(step)  # type: ignore[arg-type]
    return step.command  # type: ignore[union-attr]


@pytest.fixture
def closed(night: Night) -> Night:
    """A game that is sealed and counted; its value is shown next."""
    night.work()
    night.sell(5)
    night.now += timedelta(minutes=3)
    until(night, RevealValue)
    return night


@pytest.mark.clause("central-site", "1.8", "1.10")
@pytest.mark.clause("nsw-keno", "12(d)")
def test_a_broken_off_draw_is_the_cages_and_its_value_is_shown(closed: Night) -> None:
    """T19: the log names who broke off and which device drew."""
    assert code_of(closed.ask(KeyBall(closed.now, 0, Ball(7), PersonId("ann")))) == (
        "draw/not_broken_off"
    )
    assert code_of(closed.ask(broken(closed))) == ""
    assert code_of(closed.ask(broken(closed, by="bob"))) == "draw/broken_off_already"
    closed.work()
    [shown] = closed.seen(ValueRevealed)
    secret = closed.store.secret(secret_name(0))
    assert shown.value == secret.hex()
    where = closed.site.state.keno.site
    drawn = RecordDraw(closed.now, 0, tuple(range(1, 21)), DEVICE, where, "journal")
    assert code_of(closed.ask(drawn)) == "draw/same_device"
    cages = replace(drawn, device=CAGE)
    assert code_of(closed.ask(cages)) == "draw/not_what_was_keyed"
    keyed(closed, *range(1, 20))
    assert closed.step() is None, "it waits for the last ball"
    assert code_of(closed.ask(cages)) == "draw/not_what_was_keyed"
    keyed(closed, 20)
    closed.work()
    [result] = closed.seen(ResultPublished)
    assert result.numbers == tuple(range(1, 21))
    assert result.evidence is None
    assert result.because == f"drawn by {CAGE}, broken off by ann: jam"
    assert closed.site.state.witnessed.broken_off == 1
    assert code_of(closed.ask(cages)) == "game/published_already"
    assert keyed(closed, 33).refusals[0].code == "draw/not_the_cages"
    verify_journal(closed.machine, closed.store, decide_again=True)


@pytest.mark.clause("central-site", "1.8")
def test_a_draw_is_not_broken_off_once_its_numbers_follow(closed: Night) -> None:
    closed.submit(closed.step())  # type: ignore[arg-type]
    assert closed.seen(ValueRevealed)
    assert code_of(closed.ask(broken(closed))) == "draw/numbers_known"
    closed.work()
    assert closed.seen(ResultPublished)[0].evidence is not None


WHOLE = tuple(range(1, 21))


@pytest.mark.clause("central-site", "1.10")
@pytest.mark.parametrize(
    "changes",
    [
        {"numbers": WHOLE, "malfunction": ""},
        {"numbers": WHOLE, "malfunction": "", "by": ""},
        {"numbers": WHOLE, "malfunction": "", "device": CAGE},
        {"numbers": WHOLE, "malfunction": "", "device": DEVICE},
        {"numbers": (1, 2, 3)},
        {"numbers": (1, 2, 3), "device": DEVICE, "by": ""},
    ],
)
@pytest.mark.parametrize("is_broken", [False, True])
def test_people_send_no_numbers(
    closed: Night,
    changes: dict[str, Any],
    is_broken: bool,
) -> None:
    if is_broken:
        closed.ask(broken(closed))
    assert code_of(closed.ask(replace(broken(closed), **changes))) == "draw/key_the_balls"


@pytest.mark.clause("central-site", "1.10", "2.4")
@pytest.mark.clause("nsw-keno", "12(d)")
def test_balls_that_two_people_saw_count_when_the_cage_fails(night: Night) -> None:
    night.plan = dataclasses.replace(night.plan, cage=True)
    night.work()
    night.now += timedelta(minutes=3)
    night.work()
    keyed(night, 7, 11)
    assert code_of(night.ask(replace(broken(night), numbers=(7, 11)))) == "draw/key_the_balls"
    assert code_of(night.ask(broken(night))) == ""
    assert night.step() is None
    keyed(night, *range(21, 39))
    night.work()
    [result] = night.seen(ResultPublished)
    assert result.numbers == (7, 11, *range(21, 39))
    verify_journal(night.machine, night.store, decide_again=True)


def test_a_promised_game_is_broken_off_when_the_cage_draws_every_game(night: Night) -> None:
    """It was promised before the site was started with a cage; its value is shown."""
    night.work()
    night.plan = dataclasses.replace(night.plan, cage=True)
    night.now += timedelta(minutes=3)
    night.work()
    [event] = night.seen(DrawInterrupted)
    assert (event.part.by, event.part.procedure) == ("", BY_CAGE)
    assert [shown.game for shown in night.seen(ValueRevealed)] == [0]
    keyed(night, *range(21, 41))
    night.plan = dataclasses.replace(night.plan, cage=False)
    night.work()
    [result] = night.seen(ResultPublished)
    assert result.because == f"drawn by {CAGE}, broken off by the site: {BY_CAGE}"


def test_a_draw_whose_value_is_out_is_not_left_to_the_cage(closed: Night) -> None:
    """The site is started with a cage between the value and the numbers."""
    closed.submit(closed.step())  # type: ignore[arg-type]
    closed.plan = dataclasses.replace(closed.plan, cage=True)
    closed.work()
    assert closed.seen(ResultPublished)[0].evidence is not None


# --- games of the first release -------------------------------------------------------------------


@pytest.fixture
def older(night: Night) -> Night:
    """A game that the first release promised, closed, sealed and counted; no record is open."""
    promise = evidence.commit(night.store.keep_secret(secret_name(0), b"s" * 128))
    closes_at = night.now + timedelta(minutes=3)
    for command in (
        OpenDay(night.now),
        PromiseDraw(night.now, 0, promise),
        OpenGame(night.now, closes_at),
    ):
        assert code_of(night.ask(command)) == ""
    night.sell(5)
    night.now = closes_at
    night.ask(CloseGame(night.now, None))
    while (make := next_result_step(night.site, night.plan, night.now)) is not None:
        step = make()
        if isinstance(step.command, RecordDraw):
            break
        night.submit(step)
    return night


def test_a_game_of_the_first_release_is_drawn_as_it_was_promised(older: Night) -> None:
    older.now += timedelta(seconds=1)
    older.work()
    result = older.seen(ResultPublished)[0]
    assert result.evidence is not None
    assert older.seen(ValueRevealed) == []
    assert older.site.state.witnessed.record
    verify_journal(older.machine, older.store, decide_again=True)


def test_a_secret_of_the_first_release_that_was_lost_holds_up_no_result(older: Night) -> None:
    while (make := next_result_step(older.site, older.plan, older.now)) is not None:
        step = make()
        older.submit(step)
        if isinstance(step.command, RecordDraw):
            break
    older.store._secrets[secret_name(0)] = b"", b""  # type: ignore[attr-defined]
    older.work()
    result = older.seen(ResultPublished)[0]
    assert (result.evidence, result.because) == (None, LOST)


@pytest.mark.clause("central-site", "1.8", "1.9", "1.10")
def test_the_first_release_s_order_is_decided_again_as_it_was(older: Night) -> None:
    """Another person finished with another device, and sent the numbers."""
    whole = tuple(range(1, 21))
    assert code_of(older.ask(replace(broken(older), malfunction="", numbers=whole))) == (
        "draw/not_broken_off"
    )
    keyed(older, 7)
    assert code_of(older.ask(broken(older))) == "draw/not_what_was_keyed"
    assert code_of(older.ask(replace(broken(older), numbers=(7,)))) == ""
    assert keyed(older, 8).refusals[0].code == "draw/not_the_cages"
    rest = replace(broken(older), malfunction="", numbers=tuple(range(21, 40)))
    assert code_of(older.ask(replace(rest, by="bob"))) == "draw/same_device"
    assert code_of(older.ask(replace(rest, device="cage 3"))) == "draw/same_person"
    assert code_of(older.ask(replace(rest, device="cage 3", by="bob"))) == ""
    older.work()
    assert older.seen(ResultPublished)[0].numbers == (7, *range(21, 40))
    verify_journal(older.machine, older.store, decide_again=True)


@pytest.mark.clause("central-site", "1.10")
def test_half_a_draw_of_the_first_release_is_finished_by_the_cage(older: Night) -> None:
    """T19: numbers that were drawn before the break-off remain, in their order."""
    first = (80, 3, 17)
    where = older.site.state.keno.site
    half = RecordDraw(older.now, 0, first, DEVICE, where, "journal", malfunction="jam")
    assert code_of(older.ask(half)) == ""
    older.work()
    rest = replace(half, numbers=tuple(range(20, 37)), device="cage 2", malfunction="", by="bob")
    assert code_of(older.ask(rest)) == "draw/key_the_balls"
    assert keyed(older, 80).slip is not None, "it is out already"
    keyed(older, *range(20, 37))
    older.work()
    result = older.seen(ResultPublished)[0]
    assert result.numbers == (*first, *range(20, 37))
    assert result.because == f"drawn by {DEVICE} and {CAGE}, broken off by the site: jam"
    verify_journal(older.machine, older.store, decide_again=True)
