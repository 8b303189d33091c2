"""The room as a whole: any command in any state, money that adds up, work that grows in line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from fractions import Fraction
from importlib import import_module
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Regular
from eyesdown.keno.commands import Command
from eyesdown.keno.decide import DECIDES, decide
from eyesdown.keno.events import Event
from eyesdown.keno.evolve import EVOLVES, evolve
from eyesdown.keno.games.commands import CloseGame, RecordDraw, SettleGame
from eyesdown.keno.office.commands import AppointVenue
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.keno_words import DrawSite, Method
from eyesdown.rulebooks.nsw_keno.book import open_on
from kit.desk import Desk

BOOK = open_on(date(2024, 5, 1))
COMMANDS = sorted(get_args(Command), key=lambda one: one.__name__)
NAMES = st.sampled_from(["", "club", "hotel", "casino", "ann", "x", "central", "regular/8"])
CENTS = st.sampled_from([-100, 0, 1, 100, 200, 1_000, 10**9])
TIMES = st.sampled_from(
    [
        datetime(2024, 5, 1, 9, 0),
        datetime(2024, 5, 1, 9, 2),
        datetime(2024, 5, 1, 22, 59),
        datetime(2024, 5, 2, 1, 0),
        datetime(2025, 5, 2, 9, 0),
        datetime(1900, 1, 1),
        datetime(9999, 12, 31),
        datetime.fromisoformat("2024-05-01T09:01:00+10:00"),
    ]
)
BETS = st.sampled_from(
    [
        Regular((1, 2, 3), 100),
        Regular((1, 1), 100),
        Regular((), 0),
        Regular(tuple(range(1, 9)), 100, bonus=True),
        Keno2(tuple(range(1, 11)), 200),
        HeadsOrTails("evens", 100),
        LetItRun(("heads", "heads"), 100, 1),
    ]
)
SERIALS = st.sampled_from(["", "S1", "S2", "S3", "D1"])


def _entries() -> st.SearchStrategy[Entry]:
    return st.builds(
        Entry,
        serial=SERIALS,
        lines=st.lists(BETS, max_size=3).map(tuple),
        games=st.sampled_from([-1, 0, 1, 2, 3, 10**6]),
        channel=st.sampled_from(["venue", "internet", "post"]),
        method=st.sampled_from(Method),
        venue=NAMES,
        terminal=st.sampled_from(["club-1", "club-sst", ""]),
        session=SERIALS,
        bonus_games=st.sampled_from([None, 0, 1, 99]),
        account=NAMES,
        card=NAMES,
        superplay=NAMES,
    )


def _commands() -> st.SearchStrategy[Any]:
    st.register_type_strategy(Entry, _entries())
    known = {
        "at": TIMES,
        "closes_at": TIMES,
        "next_closes_at": st.none() | TIMES,
        "from_at": TIMES,
        "to_at": TIMES,
        "entry": _entries(),
        "serial": SERIALS,
        "change_serial": SERIALS,
        "replacement_serial": SERIALS,
        "session": SERIALS,
        "venue": NAMES,
        "account": NAMES,
        "place": NAMES,
        "jackpot": NAMES,
        "terminal": st.sampled_from(["club-1", "club-sst", "x"]),
        "game": st.sampled_from([-1, 0, 1, 2]),
        "numbers": st.sampled_from([tuple(range(1, 21)), (1, 2, 3), (0,), ()]),
        "rate": st.sampled_from([Fraction(1, 10), Fraction(5), Fraction(-1)]),
        "change": st.sampled_from([Fraction(1, 20), Fraction(1), Fraction(-1, 20)]),
        "contributed_cents": st.sampled_from([Fraction(0), Fraction(1_000), Fraction(-5)]),
        "won_cents": st.sampled_from([Fraction(0), Fraction(500)]),
        "favourites": st.just(()),
        "elsewhere": st.sampled_from([{}, {"regular/8": (100, 200)}, {"nonsense": ()}]),
    }

    def build(kind: type[Any]) -> st.SearchStrategy[Any]:
        own = set(kind.__struct_fields__)
        more = {name: how for name, how in known.items() if name in own}
        if "game" in own and kind.__annotations__["game"] != "int":
            more.pop("game")
        more |= {name: CENTS for name in own if name.endswith("cents") and name not in known}
        if kind is AppointVenue:
            more["payout_limit_cents"] = st.none()
        return st.builds(kind, **more)

    return st.one_of([build(kind) for kind in COMMANDS])


@settings(max_examples=150)
@given(st.lists(_commands(), max_size=25), st.booleans())
def test_any_command_in_any_state_gives_events_and_money_adds_up(
    asked: list[Any], trading: bool
) -> None:
    state = KenoState()
    if trading:
        state = _trading_state()
    purses: dict[str, Any] = {}
    for command in asked:
        events = decide(BOOK, state, command)
        for event in events:
            if isinstance(event, Refused):
                assert event.refusals
                of_the_book = [bad for bad in event.refusals if bad.clause.book == "nsw-keno"]
                assert all(bad.clause.number in CLAUSES for bad in of_the_book)
                others = {bad.clause.book for bad in event.refusals} - {"nsw-keno"}
                assert others <= {"central-site"}, "ceilings and drawers are the site's order"
            for amount in getattr(event, "money", ()):
                assert type(amount.cents) in (int, Fraction)
                purses[amount.purse] = purses.get(amount.purse, 0) + amount.cents
            state = evolve(state, event)
        assert sum(purses.values()) == 0
        assert all(account.balance_cents >= 0 for account in state.accounts.values())


def _clauses() -> frozenset[str]:
    from eyesdown.rulebook.coverage import read_coverage

    return frozenset(row.clause for row in read_coverage("nsw-keno"))


CLAUSES = _clauses()


def _trading_state() -> KenoState:
    state = KenoState()
    for event in _TRADING:
        state = evolve(state, event)
    return state


def _journal() -> tuple[Any, ...]:
    """The events that open three Venues, an account and a first game; made once."""
    from datetime import time

    from eyesdown.keno.games.commands import OpenDay, OpenGame
    from eyesdown.keno.office.commands import (
        AcceptTerms,
        ApproveTerminal,
        Deposit,
        LogIn,
        OpenAccount,
        SetGrowthRate,
        SetPayoutLimit,
        SignOn,
    )
    from eyesdown.rulebook.keno_words import Duty, VenueKind

    at = datetime(2024, 5, 1, 9)
    asked: list[Any] = []
    for kind in VenueKind:
        asked += [
            AppointVenue(at, kind, kind, kind, "here", "A", (), ("x",), time(9), time(23)),
            ApproveTerminal(at, f"{kind}-1", kind, False, "A"),
            ApproveTerminal(at, f"{kind}-sst", kind, True, "A"),
            SignOn(at, f"{kind} boss", Duty.SENIOR_WRITER, kind),
        ]
    asked += [
        SignOn(at, "sue", Duty.SUPERVISOR, DrawSite.CENTRAL),
        SetPayoutLimit(at, 200_000),
        SetGrowthRate(at, "regular/8", Fraction(1, 10), date(2024, 1, 12)),
        SetGrowthRate(at, "keno2/10", Fraction(2, 25), date(2024, 1, 12)),
        OpenAccount(at, "ann", "Ann", date(1990, 1, 1)),
        AcceptTerms(at, "ann", "1"),
        LogIn(at, "ann", password_right=True),
        Deposit(at, "ann", 100_000),
        OpenDay(at),
        OpenGame(at, at + timedelta(minutes=3)),
    ]
    state, events = KenoState(), []
    for command in asked:
        for event in decide(BOOK, state, command):
            assert not isinstance(event, Refused), event
            state = evolve(state, event)
            events.append(event)
    return tuple(events)


_TRADING = _journal()


ROOMS = ("office", "sales", "games", "claims", "desk")


@pytest.mark.parametrize("role", ["commands", "events"])
def test_every_command_and_event_of_a_sub_room_has_one_handler(role: str) -> None:
    """The unions of the doors, and the tables of decide and evolve, have every type there is."""
    modules = [import_module(f"eyesdown.keno.{room}.{role}") for room in ROOMS]
    defined = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
        if "at" in getattr(kind, "__struct_fields__", ())
    }
    union, table = (Command, DECIDES) if role == "commands" else (Event, EVOLVES)
    assert defined == set(get_args(union)) - {Refused}
    assert set(table) == set(get_args(union))


class CountingDict(dict[Any, Any]):
    """A map that counts every element anybody touches, copies included."""

    touched = 0

    def __getitem__(self, key: Any) -> Any:
        CountingDict.touched += 1
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        CountingDict.touched += 1
        super().__setitem__(key, value)

    def __iter__(self) -> Iterator[Any]:
        CountingDict.touched += len(self)
        return super().__iter__()

    def keys(self) -> Any:
        CountingDict.touched += len(self)
        return super().keys()

    def values(self) -> Any:
        CountingDict.touched += len(self)
        return super().values()

    def items(self) -> Any:
        CountingDict.touched += len(self)
        return super().items()

    def copy(self) -> Any:
        CountingDict.touched += len(self)
        return super().copy()


def _work(desk_type: Any, entries: int, *, profiled: bool) -> int:
    """Elements of maps touched, or Python calls made, while selling, drawing and settling."""
    desk = desk_type()
    desk.open_shop()
    desk.open_day()
    for name in ("sold", "documents", "prizes", "in_game", "undelivered", "totals", "games"):
        setattr(desk.state, name, CountingDict(getattr(desk.state, name)))
    heads = HeadsOrTails("heads", 100)
    picks = [heads if n % 80 == 2 else Regular((n % 80 + 1, 3), 100) for n in range(entries)]
    sales = [desk.sale(desk.entry(pick)) for pick in picks]
    CountingDict.touched = calls = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal calls
        calls += event == "call"

    draw = RecordDraw(desk.now, 0, tuple(range(1, 21)), "d", DrawSite.CENTRAL, "m")
    sys.setprofile(count if profiled else None)
    events: tuple[Any, ...] = ()
    try:
        for command in (*sales, CloseGame(desk.now), draw, SettleGame(desk.now, 0)):
            events = decide(desk.book, desk.state, command)
            for event in events:
                evolve(desk.state, event)
    finally:
        sys.setprofile(None)
    assert 0 < len(events[0].prizes) < entries
    assert desk.state.sold == desk.state.prizes == {}  # whoever won may come for it later
    return calls if profiled else CountingDict.touched


@pytest.mark.parametrize(("entries", "profiled"), [(20_000, False), (3_000, True)])
def test_ten_times_the_entries_are_ten_times_the_work(
    desk: Desk, entries: int, profiled: bool
) -> None:
    """Twenty thousand entries touch ten times the records of two thousand, and no more."""
    few = _work(type(desk), entries // 10, profiled=profiled)
    many = _work(type(desk), entries, profiled=profiled)
    assert few > entries // 10
    assert many <= 10.2 * few


def test_a_second_cancel_of_everything_changes_nothing(desk: Desk) -> None:
    entries = [desk.sell(Regular((1, 2, 3), 100)) for _ in range(5)]
    for entry in entries:
        desk.do(CancelEntry(desk.now, entry.serial, "s", venue="club"))
    before = dict(desk.purses)
    for entry in entries:
        desk.do(CancelEntry(desk.now, entry.serial, "s", venue="club"))
    assert desk.purses == before
    assert desk.purse("player") == 0
