"""The bridge from bingo events to the books of a hall.

Whatever players pay for a session is its takings; what becomes a prize or goes to a pool leaves
them, whether the takings suffice or the operator bears the rest. At the close of the session they
become the operator's own money, which bears whatever comes later. A prize on offer is a promise,
not money: a prize that rolls on moves nothing, and the session in which it is won bears it.

Cash is in the till of a sale point (`hall_cash/POINT`; `hall_cash` where no point is named), card
payments are with the card company. Prizes and refunds are owed until a till pays them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from eyesdown.bingo import events as hall
from eyesdown.bingo.claims.events import (
    ClaimMade,
    PrizeForfeited,
    PrizeForfeitedByMany,
    PrizePaid,
)
from eyesdown.bingo.play.events import NumberCalled, NumberCorrected
from eyesdown.bingo.pools.events import OperatorContributed, PoolCredited, PoolDebited, PrizeWon
from eyesdown.bingo.promotions import events as promotions
from eyesdown.bingo.promotions.commands import PaymentPart
from eyesdown.bingo.sales.events import (
    CardsSold,
    EntryFeePaid,
    RefundPaid,
    SaleTakenBack,
    TillCounted,
    TillOpened,
)
from eyesdown.bingo.session.events import SessionClosed
from eyesdown.bingo.state.state import HallState, award_id
from eyesdown.bingo.trouble.events import GameInvalidated, GameVoided, Refunded, SumForfeited
from eyesdown.bingo.words.parts import Part
from eyesdown.ledger.books import LedgerLine, PostingGroup, credit, debit, group
from eyesdown.rulebook.spelling import one_spelling

CASH, BANK, TOKENS, OWN, PRIZES = "hall_cash", "bank", "hall_tokens", "hall_own", "hall_prizes"
CARDS, REFUNDS, SAFE = "hall_cards", "hall_refunds", "hall_safe"

_NO_MONEY: frozenset[type] = frozenset(
    {PrizeForfeited, PrizeForfeitedByMany, NumberCalled, ClaimMade}
)
"""Events that come by the thousand and move nothing."""

_BANKED = ("cheque", "crossed_cheque", "eft", "electronic_funds_transfer")


def hall_postings(state: HallState, event: hall.Event) -> tuple[PostingGroup, ...]:
    """What an event does to the books; `state` is as it was before the event's command."""
    if event.__class__ in _NO_MONEY:
        return ()
    posted = group(type(event).__name__, *_lines(state, event))
    return (posted,) if posted.lines else ()


def promotion_postings(event: promotions.Event) -> tuple[PostingGroup, ...]:
    """What a promotion costs the operator: its prizes of money, on an account of its own."""
    if not isinstance(event, promotions.WinnerPaid) or not event.parts:
        return ()  # what is not money is not in these books
    cents = sum(part.amount_cents for part in event.parts)
    cost = debit(promotion(event.promotion), cents)
    return (group(type(event).__name__, cost, *_paid_out(event.parts)),)


def takings(session: str) -> str:
    """The account of what a session's players paid."""
    return f"takings/{session}"


def cash_at(point: str) -> str:
    """The account of the till at a sale point; of all tills together where no point is named.

    >>> cash_at("counter"), cash_at("")
    ('hall_cash/counter', 'hall_cash')
    """
    return f"{CASH}/{point}" if point else CASH


def received(tender: str, point: str) -> str:
    """Where the money of a purchase is.

    >>> received("card", "counter"), received("cash", "counter")
    ('hall_cards/counter', 'hall_cash/counter')
    """
    if tender != "card":
        return cash_at(point)
    return f"{CARDS}/{point}" if point else CARDS


def promotion(name: str) -> str:
    """The account of what a promotion cost the operator.

    >>> promotion("car")
    'hall_promotion/car'
    """
    return f"hall_promotion/{name}"


def accounts_of(what: str, names: Iterable[str]) -> tuple[str, ...]:
    """The accounts on the statement of tills, sessions, pools or promotions, by their names.

    The statement of a day or a sequence is that of its sessions.

    >>> accounts_of("till", ["bar"])
    ('hall_cash/bar', 'hall_cards/bar', 'till_difference/bar')
    """
    by_name: dict[str, Callable[[str], tuple[str, ...]]] = {
        "till": lambda name: (cash_at(name), received("card", name), difference(name)),
        "session": lambda name: (takings(name),),
        "pool": lambda name: (pool(name),),
        "promotion": lambda name: (promotion(name),),
    }
    return tuple(account for name in names for account in by_name[what](name))


def difference(point: str) -> str:
    """The account of what was over or short when a till was counted."""
    return f"till_difference/{point}"


def pool(name: str) -> str:
    """The account of a jackpot pool."""
    return f"hall_pool/{name}"


def _lines(state: HallState, event: hall.Event) -> list[LedgerLine]:
    """What goes through a till, or is owed to a player by one; of all else, `_prize_lines`."""
    match event:
        case CardsSold(session=session, paid_cents=cents):
            return _moved(received(event.tender, event.point), _purse(state, session), cents)
        case EntryFeePaid(session=session, fee_cents=cents):
            return _moved(received(event.tender, event.point), _purse(state, session), cents)
        case SaleTakenBack(session=session, paid_cents=cents):
            return _moved(_purse(state, session), received(event.tender, event.point), cents)
        case TillOpened() | TillCounted():
            return _till(event)
        case Refunded(session=session, amount_cents=cents):
            return _moved(_purse(state, session), REFUNDS, cents)
        case RefundPaid(amount_cents=cents):
            return _moved(REFUNDS, received(event.tender, event.point), cents)
        case PrizePaid(amount_cents=cents, parts=parts):
            return [debit(PRIZES, cents), *_paid_out(parts, event.point)]
        case _:
            return _prize_lines(state, event)


def _prize_lines(state: HallState, event: hall.Event) -> list[LedgerLine]:
    """What becomes of takings: prizes, pools, the operator's own."""
    match event:
        case SumForfeited(session=session, amount_cents=cents):
            return _moved(_purse(state, session), OWN, cents)
        case OperatorContributed(session=session, amount_cents=cents):
            return _moved(OWN, _purse(state, session), cents)
        case PoolCredited(session=session, amount_cents=cents):
            return _moved(_purse(state, session), pool(event.pool), cents)
        case PoolDebited(session=session, amount_cents=cents):
            return _moved(pool(event.pool), _purse(state, session), cents)
        case PrizeWon():
            return _won(state, event)
        case GameVoided(annulled=names) | GameInvalidated(annulled=names):
            return _taken_back(state, names)
        case NumberCorrected(session=session, game=number, reopened_prizes=prizes):
            won = state.sessions[session].games[number].won
            players = [(prize, player) for prize in prizes for player in won[prize].winners]
            return _taken_back(state, [award_id(session, number, *winner) for winner in players])
        case SessionClosed(session=session):
            cents = state.sessions[session].takings_cents
            source, target = (takings(session), OWN) if cents > 0 else (OWN, takings(session))
            return _moved(source, target, abs(cents))
        case _:
            return []


def _purse(state: HallState, session: str) -> str:
    """The takings of a session that is open; after its close the operator's own money."""
    return OWN if state.sessions[session].closed else takings(session)


def _moved(source: str, target: str, cents: int) -> list[LedgerLine]:
    return [debit(source, cents), credit(target, cents)]


def _won(state: HallState, event: PrizeWon) -> list[LedgerLine]:
    """Shares are rounded up, and the operator adds what is missing (C13)."""
    return [
        debit(_purse(state, event.session), event.amount_cents),
        debit(OWN, event.rounding_contribution_cents),
        credit(PRIZES, event.share_cents * len(event.winners)),
    ]


def _taken_back(state: HallState, names: Iterable[str]) -> list[LedgerLine]:
    """Awards cancelled before they are paid; what rounded them up stays with the takings."""
    fallen = [state.awards[name] for name in names if name in state.awards]
    return [
        line
        for award in fallen
        for line in _moved(PRIZES, _purse(state, award.session), award.amount_cents)
    ]


def _till(event: TillOpened | TillCounted) -> list[LedgerLine]:
    """The float comes from the safe; the count goes there, and what is over or short stays open."""
    till = cash_at(event.point)
    if isinstance(event, TillOpened):
        return _moved(till, SAFE, event.float_cents)
    over, short = max(event.difference_cents, 0), max(-event.difference_cents, 0)
    return [
        debit(SAFE, event.counted_cents),
        credit(till, max(event.expected_cents, 0)),
        debit(till, max(-event.expected_cents, 0)),
        credit(difference(event.point), over),
        debit(difference(event.point), short),
    ]


def _paid_out(parts: Iterable[Part | PaymentPart], point: str = "") -> list[LedgerLine]:
    return [credit(_way(part.method, point), part.amount_cents) for part in parts]


def _way(method: str, point: str) -> str:
    """Where money that is paid out comes from; what is neither cash nor bank is handed out."""
    name = one_spelling(method)
    if name == "cash":
        return cash_at(point)
    return BANK if name in _BANKED else TOKENS
