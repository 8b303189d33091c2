"""How failures, refunds, exclusions and disputes change a hall."""

from __future__ import annotations

from msgspec.structs import replace

from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import Dispute, HallState
from eyesdown.bingo.state.values import joined, put, without
from eyesdown.bingo.trouble.events import (
    DisputeClosed,
    DisputeDecided,
    DisputeRaised,
    EntryVoided,
    GameInvalidated,
    GameVoided,
    PlayerExcluded,
    Refunded,
    SumForfeited,
)


@EVOLVES.handles(GameVoided)
def _game_voided(state: HallState, event: GameVoided) -> None:
    state.annul(event.annulled)
    session = state.sessions[event.session]
    session.ended_at = event.at
    game = session.games[event.game]
    game.phase, game.outcome, game.won = "closed", "void", {}


@EVOLVES.handles(GameInvalidated)
def _game_invalidated(state: HallState, event: GameInvalidated) -> None:
    state.annul(event.annulled)
    session = state.sessions[event.session]
    game = session.games[event.game]
    if game.phase != "closed":  # a game that had ended does not end again with its outcome
        session.ended_at = event.at
    game.phase, game.outcome = "closed", "invalidated"
    game.receipts_kept = not event.refund


@EVOLVES.handles(Refunded, SumForfeited)
def _receipts_leave(state: HallState, event: Refunded | SumForfeited) -> None:
    """Take refunded or forfeited sums out of the receipts (I02); refunds are then owed."""
    session = state.sessions[event.session]
    if isinstance(event, Refunded):
        state.owe_refund(event.session, event.game, event.player, event.amount_cents)
    if not event.game:
        session.fees = without(session.fees, event.player)
        return
    game = session.games[event.game]
    game.receipts = without(game.receipts, event.player)
    if event.player in session.fees:
        back = session.fees_back.get(event.player, 0) + event.amount_cents
        session.fees_back = put(session.fees_back, event.player, back)


@EVOLVES.handles(EntryVoided)
def entry_voided(state: HallState, event: EntryVoided) -> None:
    """Take the fee, and the player with it, out of the session."""
    session = state.sessions[event.session]
    session.fees = without(session.fees, event.player)
    session.fees_to_pool_cents = event.jackpot_cents
    session.voided = joined(session.voided, (event.player,))


@EVOLVES.handles(PlayerExcluded)
def _player_excluded(state: HallState, event: PlayerExcluded) -> None:
    game = state.game(event.session, event.game)
    game.excluded = joined(game.excluded, (event.player,))


@EVOLVES.handles(DisputeRaised)
def _dispute_raised(state: HallState, event: DisputeRaised) -> None:
    about = event.session, event.game, event.person, event.about
    dispute = Dispute(*about, supervisors=event.supervisors)
    state.disputes = put(state.disputes, event.dispute, dispute)


@EVOLVES.handles(DisputeDecided)
def _dispute_decided(state: HallState, event: DisputeDecided) -> None:
    raised = state.disputes[event.dispute]
    decided = replace(raised, decision=event.decision, stage=event.stage)
    if event.stage != "review":  # the first decision is what a review is about
        decided = replace(decided, decided_by=event.by)
    state.disputes = put(state.disputes, event.dispute, decided)


@EVOLVES.handles(DisputeClosed)
def _dispute_closed(state: HallState, event: DisputeClosed) -> None:
    closed = replace(state.disputes[event.dispute], closed=True)
    if closed.session in state.sessions:
        state.disputes = put(state.disputes, event.dispute, closed)
    else:  # nothing of an archived session stays in the state
        state.disputes = without(state.disputes, event.dispute)
