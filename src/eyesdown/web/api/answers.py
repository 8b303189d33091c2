"""Every answer of the JSON API as a type; the OpenAPI document is made from these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from eyesdown.display.keno.ticket import Acknowledgement, Confirmation
from eyesdown.display.refusals import RefusalShown
from eyesdown.web.frame.problems import TITLES, TYPE, ProblemJson

Events: TypeAlias = Annotated[msgspec.Raw, Meta(extra={"holds": "events"})]
"""Events as they are in the journal; the tenant's vocabulary says which there are."""

_DEPRECATED = {"deprecated": True}


class CommandDone(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a command did. `again` says that the same id was answered so before."""

    id: str
    seq: Annotated[int, Meta(description="the command's row in the journal")]
    again: bool
    events: Events
    screen: Annotated[
        Acknowledgement | UnsetType | None,
        Meta(description="the entry on record that a web player acknowledges"),
    ] = UNSET


class CommandRefused(ProblemJson, frozen=True, omit_defaults=True, kw_only=True):
    """A rule refuses the command; the refusal is a row of the journal, too.

    `book`, `clause` and `facts` are those of the first refusal, `also` are the others.
    """

    id: str
    seq: Annotated[int, Meta(description="the refusal's row in the journal")]
    book: Annotated[str, Meta(extra_json_schema=_DEPRECATED)]
    clause: Annotated[str, Meta(extra_json_schema=_DEPRECATED)]
    facts: Annotated[dict[str, int | str], Meta(extra_json_schema=_DEPRECATED)]
    also: Annotated[tuple[RefusalShown, ...], Meta(extra_json_schema=_DEPRECATED)]
    screen: Annotated[
        Confirmation | Acknowledgement | UnsetType | None,
        Meta(
            description="with `internet/not_confirmed`, what the player checks before the entry "
            "is sent again `confirmed`: every line, the games, the cost, their balance"
        ),
    ] = UNSET


CommandAnswer: TypeAlias = CommandDone | ProblemJson


def command_refused(command_id: str, seq: int, refusals: Sequence[RefusalShown]) -> CommandRefused:
    """The answer to a command that rules refuse; the first refusal is the answer's own."""
    first, *others = refusals
    return CommandRefused(
        type=f"{TYPE}{first.code}",
        title=TITLES[422],
        status=422,
        code=first.code,
        detail=first.says,
        next=first.next,
        refusals=tuple(refusals),
        id=command_id,
        seq=seq,
        book=first.book,
        clause=first.clause,
        facts=first.facts,
        also=tuple(others),
    )
