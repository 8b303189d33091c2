"""The master table of a series: every combination, in fixed-width CSV, with an index and checks.

Three files make a series. The *table* is CSV whose lines are all of one length, so card n is found
by arithmetic. The *index* holds the keys of all cards in rising order, then each key's card. The
*manifest* is JSON with the plan, the seed's commitment and the hash of every megabyte of the other
two, and of itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, BinaryIO, Self

import numpy as np

from eyesdown.cards.files.formats import PADDED, digits_of
from eyesdown.cards.keys import card75_by_column, laid_by_column
from eyesdown.cards.series import NUMBER_DIGITS, CardPlace, Progress, Series, SeriesPlan, pages
from eyesdown.cards.stream import Cells, WordSource
from eyesdown.cards.tables import Array
from eyesdown.cards.ticket import COLUMNS, LINES, Card75, Ticket90
from eyesdown.kernel.canon import canonical, digest
from eyesdown.kernel.errors import BadInput

FORMAT = "eyesdown series 1"
# Sixteen bytes: the keys after it begin at a multiple of their eight.
INDEX_MAGIC = b"eyesdown index 1"
BLOCK_BYTES = 1 << 20
# Half of a SHA-256, 128 bits: the whole file's hash is sealed beside the blocks'.
BLOCK_HASH_DIGITS = 32
KEY_BYTES, PLACE_BYTES = 8, 4
ROWS_AT_ONCE = 1 << 16
NUMBERS = 15
NUMBER_MAX = 90
CARD_DIGITS = BOOK_DIGITS = NUMBER_DIGITS
GAME_DIGITS, BOX_DIGITS = 3, 2
_HEADS = b"serial,card,book,game,box,"
HEADER = _HEADS + b",".join(
    b"%c%d" % (letter, at) for letter in b"abc" for at in range(1, NUMBERS // LINES + 1)
)
_SQUARES75 = tuple(at for at in range(25) if at != 12)  # row by row, without the free square
HEADER75 = _HEADS + b",".join(b"r%dc%d" % (at // 5 + 1, at % 5 + 1) for at in _SQUARES75)


class Hashed:
    """An open file that is only appended to, and the hash of each block of it."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._whole = sha256()
        self._block = sha256()
        self._in_block = 0
        self._blocks: list[str] = []
        self._bytes = 0

    def write(self, data: bytes) -> None:
        """Append to the file and to its hashes."""
        self._out.write(data)
        self._whole.update(data)
        self._bytes += len(data)
        view = memoryview(data)
        while view:
            part = view[: BLOCK_BYTES - self._in_block]
            self._block.update(part)
            self._in_block += len(part)
            view = view[len(part) :]
            if self._in_block == BLOCK_BYTES:
                self._close_block()

    def _close_block(self) -> None:
        self._blocks.append(self._block.hexdigest()[:BLOCK_HASH_DIGITS])
        self._block, self._in_block = sha256(), 0

    def seal(self) -> Sealed:
        """Length and hashes of what was written."""
        if self._in_block:
            self._close_block()
        return Sealed(self._bytes, self._whole.hexdigest(), tuple(self._blocks))


@dataclass(frozen=True, slots=True)
class Sealed:
    """The length of a file and the hashes of its content."""

    bytes: int
    sha256: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The plan of a series, and the hashes that prove its files."""

    plan: SeriesPlan
    replaced: tuple[tuple[int, int], ...]
    commitment: str
    table: Sealed
    index: Sealed
    copies: dict[str, str] = field(default_factory=dict)  # other files of it, by their hash

    def as_bytes(self) -> bytes:
        """Canonical JSON that ends with its own hash."""
        content: dict[str, Any] = {
            "format": FORMAT,
            "plan": _written_plan(self.plan),
            "cards": self.plan.cards,
            "replaced": self.replaced,
            "commitment": self.commitment,
            "table": asdict(self.table),
            "index": asdict(self.index),
            "copies": self.copies,
        }
        return canonical({**content, "sealed": digest(content)}) + b"\n"

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """The manifest; BadInput if a single byte differs from what was written."""
        try:
            content = json.loads(raw)
            plan = {**content["plan"], "game_colours": tuple(content["plan"]["game_colours"])}
            table, index = (
                Sealed(part["bytes"], part["sha256"], tuple(part["blocks"]))
                for part in (content["table"], content["index"])
            )
            replaced = tuple((int(unit), int(number)) for unit, number in content["replaced"])
            commitment, copies = content["commitment"], dict(content["copies"])
            manifest = cls(SeriesPlan(**plan), replaced, commitment, table, index, copies)
            # Written again and compared: a field that is not ours, or other
            # spacing, is an alteration too.
            whole = manifest.as_bytes()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
            raise BadInput("manifest", "is no series manifest, or was cut or altered") from wrong
        if whole != raw:
            raise BadInput("manifest", "was altered: it does not match its own hash")
        # The hash covers what the manifest says, not that it makes sense.
        for sealed, length in zip((table, index), file_bytes(manifest.plan), strict=True):
            if (sealed.bytes, len(sealed.blocks)) != (length, -(-length // BLOCK_BYTES)):
                raise BadInput("manifest", "seals files of another length than the series has")
        return manifest


def _written_plan(plan: SeriesPlan) -> dict[str, Any]:
    """The plan as written down; series of 90-ball cards were sealed without their balls."""
    fields = asdict(plan)
    if plan.balls == 90:
        del fields["balls"]
    return fields


def header_of(plan: SeriesPlan) -> bytes:
    """The first line of the table, without its end."""
    return HEADER75 if plan.balls == 75 else HEADER


def file_bytes(plan: SeriesPlan) -> tuple[int, int]:
    """The lengths in bytes of the table and of the index of a series."""
    table = len(header_of(plan)) + 1 + plan.cards * row_bytes(plan)
    return table, len(INDEX_MAGIC) + plan.cards * (KEY_BYTES + PLACE_BYTES)


def head_bytes(plan: SeriesPlan) -> int:
    """The length in bytes of a line's part before its numbers, commas included."""
    return len(plan.serial) + CARD_DIGITS + BOOK_DIGITS + GAME_DIGITS + BOX_DIGITS + 5


def row_bytes(plan: SeriesPlan) -> int:
    """The length in bytes of every line of the table.

    >>> row_bytes(SeriesPlan("382558", "red", books=1))
    81
    """
    return head_bytes(plan) + 3 * plan.numbers


def heads(plan: SeriesPlan, first: int, count: int) -> Array:
    """The part of each line before its numbers, as characters."""
    at = np.arange(first, first + count, dtype=np.int64)
    page, box = np.divmod(at, plan.boxes)
    book, game = np.divmod(page, plan.games)
    comma = np.full((count, 1), ord(","), np.uint8)
    parts = [
        np.tile(np.frombuffer(plan.serial.encode(), np.uint8), (count, 1)),
        digits_of(at + plan.first_card, CARD_DIGITS, padded=True),
        digits_of(book + plan.first_book, BOOK_DIGITS, padded=True),
        digits_of(game + 1, GAME_DIGITS, padded=True),
        digits_of(box + 1, BOX_DIGITS, padded=True),
    ]
    return np.hstack([part for value in parts for part in (value, comma)])


def encode(plan: SeriesPlan, first: int, tickets: Cells) -> bytes:
    """Lines of the table for these tickets; `first` is the index of the first in the series."""
    numbers = tickets[tickets > 0].reshape(len(tickets), plan.numbers)
    cells = np.empty((len(tickets), plan.numbers, 3), np.uint8)
    cells[..., :2] = PADDED.take(numbers, axis=0)
    cells[..., 2] = ord(",")
    cells[:, -1, 2] = ord("\n")
    head = heads(plan, first, len(tickets))
    return np.hstack([head, cells.reshape(len(tickets), -1)]).tobytes()


def decode(plan: SeriesPlan, raw: bytes) -> tuple[Array, Array]:
    """The heads and the numbers of whole lines; anything but two digits becomes 255."""
    room = np.frombuffer(raw, np.uint8).reshape(-1, row_bytes(plan))
    start = head_bytes(plan)
    cells = room[:, start:].reshape(len(room), plan.numbers, 3)
    # Bytes below "0" wrap around to large numbers, so one comparison finds anything but a digit.
    digits = cells[..., :2] - np.uint8(ord("0"))
    ends = np.full(plan.numbers, ord(","), np.uint8)
    ends[-1] = ord("\n")
    sound = (digits <= 9).all(axis=2) & (cells[..., 2] == ends)
    return room[:, :start], np.where(sound, digits[..., 0] * 10 + digits[..., 1], 255)


def laid(numbers: Array) -> Cells:
    """Tickets [n, 3, 9] from fifteen numbers each, three lines of five, columns by tens."""
    count = len(numbers)
    tickets = np.zeros((count, LINES, COLUMNS), np.uint8)
    column = np.minimum(numbers // 10, COLUMNS - 1).astype(np.int64)
    line = np.arange(NUMBERS) // (NUMBERS // LINES)
    tickets[np.arange(count)[:, None], line, column] = numbers
    return tickets


def laid_out(plan: SeriesPlan, numbers: Array) -> Cells:
    """The cards [n, rows, columns] of a series from their numbers."""
    if plan.balls == 90:
        return laid(numbers)
    cards = np.zeros((len(numbers), 25), np.uint8)
    cards[:, _SQUARES75] = numbers
    return cards.reshape(-1, *plan.shape)


def write_table(out: Hashed, series: Series, source: WordSource, tell: Progress) -> None:
    """Write the whole table, header first."""
    out.write(header_of(series.plan) + b"\n")
    for first, tickets in pages(series, source):
        out.write(encode(series.plan, first, tickets))
        tell(len(tickets))


def write_index(out: Hashed, series: Series) -> None:
    """Write every key in rising order, then the index of each key's card."""
    order = np.argsort(series.keys, kind="stable")
    out.write(INDEX_MAGIC)
    for at in range(0, len(order), ROWS_AT_ONCE):
        out.write(series.keys[order[at : at + ROWS_AT_ONCE]].astype("<i8").tobytes())
    for at in range(0, len(order), ROWS_AT_ONCE):
        out.write(order[at : at + ROWS_AT_ONCE].astype("<u4").tobytes())


def tickets_of(plan: SeriesPlan, table: BinaryIO) -> Iterator[Cells]:
    """The cards [n, rows, columns] of a checked table, in order, in chunks."""
    table.seek(len(header_of(plan)) + 1)
    size = row_bytes(plan) * plan.cards_per_unit
    while raw := table.read(size * (ROWS_AT_ONCE // plan.cards_per_unit)):
        yield laid_out(plan, decode(plan, raw)[1])


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card of the series: where it is, and its ticket or 75-ball card."""

    serial: str
    place: CardPlace
    ticket: Ticket90 | Card75


class Proven:
    """A sealed file read in parts; every block is checked against its hash before it is used."""

    def __init__(self, name: str, file: BinaryIO, sealed: Sealed) -> None:
        self._name = name
        self._file = file
        self._sealed = sealed
        self._checked: set[int] = set()

    def read(self, start: int, count: int) -> bytes:
        """These bytes; BadInput if their blocks are not what was sealed."""
        for block in range(start // BLOCK_BYTES, (start + count - 1) // BLOCK_BYTES + 1):
            if block not in self._checked:
                self._prove(block)
        return _read(self._file, start, count)

    def _prove(self, block: int) -> None:
        start = block * BLOCK_BYTES
        end = min(start + BLOCK_BYTES, self._sealed.bytes)
        raw = _read(self._file, start, end - start)
        if sha256(raw).hexdigest()[:BLOCK_HASH_DIGITS] != self._sealed.blocks[block]:
            raise BadInput(self._name, f"bytes {start} to {end - 1} are not what was sealed")
        self._checked.add(block)


class Finder:
    """Finds a card by its number or its numbers, in a few reads whatever the size of the series."""

    def __init__(self, manifest: Manifest, table: BinaryIO, index: BinaryIO) -> None:
        self._plan = manifest.plan
        self._table = Proven("table", table, manifest.table)
        self._index = Proven("index", index, manifest.index)

    def by_card(self, card: int) -> FoundCard | None:
        """The card with this number, if the series has it."""
        at = card - self._plan.first_card
        if not 0 <= at < self._plan.cards:
            return None
        size = row_bytes(self._plan)
        raw = self._table.read(len(header_of(self._plan)) + 1 + at * size, size)
        head, numbers = decode(self._plan, raw)
        # The block is what was sealed; still the sealed line may not be this card's.
        if head.tobytes() != heads(self._plan, at, 1).tobytes() or numbers.max() > self._plan.balls:
            raise BadInput("table", f"card {card} is not what the series has there; verify it")
        rows = laid_out(self._plan, numbers)[0].tolist()
        ticket = Card75.of(rows) if self._plan.balls == 75 else Ticket90.of(rows)
        return FoundCard(self._plan.serial, self._plan.place(at), ticket)

    def by_numbers(self, numbers: list[int]) -> FoundCard | None:
        """The card with these numbers, in any order, if the series has it."""
        cells = (card75_by_column if self._plan.balls == 75 else laid_by_column)(numbers)
        if cells is None:
            return None
        wanted = int(self._plan.keys(cells)[0])
        # Two dozen reads of eight bytes; a read proves its whole block, once.
        low, high = 0, self._plan.cards
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        if low == self._plan.cards or self._key(low) != wanted:
            return None
        start = len(INDEX_MAGIC) + KEY_BYTES * self._plan.cards
        place = self._index.read(start + PLACE_BYTES * low, PLACE_BYTES)
        at = int.from_bytes(place, "little")
        card = self.by_card(self._plan.first_card + at)
        # Each file is what was sealed; only this shows that the two fit each other.
        if card is None or sorted(card.ticket.numbers) != sorted(numbers):
            raise BadInput("index", "does not lead to the card with these numbers; verify it")
        return card

    def _key(self, at: int) -> int:
        start = len(INDEX_MAGIC) + KEY_BYTES * at
        return int.from_bytes(self._index.read(start, KEY_BYTES), "little")


def _read(file: BinaryIO, start: int, count: int) -> bytes:
    file.seek(start)
    raw = file.read(count)
    if len(raw) != count:
        raise BadInput("series", f"ends before byte {start + count}; it was cut short")
    return raw
