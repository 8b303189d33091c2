"""Insiders of a hall: what they change in the journal, hashes and all, control names by its row."""

from __future__ import annotations

from random import Random

import pytest

from eyesdown.bingo.claims import forfeits
from eyesdown.bingo.claims.events import PrizeForfeitedByMany
from eyesdown.kernel.written import replace
from eyesdown.proof.tamper.hall_result_changes import RESULT_CHANGES
from eyesdown.proof.tamper.hall_rounds import (
    HallChange,
    _honest,
    control_says,
    honest_nights,
    tamper_hall,
)
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


def test_control_names_the_row_where_many_forfeit_and_one_is_forgiven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Forfeits that are recorded by card hide no one."""
    monkeypatch.setattr(forfeits, "MANY", 1)
    night = _honest(2)
    row, event = next(
        (number, event)
        for number, events in enumerate(night.rows)
        for event in events
        if isinstance(event, PrizeForfeitedByMany)
    )
    [cards] = event.cards
    first, last = cards.runs[0]
    others = ((first + 1, last),) if last > first else ()
    for runs in (others + cards.runs[1:], (*cards.runs, (99_999, 99_999))):
        changed = replace(event, cards=(replace(cards, runs=runs),))
        rows = list(night.rows)
        rows[row] = tuple(changed if each is event else each for each in rows[row])
        assert control_says(night.book, rows, night.agreed).startswith(f"row {row + 1}:")
