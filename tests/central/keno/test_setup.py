"""A set-up file is checked whole, shows its difference, and is applied once."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.office.setup import SAME, read_setup
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.memory import MemoryStore

NOW = datetime(2026, 11, 18, 10, tzinfo=SYDNEY)
SAMPLE = (Path(__file__).parents[3] / "deploy" / "site-setup.toml").read_text("utf-8")


def applied(site: Site[KenoSite], text: str) -> int:
    """How many rows a file adds."""
    before = site.head.seq
    changes = read_setup(site.state, text, NOW).changes
    for entry in changes:
        [reply] = site.run([Submitted(entry.command_id, entry.command)])
        assert isinstance(reply, Done)
        assert not any(getattr(event, "refusals", ()) for event in reply.events)
    return site.head.seq - before


def new_site() -> Site[KenoSite]:
    return Site(machine(), MemoryStore(), lambda: int(NOW.timestamp() * 1_000_000))


def test_a_file_is_applied_once_and_then_is_as_it_is() -> None:
    site = new_site()
    assert applied(site, SAMPLE) == 7
    again = read_setup(site.state, SAMPLE, NOW)
    assert {entry.change for entry in again.entries} == {SAME}
    assert applied(site, SAMPLE) == 0
    assert site.state.keno.jackpots["regular/10"].growth_cents == 125_000_000
    assert sum(site.balances.values()) == 0


def test_only_the_difference_is_applied_and_can_be_taken_back_again() -> None:
    site = new_site()
    applied(site, SAMPLE)
    renamed = SAMPLE.replace("Example Bowling Club", "Example Golf Club")
    [entry] = read_setup(site.state, renamed, NOW).changes
    assert (entry.change, entry.words) == ("changed", "venue V0001 Example Golf Club")
    assert applied(site, renamed) == 1
    assert applied(site, SAMPLE) == 1
    assert site.state.keno.venues["V0001"].name == "Example Bowling Club"


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('kind = "club"', 'kind = "pub"', "line 6: venue: kind: invalid enum value 'pub'"),
        ("opens = 09:00:00", "opened = 09:00:00", "line 12: venue: opened: is not a field here"),
        ('growth = "1%"', 'growth = "1"', "line 29: jackpot: growth: '1' isn’t a share"),
        ('"10000.00"', '"ten"', "line 2: payout_limit: payout_limit: 'ten' isn’t an amount"),
        ('terminal = "V0001-S1"\nvenue = "V0001"', 'terminal = "X"\nvenue = "V9"', "line 21: "),
        ("[[venue]]", "[[venues]]", "line 4: 'venues' is none of"),
        ("[[venue]]", "[[venue]", "(at line 4"),
    ],
)
def test_one_wrong_line_is_named_and_nothing_is_applied(right: str, wrong: str, says: str) -> None:
    setup = read_setup(KenoSite(), SAMPLE.replace(right, wrong, 1), NOW)
    assert any(says in problem for problem in setup.problems), setup.problems


def test_every_wrong_line_is_named_at_once() -> None:
    text = SAMPLE.replace('kind = "club"', 'kind = "pub"').replace('growth = "1%"', 'growth = "x"')
    assert len(read_setup(KenoSite(), text, NOW).problems) >= 2
