"""Who counts as a second person: never someone whom the first lately let in, or a friend of both.

One person who may let people in could otherwise make up the second person, and sign for both.
Payments, ceilings, balls of the cage, a game's time and prizes of halls all ask here. A tenant's
first day is another matter: the one person of the settings has to let everyone in, and there is
nobody else to ask.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from eyesdown.central.site.people.words import PeopleEvent
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebooks.central_site.record import refusal

LATELY = timedelta(hours=24)
"""How long a person who was let in, or whose proofs were changed, leans on who did it."""
BY_SETTINGS = "the settings of the site"
BY_SETUP = "the set-up file"
NOT_PEOPLE = frozenset({"", BY_SETTINGS, BY_SETUP})
"""In whose name those let people in who run the machine; no person may have such a name."""


class HasHands(Protocol):
    """The part of a tenant's state that says who lately changed whose way in."""

    hands: dict[str, dict[str, datetime]]
    """Who let a person in, or changed their role, password or codes, and when, by the person."""
    people_since: datetime | None
    """When the settings let in their first person."""


def note_hand(state: HasHands, event: PeopleEvent) -> None:
    """Keep who let a person in or changed how they sign on, for as long as it counts."""
    if state.people_since is None and event.by in NOT_PEOPLE:
        state.people_since = event.at
    if state.people_since is not None and event.at < state.people_since + LATELY:
        return
    since = event.at - LATELY
    recent = {
        person: {by: at for by, at in hands.items() if at > since}
        for person, hands in state.hands.items()
    }
    if event.by not in NOT_PEOPLE and event.by != event.person:
        recent[event.person] = {**recent.get(event.person, {}), event.by: event.at}
    state.hands = {person: hands for person, hands in recent.items() if hands}


def why_not_second(state: HasHands, first: str, second: str, at: datetime) -> Refusal | None:
    """Why two people do not count as two at a time; None if they do, or if they are one.

    They count if neither of them, and no one else, lately let in both of them or one the other.
    That the second is not the first is checked where the command is decided.
    """
    behind_first, since_first = _behind(state.hands, first, at)
    behind_second, since_second = _behind(state.hands, second, at)
    shared = behind_first & behind_second
    if not shared or first == second:
        return None
    until = max(since_first, since_second) + LATELY
    by = min(shared, key=lambda name: (name not in (first, second), name))
    facts = {"first": first, "second": second, "by": by}
    return refusal("second/let_in_lately", **facts, until=until.isoformat(timespec="minutes"))


def _behind(
    hands: dict[str, dict[str, datetime]], person: str, at: datetime
) -> tuple[set[str], datetime]:
    """A person with everyone who lately let them in, or those in; and when the last one did."""
    names, waiting, last = {person}, [person], at - LATELY
    while waiting:
        for by, when in hands.get(waiting.pop(), {}).items():
            if when > at - LATELY:
                last = max(last, when)
                if by not in names:
                    names.add(by)
                    waiting.append(by)
    return names, last
