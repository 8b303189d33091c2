"""The files of a series on disk, opened together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.cards.master import Manifest


@dataclass(frozen=True, slots=True)
class SeriesFiles:
    """The files of a series, open."""

    base: str
    manifest: Manifest
    table: BinaryIO
    index: BinaryIO


@contextmanager
def opened_series(name: str) -> Iterator[SeriesFiles]:
    """The files of a series, by the name of any of them."""
    from eyesdown.cards.master import Manifest

    endings = (".json", ".csv", ".index", ".parquet")
    base = name.rsplit(".", 1)[0] if name.endswith(endings) else name
    with ExitStack() as stack:
        try:
            raw = Path(f"{base}.json").read_bytes()
            table, index = (
                stack.enter_context(Path(f"{base}{ending}").open("rb"))
                for ending in (".csv", ".index")
            )
        except OSError as trouble:
            message = f"{trouble.filename} cannot be read: {trouble.strerror}"
            raise BadInput("series", message) from trouble
        yield SeriesFiles(base, Manifest.read(raw), table, index)
