"""Sign-on to a hall's pages, who may open which page, and the token that its forms carry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.site.credentials import Role
from eyesdown.central.site.people.access import Access
from eyesdown.web.frame.context import TENANT, Web, hosted, web_of
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.problems import problem
from eyesdown.web.frame.sign_on import (
    Endpoint,
    Guard,
    end_session,
    from_elsewhere,
    needs_by,
    new_session,
    next_page,
    put_session,
    sign_on_at,
    wants_json,
)
from eyesdown.web.frame.signing.known_people import Known, known_as
from eyesdown.web.frame.signing.places import remember_device
from eyesdown.web.hall.people import ROLE_WORDS, HallPerson, person_with

COOKIE = "eyesdown-hall"
PREFIX = f"/halls/{{{TENANT}}}"
_SESSION = "eyesdown.hall.session"


def hall_of(request: Request) -> str:
    """The name of the hall in a request's address."""
    name: str = request.path_params[TENANT]
    return name


async def person_at(request: Request) -> HallPerson | None:
    """The person who is signed on at the hall of this address; None if no one is.

    A person who was barred, or whose password or codes were changed, is out at once.
    """
    web, hall, site = web_of(request), hall_of(request), hosted(request)
    session = site.sessions.read(request.cookies.get(cookie_name(request), ""))
    if session.get("hall") != hall or site.people.ended(session.get("csrf", "")):
        return None
    name = session.get("name", "")
    known = await known_as(web, site.people, name)
    if not known.mark or session.get("mark") != known.mark:
        return None
    request.scope[_SESSION] = session
    return person_with(hall, name, known.access)


def hall_csrf(request: Request) -> str:
    """The token that every form of this session carries; empty without a session."""
    session: dict[str, str] = request.scope.get(_SESSION, {})
    return session.get("csrf", "")


def turned_away(
    request: Request, status: int, code: str, title: str, text: str, **more: Any
) -> Response:
    """An error response: a page for people, problem JSON for a page's script."""
    if wants_json(request):
        return problem(status, code, title, text, **more)
    hall = hall_of(request)
    href, link = _path(hall), "What’s on"
    person = getattr(request.state, "hall_person", None)
    if person is not None:
        href, link = person.home, "Back to work"
    if status == 401:
        href, link = f"{_path(hall)}/sign-on", "Sign on"
    facts = {"title": title, "text": text, "href": href, "link": link, **more}
    response = page("hall/message.html", status=status, hall=hall, **{"refusals": [], **facts})
    response.headers["cache-control"] = "no-store"
    return response


_HALL = Guard(
    "hall_person",
    person_at,
    hall_csrf,
    lambda request: f"{_path(hall_of(request))}/sign-on",
    turned_away,
    ROLE_WORDS,
)


def needs_hall(*roles: Role) -> Callable[[Endpoint], Endpoint]:
    """A decorator that admits people of the hall in these roles; changes need the form's token.

    The endpoint finds the person as `request.state.hall_person`.
    """
    return needs_by(_HALL, roles)


class _HallDoor:
    """The sign-on page of a hall."""

    def __init__(self, web: Web[Any], hall: str) -> None:
        self.web, self.hall = web, hall

    def key(self, name: str) -> str:
        """The name at this hall."""
        return f"{self.hall}/{name}"

    def person(self, name: str, access: Access | None) -> HallPerson | None:
        """The person with this access to the hall."""
        return person_with(self.hall, name, access)

    async def shows(self, request: Request, status: int = 200, **facts: Any) -> Response:
        """The sign-on page."""
        plain = {"name": "", "wrong": "", "half": "", "setting_up": None}
        person, then = await person_at(request), next_page(request)
        facts = {**plain, **facts, "hall": self.hall, "next": then, "person": person}
        response = page("hall/sign_on.html", status=status, **facts)
        response.headers["cache-control"] = "no-store"
        return response

    def begins(self, request: Request, name: str, known: Known) -> Response:
        """A new session, then the page that was asked for."""
        person = person_with(self.hall, name, known.access)
        assert person is not None
        response = RedirectResponse(next_page(request) or person.home, 303)
        session = {"hall": self.hall, **new_session(name, known.mark)}
        put_session(request, response, cookie_name(request), session, _path(self.hall))
        remember_device(request, response, self.key(name))
        return response


async def sign_on(request: Request) -> Response:
    """The sign-on page of a hall, and the sign-on itself."""
    return await sign_on_at(request, _HallDoor(web_of(request), hall_of(request)))


def cookie_name(request: Request) -> str:
    """The name of a hall's session cookie; over TLS one that only secure pages can set."""
    return f"__Secure-{COOKIE}" if request.url.scheme == "https" else COOKIE


async def sign_off(request: Request) -> Response:
    """End the session, and go to the hall's sign-on."""
    if from_elsewhere(request):
        text = "Another site can’t sign you off."
        return turned_away(request, 403, "page/other_site", "Not accepted", text)
    path = _path(hall_of(request))
    response = RedirectResponse(f"{path}/sign-on", 303)
    end_session(request, response, cookie_name(request), path)
    return response


def _path(hall: str) -> str:
    """The address of a hall, to which its session cookie goes: each hall has its own."""
    return f"/halls/{quote(hall)}"


ROUTES = (
    Route(f"{PREFIX}/sign-on", sign_on, methods=["GET", "POST"]),
    Route(f"{PREFIX}/sign-off", sign_off, methods=["POST"]),
)
