"""Part 4 - Entry into a game or session."""

from __future__ import annotations

from typing import Any

from eyesdown.kernel.money import split_evenly
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    ClaimFacts,
    FeeFacts,
    HoldFacts,
    PlanFacts,
    PointFacts,
    SaleFacts,
)
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

PART_4: Chapter[Any, NzBingoFigures] = Chapter(BOOK, "Part 4 - Entry")


@ACTIONS.sale.enforces("4.1 first", "sale/complimentary")
def entry_is_by_purchase(facts: SaleFacts) -> Breach | None:
    if facts.paid_cents > 0:
        return None
    return breach("sale/complimentary", paid_cents=facts.paid_cents)


@ACTIONS.fee.enforces("4.1 second", "admission/charged")
def nothing_is_charged_for_admission(facts: FeeFacts) -> Breach | None:
    """There is no entry fee under this book (B08)."""
    return breach("admission/charged", amount_cents=facts.amount_cents)


@ACTIONS.plan.enforces("4.1 second", "admission/charged")
def no_entry_fee_is_planned(facts: PlanFacts) -> Breach | None:
    if not facts.entry_fee_cents:
        return None
    return breach("admission/charged", amount_cents=facts.entry_fee_cents)


@ACTIONS.sale.enforces("4.2 price", "sale/price_differs")
def every_card_of_a_game_has_one_price(facts: SaleFacts) -> Breach | None:
    """No bundle is cheaper (A14)."""
    if facts.paid_cents == facts.price_cents:
        return None
    return breach("sale/price_differs", paid_cents=facts.paid_cents, price_cents=facts.price_cents)


@ACTIONS.plan.enforces("4.2 price", "session/price_differs")
def session_cards_cost_what_game_cards_cost(facts: PlanFacts) -> Breach | None:
    """Where both are in play: the sum of the games (A14), or in every game its even part (B03)."""
    prices = [game.price_cents for game in sorted(facts.games, key=lambda game: game.game)]
    cents, cost = facts.session_price_cents, sum(prices)
    if not cents or not cost or (all(prices) and cents == cost):
        return None
    parts = split_evenly(cents, len(prices))
    if all(price in (0, part) for price, part in zip(prices, parts, strict=True)):
        return None
    return breach("session/price_differs", session_price_cents=cents, games_cents=cost)


@ACTIONS.sale.enforces("4.2 chance", "sale/number_out", "sale/other_format")
def every_card_has_an_equal_chance(facts: SaleFacts) -> Breach | None:
    """No one buys a card knowing a number of the game (B02)."""
    if facts.numbers_out:
        return breach("sale/number_out", numbers_out=facts.numbers_out)
    if facts.boxes and facts.boxes != facts.session_boxes:
        return breach("sale/other_format", grids=facts.boxes, wanted=facts.session_boxes)
    return None


@ACTIONS.point.enforces("4.3", "point/no_price_notice")
def price_is_on_a_notice(facts: PointFacts) -> Breach | None:
    return None if facts.price_notice else breach("point/no_price_notice", price_notice=0)


@ACTIONS.sale.enforces("4.4", "sale/buyer_outside")
def buyer_is_in_a_gaming_area(facts: SaleFacts) -> Breach | None:
    return None if facts.in_gaming_area else breach("sale/buyer_outside", player=facts.player)


@ACTIONS.sale.enforces("4.5", "sale/other_series")
def one_series_until_it_is_exhausted(facts: SaleFacts) -> Breach | None:
    if facts.series_in_use in ("", facts.serial) or not facts.series_in_use_left:
        return None
    left = facts.series_in_use_left
    return breach("sale/other_series", serial=facts.serial, in_use=facts.series_in_use, left=left)


@ACTIONS.sale.enforces("4.6", "sale/not_the_next_card")
def cards_are_sold_in_order(facts: SaleFacts) -> Breach | None:
    """One sequence over all counters; spoiled cards are passed over (A12, A13)."""
    if facts.already_sold or facts.offered_card == facts.expected_card:
        return None
    return breach("sale/not_the_next_card", card=facts.offered_card, next_card=facts.expected_card)


@ACTIONS.sale.enforces("4.7", "sale/other_gaming_day")
def cards_are_sold_on_the_gaming_day(facts: SaleFacts) -> Breach | None:
    """A session keeps the gaming day in which it began (B01)."""
    if facts.gaming_day_fits:
        return None
    return breach("sale/other_gaming_day", serial=facts.serial)


@ACTIONS.claim.enforces("4.7", "claim/card_of_another_day")
def cards_are_used_on_the_gaming_day(facts: ClaimFacts) -> Breach | None:
    return None if facts.shown_day_fits else breach("claim/card_of_another_day", call=facts.call)


@ACTIONS.hold.enforces("4.8", "sale/card_held_back")
def nothing_is_held_for_the_absent(facts: HoldFacts) -> Breach | None:
    if not facts.reserved_for or need_not_sell(facts):
        return None
    return breach("sale/card_held_back", reserved_for=facts.reserved_for)


@ACTIONS.sale.enforces("4.9", "sale/card_sold_before")
def sold_cards_are_never_sold_again(facts: SaleFacts) -> Breach | None:
    """Unsold cards may go on in a later session (A11)."""
    if not facts.already_sold:
        return None
    return breach("sale/card_sold_before", serial=facts.serial, card=facts.already_sold)


@PART_4.computes("4.10")
def need_not_sell(facts: HoldFacts) -> bool:
    """While a game is played there is no duty to sell, whatever 4.8 says."""
    return facts.during_play


@ACTIONS.sale.enforces("5.5", "sale/to_official")
def caller_and_supervisor_do_not_buy(facts: SaleFacts) -> Breach | None:
    """The text is silent; neither of them plays all the same (C20)."""
    if not facts.player_is_official or facts.staff_may_play:
        return None
    return breach("sale/to_official", player=facts.player)
