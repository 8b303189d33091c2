"""Checking a claim step by step, and confirming it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from eyesdown.bingo.claims.commands import CheckClaim, ConfirmClaim
from eyesdown.bingo.claims.events import ClaimAllowed, ClaimChecked, ClaimRefused
from eyesdown.bingo.state.desk import in_game
from eyesdown.bingo.state.game import Claimed, Game
from eyesdown.bingo.state.grids import boxes_on, cards_of, completes, marks, still_complete
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.parts import Completed
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import CheckFacts, ConfirmFacts

DECIDES = Handlers()


class OpenClaim(NamedTuple):
    """A claim that is being checked, with its session and game."""

    session: Session
    game: Game
    claim: Claimed


C = TypeVar("C", CheckClaim, ConfirmClaim)


def of_open_claim(
    decide: Callable[[BingoBook[Any], HallState, C, OpenClaim], Events],
) -> Callable[[BingoBook[Any], HallState, C, Session, Game], Events]:
    """Let a decision have the open claim its command names, or refuse."""

    @wraps(decide)
    def decide_claim(
        book: BingoBook[Any], state: HallState, command: C, session: Session, game: Game
    ) -> Events:
        if game.phase != "running":
            refusal = book.refusal("game/not_running", "game", game=command.game)
            return refused(command, (refusal,))
        claim = game.claims.get(command.claim)
        if claim is None or claim.status != "open":
            refusal = book.refusal("claim/not_open", "claim", claim=command.claim)
            return refused(command, (refusal,))
        return decide(book, state, command, OpenClaim(session, game, claim))

    return decide_claim


@DECIDES.handles(CheckClaim)
@in_game
@of_open_claim
def check_claim(
    book: BingoBook[Any], state: HallState, command: CheckClaim, about: OpenClaim
) -> Events:
    """Record steps of the book's checklist, done by a person who may do them."""
    session, game, claim = about
    unknown = [step for step in command.steps if step not in steps_of(book, game)]
    if unknown or not command.steps:
        step = unknown[0] if unknown else ""
        return refused(command, (book.refusal("claim/no_such_step", "claim", step=step),))
    facts = _check_facts(state, session, game, claim, command)
    refusals = book.check(book.actions.check, facts)
    if refusals:
        # A card that differs from its print ends the claim; after any
        # other refusal it is checked again.
        if all(refusal.code.startswith("claim/card_") for refusal in refusals):
            return (refuse_claim(command, claim, book.in_order(refusals)),)
        return refused(command, book.in_order(refusals))
    return (
        ClaimChecked(
            at=command.at,
            session=command.session,
            game=command.game,
            claim=command.claim,
            by=command.by,
            steps=command.steps,
            witness=command.witness,
            numbers=numbers_checked(state, game, claim),
            marked=command.marked,
            jackpot_number=claim.number in game.jackpot_numbers,
            witness_impossible=book.traits.witnessed_step in command.steps
            and not facts.witness_possible,
        ),
    )


def steps_of(book: BingoBook[Any], game: Game) -> tuple[str, ...]:
    """The checklist of a game; the jackpot's conditions are checked only where one is offered."""
    return tuple(step for step in book.steps if step != "jackpot" or game.plan.levels)


def numbers_checked(state: HallState, game: Game, claim: Claimed) -> tuple[tuple[int, bool], ...]:
    """Every number of the claimed grid, and whether it was called by then."""
    # One grid is read out; the others of the claim are worked out by the site.
    done = claim.completed[0]
    box = boxes_on(state, CardKey(done.serial, done.card))[done.box - 1]
    out = set(game.called[: claim.call])
    return tuple((number, number in out) for number in box.numbers)


def refuse_claim(
    command: GameCommand, claim: Claimed, refusals: tuple[Refusal, ...]
) -> ClaimRefused:
    """The refusal of a claim that was made."""
    return ClaimRefused(
        at=command.at,
        session=command.session,
        game=command.game,
        claim=claim.claim,
        player=claim.player,
        word=claim.word,
        call=claim.call,
        refusals=refusals,
        numbers=(),
    )


def _check_facts(
    state: HallState, session: Session, game: Game, claim: Claimed, command: CheckClaim
) -> CheckFacts:
    serials = {done.serial for done in claim.completed}
    books = {
        state.series[done.serial].cards[done.card].book or done.card for done in claim.completed
    }
    claimants = _claimants(game, claim)
    return CheckFacts(
        steps=command.steps,
        by=command.by,
        by_duty=session.duty_of(command.by, command.game),
        by_role=state.role_of(command.by),
        serial_agrees=not command.serial or command.serial in serials,
        book_agrees=not command.book or command.book in books,
        witness=command.witness,
        witness_is_player=bool(cards_of(state, session, command.game, command.witness)),
        witness_is_claimant=command.witness in claimants,
        witness_is_official=bool(session.duty_of(command.witness, command.game)),
        witness_possible=any(free_witnesses(state, session, game, claim)),
    )


def free_witnesses(state: HallState, session: Session, game: Game, claim: Claimed) -> Iterator[str]:
    """Players of the game who neither claimed on the claim's number nor run the game (C18)."""
    claimants, number = _claimants(game, claim), game.plan.game
    for name in state.held(session).players:
        if name in claimants or session.duty_of(name, number):
            continue
        if cards_of(state, session, number, name):
            yield name


def _claimants(game: Game, claim: Claimed) -> set[str]:
    """The players who have claimed on the number of this claim, refused claims left out."""
    return {
        other.player
        for other in game.claims.values()
        if other.call == claim.call and other.status in ("open", "allowed")
    }


def marked_on(session: Session, game: Game, claim: Claimed, key: CardKey) -> set[int]:
    """The called numbers that are marked on a card: by hand, by pressing, or by the device."""
    out = set(game.called[: claim.call])
    # A device that marks by itself has marked all that was called.
    if session.holdings[key.name].auto_play:
        return out
    return out & {*claim.marked, *game.pressed.get(key.name, ())}


def well_marked(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, claim: Claimed
) -> tuple[Completed, ...]:
    """The completions whose called numbers are marked too, where the book asks for marks (C10)."""
    done = still_complete(book, state, claim.completed, game.called)
    if not book.traits.marks_needed:
        return done
    good = []
    for each in done:
        key = CardKey(each.serial, each.card)
        box = boxes_on(state, key)[each.box - 1]
        # The call before left the way open; now every called number of it must be marked as well.
        before = marks(box.numbers, game.called[: each.call - 1])
        marked = marks(box.numbers, marked_on(session, game, claim, key))
        if completes(book.patterns[each.prize], before, marked):
            good.append(each)
    return tuple(good)


def undeclared(book: BingoBook[Any], state: HallState, game: Game) -> int:
    """Allowed claims to a prize that is still to be declared."""
    open_prizes = set(game.open_prizes)
    about_open = (
        claim
        for claim in game.claims.values()
        if any(done.prize in open_prizes for done in claim.completed)
    )
    return sum(
        any(done.prize in open_prizes for done in won_by(book, state, game, claim))
        for claim in about_open
    )


def won_by(
    book: BingoBook[Any], state: HallState, game: Game, claim: Claimed
) -> tuple[Completed, ...]:
    """What an allowed claim completed, less what a correction has undone since (D03)."""
    if claim.status != "allowed":
        return ()
    return still_complete(book, state, claim.completed, game.called)


def missing_steps(book: BingoBook[Any], game: Game, claim: Claimed) -> tuple[str, ...]:
    """The steps of the checklist that no one has done."""
    return tuple(step for step in steps_of(book, game) if step not in claim.steps)


def awaits_marks(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, claim: Claimed
) -> bool:
    """A claim checked in full that only lacks marks; they may be added until the next number."""
    if missing_steps(book, game, claim):
        return False
    return not well_marked(book, state, session, game, claim)


def _confirm_facts(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, claim: Claimed, *, by: str
) -> ConfirmFacts:
    number = game.plan.game
    unmarked: tuple[int, ...] = ()
    if not well_marked(book, state, session, game, claim):
        done = claim.completed[-1]
        key = CardKey(done.serial, done.card)
        box = boxes_on(state, key)[done.box - 1]
        marked = marked_on(session, game, claim, key)
        out = set(game.called[: claim.call])
        unmarked = tuple(ball for ball in box.numbers if ball in out and ball not in marked)
    return ConfirmFacts(
        by_duty=session.duty_of(by, number),
        by_role=state.role_of(by),
        unmarked=unmarked,
        claiming_witness=claim.witness if claim.witness in _claimants(game, claim) else "",
    )


def unmarked_refusals(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, claim: Claimed
) -> tuple[Refusal, ...]:
    """Why a claim that lacks marks fails when the next number begins."""
    by = session.official("supervisor", game.plan.game)
    facts = _confirm_facts(book, state, session, game, claim, by=by)
    refusals = book.check(book.actions.confirm, facts)
    return tuple(refusal for refusal in refusals if refusal.code == "claim/unmarked")


@DECIDES.handles(ConfirmClaim)
@in_game
@of_open_claim
def confirm_claim(
    book: BingoBook[Any], state: HallState, command: ConfirmClaim, about: OpenClaim
) -> Events:
    """Allow a claim once every step of the checklist is done and the book agrees."""
    session, game, claim = about
    facts = _confirm_facts(book, state, session, game, claim, by=command.by)
    refusals = book.check(book.actions.confirm, facts)
    refusals += tuple(
        Refusal("claim/step_missing", book.clause(book.steps[step]), (("step", step),))
        for step in missing_steps(book, game, claim)
    )
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        ClaimAllowed(
            at=command.at,
            session=command.session,
            game=command.game,
            claim=command.claim,
            player=claim.player,
            by=command.by,
            call=claim.call,
            completed=well_marked(book, state, session, game, claim),
        ),
    )
