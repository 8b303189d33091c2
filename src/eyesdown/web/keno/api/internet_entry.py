"""What a web player sees of an entry: all of it before they confirm, the record of it after."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.central.keno.machine import KenoSite, book_on
from eyesdown.display.keno.ticket import (
    Acknowledgement,
    Confirmation,
    acknowledgement,
    confirmation,
)
from eyesdown.keno.sales.commands import AcceptEntry, AcknowledgeEntry
from eyesdown.web.keno.api.answers import KenoDone, KenoRefused

EntryScreen: TypeAlias = Confirmation | Acknowledgement

UNCONFIRMED = "internet/not_confirmed"
UNPAID = "payment/short"
"""A client that asks what an entry costs has not sent any money yet."""


def has_screen(command: object, answer: object) -> bool:
    """Whether the answer to a command carries a screen: almost none does."""
    if isinstance(command, AcceptEntry) and isinstance(answer, KenoRefused):
        codes = {refusal.code for refusal in answer.refusals}
        return UNCONFIRMED in codes and codes <= {UNCONFIRMED, UNPAID}
    return isinstance(command, AcknowledgeEntry) and isinstance(answer, KenoDone | KenoRefused)


def screen(site: KenoSite, command: AcceptEntry | AcknowledgeEntry) -> EntryScreen:
    """The Internet Confirmation Screen, or the Internet Acknowledgement."""
    book = book_on(site.keno.day or command.at.date())
    if isinstance(command, AcceptEntry):
        return confirmation(book, site.keno, command.entry)
    return acknowledgement(book, site.keno, command.serial)
