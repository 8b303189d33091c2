"""How a draw is proven, in words for players: a picture, who could still do what, how to check."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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


async def proof(_: Request) -> Response:
    """The page "How we prove it"."""
    return page("proof.html", here="/proof", steps=STEPS, lanes=LANES)


ROUTES = (Route("/proof", proof),)
