"""nsw-casino-bingo, Part 10.7: terms that leave something out cannot be published."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest

from eyesdown.bingo.promotions import Event, PromotionsState, decide, evolve
from eyesdown.bingo.promotions.commands import OfferPromotion, PublishPromotion
from eyesdown.bingo.promotions.events import PromotionPublished
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.promotions import Terms
from eyesdown.rulebooks.nsw_casino_bingo.book import open_on
from eyesdown.rulebooks.nsw_casino_bingo.c10_terms import TERMS
from kit.promotions import CAR, CASH, FRIDGE, HOUSE, TERMS_IN_FULL, TRIP

BOOK = open_on(date(2024, 5, 1))
START = datetime.fromisoformat("2024-05-10T10:00")


def published(terms: Terms) -> Event:
    """What publishing a promotion with these terms leads to."""
    offer = OfferPromotion(
        at=START, promotion="may", mechanism="draw", starts_at=START, terms=terms
    )
    state = PromotionsState()
    for event in decide(BOOK, state, offer):
        state = evolve(state, event)
    publish = PublishPromotion(
        at=START, promotion="may", marketing_refers=True, channels=("casino",)
    )
    (answer,) = decide(BOOK, state, publish)
    return answer


# clause | what is left out of the full terms
LEFT_OUT: dict[str, list[dict[str, Any]]] = {
    "10.7.1": [{"award_manner": ""}],
    "10.7.2": [{"award_when": ""}, {"award_where": ""}],
    "10.7.3": [{"eligibility": ""}],
    "10.7.4": [{"wager_needed": True}],
    "10.7.5": [{"prize_nature": ""}],
    "10.7.6": [{"entries_close": None}],
    "10.7.7": [{"place": ""}, {"day": None}, {"hour": None}],
    "10.7.8": [{"claim_method": ""}, {"presence_required": None}],
    "10.7.9": [{"winner_notice": ""}],
    "10.7.10": [{"results_published": ""}],
    "10.7.11": [
        {"prizes": ()},
        {"prizes": (replace(CASH, value_cents=0),)},
        {"prizes": (replace(CASH, value_cents=-1),)},
        {"prizes": (CASH, CASH)},
    ],
    "10.7.11.1(i)": [{"prizes": (replace(FRIDGE, make=""),)}],
    "10.7.11.1(ii)": [{"prizes": (replace(FRIDGE, model="", kind="machinery"),)}],
    "10.7.11.1(iii)": [{"prizes": (replace(FRIDGE, accessories="", kind="electric appliance"),)}],
    "10.7.11.2(i)": [{"prizes": (replace(CAR, make=""),)}],
    "10.7.11.2(ii)": [{"prizes": (replace(CAR, model="", kind="Motor vehicle"),)}],
    "10.7.11.2(iii)": [{"prizes": (replace(CAR, accessories=""),)}],
    "10.7.11.2(iv)": [{"prizes": (replace(CAR, on_road_costs_included=None),)}],
    "10.7.11.3(i)": [{"prizes": (replace(TRIP, persons=0),)}],
    "10.7.11.3(ii)": [
        {"prizes": (replace(TRIP, inclusions=TRIP.inclusions[:n] + TRIP.inclusions[n + 1 :]),)}
        for n in range(6)
    ],
    "10.7.11.3(iii)": [{"prizes": (replace(TRIP, travel_window=""),)}],
    "10.7.11.3(iv)": [{"prizes": (replace(TRIP, spending_money=None),)}],
    "10.7.11.4(i)": [{"prizes": (replace(HOUSE, dwelling="", kind="real estate"),)}],
    "10.7.11.4(ii)": [{"prizes": (replace(HOUSE, plans=""),)}],
    "10.7.11.4(iii)": [{"prizes": (replace(HOUSE, contract=""),)}],
    "10.7.11.4(iv)": [{"prizes": (replace(HOUSE, easements=""),)}],
    "10.7.11.4(v)": [{"prizes": (replace(HOUSE, location=""),)}],
    "10.7.11.4(vi)": [
        {"prizes": (replace(HOUSE, inclusions=HOUSE.inclusions[:n] + HOUSE.inclusions[n + 1 :]),)}
        for n in range(4)
    ],
}
CASES = [
    pytest.param(clause, change, id=f"{clause}-{place}")
    for clause, changes in LEFT_OUT.items()
    for place, change in enumerate(changes)
]


@pytest.mark.clause("nsw-casino-bingo", *LEFT_OUT)
@pytest.mark.parametrize(("clause", "change"), CASES)
def test_10_7__terms_that_leave_something_out_cannot_be_published(
    clause: str, change: dict[str, Any]
) -> None:
    assert isinstance(published(TERMS_IN_FULL), PromotionPublished)
    refused = published(replace(TERMS_IN_FULL, **change))
    assert isinstance(refused, Refused)
    assert [no.clause.number for no in refused.refusals] == [clause]


@pytest.mark.clause("nsw-casino-bingo", "10.7.4", "10.7.11.2(iv)", "10.7.11.3(iv)")
def test_10_7__saying_no_is_a_statement_too() -> None:
    stated = replace(
        TERMS_IN_FULL,
        wager_needed=True,
        minimum_wager_cents=500,
        hour=time(0),
        presence_required=True,
        prizes=(
            replace(CAR, on_road_costs_included=True),
            replace(
                TRIP,
                spending_money=True,
                inclusions=tuple((name.replace("_", " "), said) for name, said in TRIP.inclusions),
            ),
        ),
    )
    assert BOOK.check(TERMS, stated) == BOOK.check(TERMS, TERMS_IN_FULL) == ()
