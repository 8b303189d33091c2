"""The event of a refused command, one shape for every game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import Written, replace


class Refused(Written, frozen=True, kw_only=True):
    """A rule refused a command. The first refusal is the answer, the others are added to it.

    `asked` is the command's type, `about` what it was about (a ticket, a game), if anything.
    `at` is empty in a game that keeps no time.
    """

    at: datetime | None = None
    asked: str
    about: str = ""
    refusals: tuple[Refusal, ...]


def refused(command: object, refusals: Sequence[Refusal], about: str = "") -> tuple[Refused, ...]:
    """The event of a refused command, with its refusals in the order given.

    >>> from eyesdown.kernel.cite import Clause
    >>> late = Refusal("claim/late", Clause("exampleland-bingo90", "7(2)(b)"), ())
    >>> refused("any command", [late], about="card 11")[0].about
    'card 11'
    """
    assert refusals, "a refusal needs a reason"
    at = getattr(command, "at", None)
    return (Refused(at=at, asked=type(command).__name__, about=about, refusals=tuple(refusals)),)


def refusals_in(events: Sequence[Any]) -> tuple[Refusal, ...]:
    """Why a command was refused; none where its events say what happened.

    Other events may carry refusals, too: of a claim, or of a breach that was logged.

    >>> refusals_in([])
    ()
    """
    return tuple(no for event in events if isinstance(event, Refused) for no in event.refusals)


def same_events(again: Sequence[Any], recorded: Sequence[Any]) -> bool:
    """Whether events decided again equal those that a journal has recorded.

    Rows from before 0.2.0 have refusals without the decision they rest on, and refusals of a draw's
    order without the command's name; neither changes what was decided.

    >>> same_events([1, 2], [1, 2]), same_events([1], [1, 2])
    (True, False)
    """
    if len(again) != len(recorded):
        return False
    pairs = zip(again, recorded, strict=True)
    return all(new == old or _as_recorded(new, old) == old for new, old in pairs)


def _as_recorded(new: Any, old: Any) -> Any:
    """A refused event without the fields that the recorded one does not have."""
    if not isinstance(new, Refused) or not isinstance(old, Refused):
        return new
    plain = (
        new
        if len(new.refusals) != len(old.refusals)
        else replace(
            new,
            refusals=tuple(
                refusal if recorded.decision else replace(refusal, decision="")
                for refusal, recorded in zip(new.refusals, old.refusals, strict=True)
            ),
        )
    )
    return plain if old.asked else replace(plain, asked="")
