"""How a session's sales change it: cards in players' hands, receipts, fees, the stock."""

from __future__ import annotations

from collections.abc import Iterable

from eyesdown.bingo.sales.events import (
    CardReserved,
    CardsSold,
    CardWithdrawn,
    EntryFeePaid,
    SaleDeclined,
    ScorecardsIssued,
    SerialRangeEntered,
)
from eyesdown.bingo.state.game import BoxIndex
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import HallState, Holding, Session
from eyesdown.bingo.state.values import joined, put
from eyesdown.bingo.words.printed import CardKey


@EVOLVES.handles(CardReserved)
def _card_reserved(state: HallState, event: CardReserved) -> None:
    session = state.sessions[event.session]
    name = CardKey(event.serial, event.card).name
    session.reserved = put(session.reserved, name, event.person)


@EVOLVES.handles(CardsSold)
def _cards_sold(state: HallState, event: CardsSold) -> None:
    session = state.sessions[event.session]
    for number, cents in event.receipts_cents:
        game = session.games[number]
        receipts = game.receipts.get(event.player, 0) + cents
        game.receipts = put(game.receipts, event.player, receipts)
        game.in_play = BoxIndex()
        if "serials" in game.announced and not _in_play(session, number, event.serial):
            game.announced = tuple(topic for topic in game.announced if topic != "serials")
    for card in event.cards:
        printed = state.series[event.serial].cards[card].game
        games = (printed,) if printed else event.games
        held = Holding(event.serial, card, event.player, event.scope, games, event.gaming_day)
        session.holdings[held.key.name] = held
    counter = event.games[0] if event.scope == "game" else 0
    by_game = put(session.last_sold.get(event.serial, {}), counter, event.cards[-1])
    session.last_sold = put(session.last_sold, event.serial, by_game)
    state.purchases += 1
    _take(state, session, event.serial, event.cards)


def _in_play(session: Session, number: int, serial: str) -> bool:
    """Whether a card of this serial is in play in a game."""
    return any(held.serial == serial for held in session.held_in(number))


def _take(state: HallState, session: Session, serial: str, cards: Iterable[int]) -> None:
    """Cards leave the stock, and their series is in use in the session."""
    state.series[serial].take(cards)
    session.series = joined(session.series, (serial,))


@EVOLVES.handles(SaleDeclined)
def _sale_declined(_state: HallState, _event: SaleDeclined) -> None:
    """A sale that did not come about changes nothing."""


@EVOLVES.handles(CardWithdrawn)
def card_withdrawn(state: HallState, event: CardWithdrawn) -> None:
    """The card is neither left nor sold."""
    series = state.series[event.serial]
    series.take((event.card,))
    series.withdrawn = joined(series.withdrawn, (event.card,))


@EVOLVES.handles(EntryFeePaid)
def _entry_fee_paid(state: HallState, event: EntryFeePaid) -> None:
    session = state.sessions[event.session]
    fee = session.fees.get(event.player, 0) + event.fee_cents
    session.fees = put(session.fees, event.player, fee)
    session.fees_to_pool_cents = event.jackpot_cents


@EVOLVES.handles(ScorecardsIssued)
def _scorecards_issued(state: HallState, event: ScorecardsIssued) -> None:
    session = state.sessions[event.session]
    for card in event.cards:
        printed = state.series[event.serial].cards[card].game
        held = Holding(
            serial=event.serial,
            card=card,
            player=event.player,
            scope="game" if printed else "session",
            games=(printed,) if printed else tuple(sorted(session.games)),
            sold_on=event.at.date(),
            medium=event.medium,
            auto_play=event.auto_play,
        )
        session.holdings[held.key.name] = held
    for game in session.games.values():
        game.in_play = BoxIndex()
    _take(state, session, event.serial, event.cards)


@EVOLVES.handles(SerialRangeEntered)
def _serial_range_entered(state: HallState, event: SerialRangeEntered) -> None:
    session = state.sessions[event.session]
    session.ranges = put(session.ranges, event.serial, (event.first, event.last))
