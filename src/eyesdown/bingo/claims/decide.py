"""A cry: heard on which number, what it completes, and what stands against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.claims.verify import refuse_claim
from eyesdown.bingo.play.patterns import (
    boxes_of,
    completed,
    completed_on_call,
    first_completed,
    is_forfeited,
)
from eyesdown.bingo.state.desk import (
    Events,
    Hall,
    Log,
    game_of,
    gaming_day,
    is_official,
    refused,
    session_day,
)
from eyesdown.bingo.state.state import Box, Game, Session, State
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.bingo import ClaimFacts


@dataclass(frozen=True, slots=True)
class Heard:
    """On which call a cry was heard; 0 where it fell into an announcement (C01)."""

    call: int
    during: bool


@dataclass(frozen=True, slots=True)
class Assessed:
    """What the player's grids say to a cry."""

    good: tuple[ev.Completed, ...]
    lost: tuple[ev.Completed, ...]
    prize: str
    completed_on: int
    nearest: Box | None


@dataclass(frozen=True, slots=True)
class Cry:
    """A claim as it was heard and what the grids say to it."""

    command: cmd.Claim
    player: str
    moment: Heard
    judged: Assessed


def heard(game: Game, at: datetime) -> Heard:
    """The number a cry belongs to: fully announced, and the next one not begun."""
    for place in range(len(game.calls), 0, -1):
        call = game.calls[place - 1]
        if at < call.started:
            continue
        return Heard(place, call.finished is None or at < call.finished)
    return Heard(0, during=False)


def assess(book: Hall, game: Game, player: str, boxes: tuple[Box, ...], call: int) -> Assessed:
    """Every open prize against every grid of the claimant (C09)."""
    done = completed_on_call(book, game, boxes, call) if call else ()
    lost = tuple(each for each in done if is_forfeited(game, player, each))
    good = tuple(each for each in done if each not in lost)
    prize, completed_on, nearest = _nearest(book, game, boxes, call)
    if lost and not good:
        prize, completed_on = lost[0].prize, lost[0].call
    return Assessed(good, lost, prize, completed_on, nearest)


def _nearest(
    book: Hall, game: Game, boxes: tuple[Box, ...], call: int
) -> tuple[str, int, Box | None]:
    """The open prize a failed cry speaks of: one completed before, else the first still open."""
    called = game.called[:call]
    for prize in game.open_prizes:
        for box in boxes:
            on = first_completed(book.patterns[prize], box.numbers, called)
            if on:
                return prize, on, box
    best = max(boxes, key=lambda box: len(set(box.numbers) & set(called)), default=None)
    return next(iter(game.open_prizes), ""), 0, best


def claim(book: Hall, state: State, command: cmd.Claim) -> Events:
    """A claim to be checked, or a refusal that leaves the player in the game."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    shown = CardKey(command.serial, command.card) if command.card else None
    held = session.holdings.get(shown) if shown else None
    player = command.player or (held.player if held else "")
    boxes = boxes_of(state, session, command.game, player)
    moment = heard(game, command.at)
    judged = assess(book, game, player, boxes, 0 if moment.during else moment.call)
    judged = _usable(book, state, session, game, judged)
    cry = Cry(command, player, moment, judged)
    facts = _facts(book, state, session, game, cry)
    refusals = book.check(book.actions.claim, _as_if_complete(facts))
    if not refusals:
        refusals = _nothing_to_win(book, game) or book.check(book.actions.claim, facts)
    if refusals:
        return _refused(book, game, cry, refusals)
    log = Log(state)
    log.add(
        ev.ClaimMade(
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
    )
    if moment.call < len(game.calls):
        log.add(*_in_time_after_all(command, game, player, moment.call))
    return log.all()


def struck_out(book: Hall, state: State, command: cmd.InGame, player: str) -> Events:
    """What came up against a player after the cry: claims not yet declared are refused."""
    session = state.sessions[command.session]
    game = session.games[command.game]
    log = Log(state)
    for made in game.claims.values():
        prizes = {done.prize for done in made.completed} & set(game.open_prizes)
        if made.player != player or made.status not in ("open", "allowed") or not prizes:
            continue
        asked = cmd.Claim(at=command.at, session=command.session, game=command.game, player=player)
        judged = Assessed(made.completed, (), made.completed[0].prize, made.call, None)
        cry = Cry(asked, player, Heard(made.call, during=False), judged)
        refusals = book.check(book.actions.claim, _facts(book, state, session, game, cry))
        log.add(refuse_claim(command, made, book.in_order(refusals)))
    return log.all()


def _nothing_to_win(book: Hall, game: Game) -> tuple[Refusal, ...]:
    if game.phase != "running":
        return (book.no("claim/game_not_running", "claim", game=game.plan.game),)
    if not game.open_prizes:
        return (book.no("claim/no_prize_open", "claim", game=game.plan.game),)
    return ()


def _as_if_complete(facts: ClaimFacts) -> ClaimFacts:
    """Who may claim with which card is asked before what the card shows."""
    call = max(facts.call, 1)
    return replace(facts, during_announcement=False, call=call, completed_on=call, forfeited=False)


def _usable(book: Hall, state: State, session: Session, game: Game, judged: Assessed) -> Assessed:
    """Completions on cards of the right day and range, if there are any."""
    good = tuple(
        done
        for done in judged.good
        if _in_range(state, session, CardKey(done.serial, done.card))
        and _day_fits(book, state, session, game, CardKey(done.serial, done.card))
    )
    return replace(judged, good=good) if good else judged


def _next_name(game: Game) -> str:
    return f"claim {len(game.claims) + 1}"


def _refused(book: Hall, game: Game, cry: Cry, refusals: tuple[Refusal, ...]) -> Events:
    command, moment = cry.command, cry.moment
    box = cry.judged.nearest
    out = set(game.called[: moment.call])
    return (
        ev.ClaimRefused(
            at=command.at,
            session=command.session,
            game=command.game,
            claim=_next_name(game),
            player=cry.player,
            word=command.word,
            call=moment.call,
            refusals=book.in_order(refusals),
            numbers=tuple((number, number in out) for number in box.numbers) if box else (),
        ),
    )


def _in_time_after_all(command: cmd.Claim, game: Game, player: str, call: int) -> Events:
    """A cry heard in its window but entered after the next number: the silence was none."""
    return tuple(
        forfeit_cancelled(command, lost, "the call was heard in time")
        for lost in game.forfeits
        if lost.player == player and lost.call == call
    )


def forfeit_cancelled(
    command: cmd.InGame, lost: ev.PrizeForfeited, reason: str
) -> ev.ForfeitCancelled:
    return ev.ForfeitCancelled(
        at=command.at,
        session=command.session,
        game=command.game,
        player=lost.player,
        prize=lost.prize,
        serial=lost.serial,
        card=lost.card,
        call=lost.call,
        reason=reason,
    )


def _facts(book: Hall, state: State, session: Session, game: Game, cry: Cry) -> ClaimFacts:
    command, player, moment, judged = cry.command, cry.player, cry.moment, cry.judged
    shown = CardKey(command.serial, command.card)
    held = session.holdings.get(shown)
    keys = [CardKey(done.serial, done.card) for done in judged.good[:1]]
    keys += [shown] if command.card else []
    official = is_official(session, player, (command.game,))
    serials = {key.serial for key, each in session.holdings.items() if command.game in each.games}
    elsewhere = held is None and shown in state.sold
    return ClaimFacts(
        player_is_official=official,
        staff_may_play=state.settings.staff_may_play,
        has_cards=official
        or (bool(command.card) and held is None)
        or any(
            each.player == player and command.game in each.games
            for each in session.holdings.values()
        ),
        shown_sold=not command.card or held is not None or elsewhere,
        shown_serial_in_game=not command.serial or command.serial in serials,
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
        forfeited=not judged.good and _has_lost(game, cry),
    )


def _has_lost(game: Game, cry: Cry) -> bool:
    judged = cry.judged
    if judged.lost or judged.nearest is None:
        return bool(judged.lost)
    done = completed(judged.prize, judged.nearest, cry.moment.call)
    return is_forfeited(game, cry.player, done)


def _in_range(state: State, session: Session, key: CardKey) -> bool:
    """The book number lies in the issued range; a card outside books counts by its own (A07)."""
    if key.serial not in session.ranges:
        return True
    printed = state.series[key.serial].cards.get(key.card)
    number = (printed.book or printed.card) if printed else key.card
    first, last = session.ranges[key.serial]
    return first <= number <= last


def _day_fits(book: Hall, state: State, session: Session, game: Game, key: CardKey) -> bool:
    """Sold on the session's gaming day or, for a game card, on the day its game starts (B01)."""
    held = session.holdings.get(key)
    if held is None or not book.traits.same_day_cards:
        return True
    days = {session_day(book, state, session)}
    if held.scope == "game" and game.started_at is not None:
        days.add(gaming_day(book, state, game.started_at))
    return held.sold_on in days
