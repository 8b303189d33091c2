"""Killed without warning, on both stores; many more times by `make crash`."""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path

import pytest

from eyesdown.proof import crash
from eyesdown.proof.crash.client import Answer, Client, End


def test_nothing_answered_is_lost_and_nothing_is_doubled() -> None:
    found = crash.run("sqlite", kills=4, seed=11, answers_max=150)
    assert (found.kills, found.lost, found.doubled) == (4, 0, 0)
    assert found.ends.keys() == {End.SELLING, End.STARTING}
    assert found.acknowledged > 100


def test_nor_when_the_database_server_dies_as_well() -> None:
    found = crash.run("postgres", kills=4, seed=1, answers_max=150)
    assert (found.kills, found.lost, found.doubled) == (4, 0, 0)
    assert found.ends.keys() == {End.SELLING, End.BACKEND, End.SERVER}
    assert found.acknowledged > 100


@pytest.fixture
def client(tmp_path: Path) -> Client:
    lived = Client(str(tmp_path / "site.db"), random.Random(6), answers_max=100)
    lived.life(End.SELLING)
    lived.life(End.PEACE)
    return lived


def test_the_client_would_notice(client: Client) -> None:
    crash.check(client, found := crash.Found("sqlite"))
    assert found.holds
    name, (seq, word) = next(iter(client.answered.items()))
    client.answered[name] = Answer(seq + 1, word)
    crash.check(client, found)
    assert (found.lost, found.holds) == (1, False)
    client.answered[name] = Answer(seq, "no")
    with pytest.raises(AssertionError, match="the till of V00"):
        crash.check(client, found)
    assert found.lost == 2
    client.asked["client/never"] = client.asked[name]
    with pytest.raises(AssertionError, match="never answered"):
        crash.check(client, found)


def test_a_site_may_say_that_it_is_ready_and_be_killed_at_once(tmp_path: Path) -> None:
    client = Client(str(tmp_path / "site.db"), random.Random(6))
    client.last_words(StringIO("ready\nclient/0 7 yes\nclient/1 8 y"))
    assert client.answered == {"client/0": Answer(7, "yes")}
