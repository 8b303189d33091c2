"""Part 5 - Conduct: calling out, checking cards, errors, forfeits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    CheckFacts,
    ClaimFacts,
    ConfirmFacts,
    CorrectionFacts,
    DrawFacts,
)
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

WINNERS: Chapter[Any, NzBingoFigures] = Chapter(BOOK, "Part 5 - Winners")


def _incomplete(facts: ClaimFacts) -> Breach | None:
    if facts.completed_on or facts.during_announcement:
        return None
    return breach("claim/incomplete", prize=facts.prize, call=facts.call)


def _outside_the_window(facts: ClaimFacts) -> Breach | None:
    """Opens when the number is fully announced, closes when the next begins (C01)."""
    if facts.during_announcement:
        return breach("claim/during_announcement", call=facts.call)
    if facts.completed_on and facts.completed_on < facts.call:
        late = facts.call - facts.completed_on
        return breach("claim/late", completed_on=facts.completed_on, calls_late=late)
    return None


@ACTIONS.claim.enforces("5.2(a)(i)", "claim/incomplete")
def version_1_completes_a_part_series(facts: ClaimFacts) -> Breach | None:
    return _incomplete(facts) if facts.version == "1" else None


@ACTIONS.claim.enforces("5.2(a)(ii)", "claim/during_announcement", "claim/late")
def version_1_calls_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _outside_the_window(facts) if facts.version == "1" else None


@ACTIONS.claim.enforces("5.2(b)(i)", "claim/incomplete")
def version_2_completes_a_series(facts: ClaimFacts) -> Breach | None:
    return _incomplete(facts) if facts.version == "2" else None


@ACTIONS.claim.enforces("5.2(b)(ii)", "claim/during_announcement", "claim/late")
def version_2_calls_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _outside_the_window(facts) if facts.version == "2" else None


def _first_stage(facts: ClaimFacts) -> bool:
    return facts.version == "3" and facts.prize == "part series"


def _second_stage(facts: ClaimFacts) -> bool:
    return facts.version == "3" and not _first_stage(facts)


@ACTIONS.claim.enforces("5.2(c)(i)", "claim/incomplete")
def version_3_first_completes_a_part_series(facts: ClaimFacts) -> Breach | None:
    return _incomplete(facts) if _first_stage(facts) else None


@ACTIONS.claim.enforces("5.2(c)(ii)", "claim/during_announcement", "claim/late")
def first_winner_calls_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _outside_the_window(facts) if _first_stage(facts) else None


@ACTIONS.claim.enforces("5.2(c)(iii)", "claim/incomplete")
def version_3_then_completes_a_series(facts: ClaimFacts) -> Breach | None:
    """The same called numbers carry on; the stages do not depend on each other (C15)."""
    return _incomplete(facts) if _second_stage(facts) else None


@ACTIONS.claim.enforces("5.2(c)(iv)", "claim/during_announcement", "claim/late")
def second_winner_calls_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _outside_the_window(facts) if _second_stage(facts) else None


@ACTIONS.draw.enforces("5.4", "draw/claims_open")
def claims_are_decided_before_the_next_number(facts: DrawFacts) -> Breach | None:
    return breach("draw/claims_open", claims=facts.claims_open) if facts.claims_open else None


@ACTIONS.claim.enforces("5.5", "claim/by_official")
def caller_and_supervisor_do_not_claim(facts: ClaimFacts) -> Breach | None:
    """The text is silent; a conflict of interest is not (C20)."""
    if not facts.player_is_official or facts.staff_may_play:
        return None
    return breach("claim/by_official", call=facts.call)


@ACTIONS.draw.enforces("5.7(b)", "draw/ball_not_racked")
def balls_are_checked_and_racked(facts: DrawFacts) -> Breach | None:
    if not facts.receptacle or facts.last_racked:
        return None
    return breach("draw/ball_not_racked", numbers_out=facts.numbers_drawn)


@WINNERS.computes("5.7(c)")
def steps() -> Mapping[str, str]:
    """The supervisor's checklist, each step with its clause (C19)."""
    return {
        "collect": "5.7(c)",
        "serial": "5.7(c)(i)",
        "numbers": "5.7(c)(ii)",
        "last number": "5.7(c)(iii)",
        "public reading": "5.7(c)(iv)",
        "caller verification": "5.7(c)(iv)",
    }


@ACTIONS.check.enforces("5.7(c)", "claim/wrong_checker")
def supervisor_does_the_steps(facts: CheckFacts) -> Breach | None:
    own = [step for step in facts.steps if step != "caller verification"]
    if not own or facts.by_duty == "supervisor":
        return None
    return breach("claim/wrong_checker", by=facts.by, step=own[0])


@ACTIONS.confirm.enforces("5.7(c)", "claim/not_the_supervisor")
def supervisor_determines_the_winner(facts: ConfirmFacts) -> Breach | None:
    if facts.by_duty == "supervisor":
        return None
    return breach("claim/not_the_supervisor", duty=facts.by_duty)


@ACTIONS.claim.enforces(
    "5.7(c)(i)", "claim/card_unsold", "claim/card_of_another_game", "claim/other_serial"
)
def card_was_sold_for_this_game(facts: ClaimFacts) -> Breach | None:
    """The text says ticket here and means the card (L04)."""
    if not facts.shown_serial_in_game:
        return breach("claim/other_serial", call=facts.call)
    if not facts.shown_sold:
        return breach("claim/card_unsold", call=facts.call)
    if not facts.shown_for_game:
        return breach("claim/card_of_another_game", call=facts.call)
    return None


@ACTIONS.check.enforces("5.7(c)(i)", "claim/card_serial_differs")
def serial_read_is_the_cards(facts: CheckFacts) -> Breach | None:
    return None if facts.serial_agrees else breach("claim/card_serial_differs", by=facts.by)


@ACTIONS.claim.enforces("5.7(c)(iii)", "claim/late")
def completed_on_the_last_number(facts: ClaimFacts) -> Breach | None:
    """Late differs from incomplete: it was complete, but not on this number (C17)."""
    if not facts.completed_on or facts.completed_on == facts.call or facts.during_announcement:
        return None
    return breach("claim/late", completed_on=facts.completed_on, call=facts.call)


@ACTIONS.check.enforces("5.7(c)(iv)", "claim/not_the_caller")
def caller_verifies_the_numbers(facts: CheckFacts) -> Breach | None:
    if "caller verification" not in facts.steps or facts.by_duty == "caller":
        return None
    return breach("claim/not_the_caller", by=facts.by)


@ACTIONS.draw.enforces("5.8", "draw/correction_owed")
def corrections_come_at_once(facts: DrawFacts) -> Breach | None:
    if not facts.correction_open:
        return None
    return breach("draw/correction_owed", numbers_out=facts.numbers_drawn)


@ACTIONS.correction.enforces(
    "5.8",
    "correction/never_called",
    "correction/nothing_wrong",
    "correction/not_the_number_drawn",
    "correction/wrong_person",
    "correction/not_announced",
    "correction/not_displayed",
)
def error_is_announced_and_corrected(facts: CorrectionFacts) -> Breach | None:
    """The display, which shows every number, is put right as well (S09)."""
    if not facts.wrong_called:
        return breach("correction/never_called", number=facts.wrong)
    if facts.right == facts.wrong:
        return breach("correction/nothing_wrong", number=facts.wrong)
    if facts.drawn not in (0, facts.right):
        return breach("correction/not_the_number_drawn", number=facts.right, drawn=facts.drawn)
    if not facts.by_official:
        return breach("correction/wrong_person", number=facts.wrong)
    if not facts.announced:
        return breach("correction/not_announced", number=facts.wrong)
    if not facts.displayed:
        return breach("correction/not_displayed", decision="S09", number=facts.wrong)
    return None


@WINNERS.computes("5.10")
def forfeited(missed: str, _: tuple[str, ...]) -> tuple[str, ...]:
    """Who stays silent loses that prize and no other (C05, C06).

    >>> forfeited('series', ('part series', 'series'))
    ('series',)
    """
    return (missed,)


@ACTIONS.claim.enforces("5.10", "claim/forfeited")
def silent_player_has_lost_the_prize(facts: ClaimFacts) -> Breach | None:
    return breach("claim/forfeited", prize=facts.prize) if facts.forfeited else None
