"""Verify a draw from its published evidence."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.library.nesting import nesting_refused

Document: TypeAlias = Mapping[str, Any] | str | Path
"""A JSON document: as a dict, as text, or as the path of its file."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What held in a draw's proof, what did not, and what could not be checked from it."""

    numbers: tuple[int, ...]
    held: tuple[str, ...]
    failed: tuple[str, ...]
    unchecked: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing failed."""
        return not self.failed


@nesting_refused
def verify_draw(
    evidence: Document,
    ticket: Document | None = None,
    *,
    game: str = "",
    serial: str = "",
    record: str = "",
    keys: tuple[str, ...] = (),
) -> Verified:
    """Check a draw's proof, and that a ticket took part in it, with the published program.

    Give what you know from elsewhere: the game, the serial and the record line of a ticket, and
    the witnesses' keys as NAME:FINGERPRINT.

    >>> verify_draw({"numbers": [1, 2, 3]})
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: evidence: is not the proof of a draw: ...
    """
    from eyesdown.central.site import verify_draw as program

    for name, given in (("game", game), ("serial", serial), ("record", record)):
        if not isinstance(given, str):
            raise BadInput(name, f"{quoted(given)} is not text")
    named: object = keys
    if not isinstance(named, list | tuple) or not all(isinstance(key, str) for key in named):
        raise BadInput("keys", "is not a list such as ('Anna:1f2e3d4c5b6a7988',)")
    document = _read(evidence, "evidence")
    tickets = [] if ticket is None else [_read(ticket, "ticket")]
    wanted = Namespace(game=game, serial=serial, record=record, key=list(keys))
    try:
        proof = program.read_proof(document)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as wrong:
        raise BadInput("evidence", f"is not the proof of a draw: {wrong}") from wrong
    try:
        checks = list(program.all_checks(proof, tickets, wanted))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as wrong:
        raise BadInput("ticket", f"is not the proof of a ticket: {wrong}") from wrong
    return Verified(
        tuple(proof["numbers"]),
        tuple(says for holds, says in checks if holds),
        tuple(says for holds, says in checks if holds is False),
        tuple(says for holds, says in checks if holds is None),
    )


def _read(document: Document, field: str) -> Any:
    from eyesdown.central.site.verify_draw import parse

    given: object = document
    if not isinstance(given, Mapping | str | Path):
        raise BadInput(field, f"{quoted(document)} is neither a dict, text nor the path of a file")
    try:
        if isinstance(document, Mapping):
            return parse(json.dumps(dict(document)))  # what JSON cannot hold is no proof
        if isinstance(document, str) and document.lstrip().startswith("{"):
            return parse(document)
        return parse(Path(document).read_text("utf-8-sig"))
    except OSError as trouble:
        raise BadInput(field, f"cannot be read: {trouble.strerror}") from trouble
    except (TypeError, ValueError, RecursionError) as wrong:
        raise BadInput(field, f"is not JSON: {wrong}") from wrong
