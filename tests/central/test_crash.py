"""Killed without warning, on both stores; many more times by `python -m eyesdown.testing.crash`."""

from __future__ import annotations

from pathlib import Path

import pytest

from eyesdown.testing import crash


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_answered_is_lost_and_nothing_is_doubled(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    where = str(tmp_path / "site.db")
    if kind == "postgres":
        where = request.getfixturevalue("postgres")
    client = crash.run(where, rounds=2, seed=5, answers_max=300)
    assert len(client.starts_s) == 3
    assert client.answered.keys() == client.asked.keys()
    assert len(client.answered) > 200


def test_the_client_would_notice_a_lost_answer(tmp_path: Path) -> None:
    where = str(tmp_path / "site.db")
    client = crash.run(where, rounds=1, seed=6, answers_max=100)
    client.answered["client/90"] += 1
    with pytest.raises(AssertionError, match="client/90 was answered"):
        crash.check(client)
    client.answered["client/90"] -= 1
    client.asked["client/never"] = client.asked["client/90"]
    client.answered["client/never"] = 10_000
    with pytest.raises(AssertionError):
        crash.check(client)
