"""What the office has just done, in a sentence: every press shows that it was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import tzinfo
from typing import Any

from eyesdown.bingo.pools import events as pools
from eyesdown.bingo.sales.events import CardWithdrawn
from eyesdown.bingo.session import events as session
from eyesdown.central.hall.stock import SeriesTakenIn
from eyesdown.central.hall.words import DeviceApproved
from eyesdown.kernel.money import dollars


def done_words(events: Iterable[Any], zone: tzinfo) -> tuple[str, ...]:
    """A sentence for each of these events that has one, and the warnings of a series."""
    return tuple(words for event in events for words in _words(event, zone))


def _words(event: Any, zone: tzinfo) -> Iterator[str]:
    match event:
        case session.SalePointOpened():
            yield f"{event.point} is open: it may sell."
        case session.GamingDayFixed():
            yield f"The gaming day starts at {event.starts:%H:%M} and has {event.minutes} minutes."
        case DeviceApproved():
            yield f"{event.device} is approved: {event.approval}."
        case SeriesTakenIn():
            yield f"{event.stock.serial} is in stock."
            yield from (f"{event.stock.serial}: {warning}" for warning in event.warnings)
        case CardWithdrawn():
            yield f"Card {event.card} of {event.serial} is out of the stock: {event.reason}."
        case session.PersonAppointed():
            duty = {"caller": "calls", "supervisor": "supervises"}[event.duty]
            where = f"game {event.game}" if event.game else "every game"
            yield f"{event.person} {duty} {where} of {event.session}."
        case session.SessionOpened():
            yield f"{event.session} is open."
        case session.ClosingSignShown():
            closes = event.closes_at.astimezone(zone)
            yield f"The closing sign is up: {event.session} closes at {closes:%H:%M}."
        case session.SessionClosed():
            yield f"{event.session} is closed."
        case _:
            yield from _pool_words(event)


def _pool_words(event: Any) -> Iterator[str]:
    match event:
        case pools.PoolOpened():
            yield f"The pool {event.pool} is open."
        case pools.PoolCredited():
            balance = dollars(event.balance_cents)
            yield f"{dollars(event.amount_cents)} went into {event.pool}: it has {balance}."
        case pools.PoolDebited():
            balance = dollars(event.balance_cents)
            yield f"{dollars(event.amount_cents)} left {event.pool}: it has {balance}."
        case pools.OperatorContributed():
            given, where = dollars(event.amount_cents), event.prize or event.pool
            yield f"{given} of the operator’s own money went to {where}."
