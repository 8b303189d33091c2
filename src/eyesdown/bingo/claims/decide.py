"""A claim as it is made: heard on which number, what it completes, and what refuses it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.claims.events import ClaimMade, ClaimRefused
from eyesdown.bingo.claims.forfeits import forfeit_cancelled, missed_again
from eyesdown.bingo.claims.verify import refuse_claim
from eyesdown.bingo.state.desk import gaming_day, in_game, is_official, session_day
from eyesdown.bingo.state.game import Box, Game
from eyesdown.bingo.state.grids import (
    boxes_of,
    cards_of,
    completed,
    completed_on_call,
    first_completed,
    is_forfeited,
)
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.parts import Completed
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel import written
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import ClaimFacts

DECIDES = Handlers()


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of a claim: on which call it was heard, and whether during its announcement (C01).

    Call 0 is before the first number.
    """

    call: int
    during: bool


@dataclass(frozen=True, slots=True)
class Assessed:
    """What the player's grids show for a claim.

    `good` wins, `lost` was forfeited before; `nearest` is the grid a failed claim speaks of.
    """

    good: tuple[Completed, ...]
    lost: tuple[Completed, ...]
    prize: str
    completed_on: int
    nearest: Box | None


@dataclass(frozen=True, slots=True)
class HeardClaim:
    """A claim with the moment it was heard and what the player's grids show."""

    command: Claim
    player: str
    moment: Moment
    judged: Assessed


def moment_of(game: Game, at: datetime) -> Moment:
    """The number a claim belongs to: fully announced, and the next one not begun."""
    # A right number that is not displayed yet is no call so far, and ends the window of the last.
    if game.right_announced_at is not None and at >= game.right_announced_at:
        return Moment(len(game.calls), during=True)
    # The last number that had begun by then, even if the claim is entered later.
    for number in range(len(game.calls), 0, -1):
        call = game.calls[number - 1]
        if at < call.started:
            continue
        return Moment(number, call.finished is None or at < call.finished)
    return Moment(0, during=False)


def assess(
    book: BingoBook[Any], game: Game, player: str, boxes: tuple[Box, ...], call: int
) -> Assessed:
    """Every open prize against every grid of the claimant (C09)."""
    done = completed_on_call(book, game, boxes, call) if call else ()
    lost = tuple(each for each in done if is_forfeited(game, player, each))
    good = tuple(each for each in done if each not in lost)
    prize, completed_on, nearest = _nearest(book, game, boxes, call)
    if lost and not good:
        prize, completed_on = lost[0].prize, lost[0].call
    return Assessed(good, lost, prize, completed_on, nearest)


def _nearest(
    book: BingoBook[Any], game: Game, boxes: tuple[Box, ...], call: int
) -> tuple[str, int, Box | None]:
    """The open prize a failed claim is about: one completed before, else the first still open."""
    called = game.called[:call]
    for prize in game.open_prizes:
        for box in boxes:
            on = first_completed(book.patterns[prize], box.numbers, called)
            if on:
                return prize, on, box
    # The grid with most numbers out: the one the player most likely means.
    best = max(boxes, key=lambda box: len(set(box.numbers) & set(called)), default=None)
    return next(iter(game.open_prizes), ""), 0, best


@DECIDES.handles(Claim)
@in_game
def claim(
    book: BingoBook[Any], state: HallState, command: Claim, session: Session, game: Game
) -> Events:
    """Take a claim for checking, or refuse it; a refused player remains in the game."""
    if command.slip:
        purchase = session.purchase_of(command.slip)
        if purchase is None or purchase.taken_back or command.player not in ("", purchase.player):
            return refused(command, (book.refusal("slip/not_theirs", "claim", game=command.game),))
        command = written.replace(command, player=purchase.player)
    shown = CardKey(command.serial, command.card) if command.card else None
    held = session.holdings.get(shown.name) if shown else None
    player = command.player or (held.player if held else "")
    boxes = boxes_of(state, session, command.game, player)
    moment = moment_of(game, command.at)
    # During an announcement the number is not out yet, hence call 0: nothing is complete.
    judged = assess(book, game, player, boxes, 0 if moment.during else moment.call)
    judged = _usable(book, state, session, game, judged)
    heard = HeardClaim(command, player, moment, judged)
    facts = _facts(book, state, session, game, heard)
    # Who may claim comes first: a stranger is refused for that, not for what their card lacks.
    refusals = book.check(book.actions.claim, _as_if_complete(facts))
    if not refusals:
        refusals = _nothing_to_win(book, game) or book.check(book.actions.claim, facts)
    if not refusals and not moment.call:  # a book from outside whose clauses leave this out
        refusals = (book.refusal("claim/no_prize_open", "claim", game=game.plan.game),)
    if refusals:
        return _refused(book, game, heard, refusals)
    accepted = ClaimMade(
        at=command.at,
        session=command.session,
        game=command.game,
        claim=_next_name(game),
        player=player,
        word=command.word,
        by=command.by or player,
        call=moment.call,
        completed=judged.good,
    )
    if moment.call == len(game.calls):
        return (accepted,)
    return (accepted, *_in_time_after_all(book, state, command, player, moment.call))


def struck_out(book: BingoBook[Any], state: HallState, command: GameCommand, player: str) -> Events:
    """Refusals of a player's claims not yet declared, once they are out or their entry is void."""
    session = state.sessions[command.session]
    game = session.games[command.game]
    events: list[ClaimRefused] = []
    for claim in game.claims.values():
        prizes = {done.prize for done in claim.completed} & set(game.open_prizes)
        if claim.player != player or claim.status not in ("open", "allowed") or not prizes:
            continue
        again = Claim(at=command.at, session=command.session, game=command.game, player=player)
        judged = Assessed(claim.completed, (), claim.completed[0].prize, claim.call, None)
        heard = HeardClaim(again, player, Moment(claim.call, during=False), judged)
        refusals = book.check(book.actions.claim, _facts(book, state, session, game, heard))
        events.append(refuse_claim(command, claim, book.in_order(refusals)))
    return tuple(events)


def _nothing_to_win(book: BingoBook[Any], game: Game) -> tuple[Refusal, ...]:
    if game.phase != "running":
        return (book.refusal("claim/game_not_running", "claim", game=game.plan.game),)
    if not game.open_prizes:
        return (book.refusal("claim/no_prize_open", "claim", game=game.plan.game),)
    return ()


def _as_if_complete(facts: ClaimFacts) -> ClaimFacts:
    """The facts by which to check who may claim with which card, before what the card shows."""
    call = max(facts.call, 1)
    return replace(facts, during_announcement=False, call=call, completed_on=call, forfeited=False)


def _usable(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, judged: Assessed
) -> Assessed:
    """Completions on cards of the right day and range, if there are any."""
    good = tuple(
        done
        for done in judged.good
        if _in_range(state, session, CardKey(done.serial, done.card))
        and _day_fits(book, state, session, game, CardKey(done.serial, done.card))
    )
    # If none fits all are kept, so that the refusal names the day or the range.
    return replace(judged, good=good) if good else judged


def _next_name(game: Game) -> str:
    return f"claim {len(game.claims) + 1}"


def _refused(
    book: BingoBook[Any], game: Game, heard: HeardClaim, refusals: tuple[Refusal, ...]
) -> Events:
    command, moment = heard.command, heard.moment
    box = heard.judged.nearest
    out = set(game.called[: moment.call])
    return (
        ClaimRefused(
            at=command.at,
            session=command.session,
            game=command.game,
            claim=_next_name(game),
            player=heard.player,
            word=command.word,
            call=moment.call,
            refusals=book.in_order(refusals),
            numbers=tuple((number, number in out) for number in box.numbers) if box else (),
        ),
    )


def _in_time_after_all(
    book: BingoBook[Any], state: HallState, command: Claim, player: str, call: int
) -> Events:
    """A claim heard in its window but entered after the next number: nothing was forfeited then."""
    game = state.game(command.session, command.game)
    # Forfeits were recorded when the next number began, before this claim was entered.
    in_time = [lost for lost in game.all_forfeits if lost.player == player and lost.call == call]
    if not in_time:
        return ()
    log = Log(state, command.session)
    for lost in in_time:
        log.add(forfeit_cancelled(command, lost, "the call was heard in time"))
    calls = range(call + 1, len(game.calls))
    log.add(*missed_again(book, log.state, command, in_time, calls))
    return log.all()


def _facts(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, heard: HeardClaim
) -> ClaimFacts:
    """A claim as the clauses see it: who claims, with which cards, on which call."""
    command, player, moment, judged = heard.command, heard.player, heard.moment, heard.judged
    shown = CardKey(command.serial, command.card)
    held = session.holdings.get(shown.name)
    keys = [CardKey(done.serial, done.card) for done in judged.good[:1]]
    keys += [shown] if command.card else []
    official = is_official(session, player, (command.game,))
    in_play = state.held(session).in_play(command.game)
    elsewhere = held is None and state.is_sold(shown)
    return ClaimFacts(
        player_is_official=official,
        staff_may_play=state.settings.staff_may_play,
        # For a card that no one holds, the clause about that card answers, not the lack of any.
        has_cards=official
        or (bool(command.card) and held is None)
        or bool(cards_of(state, session, command.game, player)),
        shown_sold=not command.card or held is not None or elsewhere,
        shown_serial_in_game=not command.serial or command.serial in in_play.books,
        shown_for_game=not command.card
        or (held is not None and command.game in held.games)
        or not (held is not None or elsewhere),
        shown_in_range=all(_in_range(state, session, key) for key in keys),
        shown_day_fits=all(_day_fits(book, state, session, game, key) for key in keys),
        game_settled=game.phase == "closed",
        entry_void=player in session.voided,
        excluded=player in game.excluded,
        during_announcement=moment.during,
        version=str(game.plan.versions[0]) if game.plan.versions else "",
        prize=judged.prize,
        call=moment.call,
        completed_on=moment.call if judged.good else judged.completed_on,
        forfeited=not judged.good and _has_lost(game, heard),
    )


def _has_lost(game: Game, heard: HeardClaim) -> bool:
    judged = heard.judged
    if judged.lost or judged.nearest is None:
        return bool(judged.lost)
    done = completed(judged.prize, judged.nearest, heard.moment.call)
    return is_forfeited(game, heard.player, done)


def _in_range(state: HallState, session: Session, key: CardKey) -> bool:
    """The book number lies in the issued range; a card outside books counts by its own (A07)."""
    if key.serial not in session.ranges:
        return True
    printed = state.series[key.serial].cards.get(key.card)
    number = (printed.book or printed.card) if printed else key.card
    first, last = session.ranges[key.serial]
    return first <= number <= last


def _day_fits(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, key: CardKey
) -> bool:
    """Sold on the session's gaming day or, for a game card, on the day its game starts (B01)."""
    held = session.holdings.get(key.name)
    if held is None or not book.traits.same_day_cards:
        return True
    days = {session_day(book, state, session)}
    if held.scope == "game" and game.started_at is not None:
        days.add(gaming_day(book, state, game.started_at))
    return held.sold_on in days
