"""The roles of a hall."""

from __future__ import annotations

from enum import StrEnum

from eyesdown.central.site.credentials import Roles


class HallRole(StrEnum):
    """What a person or a machine may do at a hall."""

    OFFICE = "office"
    SELLER = "seller"
    CALLER = "caller"
    SUPERVISOR = "supervisor"
    VERIFIER = "verifier"
    DISPLAY = "display"
    PLAYER = "player"
    INSPECTOR = "inspector"


ROLES: Roles = dict.fromkeys(HallRole, ())
"""The roles of a hall; a credential may name the person and their till."""
