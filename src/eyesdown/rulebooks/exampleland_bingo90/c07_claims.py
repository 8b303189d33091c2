"""Part 7 - Claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.kernel.money import Cents, share_equally_up
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    CheckFacts,
    ClaimFacts,
    ConfirmFacts,
    DisputeFacts,
    InvalidateFacts,
)
from eyesdown.rulebooks.exampleland_bingo90.actions import ACTIONS, BOOK
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

CLAIMS: Chapter[Any, Figures] = Chapter(BOOK, "Part 7 - Claims")


@ACTIONS.claim.enforces(
    "7(1)", "claim/other_serial", "claim/card_unsold", "claim/card_of_another_game"
)
def card_was_sold_for_this_game(facts: ClaimFacts) -> Breach | None:
    if not facts.shown_serial_in_game:
        return breach("claim/other_serial", call=facts.call)
    if not facts.shown_sold or not facts.has_cards:
        return breach("claim/card_unsold", call=facts.call)
    if not facts.shown_for_game:
        return breach("claim/card_of_another_game", call=facts.call)
    return None


@ACTIONS.claim.enforces("7(2)(a)", "claim/incomplete")
def pattern_is_complete(facts: ClaimFacts) -> Breach | None:
    if facts.completed_on or facts.during_announcement:
        return None
    return breach("claim/incomplete", prize=facts.prize, call=facts.call)


@ACTIONS.claim.enforces("7(2)(b)", "claim/during_announcement", "claim/late")
def claim_beats_the_next_call(facts: ClaimFacts) -> Breach | None:
    if facts.during_announcement:
        return breach("claim/during_announcement", call=facts.call)
    if not facts.completed_on or facts.completed_on == facts.call:
        return None  # where it is not complete, 7(2)(a) has answered
    late = facts.call - facts.completed_on
    return breach("claim/late", completed_on=facts.completed_on, calls_late=late)


@CLAIMS.computes("7(2)(c)")
def forfeited(missed: str, _: tuple[str, ...]) -> tuple[str, ...]:
    """A silent player loses the prize missed, and no other.

    >>> forfeited("any line", ("any line", "house"))
    ('any line',)
    """
    return (missed,)


@ACTIONS.claim.enforces("7(2)(c)", "claim/forfeited")
def silent_player_has_lost_the_prize(facts: ClaimFacts) -> Breach | None:
    return breach("claim/forfeited", prize=facts.prize) if facts.forfeited else None


@CLAIMS.computes("7(3)")
def steps() -> Mapping[str, str]:
    """What is done before a claim is allowed, each step with its clause."""
    return {"collect": "7(3)", "serial": "7(3)", "call back": "7(3)"}


@ACTIONS.check.enforces("7(3)", "claim/card_serial_differs")
def serial_read_is_the_cards(facts: CheckFacts) -> Breach | None:
    return None if facts.serial_agrees else breach("claim/card_serial_differs", by=facts.by)


@ACTIONS.confirm.enforces("7(3)", "claim/not_the_supervisor")
def supervisor_allows_the_claim(facts: ConfirmFacts) -> Breach | None:
    if facts.by_duty == "supervisor":
        return None
    return breach("claim/not_the_supervisor", duty=facts.by_duty)


@CLAIMS.computes("7(4)")
def share(prize_cents: Cents, winners: int) -> tuple[Cents, Cents]:
    """Each winner's share rounded up to the cent, and what the hall adds to pay it (ADR 0006).

    >>> share(1_000, 3)
    (334, 2)
    """
    return share_equally_up(prize_cents, winners)


@ACTIONS.dispute.enforces("7(6)", "dispute/not_the_supervisor")
def supervisor_decides_disputes(facts: DisputeFacts) -> Breach | None:
    if facts.closing or facts.by == facts.supervisor:
        return None
    return breach("dispute/not_the_supervisor", by=facts.by, supervisor=facts.supervisor)


@ACTIONS.invalidate.enforces("7(6)", "invalidate/not_the_supervisor")
def supervisor_decides_what_becomes_of_a_game(facts: InvalidateFacts) -> Breach | None:
    if facts.by_duty == "supervisor":
        return None
    return breach("invalidate/not_the_supervisor", duty=facts.by_duty)
