"""Part 2 - People."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import AppointFacts, ClaimFacts, DrawFacts, SaleFacts
from eyesdown.rulebooks.exampleland_bingo90.actions import ACTIONS


@ACTIONS.appoint.enforces("2(1)", "people/same_person")
def caller_and_supervisor_are_two_people(facts: AppointFacts) -> Breach | None:
    if facts.person != facts.other:
        return None
    return breach("people/same_person", person=facts.person)


@ACTIONS.draw.enforces("2(1)", "people/missing")
def caller_and_supervisor_are_there(facts: DrawFacts) -> Breach | None:
    if facts.caller and facts.supervisor:
        return None
    return breach("people/missing", caller=facts.caller, supervisor=facts.supervisor)


@ACTIONS.appoint.enforces("2(2)", "people/player")
def players_do_not_run_the_game(facts: AppointFacts) -> Breach | None:
    if not facts.holds_cards or facts.staff_may_play:
        return None
    return breach("people/player", person=facts.person)


@ACTIONS.sale.enforces("2(2)", "sale/to_official")
def officials_do_not_buy(facts: SaleFacts) -> Breach | None:
    if not facts.player_is_official or facts.staff_may_play:
        return None
    return breach("sale/to_official", player=facts.player)


@ACTIONS.claim.enforces("2(2)", "claim/by_official")
def officials_do_not_claim(facts: ClaimFacts) -> Breach | None:
    if not facts.player_is_official or facts.staff_may_play:
        return None
    return breach("claim/by_official", call=facts.call)
