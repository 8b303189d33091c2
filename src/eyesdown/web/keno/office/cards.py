"""Keno Player Cards at the office: to people of age, whose data stays out of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import personal
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.personal import CardHolder
from eyesdown.central.site.site import Site
from eyesdown.display.keno.office_forms import choices_of, words_of
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.office.commands import IssueCard
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import refusals_in
from eyesdown.rulebook.keno_words import PersonKind
from eyesdown.rulebooks.nsw_keno.c05_eligibility import of_age_on
from eyesdown.web.frame.pages import long_day
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.account.entrance import key_of, read_birth_date
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.drafts import text
from eyesdown.web.keno.office.commands import slip_of
from eyesdown.web.keno.office.frame import office_page

FIELDS = {"card": "card number", "name": "holder", "born": "birth date", "approval": "approval"}
LOOK = "issue a card"


@needs("office")
async def cards(request: Request) -> Response:
    """The form for a new card, the look before it is issued, and the holder of a card."""
    web, slip = keno_of(request), request.query_params.get("look", "")[:40]
    looked = web.looks.find(request.state.person.name, slip)
    if looked is None or looked[0] != LOOK:
        return await _page(request)
    return await _page(request, looked=looked[1], slip=slip, role=words_of(looked[1]["role"]))


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    facts = {
        "looked": None,
        "typed": {},
        "holder": None,
        "card": "",
        "slip": token_hex(16),
        "roles": choices_of(PersonKind),
        "issued": request.query_params.get("issued", "")[:60],
        "taken_out": "out" in request.query_params,
        **more,
    }
    return await office_page(request, "office_cards.html", status, **facts)


def _read(form: Mapping[str, Any], web: KenoWeb) -> dict[str, str]:
    """What was typed; BadInput if something is missing, or the holder is not of age (5A(c))."""
    raw = {name: str(form.get(name, "")) for name in (*FIELDS, "role")}
    typed = {name: text(raw, name, 120) for name in raw}
    for name, words in FIELDS.items():
        if not typed[name]:
            raise BadInput(words, "is missing")
    if typed["role"] not in set(PersonKind):
        raise BadInput("holder", "must be of a kind that the list has")
    today = web.now().date()
    allowed = of_age_on(read_birth_date(typed["born"], today), web.book.figures)
    if today < allowed:
        raise BadInput("birth date", f"is of a person under age until {long_day(allowed)}")
    return typed


@needs("office")
async def look(request: Request) -> Response:
    """Check the form, then show what it would do; with `change` it is the form again."""
    web, form = keno_of(request), await request.form()
    typed = {name: str(form.get(name, ""))[:120] for name in (*FIELDS, "role")}
    if form.get("change"):
        return await _page(request, typed=typed)
    try:
        typed, slip = _read(typed, web), slip_of(form)
    except BadInput as bad:
        return await _page(request, 400, wrong=f"{bad.field}: {bad.message}", typed=typed)
    refused = refusals_in(await web.dry_run(await _command(request, typed)))
    if refused:
        return await _page(request, 409, refusals=refusals_shown(refused), typed=typed)
    web.looks.keep(request.state.person.name, slip, LOOK, typed)
    return RedirectResponse(f"/office/cards?look={slip}", 303)


async def _command(request: Request, typed: Mapping[str, str]) -> IssueCard:
    web, born = keno_of(request), date.fromisoformat(typed["born"])
    person = personal.person_hash(await key_of(web), typed["name"], born)
    return IssueCard(
        web.now(),
        typed["card"],
        "",
        None,
        typed["approval"],
        PersonKind(typed["role"]),
        by=request.state.person.name,
        person=person,
    )


@needs("office")
async def issue(request: Request) -> Response:
    """Issue the card that was looked at, once, and keep who holds it beside the journal."""
    web, form, person = keno_of(request), await request.form(), request.state.person.name
    slip = slip_of(form)
    looked = web.looks.find(person, slip)
    if looked is None or looked[0] != LOOK:
        return await _page(
            request, 409, wrong="This card was issued already, or the page is too old"
        )
    typed = looked[1]
    command = await _command(request, typed)
    refused = refusals_in(await web.submit(command, f"office/{slip}"))
    if refused:
        return await _page(request, 409, refusals=refusals_shown(refused), typed=typed)
    holder = CardHolder(typed["name"], date.fromisoformat(typed["born"]), web.now())
    await web.ask_site(lambda site: personal.put_card_holder(site.store, typed["card"], holder))
    web.looks.drop(person, slip)
    return RedirectResponse("/office/cards?issued=yes", 303)


@needs("office")
async def find(request: Request) -> Response:
    """Who holds a card."""
    web, card = keno_of(request), str((await request.form()).get("card", "")).strip()[:120]

    def read(site: Site[KenoSite]) -> tuple[bool, CardHolder | None]:
        return card in site.state.keno.cards, personal.card_holder_of(site.store, card)

    known, holder = await web.ask_site(read)
    if not known:
        return await _page(request, 404, wrong="No player card has this number")
    return await _page(request, card=card, holder=holder)


@needs("office")
async def take_out(request: Request) -> Response:
    """Take the holder's data out; the card and the journal stay."""
    web, form = keno_of(request), await request.form()
    card = str(form.get("card", ""))[:120]
    if form.get("sure") != "yes":
        return await _page(request, 400, wrong="Tick that you are sure")
    await web.ask_site(lambda site: personal.take_out_card_holder(site.store, card))
    return RedirectResponse("/office/cards?out=yes", 303)


ROUTES = (
    Route("/office/cards", cards),
    Route("/office/cards/look", look, methods=["POST"]),
    Route("/office/cards/issue", issue, methods=["POST"]),
    Route("/office/cards/find", find, methods=["POST"]),
    Route("/office/cards/take-out", take_out, methods=["POST"]),
)
