"""The API called with anything; many more calls by `make fuzz-api`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import fuzz_api
import fuzz_targets
from eyesdown.web.api.commands import Commands


def test_no_call_gets_a_500_and_every_no_is_logged() -> None:
    found = fuzz_api.fuzz(150, start=5)
    assert found.wrong == {}
    assert found.calls >= 150
    assert {"200", "400", "403", "422"} <= found.answers.keys()
    assert "EntryAccepted" in found.events


def test_no_call_to_a_hall_gets_a_500() -> None:
    found = fuzz_api.fuzz(250, start=7, kind=fuzz_targets.HallTarget)
    assert found.wrong == {}
    assert {"200", "400", "403", "422"} <= found.answers.keys()
    assert {"BallAsked", "NumberCalled", "CardsSold"} & found.events.keys()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = list(islice(fuzz_api.documents(), 2))
    monkeypatch.setattr(fuzz_api, "documents", lambda _: documents)


@pytest.mark.usefixtures("few")
def test_a_mistake_of_ours_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise RuntimeError("a bug of ours")

    class Broken(fuzz_targets.KenoTarget):
        def call(self, method: str, url: str, **more: Any) -> Any:
            object.__setattr__(self.site.machine, "decide", broken)
            return super().call(method, url, **more)

    monkeypatch.setattr(Broken, "play", lambda _: None)
    found = fuzz_api.fuzz(40, kind=Broken)
    assert any("a bug of ours" in said for said in found.wrong)


@pytest.mark.usefixtures("few")
def test_a_no_that_is_not_logged_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Commands, "_count", lambda *_: None)
    found = fuzz_api.fuzz(20)
    assert any("0 in the log" in said for said in found.wrong)
