"""Series beside a hall's journal: taken in by their manifest, looked up by card or by numbers.

The maker's files (manifest, master table, index) come in once. Manifest, index and the packed table
are stored under their hashes; the row of the journal has the plan and these hashes only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple

from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.state.stock import AtHand, Ranges, Series, plan_of
from eyesdown.bingo.words.print_check import inspect_print, print_differs
from eyesdown.bingo.words.printed import CardKey, PrintedCard, StockPlan
from eyesdown.cards.master import Manifest
from eyesdown.cards.packed import PackedSeries, pack
from eyesdown.cards.series_check import sealed_faults
from eyesdown.central.site.machine import ReadPrint
from eyesdown.central.store.base import Store
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import Written
from eyesdown.rulebook.bingo_book import BingoBook


class TakeInSeries(Written, frozen=True, kw_only=True):
    """A printed series comes into stock; its files are in the store already."""

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


def receive(store: Store, manifest: bytes, table: BinaryIO, index: BinaryIO) -> StockPlan:
    """Store the files of a series; BadInput if one of them is not what its manifest seals.

    `TakeInSeries` with this plan then checks every ticket against the hall's book.
    """
    sealed = Manifest.read(manifest)
    for name, file, seal in (("table", table, sealed.table), ("index", index, sealed.index)):
        for fault in sealed_faults(name, file, seal):
            raise BadInput(name, str(fault))
    plan = sealed.plan
    index.seek(0)
    return StockPlan(
        serial=plan.serial,
        colour=plan.colour,
        books=plan.books,
        games=plan.games,
        up=plan.up,
        game_colours=plan.game_colours,
        first_book=plan.first_book,
        first_card=plan.first_card,
        manifest=store.keep_print(manifest),
        table=store.keep_print(pack(plan, table)),
        index=store.keep_print(index.read()),
    )


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


def decide_series(
    book: BingoBook[Any], hall: HallState, command: TakeInSeries, read: ReadPrint
) -> tuple[SeriesTakenIn | Refused, ...]:
    """A series comes into stock unless a file is missing or altered, or the book refuses it."""
    stock = command.stock
    files = {name: read(name) for name in (stock.manifest, stock.table, stock.index)}
    missing = [name for name, body in files.items() if sha256(body).hexdigest() != name]
    if missing:
        no = book.refusal("series/not_in_store", "series", sha256=missing[0])
        return refused(command, (no,))
    try:
        manifest = Manifest.read(files[stock.manifest])
        packed = PackedSeries(plan_of(stock), files[stock.table], files[stock.index])
    except BadInput as bad:
        no = book.refusal("series/print_differs", "series", where=bad.field, what=bad.message)
        return refused(command, (no,))
    differs = packed.short() or print_differs(packed, manifest, stock.index)
    if differs is not None:
        facts = {"where": differs.where, "what": differs.what}
        return refused(command, (book.refusal("series/print_differs", "series", **facts),))
    inspected = inspect_print(
        book,
        packed,
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


class FoundCard(NamedTuple):
    """A card of the stock: what is printed on it, and whether it is left, sold or spoiled."""

    key: CardKey
    box: int
    printed: PrintedCard
    status: str


def find_card(hall: HallState, serial: str, card: int) -> FoundCard | None:
    """A card by its serial and number, whatever became of it."""
    series = hall.series.get(serial)
    if series is None or card not in series.cards:
        return None
    return FoundCard(CardKey(serial, card), 0, series.cards[card], _status(series, card))


def find_numbers(hall: HallState, numbers: Iterable[int]) -> list[FoundCard]:
    """Every card of the stock that has a box with exactly these numbers (A15)."""
    wanted = list(numbers)
    cards = []
    for series in hall.series.values():
        place = series.find(wanted)
        if place is not None:
            card, box = place
            key = CardKey(series.serial, card)
            cards.append(FoundCard(key, box, series.cards[card], _status(series, card)))
    return cards


def _status(series: Series, card: int) -> str:
    if series.is_left(card):
        return "left"
    return "spoiled" if card in series.spoiled else "sold"
