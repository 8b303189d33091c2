"""Cards from where people have them: a file, a certified series, or the text of a QR code."""

from __future__ import annotations

import csv
import sys
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from eyesdown.cards.card_text import PREFIX, read_card_text
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.strict_json import strict_json

NOT_A_CARD = "must be an object with tickets or rows of whole numbers"
USE = "give a file of `cards make`, the name of a series, or the text of a QR code"
_CSV_SHAPES = {27: 9, 25: 5}  # squares of a line, and across


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card as a file has it: its line, its number, and its content or why it has none.

    A strip has six numbers, of which this is the first.
    """

    line: int
    number: int
    content: dict[str, Any] | None


def is_series(name: str) -> bool:
    """Whether this names a series: all its files share a name, and the manifest is one of them."""
    base = name.rsplit(".", 1)[0] if name.endswith((".json", ".csv", ".index", ".seed")) else name
    return Path(f"{base}.index").is_file() and Path(f"{base}.json").is_file()


def read_cards(what: str) -> Iterator[ReadCard]:
    """The cards of a file or the card of a QR text; a line that is no card has no content."""
    if what.strip().upper().startswith(PREFIX):
        number, card = read_card_text(what)
        yield ReadCard(1, number, {"rows": [list(row) for row in card.rows]})
        return
    with _opened(what) as source:
        first = source.readline()
        _refuse_paper(what, first)
        head = first.removeprefix(BOM_UTF8)
        lines = _all_lines(head, source)
        yield from _from_csv(lines) if b"r1c1" in head else _from_json(lines)


def card_of_series(name: str, number: int) -> ReadCard:
    """A card of a certified series by its number; BadInput if the series has none."""
    from eyesdown.library.series import open_series

    series = open_series(name)
    match = series.find(card=number)
    if match is None:
        raise BadInput("--card", f"series {series.serial} has no card {number}")
    return ReadCard(1, number, {"rows": [list(row) for row in match.ticket.rows]})


def refuse_another_file(what: str, cards: Iterable[ReadCard]) -> Iterator[ReadCard]:
    """The same cards; BadInput if already the first line is not one: a file of another program."""
    for place, card in enumerate(cards):
        if place == 0 and card.content is None:
            raise BadInput(what, f"line {card.line} is not a card; {USE}")
        yield card


def usable(what: str, cards: Iterable[ReadCard]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and card of each line; BadInput names the first line that is not a card."""
    for card in cards:
        if card.content is None:
            raise BadInput(what, f"line {card.line} is not a card, or is cut short; {USE}")
        tickets = card.content.get("tickets")
        if isinstance(tickets, list):
            for place, rows in enumerate(tickets):
                yield card.number + place, {"rows": rows}
        else:
            yield card.number, card.content


def _refuse_paper(what: str, first: bytes) -> None:
    """Refuse the printed sheet, which people hand in for the list that lies beside it."""
    beside = Path(what).with_suffix(".jsonl")
    if first.startswith(b"%PDF") and beside.is_file():
        raise BadInput("what", f"{what} is the printed sheet; its list of cards is {beside}")


@contextmanager
def _opened(what: str) -> Iterator[BinaryIO]:
    if what == "-":
        yield sys.stdin.buffer
        return
    with ExitStack() as opened:
        try:
            file = opened.enter_context(Path(what).open("rb"))
        except (OSError, ValueError) as bad:
            reason = getattr(bad, "strerror", None) or bad
            raise BadInput("what", f"{what} cannot be read: {reason}; {USE}") from bad
        yield file


def _all_lines(head: bytes, source: BinaryIO) -> Iterator[bytes]:
    yield head
    yield from source


def _from_json(lines: Iterator[bytes]) -> Iterator[ReadCard]:
    number = 1
    for line, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        try:
            content = strict_json(raw)
        except (ValueError, RecursionError, BadInput):
            content = None
        if not isinstance(content, dict):
            content = None
        elif type(content.get("card")) is int:
            number = content["card"]
        yield ReadCard(line, number, content)
        tickets = content.get("tickets") if content else None
        number += len(tickets) if isinstance(tickets, list) else 1


def _from_csv(lines: Iterator[bytes]) -> Iterator[ReadCard]:
    rows = csv.reader(raw.decode("utf-8", "replace") for raw in lines)
    heads = len([name for name in next(rows) if not name.startswith("r")])
    number = 1
    for line, row in enumerate(rows, start=2):
        if not row:
            continue
        across = _CSV_SHAPES.get(len(row) - heads)
        content = None
        if across and all(cell.isdecimal() and len(cell) < 4 for cell in row[heads:] if cell):
            cells = [int(cell or 0) for cell in row[heads:]]
            content = {"rows": [cells[at : at + across] for at in range(0, len(cells), across)]}
        # Tickets of strips are counted through; loose cards carry their own number.
        if heads == 1 and row[0].isdecimal():
            number = int(row[0])
        yield ReadCard(line, number, content)
        number += 1
