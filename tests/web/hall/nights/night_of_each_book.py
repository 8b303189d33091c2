"""A whole night under each book, nine people at once; `make nights` runs it."""

from __future__ import annotations

import pytest

from eyesdown.proof.hall.setting import BOOKS
from kit.whole_night import whole_night


@pytest.mark.parametrize("book", BOOKS)
def test_nine_people_play_a_whole_night(book: str) -> None:
    whole_night(book)
