"""What people do at a family table: open it, sit down, and everything in the game."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from eyesdown.bingo.family import commands as game
from eyesdown.central.family.commands import (
    AnswerKnock,
    AtTable,
    CloseTable,
    Command,
    Knock,
    OpenTable,
    PlayRound,
    RemoveSeat,
    RenameSeat,
    SetOptions,
    SetPace,
    SetPicture,
    SitDown,
    TurnDisc,
)
from eyesdown.central.family.decide import refused_in, tidy_name
from eyesdown.central.family.events import TableOpened
from eyesdown.central.family.keys import key_hash
from eyesdown.central.family.table import Options
from eyesdown.display.family.words import refusal_text
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import Refused
from eyesdown.web.family.context import (
    family_of,
    family_page,
    host_cookie,
    keep,
    language_of,
    message,
    seat_cookie,
)
from eyesdown.web.family.pictures import small_picture
from eyesdown.web.family.tables import Visit, at_table
from eyesdown.web.frame.sign_on import from_elsewhere

ID_MAX = 40


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a script asks for; each action reads the fields that it needs."""

    do: str
    id: str = ""
    seat: str = ""
    name: str = ""
    hand: str = ""
    number: int = 0
    numbers: tuple[int, ...] = ()
    call: int = 0
    seconds: int = 0
    is_them: bool = False
    fresh: bool = False
    reason: str = ""
    options: Options | None = None
    picture: str = ""


Act: TypeAlias = Callable[[dict[str, Any], Asked], Command]


def _in_game(command: Callable[[Asked], game.Command]) -> Act:
    return lambda where, asked: AtTable(**where, command=command(asked))


HOST_ACTS: dict[str, Act] = {
    "seat": lambda where, asked: SitDown(**where, name=asked.name),
    "rename": lambda where, asked: RenameSeat(**where, seat=asked.seat, name=asked.name),
    "remove": lambda where, asked: RemoveSeat(**where, seat=asked.seat),
    "let_in": lambda where, asked: AnswerKnock(**where, seat=asked.seat, is_them=asked.is_them),
    "options": lambda where, asked: SetOptions(**where, options=asked.options or Options()),
    "picture": lambda where, asked: SetPicture(
        **where, word=asked.name, data=small_picture(asked.picture)
    ),
    "close": lambda where, _: CloseTable(**where),
}
"""What only the host does."""

BANKER_ACTS: dict[str, Act] = {
    "play": lambda where, asked: PlayRound(**where, banker=asked.seat, fresh=asked.fresh),
    "turn": lambda where, asked: TurnDisc(**where, call=asked.call),
    "pace": lambda where, asked: SetPace(**where, seconds=asked.seconds),
    "key": _in_game(lambda asked: game.CallDisc(disc=asked.number)),
    "take_back": _in_game(lambda asked: game.TakeBackDisc(reason=asked.reason[:80])),
    "award": _in_game(lambda _: game.AwardRound()),
    "void": _in_game(lambda _: game.VoidRound()),
}
"""What the Banker does, and the host for them."""

SEAT_ACTS: dict[str, Act] = {
    "cover": _in_game(lambda asked: game.CoverNumber(player=asked.hand, number=asked.number)),
    "cry": _in_game(lambda asked: game.CryBingo(player=asked.hand)),
    "read": _in_game(lambda asked: game.ReadBack(player=asked.hand, numbers=asked.numbers)),
}
"""What people do with their own card; the host does it for those who play on paper."""


async def open_table(request: Request) -> Response:
    """Open a table; the browser that asked is its host's."""
    form = await _form(request)
    web, language, token = family_of(request), language_of(request), token_urlsafe(16)
    name = form.get("name", "")[:200]
    command = OpenTable(at=web.now(), table="", name=name, language=language, seat=key_hash(token))
    events = await web.submit(command)
    opened = events[0]
    if not isinstance(opened, TableOpened):
        return _refused_page(request, opened)
    response = RedirectResponse(f"/family/{opened.table}/host", 303)
    keep(request, response, host_cookie(opened.table), await web.host_key(opened.table))
    keep(request, response, seat_cookie(opened.table), token)
    return response


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form that this site sent; the journal keeps no NUL."""
    if from_elsewhere(request):
        raise BadInput("form", "another site sent it")
    form = await request.form()
    return {
        name: value.replace("\0", " ") for name, value in form.items() if isinstance(value, str)
    }


def _refused_page(request: Request, event: Any) -> Response:
    assert isinstance(event, Refused)
    first = event.refusals[0]
    return message(request, 400, first.code, **dict(first.facts))


@at_table
async def sit(request: Request, visit: Visit) -> Response:
    """Take a seat under a first name; a name that is taken knocks at its seat."""
    form = await _form(request)
    here = f"/family/{visit.code}"
    if visit.seat:
        return RedirectResponse(here, 303)
    name, token = form.get("name", "")[:600], token_urlsafe(16)
    where: dict[str, Any] = {"at": visit.web.now(), "table": visit.code}
    taken = await visit.web.ask_state(
        lambda state: state.tables[visit.code].seat_named(tidy_name(name))
    )
    if taken and form.get("again"):
        events = await visit.web.submit(Knock(**where, seat=taken, token=key_hash(token)))
    else:
        events = await visit.web.submit(SitDown(**where, name=name, token=key_hash(token)))
    refused = refused_in(events)
    if refused is not None:
        first = refused.refusals[0]
        wrong = refusal_text(first.code, language_of(request), dict(first.facts))
        return family_page(
            request,
            "family_join.html",
            status=400,
            code=visit.code,
            names=[seat.name for seat in (await visit.shown()).seats],
            waiting=False,
            wrong=wrong,
            typed=tidy_name(name)[:24],
            taken=first.code == "seat/name_taken",
        )
    response = RedirectResponse(here, 303)
    keep(request, response, seat_cookie(visit.code), token)
    return response


@at_table
async def do(request: Request, visit: Visit) -> Response:
    """One action of the host, the Banker or a player; the answer says why if it was refused."""
    if from_elsewhere(request) or "json" not in request.headers.get("content-type", ""):
        return _answer(request, "seat/not_yours", 403)
    try:
        body = (await request.body()).replace(b"\\u0000", b" ")  # the journal keeps no NUL
        asked = msgspec.json.decode(body, type=Asked)
    except msgspec.DecodeError as bad:
        raise BadInput("json", str(bad)) from bad
    act = _allowed(visit, asked)
    if act is None:
        return _answer(request, "seat/not_yours", 403)
    where = {"at": visit.web.now(), "table": visit.code, "by": visit.seat or "host"}
    try:
        command = act(where, asked)
    except BadInput:  # what only a picture can be
        return _answer(request, "words/unplayable", 409, why="picture")
    chosen = asked.id[:ID_MAX] if asked.id.isprintable() else ""
    name = f"family/{visit.code}/{visit.seat}/{chosen or token_urlsafe(16)}"
    try:
        events = await visit.web.submit_sent(command, name, body)
    except BadInput:  # the same id for something else: the phone was not updated
        return _answer(request, "disc/turned_already", 409)
    refused = refused_in(events)
    if refused is None:
        return JSONResponse({"ok": True})
    words = await visit.web.ask_state(
        lambda state: _words(state.tables.get(visit.code), refused, language_of(request))
    )
    return JSONResponse({"ok": False, "code": refused.refusals[0].code, "text": words}, 409)


def _words(table: Any, refused: Refused, language: str) -> str:
    from eyesdown.central.family.feeds import speaker

    first = refused.refusals[0]
    if table is None:
        return refusal_text(first.code, language, dict(first.facts))
    return speaker(table).refusal(first, language)


def _answer(request: Request, code: str, status: int, **facts: str) -> Response:
    words = refusal_text(code, language_of(request), facts)
    return JSONResponse({"ok": False, "code": code, "text": words}, status)


def _allowed(visit: Visit, asked: Asked) -> Act | None:
    """The action, if this browser may do it."""
    own = {hand["hand"] for hand in visit.hands}
    if asked.do in SEAT_ACTS and visit.seat and (asked.hand in own or asked.hand == visit.seat):
        return SEAT_ACTS[asked.do]
    if asked.do in SEAT_ACTS and visit.is_host:
        return SEAT_ACTS[asked.do]
    if asked.do in BANKER_ACTS and (visit.is_host or visit.seat == visit.banker):
        return BANKER_ACTS[asked.do]
    return HOST_ACTS.get(asked.do) if visit.is_host else None


ROUTES = (
    Route("/family/open", open_table, methods=["POST"]),
    Route("/family/{code:str}/sit", sit, methods=["POST"]),
    Route("/family/{code:str}/do", do, methods=["POST"]),
)
