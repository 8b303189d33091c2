"""The settings of the site, and of each bingo hall that it runs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from eyesdown.kernel.errors import BadInput

DAY_SECONDS = 24 * 3600
SLOW_SECONDS_MAX = 600
DRAW_SECONDS_MAX = 600
_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:-]{1,200}/?")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class HallSettings:
    """A bingo hall: its name in addresses, its rulebook, its own store and its time zone.

    `office` and `office_hash` name its first office person, who gives the others their roles.
    """

    name: str
    book: str
    store: str
    zone: str
    office: str = ""
    office_hash: str = ""

    def __post_init__(self) -> None:
        where = f"--config: hall {self.name}"
        if bool(self.office) != bool(self.office_hash):
            raise BadInput(f"{where}.office", "goes with office_hash; make it with `serve hash`")
        if self.office_hash and not self.office_hash.startswith("$argon2"):
            message = "must be only what `serve hash` prints between quotation marks"
            raise BadInput(f"{where}.office_hash", message)
        if not _NAME.fullmatch(self.name):
            raise BadInput(where, "a name has small letters, digits and hyphens, at most 40")
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as bad:
            raise BadInput(f"{where}.zone", f"{self.zone!r} is not a time zone") from bad


def read_halls(tables: Any) -> tuple[HallSettings, ...]:
    """The halls of a settings file, each a table [[hall]]; BadInput names what is wrong.

    >>> [hall] = read_halls([{"name": "dome", "book": "vic-bingo", "store": "dome.db",
    ...                       "zone": "Australia/Melbourne"}])
    >>> hall.name, hall.book
    ('dome', 'vic-bingo')
    """
    if not isinstance(tables, list):
        raise BadInput("--config: hall", "write [[hall]], a table for each")
    halls = tuple(_read_hall(f"--config: hall {n}", table) for n, table in enumerate(tables, 1))
    for what in ("name", "store"):
        values = [getattr(hall, what) for hall in halls]
        for value in values:
            if values.count(value) > 1:
                raise BadInput(f"--config: hall.{what}", f"{value} is used twice")
    return halls


def read_licensees(tables: Any) -> tuple[tuple[str, str], ...]:
    """The companies of a settings file, each a table [[licensee]]; BadInput names what is wrong.

    >>> read_licensees([{"name": "Pretend Keno Pty Ltd", "abn": "00 000 000 000"}])
    (('Pretend Keno Pty Ltd', '00 000 000 000'),)
    """
    if not isinstance(tables, list):
        raise BadInput("--config: licensee", "write [[licensee]], a table for each")
    companies = []
    for number, table in enumerate(tables, 1):
        where = f"--config: licensee {number}"
        if not isinstance(table, Mapping) or set(table) != {"name", "abn"}:
            raise BadInput(where, "a name and an abn are needed, and nothing else")
        if not all(isinstance(value, str) and value for value in table.values()):
            raise BadInput(where, "name and abn are strings")
        companies.append((table["name"], table["abn"]))
    return tuple(companies)


def _read_hall(where: str, table: Any) -> HallSettings:
    if not isinstance(table, Mapping):
        raise BadInput(where, "a table is needed")
    names = [field.name for field in fields(HallSettings)]
    needed = [field.name for field in fields(HallSettings) if field.default is MISSING]
    for name in {*needed, *(table.keys() & set(names))}:
        if not isinstance(table.get(name), str) or not table[name]:
            raise BadInput(f"{where}.{name}", "a string is needed")
    for name in table.keys() - set(names):
        raise BadInput(f"{where}.{name}", f"is not a setting; there are {', '.join(names)}")
    return HallSettings(**dict(table) | {"book": _book(where, table["book"])})


def _book(where: str, book: str) -> str:
    """The id of a hall's book; a path puts the book in that folder on the shelf."""
    if os.sep not in book:
        return book
    from eyesdown.library.outside import add_folder

    try:
        return add_folder(Path(book))
    except BadInput as wrong:
        raise BadInput(f"{where}.book", wrong.message) from wrong


def read_printers(table: Any) -> Mapping[str, str]:
    """The receipt printers of a settings file, by terminal; BadInput names what is wrong.

    >>> read_printers({"V0001-T1": "tcp://10.0.0.7:9100"})
    {'V0001-T1': 'tcp://10.0.0.7:9100'}
    """
    if not isinstance(table, dict) or not all(isinstance(at, str) for at in table.values()):
        raise BadInput("--config: printers", "write [printers] with an address for each terminal")
    return table


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the site keeps its journal, where it listens, and how often it draws."""

    store: str
    host: str
    port: int
    every_seconds: float
    people: str
    credentials: str
    snapshot_rows: int
    cage: bool
    core: int | None = None
    pool_wait_seconds: float = 0.0
    slow_seconds: float = 10.0
    witness_wait_seconds: int = 5
    witnesses: int = 2
    witness_start_seconds: int = 15
    name: str = "Eyes Down"
    draw_seconds: float = 60.0
    """How long walls and phones take to show the balls of a keno draw; 0 shows them at once."""
    operator: str = ""
    """The name on tickets, where it is not the product's."""
    licensees: tuple[tuple[str, str], ...] = ()
    """Companies and their ABNs, the operating company last; none: those that the rules name."""
    address: str = ""
    """The site's own address, as tickets print it."""
    printers: Mapping[str, str] = field(default_factory=dict)
    """Receipt printers by terminal: tcp://host:port, usb:/device or file:/path."""
    halls: tuple[HallSettings, ...] = ()
    family: str = ""
    """The SQLite file of the family tables; empty for a site without them."""
    family_address: str = ""
    """Where phones reach the family tables, if it is not the site's own address."""
    family_alone: bool = False
    """Whether the family tables are all there is: a laptop at home, found on its network."""
    family_door: bool = False
    """Whether a host may let phones on the network in, at a port of their own."""
    series: str = ""
    """Series on disk, separated by commas, whose cards /check-card knows beside the halls'."""
    key: str = ""
    """The file of the keys that tag what is written; empty for one beside the settings or store."""
    clock_step_seconds: float = 60.0
    """How far the wall clock may step before games wait for a supervisor's word."""
    metrics_from: str = "127.0.0.1,::1"
    """The addresses that may read /metrics, separated by commas; a star for every address."""
    second_factor: bool = True
    """Whether office and supervisors sign on with a time-based code as well as a password."""
    config: str = ""
    """The file of settings, if there is one."""
    with_password: str = ""
    """The file of settings, where it holds the address of a database."""

    def __post_init__(self) -> None:
        if not 0 < self.every_seconds <= DAY_SECONDS:  # which no NaN is, either
            raise BadInput("--every-seconds", f"must be more than 0 and at most {DAY_SECONDS:,}")
        if self.address and not _ADDRESS.fullmatch(self.address):
            raise BadInput("--address", "write it like https://keno.example")
        if not 0 <= self.pool_wait_seconds <= DAY_SECONDS:
            raise BadInput("--pool-wait-seconds", f"must be from 0 to {DAY_SECONDS:,}")
        if not 0 <= self.draw_seconds <= DRAW_SECONDS_MAX:
            raise BadInput("--draw-seconds", f"must be from 0 (all at once) to {DRAW_SECONDS_MAX}")
        if not 0 <= self.slow_seconds <= SLOW_SECONDS_MAX:
            raise BadInput("--slow-seconds", f"must be from 0 (off) to {SLOW_SECONDS_MAX}")

    @property
    def shown_seconds(self) -> float:
        """How long a draw is shown: at most half of the time that a game is open."""
        return min(self.draw_seconds, self.every_seconds / 2)
