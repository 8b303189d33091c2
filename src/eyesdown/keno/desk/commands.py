"""Commands of a venue's desk, and of the office about it."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.keno.words.desk import Counted, Given
from eyesdown.kernel.written import Written


class SetCeiling(Written, frozen=True):
    """Set how much a person may give at once, alone, without a reason, and in a Keno Day."""

    at: datetime
    what: Given
    most_cents: int
    alone_cents: int
    reason_cents: int
    day_cents: int
    self_service: bool = False
    venue: str = ""
    by: str = ""


class ApproveAmount(Written, frozen=True):
    """Approve, as a second person, one amount above what another may give alone."""

    at: datetime
    approval: str
    what: Given
    venue: str
    cents: int
    by: str = ""


class PrintPaper(Written, frozen=True):
    """Print a ticket, voucher or receipt; every print after the first is a copy."""

    at: datetime
    serial: str
    terminal: str
    because: str = ""
    by: str = ""


class OpenDrawer(Written, frozen=True):
    """Begin a till's drawer with a float."""

    at: datetime
    terminal: str
    float_cents: int
    by: str = ""


class CountDrawer(Written, frozen=True):
    """Count a drawer: notes and coins, what it should hold, and who takes it over.

    `left_cents` stay in the drawer as the next float.
    """

    at: datetime
    terminal: str
    counted: tuple[Counted, ...]
    expected_cents: int
    left_cents: int
    because: str = ""
    handed_to: str = ""
    by: str = ""


DeskCommand: TypeAlias = PrintPaper | ApproveAmount | OpenDrawer | CountDrawer
CeilingCommand: TypeAlias = SetCeiling
