"""Part 5 - Calling."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import CorrectionFacts, DrawFacts, StartFacts
from eyesdown.rulebooks.exampleland_bingo90.actions import ACTIONS
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures


@ACTIONS.start.enforces("5(1)", "selector/unknown_kind", "selector/balls_missing")
def numbers_come_from_a_device_or_a_full_cage(facts: StartFacts, figures: Figures) -> Breach | None:
    if facts.selector not in figures.selectors:
        return breach("selector/unknown_kind", selector=facts.selector)
    full = figures.selector_highest
    if facts.selector == "receptacle" and facts.balls != full:
        return breach("selector/balls_missing", balls=facts.balls, full=full)
    return None


@ACTIONS.draw.enforces("5(1)", "selector/number_out_of_range", "selector/number_twice")
def each_number_comes_once(facts: DrawFacts, figures: Figures) -> Breach | None:
    highest = figures.selector_highest
    for number in (facts.number, facts.drawn):
        if not figures.selector_lowest <= number <= highest:
            return breach("selector/number_out_of_range", number=number, highest=highest)
    if not facts.drawn_before:
        return None
    return breach("selector/number_twice", number=facts.drawn, numbers_out=facts.numbers_drawn)


@ACTIONS.correction.enforces("5(1)", "selector/number_out_of_range", "selector/number_twice")
def corrected_number_is_a_new_one(facts: CorrectionFacts, figures: Figures) -> Breach | None:
    highest = figures.selector_highest
    if not facts.display and not figures.selector_lowest <= facts.right <= highest:
        return breach("selector/number_out_of_range", number=facts.right, highest=highest)
    if not facts.right_called:
        return None
    return breach("selector/number_twice", number=facts.right, wrong=facts.wrong)


@ACTIONS.draw.enforces(
    "5(2)",
    "draw/game_not_running",
    "draw/game_won",
    "draw/not_the_caller",
    "draw/announcement_open",
)
def caller_says_every_number(facts: DrawFacts) -> Breach | None:
    if not facts.running:
        return breach("draw/game_not_running", number=facts.number)
    if facts.game_won:
        return breach("draw/game_won", numbers_out=facts.numbers_drawn)
    if facts.by != facts.caller:
        return breach("draw/not_the_caller", by=facts.by, caller=facts.caller)
    if not facts.last_announced:
        return breach("draw/announcement_open", numbers_out=facts.numbers_drawn)
    return None


@ACTIONS.draw.enforces("5(3)", "draw/claims_open", "draw/correction_owed")
def nothing_waits_when_a_number_comes(facts: DrawFacts) -> Breach | None:
    if facts.claims_open:
        return breach("draw/claims_open", claims=facts.claims_open)
    if facts.correction_open:
        return breach("draw/correction_owed", numbers_out=facts.numbers_drawn)
    return None


@ACTIONS.correction.enforces(
    "5(4)",
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
