"""A site's set-up from a readable file: venues, terminals, people, limits and rates.

The file is checked whole, in the order in which it would be applied; with one wrong entry nothing
is applied. An entry that the store has already is left alone. The id of a command is a hash of the
entry and of what it changes, so the same difference is applied once. Applied on a page it is one
person's word: what raises something then waits for another person of the office (11.9).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as replace_field
from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec

from eyesdown.central.keno.machine import COMMANDS, KenoSite, decide, evolve
from eyesdown.central.keno.office.roles import SIGNING_ON
from eyesdown.central.keno.office.two_people import why_not_alone
from eyesdown.central.site.people.second_person import BY_SETUP
from eyesdown.central.site.people.words import GiveAccess
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.office.commands import (
    AgreeCommission,
    AppointVenue,
    ApproveTerminal,
    SetGrowthRate,
    SetPayoutLimit,
    TakeOverJackpot,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace

LISTS = ("venue", "terminal", "jackpot", "person")
_HEADER = re.compile(r"\s*\[\[\s*(\w+)\s*\]\]")
_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,?\d{3}){0,2})(?:\.(\d{1,2}))?", re.ASCII)
"""Less than a thousand million dollars, with cents or without."""
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_NOW = datetime(1970, 1, 1)  # noqa: DTZ001 -- put in place of the moment, in what is hashed


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of the file: where it is, what it says, its command and how that differs."""

    line: int
    words: str
    change: str
    command: Any
    command_id: str
    password_hash: str = ""
    """The hash of a new person's first password, which stays out of the command."""
    needs_second: bool = False
    """Whether it has to be proposed, for another person of the office to confirm."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a file would do, or everything that is wrong with it."""

    entries: tuple[Entry, ...]
    problems: tuple[str, ...]

    @property
    def changes(self) -> tuple[Entry, ...]:
        """The entries that differ from what the store has."""
        return tuple(entry for entry in self.entries if entry.change not in (SAME, WAITS))


SAME = "as it is"
CHANGED = "changed"
NEW = "new"
WAITS = "waits for a second person"


class Wrong(Exception):
    """An entry that cannot be read; `field` says which part of it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_setup(site: KenoSite, text: str, at: datetime, by: str = BY_SETUP) -> Setup:
    """A file against the state: every entry with its difference, and every wrong line.

    `by` is who would apply it: a person of the office, or those who run the machine.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        return Setup((), (_unreadable(bad, text),))
    if not raw:
        return Setup((), ("The file is empty. Write what it sets up, such as [[venue]].",))
    lines, problems, entries = text.splitlines(), [], []
    for name in raw.keys() - {"payout_limit", *LISTS}:
        known = ", ".join(("payout_limit", *LISTS))
        problems.append(f"line {_line_of(lines, name)}: {name!r} is none of {known}")
    scratch = _scratch(site)
    for number, label, table in _tables(raw, lines):
        try:
            commands, password_hash = _commands(scratch, label, table, at)
        except Wrong as bad:
            line = _line_of(lines, bad.field, number)
            problems.append(f"line {line}: {label}: {bad.field} {bad}")
            continue
        for command in commands:
            second = why_not_alone(scratch, replace(command, by=by)) is not None
            entry, refusal = _entry(scratch, number, command)
            if refusal:
                problems.append(f"line {number}: {entry.words}: {refusal}")
            if entry.change == NEW:
                entry = replace_field(entry, password_hash=password_hash)
            if second and entry.change in (NEW, CHANGED):
                waits = _is_proposed(site, command)
                change = WAITS if waits else entry.change
                entry = replace_field(entry, change=change, needs_second=not waits)
            entries.append(entry)
    return Setup(tuple(entries), tuple(problems))


def _unreadable(bad: tomllib.TOMLDecodeError, text: str) -> str:
    """Where a file cannot be read, and how lines are written."""
    place = _PLACE.search(f"{bad}")
    line, column = place.groups() if place else (len(text.splitlines()), 1)
    how = "Write name = value, text in quotes, and [[venue]] on a line of its own"
    return f"line {line}: can’t be read from character {column} on. {how}."


def _scratch(site: KenoSite) -> KenoSite:
    """As much of the state as a set-up reads and changes, to try it on."""
    keno = site.keno
    return KenoSite(keno=_scratch_keno(keno), access=site.access, let_in=site.let_in)


def _is_proposed(site: KenoSite, command: Any) -> bool:
    """Whether the same command waits for a second person already."""
    return any(
        replace(waiting.payment, at=command.at, by=command.by) == command
        for waiting in site.payments.values()
        if type(waiting.payment) is type(command)
    )


def _scratch_keno(keno: KenoState) -> KenoState:
    return KenoState(
        day=keno.day,
        payout_limit_cents=keno.payout_limit_cents,
        venues=dict(keno.venues),
        terminals=dict(keno.terminals),
        jackpots=dict(keno.jackpots),
        unsettled=list(keno.unsettled),
        in_game=keno.in_game,
    )


def _tables(raw: Mapping[str, Any], lines: list[str]) -> Iterator[tuple[int, str, Any]]:
    if "payout_limit" in raw:
        table = {"payout_limit": raw["payout_limit"]}
        yield _line_of(lines, "payout_limit"), "payout_limit", table
    for kind in LISTS:
        heads = [
            number
            for number, line in enumerate(lines, 1)
            if (header := _HEADER.match(line)) and header[1] == kind
        ]
        tables = raw.get(kind, [])
        for index, table in enumerate(tables if isinstance(tables, list) else [tables]):
            yield heads[index] if index < len(heads) else 1, kind, table


def _line_of(lines: list[str], name: str, after: int = 1) -> int:
    begins = re.compile(rf"\s*\[?\[?\s*\"?{re.escape(name)}\b")
    for number, line in enumerate(lines[after - 1 :], after):
        if begins.match(line) and (after in (number, 1) or not _HEADER.match(line)):
            return number
    return after


def _commands(scratch: KenoSite, label: str, table: Any, at: datetime) -> tuple[list[Any], str]:
    """The commands of a table, and the hash of a person's first password."""
    if label == "person" and isinstance(table, Mapping):
        return [_person(scratch.keno, table, at)], _hash(table.get("hash", ""))
    return _other_commands(label, table, at), ""


def _person(keno: KenoState, table: Mapping[str, Any], at: datetime) -> GiveAccess:
    """Access of a person; their terminal says at which venue they work."""
    for name in table.keys() - {"person", "role", "terminal", "hash"}:
        raise Wrong(name, "is not a field of a person")
    values = {name: table.get(name, "") for name in ("person", "role", "terminal")}
    for name, value in values.items():
        if not isinstance(value, str):
            raise Wrong(name, "must be text in quotes")
    if not values["person"].strip() or not values["person"].isprintable():
        raise Wrong("person", "has no name")
    if values["role"] not in SIGNING_ON:
        raise Wrong("role", f"must be one of {', '.join(SIGNING_ON)}")
    till = values["terminal"]
    if till and till not in keno.terminals:
        raise Wrong("terminal", f"{till!r} is not approved, here or in this file")
    venue = keno.terminals[till].venue if till else ""
    roles = (values["role"],)
    person = values["person"]
    return GiveAccess(at=at, person=person, roles=roles, till=till, venue=venue, by=BY_SETUP)


def _hash(value: Any) -> str:
    if value and not str(value).startswith("$argon2"):
        raise Wrong("hash", "is not a password hash; make one with `eyesdown serve hash`")
    return str(value)


def _other_commands(label: str, table: Any, at: datetime) -> list[Any]:
    if not isinstance(table, Mapping):
        raise Wrong(label, f"must be written [[{label}]]")
    match label:
        case "payout_limit":
            return [SetPayoutLimit(at, _cents("payout_limit", table["payout_limit"]), BY_SETUP)]
        case "venue":
            return _venue(dict(table), at)
        case "terminal":
            return [_struct(ApproveTerminal, {"self_service": False, **table}, at)]
        case _:
            return _jackpot(dict(table), at)


def _venue(table: dict[str, Any], at: datetime) -> list[Any]:
    commission = table.pop("commission", None)
    if "payout_limit" in table:
        table["payout_limit_cents"] = _cents("payout_limit", table.pop("payout_limit"))
    venue = _struct(AppointVenue, table, at)
    if commission is None:
        return [venue]
    return [venue, AgreeCommission(at, venue.venue, _share("commission", commission), BY_SETUP)]


def _jackpot(table: dict[str, Any], at: datetime) -> list[Any]:
    unknown = table.keys() - {"jackpot", "growth", "from", "opening", "ran_at"}
    for name in unknown:
        raise Wrong(name, "is not a field of a jackpot")
    key = table.get("jackpot")
    if not isinstance(key, str):
        raise Wrong("jackpot", "has no name, such as regular/10")
    commands: list[Any] = []
    if "growth" in table:
        start = table.get("from", at.date())
        if type(start) is not date:
            raise Wrong("from", "must be a day, as 2026-11-15")
        commands.append(SetGrowthRate(at, key, _share("growth", table["growth"]), start, BY_SETUP))
    if "opening" in table:
        cents, ran_at = _cents("opening", table["opening"]), str(table.get("ran_at", ""))
        commands.append(TakeOverJackpot(at, key, cents, ran_at, BY_SETUP))
    return commands


def _struct(kind: Any, table: Mapping[str, Any], at: datetime) -> Any:
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in table.keys() - (fields.keys() - {"at", "by"}):
        raise Wrong(name, "is not a field here")
    for name, field in fields.items():
        if field.required and name not in table and name != "at":
            raise Wrong(name, "is missing")
    for name, value in table.items():
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as bad:
            raise Wrong(name, f"must be {_wanted(fields[name].type)}") from bad
        if fields[name].type is time and value.tzinfo is not None:
            raise Wrong(name, "must be a time without a zone")
    return msgspec.convert({**table, "type": kind.__name__, "at": at, "by": BY_SETUP}, kind)


def _wanted(kind: Any) -> str:
    """What a field takes, as it is written in the file.

    >>> from eyesdown.rulebook.keno_words import VenueKind
    >>> _wanted(VenueKind), _wanted(tuple[str, ...]), _wanted(time)
    ('one of club, hotel, casino', 'a list of texts, as ["main bar"]', 'a time, as 09:00:00')
    """
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return f"one of {', '.join(kind)}"
    return _WANTED.get(kind) or 'a list of texts, as ["main bar"]'


_WANTED: dict[Any, str] = {
    str: "text in quotes",
    bool: "true or false",
    time: "a time, as 09:00:00",
    int | None: "a whole number",
}


def _cents(name: str, value: Any) -> int:
    amount = _AMOUNT.fullmatch(str(value).strip())
    if amount is None:
        raise Wrong(name, f"{value!r} isn’t an amount; write 12.50")
    whole, part = amount.groups()
    return int(whole.replace(",", "")) * 100 + int((part or "").ljust(2, "0"))


def _share(name: str, value: Any) -> Fraction:
    text = str(value).strip()
    if not re.fullmatch(r"\d{1,3}(\.\d{1,6})?\s*%", text):
        raise Wrong(name, f"{value!r} isn’t a share; write 7.5%")
    return Fraction(text.removesuffix("%").strip()) / 100


def _entry(scratch: KenoSite, line: int, command: Any) -> tuple[Entry, str]:
    """An entry tried on the scratch state, and why it is refused."""
    before, words = _before(scratch, command)
    events = decide(scratch, command)
    if isinstance(events[0], Refused):
        if isinstance(command, TakeOverJackpot) and _has_run(scratch.keno, command):
            return Entry(line, words, SAME, command, ""), ""
        shown = refusals_shown(events[0].refusals)
        return Entry(line, words, "refused", command, ""), " ".join(no.says for no in shown)
    for event in events:
        evolve(scratch, event)
    after, _ = _before(scratch, command)
    change = SAME if before == after else (NEW if before is None else CHANGED)
    written = COMMANDS.write(replace(command, at=_NOW))
    digest = sha256(written + repr(before).encode()).hexdigest()[:32]
    return Entry(line, words, change, command, f"setup/{digest}"), ""


def _has_run(state: KenoState, command: TakeOverJackpot) -> bool:
    """Whether a jackpot runs here and has had at least its opening amount: then it was applied."""
    jackpot = state.jackpots.get(command.jackpot)
    return jackpot is not None and jackpot.available_cents + jackpot.given_cents >= command.cents


def _before(site: KenoSite, command: Any) -> tuple[Any, str]:
    """What the state has in the place that a command changes, and the entry in words."""
    state = site.keno
    match command:
        case GiveAccess():
            return site.access.get(command.person), f"{command.roles[0]} {command.person}"
        case AppointVenue():
            return state.venues.get(command.venue), f"venue {command.venue} {command.name}"
        case AgreeCommission():
            venue = state.venues.get(command.venue)
            return venue and venue.commission, f"commission of {command.venue}"
        case ApproveTerminal():
            return state.terminals.get(command.terminal), f"terminal {command.terminal}"
        case SetPayoutLimit():
            return state.payout_limit_cents, "payout limit of all venues"
        case TakeOverJackpot():
            words = f"jackpot {command.jackpot} opens with {dollars(command.cents)}"
            return state.jackpots.get(command.jackpot), words
        case _:
            words = f"growth of jackpot {command.jackpot}"
            return state.jackpots.get(command.jackpot), words
