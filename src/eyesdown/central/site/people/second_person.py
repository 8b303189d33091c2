"""Whether a second person counts: not if one of the two, or the same third person, let them in.

One person who may let people in could otherwise make up the second person, and sign for both.
Payments, ceilings, balls of the cage, a game's time and prizes of halls all ask here. A tenant's
first day is another matter: the one person of the settings has to let everyone in, and there is
no one else to ask.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from msgspec import Struct, field

from eyesdown.central.site.people.words import PeopleEvent
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebooks.central_site.record import refusal

LATELY = timedelta(hours=24)
"""How long it counts who let a person in or changed what the person signs on with."""
BY_SETTINGS = "the settings of the site"
BY_SETUP = "the set-up file"
NOT_PEOPLE = frozenset({"", BY_SETTINGS, BY_SETUP})
"""The names under which the machine's operators let people in; no person may have one of them."""


class LetIn(Struct, frozen=True):
    """Who lately let in whom, or changed how they sign on, and when the first person came."""

    since: datetime | None = None
    """When the settings let in their first person."""
    lately: dict[str, dict[str, datetime]] = field(default_factory=dict)
    """Who let a person in, or changed their role, password or codes, and when, by the person."""


class HasLetIn(Protocol):
    """The part of a tenant's state that says who let whom in."""

    let_in: LetIn


def note_let_in(state: HasLetIn, event: PeopleEvent) -> None:
    """Keep who let a person in or changed how they sign on, for as long as it counts."""
    known, at, by = state.let_in, event.at, event.by
    since = at if known.since is None and by in NOT_PEOPLE else known.since
    lately = {
        person: {name: when for name, when in people.items() if when > at - LATELY}
        for person, people in known.lately.items()
    }
    if not is_first_day(LetIn(since), at) and by not in NOT_PEOPLE and by != event.person:
        lately[event.person] = {**lately.get(event.person, {}), by: at}
    state.let_in = LetIn(since, {person: people for person, people in lately.items() if people})


def is_first_day(let_in: LetIn, at: datetime) -> bool:
    """Whether the settings let in their first person less than a day before."""
    return let_in.since is not None and at < let_in.since + LATELY


def why_not_second(state: HasLetIn, first: str, second: str, at: datetime) -> Refusal | None:
    """Why two people do not count as two at a time; None if they do, or if they are one.

    They do not count if one of them lately let the other in, or if a third person lately let both
    in, directly or through others. That the second person is not the first is checked where the
    command is decided.
    """
    behind_first, since_first = _behind(state.let_in.lately, first, at)
    behind_second, since_second = _behind(state.let_in.lately, second, at)
    shared = behind_first & behind_second
    if not shared or first == second:
        return None
    until = max(since_first, since_second) + LATELY
    by = min(shared, key=lambda name: (name not in (first, second), name))
    facts = {"first": first, "second": second, "by": by}
    return refusal("second/let_in_lately", **facts, until=until.isoformat(timespec="minutes"))


def _behind(
    lately: dict[str, dict[str, datetime]], person: str, at: datetime
) -> tuple[set[str], datetime]:
    """A person with all who lately let them in, directly or not, and when the last one did."""
    names, waiting, last = {person}, [person], at - LATELY
    while waiting:
        for by, when in lately.get(waiting.pop(), {}).items():
            if when > at - LATELY:
                last = max(last, when)
                if by not in names:
                    names.add(by)
                    waiting.append(by)
    return names, last
