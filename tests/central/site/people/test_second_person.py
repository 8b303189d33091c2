"""Who counts as a second person: no one whom the first lately let in, at first or second hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from eyesdown.central.site.people.access import Access, decide_people, evolve_people
from eyesdown.central.site.people.second_person import (
    BY_SETTINGS,
    LATELY,
    LetIn,
    why_not_second,
)
from eyesdown.central.site.people.words import GiveAccess, GivePassword, ResetFactor
from eyesdown.kernel.refused import Refused

ROLES: Any = {"office": (), "supervisor": ()}
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@dataclass
class Tenant:
    """A tenant whose settings let in ann and bob the day before."""

    access: dict[str, Access] = field(default_factory=dict)
    factor_resets: dict[str, int] = field(default_factory=dict)
    let_in: LetIn = field(default_factory=LetIn)
    now: datetime = NOON - LATELY

    def __post_init__(self) -> None:
        for person in ("ann", "bob"):
            self.admit(person, BY_SETTINGS)
        self.now = NOON

    def ask(self, command: Any) -> str:
        """Do a command about people; the code of its refusal, if it has one."""
        [event] = decide_people(self, command, ROLES)
        if isinstance(event, Refused):
            return event.refusals[0].code
        evolve_people(self, event)
        return ""

    def admit(self, person: str, by: str, *roles: str) -> str:
        given = GiveAccess(at=self.now, person=person, roles=roles or ("office",), by=by)
        return self.ask(given)

    def two(self, first: str, second: str) -> bool:
        """Whether they count as two people now, in either order."""
        answers = {
            why_not_second(self, *pair, self.now) is None
            for pair in ((first, second), (second, first))
        }
        [answer] = answers
        return answer


@pytest.fixture
def tenant() -> Tenant:
    return Tenant()


def test_people_of_the_settings_count_at_once(tenant: Tenant) -> None:
    assert tenant.two("ann", "bob")
    assert tenant.two("ann", "a token of the settings")


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.parametrize(("before", "two"), [(SECOND, True), (timedelta(0), False)])
def test_on_the_first_day_everyone_counts_at_once(
    tenant: Tenant, before: timedelta, *, two: bool
) -> None:
    """Ann came first and has to let the others in; a day later that is over."""
    tenant.now = NOON - before
    for person in ("cal", "dot"):
        assert tenant.admit(person, "ann") == ""
    assert tenant.two("ann", "cal") is two
    assert tenant.two("cal", "dot") is two


@pytest.mark.clause("central-site", "12.6")
@pytest.mark.parametrize("change", ["access", "password", "codes"])
@pytest.mark.parametrize(
    ("after", "two"), [(LATELY - SECOND, False), (LATELY, True), (LATELY + SECOND, True)]
)
def test_what_one_changed_for_the_other_counts_for_a_day(
    tenant: Tenant, change: str, after: timedelta, *, two: bool
) -> None:
    tenant.ask(
        {
            "access": GiveAccess(at=NOON, person="bob", roles=("supervisor",), by="ann"),
            "password": GivePassword(at=NOON, person="bob", by="ann"),
            "codes": ResetFactor(at=NOON, person="bob", by="ann"),
        }[change]
    )
    tenant.now = NOON + after
    assert tenant.two("ann", "bob") is two


@pytest.mark.clause("central-site", "12.6")
def test_made_up_people_never_count_together(tenant: Tenant) -> None:
    """One who makes up two people has one word, however they let each other in."""
    for person, by in (("cal", "ann"), ("dot", "ann"), ("eve", "cal")):
        assert tenant.admit(person, by) == ""
    made_up = ("ann", "cal", "dot", "eve")
    for first in made_up:
        assert tenant.two(first, "bob")
        assert not any(tenant.two(first, second) for second in made_up if second != first)
    assert why_not_second(tenant, "eve", "dot", NOON) is not None


def test_nobody_washes_off_who_let_them_in(tenant: Tenant) -> None:
    """Not by leaving and coming back, nor by a later change of someone else or of their own."""
    tenant.admit("cal", "ann")
    tenant.admit("cal", "bob")
    tenant.admit("cal", "cal")
    tenant.admit("cal", BY_SETTINGS)
    assert not tenant.two("ann", "cal")
    tenant.ask(GiveAccess(at=NOON, person="cal", roles=(), by="ann"))
    tenant.admit("cal", "bob")
    assert not tenant.two("ann", "cal")
    tenant.now += LATELY
    tenant.admit("dot", BY_SETTINGS)
    assert tenant.let_in.lately == {}, "what no longer counts is forgotten"


def test_the_refusal_says_who_and_until_when(tenant: Tenant) -> None:
    tenant.admit("cal", "ann")
    no = why_not_second(tenant, "ann", "cal", NOON + SECOND)
    assert no is not None
    assert dict(no.facts) == {
        "first": "ann",
        "second": "cal",
        "by": "ann",
        "until": "2026-11-19T12:00+00:00",
    }


@pytest.mark.clause("central-site", "12.4")
@pytest.mark.parametrize("name", [BY_SETTINGS, "the set-up file", ""])
def test_no_person_has_the_name_of_the_settings(tenant: Tenant, name: str) -> None:
    """Else an insider lets people in under it, and they would count at once."""
    assert tenant.admit(name, "ann") == "access/not_a_name"


@pytest.mark.clause("central-site", "12.5")
def test_a_stranger_gets_no_password(tenant: Tenant) -> None:
    command = GivePassword(at=NOON, person="stranger", by="ann")
    assert tenant.ask(command) == "access/unknown_person"
