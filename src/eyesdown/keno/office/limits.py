"""Limits, time-outs and exclusion of Subscriber Accounts; they are terms its holder complies with.

They stop deposits and Entries. Money that is there can be taken out, prizes are credited, and games
that an Entry has already been sold for are played.
"""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from eyesdown.keno.events import Event
from eyesdown.keno.office.commands import CareCommand, ExcludeAccount, SetPlayLimit, TakeTimeOut
from eyesdown.keno.office.events import AccountExcluded, PlayLimitSet, TimeOutTaken
from eyesdown.keno.state.deciding import no, refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.players.care import (
    EXCLUSION_DAYS_MIN,
    TIME_OUT_DAYS_MAX,
    Care,
    Measure,
    later,
    limit_asked,
    over,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno

TERMS = "7A(c)(iv)"
DAYS_MAX = 100 * 366
"""Whoever wants longer than this wants it for good."""


def care_refusals(
    book: NswKeno, care: Care, measure: Measure, cents: int, at: datetime
) -> tuple[Refusal, ...]:
    """Why so much may not be deposited or staked now."""
    found = []
    if care.excluded(at):
        found.append(refusal(book, "play/excluded", TERMS, until=_until(care.excluded_until)))
    if care.timed_out(at):
        found.append(refusal(book, "play/time_out", TERMS, until=_until(care.time_out_until)))
    broken = over(care, measure, cents, at)
    if broken is not None:
        facts: dict[str, Fact] = {
            "measure": broken.measure,
            "span": broken.span,
            "limit_cents": broken.limit_cents,
            "used_cents": broken.used_cents,
            "cents": cents,
        }
        found.append(refusal(book, "play/limit", TERMS, **facts))
    return tuple(found)


def decide_care(book: NswKeno, state: KenoState, command: CareCommand) -> tuple[Event, ...]:
    """What its holder asks for an account that is there."""
    care, name, at = state.care.get(command.account, Care()), command.account, command.at
    match command:
        case SetPlayLimit(measure=measure, span=span, cents=cents):
            if cents is not None and cents < 0:
                return no(command, name, (refusal(book, "play/amount", TERMS, cents=cents),))
            return (PlayLimitSet(at, name, limit_asked(care, measure, span, cents, at)),)
        case TakeTimeOut(days=days):
            if not 1 <= days <= TIME_OUT_DAYS_MAX:
                facts = {"days": days, "least": 1, "most": TIME_OUT_DAYS_MAX}
                return no(command, name, (refusal(book, "play/days", TERMS, **facts),))
            until = later(at, days)
            if care.time_out_until is not None and until < care.time_out_until:
                return no(command, name, (_longer(book, care.time_out_until),))
            return (TimeOutTaken(at, name, until),)
        case ExcludeAccount():
            return _exclude(book, care, command)
        case _:
            assert_never(command)


def _exclude(book: NswKeno, care: Care, command: ExcludeAccount) -> tuple[Event, ...]:
    at, name, days = command.at, command.account, command.days
    if days is not None and not EXCLUSION_DAYS_MIN <= days <= DAYS_MAX:
        facts = {"days": days, "least": EXCLUSION_DAYS_MIN, "most": DAYS_MAX}
        return no(command, name, (refusal(book, "play/days", TERMS, **facts),))
    until = None if days is None else later(at, days)
    running = care.excluded_until
    shorter = until is not None and running is not None and until < running
    if until is not None and (shorter or care.excluded_for_good):
        return no(command, name, (_longer(book, running),))
    return (AccountExcluded(at, name, until, command.by),)


def _longer(book: NswKeno, running: datetime | None) -> Refusal:
    return refusal(book, "play/runs_longer", TERMS, until=_until(running))


def _until(moment: datetime | None) -> str:
    return "for good" if moment is None else moment.isoformat()
