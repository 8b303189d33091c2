"""Part 4 - Sales."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import FeeFacts, PlanFacts, SaleFacts
from eyesdown.rulebooks.exampleland_bingo90.actions import ACTIONS
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures


@ACTIONS.sale.enforces("4(1)", "sale/too_many_cards")
def not_too_many_cards(facts: SaleFacts, figures: Figures) -> Breach | None:
    if facts.cards_count <= figures.sale_cards_max:
        return None
    return breach("sale/too_many_cards", cards=facts.cards_count, most=figures.sale_cards_max)


@ACTIONS.plan.enforces("4(2)", "session/price_differs")
def sold_for_games_or_for_the_session(facts: PlanFacts) -> Breach | None:
    """A session card beside game cards would give a game two prices."""
    price, cost = facts.session_price_cents, sum(game.price_cents for game in facts.games)
    if not price or not cost:
        return None
    return breach("session/price_differs", session_price_cents=price, games_cents=cost)


@ACTIONS.sale.enforces("4(2)", "sale/price_differs")
def one_price_a_game(facts: SaleFacts) -> Breach | None:
    if facts.paid_cents == facts.price_cents:
        return None
    return breach("sale/price_differs", paid_cents=facts.paid_cents, price_cents=facts.price_cents)


@ACTIONS.sale.enforces("4(3)", "sale/number_out")
def sold_before_the_first_call(facts: SaleFacts) -> Breach | None:
    if not facts.numbers_out:
        return None
    return breach("sale/number_out", numbers_out=facts.numbers_out)


@ACTIONS.sale.enforces("4(4)", "sale/card_sold_before")
def card_is_sold_once(facts: SaleFacts) -> Breach | None:
    if not facts.already_sold:
        return None
    return breach("sale/card_sold_before", serial=facts.serial, card=facts.already_sold)


@ACTIONS.fee.enforces("4(5)", "admission/charged")
def nothing_is_charged_at_the_door(facts: FeeFacts) -> Breach | None:
    return breach("admission/charged", amount_cents=facts.amount_cents)


@ACTIONS.plan.enforces("4(5)", "admission/charged")
def no_entry_fee_is_planned(facts: PlanFacts) -> Breach | None:
    if not facts.entry_fee_cents:
        return None
    return breach("admission/charged", amount_cents=facts.entry_fee_cents)
