"""What happened at a venue's desk."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.keno.words.desk import Approval, Ceiling, Counted, Drawer, Given
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written


class CeilingSet(Written, frozen=True):
    """The office set a ceiling."""

    at: datetime
    ceiling: Ceiling
    by: str


class AmountApproved(Written, frozen=True):
    """A second person approved one amount."""

    at: datetime
    approved: Approval


class AmountGiven(Written, frozen=True):
    """A person gave an amount that has a ceiling, with the reason and the approval."""

    at: datetime
    what: Given
    venue: str
    cents: int
    by: str
    because: str
    approval: str


class PaperPrinted(Written, frozen=True):
    """A paper was printed; `copy` is 0 for the first print and counts the copies after it."""

    at: datetime
    serial: str
    terminal: str
    copy: int
    because: str
    by: str


class DrawerOpened(Written, frozen=True):
    """A till's drawer began with a float."""

    at: datetime
    drawer: Drawer


class DrawerCounted(Written, frozen=True):
    """A drawer was counted and handed over; `next_drawer` is None when the till was closed."""

    at: datetime
    drawer: Drawer
    counted: tuple[Counted, ...]
    counted_cents: int
    expected_cents: int
    difference_cents: int
    because: str
    next_drawer: Drawer | None
    by: str


DeskEvent: TypeAlias = (
    CeilingSet | AmountApproved | AmountGiven | PaperPrinted | DrawerOpened | DrawerCounted
)
Events: TypeAlias = tuple[DeskEvent | Refused, ...]
