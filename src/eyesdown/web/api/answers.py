"""Every answer of the JSON API as a type; the OpenAPI document is made from these."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from eyesdown.display.refusals import RefusalShown, what_happened
from eyesdown.kernel.written import Exact
from eyesdown.web.frame.problems import TYPE, ProblemJson

Events: TypeAlias = Annotated[msgspec.Raw, Meta(extra={"holds": "events"})]
"""Events as they are in the journal; the tenant's vocabulary says which there are."""

Command: TypeAlias = Annotated[msgspec.Raw, Meta(extra={"holds": "command"})]
"""A command as it is in the journal, of this version or an earlier one."""

ProofFile: TypeAlias = Annotated[msgspec.Raw, Meta(extra={"holds": "proof"})]
"""A file that verify_draw.py reads."""

KeptRecord: TypeAlias = Annotated[msgspec.Raw, Meta(extra={"holds": "record"})]
"""A record as it is kept under its key: an event, or what one changed."""
Cents: TypeAlias = Annotated[Exact, Meta(description="cents; parts of a cent as a fraction")]
Sums: TypeAlias = dict[str, Cents]
"""Amounts by account, or by reason and account."""
Day: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "date"})]

_DEPRECATED = {"deprecated": True}


class CommandDone(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a command did. `again` says that the same id was answered so before."""

    id: str
    seq: Annotated[int, Meta(description="the command's row in the journal")]
    again: bool
    events: Events


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


CommandAnswer: TypeAlias = CommandDone | ProblemJson


R = TypeVar("R", bound=CommandRefused)


def command_refused(
    kind: type[R], command_id: str, seq: int, refusals: Sequence[RefusalShown]
) -> R:
    """The answer to a command that rules refuse; the first refusal is the answer's own."""
    first, *others = refusals
    return kind(
        type=f"{TYPE}{first.code}",
        title=what_happened(first.code)[0],
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


# --- books and journal ----------------------------------------------------------------------------


class Balances(Struct, frozen=True):
    """Every balance, now or after row `at`."""

    at: int | None
    balances: Sums


class StatementLine(Struct, frozen=True, tag=True, tag_field="type"):
    """A line of an account; `place` is its row, and which of the row's groups it is in."""

    place: tuple[int, int]
    why: str
    amount: Cents
    balance: Cents


class Statement(Struct, frozen=True, tag=True, tag_field="type"):
    """Lines of an account; with `more`, ask again after the row of the last line."""

    account: str
    opening: Cents
    lines: tuple[StatementLine, ...]
    closing: Cents
    more: bool


class RowSums(Struct, frozen=True, tag="Action", tag_field="type"):
    """What a row of the journal was about, and what it moved, by reason and account."""

    seq: int
    at: datetime
    action: str
    about: str
    sums: Sums


class JournalRow(Struct, frozen=True):
    """A row of the journal."""

    seq: int
    at_us: Annotated[int, Meta(description="microseconds since 1970, UTC")]
    id: str
    asked: Annotated[str, Meta(description="SHA-256 of the command as it was sent")]
    command: Command
    events: Events
    prev_hash: str
    hash: str


JournalRows: TypeAlias = Annotated[list[JournalRow], Meta(max_length=1000)]


class Alive(Struct, frozen=True):
    """The process is running."""

    alive: bool


class Ready(Struct, frozen=True):
    """Every store answers; `rows` has the last row of each tenant's journal, `seq` the first's."""

    ready: bool
    seq: int
    rows: dict[str, int]
