"""Following how games and sessions end: returns against their minima, refunds, payments."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from eyesdown.bingo.claims.events import GameClosed, PrizePaid
from eyesdown.bingo.sales.events import RefundPaid
from eyesdown.bingo.session import events as session_events
from eyesdown.bingo.trouble import events as trouble
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.control.hall.money import paid_before
from eyesdown.control.hall.tally import SessionTally, Tally
from eyesdown.kernel.handlers import Handlers

NOTES = Handlers()
"""How each event changes the tally, in place."""


BREACH = "the breach of the return"


@NOTES.handles(GameClosed)
def _game_closed(tally: Tally, event: GameClosed) -> None:
    """Every prize and level is won or has gone on; receipts and prizes are what was counted."""
    session = tally.sessions[event.session]
    game = session.games[event.game]
    game.phase, game.outcome = "closed", event.outcome
    tally.row.closed_game = event.game
    where = (event.game,)
    left = [prize for prize, cents in game.offers.items() if cents and prize not in game.won]
    left += [level for level, cents in game.levels.items() if cents and level not in game.won]
    if left:
        tally.differs(event.session, where, f"{left[0]} was neither won nor carried on")
    counted = session.receipts_cents(event.game), game.prizes_cents
    booked = event.receipts_cents, event.prizes_cents
    if counted != booked:
        says = f"counted receipts and prizes of {counted} cents, booked {booked}"
        tally.differs(event.session, where, says)


@NOTES.handles(session_events.ReturnReported)
def _return_reported(tally: Tally, event: session_events.ReturnReported) -> None:
    """Prizes against receipts, and whether they reach the minimum."""
    session = tally.sessions[event.session]
    if event.forecast:
        tally.row.forecast_cents = event.prizes_cents
        return
    receipts, prizes = _sums(tally, event, session)
    least = tally.reading(event.at).least(event.scope, jackpot=session.with_jackpot)
    owed = ceil(least * receipts) if least is not None else 0
    counted = (receipts, prizes, least, owed, prizes >= owed)
    booked = (event.receipts_cents, event.prizes_cents, event.least, event.least_cents, event.met)
    games = (tally.row.closed_game,) if event.scope == "game" else ()
    if counted != booked:
        says = f"return of the {event.scope}: counted {counted}, reported {booked}"
        tally.differs(event.session, games, says)
    kept_cents = _kept(session) if event.scope == "session" else 0
    if kept_cents != event.kept_cents:
        says = f"invalidated games kept {kept_cents} cents, reported {event.kept_cents}"
        tally.differs(event.session, games, says)
    if prizes < owed:
        tally.row.owed[BREACH] = owed - prizes


def _sums(
    tally: Tally, event: session_events.ReturnReported, session: SessionTally
) -> tuple[int, int]:
    if event.scope == "game":
        game = tally.row.closed_game
        return session.receipts_cents(game), session.games[game].prizes_cents
    if event.scope == "session":
        return session_sums(session)
    sums = [
        session_sums(other)
        for other in tally.sessions.values()
        if other.plan.sequence == session.plan.sequence
    ]
    sums.append(tally.sequences.get(session.plan.sequence, (0, 0)))
    return sum(receipts for receipts, _ in sums), sum(prizes for _, prizes in sums)


def session_sums(session: SessionTally) -> tuple[int, int]:
    """Receipts and prizes of the games that were not invalidated (I02).

    An invalidated game that kept its receipts has them counted, and not its prizes (S13).
    """
    games = {n: game for n, game in session.games.items() if game.outcome != "invalidated"}
    receipts = sum(session.receipts_cents(number) for number in games) + _kept(session)
    return receipts, sum(game.prizes_cents for game in games.values())


def _kept(session: SessionTally) -> int:
    not_refunded = (number for number, game in session.games.items() if game.receipts_kept)
    return sum(session.receipts_cents(number) for number in not_refunded)


@NOTES.handles(BreachLogged)
def _breach_logged(tally: Tally, event: BreachLogged) -> None:
    """A minimum that was missed is on the record."""
    if any(refusal.code == "return/too_low" for refusal in event.refusals):
        tally.row.owed.pop(BREACH, None)


@NOTES.handles(session_events.SessionClosed)
def _session_closed(tally: Tally, event: session_events.SessionClosed) -> None:
    """The session ends with the pool as counted."""
    session = tally.sessions[event.session]
    session.closed = True
    pool = tally.pools.get(session.plan.pool)
    balance = pool.balance_cents if pool else 0
    if event.pool_closing_cents != balance:
        says = f"the pool closes at {balance} cents, not {event.pool_closing_cents}"
        tally.differs(event.session, (), says)


@NOTES.handles(trouble.GameVoided)
def _game_voided(tally: Tally, event: trouble.GameVoided) -> None:
    """A game without a result: awards that were not paid are cancelled, prizes go on."""
    game = tally.game(event.session, event.game)
    _annul(tally, event.annulled)
    game.phase, game.outcome, game.won = "closed", "void", {}


@NOTES.handles(trouble.GameInvalidated)
def _game_invalidated(tally: Tally, event: trouble.GameInvalidated) -> None:
    """The outcome is cancelled; where refunds are owed every player gets back what they paid."""
    session = tally.sessions[event.session]
    game = session.games[event.game]
    paid_before(tally, event.session, event.game)
    _annul(tally, event.annulled)
    game.phase, game.outcome = "closed", "invalidated"
    reading = tally.reading(event.at)
    if not event.refund and not reading.traits.refunds_owed:
        game.receipts_kept = True
        return
    paid = dict(game.receipts)
    if reading.traits.by_fee:
        paid = {player: session.fee_part(player, event.game) for player in session.fees}
    for player, cents in paid.items():
        tally.row.owed[f"the refund of {player}"] = cents


def _annul(tally: Tally, awards: Iterable[str]) -> None:
    for name in awards:
        tally.awards.pop(name, None)


@NOTES.handles(trouble.Refunded, trouble.SumForfeited)
def _sum_left(tally: Tally, event: trouble.Refunded | trouble.SumForfeited) -> None:
    """A refund, or a sum that a fraudulent player loses: what they paid, no more."""
    session = tally.sessions[event.session]
    where = (event.game,) if event.game else ()
    if event.game:
        due = tally.row.owed.pop(f"the refund of {event.player}", 0)
        session.games[event.game].receipts.pop(event.player, None)
        if event.player in session.fees:
            back = session.fees_back.get(event.player, 0) + event.amount_cents
            session.fees_back[event.player] = back
    else:
        # Owed by a void entry; for an incomplete session, the fee less what games gave back of it.
        left = session.fee_gone(event.player) - session.fees_back.get(event.player, 0)
        due = tally.row.owed.pop(f"the fee of {event.player}", left)
    if isinstance(event, trouble.Refunded) and event.amount_cents:
        name = f"{event.session}/{event.game}/{event.player}"
        tally.refunds[name] = tally.refunds.get(name, 0) + event.amount_cents
    if due != event.amount_cents:
        says = f"{event.player} is owed {due} cents, and got {event.amount_cents}"
        tally.differs(event.session, where, says)


@NOTES.handles(trouble.EntryVoided)
def _entry_voided(tally: Tally, event: trouble.EntryVoided) -> None:
    """A player's entry is cancelled: fee back, and its part out of the pool (I10)."""
    session = tally.sessions[event.session]
    fee = session.fee_gone(event.player)
    session.voided.append(event.player)
    fees = session.fees_cents
    jackpot = fees - int(tally.reading(event.at).administration * fees)
    if (fee, jackpot) != (event.fee_cents, event.jackpot_cents):
        tally.differs(event.session, (), f"{event.player}: counted {fee} and {jackpot} cents")
    back = session.fees_to_pool_cents - jackpot
    session.fees_to_pool_cents = event.jackpot_cents
    tally.row.owed[f"the fee of {event.player}"] = fee - session.fees_back.get(event.player, 0)
    pool = tally.pools.get(session.plan.pool)
    # An empty pool gives nothing back; the operator bears it.
    if back and pool is not None and pool.balance_cents:
        tally.row.owed["the pool's part of a void entry"] = back


@NOTES.handles(PrizePaid)
def _prize_paid(tally: Tally, event: PrizePaid) -> None:
    """An award is paid once, in full, to the player who won it."""
    due = tally.awards.pop(event.award, 0)
    parts = sum(part.amount_cents for part in event.parts)
    if due != event.amount_cents or parts != due or not event.award.endswith(f"/{event.player}"):
        session, _, rest = event.award.partition("/")
        # Names of awards are session/game/prize/player; anything else is of no game.
        game = int(rest.partition("/")[0]) if rest.partition("/")[0].isdigit() else 0
        says = f"{event.award} is owed {due} cents, {event.amount_cents} were paid"
        tally.differs(session, (game,) if game else (), says)


@NOTES.handles(RefundPaid)
def _refund_paid(tally: Tally, event: RefundPaid) -> None:
    """A refund is paid once, as it is owed."""
    due = tally.refunds.pop(event.refund, 0)
    if due != event.amount_cents:
        says = f"the refund {event.refund} is {due} cents, {event.amount_cents} were paid"
        tally.differs(event.session, (), says)
