"""How a draw is proven, in words for players: a picture, who could still do what, how to check."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.site.public_record import appointed_at
from eyesdown.central.site.site import Site
from eyesdown.display.record import HASH_CHARACTERS, WitnessShown
from eyesdown.draw import vrf
from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.frame.pages import page

STEPS = (
    ("Promise", "site", "The hash of a secret value, the closing time, who witnesses."),
    ("Signatures", "witness", "Each witness signs the promise, by its own clock."),
    ("Open", "players", "Tickets are sold. Each prints the record’s newest line."),
    ("Close", "players", "No entry is added or cancelled any more."),
    ("Seal", "site", "One hash fixes every entry. Ask for your ticket’s path now."),
    ("Reveal", "site", "The site shows its value before any witness answers."),
    ("Answers", "witness", "Each witness gives the one answer its key has to this seal."),
    ("Slow step", "site", "If promised: some ten seconds of work that cannot be shortened."),
    ("Numbers", "players", "They follow from all of that. Work them out again yourself."),
)
"""What happens in a draw, in order: its name, whose part it is, and in one sentence what it is."""

LANES = {"site": 62, "witness": 180, "players": 298}
"""The middle of each lane of the picture."""


def witnesses_of(web: Web[Any], site: Site[Any]) -> tuple[WitnessShown, ...] | None:
    """The witnesses in office, the longest serving first; None if the tenant draws nothing."""
    if web.tenant.witnessed is None:
        return None
    state, since = web.tenant.witnessed(site.state), appointed_at(site.store)
    shown = (
        WitnessShown(
            name,
            vrf.fingerprint(int(key, 16))[:HASH_CHARACTERS],
            datetime.fromisoformat(since[name]).astimezone(web.tenant.zone).date(),
            state.silences.get(name, 0),
        )
        for name, key in state.keys.items()
    )
    return tuple(sorted(shown, key=lambda witness: (witness.since, witness.name)))


async def proof(request: Request) -> Response:
    """The page "How we prove it"."""
    web = web_of(request)
    witnesses = await web.ask_site(lambda site: witnesses_of(web, site))
    return page("proof.html", here="/proof", steps=STEPS, lanes=LANES, witnesses=witnesses)


ROUTES = (Route("/proof", proof),)
