"""A cashier reads a venue's name in a refusal, not its number."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time
from types import SimpleNamespace
from typing import Any

from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.web.keno.counter.submit_once import shown_at_desk

AT = datetime(2026, 6, 1, tzinfo=UTC)
VENUES = {
    "V0004": SimpleNamespace(name="The Made-Up Arms", opens=time(10), closes=time(23, 30)),
}


class _Web:
    async def ask_state(self, question: Any) -> Any:
        return question(SimpleNamespace(keno=SimpleNamespace(venues=VENUES)))


def shown(code: str, *facts: tuple[str, str]) -> Any:
    event = Refused(
        at=AT, asked="Enter", refusals=(Refusal(code, Clause("nsw-keno", "5(a)"), facts),)
    )
    web: Any = _Web()
    [refusal] = asyncio.run(shown_at_desk(web, event))
    return refusal


def test_a_venue_is_named_in_the_sentence() -> None:
    refusal = shown("venue/no_senior_writer", ("venue", "V0004"))
    assert refusal.says == "No senior writer is signed on at The Made-Up Arms."
    assert refusal.facts == {"venue": "V0004"}, "programs read the number"


def test_a_venue_is_named_in_the_facts_beside_the_sentence() -> None:
    refusal = shown("superplay/other_venue", ("venue", "V0004"), ("programmed_for", "V0009"))
    assert "V0004" not in f"{refusal.says} {refusal.facts_shown}"
    assert "The Made-Up Arms" in f"{refusal.says} {refusal.facts_shown}"
    assert "V0009" in f"{refusal.says} {refusal.facts_shown}", "a venue that is not known"


def test_a_closed_venue_says_when_it_trades() -> None:
    says = "The Made-Up Arms is closed; it trades 10:00 to 23:30. Nothing can be sold now."
    refusal = shown("entry/outside_hours", ("venue", "V0004"))
    assert refusal.says == says
    assert refusal.facts_shown == {}
