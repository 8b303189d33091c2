"""Rule 2 - Admission, price of tickets, notice."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import FeeFacts, OpenFacts, PlanFacts, SaleFacts
from eyesdown.rulebooks.vic_bingo.actions import ACTIONS


@ACTIONS.fee.enforces("2.1", "admission/charged")
def nothing_is_charged_for_admission(facts: FeeFacts) -> Breach | None:
    """There is no entry fee under this book (B08)."""
    return breach("admission/charged", amount_cents=facts.amount_cents)


@ACTIONS.plan.enforces("2.1", "admission/charged")
def no_entry_fee_is_planned(facts: PlanFacts) -> Breach | None:
    if not facts.entry_fee_cents:
        return None
    return breach("admission/charged", amount_cents=facts.entry_fee_cents)


@ACTIONS.plan.enforces("2.2 same", "session/price_differs")
def ticket_for_all_games_costs_their_sum(facts: PlanFacts) -> Breach | None:
    """A ticket that plays in every game would have a second price in each of them (A14)."""
    price, cost = facts.session_price_cents, sum(game.price_cents for game in facts.games)
    if price in (0, cost):
        return None
    return breach("session/price_differs", session_price_cents=price, games_cents=cost)


@ACTIONS.sale.enforces("2.2 same", "sale/price_differs")
def every_ticket_of_a_game_has_one_price(facts: SaleFacts) -> Breach | None:
    """A book costs the sum of its tickets (A14)."""
    if facts.paid_cents == facts.price_cents:
        return None
    return breach("sale/price_differs", paid_cents=facts.paid_cents, price_cents=facts.price_cents)


@ACTIONS.opening.enforces("2.3", "session/notice_missing")
def notice_hangs_at_the_entrance(facts: OpenFacts) -> Breach | None:
    if facts.notice_displayed:
        return None
    return breach("session/notice_missing", notice_displayed=0)
