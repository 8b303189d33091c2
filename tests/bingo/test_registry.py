"""Every command has one decision and every event one effect; both are found by their type."""

from __future__ import annotations

from datetime import datetime
from typing import Any, get_args

import pytest

from eyesdown.bingo import commands, events, family, promotions
from eyesdown.bingo import decide as hall_decide
from eyesdown.bingo import evolve as hall_evolve
from eyesdown.bingo.family.commands import StartRound
from eyesdown.bingo.promotions.commands import OfferPromotion
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written

HALL = (get_args(commands.Command), get_args(events.Event))
PROMOTIONS = (get_args(promotions.Command), get_args(promotions.Event))
FAMILY = (get_args(family.Command), get_args(family.Event))


@pytest.mark.parametrize(("given", "happened"), [HALL, PROMOTIONS, FAMILY])
def test_every_record_is_written_under_a_name_of_its_own(
    given: tuple[type, ...], happened: tuple[type, ...]
) -> None:
    for kinds in (given, happened):
        assert all(issubclass(kind, Written) for kind in kinds)
        assert len({kind.__name__ for kind in kinds}) == len(kinds)


def test_a_hall_and_its_promotions_share_only_the_refused_event() -> None:
    assert set(HALL[0]) & set(PROMOTIONS[0]) == set()
    assert set(HALL[1]) & set(PROMOTIONS[1]) == {Refused}


@pytest.mark.parametrize("kinds", [HALL[0], PROMOTIONS[0], FAMILY[0]])
def test_every_command_says_when_and_by_whom(kinds: tuple[type[Any], ...]) -> None:
    for kind in kinds:
        assert {"at", "by"} <= set(kind.__struct_fields__), kind.__name__


def test_every_command_and_event_of_a_hall_has_one_handler() -> None:
    assert set(hall_decide._DECIDE) == set(HALL[0])
    assert set(hall_evolve._EVOLVE) == set(HALL[1])


def test_a_command_without_a_handler_is_found() -> None:
    lacking = Handlers()
    lacking.handles(OfferPromotion)(lambda: None)
    with pytest.raises(AssertionError, match="no handler"):
        every(lacking, kinds=PROMOTIONS[0])


def test_a_family_command_may_have_a_time() -> None:
    start = StartRound(at=datetime(2026, 6, 1, 19))
    assert (start.at, StartRound().at) == (datetime(2026, 6, 1, 19), None)
