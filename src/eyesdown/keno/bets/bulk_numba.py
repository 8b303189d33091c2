"""`bulk.spot_prizes` compiled: the same prizes in one pass. Needs the `fast` extra."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from eyesdown.keno.bets.bulk import Rates, Rows
from eyesdown.keno.bets.bulk_columns import WORD, WORD_BITS, Cents, Words, bits_of
from eyesdown.keno.bets.draws import Draw


def _population(_typing: Any, _word: Any) -> Any:
    """The processor's own count of bits."""

    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), emit


_count_bits: Any = intrinsic(_population)


def spot_prizes(
    low: Words, high: Words, stake: Cents, draw: Draw, *, row: Rows, rates: Rates
) -> Cents:
    """What `bulk.spot_prizes` gives for these columns."""
    mask = bits_of(draw.numbers)
    rows = np.full(1, row, np.intp) if isinstance(row, int) else row
    prizes = np.empty(len(low), np.int64)
    drawn = np.array([mask & WORD, mask >> WORD_BITS], np.uint64)
    one_pass = _compiled(rates.step, rates.step_cents)
    one_pass((low, high), stake, prizes, (rows, rates.spots), drawn)
    return prizes


@cache
def _compiled(step: int, step_cents: int) -> Any:
    """The loop for one rounding step; a step known when compiling costs no division."""

    def one_pass(
        picks: tuple[Words, Words],
        stake: Cents,
        prizes: Cents,
        table: tuple[Any, Cents],
        drawn: Words,
    ) -> None:
        (low, high), (rows, pays) = picks, table
        drawn_low, drawn_high = drawn[0], drawn[1]
        # One row for all picks, or a row each: a game of a single pick is both.
        each = len(rows) > 1
        base = rows[0]
        for entry in range(len(low)):
            caught = _count_bits(low[entry] & drawn_low) + _count_bits(high[entry] & drawn_high)
            units = pays[(rows[entry] if each else base) + np.intp(caught)]
            # Whole numbers throughout: floor division is the rounding of rule 15(k).
            prizes[entry] = units * stake[entry] // step * step_cents

    return njit(cache=True, nogil=True)(one_pass)
