"""Histories of draws as CSV: a byte-order mark, a header, columns about the game."""

from __future__ import annotations

from io import BytesIO

import pytest

from eyesdown.cli.odds.draws import read
from eyesdown.kernel.errors import BadInput

TEXT = "date,ball1,ball2,ball3\n2026-01-01,4,8,15\n2026-01-02,16,23,42\n"


@pytest.mark.parametrize(
    "raw",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace(",", ";").replace("\n", "\r\n").encode(),
        b"4,8,15\n16,23,42\n",
        b"4 8 15\n\n16 23 42",
        b'{"drawn": [4, 8, 15]}\n{"drawn": [16, 23, 42]}\n',
    ],
)
def test_a_history_is_read_in_any_of_its_forms(raw: bytes) -> None:
    assert read(BytesIO(raw), 2, 80).tolist() == [[4, 8, 15], [16, 23, 42]]


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b"4,8,15\n16,x,42\n", "line 2"),
        (b"4,8,15\n\xff,1,2\n", "line 2"),
        (b"4,8,15\n", "--games"),
        (b"4,8,15\n{\n", "line 2"),
        (b"4,8,15\n4,4,81\n", "drawn"),
    ],
)
def test_a_bad_line_is_named(raw: bytes, field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read(BytesIO(raw), 2, 80)
    assert wrong.value.field == field
