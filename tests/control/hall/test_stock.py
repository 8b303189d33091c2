"""Cards of a series that lies beside the journal: counted in order, from its first card on."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from eyesdown.bingo.sales.events import CardsSold, CardWithdrawn
from eyesdown.bingo.session.commands import PlanSession
from eyesdown.bingo.session.events import SessionPlanned
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard, StockPlan
from eyesdown.control.hall.follow import follow
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.tally import Stock, Tally
from kit.fixtures import NINETY

AT = datetime(2026, 5, 5, 12)
FIRST, LAST = 4001, 4010


class TakenIn(NamedTuple):
    """A series came into stock; only its plan is in the row."""

    stock: StockPlan


def hall() -> Tally:
    tally = Tally("nz-casino-bingo")
    tally.stock = Stock(
        lambda _, card: (
            PrintedCard(card=card, boxes=(NINETY["T0"],)) if FIRST <= card <= LAST else None
        )
    )
    plan = StockPlan(
        serial="S", books=10, up="single", first_card=FIRST, manifest="", table="", index=""
    )
    follow(tally, 1, TakenIn(plan))
    games = tuple(
        PlannedGame(
            game=number,
            versions=(2,),
            price_cents=1000,
            prizes=(Offer(prize="series", amount_cents=9000),),
        )
        for number in (1, 2)
    )
    programme = PlanSession(at=AT, session="Tue", starts_at=AT, games=games)
    planned = SessionPlanned(
        at=AT,
        session="Tue",
        plan=programme,
        brought_forward_cents=0,
        brought_forward_from="",
        brought_forward_date=None,
        carried=(),
    )
    follow(tally, 2, planned)
    return tally


def sell(tally: Tally, row: int, *cards: int) -> str:
    cents = 1000 * len(cards)
    sale = CardsSold(
        at=AT,
        session="Tue",
        purchase=f"purchase {row}",
        scope="game",
        games=(1,),
        player="ann",
        serial="S",
        cards=cards,
        paid_cents=cents,
        receipts_cents=((1, cents),),
        point="",
        gaming_day=date(2026, 5, 5),
    )
    follow(tally, row, sale)
    return count_sales(tally, "Tue", 1).because


def test_the_first_card_of_the_series_is_the_first_to_be_sold() -> None:
    tally = hall()
    assert sell(tally, 3, FIRST, FIRST + 1) == ""
    withdrawn = CardWithdrawn(at=AT, session="Tue", serial="S", card=FIRST + 2, reason="torn")
    follow(tally, 4, withdrawn)
    assert sell(tally, 5, FIRST + 3) == ""
    counted = count_sales(tally, "Tue", 1)
    assert (counted.rows, counted.receipts_cents) == (3, 3000)
    assert tally.taken == {"S": [(FIRST, FIRST + 3)]}


def test_a_card_out_of_turn_or_not_of_the_series_is_named_with_its_row() -> None:
    assert sell(hall(), 3, FIRST + 1) == f"row 3: card S/{FIRST + 1} was sold, and {FIRST} is next"
    assert sell(hall(), 3, LAST + 1) == "row 3: S has no such card"
    tally = hall()
    sell(tally, 3, FIRST)
    assert sell(tally, 4, FIRST) == f"row 4: card S/{FIRST} was sold or spoiled before"


def test_another_holder_is_another_digest() -> None:
    one, other = hall(), hall()
    sell(one, 3, FIRST)
    sell(other, 3, FIRST)
    same = count_sales(one, "Tue", 1).digest
    assert same == count_sales(other, "Tue", 1).digest
    sell(other, 4, FIRST + 1)
    assert same != count_sales(other, "Tue", 1).digest
