"""Declaring winners, closing a game, paying prizes."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.claims.commands import CloseGame, DeclareResult, PayPrize
from eyesdown.bingo.claims.events import GameClosed, PrizePaid
from eyesdown.bingo.claims.forfeits import missed_on_last_call
from eyesdown.bingo.claims.verify import (
    awaits_marks,
    refuse_claim,
    undeclared,
    unmarked_refusals,
    won_by,
)
from eyesdown.bingo.pools.decide import (
    credit,
    must_go_events,
    pay_must_go,
    roll_level,
    settle_levels,
)
from eyesdown.bingo.pools.events import PrizeRolled, PrizeWon
from eyesdown.bingo.pools.evolve import BACK, EXHAUSTED, NOT_WON
from eyesdown.bingo.session.returns import game_returns
from eyesdown.bingo.state.desk import in_game
from eyesdown.bingo.state.game import Claimed, Game, SentOn
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import Award, HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import BreachLogged, Events
from eyesdown.bingo.words.parts import Part
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import CloseFacts, ConfirmFacts, PayFacts

DECIDES = Handlers()


@DECIDES.handles(DeclareResult)
@in_game
def declare_result(
    book: BingoBook[Any], state: HallState, command: DeclareResult, session: Session, game: Game
) -> Events:
    """Declare who won what, once every claim on the number is decided (C02, C12, C26).

    Players who completed a prize on the same number and claimed it are joint winners.
    """
    duty, role = session.duty_of(command.by, command.game), state.role_of(command.by)
    # Who may confirm a claim may declare the result; marks are looked at further down.
    refusals = book.check(book.actions.confirm, ConfirmFacts(duty, role, ()))
    if refusals:
        return refused(command, book.in_order(refusals))
    early = _not_now(book, game)
    if early is not None:
        return refused(command, (early,))
    open_claims = game.undecided
    unmarked = [claim for claim in open_claims if awaits_marks(book, state, session, game, claim)]
    undecided = len(open_claims) - len(unmarked)
    if undecided:
        return refused(command, (book.refusal("result/claims_undecided", "share", open=undecided),))
    winners = _winners(book, state, game)
    if not winners:
        return refused(command, (book.refusal("result/no_winner", "result", game=command.game),))
    if game.last_prize in winners:
        # No grid is complete with fewer numbers, so the claims must be wrong if this fails.
        facts = CloseFacts((), len(game.won), len(game.calls), exhausted=False)
        assert not book.check(book.actions.close, facts), "won with fewer numbers than a grid has"
    log = Log(state, command.session)
    for claim in unmarked:
        # The result ends the time to add marks like the next number does (C02, C10).
        if game.last_prize in winners or any(done.prize in winners for done in claim.completed):
            refusals = unmarked_refusals(book, state, session, game, claim)
            log.add(refuse_claim(command, claim, refusals))
    for prize in game.open_prizes:
        if prize in winners:
            log.add(*_award(book, log.state, command, prize, winners[prize]))
    final = log.state.sessions[command.session].games[command.game].won.get(game.last_prize)
    if final is not None:
        log.add(*settle_levels(book, log.state, command, final))
        log.add(*pay_must_go(book, log.state, command))
    return log.all()


def _not_now(book: BingoBook[Any], game: Game) -> Refusal | None:
    """No one is declared a winner by a number known to be wrong, nor passed over for it (D03)."""
    if game.phase != "running":
        return book.refusal("game/not_running", "game", game=game.plan.game)
    if game.number_wrong:
        return book.refusal("correction/owed", "correction", number=game.number_wrong)
    return None


def _winners(book: BingoBook[Any], state: HallState, game: Game) -> dict[str, list[Claimed]]:
    """Allowed claims by the open prize they complete: the earliest number, each player once.

    First is measured by number, not by speed (C03); two cards of a player are one share (C12).
    """
    winners: dict[str, list[Claimed]] = {}
    for claim in game.claims.values():
        for prize in dict.fromkeys(done.prize for done in won_by(book, state, game, claim)):
            if prize not in game.open_prizes:
                continue
            rivals = winners.setdefault(prize, [])
            # A claim on an earlier number, entered later, beats those before it.
            if rivals and claim.call < rivals[0].call:
                rivals.clear()
            first = not rivals or claim.call == rivals[0].call
            if first and all(rival.player != claim.player for rival in rivals):
                rivals.append(claim)
    return winners


def _award(
    book: BingoBook[Any],
    state: HallState,
    command: DeclareResult,
    prize: str,
    claims: list[Claimed],
) -> Events:
    """One prize to its winners; what ends the game takes along or sends on what is left open."""
    log = Log(state, command.session)
    game = state.sessions[command.session].games[command.game]
    if prize == game.last_prize:
        # Before the last prize is won: what is added to it is shared out with it.
        for unwon in game.open_prizes:
            if unwon != prize:
                log.add(*_leave_open(book, log.state, command, unwon, prize))
    offers = log.state.sessions[command.session].games[command.game].offers
    winners = tuple(claim.player for claim in claims)
    share, added = book.ways.share(offers[prize], len(winners))
    log.add(
        PrizeWon(
            at=command.at,
            session=command.session,
            game=command.game,
            prize=prize,
            place=book.ways.place(prize, tuple(offer.prize for offer in game.plan.prizes)),
            call=claims[0].call,
            number=claims[0].number,
            amount_cents=offers[prize],
            winners=winners,
            share_cents=share,
            rounding_contribution_cents=added,
            jackpot=False,
        )
    )
    return log.all()


def _leave_open(
    book: BingoBook[Any], state: HallState, command: GameCommand, unwon: str, final: str
) -> Events:
    """An unclaimed line is added to the series prize (C15); a minor prize goes on (F09)."""
    if book.traits.main_prize:
        return roll_prize(book, state, command, unwon, NOT_WON, keep_name=False)
    return (
        PrizeRolled(
            at=command.at,
            session=command.session,
            game=command.game,
            prize=unwon,
            amount_cents=state.sessions[command.session].games[command.game].offers[unwon],
            to_session=command.session,
            to_game=command.game,
            to_prize=final,
            to_pool="",
            reason=NOT_WON,
        ),
    )


def roll_prize(
    book: BingoBook[Any],
    state: HallState,
    command: GameCommand,
    prize: str,
    reason: str,
    *,
    keep_name: bool = True,
    cents: int | None = None,
) -> Events:
    """A prize goes to the next game of the session, else to the next session (C14, I05)."""
    session = state.sessions[command.session]
    game = session.games[command.game]
    amount = game.offers[prize] if cents is None else cents
    if not amount:
        return ()
    later = session.still_to_play(command.game)
    to_game, to_prize = 0, prize if keep_name else book.traits.main_prize
    if later:
        to_game = later[0]
        target = session.games[to_game]
        same = keep_name and prize in target.offers
        to_prize = prize if same else target.last_prize
    return (
        PrizeRolled(
            at=command.at,
            session=command.session,
            game=command.game,
            prize=prize,
            amount_cents=amount,
            to_session=command.session if to_game else "",
            to_game=to_game,
            to_prize=to_prize,
            to_pool="",
            reason=reason,
        ),
    )


def comes_back(state: HallState, sent: SentOn, command: GameCommand) -> Events:
    """A prize that went on because of a result comes back, unless it is at work by now (D03)."""
    # If less waits than was sent, another session has taken it.
    at_work = not sent.to_game and state.waiting.get(sent.to_prize, 0) < sent.amount_cents
    if sent.to_game and sent.to_game != command.game:
        # A game that has begun plays for it by now.
        at_work = sent.to_game not in state.sessions[command.session].still_to_play(command.game)
    if sent.to_pool or at_work:
        return ()
    return (
        PrizeRolled(
            at=command.at,
            session=command.session,
            game=sent.to_game,
            prize=sent.to_prize,
            amount_cents=sent.amount_cents,
            to_session=command.session,
            to_game=command.game,
            to_prize=sent.prize,
            to_pool="",
            reason=BACK,
            jackpot=sent.jackpot,
        ),
    )


@DECIDES.handles(CloseGame)
@in_game
def close_game(
    book: BingoBook[Any], state: HallState, command: CloseGame, session: Session, game: Game
) -> Events:
    """Close a game whose last prize is won, or without a claim when every number is out (C14)."""
    early = _not_now(book, game) or _being_announced(book, game, command)
    if early is not None:
        return refused(command, (early,))
    open_claims = len(game.undecided) + undeclared(book, state, game)
    facts = CloseFacts(
        open_prizes=game.open_prizes,
        prizes_won=len(game.won),
        numbers_count=len(game.calls),
        exhausted=_exhausted(book, game),
    )
    refusals = book.check(book.actions.close, facts)
    if open_claims and not refusals:
        refusals = (book.refusal("result/claims_undecided", "share", open=open_claims),)
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    if facts.exhausted and facts.open_prizes:
        log.add(*_exhaust(book, log.state, command))
    now = log.state.sessions[command.session].games[command.game]
    log.add(
        GameClosed(
            at=command.at,
            session=command.session,
            game=command.game,
            by=command.by,
            outcome="exhausted" if facts.open_prizes else "won",
            receipts_cents=session.receipts_of(command.game),
            prizes_cents=now.prizes_cents,
            outstanding=unpaid_awards(log.state, command),
        )
    )
    log.add(*game_returns(book, session, now, command.at))
    log.add(*overrun(book, log.state.sessions[command.session], command))
    return log.all()


def _being_announced(book: BingoBook[Any], game: Game, command: CloseGame) -> Refusal | None:
    """No one can have claimed on a number before it is fully announced (C01, C02)."""
    last = game.calls[-1].finished if game.calls else command.at
    if last is not None and last <= command.at:
        return None
    return book.refusal("call/still_open", "call", game=command.game)


def _exhausted(book: BingoBook[Any], game: Game) -> bool:
    balls = book.figures.selector_highest - book.figures.selector_lowest + 1
    return len({call.drawn for call in game.calls}) == int(balls)


def _exhaust(book: BingoBook[Any], state: HallState, command: CloseGame) -> Events:
    """No one claimed: prizes go to the rolling jackpot's pool, else to the next game or session."""
    log = Log(state, command.session)
    log.add(*missed_on_last_call(book, state, command))
    session = state.sessions[command.session]
    game = session.games[command.game]
    pool = session.plan.pool if session.plan.sequence else ""
    for prize in game.open_prizes:
        if not pool:
            log.add(*roll_prize(book, log.state, command, prize, EXHAUSTED))
            continue
        cents = game.offers[prize]
        if cents:
            log.add(
                PrizeRolled(
                    at=command.at,
                    session=command.session,
                    game=command.game,
                    prize=prize,
                    amount_cents=cents,
                    to_session="",
                    to_game=0,
                    to_prize="",
                    to_pool=pool,
                    reason=EXHAUSTED,
                )
            )
            # What the players paid is noted as fed by this game, so that it can go back if the game
            # is invalidated; what rolled in is not theirs.
            own = min(cents, paid_by_receipts(book, game, prize))
            for source, part in ((EXHAUSTED, own), ("rolled", cents - own)):
                if part:
                    log.add(*credit(log.state, command, pool, source, part))
            log.add(*must_go_events(book, log.state, command.at, command.session))
    for level in game.plan.levels:
        log.add(*roll_level(log.state, command, level, EXHAUSTED))
    return log.all()


def paid_by_receipts(book: BingoBook[Any], game: Game, prize: str) -> int:
    """What the players' money has in a prize; where there is an entry fee, nothing (G18)."""
    if book.traits.entry_fee:
        return 0
    return sum(offer.amount_cents for offer in game.plan.prizes if offer.prize == prize)


def unpaid_awards(state: HallState, command: GameCommand) -> tuple[str, ...]:
    """What was won in a game and not paid yet."""
    return tuple(
        name
        for name, award in state.awards.items()
        if (award.session, award.game) == (command.session, command.game) and not award.paid
    )


def overrun(book: BingoBook[Any], session: Session, command: GameCommand) -> Events:
    """A game still running at the end of the span is logged, however it ends (B04)."""
    assert session.began_at is not None
    assert session.ended_at is not None
    over = book.ways.seconds_over(session.began_at, session.ended_at)
    if not over:
        return ()
    refusal = book.refusal("session/overrun", "span", seconds_over=over)
    return (
        BreachLogged(
            at=command.at, session=command.session, game=command.game, refusals=(refusal,)
        ),
    )


@DECIDES.handles(PayPrize)
def pay_prize(book: BingoBook[Any], state: HallState, command: PayPrize) -> Events:
    """Pay an award once its game is closed, by methods that the book allows."""
    award = state.awards.get(command.award)
    if award is None or award.paid:
        return refused(
            command, (book.refusal("payment/nothing_owed", "payment", award=command.award),)
        )
    if command.point and command.point not in state.points:
        return refused(command, (book.refusal("point/not_open", "point", point=command.point),))
    closed = state.sessions[award.session].games[award.game].phase == "closed"
    parts = command.parts or (_usual_part(book, award, command),)
    facts = PayFacts(
        amount_cents=award.amount_cents,
        game_closed=closed,
        parts=tuple((part.method, part.amount_cents) for part in parts),
        jackpot=award.jackpot,
        cheque_requested=command.cheque_requested,
    )
    refusals = book.check(book.actions.pay, facts)
    paid = sum(part.amount_cents for part in parts)
    positive = all(part.amount_cents > 0 for part in parts)
    if paid != award.amount_cents or not positive:
        refusals += (
            book.refusal(
                "payment/parts_do_not_sum",
                "payment",
                parts_cents=paid,
                owed_cents=award.amount_cents,
            ),
        )
    # For a book whose clauses leave this out.
    if not closed and not refusals:
        refusals = (book.refusal("payment/game_not_closed", "payment", game=award.game),)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        PrizePaid(
            at=command.at,
            award=command.award,
            player=award.player,
            by=command.by,
            parts=parts,
            method=book.ways.pay_method(facts),
            amount_cents=award.amount_cents,
            point=command.point,
        ),
    )


def _usual_part(book: BingoBook[Any], award: Award, command: PayPrize) -> Part:
    """The whole sum by the book's own method."""
    facts = PayFacts(
        amount_cents=award.amount_cents,
        game_closed=True,
        parts=(),
        jackpot=award.jackpot,
        cheque_requested=command.cheque_requested,
    )
    return Part(method=book.ways.pay_method(facts), amount_cents=award.amount_cents)
