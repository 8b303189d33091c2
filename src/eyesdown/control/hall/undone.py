"""Following what is undone before play: a sale taken back, a programme amended, a session gone."""

from __future__ import annotations

from eyesdown.bingo.sales.events import SaleTakenBack
from eyesdown.bingo.session.commands import PlanSession
from eyesdown.bingo.session.events import ProgrammeAmended, SessionArchived
from eyesdown.control.hall.closing import session_sums
from eyesdown.control.hall.money import WAITS, carry, must_go_owed, new_games
from eyesdown.control.hall.tally import Purchase, SessionTally, Tally, card_name
from eyesdown.kernel.handlers import Handlers

NOTES = Handlers()


@NOTES.handles(SaleTakenBack)
def _sale_taken_back(tally: Tally, event: SaleTakenBack) -> None:
    """The cards are no longer held and stay out of the stock; the receipts are less (S05)."""
    session = tally.sessions[event.session]
    games = tuple(number for number, _ in event.receipts_cents)
    says = _wrong(session, event)
    if says:
        tally.differs(event.session, games, says)
    for card in event.cards:
        session.held.pop(card_name(event.serial, card), None)
    pool = tally.pools.get(session.plan.pool)
    left_in_pool = pool.balance_cents if pool else 0
    for number, cents in event.receipts_cents:
        receipts = session.games[number].receipts
        receipts[event.player] = receipts.get(event.player, 0) - cents
        if not receipts[event.player]:
            del receipts[event.player]
        fed = pool.fed_by(event.session, number) if pool else 0
        # A pool may hold no more of a game than its receipts; what is
        # above goes back with the sale.
        due = min(fed - sum(receipts.values()), left_in_pool)
        if due > 0:
            tally.row.owed[f"the pool's part of game {number}"] = due
            left_in_pool -= due
    if event.kind == "fee":
        _fee_back(tally, session, event)


def _wrong(session: SessionTally, event: SaleTakenBack) -> str:
    """What does not fit the sale: another one, undone before, or after a game's sale had ended."""
    purchase = session.purchases.pop(event.purchase, None)
    undone = Purchase(
        event.kind,
        event.player,
        event.serial,
        event.cards,
        event.receipts_cents,
        event.paid_cents,
    )
    if purchase != undone:
        return f"{event.purchase} was sold otherwise, or was taken back before"
    held = [session.held.get(card_name(event.serial, card)) for card in event.cards]
    for each in held:
        if each is None or each.player != event.player:
            return f"{event.purchase}: {event.player} does not hold these cards"
        late = next((n for n in each.games if session.games[n].sale_ended > each.row), 0)
        if late:
            return f"{event.purchase} was taken back after the sale of game {late} ended"
    return ""


def _fee_back(tally: Tally, session: SessionTally, event: SaleTakenBack) -> None:
    """An entry fee goes back, with its part of the pool."""
    fee = session.fee_gone(event.player)
    fees = session.fees_cents
    jackpot = fees - int(tally.reading(event.at).administration * fees)
    if (fee, jackpot) != (event.paid_cents, event.jackpot_cents):
        tally.differs(event.session, (), f"{event.player}: counted {fee} and {jackpot} cents")
    back = session.fees_to_pool_cents - jackpot
    session.fees_to_pool_cents = event.jackpot_cents
    pool = tally.pools.get(session.plan.pool)
    if back and pool is not None and pool.balance_cents:
        tally.row.owed["the pool's part of game 0"] = min(back, pool.balance_cents)


@NOTES.handles(ProgrammeAmended)
def _programme_amended(tally: Tally, event: ProgrammeAmended) -> None:
    """Another programme while nothing is sold; what the first one took over goes to it."""
    session = tally.sessions[event.session]
    if session.held or session.fees:
        tally.differs(event.session, (), "the programme was amended after the first sale")
    for each in session.carried:
        name = each.waited_as or each.prize
        prize = WAITS + name if each.jackpot else name
        tally.waiting[prize] = tally.waiting.get(prize, 0) + each.amount_cents
    for pool in tally.pools.values():
        pool.must_go = [name for name in pool.must_go if name != event.session]
    session.carried = []
    # The event's plan may have more fields than a programme; those of the programme are taken.
    fields = {name: getattr(event.plan, name) for name in PlanSession.__struct_fields__}
    session.plan, session.games = PlanSession(**fields), new_games(event.plan)
    carry(tally, event.session, event.carried)
    if session.opened:
        must_go_owed(tally, event.session, event.at)


@NOTES.handles(SessionArchived)
def _session_archived(tally: Tally, event: SessionArchived) -> None:
    """A session of which nothing is owed leaves, with the sums that count for its sequence."""
    session = tally.sessions[event.session]
    owed = [name for name in tally.awards if name.startswith(f"{event.session}/")]
    if owed or not session.closed:
        says = f"the session was archived while {owed or 'it'} was open"
        tally.differs(event.session, (), says)
    receipts, prizes = session_sums(session)
    if (event.receipts_cents, event.prizes_cents) != (receipts, prizes):
        says = f"the session leaves with {receipts} and {prizes} cents of receipts and prizes"
        tally.differs(event.session, (), says)
    sequence = session.plan.sequence
    before = tally.sequences.pop(sequence, (0, 0))
    if sequence and not session.plan.last_in_sequence:
        # Not at its close: a game of a closed session may still be invalidated.
        tally.sequences[sequence] = before[0] + receipts, before[1] + prizes
    forget(tally, event.session)


def forget(tally: Tally, session: str) -> Tally:
    """The tally without a session, in place; its differences stay.

    >>> forget(Tally("vic-bingo"), "Tue").sessions
    {}
    """
    tally.sessions.pop(session, None)
    for pool in tally.pools.values():
        pool.fed.pop(session, None)
        pool.must_go = [name for name in pool.must_go if name != session]
    return tally
