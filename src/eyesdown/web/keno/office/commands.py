"""Everything the office and its supervisors can do, each on a form: fill in, look, confirm.

The second step shows what the command would do and post, by the check that decides it. The third
does it once, however often the button is pressed: the form carries an id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite, decide
from eyesdown.central.keno.office.payment_words import ProposePayment
from eyesdown.central.keno.office.payments import needs_second
from eyesdown.central.keno.office.two_people import why_not_alone
from eyesdown.central.keno.rights import ALLOWED
from eyesdown.central.site.credentials import Credential, NotAllowed, Role
from eyesdown.central.site.site import Site
from eyesdown.display.game_names import jackpot_in_words
from eyesdown.display.inspector import event_words
from eyesdown.display.keno.cheques import form_cheque
from eyesdown.display.keno.office_forms import GROUPS, CommandForm, FormField
from eyesdown.display.keno.settings import typed_before
from eyesdown.display.refusals import RefusalShown, refusals_shown
from eyesdown.keno.claims.events import ClaimFormPaid
from eyesdown.keno.office.jackpots import jackpot_keys, jackpots_to_rate
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.ledger.books import Amount, shown
from eyesdown.ledger.chart import kind_of
from eyesdown.web.frame.forms import cents_typed
from eyesdown.web.frame.people import Person
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sign_on import needs, turned_away
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.office.frame import office_page
from eyesdown.web.keno.office.typed import (
    TEXT_MAX,
    command_typed,
    form_of,
    kind_named,
    typed_of,
)

_FORM_ID = re.compile(r"[0-9a-f]{8,40}")
CHOICES_MAX = 2_000


@dataclass(frozen=True, slots=True)
class PostingRow:
    """An account that a command would change: more of it, or less."""

    account: str
    says: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command would do: its events in words, what it posts, or why it is refused."""

    events: tuple[str, ...]
    postings: tuple[PostingRow, ...]
    refusals: list[RefusalShown]


def outcome_of(web: KenoWeb, site: Site[KenoSite], command: Any) -> Outcome:
    """A dry run by the check that decides the command; a raise counts as confirmed."""
    stamped = replace(command, at=web.now())
    if why_not_alone(site.state, stamped) is None:
        events = web.dry_run_now(site, command, web.clock_us())
    else:
        events = decide(site.state, stamped, confirmed=True)
    refused = [no for event in events if isinstance(event, Refused) for no in event.refusals]
    if refused:
        return Outcome((), (), refusals_shown(refused))
    totals: dict[str, Amount] = {}
    for event in events:
        for group in site.machine.groups(site.state, event):
            for line in group.lines:
                totals[line.account] = totals.get(line.account, 0) + line.amount
    words = tuple(event_words(type(event).__name__) for event in events)
    return Outcome(words, posting_rows(totals), [])


def posting_rows(totals: Mapping[str, Amount]) -> tuple[PostingRow, ...]:
    """Changes of accounts as their owners read them."""
    rows = []
    for account, amount in totals.items():
        kind = kind_of(account)
        if amount:
            rows.append(PostingRow(account, kind.says if kind else "", shown(account, amount)))
    return tuple(rows)


def forms_by_group(role: Role) -> list[tuple[str, list[CommandForm]]]:
    """Every command of a role, in the groups of its pages; a page is listed once."""
    all_forms = (form_of(kind.__name__) for kind in ALLOWED[role])
    forms = sorted((form for form in all_forms if form), key=lambda form: form.title)
    grouped = []
    for group in GROUPS:
        in_group = {form.path: form for form in forms if form.group == group}
        grouped.append((group, list(in_group.values())))
    return grouped


def choices(site: Site[KenoSite], web: KenoWeb) -> dict[str, list[tuple[str, str]]]:
    """The lists from which fields are chosen, as the state is now."""
    keno = site.state.keno
    return {
        "venues": [(name, f"{name} {venue.name}") for name, venue in sorted(keno.venues.items())],
        "terminals": [(name, name) for name in sorted(keno.terminals)],
        "jackpots": _named(jackpot_keys(web.book)),
        "rates": _named(jackpots_to_rate(web.book)),
        "accounts": [(name, name) for name in sorted(keno.accounts)[:CHOICES_MAX]],
        "withdrawals": [
            (str(each.number), f"{each.number}: {dollars(each.cents)} of {each.account}")
            for each in keno.withdrawals.values()
        ],
        "forms": [(name, f"{name}: {form.name}") for name, form in sorted(keno.forms.items())],
    }


def _named(jackpots: Iterable[str]) -> list[tuple[str, str]]:
    return [(key, jackpot_in_words(key)) for key in jackpots]


@needs("supervisor", "office")
async def everything(request: Request) -> Response:
    """Every command of the person's role, by group."""
    groups = forms_by_group(request.state.person.role)
    return await office_page(request, "office_do.html", groups=groups)


def _asked(request: Request) -> CommandForm:
    name, role = request.path_params["command"], request.state.person.role
    asked = form_of(name)
    if asked is None or asked.page:
        raise Problem(404, "page/unknown", "the office has no such form")
    if kind_named(name) not in ALLOWED[role]:
        raise Problem(403, "page/not_your_role", f"this form is not for the role {role}")
    return asked


@needs("supervisor", "office")
async def fill_in(request: Request) -> Response:
    """The form of a command, with what is set now; the address may name what it is about."""
    web, asked, given = keno_of(request), _asked(request), request.query_params
    before = await web.ask_state(lambda state: typed_before(state.keno, asked.command, given))
    typed = {
        field.name: given.get(field.name, before.get(field.name, ""))[:TEXT_MAX]
        for field in asked.fields
    }
    return await _form_page(request, asked, typed)


async def _form_page(
    request: Request, asked: CommandForm, typed: Mapping[str, str], status: int = 200, **more: Any
) -> Response:
    web = keno_of(request)
    lists = await web.ask_site(lambda site: choices(site, web))
    facts = {"form": asked, "typed": typed, "lists": lists, "slip": token_hex(16), **more}
    return await office_page(request, "office_form.html", status, **facts)


def admitted(web: KenoWeb, person: Person, command: Any) -> Any:
    """The command in the person's name, as their role may give it; a payment is proposed."""
    if needs_second(command):
        return replace(command, by=person.name)
    return web.tenant.admit(Credential(person.name, person.role, ""), command)


async def _raises(web: KenoWeb, command: Any) -> bool:
    """Whether another person of the office must confirm a command because it raises something."""
    stamped = replace(command, at=web.now())
    return await web.ask_state(lambda state: why_not_alone(state, stamped) is not None)


@needs("supervisor", "office")
async def look(request: Request) -> Response:
    """Check a form, then go to the page that shows what it would do and post.

    With `change` it is the form again: what was typed may be personal, so no address carries it.
    """
    web, asked, form = keno_of(request), _asked(request), await request.form()
    typed, person = typed_of(form, asked), request.state.person
    if form.get("change"):
        return await _form_page(request, asked, typed)
    try:
        slip = slip_of(form)
        command = admitted(web, person, command_typed(asked, typed, slip))
    except (BadInput, NotAllowed) as bad:
        return await _form_page(request, asked, typed, 400, wrong=_words(bad))
    outcome = await web.ask_site(lambda site: outcome_of(web, site, command))
    if outcome.refusals:
        return await _form_page(request, asked, typed, 409, refusals=outcome.refusals)
    web.looks.keep(person.name, slip, asked.command, typed)
    return RedirectResponse(f"/office/look/{slip}", 303)


@needs("supervisor", "office")
async def looked(request: Request) -> Response:
    """What a form would do and post; once it is done, what came of it."""
    web, slip, person = keno_of(request), request.path_params["slip"], request.state.person
    if await web.ask_site(lambda site: site.store.find([f"office/{slip}"])):
        return RedirectResponse(f"/office/made/{slip}", 303)
    stored_look = web.looks.find(person.name, slip)
    asked = form_of(stored_look[0]) if stored_look else None
    if stored_look is None or asked is None:
        text = "This page is too old. Nothing was done. Fill the form in again."
        return turned_away(request, 404, "page/expired", "Too old", text)
    typed = stored_look[1]
    command = admitted(web, person, command_typed(asked, typed, slip))
    outcome = await web.ask_site(lambda site: outcome_of(web, site, command))
    if outcome.refusals:
        return await _form_page(request, asked, typed, 409, refusals=outcome.refusals)
    lists = await web.ask_site(lambda site: choices(site, web))
    values = [(field.label, shown_value(field, typed[field.name], lists)) for field in asked.fields]
    raises = await _raises(web, command)
    return await office_page(
        request,
        "office_look.html",
        form=asked,
        typed=typed,
        slip=slip,
        values=[pair for pair in values if pair[1]],
        outcome=outcome,
        two_people=raises or needs_second(command),
        raises=raises,
    )


def shown_value(field: FormField, text: str, lists: Mapping[str, list[tuple[str, str]]]) -> str:
    """What a person typed or chose, as they read it back.

    >>> field = FormField("cents", "Amount", "", "amount", required=True)
    >>> shown_value(field, "1250000", {}), shown_value(field, "ten", {})
    ('$1,250,000.00', 'ten')
    """
    if not text and field.when_empty:
        return field.when_empty
    if field.kind == "yes or no":
        return "yes" if text == "yes" else "no"
    if field.kind == "amount" and text:
        try:
            return dollars(cents_typed(field.label, text))
        except BadInput:
            return text
    if field.kind == "percent" and text:
        return f"{text.removesuffix('%').strip()}%"
    return dict(field.choices or lists.get(field.choose, ())).get(text, text)


def _words(bad: Exception) -> str:
    if isinstance(bad, BadInput):
        return f"{bad.field}: {bad.message}"
    return str(bad)


def slip_of(form: Any) -> str:
    """The id that a form carries, so that it is done once."""
    slip = str(form.get("slip", ""))
    if not _FORM_ID.fullmatch(slip):
        raise BadInput("form", "is too old; load the page again")
    return slip


@needs("supervisor", "office")
async def do(request: Request) -> Response:
    """Do the command of a form once; a payment or a raise waits for a second person."""
    web, asked, form = keno_of(request), _asked(request), await request.form()
    typed, person = typed_of(form, asked), request.state.person
    try:
        slip = slip_of(form)
        command = admitted(web, person, command_typed(asked, typed, slip))
        if needs_second(command) or await _raises(web, command):
            command = ProposePayment(web.now(), slip, replace(command, at=web.now()), person.name)
        return await submitted(request, command, slip)
    except (BadInput, NotAllowed) as bad:
        return await _form_page(request, asked, typed, 400, wrong=_words(bad))


async def submitted(request: Request, command: Any, slip: str) -> Response:
    """Submit a form's command, then show its row; a second press shows the same row."""
    web, command_id = keno_of(request), f"office/{slip}"
    before = await web.ask_site(lambda site: site.store.find([command_id]))
    if not before:
        await web.submit(command, command_id)
    return RedirectResponse(f"/office/made/{slip}", 303)


@needs("supervisor", "office")
async def made(request: Request) -> Response:
    """What came of a form: the row, what it posted, or why it was refused."""
    web, slip = keno_of(request), request.path_params["slip"]
    command_id = f"office/{slip}"

    def read(site: Site[KenoSite]) -> tuple[int, tuple[Any, ...], dict[str, Amount]] | None:
        row = site.store.find([command_id]).get(command_id)
        if row is None:
            return None
        totals: dict[str, Amount] = {}
        for line in site.store.row_lines(row.seq):
            totals[line.account] = totals.get(line.account, 0) + line.amount
        return row.seq, site.machine.events.read_all(row.events), totals

    answer = await web.ask_site(read)
    if answer is None:
        raise Problem(404, "row/unknown", "no such form was sent")
    seq, events, totals = answer
    refused = [no for event in events if isinstance(event, Refused) for no in event.refusals]
    words = [event_words(type(event).__name__) for event in events]
    return await office_page(
        request,
        "office_made.html",
        seq=seq,
        outcome=Outcome(tuple(words), posting_rows(totals), refusals_shown(refused)),
        waits=any(type(event).__name__ == "PaymentProposed" for event in events),
        cheques=[form_cheque(event) for event in events if isinstance(event, ClaimFormPaid)],
    )


ROUTES = (
    Route("/office/do", everything),
    Route("/office/do/{command}", fill_in),
    Route("/office/do/{command}/look", look, methods=["POST"]),
    Route("/office/do/{command}", do, methods=["POST"]),
    Route("/office/look/{slip}", looked),
    Route("/office/made/{slip}", made),
)
