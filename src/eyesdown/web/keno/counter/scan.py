"""Reads what a scanner types, and gives a stored bet the shape that a page sends."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from eyesdown.central.site.serials import tidy
from eyesdown.keno.bets.bet import ORDERED, Bet, Combination, Racing
from eyesdown.keno.bets.price import bet_form

_IN_GROUPS = re.compile(r"([0-9A-Za-z]{6}(?:[ -]?[0-9A-Za-z]{6}){3})(?![0-9A-Za-z])(.*)", re.DOTALL)


def scanned(typed: str) -> tuple[str, str]:
    """The serial and the check that were scanned or typed, as a ticket's address or in two words.

    >>> scanned("https://keno.example/check?serial=000G40-R40M30-E209EP-XXHNBP&check=1f2e")
    ('000G40-R40M30-E209EP-XXHNBP', '1f2e')
    >>> scanned("ooog40-r40m30-e209ep-xxhnbp 1F2E")
    ('000G40-R40M30-E209EP-XXHNBP', '1f2e')
    >>> scanned("000g40 r40m30 e209ep xxhnbp 1f2e")
    ('000G40-R40M30-E209EP-XXHNBP', '1f2e')
    """
    if "serial=" in typed:
        query = parse_qs(urlsplit(typed).query)
        serial, check = query.get("serial", [""])[0], query.get("check", [""])[0]
    elif (groups := _IN_GROUPS.match(typed.strip())) is not None:
        serial, check = groups.groups()
    else:
        serial, _, check = typed.strip().partition(" ")
    return tidy(serial), check.strip().lower()


def bet_json(bet: Bet) -> dict[str, Any]:
    """A stored bet in the shape that `read_bet` takes."""
    if isinstance(bet, Racing):
        return _racing_json(bet)
    raw = {name: _plain(getattr(bet, name)) for name in bet.__struct_fields__}
    return {"type": "combination" if isinstance(bet, Combination) else bet_form(bet), **raw}


def _plain(value: Any) -> Any:
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def _racing_json(bet: Racing) -> dict[str, Any]:
    raw: dict[str, Any] = {
        "type": "racing",
        "bet": bet.bet,
        "option": bet.option,
        "subscription_cents": bet.subscription_cents,
        "bonus": bet.bonus,
    }
    if bet.option == "box" or (bet.option == "straight" and bet.bet not in ORDERED):
        return raw | {"rows": list(bet.fill)}
    if bet.option == "straight":
        return raw | {"rows": [rows[0] for rows in bet.places]}
    if bet.bet in ORDERED:
        places = enumerate(bet.places, start=1)
        raw["standout"] = {str(place): list(rows) for place, rows in places if rows}
    else:
        raw["standout"] = list(bet.named)
    return raw | {"with": list(bet.fill)} if bet.option == "standout" else raw
