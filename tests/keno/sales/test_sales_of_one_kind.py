"""What is remembered of a kind of sale never changes an answer."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.demo.keno_load import anything, places, sale, set_up, ten_spots
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.commands import AcceptEntry, CloseGame, OpenDay, OpenGame
from eyesdown.keno.decide import decide
from eyesdown.keno.events import EntryAccepted
from eyesdown.keno.evolve import evolve
from eyesdown.keno.office.commands import (
    AgreeCommission,
    FlexContribution,
    SetGrowthRate,
    SignOff,
    SignOn,
    SwitchForm,
)
from eyesdown.keno.sales.terms import kind_of
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Duty, Form, Method
from eyesdown.rulebooks.nsw_keno.book import open_on

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=ZoneInfo("Australia/Sydney"))
BOOK = open_on(date(2026, 11, 15))
PLACES = places(3)


def opened() -> KenoState:
    state = KenoState()
    begin = OpenDay(NOON), OpenGame(NOON, NOON + timedelta(minutes=3))
    for command in (*set_up(NOON, PLACES), *begin):
        for event in decide(BOOK, state, command):
            evolve(state, event)
    return state


def office(dice: Random, at: datetime) -> Any:
    """Something that changes what the clauses say of a kind of sale."""
    day, venue = date(2026, 11, 15), PLACES[0].venue
    return dice.choice(
        [
            SwitchForm(at, Form.KENO2, Method.FORM, dice.random() < 0.5, "A1", day),
            SwitchForm(at, Form.ROULETTE, Method.FORM, dice.random() < 0.5, "A1", day),
            SignOff(at, f"senior-{venue}"),
            SignOn(at, f"senior-{venue}", Duty.SENIOR_WRITER, venue),
            SetGrowthRate(at, "regular/10", Fraction(dice.randrange(90, 99), 1000), day),
            AgreeCommission(at, venue, Fraction(dice.randrange(5, 12), 100)),
            FlexContribution(at, Category("I"), Fraction(dice.randrange(-2, 3), 100), day, day),
            CloseGame(at, at + timedelta(minutes=3)),
        ]
    )


def spoilt(dice: Random, asked: AcceptEntry) -> AcceptEntry:
    """The same sale with something wrong, or nothing."""
    entry = asked.entry
    return dice.choice(
        [
            asked,
            asked,
            asked,
            replace(asked, tenders=(replace(asked.tenders[0], cents=asked.tenders[0].cents - 1),)),
            replace(asked, tenders=(replace(asked.tenders[0], cents=asked.tenders[0].cents + 7),)),
            replace(asked, delivered=False),
            replace(asked, at=asked.at + timedelta(minutes=9)),
            replace(asked, entry=replace(entry, serial="twice")),
            replace(asked, entry=replace(entry, terminal="V0009-T9")),
            replace(asked, entry=replace(entry, games=entry.games + 1)),
            replace(asked, entry=replace(entry, method=Method.REPLAY)),
            replace(asked, entry=replace(entry, lines=(*entry.lines, Regular((1, 1), 100)))),
            replace(asked, entry=replace(entry, lines=(Regular((1, 81), 100),))),
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_warm_and_cold_give_the_same_answers(seed: int) -> None:
    dice = Random(seed)
    warm, cold = opened(), opened()
    hits = 0
    for number in range(300):
        at = NOON + timedelta(seconds=number // 4)
        if dice.random() < 0.05:
            command = office(dice, at)
        else:
            ask = ten_spots(dice) if dice.random() < 0.4 else anything(dice)
            command = spoilt(dice, sale(at, f"S{number}", dice.choice(PLACES), ask))
        if isinstance(command, AcceptEntry):
            hits += kind_of(command) in warm.terms.of_kind
        cold.terms.of_kind.clear()
        events = decide(BOOK, warm, command)
        assert events == decide(BOOK, cold, command)
        for event in events:
            evolve(warm, event)
            evolve(cold, event)
        assert warm == cold
    assert hits > 10


def test_numbers_of_a_known_kind_are_looked_at_every_time() -> None:
    state, dice = opened(), Random(1)
    first = sale(NOON, "S1", PLACES[0], ten_spots(dice))
    [accepted] = decide(BOOK, state, first)
    assert isinstance(accepted, EntryAccepted)
    evolve(state, accepted)
    bad = replace(first.entry, serial="S2", lines=(Regular((1, 2, 3, 4, 5, 6, 7, 8, 9, 81), 100),))
    assert kind_of(replace(first, entry=bad)) in state.terms.of_kind
    [no] = decide(BOOK, state, replace(first, entry=bad))
    assert isinstance(no, Refused)
    assert no.refusals[0].code == "spots/no_such_number"
