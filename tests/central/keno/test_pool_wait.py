"""A drawn game waits for what other jurisdictions report of a pool's winners, and not for ever."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from eyesdown.central.site.sealing import ConfirmBall, KeyBall, ResultPublished
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.events import GameSettled, NumbersDrawn
from eyesdown.keno.office.commands import ReportPool, ReportWinners, SwitchPool
from eyesdown.keno.office.events import WinnersReported
from eyesdown.kernel.ids import Ball, PersonId
from kit.night import PLACES, Night

EIGHT = "regular/8"
FILL = 2_500_000


@pytest.fixture
def night() -> Night:
    """A pool of three jurisdictions that somebody here has won, by the balls of a cage."""
    found = Night(MemoryStore())
    found.plan = replace(found.plan, cage=True, pool_wait=timedelta(seconds=60))
    found.ask(SwitchPool(found.now, EIGHT, pooled=True, jurisdictions=("NSW", "VIC", "QLD")))
    found.ask(ReportPool(found.now, EIGHT, "VIC", Fraction(120_000)))
    found.work()
    ask = Ask((Regular((1, 2, 3, 4, 5, 6, 7, 8), 100),), 1, 100)
    found.ask(sale(found.now, "E1", PLACES[0], ask))
    found.now += timedelta(minutes=3)
    found.work()
    for ball in map(Ball, range(1, 21)):
        found.ask(KeyBall(found.now, 0, ball, PersonId("ann")))
        found.ask(ConfirmBall(found.now, 0, ball, PersonId("bob")))
    found.work()
    assert len(found.seen(NumbersDrawn)) == 1
    return found


def report(night: Night, where: str, *staked: int) -> None:
    night.ask(ReportWinners(night.now, 0, EIGHT, where, staked))
    night.work()


@pytest.mark.clause("nsw-keno", "19(h)(ii)")
def test_19_h_ii__a_game_is_settled_when_everybody_has_told_of_his_winners(night: Night) -> None:
    assert night.seen(GameSettled) == []
    report(night, "VIC", 100)
    report(night, "VIC", 200, 300)  # what is said last counts
    assert night.seen(GameSettled) == []
    report(night, "QLD")
    [settled] = night.seen(GameSettled)
    [jackpot] = settled.jackpots
    growth = Fraction(10)  # of the one entry here
    assert jackpot.elsewhere_staked_cents == 500
    assert jackpot.cents == (120_000 + growth) / 6
    assert settled.prizes[0].cents == FILL + 20_000
    assert len(night.seen(ResultPublished)) == 1, "control has counted the same"
    verify_journal(night.machine, night.store, decide_again=True)


@pytest.mark.parametrize("told", [(), ("VIC",)])
def test_a_game_does_not_wait_for_ever(night: Night, told: tuple[str, ...]) -> None:
    for where in told:
        report(night, where, 100)
    night.now += timedelta(seconds=59)
    night.work()
    assert night.seen(GameSettled) == []
    night.now += timedelta(seconds=1)
    night.work()
    [settled] = night.seen(GameSettled)
    assert settled.jackpots[0].elsewhere_staked_cents == 100 * len(told)
    assert len(night.seen(ResultPublished)) == 1


def test_what_is_told_while_a_game_is_about_to_be_settled_counts(night: Night) -> None:
    """The site's own hands do not hold the journal between looking and settling."""
    report(night, "VIC", 100)
    night.now += timedelta(seconds=60)
    settling = night.step()
    assert settling is not None
    [told] = night.ask(ReportWinners(night.now, 0, EIGHT, "QLD", (300,)))
    assert isinstance(told, WinnersReported)
    night.submit(settling)
    [settled] = night.seen(GameSettled)
    assert settled.jackpots[0].elsewhere_staked_cents == 400
    night.work()
    assert len(night.seen(ResultPublished)) == 1
    verify_journal(night.machine, night.store, decide_again=True)


def test_without_a_pool_nothing_waits() -> None:
    other = Night(MemoryStore())
    other.plan = replace(other.plan, pool_wait=timedelta(seconds=60))
    other.game(1)
    assert len(other.seen(GameSettled)) == 1
