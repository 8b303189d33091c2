"""Rule 3 - Duties of the caller and the supervisor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    AppointFacts,
    Brief,
    CheckFacts,
    ClaimFacts,
    ConfirmFacts,
    CorrectionFacts,
    DisputeFacts,
    DrawFacts,
    InvalidateFacts,
    SaleFacts,
    StartFacts,
)
from eyesdown.rulebooks.vic_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

RULE_3: Chapter[Any, VicBingoFigures] = Chapter(BOOK, "Rule 3 - Duties")
SOURCES = ("device", "receptacle")
CALL_BACK = "call back"


@ACTIONS.appoint.enforces("3.1", "people/same_person", "people/machine")
def caller_and_supervisor_are_two_persons(facts: AppointFacts) -> Breach | None:
    """Persons, not machines (C21)."""
    if facts.person == facts.other:
        return breach("people/same_person", person=facts.person)
    if facts.role == "machine":
        return breach("people/machine", person=facts.person)
    return None


@ACTIONS.draw.enforces("3.1", "people/missing")
def caller_and_supervisor_are_there(facts: DrawFacts) -> Breach | None:
    if facts.caller and facts.supervisor:
        return None
    return breach("people/missing", caller=facts.caller, supervisor=facts.supervisor)


@ACTIONS.appoint.enforces("3.2", "people/player")
def players_do_not_run_the_game(facts: AppointFacts) -> Breach | None:
    return breach("people/player", person=facts.person) if facts.holds_cards else None


@ACTIONS.sale.enforces("3.2", "sale/to_official")
def caller_and_supervisor_do_not_buy(facts: SaleFacts) -> Breach | None:
    return breach("sale/to_official", player=facts.player) if facts.player_is_official else None


@ACTIONS.claim.enforces("3.2", "claim/by_official")
def caller_and_supervisor_do_not_claim(facts: ClaimFacts) -> Breach | None:
    return breach("claim/by_official", call=facts.call) if facts.player_is_official else None


@RULE_3.computes("3.3(a)(i)")
def versions(facts: Brief) -> Announcement | None:
    """Once a session, for every game of it (C23)."""
    games = ", ".join(
        f"game {game} version {' and '.join(map(str, played))} ({prize})"
        for game, played, prize in facts.programme
    )
    return Announcement("versions", "3.3(a)(i)", ("caller",), f"Today we play: {games}.")


@RULE_3.computes("3.3(a)(ii)")
def count_back(_: Brief) -> Announcement | None:
    """The announcement of the count back."""
    text = "The supervisor or another person may count back a ticket beside an independent player."
    return Announcement("count back", "3.3(a)(ii)", ("caller",), text)


@RULE_3.computes("3.3(a)(iii)")
def disputes(_: Brief) -> Announcement | None:
    """The announcement of how disputes are decided."""
    text = "Any dispute about play is for the supervisor to settle."
    return Announcement("disputes", "3.3(a)(iii)", ("caller",), text)


@ACTIONS.start.enforces("3.3(b)(i)", "selector/unknown_kind")
def numbers_come_from_a_generator_or_balls(facts: StartFacts) -> Breach | None:
    if facts.selector in SOURCES:
        return None
    return breach("selector/unknown_kind", selector=facts.selector)


@ACTIONS.start.enforces("3.3(b)(ii)", "selector/balls_missing")
def receptacle_is_full(facts: StartFacts, figures: VicBingoFigures) -> Breach | None:
    if facts.selector != "receptacle" or facts.balls == figures.receptacle_balls:
        return None
    return breach("selector/balls_missing", balls=facts.balls, full=figures.receptacle_balls)


@ACTIONS.draw.enforces(
    "3.3(c)",
    "draw/announcement_open",
    "draw/not_the_caller",
    "draw/game_not_running",
    "draw/game_won",
)
def caller_announces_every_number(facts: DrawFacts) -> Breach | None:
    if not facts.running:
        return breach("draw/game_not_running", number=facts.number)
    if facts.game_won:
        return breach("draw/game_won", numbers_out=facts.numbers_drawn)
    if facts.caller and facts.by != facts.caller:
        return breach("draw/not_the_caller", by=facts.by, caller=facts.caller)
    if not facts.last_announced:
        return breach("draw/announcement_open", numbers_out=facts.numbers_drawn)
    return None


@ACTIONS.draw.enforces("3.3(d)", "draw/ball_not_handed_over")
def balls_are_handed_over(facts: DrawFacts) -> Breach | None:
    if not facts.receptacle or facts.last_handed_over:
        return None
    return breach("draw/ball_not_handed_over", numbers_out=facts.numbers_drawn)


@ACTIONS.draw.enforces("3.4(c)", "draw/ball_not_racked")
def balls_are_checked_and_racked(facts: DrawFacts) -> Breach | None:
    """The reference in print is to the receptacle of 3.3(b)(ii) (L02)."""
    if not facts.receptacle or facts.last_racked:
        return None
    return breach("draw/ball_not_racked", numbers_out=facts.numbers_drawn)


@ACTIONS.dispute.enforces("3.4(d)", "dispute/not_the_supervisor")
def supervisor_decides_disputes(facts: DisputeFacts) -> Breach | None:
    if facts.closing or facts.by == facts.supervisor:
        return None
    return breach("dispute/not_the_supervisor", by=facts.by, supervisor=facts.supervisor)


@ACTIONS.invalidate.enforces("3.4(d)", "invalidate/not_the_supervisor")
def supervisor_decides_what_becomes_of_a_game(facts: InvalidateFacts) -> Breach | None:
    """The text knows no void game; the supervisor decides, and refunds by choice (I06)."""
    if facts.by_duty == "supervisor":
        return None
    return breach("invalidate/not_the_supervisor", duty=facts.by_duty)


@RULE_3.computes("3.5")
def steps() -> Mapping[str, str]:
    """The checklist, each step with its clause; another person may do a step (C19, L03)."""
    return {
        "collect": "3.5(a)",
        "serial": "3.5(b)",
        "sold": "3.5(c)",
        CALL_BACK: "3.5(d)",
    }


@ACTIONS.confirm.enforces("3.5", "claim/not_the_supervisor")
def supervisor_determines_the_winner(facts: ConfirmFacts) -> Breach | None:
    if facts.by_duty == "supervisor":
        return None
    return breach("claim/not_the_supervisor", duty=facts.by_duty)


@ACTIONS.claim.enforces("3.5(b)", "claim/out_of_range", "claim/other_serial")
def ticket_lies_in_the_issued_range(facts: ClaimFacts) -> Breach | None:
    """A serial is owed but for Braille tickets; book numbers only where books are printed (A08)."""
    if not facts.shown_serial_in_game:
        return breach("claim/other_serial", call=facts.call)
    return None if facts.shown_in_range else breach("claim/out_of_range", call=facts.call)


@ACTIONS.check.enforces("3.5(b)", "claim/card_serial_differs", "claim/card_book_differs")
def serial_and_book_read_are_the_tickets(facts: CheckFacts) -> Breach | None:
    if not facts.serial_agrees:
        return breach("claim/card_serial_differs", by=facts.by)
    return None if facts.book_agrees else breach("claim/card_book_differs", by=facts.by)


@ACTIONS.claim.enforces(
    "3.5(c)", "claim/no_cards", "claim/card_unsold", "claim/card_of_another_game"
)
def ticket_was_sold_for_this_game(facts: ClaimFacts) -> Breach | None:
    if not facts.shown_sold:
        return breach("claim/card_unsold", call=facts.call)
    if not facts.shown_for_game:
        return breach("claim/card_of_another_game", call=facts.call)
    return None if facts.has_cards else breach("claim/no_cards", cards=0)


@ACTIONS.sale.enforces("3.5(c)", "sale/card_sold_before")
def ticket_is_sold_once(facts: SaleFacts) -> Breach | None:
    """Sold twice it could not be confirmed as sold for the game; late sales are open (B02)."""
    if not facts.already_sold:
        return None
    return breach("sale/card_sold_before", serial=facts.serial, card=facts.already_sold)


@ACTIONS.check.enforces("3.5(d)", "claim/no_witness", "claim/witness_not_independent")
def call_back_is_witnessed(facts: CheckFacts) -> Breach | None:
    """By a player who neither claims, runs the game nor calls back, if one is there (C18)."""
    if CALL_BACK not in facts.steps:
        return None
    if not facts.witness:
        return breach("claim/no_witness", by=facts.by) if facts.witness_possible else None
    other = facts.witness_is_player and facts.witness != facts.by
    if other and not (facts.witness_is_claimant or facts.witness_is_official):
        return None
    return breach("claim/witness_not_independent", witness=facts.witness)


@ACTIONS.confirm.enforces("3.5(d)", "claim/witness_not_independent")
def witness_has_not_claimed_since(facts: ConfirmFacts) -> Breach | None:
    """Who has claimed on the same number by now was no independent player (C18)."""
    if not facts.claiming_witness:
        return None
    return breach("claim/witness_not_independent", witness=facts.claiming_witness)


@ACTIONS.draw.enforces("3.5", "draw/claims_open")
def claims_are_decided_before_the_next_number(facts: DrawFacts) -> Breach | None:
    return breach("draw/claims_open", claims=facts.claims_open) if facts.claims_open else None


@ACTIONS.draw.enforces("3.6", "draw/correction_owed")
def corrections_come_at_once(facts: DrawFacts) -> Breach | None:
    if not facts.correction_open:
        return None
    return breach("draw/correction_owed", numbers_out=facts.numbers_drawn)


@ACTIONS.correction.enforces(
    "3.6",
    "correction/never_called",
    "correction/nothing_wrong",
    "correction/not_the_number_drawn",
    "correction/wrong_person",
    "correction/not_announced",
)
def error_is_announced_and_corrected(facts: CorrectionFacts) -> Breach | None:
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
    return None
