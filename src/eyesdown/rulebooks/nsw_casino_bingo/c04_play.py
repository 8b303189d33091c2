"""Part 4 - Play of the game."""

from __future__ import annotations

from typing import Any

from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    ActionFacts,
    Brief,
    ClaimFacts,
    CloseFacts,
    CorrectionFacts,
    DrawFacts,
    IssueFacts,
    PlanFacts,
    StartFacts,
)
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK, supervises
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_4: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 4 - Play")
DEALERS = ("dealer", "gaming services host")


@ACTIONS.plan.enforces("4.2", "session/no_such_format")
def session_is_six_up_or_twelve_up(facts: PlanFacts, figures: NswBingoFigures) -> Breach | None:
    if facts.boxes in (figures.six_up_boxes, figures.twelve_up_boxes):
        return None
    return breach("session/no_such_format", boxes=facts.boxes)


@ACTIONS.issue.enforces("4.2", "scorecard/other_format")
def formats_are_not_mixed(facts: IssueFacts) -> Breach | None:
    """One format a session (A10)."""
    if facts.boxes == facts.session_boxes:
        return None
    return breach("scorecard/other_format", boxes=facts.boxes, session_boxes=facts.session_boxes)


@ACTIONS.serial_range.enforces("4.3", "range/not_a_dealer")
def dealer_enters_the_serials(facts: ActionFacts, figures: NswBingoFigures) -> Breach | None:
    if facts.by_role in figures.dealer_roles or supervises(facts.by_role, figures):
        return None
    return breach("range/not_a_dealer", role=facts.by_role)


@ACTIONS.draw.enforces("4.3", "draw/range_not_entered")
def first_and_last_serials_are_entered(facts: DrawFacts) -> Breach | None:
    """For every series issued, its first and last book number (A07)."""
    if facts.range_entered:
        return None
    return breach("draw/range_not_entered", numbers_out=facts.numbers_drawn)


@ACTIONS.claim.enforces("4.3", "claim/out_of_range")
def scorecard_lies_in_the_issued_range(facts: ClaimFacts) -> Breach | None:
    return None if facts.shown_in_range else breach("claim/out_of_range", call=facts.call)


@ACTIONS.issue.enforces("4.3", "sale/card_sold_before")
def scorecards_are_issued_once(facts: IssueFacts) -> Breach | None:
    """The text sets no end to issuing (B02); what is issued late must lie in the range entered."""
    if not facts.already_issued:
        return None
    return breach("sale/card_sold_before", card=facts.already_issued)


@PART_4.computes("4.4")
def colour(facts: Brief) -> Announcement | None:
    """Colour, minor games and prizes are three duties of one clause."""
    card_colour = facts.colour or facts.detail("colour")
    lacking = () if card_colour else ("colour",)
    text = f"Game {facts.game} is played on the {card_colour} scorecard."
    return Announcement("colour", "4.4", DEALERS, text, lacking)


def minor_games(facts: Brief) -> Announcement | None:
    """The announcement of the minor games."""
    names = ", ".join(name for name, _ in facts.minors) or "none"
    text = f"Minor games within this game: {names}."
    return Announcement("minor games", "4.4", DEALERS, text)


def prize_list(facts: Brief) -> Announcement | None:
    """The announcement of the prizes."""
    prizes = ", ".join(f"{name} {dollars(cents)}" for name, cents in facts.prizes)
    return Announcement("prize list", "4.4", DEALERS, f"Prizes: {prizes}.")


@ACTIONS.start.enforces("4.5", "selector/unknown_kind")
def numbers_come_from_the_terminal(facts: StartFacts) -> Breach | None:
    if facts.selector == "device":
        return None
    return breach("selector/unknown_kind", selector=facts.selector)


@ACTIONS.draw.enforces(
    "4.5",
    "selector/number_out_of_range",
    "selector/number_twice",
    "draw/announcement_open",
    "draw/not_the_caller",
    "people/missing",
)
def every_number_is_drawn_shown_and_announced(
    facts: DrawFacts, figures: NswBingoFigures
) -> Breach | None:
    lowest, highest = figures.selector_lowest, figures.selector_highest
    for number in (facts.number, facts.drawn):
        if not lowest <= number <= highest:
            return breach("selector/number_out_of_range", number=number, highest=highest)
    if facts.drawn_before:
        return breach("selector/number_twice", number=facts.drawn, numbers_out=facts.numbers_drawn)
    if not facts.caller or not facts.supervisor:
        return breach("people/missing", caller=facts.caller, supervisor=facts.supervisor)
    if facts.by != facts.caller:
        return breach("draw/not_the_caller", by=facts.by, caller=facts.caller)
    if not facts.last_announced:
        return breach("draw/announcement_open", numbers_out=facts.numbers_drawn)
    return None


@ACTIONS.correction.enforces("4.5", "selector/number_out_of_range", "selector/number_twice")
def corrected_number_can_be_drawn(
    facts: CorrectionFacts, figures: NswBingoFigures
) -> Breach | None:
    highest = figures.selector_highest
    if not facts.display and not figures.selector_lowest <= facts.right <= highest:
        return breach("selector/number_out_of_range", number=facts.right, highest=highest)
    if not facts.right_called:
        return None
    return breach("selector/number_twice", number=facts.right, wrong=facts.wrong)


@ACTIONS.close.enforces("4.6", "game/too_few_numbers")
def enough_numbers_are_drawn(facts: CloseFacts, figures: NswBingoFigures) -> Breach | None:
    """Struck numbers and jackpot numbers do not count (E01)."""
    if facts.numbers_count >= figures.numbers_drawn_min:
        return None
    least = figures.numbers_drawn_min
    return breach("game/too_few_numbers", numbers=facts.numbers_count, least=least)


@ACTIONS.draw.enforces("4.8", "draw/game_not_running", "draw/game_won")
def numbers_are_drawn_until_bingo(facts: DrawFacts) -> Breach | None:
    """A minor win does not stop the main game (F13)."""
    if not facts.running:
        return breach("draw/game_not_running", number=facts.number)
    if facts.game_won:
        return breach("draw/game_won", numbers_out=facts.numbers_drawn)
    return None
