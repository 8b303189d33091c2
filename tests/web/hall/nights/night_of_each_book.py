"""The whole night of the two other books; `make nights` runs it."""

from __future__ import annotations

import pytest

from eyesdown.proof.hall.setting import BOOKS, NSW
from kit.whole_night import whole_night


@pytest.mark.parametrize("book", [book for book in BOOKS if book != NSW])
def test_nine_people_play_a_whole_night(book: str) -> None:
    whole_night(book)
