"""A field that a line has twice: the command line takes neither."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import keno

BET = {"type": "regular", "spots": [1, 2], "subscription_cents": 100}
DRAWN = list(range(1, 21))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ('"spots": [1]', "bet.spots"),
        ('"subscription_cents": 500', "bet.subscription_cents"),
    ],
)
def test_a_field_that_is_there_twice_is_an_error(typed: str, field: str) -> None:
    """Of two stakes one reader takes the first and another the last; neither is checked."""
    good = json.dumps({"bet": BET, "drawn": DRAWN} | {"id": "at 10:00:00, a text with colons"})
    good = f'{good[:-1]}, "long": {"9" * 5_000}}}'
    inside = good.replace('"bet": {', '"bet": {%s, ' % typed)  # noqa: UP031  braces all over
    beside = '{"drawn": [], ' + good[1:]
    done = CliRunner().invoke(keno, ["check"], input=f"{good}\n{inside}\n{beside}\n{good}")
    first, twice, drawn, last = (
        json.loads(line.replace("9" * 5_000, "0")) for line in done.stdout.splitlines()
    )
    assert first == last
    assert first["answer"]
    assert twice["error"] == {"field": field, "message": "is there twice; give it once"}
    assert drawn["error"]["field"] == "drawn"
    games = inside.replace('"bet": {', '"bets": [{').replace("}, ", "}], ", 1)
    settled = CliRunner().invoke(keno, ["settle"], input=games)
    assert json.loads(settled.stdout)["error"]["field"] == field.replace("bet", "bets")
