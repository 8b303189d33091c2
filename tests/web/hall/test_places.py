"""Every command that a role of a hall may give has its place on a page of that role."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import eyesdown.web.hall as rooms
from eyesdown.central.hall.rights import ALLOWED
from eyesdown.central.hall.roles import HallRole

ROOM = Path(rooms.__file__).parent
TEMPLATES = ROOM.parent / "templates" / "hall"
PARTS = TEMPLATES / "play_parts.html"
PAGES = {
    HallRole.OFFICE: ("office*",),
    HallRole.SELLER: ("seller*",),
    HallRole.CALLER: ("caller",),
    HallRole.SUPERVISOR: ("supervisor",),
    HallRole.VERIFIER: ("verifier",),
}
OWN_ROUTES = {
    "SellCards": "seller/sell",
    "CountTill": "seller/count",
    "PlanSession": "office/programme",
    "AmendProgramme": "office/programme",
    "OfferPromotion": "office/promotions",
    "AmendTerms": "office/promotions",
    "GiveAccess": "office/people/access",
    "FixSettings": "office/settings",
    "TakeInSeries": "office/stock/series",
}
"""Commands whose forms have an address of their own."""
BY_PROGRAM_ONLY = {"RegisterSeries": "the office takes in files of a series instead"}


@cache
def of_next_things() -> str:
    """The commands that one key on top of a page gives."""
    return (ROOM / "step_words.py").read_text("utf-8")


def forms_of(role: HallRole) -> str:
    """The templates of a role's pages, with the shared parts that they call."""
    names = [path for name in PAGES[role] for path in sorted(TEMPLATES.glob(f"{name}.html"))]
    own = "".join(path.read_text("utf-8") for path in names)
    macros = re.findall(r"{% macro (\w+)\(.*?{% endmacro %}", PARTS.read_text("utf-8"), re.DOTALL)
    bodies = re.findall(r"{% macro \w+\(.*?{% endmacro %}", PARTS.read_text("utf-8"), re.DOTALL)
    used = [body for name, body in zip(macros, bodies, strict=True) if f"p.{name}(" in own]
    return own + "".join(used)


def routes() -> str:
    return "".join(path.read_text("utf-8") for path in ROOM.rglob("*.py"))


@pytest.mark.parametrize("role", PAGES)
def test_every_command_of_a_role_has_a_place(role: HallRole) -> None:
    forms, keys = forms_of(role), of_next_things()
    for kind in sorted(ALLOWED[role], key=lambda kind: kind.__name__):
        name = kind.__name__
        if name in BY_PROGRAM_ONLY:
            continue
        in_form = re.search(rf"[\"']{name}[\"']", forms)
        by_key = re.search(rf"\b{name}: ", keys)
        by_route = name in OWN_ROUTES and f"/{OWN_ROUTES[name]}" in routes()
        assert in_form or by_key or by_route, f"{role} has no place for {name}"


def test_a_key_that_leads_to_a_place_finds_it() -> None:
    """Every `/page#place` of what is next is on that page."""
    code = of_next_things() + (ROOM / "next_things.py").read_text("utf-8")
    places = set(re.findall(r"\"/(\w+)#([\w-]+)\"", code))
    places |= {(role, place) for role in ("caller", "supervisor") for place in ("open", "details")}
    places |= {(role, "claims") for role in ("supervisor", "verifier")}
    shared = PARTS.read_text("utf-8")
    assert ("supervisor", "disputes") in places
    for page, place in sorted(places):
        own = (TEMPLATES / f"{page}.html").read_text("utf-8")
        assert f'id="{place}"' in own + shared, f"{page}.html has no place {place}"


def test_nothing_is_ticked_beforehand() -> None:
    """A tick says that a person has seen to something: no page ticks it for them."""
    for path in sorted(TEMPLATES.glob("*.html")):
        for tag in re.findall(r"<input[^>]*type=\"checkbox\"[^>]*>", path.read_text("utf-8")):
            plain = re.sub(r"{%.*?%}", "", re.sub(r"{%-? if .*?{%-? endif -?%}", "", tag))
            assert "checked" not in plain, (path.name, tag)
