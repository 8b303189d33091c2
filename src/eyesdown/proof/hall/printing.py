"""Certified series with their files, as a printer delivers them, each from a fixed seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO

from eyesdown.bingo.words.printed import StockPlan
from eyesdown.cards.master import Hashed, Manifest, write_index, write_table
from eyesdown.cards.series import SeriesPlan, certify
from eyesdown.central.hall.stock import receive
from eyesdown.central.store.base import Store
from eyesdown.draw.words import Words

SEED = "made up for the tests of stock, and long enough to be a seed"


@dataclass(frozen=True, slots=True)
class Delivered:
    """The files of a series: manifest, master table, index."""

    manifest: bytes
    table: bytes
    index: bytes

    def into(self, store: Store) -> StockPlan:
        """Stored, and ready to be taken in."""
        return receive(store, self.manifest, BytesIO(self.table), BytesIO(self.index))


@cache
def delivered(plan: SeriesPlan) -> Delivered:
    """The files of a series, made from a fixed seed.

    >>> len(delivered(SeriesPlan("N77", "blue", books=2)).table) > 100
    True
    """
    words = Words.of_text(SEED)
    series = certify(plan, words)
    table, index = BytesIO(), BytesIO()
    files = Hashed(table), Hashed(index)
    write_table(files[0], series, words, lambda _: None)
    write_index(files[1], series)
    sealed = files[0].seal(), files[1].seal()
    manifest = Manifest(plan, series.replaced, words.commitment, *sealed)
    return Delivered(manifest.as_bytes(), table.getvalue(), index.getvalue())
