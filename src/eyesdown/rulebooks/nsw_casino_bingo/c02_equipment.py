"""Part 2 - Table layout and equipment: terminal, display, scorecards at hand."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import OpenFacts
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS


@ACTIONS.opening.enforces("2.1.1", "session/no_terminal")
def there_is_a_terminal(facts: OpenFacts) -> Breach | None:
    return None if facts.terminal else breach("session/no_terminal", terminal="")


@ACTIONS.opening.enforces("2.1.2", "session/no_display")
def there_is_a_winning_number_display(facts: OpenFacts) -> Breach | None:
    return None if facts.display_connected else breach("session/no_display", display_connected=0)


@ACTIONS.opening.enforces("2.1.3", "session/no_scorecards")
def there_are_scorecards(facts: OpenFacts) -> Breach | None:
    if facts.scorecards_issued:
        return None
    return breach("session/no_scorecards", scorecards_issued=0)
