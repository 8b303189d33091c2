"""A second person's approval of an amount, given at the same page with name and password."""

from __future__ import annotations

from secrets import token_hex

from starlette.requests import Request

from eyesdown.keno.desk.ceilings import Needs, Wanted, needs
from eyesdown.keno.desk.commands import ApproveAmount
from eyesdown.keno.words.desk import Given
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.sign_on import check_second_person
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import read_cents
from eyesdown.web.keno.counter.forms import Fields, words

APPROVERS = ("writer", "supervisor", "office")


async def approved(request: Request, fields: Fields) -> str:
    """The id of the approval that a second person gave on this form; empty if none did.

    They sign with their own name and password, and with a code where their role needs one, for the
    amount and kind on the form. A writer approves at their own venue only.
    """
    name = words(fields, "second_name")
    if not name:
        return ""
    person = await check_second_person(
        request, name, (fields.get("second_password", ""), fields.get("second_code", ""))
    )
    first: Person = request.state.person
    if person is None or person.role not in APPROVERS or person.venue not in ("", first.venue):
        raise BadInput("second person", "couldn’t sign: wrong name or proof, or not their role")
    try:
        what = Given(fields.get("what", ""))
    except ValueError:
        raise BadInput("what", "isn’t one of this page; load it again") from None
    web = keno_of(request)
    cents = read_cents("amount", fields.get("approved_amount") or fields.get("amount", ""))
    approval = token_hex(12)
    command = ApproveAmount(web.now(), approval, what, first.venue, cents, by=person.name)
    if refusals_in(await web.submit(command, f"{first.terminal}/{approval}")):
        raise BadInput("second person", "couldn’t approve this amount")
    return approval


async def needs_of(request: Request, what: Given, cents: int) -> Needs:
    """What the person at this page needs to give an amount."""
    web, person = keno_of(request), request.state.person
    asked = Wanted(what, person.venue, cents)
    today = web.now().date()
    return await web.ask_state(
        lambda state: needs(state.keno, state.keno.day or today, asked, person.name)
    )
