"""The office's settings: what the hall decides otherwise than by default, and its witnesses."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.facts.bingo import FORFEIT_SCOPES
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import web_of
from eyesdown.web.hall.act import next_of, own_id, perform
from eyesdown.web.hall.forms import read_command
from eyesdown.web.hall.office.page import READERS, office_page
from eyesdown.web.hall.sign_on import PREFIX, needs_hall


class Choice(NamedTuple):
    """A decision that the hall may change: its field, its id, and what it is when it is on."""

    field: str
    decision: str
    words: str


CHOICES = (
    Choice("phone_bell", "S03", "The button on a player’s phone rings: it counts as calling out"),
    Choice("scorecard_nearness", "S02", "Electronic scorecards show how many numbers are to go"),
    Choice("staff_may_play", "C20", "Staff who are off duty may play"),
    Choice("return_winning_card", "C24", "A winning card goes back to the player"),
    Choice("allow_single_game", "B06", "A session may have one game only"),
    Choice("strict_banding", "A01", "A printed card must have its numbers in strict columns"),
    Choice(
        "reverse_contributions_on_refund",
        "I04",
        "Refunds of an invalidated game take back what it gave to pools",
    ),
)


@needs_hall(*READERS)
async def settings_page(request: Request) -> Response:
    """Settings of the hall, each with its decision, and the witnesses of its draws."""

    def look(site: Site[HallSite]) -> dict[str, Any]:
        witnessed = site.state.witnessed
        return {
            "settings": asdict(site.state.hall.settings),
            "witnesses": [
                (name, witnessed.silences.get(name, 0), name in witnessed.signed_promises)
                for name in witnessed.keys
            ],
        }

    view = await web_of(request).ask_site(look)
    return await office_page(
        request,
        "office_settings",
        "office/settings",
        v=view,
        choices=CHOICES,
        scopes=FORFEIT_SCOPES,
    )


def settings_typed(form: FormData) -> dict[str, Any]:
    """The settings of a form; a tick that is not there is off."""
    values: dict[str, Any] = {each.field: form.get(each.field) == "true" for each in CHOICES}
    values["forfeit_scope"] = str(form.get("forfeit_scope", ""))
    lookback = str(form.get("colour_lookback", "")).strip()
    if lookback and not (lookback.isascii() and lookback.isdecimal()):
        raise BadInput("colour_lookback", "isn’t a number of games")
    values["colour_lookback"] = int(lookback) if lookback else None
    return values


async def _read(request: Request) -> tuple[Sent, str]:
    form, person = await request.form(), request.state.hall_person
    command_id = own_id(person, str(form.get("id", "")))
    values = {"settings": settings_typed(form), "by": person.name}
    return read_command("FixSettings", values, command_id), next_of(person, form)


@needs_hall(HallRole.OFFICE)
async def fix(request: Request) -> Response:
    """Fix the settings of the form, from now on."""
    return await perform(request, _read)


ROUTES = (
    Route(f"{PREFIX}/office/settings", settings_page),
    Route(f"{PREFIX}/office/settings", fix, methods=["POST"]),
)
