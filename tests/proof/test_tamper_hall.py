"""Insiders of a hall: what they change in the journal, hashes and all, control names by its row."""

from __future__ import annotations

from random import Random

import pytest

from eyesdown.proof.tamper.hall_result_changes import RESULT_CHANGES
from eyesdown.proof.tamper.hall_rounds import HallChange, control_says, honest_nights, tamper_hall
from eyesdown.proof.tamper.hall_sale_changes import SALE_CHANGES

EACH = 20
CHANGES = (*SALE_CHANGES, *RESULT_CHANGES)


def test_control_agrees_with_the_honest_nights() -> None:
    books = {night.book for night in honest_nights()}
    assert books == {"nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"}
    for night in honest_nights():
        assert control_says(night.book, night.rows, night.agreed) == ""


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_control_names_the_row(change: HallChange) -> None:
    tampered = tamper_hall(change, EACH, Random(3))
    assert (tampered.made, tampered.missed, tampered.example) == (EACH, 0, "")
