"""What an insider might change in a hall before a result: sales, stock and balls."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from eyesdown.bingo.play.events import EyesDownCalled, NumberCalled
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.events import (
    CardsSold,
    CardWithdrawn,
    SaleTakenBack,
    ScorecardsIssued,
)
from eyesdown.bingo.session.events import SeriesRegistered
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.ticket import Ticket90
from eyesdown.kernel.written import replace
from eyesdown.proof.tamper.hall_rounds import HallChange, Rows
from eyesdown.proof.tamper.hall_rows import every, other_player, pick, put, undone


def sell_a_card_late(rows: Rows, dice: Random) -> int:
    """A sale is moved to after the first number, or eyes down, of a game that it is for."""
    ended: dict[tuple[str, int], int] = {}
    taken = {event.purchase for _, _, event in every(rows, SaleTakenBack)}
    for row, _, event in every(rows, EyesDownCalled):
        ended.setdefault((event.session, event.game), row)
    sales = [
        (row, ended[event.session, game])
        for row, _, event in every(rows, CardsSold)
        if event.purchase not in taken
        for game in event.games
        if row < ended.get((event.session, game), 0)
    ]
    if not sales:
        return -1
    row, late = dice.choice(sales)
    rows.insert(late + 1, rows[row])
    rows[row] = ()
    return row


def swap_a_card(rows: Rows, dice: Random) -> int:
    """A player gets a card that another player has bought, or one out of turn."""
    sale = pick(rows, dice, dice.choice((CardsSold, ScorecardsIssued)), _for_a_game(rows))
    if sale is None:
        return -1
    row, place, event = sale
    others = [
        card
        for _, _, other in every(rows, CardsSold, ScorecardsIssued)
        if other.serial == event.serial
        for card in other.cards
        if card not in event.cards
    ]
    if not others:
        return -1
    cards = (dice.choice(others), *event.cards[1:])
    put(rows, row, place, replace(event, cards=cards))
    return row


def _for_a_game(rows: Rows) -> Callable[[Any], bool]:
    """Whether a sale was not taken back."""
    taken = {event.purchase for _, _, event in every(rows, SaleTakenBack)} - {""}
    return lambda event: event.purchase not in taken


def exchange_two_players(rows: Rows, dice: Random) -> int:
    """A sale goes to another player, before a game that was played."""
    sale = pick(rows, dice, dice.choice((CardsSold, ScorecardsIssued)), _for_a_game(rows))
    if sale is None or not _played_later(rows, *sale):
        return -1
    row, place, event = sale
    put(rows, row, place, replace(event, player=other_player(dice, event.player)))
    return row


def _played_later(rows: Rows, row: int, _place: int, event: Any) -> bool:
    """Whether a game of this sale had its first number after it."""
    return any(
        called.call == 1
        and at > row
        and called.session == event.session
        and called.game in getattr(event, "games", (called.game,))
        for at, _, called in every(rows, NumberCalled)
    )


def book_a_sale_lower(rows: Rows, dice: Random) -> int:
    """Money of a sale is kept, or moved to another game."""
    sale = pick(rows, dice, CardsSold)
    if sale is None:
        return -1
    row, place, event = sale
    (game, cents), *rest = event.receipts_cents
    stolen = dice.randrange(1, cents + 1)
    receipts = ((game, cents - stolen), *rest)
    paid = event.paid_cents - stolen if dice.random() < 0.5 else event.paid_cents
    put(rows, row, place, replace(event, receipts_cents=receipts, paid_cents=paid))
    return row


def change_a_printed_number(rows: Rows, dice: Random) -> int:
    """One number of a card that is in play, in the row of its series."""
    sale = pick(rows, dice, dice.choice((CardsSold, ScorecardsIssued)), _for_a_game(rows))
    if sale is None or not _played_later(rows, *sale):
        return -1
    _, _, event = sale
    row, place, registered = next(
        each for each in every(rows, SeriesRegistered) if each[2].series.serial == event.serial
    )
    cards = {card.card: card for card in registered.series.cards}
    number = event.cards[0]
    cards[number] = _misprinted(cards[number], dice)
    series = replace(registered.series, cards=tuple(cards.values()))
    put(rows, row, place, replace(registered, series=series))
    return row


def _misprinted(card: PrintedCard, dice: Random) -> PrintedCard:
    boxes = list(card.boxes)
    box = dice.randrange(len(boxes))
    old = dice.choice(boxes[box].numbers)
    new = dice.choice([n for n in range(1, 91) if n not in boxes[box].numbers])
    lines = [[new if cell == old else cell for cell in line] for line in boxes[box].rows]
    boxes[box] = Ticket90.of(lines)
    return replace(card, boxes=tuple(boxes))


def spoil_a_sold_card(rows: Rows, dice: Random) -> int:
    """A card that was sold is written off as well."""
    sale = pick(rows, dice, dice.choice((CardsSold, ScorecardsIssued)))
    if sale is None:
        return -1
    row, _, event = sale
    spoiled = CardWithdrawn(
        at=event.at,
        session=event.session,
        serial=event.serial,
        card=dice.choice(event.cards),
        reason="torn",
    )
    rows.insert(row + 1, (spoiled,))
    return row


def swap_the_winning_ball(rows: Rows, dice: Random) -> int:
    """The number on which a prize was won and another number change places."""
    fallen = undone(rows)
    won = pick(rows, dice, PrizeWon, lambda each: (each.session, each.game) not in fallen)
    if won is None:
        return -1
    _, _, event = won
    calls = [
        (row, place, called)
        for row, place, called in every(rows, NumberCalled)
        if (called.session, called.game) == (event.session, event.game)
    ]
    [winning] = [each for each in calls if each[2].call == event.call]
    others = [each for each in calls if each[2].number != winning[2].number]
    if not others:
        return -1
    other = dice.choice(others)
    for (row, place, called), (_, _, source) in ((winning, other), (other, winning)):
        put(rows, row, place, replace(called, number=source.number, drawn=source.drawn))
    return min(winning[0], other[0])


def draw_a_ball_twice(rows: Rows, dice: Random) -> int:
    """A number comes a second time."""
    call = pick(rows, dice, NumberCalled, lambda called: called.call > 1)
    if call is None:
        return -1
    row, place, event = call
    before = [
        called.drawn
        for r, _, called in every(rows, NumberCalled)
        if r < row and (called.session, called.game) == (event.session, event.game)
    ]
    if (event.session, event.game) in undone(rows) or not before:
        return -1
    ball = dice.choice(before)
    put(rows, row, place, replace(event, number=ball, drawn=ball))
    return row


SALE_CHANGES: tuple[HallChange, ...] = (
    sell_a_card_late,
    swap_a_card,
    exchange_two_players,
    book_a_sale_lower,
    change_a_printed_number,
    spoil_a_sold_card,
    swap_the_winning_ball,
    draw_a_ball_twice,
)
