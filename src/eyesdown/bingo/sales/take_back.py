"""A sale keyed by mistake is taken back (S05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyesdown.bingo.pools.decide import debit
from eyesdown.bingo.pools.events import PoolDebited
from eyesdown.bingo.pools.evolve import TAKEN_BACK
from eyesdown.bingo.sales.commands import TakeBackSale
from eyesdown.bingo.sales.events import SaleTakenBack
from eyesdown.bingo.state.desk import in_session, sale_ended
from eyesdown.bingo.state.money import Purchase
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import Events
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook

DECIDES = Handlers()


@DECIDES.handles(TakeBackSale)
@in_session
def take_back_sale(
    book: BingoBook[Any], state: HallState, command: TakeBackSale, session: Session
) -> Events:
    """Undo a sale: its cards are spoiled (A12), receipts and its part of a pool go back (S05)."""
    name = session.slips.get(command.purchase, command.purchase)
    purchase = session.purchases.get(name)
    if purchase is None:
        return refused(command, (book.refusal("purchase/unknown", "sale", purchase=name),))
    refusal = _refusal(book, state, session, command, purchase)
    if refusal is not None:
        return refused(command, (replace(refusal, decision="S05"),))
    jackpot = _jackpot_left(book, session, purchase)
    taken = SaleTakenBack(
        at=command.at,
        session=command.session,
        purchase=name,
        kind=purchase.kind,
        by=command.by,
        reason=command.reason,
        player=purchase.player,
        serial=purchase.serial,
        cards=purchase.cards,
        receipts_cents=purchase.receipts_cents,
        paid_cents=purchase.paid_cents,
        tender=purchase.tender,
        point=purchase.point,
        slip=purchase.slip,
        jackpot_cents=jackpot,
    )
    return (taken, *_pool_debits(state, session, command, purchase, jackpot))


def _refusal(
    book: BingoBook[Any],
    state: HallState,
    session: Session,
    command: TakeBackSale,
    purchase: Purchase,
) -> Refusal | None:
    """Why a sale cannot be taken back, or not by this person."""
    if purchase.taken_back:
        return book.refusal("purchase/taken_back", "sale", purchase=command.purchase)
    if not (command.by == purchase.by or _supervises(state, session, command.by)):
        return book.refusal("purchase/not_yours", "sale", seller=purchase.by)
    begun = [game for game in purchase.games if sale_ended(session.games[game])]
    if begun:
        return book.refusal("purchase/in_play", "sale", game=begun[0])
    holds_cards = any(held.player == purchase.player for held in session.holdings.values())
    if purchase.kind == "fee" and holds_cards:
        return book.refusal("purchase/cards_out", "sale", player=purchase.player)
    return None


def _supervises(state: HallState, session: Session, person: str) -> bool:
    """Whether someone supervises a game of this session, or is a supervisor by their role."""
    return "supervisor" in session.duties_of(person, 0) or "supervisor" in state.role_of(person)


def _jackpot_left(book: BingoBook[Any], session: Session, purchase: Purchase) -> int:
    """What the entry fees give the pool once this purchase is taken back."""
    if purchase.kind != "fee":
        return session.fees_to_pool_cents
    left = sum(session.fees.values()) - purchase.paid_cents
    return left - book.ways.administration(left)


def _pool_debits(
    state: HallState, session: Session, command: TakeBackSale, purchase: Purchase, jackpot: int
) -> Iterator[PoolDebited]:
    """What the pool holds of this sale: of the fee, or more than the games' receipts that are left.

    As far as the pool still has it; the operator bears the rest.
    """
    name = session.plan.pool
    if not name:
        return
    pool = state.pools[name]
    debited_cents = 0
    wanted = [(0, session.fees_to_pool_cents - jackpot)]
    for number, cents in purchase.receipts_cents:
        left = session.games[number].receipts_cents - cents
        wanted.append((number, pool.fed_by(command.session, number) - left))
    for number, held in wanted:
        cents = min(held, pool.balance_cents - debited_cents)
        if cents > 0:
            about = GameCommand(at=command.at, session=command.session, game=number)
            debited_cents += cents
            debited = debit(state, about, name, cents, reason=TAKEN_BACK)
            yield replace(debited, balance_cents=pool.balance_cents - debited_cents)
