"""What only the notes outside a store tell: each kind of change stops a start."""

from __future__ import annotations

from random import Random

import pytest

from eyesdown.central.store.journal import Head
from eyesdown.central.store.noted_heads import Noted
from eyesdown.proof.tamper.noted_changes import (
    NOTED_CHANGES,
    Days,
    NotedChange,
    days,
    refusal_of,
    tag_with_a_replaced_key,
    tamper_noted,
)
from eyesdown.proof.tamper.stores import stores_of


@pytest.fixture(scope="module")
def three_days() -> Days:
    return days()


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_an_honest_day_starts_with_its_own_notes(three_days: Days, kind: str) -> None:
    with stores_of(kind) as filled:
        for day in (three_days.morning, three_days.today, three_days.other):
            assert refusal_of(day, filled) == ""


@pytest.mark.parametrize("change", NOTED_CHANGES, ids=lambda change: change.__name__)
def test_a_start_names_a_change_whose_tags_are_right(three_days: Days, change: NotedChange) -> None:
    with stores_of("sqlite") as filled:
        tampered = tamper_noted(change, three_days, filled, 3, Random(5))
    assert (tampered.made, tampered.missed, tampered.example) == (3, 0, "")


def test_without_notes_each_would_start(three_days: Days) -> None:
    """Nothing in the store tells them, so the notes are what names them."""
    with stores_of("memory") as filled:
        for change in NOTED_CHANGES:
            if change is tag_with_a_replaced_key:  # a row between others is named all the same
                continue
            left, _ = change(three_days, Random(5))
            head = Head(left.tables.journal[-1].seq, left.tables.journal[-1].hash)
            assert refusal_of(left._replace(noted=Noted(head)), filled) == "", change
