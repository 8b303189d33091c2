"""Rule 6 - Standards for random number generators."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import CorrectionFacts, DrawFacts
from eyesdown.rulebooks.vic_bingo.actions import ACTIONS
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures


@ACTIONS.draw.enforces("6(a)", "selector/number_out_of_range")
def generator_takes_from_the_whole_range(
    facts: DrawFacts, figures: VicBingoFigures
) -> Breach | None:
    lowest, highest = figures.selector_lowest, figures.selector_highest
    for number in (facts.number, facts.drawn):
        if not lowest <= number <= highest:
            return breach("selector/number_out_of_range", number=number, highest=highest)
    return None


@ACTIONS.correction.enforces("6(a)", "selector/number_out_of_range")
def corrected_number_is_in_the_range(
    facts: CorrectionFacts, figures: VicBingoFigures
) -> Breach | None:
    highest = figures.selector_highest
    if facts.display or figures.selector_lowest <= facts.right <= highest:
        return None
    return breach("selector/number_out_of_range", number=facts.right, highest=highest)


@ACTIONS.draw.enforces("6(b)", "selector/number_twice")
def generator_never_repeats(facts: DrawFacts) -> Breach | None:
    if not facts.drawn_before:
        return None
    return breach("selector/number_twice", number=facts.drawn, numbers_out=facts.numbers_drawn)


@ACTIONS.correction.enforces("6(b)", "selector/number_twice")
def corrected_number_is_new(facts: CorrectionFacts) -> Breach | None:
    if not facts.right_called:
        return None
    return breach("selector/number_twice", number=facts.right, wrong=facts.wrong)
