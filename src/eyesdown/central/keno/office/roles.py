"""The roles of keno."""

from __future__ import annotations

from enum import StrEnum

from eyesdown.central.site.credentials import Roles


class KenoRole(StrEnum):
    """Who may hold an API token of keno; a bank's program reports deposits and pays withdrawals."""

    DISPLAY = "display"
    PLAYER = "player"
    WRITER = "writer"
    SELF_SERVICE = "self_service"
    SUPERVISOR = "supervisor"
    OFFICE = "office"
    BANK = "bank"
    INSPECTOR = "inspector"


_TERMINAL = ("venue", "terminal")
ROLES: Roles = {
    KenoRole.DISPLAY: (),
    KenoRole.PLAYER: ("account",),
    KenoRole.WRITER: _TERMINAL,
    KenoRole.SELF_SERVICE: _TERMINAL,
    KenoRole.SUPERVISOR: (),
    KenoRole.OFFICE: (),
    KenoRole.BANK: (),
    KenoRole.INSPECTOR: (),
}
"""Every role with the fields that its credential needs."""

SIGNING_ON: Roles = {
    role: ROLES[role]
    for role in (
        KenoRole.WRITER,
        KenoRole.SELF_SERVICE,
        KenoRole.SUPERVISOR,
        KenoRole.OFFICE,
        KenoRole.INSPECTOR,
    )
}
"""The roles of people: they sign on to pages. A player has an account instead."""
