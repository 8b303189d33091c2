"""What is remembered of a kind of sale never changes an answer."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.demo.keno_load import anything, places, sale, set_up, ten_spots
from eyesdown.keno.bets.bet import Keno2, LuckyLast, Regular
from eyesdown.keno.decide import Decider, decide
from eyesdown.keno.evolve import evolve
from eyesdown.keno.games.commands import CloseGame, OpenDay, OpenGame
from eyesdown.keno.office.commands import (
    AgreeCommission,
    FlexContribution,
    SetGrowthRate,
    SignOff,
    SignOn,
    SwitchForm,
)
from eyesdown.keno.sales import terms
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.sales.terms import SaleTerms, kind_of
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category, Channel, Duty, Form, Method, Tender
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


def with_session(dice: Random, asked: AcceptEntry) -> AcceptEntry:
    """The sale as a counter or a terminal makes it: with a Customer Session and a writer."""
    session = dice.choice(["", "", "V0001-T1/1", "V0001-T1/2", "other"])
    entry = replace(asked.entry, session=session, writer=dice.choice(["", "ann", "ben"]))
    paid = asked.tenders
    if dice.random() < 0.1:  # prize money of the session, which is never enough
        paid = dice.choice(
            [
                (replace(paid[0], tender=Tender.PARLAY),),
                (replace(paid[0], tender=Tender.PARLAY, document=session),),
                (replace(paid[0], document=session),),
            ]
        )
    return replace(asked, entry=entry, tenders=paid, by=entry.writer)


@pytest.mark.parametrize("seed", range(6))
def test_warm_and_cold_give_the_same_answers(seed: int) -> None:
    dice = Random(seed)
    warm, cold = opened(), opened()
    decide_warm = Decider()
    hits = Counter[bool]()
    for number in range(600):
        at = NOON + timedelta(seconds=number // 4)
        if dice.random() < 0.03:
            command = office(dice, at)
        else:
            ask = ten_spots(dice) if dice.random() < 0.4 else anything(dice)
            command = spoilt(dice, sale(at, f"S{number}", dice.choice(PLACES), ask))
            command = with_session(dice, command)
            if decide_warm.terms.sale_like(BOOK, warm, command) is not None:
                hits[bool(command.entry.session)] += 1
        events = decide_warm(BOOK, warm, command)
        assert events == decide(BOOK, cold, command)
        for event in events:
            evolve(warm, event)
            evolve(cold, event)
        assert warm == cold
    assert hits[False] > 5
    assert hits[True] > 5


def test_numbers_of_a_known_kind_are_looked_at_every_time() -> None:
    state, dice = opened(), Random(1)
    decide_warm = Decider()
    first = sale(NOON, "S1", PLACES[0], ten_spots(dice))
    [accepted] = decide_warm(BOOK, state, first)
    assert isinstance(accepted, EntryAccepted)
    evolve(state, accepted)
    another = replace(first.entry, serial="S2", session="V0001-T1/7")
    assert decide_warm.terms.sale_like(BOOK, state, replace(first, entry=another)) is accepted
    bad = replace(another, lines=(Regular((1, 2, 3, 4, 5, 6, 7, 8, 9, 81), 100),))
    assert kind_of(replace(first, entry=bad)) == kind_of(first)
    [refused] = decide_warm(BOOK, state, replace(first, entry=bad))
    assert isinstance(refused, Refused)
    assert refused.refusals[0].code == "spots/no_such_number"


def test_one_memory_serves_one_state_and_one_book_at_a_time() -> None:
    state, dice = opened(), Random(1)
    decide_warm = Decider()
    first = sale(NOON, "S1", PLACES[0], ten_spots(dice))
    decide_warm(BOOK, state, first)
    assert decide_warm.terms.sale_like(BOOK, state, first) is not None
    assert decide_warm.terms.sale_like(BOOK, opened(), first) is None
    decide_warm(BOOK, state, first)
    assert decide_warm.terms.sale_like(open_on(date(2026, 11, 16)), state, first) is None


PICK = Regular((1, 2, 3), 100)
NO_KIND_ENTRIES = [
    {"channel": Channel.INTERNET},
    {"account": "ann"},
    {"card": "K1"},
    {"superplay": "own"},
    {"replay_of": "S0"},
    {"runner": "rob"},
    {"lines": (PICK, LuckyLast((1, 2, 3), 100))},
]
ONLY_CASH = Tendered(Tender.CASH, 100)
NO_KIND_SALES = [
    {"runner_note": "for Rob"},
    {"change_as": Tender.CASH_VOUCHER},
    {"tenders": (ONLY_CASH, Tendered(Tender.CASH_VOUCHER, 100, "R1"))},
    {"tenders": (replace(ONLY_CASH, document="s-1"),)},
]


@pytest.mark.parametrize(
    ("of_entry", "of_sale"),
    [*(({}, words) for words in NO_KIND_SALES), *((words, {}) for words in NO_KIND_ENTRIES)],
)
def test_a_sale_with_more_to_it_is_of_no_kind_and_never_remembered(
    of_entry: dict[str, Any], of_sale: dict[str, Any]
) -> None:
    state, memory = opened(), SaleTerms()
    plain = sale(NOON, "S1", PLACES[0], ten_spots(Random(1)))
    [accepted] = decide(BOOK, state, plain)
    assert isinstance(accepted, EntryAccepted)
    special = replace(plain, entry=replace(plain.entry, **of_entry), **of_sale)
    assert kind_of(plain) is not None
    assert kind_of(special) is None
    assert memory.sale_like(BOOK, state, special) is None
    memory.remember(special, accepted)
    memory.remember(plain, accepted)
    assert memory.sale_like(BOOK, state, special) is None
    assert memory.sale_like(BOOK, state, plain) is accepted


@pytest.mark.parametrize(
    "words",
    [
        {"lines": (Regular((1, 2), 100),)},
        {"lines": (Regular((1, 2, 3), 200),)},
        {"lines": (Regular((1, 2, 3), 100, bonus=True),)},
        {"lines": (Keno2((1, 2, 3), 100),)},
        {"lines": (PICK, PICK)},
        {"games": 2},
        {"bonus_games": 1},
        {"method": Method.VERBAL},
        {"venue": "V0002"},
        {"terminal": "V0001-T2"},
        {"kwikipiks": 1},
    ],
)
def test_what_the_clauses_look_at_makes_another_kind(words: dict[str, Any]) -> None:
    plain = sale(NOON, "S1", PLACES[0], ten_spots(Random(1)))
    plain = replace(plain, entry=replace(plain.entry, lines=(PICK,)))
    assert kind_of(replace(plain, entry=replace(plain.entry, **words))) != kind_of(plain)
    others = replace(plain.entry, lines=(Regular((4, 5, 80), 100),), serial="S2", session="s-2")
    assert kind_of(replace(plain, entry=others)) == kind_of(plain)
    assert kind_of(replace(plain, delivered=not plain.delivered)) != kind_of(plain)


def test_once_as_many_kinds_as_may_be_are_remembered_it_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terms, "KINDS_MAX", 2)
    state, memory = opened(), SaleTerms()
    plain = sale(NOON, "S1", PLACES[0], ten_spots(Random(1)))
    [accepted] = decide(BOOK, state, plain)
    assert isinstance(accepted, EntryAccepted)
    kinds = [replace(plain, entry=replace(plain.entry, games=games)) for games in (1, 2, 3)]
    known = []
    for sold in kinds:
        memory.sale_like(BOOK, state, sold)
        memory.remember(sold, accepted)
        known.append([memory.sale_like(BOOK, state, each) is accepted for each in kinds])
    assert known == [[True, False, False], [True, True, False], [False, False, True]]


def test_deciding_changes_no_state() -> None:
    state, untouched, dice = opened(), opened(), Random(2)
    for number in range(30):
        decide(BOOK, state, sale(NOON, f"S{number}", PLACES[0], anything(dice)))
    assert state == untouched
