"""People of keno on a page: the office adds them, gives roles and passwords, and bars leavers."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.roles import SIGNING_ON
from eyesdown.central.site.people.access import Access
from eyesdown.central.site.people.proofs import Whose, factor_of, has_password
from eyesdown.central.site.people.words import GiveAccess, ResetFactor
from eyesdown.central.site.site import Site
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.frame.signing.known_people import check_password, forget_password, set_password
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.office.commands import slip_of
from eyesdown.web.keno.office.frame import office_page

NAME_LENGTH_MAX = 60
DONE = {
    "in": "may sign on as",
    "out": "is out, at once and everywhere.",
    "password": "has a new password. Sessions with the old one have ended.",
    "codes": "sets up their codes anew at the next sign-on. Their sessions have ended.",
}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person on the page: role, where they work, and what they sign on with."""

    name: str
    access: Access
    has_password: bool
    has_codes: bool

    @property
    def role(self) -> str:
        """Their role in words.

        >>> PersonRow("kiosk", Access(("self_service",)), False, False).role
        'self service'
        """
        return self.access.roles[0].replace("_", " ")

    @property
    def proofs(self) -> str:
        """What they sign on with.

        >>> PersonRow("olga", Access(("office",)), True, True).proofs
        'password, codes'
        """
        there = {
            "password": self.has_password,
            "codes": self.has_codes and self.access.needs_factor,
            "token": bool(self.access.token_sha256),
        }
        return ", ".join(name for name, has in there.items() if has)


def people_rows(site: Site[KenoSite]) -> list[PersonRow]:
    """Everyone who may sign on, by name."""
    state, store = site.state, site.store
    return [
        PersonRow(
            name,
            access,
            has_password(store, name),
            factor_of(store, Whose(name, state.factor_resets.get(name, 0))) is not None,
        )
        for name, access in sorted(state.access.items())
    ]


def terminals(site: Site[KenoSite]) -> list[tuple[str, str]]:
    """The terminals that a person may work at, with their venues in words."""
    keno = site.state.keno
    return [
        (name, f"{name}, {keno.venues[each.venue].name if each.venue in keno.venues else ''}")
        for name, each in sorted(keno.terminals.items())
    ]


@needs("office", "inspector")
async def people(request: Request) -> Response:
    """Who may sign on, in which role."""
    return await _page(request)


async def _page(request: Request, status: int = 200, **more: Any) -> Response:
    web = keno_of(request)
    rows, places = await web.ask_site(lambda site: (people_rows(site), terminals(site)))
    done, who = (request.query_params.get(name, "")[:60] for name in ("done", "who"))
    facts = {
        "rows": rows,
        "places": places,
        "roles": [(str(role), role.replace("_", " ")) for role in SIGNING_ON],
        "slip": token_hex(16),
        "second_factor": hosted(request).people.second_factor,
        "who": who,
        "done": DONE.get(done, ""),
        "typed": {},
        **more,
    }
    return await office_page(request, "office_people.html", status, **facts)


async def _access(request: Request, form: FormData) -> GiveAccess:
    """The command of the form; no role bars the person. A terminal says its venue itself."""
    web = keno_of(request)
    role, till = (str(form.get(name, "")).strip()[:60] for name in ("role", "terminal"))
    person = " ".join(str(form.get("person", "")).split())
    if not person or len(person) > NAME_LENGTH_MAX or not person.isprintable():
        raise BadInput("name", f"write a name of at most {NAME_LENGTH_MAX} characters")
    if not SIGNING_ON.get(role, ()):
        till = ""  # this role works anywhere
    known = await web.ask_state(lambda state: state.keno.terminals.get(till))
    if till and known is None:
        raise BadInput("terminal", "is none of the approved ones; choose one of the list")
    return GiveAccess(
        at=web.now(),
        person=person,
        roles=(role,) if role else (),
        till=till,
        venue=known.venue if known else "",
        by=request.state.person.name,
    )


@needs("office")
async def give_access(request: Request) -> Response:
    """Add a person, change their role, or bar them; a new person gets a password with it."""
    web, form = keno_of(request), await request.form()
    people_of_site = hosted(request).people
    password, typed = str(form.get("password", ""))[:500], dict(form)
    try:
        slip = slip_of(form)
        command = await _access(request, form)
        if password and command.roles:
            check_password(password)
        events = await web.submit(command, f"office/{slip}")
    except BadInput as bad:
        return await _page(request, 400, wrong=f"{bad.field}: {bad.message}", typed=typed)
    refused = refusals_in(events)
    if refused:
        return await _page(request, 409, refusals=refusals_shown(refused), typed=typed)
    if not command.roles:
        await forget_password(web, people_of_site, command.person)
    elif password:
        await set_password(web, people_of_site, command.person, password, command.by)
    return _back("in" if command.roles else "out", command.person)


def _back(done: str, who: str) -> Response:
    return RedirectResponse(f"/office/people?{urlencode({'done': done, 'who': who})}", 303)


@needs("office")
async def new_password(request: Request) -> Response:
    """Give a person a new password; their sessions end."""
    form = await request.form()
    person, password = (str(form.get(name, ""))[:500] for name in ("person", "password"))
    try:
        by = request.state.person.name
        await set_password(keno_of(request), hosted(request).people, person, password, by)
    except BadInput as bad:
        return await _page(request, 400, wrong=f"{bad.field}: {bad.message}")
    return _back("password", person)


@needs("office")
async def reset_codes(request: Request) -> Response:
    """Let a person set their codes up anew; on record, and never for oneself."""
    web, form = keno_of(request), await request.form()
    person = str(form.get("person", ""))[:NAME_LENGTH_MAX]
    command = ResetFactor(at=web.now(), person=person, by=request.state.person.name)
    try:
        events = await web.submit(command, f"office/{slip_of(form)}")
    except BadInput as bad:
        return await _page(request, 400, wrong=f"{bad.field}: {bad.message}")
    refused = refusals_in(events)
    if refused:
        return await _page(request, 409, refusals=refusals_shown(refused))
    return _back("codes", person)


ROUTES = (
    Route("/office/people", people),
    Route("/office/people/access", give_access, methods=["POST"]),
    Route("/office/people/password", new_password, methods=["POST"]),
    Route("/office/people/codes", reset_codes, methods=["POST"]),
)
