"""Following the stock and the sales: each card once, in order, at its price; fees and their parts.

`count_sales` is what control says of a game before its first number.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from msgspec import Struct

from eyesdown.bingo.sales import events as sales
from eyesdown.bingo.session.events import SeriesRegistered
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.control.hall.tally import (
    Difference,
    Held,
    Purchase,
    SessionTally,
    Tally,
    card_name,
    is_taken,
    next_left,
    take,
)
from eyesdown.kernel.handlers import Handlers

NOTES = Handlers()
"""How each event changes the tally, in place."""


class Counted(Struct, frozen=True):
    """What control counted for a game, and the first difference if there is one.

    `digest` is over the cards in play in the order of their sale, with their holders and numbers;
    `rows` is how many they are.
    """

    session: str
    game: int
    rows: int
    receipts_cents: int
    fees_cents: int
    pool_cents: int
    digest: str
    differs: Difference | None

    @property
    def because(self) -> str:
        """The difference in words; nothing when all agrees."""
        return str(self.differs) if self.differs else ""


def count_sales(tally: Tally, session: str, game: int) -> Counted:
    """The cards in play, receipts, fees and pool of a game, counted before its first number."""
    books = tally.sessions[session]
    cards = [held for held in books.held.values() if game in held.games]
    hashed = sha256()
    for held in cards:
        printed = tally.printed(held.serial, held.card)
        hashed.update(f"{held.serial}/{held.card}/{held.player}\n".encode())
        for ticket in printed.boxes if printed else ():
            hashed.update(bytes(ticket.numbers))
    pool = tally.pools.get(books.plan.pool)
    return Counted(
        session=session,
        game=game,
        rows=len(cards),
        receipts_cents=books.receipts_cents(game),
        fees_cents=books.fees_cents,
        pool_cents=pool.balance_cents if pool else 0,
        digest=hashed.hexdigest(),
        differs=first_difference(tally, session, game),
    )


def first_difference(tally: Tally, session: str, game: int) -> Difference | None:
    """The first row about a game, or about its whole session, that control counts otherwise."""
    ours = (each for each in tally.differences if each.session == session)
    noted = next((each for each in ours if not each.games or game in each.games), None)
    return noted or _unfinished(tally, session, game)


def _unfinished(tally: Tally, session: str, game: int) -> Difference | None:
    """What the last row owes: a row is followed to its end before anything is counted."""
    row = tally.row
    if row.session != session or (row.games and game not in row.games):
        return None
    return Difference(row.number, session, row.games, says) if (says := unfinished(row)) else None


def unfinished(row: Any) -> str:
    """What a row has begun and not finished, in words.

    >>> from eyesdown.control.hall.tally import Row
    >>> unfinished(Row(7, owed={"the refund of ann": 500}))
    'the refund of ann is missing, 500 cents'
    """
    for what, cents in row.owed.items():
        return f"{what} is missing, {cents} cents" if cents else f"{what} is missing"
    return f"{row.spent_cents} cents left the pool and no one won them" if row.spent_cents else ""


@NOTES.handles(SeriesRegistered)
def _series_registered(tally: Tally, event: SeriesRegistered) -> None:
    """Cards that a row has by value are kept as they are printed."""
    if event.series.cards:
        tally.series[event.series.serial] = {card.card: card for card in event.series.cards}


@NOTES.handles(sales.CardsSold)
def _cards_sold(tally: Tally, event: sales.CardsSold) -> None:
    """A sale: the next cards, each once, at the price of its games."""
    session = tally.sessions[event.session]
    printed = [tally.printed(event.serial, card) for card in event.cards]
    known = [card for card in printed if card is not None]
    if len(known) < len(printed):
        tally.differs(event.session, event.games, f"{event.serial} has no such card")
        return
    says = (
        _sold_before(tally, event)
        or _too_late(session, event)
        or _out_of_order(tally, session, event)
        or _wrong_price(tally, session, event, known)
        or _wrong_day(tally, event)
    )
    # Counted all the same: the totals must agree with the journal's, or
    # every later row would differ.
    if says:
        tally.differs(event.session, event.games, says)
    session.purchases[event.purchase] = Purchase(
        "cards",
        event.player,
        event.serial,
        event.cards,
        event.receipts_cents,
        event.paid_cents,
    )
    for number, cents in event.receipts_cents:
        receipts = session.games[number].receipts
        receipts[event.player] = receipts.get(event.player, 0) + cents
    for card in known:
        games = (card.game,) if card.game else event.games
        day = event.gaming_day
        held = Held(
            tally.row.number, event.serial, card.card, event.player, games, event.scope, day
        )
        session.held[card_name(event.serial, card.card)] = held
    counter = event.games[0] if event.scope == "game" else 0
    session.last_sold.setdefault(event.serial, {})[counter] = event.cards[-1]
    _take(tally, session, event.serial, event.cards)


def _take(tally: Tally, session: SessionTally, serial: str, cards: tuple[int, ...]) -> None:
    ranges = tally.taken.setdefault(serial, [])
    for card in cards:
        take(ranges, card)
    if serial not in session.series:
        session.series.append(serial)


def _sold_before(tally: Tally, event: sales.CardsSold | sales.ScorecardsIssued) -> str:
    ranges = tally.taken.get(event.serial, [])
    again = next((card for card in event.cards if is_taken(ranges, card)), 0)
    twice = len(set(event.cards)) != len(event.cards)
    if not again and not twice:
        return ""
    return f"card {event.serial}/{again or event.cards[0]} was sold or spoiled before"


def _too_late(session: SessionTally, event: sales.CardsSold) -> str:
    late = next((game for game in event.games if session.games[game].sale_ended), 0)
    if not late:
        return ""
    ended = session.games[late].sale_ended
    return (
        f"card {event.serial}/{event.cards[0]} was sold after row {ended} ended game {late}'s sale"
    )


def _out_of_order(tally: Tally, session: SessionTally, event: sales.CardsSold) -> str:
    """One sequence of card numbers over all counters, one series until it is exhausted."""
    if not tally.reading(event.at).traits.in_card_order:
        return ""
    in_use = session.series[-1] if session.series else event.serial
    if in_use != event.serial and next_left(tally, in_use, 0):
        return f"{event.serial} was sold while {in_use} is not exhausted"
    counter = event.games[0] if event.scope == "game" else 0
    last = session.last_sold.get(event.serial, {}).get(counter, 0)
    # When the upper end is reached, cards left over below it come next.
    due = next_left(tally, event.serial, last) or next_left(tally, event.serial, 0)
    for card in event.cards:
        if card != due:
            return f"card {event.serial}/{card} was sold, and {due} is next"
        due = next_left(tally, event.serial, card)
    return ""


def _wrong_price(
    tally: Tally, session: SessionTally, event: sales.CardsSold, cards: list[PrintedCard]
) -> str:
    """The price of each card by game; a session card's is split, odd cents to the first games."""
    by_ticket = tally.reading(event.at).traits.by_ticket
    due: dict[int, int] = {}
    for card in cards:
        tickets = len(card.boxes) if by_ticket else 1
        for game, cents in _prices(session, event, card, by_ticket=by_ticket).items():
            due[game] = due.get(game, 0) + cents * tickets
    if due != dict(event.receipts_cents) or sum(due.values()) != event.paid_cents:
        booked = dict(event.receipts_cents)
        return f"{event.purchase}: counted {due} cents by game, booked {booked}"
    return ""


def _prices(
    session: SessionTally, event: sales.CardsSold, card: PrintedCard, *, by_ticket: bool
) -> dict[int, int]:
    games = sorted(session.games)
    if event.scope == "game" or by_ticket:
        named = (card.game,) if card.game else event.games
        return {game: session.games[game].plan.price_cents for game in named}
    each, odd = divmod(session.plan.session_price_cents, len(games))
    return {game: each + (place < odd) for place, game in enumerate(games)}


def _wrong_day(tally: Tally, event: sales.CardsSold) -> str:
    day = tally.gaming_day(event.at)
    return "" if day == event.gaming_day else f"{event.purchase}: it was sold on {day}"


@NOTES.handles(sales.ScorecardsIssued)
def _scorecards_issued(tally: Tally, event: sales.ScorecardsIssued) -> None:
    """Scorecards go to players who have paid the fee, each card once."""
    session = tally.sessions[event.session]
    printed = [tally.printed(event.serial, card) for card in event.cards]
    known = [card for card in printed if card is not None]
    every = tuple(sorted(session.games))
    games = sorted({game for card in known for game in ((card.game,) if card.game else every)})
    if len(known) < len(printed):
        says = f"{event.serial} has no such card"
    else:
        says = _sold_before(tally, event) or _wrong_issue(session, event, games)
    if says:
        tally.differs(event.session, games, says)
    for card in known:
        session.held[card_name(event.serial, card.card)] = Held(
            row=tally.row.number,
            serial=event.serial,
            card=card.card,
            player=event.player,
            games=(card.game,) if card.game else every,
            scope="game" if card.game else "session",
            sold_on=event.at.date(),
            auto_play=event.auto_play,
        )
    if event.purchase:
        cards = event.cards
        purchase = Purchase("scorecards", event.player, event.serial, cards, (), 0)
        session.purchases[event.purchase] = purchase
    _take(tally, session, event.serial, event.cards)


def _wrong_issue(session: SessionTally, event: sales.ScorecardsIssued, games: list[int]) -> str:
    """Why the player may not have scorecards for these games; empty if they may."""
    if event.player not in session.fees or event.player in session.voided:
        return f"{event.player} has a scorecard and paid no entry fee"
    ended = [game for game in games if session.games[game].phase == "closed"]
    if len(ended) == len(games):
        return f"a scorecard was issued after game {next(iter(ended), 0)} had ended"
    late = next((game for game in games if _sealed(session, game)), 0)
    return f"a scorecard was issued after the sale of game {late} had ended" if late else ""


def _sealed(session: SessionTally, game: int) -> bool:
    """Whether eyes are down for a game that is being played."""
    return bool(session.games[game].sale_ended) and session.games[game].phase == "running"


@NOTES.handles(sales.CardWithdrawn)
def _card_withdrawn(tally: Tally, event: sales.CardWithdrawn) -> None:
    """A spoiled card leaves the stock; one that was sold cannot."""
    ranges = tally.taken.setdefault(event.serial, [])
    if is_taken(ranges, event.card):
        says = f"card {event.serial}/{event.card} was spoiled and had been sold or spoiled before"
        tally.differs(event.session, (), says)
    take(ranges, event.card)


@NOTES.handles(sales.EntryFeePaid)
def _entry_fee_paid(tally: Tally, event: sales.EntryFeePaid) -> None:
    """The fee of the session, once for each player; a fifth for administration, rounded down."""
    session = tally.sessions[event.session]
    if event.fee_cents != session.plan.entry_fee_cents or event.player in session.fees:
        says = f"{event.player} paid {event.fee_cents} cents, the fee is {_fee(session)}, once"
        tally.differs(event.session, (), says)
    session.fee_paid(event.player, event.fee_cents)
    fees = session.fees_cents
    own = int(tally.reading(event.at).administration * fees)
    booked = (event.session_fees_cents, event.administration_cents, event.jackpot_cents)
    if booked != (fees, own, fees - own):
        says = f"counted fees of {fees} cents, {own} of them for administration; booked {booked}"
        tally.differs(event.session, (), says)
    more = fees - own - session.fees_to_pool_cents
    session.fees_to_pool_cents = event.jackpot_cents
    if event.purchase:
        purchase = Purchase("fee", event.player, "", (), (), event.fee_cents)
        session.purchases[event.purchase] = purchase
    if session.plan.pool and more:
        tally.row.owed["the pool's part of the entry fee"] = more


def _fee(session: SessionTally) -> int:
    return session.plan.entry_fee_cents
