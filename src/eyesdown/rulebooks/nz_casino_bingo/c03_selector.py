"""Part 3 - Equipment: the random number selector, and cards for every player."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import ClaimFacts, CorrectionFacts, DrawFacts, StartFacts
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures


@ACTIONS.draw.enforces("3.1(a)(i)", "selector/number_out_of_range")
def selector_takes_from_the_whole_range(facts: DrawFacts, figures: NzBingoFigures) -> Breach | None:
    lowest, highest = figures.selector_lowest, figures.selector_highest
    for number in (facts.number, facts.drawn):
        if not lowest <= number <= highest:
            return breach("selector/number_out_of_range", number=number, highest=highest)
    return None


@ACTIONS.correction.enforces("3.1(a)(i)", "selector/number_out_of_range")
def corrected_number_is_in_the_range(
    facts: CorrectionFacts, figures: NzBingoFigures
) -> Breach | None:
    highest = figures.selector_highest
    if facts.display or figures.selector_lowest <= facts.right <= highest:
        return None
    return breach("selector/number_out_of_range", number=facts.right, highest=highest)


@ACTIONS.start.enforces("3.1(a)(ii)", "selector/balls_missing")
def receptacle_is_full(facts: StartFacts, figures: NzBingoFigures) -> Breach | None:
    """Only a full receptacle can give every number at random; a device is proved by its draws."""
    if facts.selector != "receptacle" or facts.balls == figures.receptacle_balls:
        return None
    return breach("selector/balls_missing", balls=facts.balls, full=figures.receptacle_balls)


@ACTIONS.draw.enforces("3.1(a)(iii)", "selector/number_twice")
def selector_never_repeats(facts: DrawFacts) -> Breach | None:
    if not facts.drawn_before:
        return None
    return breach("selector/number_twice", number=facts.drawn, numbers_out=facts.numbers_drawn)


@ACTIONS.correction.enforces("3.1(a)(iii)", "selector/number_twice")
def corrected_number_is_new(facts: CorrectionFacts) -> Breach | None:
    if not facts.right_called:
        return None
    return breach("selector/number_twice", number=facts.right, wrong=facts.wrong)


@ACTIONS.claim.enforces("3.1(b)", "claim/no_cards")
def player_has_a_card(facts: ClaimFacts) -> Breach | None:
    return None if facts.has_cards else breach("claim/no_cards", cards=0)
