"""The shared test vectors of tickets: whole ones, and every way to tamper with one.

Each is the text of a file with the proof it is held against, what was asked, and the line that must
come out with the sign `holds`. Where `holds` is not false, nothing else may be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyesdown.draw import merkle, statements
from eyesdown.kernel.plain_json import json_bytes

KENO, SPARE, HALL = "keno-two-witnesses-slow", "keno-spare", "seventy-five-balls"
UNREADABLE = "cannot be read"
Json = dict[str, Any]


def ticket_cases(whole: list[Json], card: Json, promise: Json) -> list[Json]:
    """Every case: `whole` are the seven tickets of a game of keno with its `promise`."""
    good = whole[4]
    return [
        *_whole_tickets(whole, card, promise),
        *_changed_entries(good),
        *_changed_paths(good, whole[0], card),
        *_not_what_was_asked(good, whole[0], promise),
        *_unreadable(good),
    ]


def _case(of: str, why: str, body: Any, says: str, *, holds: bool | None, **asked: Any) -> Json:
    text = body if isinstance(body, str) else json_bytes(body).decode()
    return {"of": of, "why": why, "ticket": text, "asked": asked, "says": says, "holds": holds}


def _under(serial: str, entries: int = 7) -> str:
    return f"the entry {serial} is one of the {entries} under the seal"


def _whole_tickets(whole: list[Json], card: Json, promise: Json) -> Iterator[Json]:
    good, serials = whole[4], [each["entry"]["serial"] for each in whole]
    for place, serial in enumerate(serials):
        yield _case(KENO, f"ticket {place + 1} of 7", whole[place], _under(serial), holds=True)
    picks = 'that your ticket says: cents 100, spots [5,40], type "Regular"'
    yield _case(KENO, "its picks are shown", good, picks, holds=None)
    serial = serials[4]
    asked = f"it is the serial asked for ({serial})"
    yield _case(KENO, "the serial asked for", good, asked, holds=True, serial=serial)
    own = promise["game"]
    game = f"it is the game you asked for ({own})"
    yield _case(KENO, "the game asked for", good, game, holds=True, game=own)
    number, digest = statements.head_of(promise).split(":")
    says = f"the promise is statement {number} as you noted it"
    for noted in (
        f"{number}:{digest}",
        f"record {number} · {digest[:16]}",
        f"{number}·{digest[:16].upper()}",
    ):
        yield _case(KENO, f"noted as {noted[:24]}", good, says, holds=True, record=noted)
    later = f"{int(number) + 9} · {digest[:16]}"
    says = f"that the record has statement {int(number) + 9} as noted"
    yield _case(KENO, "a later head", good, says, holds=None, record=later)
    yield _case(HALL, "a card of a hall", card, _under("A-2", 4), holds=True)
    row = "that your ticket says: row [5,20,35,50,65]"
    yield _case(HALL, "its rows are shown", card, row, holds=None, serial="A-2")


def _changed_entries(good: Json) -> Iterator[Json]:
    entry = good["entry"]
    serial, [line] = entry["serial"], entry["lines"]
    changes: dict[str, Json] = {
        "another spot": {"lines": [{**line, "spots": [6, 40]}]},
        "a spot more": {"lines": [{**line, "spots": [5, 40, 41]}]},
        "spots in another order": {"lines": [{**line, "spots": [40, 5]}]},
        "a larger stake": {"lines": [{**line, "cents": 200}]},
        "another game": {"lines": [{**line, "type": "LuckyLast"}]},
        "a line more": {"lines": [line, line]},
        "no line": {"lines": []},
        "a part that was not sold": {"bonus": True},
        "another type": {"type": "Card"},
    }
    for why, change in changes.items():
        changed = {**good, "entry": {**entry, **change}}
        yield _case(KENO, why, changed, _under(serial), holds=False)
    renamed = {**good, "entry": {**entry, "serial": "V00005-000000-000000-ÉCU004"}}
    says = _under(renamed["entry"]["serial"])
    yield _case(KENO, "another serial on it", renamed, says, holds=False)
    bare = {name: value for name, value in entry.items() if name != "lines"}
    yield _case(KENO, "its lines are gone", {**good, "entry": bare}, _under(serial), holds=False)


def _changed_paths(good: Json, first: Json, card: Json) -> Iterator[Json]:
    path, says = good["path"], _under(good["entry"]["serial"])
    (side, digest), *rest = path
    turned = ["left" if side == "right" else "right", digest]
    changed_digest = [side, f"{int(digest[0], 16) ^ 1:x}{digest[1:]}"]
    leaf = merkle.leaf(json_bytes(good["entry"])).hex()
    paths = {
        "no path": [],
        "a step too few": rest,
        "a step twice": [path[0], *path],
        "a step more": [*path, ["left", "00" * 32]],
        "a step on the other side": [turned, *rest],
        "another hash in a step": [changed_digest, *rest],
        "steps in another order": path[::-1],
        "the path of another ticket": first["path"],
        "its own leaf as its neighbour": [[side, leaf], *rest],
    }
    for why, steps in paths.items():
        yield _case(KENO, why, {**good, "path": steps}, says, holds=False)
    other_game = {**good, "game": "2026-11-16/002"}
    yield _case(KENO, "its own word for the game counts for nothing", other_game, says, holds=True)
    serial = good["entry"]["serial"]
    yield _case(SPARE, "a ticket of another game", good, _under(serial, 18), holds=False)
    yield _case(HALL, "a ticket of keno for a hall", good, _under(serial, 4), holds=False)
    yield _case(KENO, "a card of a hall for keno", card, _under("A-2"), holds=False)


def _not_what_was_asked(good: Json, first: Json, promise: Json) -> Iterator[Json]:
    serial = good["entry"]["serial"]
    other = first["entry"]["serial"]
    says = f"it is the serial asked for ({other})"
    yield _case(KENO, "another serial was asked for", good, says, holds=False, serial=other)
    short = f"it is the serial asked for ({serial[:-1]})"
    yield _case(KENO, "a part of the serial", good, short, holds=False, serial=serial[:-1])
    next_game = "2026-11-16/002"
    game = f"it is the game you asked for ({next_game})"
    yield _case(KENO, "another game was asked for", good, game, holds=False, game=next_game)
    number, digest = statements.head_of(promise).split(":")
    says = f"the promise is statement {number} as you noted it"
    for why, noted in (
        ("another head on the ticket", f"{number} · {'0' * 16}"),
        ("a head that was cut short", f"{number} · {digest[:15]}"),
        ("a number without a hash", number),
        ("one character of the head", f"{number}:{int(digest[0], 16) ^ 1:x}{digest[1:16]}"),
    ):
        yield _case(KENO, why, good, says, holds=False, record=noted)


def _unreadable(good: Json) -> Iterator[Json]:
    text, entry, path = json_bytes(good).decode(), good["entry"], good["path"]
    texts = {
        "a name twice": text.replace('"serial":', '"serial":"V00001","serial":', 1),
        "a stake with a point": text.replace('"cents":100', '"cents":100.0', 1),
        "no number": text.replace('"cents":100', '"cents":NaN', 1),
        "the end is missing": text[:-1],
        "nothing": "",
        "a list": "[]",
        "no entry": json_bytes({"path": path}).decode(),
        "no path at all": json_bytes({"entry": entry}).decode(),
        "a serial that is a number": json_bytes({**good, "entry": {**entry, "serial": 4}}).decode(),
        "lines that are no list": json_bytes({**good, "entry": {**entry, "lines": "x"}}).decode(),
        "a line that is no object": json_bytes({**good, "entry": {**entry, "lines": [5]}}).decode(),
        "up, not left or right": json_bytes({**good, "path": [["up", path[0][1]]]}).decode(),
        "a hash in capitals": json_bytes({**good, "path": [["left", "AB" * 32]]}).decode(),
        "a short hash": json_bytes({**good, "path": [["left", "ab" * 31]]}).decode(),
    }
    for why, body in texts.items():
        yield _case(KENO, why, body, UNREADABLE, holds=False)
