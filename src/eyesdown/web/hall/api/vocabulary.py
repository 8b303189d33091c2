"""What the API of a hall speaks about: commands, events, and who may give what."""

from __future__ import annotations

from typing import Any, get_args

from eyesdown.bingo.session.commands import (
    OpenSalePoint,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.central.hall.machine import SET_BY_THE_SITE, Command, Event
from eyesdown.central.hall.rights import ALLOWED
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.site.credentials import Role
from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.hall import cash_at, difference
from eyesdown.web.api.book_questions import OwnAccounts, book_questions
from eyesdown.web.api.schemas import Schema
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.context import TENANT
from eyesdown.web.hall.api.questions import QUESTIONS

PREFIX = f"/api/halls/{{{TENANT}}}"

OWN_ACCOUNTS: dict[Role, OwnAccounts] = {
    HallRole.SELLER: OwnAccounts(
        "door/not_your_till",
        lambda seller: f"your till is {seller.terminal}",
        lambda seller: {cash_at(seller.terminal), difference(seller.terminal)},
    ),
}
"""A seller may read the accounts of their own till."""

_OURS: Schema = {"type": "string", "description": "send it empty; the site makes it"}
_ON_RECORD: Schema = {"description": "leave it out; the site puts it in"}
NOTES: dict[tuple[str, str], Schema] = {
    ("SellCards", "slip"): _OURS,
    ("RaiseDispute", "past"): _ON_RECORD,
    ("RaiseDispute", "taken"): _ON_RECORD,
    ("ChargeAdmission", "slip"): _OURS,
    ("IssueScorecards", "slip"): _OURS,
    ("StartGame", "selector_id"): {
        "type": "string",
        "description": "empty for the site's own device; else a device that the office approved, "
        "whose numbers the caller keys",
    },
    ("AskForBall", "call"): {
        "type": "integer",
        "minimum": 1,
        "maximum": 90,
        "description": "the number of the call that is next; two presses at once draw one ball",
    },
}

NAMED_BY: dict[type, str] = {
    PlanSession: "session",
    RegisterPerson: "person",
    OpenSalePoint: "point",
}
"""What a command names; later commands say that name. The books refuse a series without one."""


def _check(command: Any) -> None:
    """BadInput for what types let pass and no rule should have to look at."""
    field = NAMED_BY.get(type(command), "")
    if field and not getattr(command, field).strip():
        raise BadInput(field, "must not be empty")
    if isinstance(command, PlanSession) and "/" in command.session:
        raise BadInput("session", "must be a name without a slash, since addresses are made of it")


HALL = Vocabulary(
    title="Eyes Down, a bingo hall",
    prefix=PREFIX,
    commands=tuple(sorted(set(get_args(Command)), key=lambda kind: kind.__name__)),
    events=tuple(sorted(set(get_args(Event)), key=lambda kind: kind.__name__)),
    allowed=ALLOWED,
    notes=NOTES,
    set_by_the_site=SET_BY_THE_SITE,
    large=frozenset({RegisterSeries}),
    check=_check,
    questions=(*QUESTIONS, *book_questions(OWN_ACCOUNTS)),
)
