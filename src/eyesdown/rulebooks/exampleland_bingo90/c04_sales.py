"""Part 4 - Sales."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.exampleland import SaleFacts
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

SALES = Chapter[SaleFacts, Figures]("exampleland-bingo90", "Part 4 - Sales")


@SALES.enforces("4(1)", "sale/too_many_cards")
def not_too_many_cards(sale: SaleFacts, figures: Figures) -> Breach | None:
    if sale.cards_count <= figures.sale_cards_max:
        return None
    return breach("sale/too_many_cards", cards=sale.cards_count, most=figures.sale_cards_max)


@SALES.enforces("4(2)", "sale/price_differs")
def one_price_a_game(sale: SaleFacts) -> Breach | None:
    if sale.price_cents == sale.game_price_cents:
        return None
    return breach("sale/price_differs", offered=sale.price_cents, price=sale.game_price_cents)


@SALES.enforces("4(3)", "sale/game_has_begun")
def sold_before_the_first_call(sale: SaleFacts) -> Breach | None:
    if sale.calls_made == 0:
        return None
    return breach("sale/game_has_begun", calls=sale.calls_made)
