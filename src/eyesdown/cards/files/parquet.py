"""Cards and master tables as Parquet, row group by row group; needs the `parquet` extra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO, Self

import numpy as np

from eyesdown.cards.master import header_of
from eyesdown.cards.series import SeriesPlan
from eyesdown.cards.stream import CardKind, Cells
from eyesdown.kernel.errors import BadInput

_HEADS = 5  # columns of the table before its numbers


def _pyarrow() -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as missing:
        raise BadInput(
            "format", "parquet needs the extra: pip install 'eyesdown[parquet]'"
        ) from missing
    return pa, pq


class _File:
    """A file that is complete when its `with` block ends."""

    _writer: Any

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()


class CardFile(_File):
    """A row a card: its number from 1, and its cells row by row, one byte each, 0 for blank."""

    def __init__(self, out: BinaryIO, kind: CardKind, says: Mapping[str, str]) -> None:
        self._arrow, parquet = _pyarrow()
        self._width = int(np.prod(kind.shape))
        cells = self._arrow.binary(self._width)
        shape = ",".join(map(str, kind.shape))
        self._schema = self._arrow.schema(
            [("card", self._arrow.int64()), ("cells", cells)],
            metadata={"kind": kind.name, "shape": shape, **says},
        )
        # Random cells do not compress, and statistics of them say nothing.
        self._writer = parquet.ParquetWriter(
            out, self._schema, compression="none", use_dictionary=False, write_statistics=False
        )
        self._first = 1

    def write(self, cards: Cells) -> None:
        """Append cards as a row group."""
        arrow = self._arrow
        numbers = arrow.array(np.arange(self._first, self._first + len(cards)))
        raw = arrow.py_buffer(np.ascontiguousarray(cards))
        cells = arrow.FixedSizeBinaryArray.from_buffers(
            arrow.binary(self._width), len(cards), [None, raw]
        )
        self._writer.write_batch(
            arrow.record_batch([numbers, cells], schema=self._schema), row_group_size=len(cards)
        )
        self._first += len(cards)


class MasterFile(_File):
    """The master table: a row a card, with the same columns as the CSV."""

    def __init__(self, out: BinaryIO, plan: SeriesPlan, says: Mapping[str, str]) -> None:
        self._arrow, parquet = _pyarrow()
        arrow = self._arrow
        names = header_of(plan).decode().split(",")[_HEADS:]
        self._plan = plan
        self._schema = arrow.schema(
            [
                ("card", arrow.int64()),
                ("book", arrow.int64()),
                ("game", arrow.int16()),
                ("box", arrow.int8()),
                *((name, arrow.uint8()) for name in names),
            ],
            metadata={"serial": plan.serial, **says},
        )
        self._writer = parquet.ParquetWriter(out, self._schema, compression="zstd")

    def write(self, first: int, tickets: Cells) -> None:
        """Append tickets; `first` is the index of the first in the series."""
        plan, arrow = self._plan, self._arrow
        at = np.arange(first, first + len(tickets), dtype=np.int64)
        page, box = np.divmod(at, plan.boxes)
        book, game = np.divmod(page, plan.games)
        numbers = tickets[tickets > 0].reshape(len(tickets), plan.numbers)
        columns = [
            at + plan.first_card,
            book + plan.first_book,
            (game + 1).astype(np.int16),
            (box + 1).astype(np.int8),
            *np.ascontiguousarray(numbers.T),
        ]
        batch = arrow.record_batch([arrow.array(column) for column in columns], schema=self._schema)
        self._writer.write_batch(batch)
