"""Printed series of a hall, which are stored beside its journal and taken in by their manifest.

The maker's files (manifest, master table, index) come in once. Manifest, index and the packed table
are stored under their hashes; the row of the journal has the plan and these hashes only. What takes
seconds, checking every ticket of the files, needs no state: it is done before the command is queued
(`ahead`), and the row only confirms it, so that sales go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple

from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.state.stock import AtHand, Ranges, Series, plan_of
from eyesdown.bingo.words.print_check import inspect_print, print_differs
from eyesdown.bingo.words.printed import StockPlan
from eyesdown.cards.master import Manifest
from eyesdown.cards.packed import PackedSeries, pack
from eyesdown.cards.series import SeriesPlan
from eyesdown.cards.series_check import Fault, sealed_faults
from eyesdown.central.site.machine import ReadPrint
from eyesdown.central.store.base import Store
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import Written
from eyesdown.rulebook.bingo_book import BingoBook


class TakeInSeries(Written, frozen=True, kw_only=True):
    """Take a printed series into stock; its files are in the store already."""

    at: datetime
    stock: StockPlan
    serial_words: str = "serial number"
    serial_side: str = "face"
    by: str = ""


class SeriesTakenIn(Written, frozen=True, kw_only=True):
    """A series is in stock; `warnings` are about print that no rule forbids."""

    at: datetime
    stock: StockPlan
    by: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Delivery:
    """The files of a series as they are stored, the master table packed."""

    plan: SeriesPlan
    manifest: bytes
    table: bytes
    index: bytes


def unpacked(manifest: bytes, table: BinaryIO, index: BinaryIO) -> Delivery:
    """A printer's files, ready to be stored; BadInput if one is not what its manifest seals."""
    sealed = Manifest.read(manifest)
    if sealed.plan.balls != 90:
        raise BadInput("series", "has 75-ball cards; a hall plays with 90-ball cards")
    for name, file, seal in (("table", table, sealed.table), ("index", index, sealed.index)):
        for fault in sealed_faults(name, file, seal):
            raise BadInput(name, str(fault))
    index.seek(0)
    return Delivery(sealed.plan, manifest, pack(sealed.plan, table), index.read())


def put_in(store: Store, delivery: Delivery) -> StockPlan:
    """Store the files of a series; `TakeInSeries` with this plan then checks every ticket."""
    plan = delivery.plan
    return StockPlan(
        serial=plan.serial,
        colour=plan.colour,
        books=plan.books,
        games=plan.games,
        up=plan.up,
        game_colours=plan.game_colours,
        first_book=plan.first_book,
        first_card=plan.first_card,
        manifest=store.keep_print(delivery.manifest),
        table=store.keep_print(delivery.table),
        index=store.keep_print(delivery.index),
    )


def receive(store: Store, manifest: bytes, table: BinaryIO, index: BinaryIO) -> StockPlan:
    """Check a printer's files against their manifest and store them."""
    return put_in(store, unpacked(manifest, table, index))


def proven(read: ReadPrint) -> ReadPrint:
    """A reader of prints that never gives a file whose hash is not its name."""

    def read_proven(name: str) -> bytes:
        body = read(name)
        if not body:
            raise JournalCorrupt(f"prints: {name} is missing")
        if sha256(body).hexdigest() != name:
            raise JournalCorrupt(f"prints: {name} is not what was stored under this hash")
        return body

    return read_proven


class PrintCheck(NamedTuple):
    """What is wrong with the files of a series, whatever the book says of them."""

    differs: Fault | None
    faults: tuple[Fault, ...]


CHECKS_MAX = 8
_CHECKED: dict[StockPlan, PrintCheck] = {}
"""The latest checks, by plan and hashes: the same files always have the same faults."""


def ahead(command: Any) -> Callable[[Store], None] | None:
    """The check of a series' files before its command is queued; None for other commands."""
    if not isinstance(command, TakeInSeries):
        return None

    def check(store: Store) -> None:
        files = _files(command.stock, store.print_of)
        if not _missing(files):
            _check(command.stock, files)

    return check


def _check(stock: StockPlan, files: Mapping[str, bytes]) -> PrintCheck:
    """The check of files whose hashes are their names, done once."""
    checked = _CHECKED.get(stock)
    if checked is None:
        checked = _checked_now(stock, files)
        while len(_CHECKED) >= CHECKS_MAX:
            _CHECKED.pop(next(iter(_CHECKED)), None)
        _CHECKED[stock] = checked
    return checked


def _checked_now(stock: StockPlan, files: Mapping[str, bytes]) -> PrintCheck:
    try:
        manifest, packed = Manifest.read(files[stock.manifest]), _packed(stock, files)
    except BadInput as bad:
        return PrintCheck(Fault(bad.field, bad.message), ())
    differs = packed.short() or print_differs(packed, manifest, stock.index)
    return PrintCheck(differs, () if differs else tuple(packed.faults()))


def check_series_again(store: Store, stock: StockPlan) -> tuple[Fault, ...]:
    """What is wrong now with the stored files of a series, read again and checked ticket by ticket.

    Each file must have the hash that is in the journal's row, and hold what the manifest seals.
    """
    files = _files(stock, store.print_of)
    missing = _missing(files)
    if missing:
        return tuple(Fault(name, "is missing, or not what was stored") for name in missing)
    checked = _checked_now(stock, files)
    return checked.faults if checked.differs is None else (checked.differs,)


def _packed(stock: StockPlan, files: Mapping[str, bytes]) -> PackedSeries:
    return PackedSeries(plan_of(stock), files[stock.table], files[stock.index])


def _files(stock: StockPlan, read: ReadPrint) -> dict[str, bytes]:
    return {name: read(name) for name in (stock.manifest, stock.table, stock.index)}


def _missing(files: Mapping[str, bytes]) -> list[str]:
    """The names of files that are not in the store as they were put in."""
    return [name for name, body in files.items() if sha256(body).hexdigest() != name]


def decide_series(
    book: BingoBook[Any], hall: HallState, command: TakeInSeries, read: ReadPrint
) -> tuple[SeriesTakenIn | Refused, ...]:
    """A series comes into stock unless a file is missing or altered, or the book refuses it."""
    stock = command.stock
    files = _files(stock, read)
    missing = _missing(files)
    if missing:
        no = book.refusal("series/not_in_store", "series", sha256=missing[0])
        return refused(command, (no,))
    checked = _check(stock, files)
    if checked.differs is not None:
        facts = {"where": checked.differs.where, "what": checked.differs.what}
        return refused(command, (book.refusal("series/print_differs", "series", **facts),))
    packed = _packed(stock, files)
    inspected = inspect_print(
        book,
        packed,
        checked.faults,
        serials_in_use=frozenset(hall.series),
        settings=hall.settings,
        serial_words=command.serial_words,
        serial_side=command.serial_side,
    )
    refusals = inspected.refusals or _own_numbers(book, hall, packed)
    if refusals:
        return refused(command, book.in_order(refusals))
    warnings = inspected.warnings
    return (SeriesTakenIn(at=command.at, stock=stock, by=command.by, warnings=warnings),)


def _own_numbers(
    book: BingoBook[Any], hall: HallState, packed: PackedSeries
) -> tuple[Refusal, ...]:
    """A serial is one series' own, and its cards count from 1 or more."""
    serial = packed.plan.serial
    if serial not in hall.series and packed.first_page > 0:
        return ()
    return (book.refusal("series/numbers_not_its_own", "series", serial=serial),)


def series_taken_in(hall: HallState, event: SeriesTakenIn) -> None:
    """The series is in stock with all its cards."""
    stock = event.stock
    plan = plan_of(stock)
    first = (plan.first_card - 1) // plan.boxes + 1
    hall.series[stock.serial] = Series(
        stock.serial,
        stock.colour,
        {},
        Ranges.span(first, plan.books * plan.games),
        stock=stock,
    )


def attach(hall: HallState, read: ReadPrint) -> None:
    """Let every series of a state read its files; those in use are read now."""
    in_use = {serial for session in hall.sessions.values() for serial in session.series}
    for series in hall.series.values():
        if series.stock is not None and not series.at_hand.readable:
            series.at_hand = AtHand(proven(read))
            if series.left or series.serial in in_use:
                series.at_hand.packed(series.stock)


def prints_of(hall: HallState) -> Iterator[str]:
    """The hashes of all files that the series of a hall need."""
    for series in hall.series.values():
        if series.stock is not None:
            yield from (series.stock.manifest, series.stock.table, series.stock.index)
