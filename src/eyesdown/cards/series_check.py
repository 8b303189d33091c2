"""Checks the files of a series against its manifest, its seed and the rules of a card.

Everything that can be worked out is worked out again; nothing in the files is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO

import numpy as np

from eyesdown.cards.counting import STRIP90
from eyesdown.cards.keys import ticket_keys
from eyesdown.cards.master import (
    BLOCK_BYTES,
    BLOCK_HASH_DIGITS,
    INDEX_MAGIC,
    NUMBER_MAX,
    NUMBERS,
    ROWS_AT_ONCE,
    Manifest,
    Sealed,
    decode,
    encode,
    header_of,
    heads,
    laid,
    laid_out,
    row_bytes,
)
from eyesdown.cards.series import Progress, SeriesPlan, certify, pages
from eyesdown.cards.stream import WordSource
from eyesdown.cards.tables import Array
from eyesdown.cards.ticket import COLUMNS, LINES

FAULTS_MAX = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: a file, a byte or a card."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def check_series(
    manifest: Manifest, table: BinaryIO, index: BinaryIO, tell: Progress = lambda _: None
) -> list[Fault]:
    """The faults of the table and the index, the first of each kind in each place."""
    faults: list[Fault] = []
    for name, file, sealed in (
        ("table", table, manifest.table),
        ("index", index, manifest.index),
    ):
        faults += sealed_faults(name, file, sealed)
    keys = np.full(manifest.plan.cards, -1, np.int64)
    faults += _table_faults(manifest.plan, table, keys, tell)
    faults += index_faults(manifest.plan, index, keys)
    return faults[:FAULTS_MAX]


def check_seed(
    manifest: Manifest, table: BinaryIO, commitment: str, source: WordSource
) -> list[Fault]:
    """The first fault of a table against its seed: another commitment, or another card.

    Which units repeat a card and are replaced is worked out again: a unit replaced without need
    would be a card that someone chose.
    """
    if commitment != manifest.commitment:
        return [Fault("seed", "is not the one the series was committed to")]
    plan = manifest.plan
    series = certify(plan, source)
    if series.replaced != manifest.replaced:
        return [Fault("manifest", "replaces other cards than those that repeat one")]
    table.seek(len(header_of(plan)) + 1)
    for first, tickets in pages(series, source):
        wanted = encode(plan, first, tickets)
        raw = table.read(len(wanted))
        if raw != wanted:
            same = next(
                (
                    at
                    for at, pair in enumerate(zip(raw, wanted, strict=False))
                    if pair[0] != pair[1]
                ),
                len(raw),
            )
            card = plan.first_card + first + same // row_bytes(plan)
            return [Fault(f"card {card}", "is not the card that the seed gives")]
    return []


def sealed_faults(name: str, file: BinaryIO, sealed: Sealed) -> list[Fault]:
    """Where a file is not what was sealed."""
    file.seek(0)
    whole, size, faults = sha256(), 0, []
    for at, block in enumerate(sealed.blocks):
        raw = file.read(min(BLOCK_BYTES, sealed.bytes - at * BLOCK_BYTES))
        whole.update(raw)
        size += len(raw)
        if sha256(raw).hexdigest()[:BLOCK_HASH_DIGITS] != block:
            start = at * BLOCK_BYTES
            where = f"{name}, bytes {start} to {start + max(len(raw), 1) - 1}"
            faults.append(Fault(where, "are not what was sealed"))
    extra = file.read(1)
    if size < sealed.bytes:
        faults.insert(0, Fault(f"{name}, byte {size}", f"cut short: {sealed.bytes} were sealed"))
    if extra:
        faults.insert(0, Fault(f"{name}, byte {size}", f"goes on after the {sealed.bytes} sealed"))
    if not faults and whole.hexdigest() != sealed.sha256:
        faults.append(Fault(name, "its hash is not the sealed one"))
    return faults


def _table_faults(
    plan: SeriesPlan, table: BinaryIO, keys: Array, tell: Progress
) -> Iterator[Fault]:
    table.seek(0)
    header = header_of(plan) + b"\n"
    if table.read(len(header)) != header:
        yield Fault("table, byte 0", "the header is not that of a series")
    size = row_bytes(plan)
    # A whole number of pages, so that no strip is cut between two reads.
    rows = ROWS_AT_ONCE // plan.boxes * plan.boxes
    for first in range(0, plan.cards, rows):
        raw = table.read(size * min(rows, plan.cards - first))
        whole = len(raw) // size
        if whole:
            yield from _row_faults(plan, first, raw[: whole * size], keys)
        tell(whole)
        if whole < min(rows, plan.cards - first):
            yield Fault(f"card {plan.first_card + first + whole}", "is missing: the table ends")
            return


def _row_faults(plan: SeriesPlan, first: int, raw: bytes, keys: Array) -> Iterator[Fault]:
    head, numbers = decode(plan, raw)
    same = (head == heads(plan, first, len(numbers))).all(axis=1)
    if not same.all():
        card = plan.first_card + first + int(np.argmin(same))
        yield Fault(f"card {card}", "its serial, card, book, game or box is not the next")
    yield from number_faults(plan, first, numbers, keys)


def number_faults(plan: SeriesPlan, first: int, numbers: Array, keys: Array) -> Iterator[Fault]:
    """The faults of cards from index `first` on, given their numbers; their keys are put in."""
    if plan.balls == 75:
        yield from _faults75(plan, first, numbers, keys)
        return
    count = len(numbers)
    sound: Array = np.all((numbers >= 1) & (numbers <= NUMBER_MAX), axis=1)
    checks = {"a number is not one of 1 to 90": sound}
    # Numbers out of range are laid out as 1, and their cards are reported by the first check alone.
    tickets = laid(np.where(sound[:, None], numbers, 1))
    held = tickets > 0
    lines = numbers.reshape(count, LINES, NUMBERS // LINES)
    per_column = held.sum(axis=1)
    checks["a line does not rise from left to right, one number a column"] = (
        (held.sum(axis=2) == STRIP90.line)
        & (np.diff(lines.astype(np.int16), axis=2) > 0).all(axis=2)
    ).all(axis=1)
    checks["a column holds no number or more than three"] = (
        (per_column >= 1) & (per_column <= LINES)
    ).all(axis=1)
    checks["a column does not rise downwards"] = _rising(tickets)
    if plan.boxes > 1:
        checks["its strip does not hold each of 1 to 90 once"] = _partitioned(numbers)
    yield from _first_of_each(plan, first, checks, sound)
    keys[first : first + count] = np.where(sound, ticket_keys(tickets), -1)


def _faults75(plan: SeriesPlan, first: int, numbers: Array, keys: Array) -> Iterator[Fault]:
    """The same of 75-ball cards: each number in its column, none twice."""
    sound: Array = np.all((numbers >= 1) & (numbers <= plan.balls), axis=1)
    checks = {"a number is not one of 1 to 75": sound}
    cards = laid_out(plan, np.where(sound[:, None], numbers, 1))
    columns = (cards.astype(np.int16) - 1) // (plan.balls // cards.shape[2])
    right = (columns == np.arange(cards.shape[2])) | (cards == 0)
    checks["a number is not in its column"] = right.reshape(len(cards), -1).all(axis=1)
    different: Array = np.all(np.diff(np.sort(numbers, axis=1), axis=1) > 0, axis=1)
    checks["a number is there twice"] = different
    yield from _first_of_each(plan, first, checks, sound)
    keys[first : first + len(numbers)] = np.where(sound, plan.keys(cards), -1)


def _first_of_each(
    plan: SeriesPlan, first: int, checks: dict[str, Array], sound: Array
) -> Iterator[Fault]:
    """The first card that fails each check."""
    for what, fulfilled in checks.items():
        # Where a number cannot be read, that is the only fault reported for the card.
        good = fulfilled | ~sound if fulfilled is not sound else sound
        if not good.all():
            card = plan.first_card + first + int(np.argmin(good))
            yield Fault(f"card {card}", what)


def _rising(tickets: Array) -> Array:
    """Whether every column's numbers rise downwards, blanks passed over."""
    highest = np.zeros((len(tickets), COLUMNS), np.uint8)
    good = np.ones(len(tickets), np.bool_)
    for line in range(LINES):
        row = tickets[:, line]
        good &= ((row == 0) | (row > highest)).all(axis=1)
        highest = np.maximum(highest, row)
    return good


def _partitioned(numbers: Array) -> Array:
    """By ticket: whether its strip of six holds every number once; a part strip does not."""
    each = STRIP90.tickets
    whole = len(numbers) // each
    strips = np.sort(numbers[: whole * each].reshape(whole, each * NUMBERS), axis=1)
    good = (strips == np.arange(1, NUMBER_MAX + 1)).all(axis=1).repeat(each)
    return np.concatenate([good, np.ones(len(numbers) - len(good), np.bool_)])


def index_faults(plan: SeriesPlan, index: BinaryIO, keys: Array) -> Iterator[Fault]:
    """The faults of an index against the keys of all cards, and cards that occur twice."""
    index.seek(0)
    raw = index.read()
    if not raw.startswith(INDEX_MAGIC):
        yield Fault("index, byte 0", "is not an index of a series")
    body = raw[len(INDEX_MAGIC) :]
    if len(body) != 12 * plan.cards:
        return  # cut or extended, which `sealed_faults` reports with its place
    ranked = np.frombuffer(body[: 8 * plan.cards], "<i8")
    order = np.frombuffer(body[8 * plan.cards :], "<u4").astype(np.int64)
    repeated = np.flatnonzero(np.diff(ranked) <= 0)
    if repeated.size:
        yield Fault(f"index, entry {int(repeated[0]) + 1}", "does not rise: a card may occur twice")
    if (order >= plan.cards).any() or (np.bincount(order, minlength=plan.cards) != 1).any():
        yield Fault("index", "does not name every card once")
        return
    wrong = np.flatnonzero(keys[order] != ranked)
    if wrong.size:
        card = plan.first_card + int(order[wrong].min())
        yield Fault(f"card {card}", "its numbers are not those of the index")
    # Worked out from the table, whatever the index says.
    by_key = np.argsort(keys, kind="stable")
    again = (np.diff(keys[by_key]) == 0) & (keys[by_key][1:] >= 0)
    if again.any():
        second = int(by_key[1:][again].min())
        first = int(np.argmax(keys == keys[second]))
        where = f"card {plan.first_card + second}"
        yield Fault(where, f"holds the same numbers as card {plan.first_card + first}")
