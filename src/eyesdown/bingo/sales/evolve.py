"""How sales change a session and the hall: cards in hand, receipts, fees, stock, tills."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from eyesdown.bingo.sales.events import (
    CardReserved,
    CardsSold,
    CardWithdrawn,
    EntryFeePaid,
    RefundPaid,
    SaleDeclined,
    SaleTakenBack,
    ScorecardsIssued,
    SerialRangeEntered,
    TillCounted,
    TillOpened,
)
from eyesdown.bingo.state.desk import sale_ended
from eyesdown.bingo.state.game import BoardOfGame
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.money import Purchase, Till
from eyesdown.bingo.state.state import HallState, Holding, Session
from eyesdown.bingo.state.values import joined, put, without
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
        game.receipts[event.player] = game.receipts.get(event.player, 0) + cents
        game.in_play = BoardOfGame()
        if "serials" in game.announced and number not in session.serials.get(event.serial, ()):
            game.announced = tuple(topic for topic in game.announced if topic != "serials")
    for card in event.cards:
        printed = state.series[event.serial].game_on(card)
        games = (printed,) if printed else event.games
        held = Holding(event.serial, card, event.player, event.scope, games, event.gaming_day)
        _hold(state, session, held)
    counter = event.games[0] if event.scope == "game" else 0
    by_game = put(session.last_sold.get(event.serial, {}), counter, event.cards[-1])
    session.last_sold = put(session.last_sold, event.serial, by_game)
    _take(state, session, event.serial, event.cards)
    sold = Purchase(
        kind="cards",
        player=event.player,
        games=event.games,
        paid_cents=event.paid_cents,
        receipts_cents=event.receipts_cents,
        serial=event.serial,
        cards=event.cards,
        tender=event.tender,
        point=event.point,
        by=event.by,
        slip=event.slip,
    )
    _bought(state, event.session, event.purchase, sold)


def _hold(state: HallState, session: Session, held: Holding) -> None:
    """A card is in a player's hand, and its series in play in its games."""
    session.hold(held, state.series[held.serial])
    games = session.serials.get(held.serial, ())
    if not set(held.games) <= set(games):
        session.serials = put(session.serials, held.serial, joined(games, held.games))


def _bought(state: HallState, name: str, purchase: str, bought: Purchase) -> None:
    """Keep a purchase with its slip; its money is in the till."""
    session = state.sessions[name]
    session.purchases[purchase] = bought
    if bought.slip:
        session.slips[bought.slip] = purchase
    state.purchases += 1
    state.money_moved(bought.point, bought.by, bought.tender, bought.paid_cents, name)


def _to_begin(session: Session) -> tuple[int, ...]:
    """The games that have not begun, which a fee or a scorecard is for."""
    return tuple(number for number, game in sorted(session.games.items()) if not sale_ended(game))


def _take(state: HallState, session: Session, serial: str, cards: Iterable[int]) -> None:
    """Cards leave the stock, and their series is in use in the session."""
    state.series[serial].take(cards)
    session.series = joined(session.series, (serial,))


@EVOLVES.handles(SaleDeclined)
def _sale_declined(_state: HallState, _event: SaleDeclined) -> None:
    """Change nothing: a sale that did not come about is only recorded."""


@EVOLVES.handles(CardWithdrawn)
def card_withdrawn(state: HallState, event: CardWithdrawn) -> None:
    """Take a card out of the stock as spoiled."""
    state.series[event.serial].spoil((event.card,))


@EVOLVES.handles(EntryFeePaid)
def _entry_fee_paid(state: HallState, event: EntryFeePaid) -> None:
    session = state.sessions[event.session]
    session.fees[event.player] = session.fees.get(event.player, 0) + event.fee_cents
    session.fees_to_pool_cents = event.jackpot_cents
    if not event.purchase:
        state.money_moved(event.point, event.by, event.tender, event.fee_cents, event.session)
        return
    paid = Purchase(
        kind="fee",
        player=event.player,
        games=_to_begin(session),
        paid_cents=event.fee_cents,
        tender=event.tender,
        point=event.point,
        by=event.by,
        slip=event.slip,
    )
    _bought(state, event.session, event.purchase, paid)


@EVOLVES.handles(ScorecardsIssued)
def _scorecards_issued(state: HallState, event: ScorecardsIssued) -> None:
    session = state.sessions[event.session]
    for card in event.cards:
        printed = state.series[event.serial].game_on(card)
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
        _hold(state, session, held)
    for game in session.games.values():
        game.in_play = BoardOfGame()
    _take(state, session, event.serial, event.cards)
    if event.purchase:
        issued = Purchase(
            kind="scorecards",
            player=event.player,
            games=_to_begin(session),
            serial=event.serial,
            cards=event.cards,
            point=event.point,
            by=event.by,
            slip=event.slip,
        )
        _bought(state, event.session, event.purchase, issued)


@EVOLVES.handles(SaleTakenBack)
def _sale_taken_back(state: HallState, event: SaleTakenBack) -> None:
    session = state.sessions[event.session]
    purchase = session.purchases[event.purchase]
    session.purchases[event.purchase] = replace(purchase, taken_back=True)
    for number, cents in event.receipts_cents:
        game = session.games[number]
        game.receipts[event.player] -= cents
        if not game.receipts[event.player]:
            del game.receipts[event.player]
    for card in event.cards:
        session.release(CardKey(event.serial, card).name)
    if event.cards:
        state.series[event.serial].spoil(event.cards)
    if event.kind == "fee":
        del session.fees[event.player]
        session.fees_to_pool_cents = event.jackpot_cents
    state.money_moved(event.point, event.by, event.tender, -event.paid_cents, event.session)


@EVOLVES.handles(TillOpened)
def _till_opened(state: HallState, event: TillOpened) -> None:
    state.tills = put(state.tills, event.point, Till(event.by, event.at, event.float_cents))


@EVOLVES.handles(TillCounted)
def till_counted(state: HallState, event: TillCounted) -> None:
    """Close a till that was counted."""
    state.tills = without(state.tills, event.point)


@EVOLVES.handles(RefundPaid)
def _refund_paid(state: HallState, event: RefundPaid) -> None:
    del state.refunds[event.refund]
    state.money_moved(event.point, event.by, event.tender, -event.amount_cents, event.session)


@EVOLVES.handles(SerialRangeEntered)
def _serial_range_entered(state: HallState, event: SerialRangeEntered) -> None:
    session = state.sessions[event.session]
    session.ranges = put(session.ranges, event.serial, (event.first, event.last))
