"""Failures, invalidation and refunds, exclusion, disputes."""

from __future__ import annotations

from copy import copy
from typing import Any

from eyesdown.bingo.claims.decide import struck_out
from eyesdown.bingo.claims.results import (
    comes_back,
    overrun,
    paid_by_receipts,
    roll_prize,
    unpaid_awards,
)
from eyesdown.bingo.pools.decide import credit, debit, must_go_events, roll_level
from eyesdown.bingo.state.desk import in_game, in_game_ever, in_session, session_of
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import Dispute, HallState, Session
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
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
from eyesdown.bingo.words.commands import GameCommand, SessionCommand
from eyesdown.bingo.words.events import Events
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import ActionFacts, DisputeFacts, InvalidateFacts
from eyesdown.rulebook.spelling import plain_words

DECIDES = Handlers()


@DECIDES.handles(FailTerminal)
@in_game
def fail_terminal(
    book: BingoBook[Any], state: HallState, command: FailTerminal, session: Session, game: Game
) -> Events:
    """End a game without a result: its prizes roll, or all fees go back if none is left (I03)."""
    refusals = book.check(book.actions.terminal_failure, ActionFacts(state.role_of(command.by)))
    if (game.phase != "running" or game.last_prize in game.won) and not refusals:
        refusals = (book.refusal("game/not_running", "game", game=command.game),)
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    log.add(
        GameVoided(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            annulled=unpaid_awards(state, command),
        )
    )
    for prize in game.offers:
        log.add(*roll_prize(book, log.state, command, prize, "void"))
    for level in game.plan.levels:
        log.add(*roll_level(log.state, command, level, "void"))
    # Fees paid for a whole session, which has no game left.
    if not any(other.phase == "planned" for other in session.games.values()):
        log.add(*refund_fees(log.state, command))
    return log.all()


def refund_fees(state: HallState, command: FailTerminal) -> Events:
    """What is left of every fee; the pool stays as shown unless the hall sets otherwise (I04)."""
    session = state.sessions[command.session]
    log = Log(state, command.session)
    for player in session.fees:
        log.add(
            Refunded(
                at=command.at,
                session=command.session,
                game=0,
                player=player,
                amount_cents=session.fee_left(player),
                reason="incomplete session",
            )
        )
    if state.settings.reverse_contributions_on_refund:
        cents = session.fees_to_pool_cents
        log.add(*_take_back(log.state, command, cents, "entry fees refunded"))
    return log.all()


def _take_back(state: HallState, command: SessionCommand, cents: int, reason: str) -> Events:
    """Contributions leave the pool as far as it still holds them; the operator bears the rest."""
    name = state.sessions[command.session].plan.pool
    left = min(cents, state.pools[name].balance_cents)
    return (debit(state, command, name, left, reason=reason),) if left else ()


def _paid_cents(state: HallState, command: GameCommand, prize: str) -> int:
    """What was paid of a prize; it stays paid."""
    about = (command.session, command.game, prize)
    paid = [award for award in state.awards.values() if award.paid]
    ours = [award for award in paid if (award.session, award.game, award.prize) == about]
    return sum(award.amount_cents for award in ours)


@DECIDES.handles(InvalidateGame)
@in_game_ever
def invalidate_game(
    book: BingoBook[Any], state: HallState, command: InvalidateGame, session: Session, game: Game
) -> Events:
    """Cancel a disrupted or tainted outcome, however late; sums go back as the book says (I01)."""
    facts = _invalidate_facts(book, state, session, game, command)
    refusals = book.check(book.actions.invalidate, facts)
    if game.outcome in ("invalidated", "void") and not refusals:
        refusals = (book.refusal("game/already_undone", "game", game=command.game),)
    if refusals:
        return refused(command, book.in_order(refusals))
    refund = book.traits.refund_is_due or command.refund
    log = Log(state, command.session)
    log.add(
        GameInvalidated(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            cause=command.cause,
            person=command.person,
            person_kind=command.person_kind,
            accomplices=command.accomplices,
            opinion_of=(command.opinion_of or command.by) if command.affects_outcome else "",
            refund=refund,
            reason=command.reason,
            annulled=unpaid_awards(state, command),
        )
    )
    if game.phase == "running":
        log.add(*overrun(book, log.state.sessions[command.session], command))
    if refund:
        log.add(*refunds(book, log.state, command, game))
    log.add(*_pool_back(book, log.state, command, refund=refund))
    paid = _paid_cents(state, command, game.last_prize)
    # Newest first, the opposite of how they left.
    for sent in reversed(game.sent_on):
        # A line that was added to this game's own last prize was paid out with it (C15).
        if sent.to_game != command.game or not paid:
            log.add(*comes_back(log.state, sent, command))
    for level in game.plan.levels:
        won = game.won.get(level.level)
        paid = _paid_cents(state, command, level.level)
        # A level that was won and paid in full is gone.
        if won is None or paid < won.amount_cents:
            # Where the pool was behind the level, it bore what was paid first.
            paid = max(0, paid - _pool_part(game, level.level))
            log.add(*roll_level(log.state, command, level, "invalidated", paid))
    now = copy(log.state.game(command.session, command.game))  # as it is before its prizes go on
    for prize in now.offers:
        left = now.offers[prize] - _paid_cents(state, command, prize)
        if prize == game.last_prize:
            left -= _pool_left(state, command, game)  # that is in the pool again
        cents = max(0, min(left, _rolls(book, now, prize, refund=refund)))
        log.add(*roll_prize(book, log.state, command, prize, "invalidated", cents=cents))
    return log.all()


def _invalidate_facts(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, command: InvalidateGame
) -> InvalidateFacts:
    paid = _paid_for(book, state, command, game)
    strangers = [name for name in (command.person, *command.accomplices) if name not in paid]
    return InvalidateFacts(
        cause=plain_words(command.cause),
        by_role=state.role_of(command.by),
        by_duty=session.duty_of(command.by, command.game),
        person=command.person,
        person_kind=command.person_kind,
        affects_outcome=command.affects_outcome,
        opinion_role=state.role_of(command.opinion_of or command.by),
        forfeit=command.forfeit,
        paid_nothing=strangers[0] if command.forfeit and strangers else "",
    )


def _rolls(book: BingoBook[Any], game: Game, prize: str, *, refund: bool) -> int:
    """What goes on from an invalidated game: all but the money that goes back elsewhere.

    Prizes that receipts pay for end with the refunds; the operator's own go on (G18, I05). A line
    that was added to the last prize was paid with it (C15).
    """
    inside = {sent.prize for sent in game.sent_on if sent.to_game == game.plan.game}
    # A line that is on offer again is counted by itself.
    parts = {prize, *inside - set(game.offers)} if prize == game.last_prize else {prize}
    own = sum(paid_by_receipts(book, game, part) for part in parts) if refund else 0
    if prize == game.last_prize:
        own += game.from_pool_cents
    return max(0, game.offers[prize] - own)


def refunds(book: BingoBook[Any], state: HallState, command: InvalidateGame, game: Game) -> Events:
    """What each player paid for the game; what the fraudulent paid may be forfeited."""
    log = Log(state, command.session)
    for player, cents in _paid_for(book, state, command, game).items():
        if command.forfeit and player in (command.person, *command.accomplices):
            log.add(
                SumForfeited(
                    at=command.at,
                    session=command.session,
                    game=command.game,
                    player=player,
                    amount_cents=cents,
                    by=command.by,
                )
            )
        else:
            log.add(
                Refunded(
                    at=command.at,
                    session=command.session,
                    game=command.game,
                    player=player,
                    amount_cents=cents,
                    reason="invalidated",
                )
            )
    return log.all()


def _paid_for(
    book: BingoBook[Any], state: HallState, command: InvalidateGame, game: Game
) -> dict[str, int]:
    """Sums by player; where only an entry fee is paid, its even part for this game (I08)."""
    if not book.traits.entry_fee:
        return dict(game.receipts)
    return state.sessions[command.session].fee_parts(command.game)


def _pool_back(
    book: BingoBook[Any], state: HallState, command: InvalidateGame, *, refund: bool
) -> Events:
    """What a refunded game fed the pool is reversed; what the pool gave and did not pay returns.

    Without a refund the players' money stays where it was held for them (I02, I06).
    """
    session = state.sessions[command.session]
    name = session.plan.pool
    if not name:
        return ()
    log = Log(state, command.session)
    game = session.games[command.game]
    returned = _pool_left(state, command, game)
    for prize in game.won:
        returned += max(0, _pool_part(game, prize) - _paid_cents(state, command, prize))
    if returned:
        log.add(*credit(log.state, command, name, "returned", returned))
        log.add(*must_go_events(book, log.state, command.at, command.session))
    fed = min(
        log.state.pools[name].fed_by(command.session, command.game),
        log.state.pools[name].balance_cents,
    )
    if fed and refund:
        log.add(debit(log.state, command, name, fed, reason="invalidated"))
    return log.all()


def _pool_left(state: HallState, command: InvalidateGame, game: Game) -> int:
    """What the pool added to the last prize, as far as no one was paid that."""
    last = game.last_prize
    unpaid = game.offers.get(last, 0) - _paid_cents(state, command, last)
    return max(0, min(game.from_pool_cents, unpaid))


def _pool_part(game: Game, prize: str) -> int:
    """What the pool gave of a jackpot: all of it, but for what a level has of its own."""
    won = game.won.get(prize)
    if won is None or not won.jackpot:
        return 0
    level = next((level for level in game.plan.levels if level.level == prize), None)
    if level is not None and not level.whole_pool:
        return 0
    return won.amount_cents - game.levels.get(prize, 0)


@DECIDES.handles(VoidEntry)
@in_session
def void_entry(
    book: BingoBook[Any], state: HallState, command: VoidEntry, session: Session
) -> Events:
    """Cancel an entry, return its fee and take its part out of the pool (I10)."""
    refusals = book.check(book.actions.entry_void, ActionFacts(state.role_of(command.by)))
    if command.player not in session.fees and not refusals:
        refusals = (book.refusal("entry/none", "entry", player=command.player),)
    if refusals:
        return refused(command, book.in_order(refusals))
    fee = session.fees[command.player]
    left = sum(session.fees.values()) - fee
    # The pool's part is a figure of all fees together; so the difference
    # goes back, not a share of this fee.
    jackpot = left - book.ways.administration(left)
    back = session.fees_to_pool_cents - jackpot
    log = Log(state, command.session)
    log.add(
        EntryVoided(
            at=command.at,
            session=command.session,
            player=command.player,
            by=command.by,
            fee_cents=fee,
            jackpot_cents=jackpot,
        ),
        Refunded(
            at=command.at,
            session=command.session,
            game=0,
            player=command.player,
            amount_cents=session.fee_left(command.player),
            reason="entry void",
        ),
    )
    log.add(*_take_back(log.state, command, back, "entry void"))
    # The entry was for every game of the session.
    for number in session.games:
        about = GameCommand(at=command.at, session=command.session, game=number)
        log.add(*struck_out(book, log.state, about, command.player))
    return log.all()


@DECIDES.handles(ExcludePlayer)
@in_game
def exclude_player(
    book: BingoBook[Any], state: HallState, command: ExcludePlayer, _session: Session, _game: Game
) -> Events:
    """Exclude a player from a game and refuse their open claims in it."""
    refusals = book.check(book.actions.exclude, ActionFacts(state.role_of(command.by)))
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    log.add(
        PlayerExcluded(
            at=command.at,
            session=command.session,
            game=command.game,
            player=command.player,
            by=command.by,
        )
    )
    log.add(*struck_out(book, log.state, command, command.player))
    return log.all()


@DECIDES.handles(RaiseDispute)
def raise_dispute(book: BingoBook[Any], state: HallState, command: RaiseDispute) -> Events:
    """Record a dispute, also after the session, and after it was archived."""
    # An archived session has left the state; the caller has looked up what is known of it.
    archived = command.past if command.session not in state.sessions else None
    session = session_of(book, state, command.session, ever=True)
    if archived is None and isinstance(session, Refusal):
        return refused(command, (session,))
    games = session.games if isinstance(session, Session) else archived.games if archived else ()
    if command.game and command.game not in games:
        return refused(command, (book.refusal("game/unknown", "game", game=command.game),))
    if command.taken or command.dispute in state.disputes:
        return refused(
            command, (book.refusal("dispute/exists", "dispute", dispute=command.dispute),)
        )
    return (
        DisputeRaised(
            at=command.at,
            session=command.session,
            game=command.game,
            dispute=command.dispute,
            person=command.person,
            about=command.about,
            supervisors=archived.supervisors if archived else (),
        ),
    )


def _supervisor_of(state: HallState, dispute: Dispute, by: str) -> str:
    """The supervisor for a dispute: the person who decides if they are one, else the game's own."""
    session = state.sessions.get(dispute.session)
    if session is None:
        return by if by in dispute.supervisors else next(iter(dispute.supervisors), "")
    is_one = "supervisor" in session.duties_of(by, dispute.game)
    return by if is_one else session.official("supervisor", dispute.game)


def _open_dispute(book: BingoBook[Any], state: HallState, name: str) -> Dispute | Refusal:
    dispute = state.disputes.get(name)
    if dispute is None or dispute.closed:
        return book.refusal("dispute/not_open", "dispute", dispute=name)
    return dispute


@DECIDES.handles(DecideDispute)
def decide_dispute(book: BingoBook[Any], state: HallState, command: DecideDispute) -> Events:
    """Record a decision by the person whom the book names, or its review."""
    dispute = _open_dispute(book, state, command.dispute)
    if isinstance(dispute, Refusal):
        return refused(command, (dispute,))
    facts = DisputeFacts(
        by=command.by,
        by_role=state.role_of(command.by),
        supervisor=_supervisor_of(state, dispute, command.by),
        decided=bool(dispute.decided_by),
        review=command.review,
        closing=False,
        satisfied=False,
        advised=False,
    )
    refusals = book.check(book.actions.dispute, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        DisputeDecided(
            at=command.at,
            dispute=command.dispute,
            by=command.by,
            stage="review" if command.review else "decision",
            decision=command.decision,
        ),
    )


@DECIDES.handles(CloseDispute)
def close_dispute(book: BingoBook[Any], state: HallState, command: CloseDispute) -> Events:
    """End a dispute; a person who is not satisfied must be advised where to complain (I13)."""
    dispute = _open_dispute(book, state, command.dispute)
    if isinstance(dispute, Refusal):
        return refused(command, (dispute,))
    facts = DisputeFacts(
        by="",
        by_role="",
        supervisor="",
        decided=bool(dispute.decided_by),
        review=False,
        closing=True,
        satisfied=command.satisfied,
        advised=command.advised,
    )
    refusals = book.check(book.actions.dispute, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    advice = book.ways.advice() if command.advised else ""
    return (
        DisputeClosed(
            at=command.at, dispute=command.dispute, satisfied=command.satisfied, advice=advice
        ),
    )
