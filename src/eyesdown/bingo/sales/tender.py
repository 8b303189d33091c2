"""How a purchase is paid for: tender, change, and the name of the purchase."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.sales.commands import ChargeAdmission, SellCards
from eyesdown.bingo.state.money import CARD, TENDERS
from eyesdown.bingo.state.state import HallState
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.bingo_book import BingoBook


def next_purchase(state: HallState) -> str:
    """The name of the next purchase: one sequence over all counters.

    >>> next_purchase(HallState())
    'purchase 1'
    """
    return f"purchase {state.purchases + 1}"


def change_cents(tendered_cents: int, due_cents: int) -> int:
    """What the buyer gets back; nothing where it was not noted what they handed over.

    >>> change_cents(2000, 1500), change_cents(0, 1500)
    (500, 0)
    """
    return tendered_cents - due_cents if tendered_cents else 0


def tender_refusals(
    book: BingoBook[Any], command: SellCards | ChargeAdmission, due_cents: int, about: str
) -> tuple[Refusal, ...]:
    """Why a purchase cannot be paid for like this; `about` is the book's word it cites."""
    if command.tender not in TENDERS:
        return (book.refusal("tender/unknown", about, tender=command.tender),)
    tendered = command.tendered_cents
    if not tendered:
        return ()
    facts = {"tendered_cents": tendered, "due_cents": due_cents}
    if tendered < due_cents:
        return (book.refusal("tender/too_little", about, **facts),)
    if command.tender == CARD and tendered != due_cents:
        return (book.refusal("tender/no_change", about, **facts),)
    return ()
