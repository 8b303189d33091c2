"""What a seller sees: prices, next cards and how many are left, the own till, money owed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.sales.decide import next_card, price_cents
from eyesdown.bingo.state.desk import sale_ended
from eyesdown.bingo.state.money import Purchase, Refund, Till
from eyesdown.bingo.state.state import Award, HallState, Session
from eyesdown.bingo.state.stock import Series
from eyesdown.central.hall.duties import refusals_of
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.serials import tidy
from eyesdown.display.refusals import refusal_shown
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.hall.people import HallPerson
from eyesdown.web.hall.seller.paper import ranges_words

SALES_SHOWN = 40
WAITS = ("payment/game_not_closed", "game/winners_not_counted", "game/stopped", "till/not_open")
"""Refusals of a payment that hold for a whole game, until it is closed, counted or let go on."""
_ANY_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""The price of a card does not depend on the time of its sale."""


@dataclass(frozen=True, slots=True)
class OnSale:
    """A game, or (0) the whole session, as it is sold now."""

    game: int
    words: str
    price_cents: int
    next_card: int
    left: int
    colour: str
    closed: str
    """Why it is not sold any more, in words; empty while it is."""


@dataclass(frozen=True, slots=True)
class SeriesOnSale:
    """A series of which cards are left."""

    serial: str
    colour: str
    left: int
    next_card: int
    next_book: int
    """The next whole book; 0 where the cards are not in books."""
    in_use: bool


@dataclass(frozen=True, slots=True)
class Sale:
    """A purchase of this session, for the list of sales."""

    name: str
    purchase: Purchase
    own: bool
    cards: str
    """The numbers of its cards, as people write them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SellerView:
    """Everything on a seller's pages."""

    session: str
    opened: bool
    sessions: tuple[str, ...]
    offers: tuple[OnSale, ...]
    series: tuple[SeriesOnSale, ...]
    entry_fee_cents: int
    by_fee: bool
    """Whether players pay an entry fee and get scorecards, instead of buying cards."""
    point: str
    points: tuple[str, ...]
    till: Till | None
    sales: tuple[Sale, ...]
    awards: tuple[tuple[str, Any, str], ...]
    """Prizes owed: name, award, and why it can't be paid yet; empty if it can."""
    refunds: tuple[tuple[str, Any], ...]
    members: tuple[str, ...]
    electronic_out: tuple[tuple[str, str, str, int], ...]
    """Electronic scorecards not given back: session, player, serial, card."""

    @property
    def on_sale(self) -> tuple[OnSale, ...]:
        """What can still be sold."""
        return tuple(offer for offer in self.offers if not offer.closed)

    @property
    def serial(self) -> str:
        """The series to sell from: the one in use, or the first."""
        in_use = [series.serial for series in self.series if series.in_use]
        return next(iter(in_use or [series.serial for series in self.series]), "")


def seller_view(
    book: BingoBook[Any],
    state: HallSite,
    person: HallPerson,
    now: datetime,
    *,
    wanted: str = "",
    sought: str = "",
) -> SellerView:
    """The seller's pages at this moment; `wanted` is the session to sell for, if there are more.

    Of what is owed only what is `sought` is shown: by name, purchase or session, or by a slip.
    """
    hall = state.hall
    alive = [name for name, each in hall.sessions.items() if not each.closed]
    alive.sort(
        key=lambda name: (not hall.sessions[name].opened, hall.sessions[name].plan.starts_at)
    )
    name = wanted if wanted in alive else next(iter(alive), "")
    session = hall.sessions.get(name)
    series = tuple(_series(hall, session)) if session else ()
    point = person.till or (hall.points[0] if len(hall.points) == 1 else "")
    is_sought = owed_filter(hall, sought)
    payment = PayPrize(at=now, award="", point=point, by=person.name)
    return SellerView(
        session=name,
        opened=bool(session and session.opened),
        sessions=tuple(alive),
        offers=tuple(_offers(book, hall, name, session, series)) if session else (),
        series=series,
        entry_fee_cents=session.plan.entry_fee_cents if session else 0,
        by_fee=book.traits.entry_fee,
        point=point,
        points=hall.points,
        till=hall.tills.get(point),
        sales=tuple(_sales(session, person)) if session else (),
        awards=tuple(owed for owed in _owed(state, payment) if is_sought(owed[0], owed[1])),
        refunds=tuple(refund for refund in hall.refunds.items() if is_sought(*refund)),
        members=tuple(sorted(name for name, each in hall.people.items() if each.member))[:500],
        electronic_out=tuple(_devices_out(hall)),
    )


def owed_filter(hall: HallState, sought: str) -> Callable[[str, Award | Refund], bool]:
    """Whether a prize or a refund is one that a seller looks for.

    A slip's number, or the address in its code, finds what is owed to its player in its session.
    """
    number = tidy(sought.rpartition("/")[2])
    for name, session in hall.sessions.items():
        purchase = session.purchases.get(session.slips.get(number, ""))
        if purchase is not None:
            owner = name, purchase.player
            return lambda _, owed: (owed.session, owed.player) == owner
    return lambda name, _: sought.lower() in name.lower()


def _owed(state: HallSite, payment: PayPrize) -> Iterator[tuple[str, Award, str]]:
    """Every unpaid prize, and what its game makes it wait for."""
    waits: dict[tuple[str, int], str] = {}
    for name, award in state.hall.awards.items():
        if award.paid:
            continue
        game = award.session, award.game
        if game not in waits:
            refusals = refusals_of(state, replace(payment, award=name))
            waiting = [refusal for refusal in refusals if refusal.code in WAITS]
            waits[game] = refusal_shown(waiting[0]).says if waiting else ""
        yield name, award, waits[game]


def _series(hall: HallState, session: Session) -> Iterator[SeriesOnSale]:
    in_use = session.series[-1] if session.series else ""
    for series in hall.series.values():
        if series.left:
            card = next_card(session, series, 0)
            book = series.cards[card].book if card and series.game_on(card) else 0
            yield SeriesOnSale(
                series.serial,
                series.colour,
                len(series.left),
                card,
                book,
                series.serial == in_use,
            )


def next_books(session: Session, series: Series, count: int) -> tuple[int, ...]:
    """The numbers of the next `count` books that are whole; fewer if there are not as many."""
    card = next_card(session, series, 0)
    books: list[int] = []
    while card and len(books) < count:
        number = series.cards[card].book
        pages = series.in_books((number,))
        if all(series.is_left(page) for page in pages):
            books.append(number)
        card = series.left.after(max(pages, default=card))
    return tuple(books)


def _offers(
    book: BingoBook[Any],
    hall: HallState,
    name: str,
    session: Session,
    series: tuple[SeriesOnSale, ...],
) -> Iterator[OnSale]:
    serial = next((each.serial for each in series if each.in_use), "")
    serial = serial or next((each.serial for each in series), "")
    stock = hall.series.get(serial)
    left = len(stock.left) if stock else 0
    for number in (0, *sorted(session.games)):
        game = session.games.get(number)
        sale = _one_card(name, number, serial)
        price = price_cents(book, hall, sale) if serial else 0
        if game is None and not price:
            continue
        yield OnSale(
            game=number,
            words="Whole session" if game is None else _game_words(session, number),
            price_cents=price,
            next_card=next_card(session, stock, number) if stock else 0,
            left=left,
            colour=game.plan.colour if game else "",
            closed=_closed(session, number),
        )


def _one_card(session: str, game: int, serial: str) -> SellCards:
    return SellCards(at=_ANY_TIME, session=session, game=game, serial=serial, count=1, paid_cents=0)


def _game_words(session: Session, number: int) -> str:
    prizes = session.games[number].offers
    return f"Game {number} · {', '.join(prizes)}" if prizes else f"Game {number}"


def _closed(session: Session, number: int) -> str:
    numbers = [number] if number else list(session.games)
    for each in numbers:
        game = session.games[each]
        if game.phase == "closed":
            return "ended" if number else "a game has ended"
        if sale_ended(game):
            return "eyes down" if number else "a game is being called"
    return ""


def _sales(session: Session, person: HallPerson) -> Iterator[Sale]:
    newest = list(session.purchases.items())[-SALES_SHOWN:]
    for name, purchase in reversed(newest):
        yield Sale(name, purchase, purchase.by == person.name, ranges_words(purchase.cards))


def _devices_out(hall: HallState) -> Iterator[tuple[str, str, str, int]]:
    for name, session in hall.sessions.items():
        for held in session.holdings.values():
            if held.medium == "electronic" and not held.returned:
                yield name, held.player, held.serial, held.card
