"""Tills opened and counted, refunds paid."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.sales.commands import CountTill, OpenTill, PayRefund
from eyesdown.bingo.sales.events import RefundPaid, TillCounted, TillOpened
from eyesdown.bingo.state.money import TENDERS
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.events import Events
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook

DECIDES = Handlers()


def no_such_point(book: BingoBook[Any], state: HallState, point: str) -> tuple[Refusal, ...]:
    """The refusal of a sale point that was not opened; none where no point is named."""
    if not point or point in state.points:
        return ()
    return (book.refusal("point/not_open", "point", point=point),)


@DECIDES.handles(OpenTill)
def open_till(book: BingoBook[Any], state: HallState, command: OpenTill) -> Events:
    """Open a till for one person, until it is counted."""
    if command.point not in state.points:
        return refused(command, (book.refusal("point/not_open", "point", point=command.point),))
    till = state.tills.get(command.point)
    if till is not None:
        facts = {"point": command.point, "person": till.person}
        return refused(command, (book.refusal("till/open", "point", **facts),))
    if command.float_cents < 0:
        cents = command.float_cents
        return refused(command, (book.refusal("till/negative_amount", "point", cents=cents),))
    return (
        TillOpened(
            at=command.at, point=command.point, by=command.by, float_cents=command.float_cents
        ),
    )


@DECIDES.handles(CountTill)
def count_till(book: BingoBook[Any], state: HallState, command: CountTill) -> Events:
    """Close a till with its count, compared with what its sales and payments come to."""
    till = state.tills.get(command.point)
    if till is None:
        return refused(command, (book.refusal("till/not_open", "point", point=command.point),))
    counted = command.counted_cents
    if counted < 0:
        return refused(command, (book.refusal("till/negative_amount", "point", cents=counted),))
    return (
        TillCounted(
            at=command.at,
            point=command.point,
            person=till.person,
            by=command.by,
            float_cents=till.float_cents,
            expected_cents=till.expected_cents,
            counted_cents=counted,
            difference_cents=counted - till.expected_cents,
            card_cents=till.card_cents,
            by_person=tuple(till.by_person.items()),
        ),
    )


@DECIDES.handles(PayRefund)
def pay_refund(book: BingoBook[Any], state: HallState, command: PayRefund) -> Events:
    """Pay a refund that is owed, in one sum."""
    owed = state.refunds.get(command.refund)
    if owed is None:
        no = book.refusal("payment/nothing_owed", "payment", refund=command.refund)
        return refused(command, (no,))
    refusals = no_such_point(book, state, command.point)
    if command.tender not in TENDERS:
        refusals += (book.refusal("tender/unknown", "payment", tender=command.tender),)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        RefundPaid(
            at=command.at,
            refund=command.refund,
            session=owed.session,
            player=owed.player,
            amount_cents=owed.amount_cents,
            point=command.point,
            by=command.by,
            tender=command.tender,
        ),
    )
