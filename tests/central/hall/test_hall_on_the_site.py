"""Every golden game of bingo through the real site: SQLite, a snapshot, a restart, and verified."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.bingo.promotions.commands import ConfirmPrizes
from eyesdown.central.family import machine as family
from eyesdown.central.family.commands import AtTable, OpenTable
from eyesdown.central.family.events import TableEvent
from eyesdown.central.hall import machine as hall
from eyesdown.central.hall import words
from eyesdown.central.hall.tasks import HallPlan
from eyesdown.central.hall.tenant import KIND, machine_for, open_hall
from eyesdown.central.site.first_row import AnotherTenant, Owner
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.people.words import GiveAccess
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.cli.site import tenants
from eyesdown.display.refusals import refusal_shown
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.notation.checking import differences
from eyesdown.notation.document import Asked, Script, parse, print_script
from eyesdown.notation.exporting import JournalEntry, exported
from eyesdown.notation.player import play, played

ZONES = {
    "nz-casino-bingo": ZoneInfo("Pacific/Auckland"),
    "vic-bingo": ZoneInfo("Australia/Melbourne"),
    "nsw-casino-bingo": ZoneInfo("Australia/Sydney"),
    "family-bingo": ZoneInfo("Australia/Sydney"),
}
GOLDENS = sorted(
    path
    for path in (Path(__file__).parents[2] / "goldens").glob("*.eyes")
    if not path.name.startswith("keno")
)
HALLS = [path for path in GOLDENS if not path.name.startswith("family")]
NOON = datetime(2026, 6, 1, 12)


def script_of(path: Path) -> Script:
    return parse(path.read_text("utf-8"))


def answers(script: Script) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The commands of a script with the events that the rules give in memory."""
    for item in play(script):
        if isinstance(item, Asked):
            yield item.command, item.events


def machine_of(script: Script, *, own_clock: bool = False) -> Machine[Any]:
    zone = ZONES[script.book]
    if script.book == family.BOOK:
        return family.machine(zone, own_clock=own_clock)
    return hall.machine(script.book, zone, own_clock=own_clock)


def sent(script: Script, command: Any) -> Any:
    """A command of a script as the site takes it."""
    if script.book == family.BOOK:
        return AtTable(at=NOON, table="kitchen", command=command)
    return command


def received(event: Any) -> Any:
    """An event of the site as the rules in memory give it: at a family table without a time."""
    if not isinstance(event, TableEvent):
        return event
    inner = event.event
    return replace(inner, at=None) if isinstance(inner, Refused) else inner


def run(site: Site[Any], number: int, command: Any) -> tuple[Any, ...]:
    """The events of one command; each is a batch of its own."""
    [reply] = site.run([Submitted(f"c{number}", command)])
    assert isinstance(reply, Done), reply
    return reply.events


def settle(site: Site[Any], script: Script) -> None:
    """The first row: the settings of a hall, or the table at which a family plays."""
    if script.book == family.BOOK:
        run(site, -1, OpenTable(at=NOON, table="kitchen", name="Dad", language="en"))
    if script.settings is not None:
        at = next(command.at for command, _ in answers(script))
        run(site, -1, words.FixSettings(at=at, settings=script.settings))


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_the_site_gives_the_same_events_and_books(path: Path, tmp_path: Path) -> None:
    script = script_of(path)
    machine = machine_of(script)
    address = str(tmp_path / "hall.sqlite")
    store = open_store(address)
    site = Site(machine, store, lambda: 0)
    settle(site, script)
    expected = list(answers(script))
    half = len(expected) // 2
    for number, (command, events) in enumerate(expected):
        if number == half:
            site.take_snapshot()
        if number == half + half // 2:  # restart from the snapshot and the rows after it
            state = site.state
            store.close()
            store = open_store(address)
            site = Site(machine, store, lambda: 0)
            assert site.state == state
        answer = run(site, number, sent(script, command))
        assert tuple(received(event) for event in answer) == events
    assert {name: cents for name, cents in site.balances.items() if cents} == {
        name: cents for name, cents in played(script).books.items() if cents
    }
    saved = machine.save(site.state)
    assert machine.save(machine.restore(saved)) == saved
    site.take_snapshot()
    verified = verify_journal(machine, store, decide_again=True)
    has_first_row = script.settings is not None or script.book == family.BOOK
    assert verified.rows == len(expected) + has_first_row
    if script.book != family.BOOK:
        # The journal written as a script is one that `play --check` finds right.
        rows = [
            JournalEntry(
                row.seq, machine.commands.read(row.command), machine.events.read_all(row.events)
            )
            for row in store.rows()
        ]
        assert list(differences(parse(print_script(exported(script.book, rows))))) == []
    store.close()


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_deciding_changes_nothing(path: Path) -> None:
    """Property over every command of every golden: the state's bytes are as they were."""
    script = script_of(path)
    machine = machine_of(script)
    site = Site(machine, MemoryStore(), lambda: 0)
    settle(site, script)
    for number, (command, _) in enumerate(answers(script)):
        before = machine.save(site.state)
        machine.decide(site.state, machine.stamp(sent(script, command), 0))
        assert machine.save(site.state) == before, f"deciding {command} changed the state"
        run(site, number, sent(script, command))


def kinds(events: tuple[Any, ...]) -> list[tuple[str, ...]]:
    """The types of events, with the codes of their refusals."""
    return [
        (type(event).__name__, *(refusal.code for refusal in getattr(event, "refusals", ())))
        for event in events
    ]


@pytest.mark.parametrize("path", HALLS, ids=lambda path: path.stem)
def test_the_hall_s_own_clock_changes_no_ruling(path: Path) -> None:
    """With the site's time in the hall's zone every command is decided as without a zone."""
    script = script_of(path)
    zone = ZONES[script.book]
    now: list[datetime] = []
    machine = machine_of(script, own_clock=True)
    site = Site(machine, MemoryStore(), lambda: int(now[-1].timestamp() * 1_000_000))
    expected = list(answers(script))
    now.append(expected[0][0].at.replace(tzinfo=zone))
    settle(site, script)
    for number, (command, events) in enumerate(expected):
        now.append(command.at.replace(tzinfo=zone))
        assert kinds(run(site, number, command)) == kinds(events)
    assert verify_journal(machine, site.store, decide_again=True).rows


def test_the_first_row_says_which_hall_it_is(tmp_path: Path) -> None:
    owner = Owner(KIND, "Town Hall", "vic-bingo", ZONES["vic-bingo"].key)
    store = open_store(str(tmp_path / "town.sqlite"))
    tenant, site = open_hall(owner, store, HallPlan(os.urandom), lambda: 1_780_000_000_000_000)
    assert site.head.seq == 1
    known = machine_for(tenant.owner)
    assert known is not None
    assert verify_journal(known, store, decide_again=True).rows == 1
    store.close()


def test_a_store_with_a_rulebook_from_outside_says_which_option_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = Owner(KIND, "club", "my-club", "Australia/Melbourne")
    monkeypatch.setattr("eyesdown.central.site.first_row.owner_of", lambda store: owner)
    with pytest.raises(AnotherTenant, match=r"my-club .* --rulebooks FOLDER"):
        tenants.machine_of(MemoryStore())


@pytest.mark.parametrize(
    ("name", "book"), [("pier", "vic-bingo"), ("dome", "nz-casino-bingo")], ids=["hall", "book"]
)
def test_a_store_of_another_hall_or_book_is_refused_and_stays_as_it_is(
    name: str, book: str
) -> None:
    store = MemoryStore()
    zone, plan = "Australia/Melbourne", HallPlan(os.urandom)
    open_hall(Owner(KIND, "dome", "vic-bingo", zone), store, plan, lambda: 1_780_000_000_000_000)
    before = list(store.rows())
    with pytest.raises(AnotherTenant, match="dome"):
        open_hall(Owner(KIND, name, book, zone), store, plan, lambda: 1_780_000_000_000_000)
    assert list(store.rows()) == before


def test_a_hall_without_rules_on_promotions_refuses_them() -> None:
    script = script_of(next(path for path in HALLS if path.stem == "nsw-promotion"))
    command, _ = next(answers(script))
    machine = hall.machine("vic-bingo", ZONES["vic-bingo"], own_clock=False)
    [event] = machine.decide(machine.start(), command)
    assert [refusal.code for refusal in event.refusals] == ["deed/not_in_this_book"]
    says = refusal_shown(event.refusals[0]).says
    assert says == "These rules have no “offer promotion”.", "not the name of a type"


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.parametrize(("person", "code"), [("max", "second/let_in_lately"), ("ned", "")])
def test_prizes_near_a_prohibited_kind_are_confirmed_by_no_one_let_in_lately(
    person: str, code: str
) -> None:
    script = script_of(next(path for path in HALLS if path.stem == "nsw-promotion"))
    machine = machine_of(script)
    site = machine.start()
    for command, _ in answers(script):
        if isinstance(command, ConfirmPrizes):
            break
        for event in machine.decide(site, command):
            site = machine.evolve(site, event)
    at = command.at - timedelta(hours=23)
    for name, by in (("max", "olga"), ("ned", "nell")):
        let_in = GiveAccess(at=at, person=name, roles=("office",), by=by)
        [event] = machine.decide(site, let_in)
        site = machine.evolve(site, event)
    first, *_ = machine.decide(site, replace(command, by=person))
    assert [refusal.code for refusal in getattr(first, "refusals", ())] == ([code] if code else [])
