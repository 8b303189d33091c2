"""Selling, reserving, declining and withdrawing cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from eyesdown.bingo.sales.commands import DeclineSale, ReserveCard, SellCards, WithdrawCard
from eyesdown.bingo.sales.events import CardReserved, CardsSold, CardWithdrawn, SaleDeclined
from eyesdown.bingo.sales.tender import change_cents, next_purchase, tender_refusals
from eyesdown.bingo.state.desk import gaming_day, in_session, is_official, numbers_out, session_day
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.state.stock import Series
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel import written
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.money import split_evenly
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import HoldFacts, SaleFacts

DECIDES = Handlers()


@dataclass(frozen=True, slots=True)
class Basket:
    """The cards of one sale, and what each game receives for them."""

    cards: tuple[int, ...]
    scope: str
    games: tuple[int, ...]
    price_cents: int
    receipts_cents: tuple[tuple[int, int], ...]


def next_card(session: Session, series: Series, game: int) -> int:
    """The one next card for a game over all counters; sold and spoiled ones are passed (A12).

    A series begins at its lowest card left, also after a switch (A11, A13). 0 if none is left.
    """
    last = session.last_sold.get(series.serial, {}).get(game, 0)
    return series.left.after(last) or series.left.after(0)


@DECIDES.handles(SellCards)
@in_session
def sell_cards(
    book: BingoBook[Any], state: HallState, command: SellCards, session: Session
) -> Events:
    """Sell cards, if they are next in their series, paid for, and on sale for these games."""
    series = state.series.get(command.serial)
    if series is None:
        return refused(command, (book.refusal("series/unknown", "series", serial=command.serial),))
    if command.game and command.game not in session.games:
        return refused(command, (book.refusal("game/unknown", "game", game=command.game),))
    if command.point and command.point not in state.points:
        return refused(command, (book.refusal("point/not_open", "point", point=command.point),))
    cards = _chosen(session, series, command)
    missing = cards_missing(book, series, cards, command.count)
    if missing is not None:
        return refused(command, (missing,))
    strays = _strays(session, command, {series.game_on(card) for card in cards})
    if strays:
        no = book.refusal("card/of_another_game", "card", game=min(strays))
        return refused(command, (no,))
    basket = _basket(book, session, series, command, cards)
    refusals = book.check(book.actions.sale, _sale_facts(book, state, session, command, basket))
    refusals = refusals or ended_games(book, session, basket.games)
    refusals = refusals or eyes_down(book, session, basket.games)
    refusals = refusals or not_on_sale(book, series, cards)
    refusals = refusals or tender_refusals(book, command, command.paid_cents, "sale")
    if refusals:
        return refused(command, book.in_order(refusals))
    purchase = next_purchase(state)
    return (
        CardsSold(
            at=command.at,
            session=command.session,
            purchase=purchase,
            scope=basket.scope,
            games=basket.games,
            player=command.player or purchase,
            serial=command.serial,
            cards=cards,
            paid_cents=command.paid_cents,
            receipts_cents=basket.receipts_cents,
            point=command.point,
            gaming_day=gaming_day(book, state, command.at),
            by=command.by,
            tender=command.tender,
            tendered_cents=command.tendered_cents,
            change_cents=change_cents(command.tendered_cents, command.paid_cents),
            slip=command.slip,
        ),
    )


def price_cents(book: BingoBook[Any], state: HallState, command: SellCards) -> int:
    """What the cards of a sale cost; 0 where it names none that are in stock.

    >>> from datetime import datetime
    >>> sale = SellCards(at=datetime.min, session="tue", serial="A1", count=2, paid_cents=0)
    >>> price_cents(book=None, state=HallState(), command=sale)
    0
    """
    session, series = state.sessions.get(command.session), state.series.get(command.serial)
    if session is None or series is None or (command.game and command.game not in session.games):
        return 0
    cards = _chosen(session, series, command)
    if not cards or any(card not in series.cards for card in cards):
        return 0
    if _strays(session, command, {series.game_on(card) for card in cards}):
        return 0
    return _basket(book, session, series, command, cards).price_cents


def _strays(session: Session, command: SellCards, printed: set[int]) -> set[int]:
    """Games on cards that are none of this sale's; session cards are not sold with game cards."""
    if command.game:
        return printed - {0, command.game}
    named = printed - {0}
    return named if 0 in printed else named - set(session.games)


def cards_missing(
    book: BingoBook[Any], series: Series, cards: Sequence[int], count: int
) -> Refusal | None:
    """Why cards cannot be sold or issued: fewer than `count`, one named twice, or not in stock."""
    if not cards or len(set(cards)) != len(cards) or len(cards) < count:
        return book.refusal("sale/no_cards", "sale", left=len(series.left))
    strange = [card for card in cards if card not in series.cards]
    return book.refusal("card/unknown", "card", card=strange[0]) if strange else None


def ended_games(
    book: BingoBook[Any], session: Session, games: Iterable[int]
) -> tuple[Refusal, ...]:
    """Nothing is sold or issued for a game that has ended."""
    over = [number for number in games if session.games[number].phase == "closed"]
    return (book.refusal("game/over", "game", game=over[0]),) if over else ()


def eyes_down(book: BingoBook[Any], session: Session, games: Iterable[int]) -> tuple[Refusal, ...]:
    """Nothing is sold or issued that would play in a game whose sale has ended (S04)."""
    down = [number for number in games if session.games[number].eyes_down_at]
    if not down:
        return ()
    refusal = book.refusal("sale/eyes_down", "eyes down", game=down[0])
    return (written.replace(refusal, decision="S04"),)


def not_on_sale(book: BingoBook[Any], series: Series, cards: Iterable[int]) -> tuple[Refusal, ...]:
    """A card that was withdrawn is not sold to anyone."""
    spoiled = next((card for card in cards if not series.is_left(card)), None)
    if spoiled is None:
        return ()
    return (book.refusal("card/not_on_sale", "card", card=spoiled),)


def format_of(session: Session, series: Series, cards: Iterable[int]) -> int:
    """How many grids the cards have: the session's format, or that of a card that differs."""
    grids = {series.boxes_on(card) for card in cards}
    return next(iter(grids - {session.plan.boxes}), session.plan.boxes)


def _chosen(session: Session, series: Series, command: SellCards) -> tuple[int, ...]:
    """The cards asked for by number, by book, or as the next `count` of the series."""
    if command.cards:
        return command.cards
    if command.books:
        return series.in_books(command.books)
    return next_cards(session, series, command.game, command.count)


def next_cards(session: Session, series: Series, game: int, count: int) -> tuple[int, ...]:
    """The next `count` cards of a series, over all counters."""
    return series.left.next_ones(next_card(session, series, game), count)


def _basket(
    book: BingoBook[Any],
    session: Session,
    series: Series,
    command: SellCards,
    cards: tuple[int, ...],
) -> Basket:
    """A book costs the sum of its games (A14); a session card is split over all games (B03).

    Where a price is a ticket's, a page costs as many as it has, and a ticket for the whole session
    what its games cost.
    """
    by_ticket = book.traits.price_by_ticket
    on_cards = {card: series.game_on(card) for card in cards}
    tickets = {card: series.boxes_on(card) if by_ticket else 1 for card in cards}
    printed = sorted({game for game in on_cards.values() if game})
    if command.game:
        price = session.games[command.game].plan.price_cents * sum(tickets.values())
        games: tuple[int, ...] = (command.game,)
        return Basket(cards, "game", games, price, ((command.game, command.paid_cents),))
    if printed:
        receipts = dict.fromkeys(printed, 0)
        for card, game in on_cards.items():
            receipts[game] += session.games[game].plan.price_cents * tickets[card]
        price = sum(receipts.values())
        return Basket(cards, "game", tuple(printed), price, tuple(receipts.items()))
    games = tuple(sorted(session.games))
    parts: Sequence[int] = split_evenly(session.plan.session_price_cents, len(games))
    if by_ticket:
        parts = [session.games[game].plan.price_cents for game in games]
    receipts_cents = tuple(
        (game, part * sum(tickets.values())) for game, part in zip(games, parts, strict=True)
    )
    price = sum(cents for _, cents in receipts_cents)
    return Basket(cards, "session", games, price, receipts_cents)


def _sale_facts(
    book: BingoBook[Any], state: HallState, session: Session, command: SellCards, basket: Basket
) -> SaleFacts:
    """A sale as the clauses see it."""
    series = state.series[command.serial]
    in_use = session.series[-1] if session.series else ""
    sold = [card for card in basket.cards if series.is_sold(card)]
    run = next_cards(session, series, command.game, len(basket.cards))
    pairs = zip_longest(basket.cards, run, fillvalue=0)
    offered, expected = next(((got, want) for got, want in pairs if got != want), (0, 0))
    return SaleFacts(
        player=command.player,
        cards_count=_cards_after(state, session, series, command.player, basket),
        player_is_official=is_official(session, command.player, basket.games),
        staff_may_play=state.settings.staff_may_play,
        paid_cents=command.paid_cents,
        price_cents=basket.price_cents,
        boxes=format_of(session, series, basket.cards),
        session_boxes=session.plan.boxes,
        numbers_out=numbers_out(session, basket.games),
        in_gaming_area=command.buyer_in_gaming_area,
        series_in_use=in_use,
        series_in_use_left=len(state.series[in_use].left) if in_use else 0,
        serial=command.serial,
        offered_card=offered,
        expected_card=expected,
        gaming_day_fits=_day_fits(book, state, session, command, basket),
        already_sold=min(sold, default=0),
    )


def _cards_after(
    state: HallState, session: Session, series: Series, player: str, basket: Basket
) -> int:
    """The most cards the player would hold in a game of the sale; without a name, a new player."""
    names = state.held(session).names(player) if player else ()
    in_games = Counter(game for name in names for game in session.holdings[name].games)
    for card in basket.cards:
        printed = series.game_on(card)
        in_games.update((printed,) if printed else basket.games)
    return max(in_games[game] for game in basket.games)


def _day_fits(
    book: BingoBook[Any], state: HallState, session: Session, command: SellCards, basket: Basket
) -> bool:
    """Sold on the session's gaming day; a game card also on the later day of its game (B01).

    A session that has not begun by the end of its day begins on the next one at the earliest.
    """
    today, day = gaming_day(book, state, command.at), session_day(book, state, session)
    if not session.began_at:
        return today >= day
    if today == day or basket.scope != "game":
        return today == day
    starts = (session.games[game].started_at for game in basket.games)
    return today > day and all(not at or gaming_day(book, state, at) == today for at in starts)


@DECIDES.handles(ReserveCard)
@in_session
def reserve_card(
    book: BingoBook[Any], state: HallState, command: ReserveCard, _session: Session
) -> Events:
    """Hold a card back for someone."""
    series = state.series.get(command.serial)
    if series is None or not series.is_left(command.card):
        return refused(command, (book.refusal("card/not_on_sale", "card", card=command.card),))
    return (
        CardReserved(
            at=command.at,
            session=command.session,
            serial=command.serial,
            card=command.card,
            person=command.person,
        ),
    )


@DECIDES.handles(DeclineSale)
@in_session
def decline_sale(
    book: BingoBook[Any], state: HallState, command: DeclineSale, session: Session
) -> Events:
    """Decline a sale, if a game is played and the card is not merely held for someone else.

    A player who asks for no card by its number asks for the next one.
    """
    playing = any(game.phase == "running" for game in session.games.values())
    series = state.series.get(command.serial or (session.series or ("",))[-1])
    holder = ""
    if series is not None:
        card = command.card or next_card(session, series, 0)
        holder = session.reserved.get(CardKey(series.serial, card).name, "")
    held = holder if holder != command.player else ""
    refusals = book.check(book.actions.hold, HoldFacts(held, playing))
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        SaleDeclined(
            at=command.at,
            session=command.session,
            player=command.player,
            serial=command.serial,
            card=command.card,
            point=command.point,
            during_play=playing,
        ),
    )


@DECIDES.handles(WithdrawCard)
@in_session
def withdraw_card(
    book: BingoBook[Any], state: HallState, command: WithdrawCard, _session: Session
) -> Events:
    """Take a spoiled card out of the stock."""
    series = state.series.get(command.serial)
    if series is None or not series.is_left(command.card):
        return refused(command, (book.refusal("card/not_on_sale", "card", card=command.card),))
    return (
        CardWithdrawn(
            at=command.at,
            session=command.session,
            serial=command.serial,
            card=command.card,
            reason=command.reason,
        ),
    )
