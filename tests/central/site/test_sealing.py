"""Nothing is drawn, settled or published out of turn, or against the second bookkeeper's word."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from eyesdown.central.keno.machine import KenoSite, machine
from eyesdown.central.site import sealing
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.sealing import (
    AgreeCount,
    Count,
    GameStopped,
    LetGameGoOn,
    PublishResult,
    ResultPublished,
    Sealing,
)
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.site.witness_words import ValueRevealed
from eyesdown.central.store.memory import MemoryStore
from eyesdown.draw import evidence
from eyesdown.draw.cage import Cage, Slip
from eyesdown.keno.games.commands import RecordDraw
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.words.games import GameState
from eyesdown.kernel.errors import DrawSourceError
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from kit.night import MORNING, Night


@pytest.fixture
def night() -> Night:
    return Night(MemoryStore())


def keyed(night: Night, game: int, *balls: int) -> None:
    """Balls of a game that ann keys and bob confirms."""
    for ball in balls:
        night.ask(sealing.KeyBall(night.now, game, Ball(ball), PersonId("ann")))
        night.ask(sealing.ConfirmBall(night.now, game, Ball(ball), PersonId("bob")))


def test_a_sale_that_was_not_booked_stops_the_game(night: Night) -> None:
    night.work()
    night.sell(20)
    serial = night.site.state.keno.in_game[0].pop(3)
    sold = night.site.state.keno.sold[serial]
    night.site.state.keno.totals[0].add(sold.staked_in(0), -1)
    night.now += timedelta(minutes=3)
    night.work()
    [event] = night.seen(GameStopped)
    assert (event.game, event.count) == (0, Count.SALES)
    assert "counted" in event.because
    assert night.site.state.keno.games[0].state is GameState.CLOSED
    assert night.seen(ResultPublished) == []
    assert night.site.state.keno.open_game == 1, "selling goes on"


def overpaying(machine_: Machine[KenoSite]) -> Machine[KenoSite]:
    """Rules that pay the first winner of each game ten cents too much, with books to match."""

    def decide(site: KenoSite, command: Any) -> tuple[Any, ...]:
        events = machine_.decide(site, command)
        if events and isinstance(events[0], GameSettled) and events[0].prizes:
            first, *others = events[0].prizes
            line = replace(first.lines[0], cents=first.lines[0].cents + 10)
            lines = (line, *first.lines[1:])
            more = replace(first, lines=lines, cents=first.cents + 10)
            money = tuple(
                replace(
                    one, cents=one.cents + {"prizes:payable": 10, "fund": -10}.get(one.purse, 0)
                )
                for one in events[0].money
            )
            changed = replace(events[0], prizes=(more, *others), money=money)
            return (changed, *events[1:])
        return events

    return dataclasses.replace(machine_, decide=decide)


def test_a_prize_paid_too_high_is_named_and_never_published() -> None:
    crooked = Night(MemoryStore(), machine=overpaying(machine(own_clock=False)))
    crooked.game(60)
    [event] = crooked.seen(GameStopped)
    serial = crooked.seen(GameSettled)[0].prizes[0].serial
    assert event.count is Count.WINNERS
    assert f"entry {serial}, line 1" in event.because
    assert crooked.seen(ResultPublished) == []
    crooked.game(5)
    assert crooked.seen(ResultPublished) == [], "later results wait for the stopped game"
    assert [event.game for event in crooked.seen(sealing.GameSealed)] == [0, 1]
    assert not crooked.site.state.keno.games[1].numbers
    [on] = crooked.ask(LetGameGoOn(crooked.now, 0, "ann", "paid from the office"))
    assert on.count is Count.WINNERS
    crooked.work()
    assert [result.game for result in crooked.seen(ResultPublished)] == [0]
    assert crooked.seen(GameStopped)[1].game == 1


@pytest.mark.clause("central-site", "1.4")
def test_a_stopped_game_is_neither_drawn_nor_settled(night: Night) -> None:
    night.work()
    night.now += timedelta(minutes=3)
    night.submit(night.step())  # type: ignore[arg-type]
    night.submit(night.step())  # type: ignore[arg-type]
    numbers = tuple(range(1, 21))
    central = night.site.state.keno.site
    early = RecordDraw(night.now, 0, numbers, "cage", central, "journal")
    [no] = night.ask(early)
    assert no.refusals[0].code == "game/sales_not_counted"
    night.ask(sealing.StopGame(night.now, 0, Count.SALES, "a test"))
    [no] = night.ask(early)
    assert no.refusals[0].code == "game/stopped"


@pytest.mark.parametrize(("game", "code"), [(0, "draw/before_close"), (9, "game/unknown")])
def test_a_game_that_is_not_over_is_refused_by_the_rules(
    night: Night, game: int, code: str
) -> None:
    night.work()
    where = night.site.state.keno.site
    draw = RecordDraw(night.now, game, tuple(range(1, 21)), "cage", where, "journal", by="ann")
    assert night.ask(draw)[0].refusals[0].code == code


@pytest.mark.parametrize("instead", [b"", b"another one" * 12])
def test_nothing_is_drawn_with_a_secret_that_was_not_promised(night: Night, instead: bytes) -> None:
    """It would be settled by numbers whose proof does not hold, and could never be published."""
    night.work()
    night.sell(10)
    night.store._secrets["keno draw 0"] = instead, b""  # type: ignore[attr-defined]
    for _ in range(2):
        night.now += timedelta(minutes=3)
        with pytest.raises(DrawSourceError, match="2026-11-15/000: its secret is not"):
            night.work()
    assert night.site.state.keno.open_game == 2, "selling goes on"
    assert night.site.state.draws.sealed.keys() == {0, 1}, "and games are sealed on time"
    where = night.site.state.keno.site
    night.ask(RecordDraw(night.now, 0, (), "cage", where, "paper", malfunction="3", by="ann"))
    keyed(night, 0, *range(1, 21))
    night.work()
    assert [result.game for result in night.seen(ResultPublished)] == [0, 1]
    assert [result.evidence is None for result in night.seen(ResultPublished)] == [True, False]
    assert night.seen(ValueRevealed)[0].game == 1, "what was lost cannot be shown"


def test_a_secret_that_was_lost_after_the_draw_is_on_the_public_record(night: Night) -> None:
    night.work()
    night.now += timedelta(minutes=3)
    while night.site.state.keno.games[0].state is not GameState.DRAWN:
        night.submit(night.step())  # type: ignore[arg-type]
    night.store._secrets["keno draw 0"] = b"", b""  # type: ignore[attr-defined]
    night.work()
    [result] = night.seen(ResultPublished)
    assert (result.evidence.secret, result.because) == (night.seen(ValueRevealed)[0].value, "")


def test_a_game_that_was_opened_with_a_cage_is_drawn_by_it_after_all(night: Night) -> None:
    """The site was started again without its cage; nothing was promised for the open game."""
    night.plan = dataclasses.replace(night.plan, cage=True)
    night.work()
    night.plan = dataclasses.replace(night.plan, cage=False)
    for _ in range(2):
        night.now += timedelta(minutes=3)
        night.work()
    assert night.seen(ResultPublished) == []
    keyed(night, 0, *range(1, 21))
    night.work()
    results = night.seen(ResultPublished)
    assert [result.evidence is None for result in results] == [True, False]


def test_a_cage_keyed_by_two_people(night: Night) -> None:
    night.plan = dataclasses.replace(night.plan, cage=True)
    night.work()
    night.sell(10)
    [no] = night.ask(sealing.KeyBall(night.now, 0, Ball(5), PersonId("ann")))
    assert no.refusals[0].code == "game/sales_not_counted"
    night.now += timedelta(minutes=3)
    night.work()
    balls = [Ball(ball) for ball in range(80, 60, -1)]
    for ball in balls:
        [same] = night.ask(sealing.KeyBall(night.now, 0, ball, PersonId("ann")))
        assert same.slip is None
        [slip] = night.ask(sealing.ConfirmBall(night.now, 0, ball, PersonId("ann")))
        assert slip.slip is Slip.SAME_PERSON
        night.restart()
        assert night.step() is None, "the draw waits for the second person"
        night.ask(sealing.ConfirmBall(night.now, 0, ball, PersonId("bob")))
    night.work()
    [result] = night.seen(ResultPublished)
    assert list(result.numbers) == balls
    assert result.because == "drawn by ball cage, keyed by two people"
    assert night.seen(sealing.DrawPromised) == []
    assert len(night.seen(sealing.CageChanged)[-1].cage.slips) == 20
    verify_journal(night.machine, night.store, decide_again=True)


def sealing_after(*events: Any) -> Sealing:
    state = Sealing()
    for event in events:
        sealing.evolve_sealing(state, event)
    return state


SECRET = bytes(range(128))
SEAL = evidence.seal("2026-11-15/000", [b"x"], 100)
PROOF = evidence.draw(SECRET, SEAL, pool=80, count=20)
PROMISED = sealing.DrawPromised(MORNING, 0, evidence.commit(SECRET))
SEALED = sealing.GameSealed(MORNING, 0, SEAL)
COUNTED = sealing.CountAgreed(MORNING, 0, Count.WINNERS, 1)
STOPPED = GameStopped(MORNING, 0, Count.SALES, "x")
PUBLISHED = ResultPublished(MORNING, 0, PROOF.numbers, PROOF, "")
PUBLISH = PublishResult(MORNING, 0, PROOF.numbers, 80, SECRET.hex())


@pytest.mark.clause("central-site", "1.1", "1.2", "1.3", "1.5", "1.6", "1.7")
@pytest.mark.parametrize(
    ("events", "command", "code"),
    [
        ((PROMISED, SEALED, COUNTED), PUBLISH, ""),
        ((PUBLISHED,), PUBLISH, "game/published_already"),
        ((PROMISED,), sealing.PromiseDraw(MORNING, 0, "other"), "draw/promised_already"),
        ((SEALED,), sealing.SealGame(MORNING, 0, SEAL), "game/sealed_already"),
        ((STOPPED,), AgreeCount(MORNING, 0, Count.SALES, 1), "game/stopped"),
        ((STOPPED,), sealing.StopGame(MORNING, 0, Count.SALES, "x"), "game/stopped"),
        ((), LetGameGoOn(MORNING, 0, "ann", "x"), "game/not_stopped"),
        ((PROMISED, SEALED, COUNTED, STOPPED), PUBLISH, "game/stopped"),
        ((PROMISED, SEALED), PUBLISH, "game/winners_not_counted"),
        ((PROMISED, SEALED, COUNTED), replace(PUBLISH, secret=""), "draw/secret_missing"),
        ((SEALED, COUNTED), PUBLISH, "draw/never_promised"),
        ((PROMISED, COUNTED), PUBLISH, "game/not_sealed"),
        (
            (PROMISED, SEALED, COUNTED),
            replace(PUBLISH, secret=bytes(128).hex()),
            "draw/proof_does_not_hold",
        ),
        (
            (PROMISED, SEALED, COUNTED),
            replace(PUBLISH, numbers=tuple(range(1, 21))),
            "draw/proof_does_not_hold",
        ),
    ],
)
def test_sealing_in_order(events: tuple[Any, ...], command: Any, code: str) -> None:
    [event] = sealing.decide_sealing(sealing_after(*events), command, Cage(80, 20))
    found = event.refusals[0].code if isinstance(event, Refused) else ""
    assert found == code
