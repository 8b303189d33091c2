"""The test vectors: files, texts that were changed, and what verify_draw.py says of them."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from eyesdown.central.site import verify_draw
from eyesdown.draw import statements
from eyesdown.kernel.plain_json import json_bytes

FOLDER = Path(__file__).parents[1] / "vectors"
FORM = "cannot be read"
Broken = dict[str, Any]


def read(name: str) -> Any:
    """A file of the folder."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def text_of(case: Broken) -> str:
    """The text of a broken proof: its file with the changes made."""
    text = (FOLDER / f"{case['of']}.json").read_text("utf-8")
    if "text" in case:
        old, new = case["text"]
        assert old in text, old
        return text.replace(old, new, 1)
    proof = json.loads(text)
    for path, value in [*case["set"], *_swapped(proof, case.get("swap", []))]:
        part = proof
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = value
    return json_bytes(proof).decode()


def _swapped(proof: Any, path: list[str]) -> list[tuple[list[str], Any]]:
    """The change that swaps the first two of a list."""
    return [([name], [proof[name][1], proof[name][0], *proof[name][2:]]) for name in path]


def verdict(text: str, tickets: list[Any], **asked: Any) -> list[tuple[bool | None, str]]:
    """Every check of verify_draw.py, or that the file cannot be read."""
    given = SimpleNamespace(**{"game": "", "serial": "", "record": "", "key": [], **asked})
    try:
        return list(
            verify_draw.all_checks(verify_draw.read_proof(verify_draw.parse(text)), tickets, given)
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return [(False, FORM)]


def verdict_of_ticket(text: str, ticket: str, **asked: Any) -> list[tuple[bool | None, str]]:
    """The same with the text of a ticket's file."""
    try:
        given = verify_draw.parse(ticket)
    except (ValueError, RecursionError):
        return [(False, FORM)]
    return verdict(text, [given], **asked)


def passes(text: str, record: str = "") -> bool:
    """Whether nothing in a proof is refused, and the noted line of the record is its promise.

    It stops at the first check that fails.
    """
    asked = SimpleNamespace(game="", serial="", record=record, key=[])
    noted = not record
    try:
        proof = verify_draw.read_proof(verify_draw.parse(text))
        for holds, what in verify_draw.all_checks(proof, [], asked):
            if holds is False:
                return False
            noted = noted or (holds is True and what.endswith("as you noted it"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False
    return noted


CHARACTERS = '0123456789abcdefABCDEFghijxyzTZ.:-,"[]{} \\/é'


def changed(text: str, number: int) -> str:
    """The text with one character changed: which, and to what, follows from the number."""
    digest = sha256(f"change {number}".encode()).digest()
    at = int.from_bytes(digest[:8], "big") % len(text)
    others = CHARACTERS.replace(text[at], "")
    return text[:at] + others[int.from_bytes(digest[8:16], "big") % len(others)] + text[at + 1 :]


def asked_for(name: str, text: str) -> dict[str, Any]:
    """What must be noted elsewhere so that all of a file is fixed.

    With no witness no one has signed the promise's place in the record; the ticket's line has it.
    """
    if name != "keno-alone-slow":
        return {}
    promise = json.loads(text)["promise"]
    return {"record": statements.head_of(promise)}
