"""A little of what `make rush` does many times, and that it would notice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site, Submitted
from eyesdown.proof import rush
from eyesdown.proof.rush import RUSHES, Rush, at_the_close


@pytest.mark.parametrize("tried", RUSHES, ids=lambda tried: tried.__name__)
def test_it_holds_with_everybody_at_once(tried: Callable[..., Rush]) -> None:
    seen: list[int] = []
    found = tried(2, 5, seen.append)
    assert (found.wrong, found.times, seen) == ("", 2, [1, 2])
    assert found.asked >= 400


def test_an_entry_that_slips_into_a_closed_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site whose seal leaves somebody out, say."""
    monkeypatch.setattr("eyesdown.central.keno.machine.serials_in", lambda *_: ["somebody else"])
    monkeypatch.setattr("eyesdown.central.keno.machine.entries_of", lambda *_: [b"somebody else"])
    monkeypatch.setattr("eyesdown.proof.rush.verify_journal", lambda *_: None)
    assert at_the_close(2, 5, lambda _: None).wrong == (
        "game 0: its seal is not over the entries it let in"
    )


def test_a_bet_that_passes_a_limit_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyesdown.keno.sales.checks.play_refusals", lambda *_, **__: ())
    monkeypatch.setattr("eyesdown.proof.rush.verify_journal", lambda *_: None)
    assert " cents: Done(" in rush.at_one_limit(20, 5, lambda _: None).wrong


def test_a_command_that_is_done_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run, names = Site.run, count()

    def forgets(site: Any, submitted: list[Submitted], at_us: int | None = None) -> Any:
        """Each by an id that nobody has used."""
        again = [Submitted(f"{one.command_id}/{next(names)}", one.command) for one in submitted]
        return run(site, again, at_us)

    monkeypatch.setattr(Site, "run", forgets)
    monkeypatch.setattr("eyesdown.proof.rush.verify_journal", lambda *_: None)
    assert rush.again_and_again(1, 5, lambda _: None).wrong


def test_a_serial_that_nobody_looks_at_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Serials, "genuine", lambda *_: True)
    assert " passes for " in rush.one_bit(1, 5, lambda _: None).wrong
