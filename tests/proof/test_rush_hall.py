"""A little of what `make rush` does many times at a hall, and that it would notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.play.events import BallAsked
from eyesdown.proof.hall.rush import RUSHES, HallRush, one_ball


@pytest.mark.parametrize("tried", RUSHES, ids=lambda tried: tried.__name__)
def test_a_hall_holds_with_everyone_at_once(tried: Callable[..., HallRush]) -> None:
    rush = tried(2, 5, lambda _: None)
    assert (rush.wrong, rush.times) == ("", 2)
    assert rush.asked >= 100


def test_a_second_ball_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a hall that forgets what it was asked for, say."""

    def forgets(state: Any, event: Any) -> None:
        if not isinstance(event, BallAsked):
            evolve(state, event)

    monkeypatch.setattr("eyesdown.central.hall.machine.evolve_hall", forgets)
    assert "presses were taken" in one_ball(1, 5, lambda _: None).wrong
