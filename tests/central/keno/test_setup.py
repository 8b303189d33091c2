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
    assert applied(site, SAMPLE) == 8
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
        ('kind = "club"', 'kind = "pub"', "line 6: venue: kind must be one of club, hotel, casino"),
        ("opens = 09:00:00", "opened = 09:00:00", "line 12: venue: opened is not a field here"),
        ('growth = "1%"', 'growth = "1"', "line 29: jackpot: growth '1' isn’t a share"),
        ('"10000.00"', '"ten"', "line 2: payout_limit: payout_limit 'ten' isn’t an amount"),
        ('"10000.00"', '"NaN"', "line 2: payout_limit: payout_limit 'NaN' isn’t an amount"),
        ('"10000.00"', "inf", "line 2: payout_limit: payout_limit inf isn’t an amount"),
        ('"10000.00"', '"1.005"', "line 2: payout_limit: payout_limit '1.005' isn’t an amount"),
        ('terminal = "V0001-S1"\nvenue = "V0001"', 'terminal = "X"\nvenue = "V9"', "line 21: "),
        ("[[venue]]", "[[venues]]", "line 4: 'venues' is none of"),
        ("[[venue]]", "[[venue]", "line 4: can’t be read"),
        ("opens = 09:00:00", 'opens = "nine"', "line 12: venue: opens must be a time, as 09:00:00"),
        ('name = "', 'name = 7 # "', "line 7: venue: name must be text in quotes"),
        ('premises = ["', 'premises = "a" # ["', "premises must be a list of texts"),
        ('jackpot = "regular/10"', 'jackpot = "regular/11"', "There is no jackpot"),
    ],
)
def test_one_wrong_line_is_named_and_nothing_is_applied(right: str, wrong: str, says: str) -> None:
    setup = read_setup(KenoSite(), SAMPLE.replace(right, wrong, 1), NOW)
    assert any(says in problem for problem in setup.problems), setup.problems


def test_a_problem_has_no_code_and_an_empty_file_is_named() -> None:
    wrong = SAMPLE.replace('terminal = "V0001-S1"\nvenue = "V0001"', 'terminal = "X"\nvenue = "V9"')
    [problem] = read_setup(KenoSite(), wrong, NOW).problems
    assert "/" not in problem
    assert "nsw-keno" not in problem
    assert "V9" in problem
    assert read_setup(KenoSite(), "# nothing\n", NOW).problems == (
        "The file is empty. Write what it sets up, such as [[venue]].",
    )


def test_every_wrong_line_is_named_at_once() -> None:
    text = SAMPLE.replace('kind = "club"', 'kind = "pub"').replace('growth = "1%"', 'growth = "x"')
    assert len(read_setup(KenoSite(), text, NOW).problems) >= 2


PERSON = '[[person]]\nperson = "Will"\nrole = "writer"\nterminal = "V0001-T1"\n'
HASH = 'hash = "$argon2id$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYQ"\n'


def test_people_of_a_file_work_where_their_terminal_is_and_their_hash_is_in_no_command() -> None:
    site = new_site()
    setup = read_setup(site.state, SAMPLE + PERSON + HASH, NOW)
    assert not setup.problems
    will = setup.entries[-1]
    assert (will.words, will.change, will.command.venue) == ("writer Will", "new", "V0001")
    assert will.password_hash.startswith("$argon2id$")
    assert "argon2" not in str(will.command)
    assert applied(site, SAMPLE + PERSON) == 9
    again = read_setup(site.state, SAMPLE + PERSON + HASH, NOW).entries[-1]
    assert (again.change, again.password_hash) == (SAME, "")  # a password is never replaced


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ('"V0001-T1"', '"V0009-T1"', "terminal 'V0009-T1' is not approved"),
        ('"writer"', '"king"', "role must be one of writer"),
        ('"Will"', '""', "person has no name"),
        ("person =", "name =", "name is not a field of a person"),
        ('terminal = "V0001-T1"\n', "", "terminal"),
        ("$argon2id", "plain", "hash is not a password hash"),
    ],
)
def test_a_wrong_person_is_named_and_nothing_applies(right: str, wrong: str, says: str) -> None:
    person = (PERSON + HASH).replace(right, wrong)
    assert person != PERSON + HASH
    [problem] = read_setup(new_site().state, SAMPLE + person, NOW).problems
    assert says in problem
