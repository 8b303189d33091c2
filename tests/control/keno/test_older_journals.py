"""What a journal of the version before did not note: control takes it as it was counted then."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.central.keno.machine import EVENTS
from eyesdown.control.keno.winners import count_winners
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import Disqualify
from eyesdown.keno.games.commands import CloseGame, RecordDraw, SettleGame
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.office.commands import ApprovePrize, ReportPool, SwitchPool
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DrawSite, Ground

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
LOW = (*range(1, 19), 80, 20)  # their total of 590 is a multiplier of 1


def older(settled: GameSettled) -> GameSettled:
    """The event as the version before wrote it, read today."""
    plain = EVENTS.plain(settled)
    del plain["barred"]
    for jackpot in plain["jackpots"]:
        del jackpot["elsewhere_staked_cents"]
    found = EVENTS.of_plain(plain)
    assert isinstance(found, GameSettled)
    return found


def test_growth_that_waits_for_a_disqualified_winner_was_not_noted(book: Any) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    book.do(Disqualify(AT, "S001", Ground.FRAUD, "olga"))
    book.tally.settled[0] = older(book.play(LOW))
    assert count_winners(book.tally, 0) == ""
    book.tally.settled[0] = replace(book.tally.settled[0], barred=())
    assert count_winners(book.tally, 0) != ""


def test_an_ordinary_game_is_settled_as_it_was(book: Any) -> None:
    book.sell(Regular(LOW[:7], 100), cents=100)
    settled = book.play(LOW)
    assert settled.jackpots
    assert older(settled) == settled


@pytest.mark.parametrize("stake", [0, 300])
def test_a_bonus_prize_did_not_wait_for_a_disqualified_entry(book: Any, stake: int) -> None:
    until = AT + timedelta(days=1)
    book.do(ApprovePrize(AT, "Sunday", True, 10_000, "a", "regular", 3, 3, AT, until))
    book.sell(Regular((1, 2, 3), 100), cents=100)
    if stake:
        book.sell(Regular((4, 5, 6), stake), cents=stake)
    book.do(Disqualify(AT, "S001", Ground.FRAUD, "olga"))
    settled = older(book.play(LOW))
    mine = next(prize for prize in settled.prizes if prize.serial == "S001")
    lines = tuple(line for line in mine.lines if not line.extra)
    less = replace(mine, lines=lines, cents=sum(line.cents for line in lines))
    prizes = tuple(less if prize is mine else prize for prize in settled.prizes)
    book.tally.settled[0] = replace(settled, prizes=prizes)
    assert count_winners(book.tally, 0) == ""
    book.tally.settled[0] = replace(settled, prizes=prizes, barred=())
    assert "game 0, Sunday: counted" in count_winners(book.tally, 0)


@pytest.mark.parametrize("won_here", [True, False])
def test_what_was_staked_elsewhere_shows_in_what_was_given_there(book: Any, won_here: bool) -> None:
    book.do(SwitchPool(AT, "regular/7", pooled=True, jurisdictions=("QLD",)))
    book.do(ReportPool(AT, "regular/7", "QLD", Fraction(10_000)))
    spots = LOW[:7] if won_here else (*LOW[:6], 79)
    book.sell(Regular(spots, 100), cents=100)
    book.do(CloseGame(AT, AT + timedelta(minutes=3)))
    book.do(RecordDraw(AT, 0, LOW, "cage", DrawSite.CENTRAL, "journal"))
    settled = older(book.do(SettleGame(AT, 0, {"regular/7": (300,)}))[0])
    book.tally.settled[0] = settled
    assert count_winners(book.tally, 0) == ""
    [given] = settled.jackpots
    less = replace(given, elsewhere_cents=given.elsewhere_cents - 1)
    book.tally.settled[0] = replace(settled, jackpots=(less,))
    assert count_winners(book.tally, 0) != ""
