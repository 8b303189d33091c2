"""What a hall lacks before the rules of a session can ask for anything: stock, points, a till."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from eyesdown.bingo.sales.commands import CountTill, OpenTill
from eyesdown.central.hall.duties import refusals_of
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.web.hall.people import HallPerson
from eyesdown.web.hall.things import Thing

OFFICE = "the office"
NEEDED = (HallRole.SELLER, HallRole.CALLER, HallRole.SUPERVISOR)
"""Roles without which no session can be held."""


def house_things(state: HallSite, person: HallPerson, now: datetime) -> list[Thing]:
    """What is owed beside the play: by the office, and by the seller who looks."""
    return [*_office(state), *_till(state, person, now)]


def _office(state: HallSite) -> Iterator[Thing]:
    hall = state.hall
    if not hall.points:
        yield _of_office("Open a sale point, and hang its notice", "Points", "/office/points#point")
    given = {role for each in state.access.values() for role in each.roles}
    lacking = [role.value for role in NEEDED if role not in given]
    if lacking:
        *others, last = lacking
        roles = f"roles of {', '.join(others)} and {last}" if others else f"role of {last}"
        yield _of_office(f"Give people the {roles}", "People", "/office/people#who")
    if not any(series.left for series in hall.series.values()):
        yield _of_office(
            "Take in a series: no card is left in stock", "Stock", "/office/stock#manifest"
        )
    if all(session.closed for session in hall.sessions.values()):
        yield _of_office("Plan the next session", "Programme", "/office/programme#session")
    for name, held in state.promotions.held.items():
        says = f"Look at the prizes of {name}: they are near a kind that is prohibited"
        says = f"{says}. {held.by} entered them; another person confirms"
        yield _of_office(says, "Promotions", "/office/promotions")


def _of_office(says: str, button: str, href: str) -> Thing:
    return Thing(says=says, who=OFFICE, role=HallRole.OFFICE, button=button, href=href)


def _till(state: HallSite, person: HallPerson, now: datetime) -> Iterator[Thing]:
    """A seller's till: opened while a session is on or planned, counted when all are closed."""
    if not person.is_any(HallRole.SELLER) or not person.till:
        return
    point: dict[str, Any] = {"at": now, "point": person.till, "by": person.name}
    mine: dict[str, Any] = {"who": person.name, "role": HallRole.SELLER, "href": "/seller/cash-up"}
    busy = any(not session.closed for session in state.hall.sessions.values())
    if busy and not refusals_of(state, OpenTill(**point)):
        says = f"Count the float and open the till {person.till}"
        yield Thing(says=says, button="Open the till", **mine)
    elif not busy and not refusals_of(state, CountTill(**point, counted_cents=0)):
        says = f"The session is closed. Count the till {person.till}"
        yield Thing(says=says, button="Cash up", **mine)
