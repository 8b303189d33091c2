"""The clocks of promotions: lodge the terms before the start, notify winners after the draw."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

from eyesdown.bingo.duties.clocks import Clock
from eyesdown.bingo.promotions.state import Promotion, PromotionsState
from eyesdown.rulebook.bingo_book import BingoBook


def promotion_clocks(
    book: BingoBook[Any], state: PromotionsState, at: datetime
) -> tuple[tuple[str, Clock], ...]:
    """The name of each promotion with a clock that runs, the next one first.

    >>> promotion_clocks(None, PromotionsState(), datetime.min)
    ()
    """
    running = [
        (name, clock)
        for name, promotion in state.promotions.items()
        if promotion.status != "cancelled"
        for clock in _clocks(book, promotion, at)
    ]
    return tuple(sorted(running, key=lambda each: each[1].due_at))


def _clocks(book: BingoBook[Any], promotion: Promotion, at: datetime) -> Iterator[Clock]:
    if not promotion.started and promotion.lodged_version != promotion.version:
        before = timedelta(minutes=book.figures.terms_lodged_minutes_before)
        due_at = promotion.starts_at - before  # the exact hour included (J02)
        what = "The terms are to be lodged with the inspector."
        yield Clock("lodge terms", due_at, what, book.clause("10.9"), missed=at > due_at)
    for prize, drawn in promotion.drawn.items():
        if drawn.tell_by is None or drawn.notified:
            continue
        ends = drawn.tell_by + timedelta(days=1)  # by the end of the last day (J01)
        due_at = datetime.combine(ends, time(0), at.tzinfo)
        what = f"{drawn.winner} must hear of the prize {prize}."
        name, clause = f"tell winner of {prize}", book.clause("10.8")
        yield Clock(name, due_at, what, clause, missed=at >= due_at, by_wall=True)
