"""What a web player is shown beside an answer of the API: what he is to confirm, what he bought."""

from __future__ import annotations

from typing import Any

from eyesdown.central.keno.machine import KenoSite, book_on
from eyesdown.display.keno.ticket import acknowledgement, confirmation
from eyesdown.keno.commands import AcceptEntry, AcknowledgeEntry
from eyesdown.kernel.canon import plain

UNCONFIRMED = "internet/not_confirmed"
UNPAID = "payment/short"
"""Whoever asks what an entry costs has not put the money down yet."""


def has_screen(command: Any, body: dict[str, Any]) -> bool:
    """Whether an answer comes with a screen: nearly none does."""
    if isinstance(command, AcceptEntry):
        noes = (body, *body.get("also", ())) if body.get("status") == 422 else ()
        codes = {no["code"] for no in noes}
        return UNCONFIRMED in codes and codes <= {UNCONFIRMED, UNPAID}
    return isinstance(command, AcknowledgeEntry) and body.get("status", 200) in (200, 422)


def screen(site: KenoSite, command: AcceptEntry | AcknowledgeEntry) -> Any:
    """The Internet Confirmation Screen, or the Internet Acknowledgement."""
    book = book_on(site.keno.day or command.at.date())
    if isinstance(command, AcceptEntry):
        return plain(confirmation(book, site.keno, command.entry))
    return plain(acknowledgement(book, site.keno, command.serial))
