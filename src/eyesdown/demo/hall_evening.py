"""A made-up hall under vic-bingo whose evening plays by itself: what its people do next.

Everyone here is made up. `next_action` only reads the hall's state, so the evening goes on wherever
it was, also after people have taken over for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from eyesdown.bingo.claims.commands import (
    CheckClaim,
    Claim,
    CloseGame,
    ConfirmClaim,
    DeclareResult,
    PayPrize,
)
from eyesdown.bingo.claims.verify import free_witnesses, missing_steps, undeclared
from eyesdown.bingo.play.commands import AskForBall, EyesDown, FinishCall, StartGame
from eyesdown.bingo.sales.commands import CountTill, OpenTill, SellCards
from eyesdown.bingo.session.announcements import due_before_close, due_before_number
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSalePoint,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.sampler import WORDS_PER_ATTEMPT, sample
from eyesdown.cards.ticket import Ticket90
from eyesdown.rulebook.bingo_book import BingoBook

BOOK, ZONE, NAME = "vic-bingo", "Australia/Melbourne", "dome"
CALLER, SUPERVISOR, SELLER, VERIFIER, OFFICE = "cal", "sue", "sal", "vera", "olly"
POINT = "door"
PLAYERS = (
    *("Ada Example", "Ben Sample", "Cleo Specimen", "Dev Placeholder"),
    *("Eve Mockup", "Flo Dummy", "Gus Pretend", "Hal Fiction"),
)
PRICE_CENTS, FLOAT_CENTS = 200, 50_000
GAMES = ((5, "any line", 2_000), (4, "ticket", 4_000), (4, "ticket", 6_000))
"""The version, the prize and its amount of each game."""
SALES_A_GAME, CARDS_MAX = 10, 4
STRIPS, LEFT_MIN = 40, 60
BETWEEN_SECONDS, BALL_SECONDS, CALL_SECONDS, QUIET_SECONDS = 25.0, 2.5, 1.5, 1.2
EVENING = timedelta(hours=1)
"""No break is needed after a session that began longer ago."""
PLACE = "The Made-up Dome"


class Action(NamedTuple):
    """A command of someone at the hall, and how long they take before they give it."""

    command: Any
    seconds: float = QUIET_SECONDS


def next_action(
    book: BingoBook[Any], state: HallState, dice: Random, now: datetime
) -> Action | None:
    """What happens next; None while everyone waits for the site."""
    return next(_actions(book, state, dice, now), None)


def _actions(
    book: BingoBook[Any], state: HallState, dice: Random, now: datetime
) -> Iterator[Action]:
    yield from _house(state, dice, now)
    for award, won in state.awards.items():
        if not won.paid and won.session not in _playing(state):
            yield Action(PayPrize(at=now, award=award, point=POINT, by=SELLER), 4)
    names = [name for name, each in state.sessions.items() if not each.closed]
    if not names:
        if POINT in state.tills and state.tills[POINT].sessions:
            expected = state.tills[POINT].expected_cents
            yield Action(CountTill(at=now, point=POINT, by=SELLER, counted_cents=expected), 3)
        recent = any(each.plan.starts_at > now - EVENING for each in state.sessions.values())
        yield Action(_programme(now), BETWEEN_SECONDS if recent else QUIET_SECONDS)
    for name in names:
        yield from _session(book, state, state.sessions[name], dice, now)


def _playing(state: HallState) -> set[str]:
    """Sessions in which a game is being called: prizes are paid between the games."""
    return {
        name
        for name, session in state.sessions.items()
        if any(game.phase == "running" for game in session.games.values())
    }


def _house(state: HallState, dice: Random, now: datetime) -> Iterator[Action]:
    for person in (CALLER, SUPERVISOR, SELLER, VERIFIER):
        if person not in state.people:
            yield Action(RegisterPerson(at=now, person=person, role="volunteer"), 0)
    if POINT not in state.points:
        yield Action(OpenSalePoint(at=now, point=POINT, by=OFFICE), 0)
    if sum(len(series.left) for series in state.series.values()) < LEFT_MIN:
        serial = f"DOME-{len(state.series) + 1}"
        yield Action(
            RegisterSeries(at=now, serial=serial, colour="blue", cards=_cards(dice), by=OFFICE), 0
        )
    if POINT not in state.tills:
        yield Action(OpenTill(at=now, point=POINT, by=SELLER, float_cents=FLOAT_CENTS), 0)


def _cards(dice: Random) -> tuple[PrintedCard, ...]:
    import numpy as np

    words = np.random.default_rng(dice.getrandbits(64))
    drawn = words.integers(0, 1 << 63, STRIPS * WORDS_PER_ATTEMPT, np.int64)
    strips = sample(drawn.astype(np.uint64))
    tickets = [Ticket90.of(ticket.tolist()) for strip in strips for ticket in strip]
    return tuple(
        PrintedCard(card=number, boxes=(ticket,)) for number, ticket in enumerate(tickets, 1)
    )


def _programme(now: datetime) -> PlanSession:
    games = tuple(
        PlannedGame(
            game=number,
            versions=(version,),
            price_cents=PRICE_CENTS,
            prizes=(Offer(prize=prize, amount_cents=cents),),
        )
        for number, (version, prize, cents) in enumerate(GAMES, start=1)
    )
    name = f"{now:%A} {now.day} {now:%B}, {now:%H.%M}"
    starts_at = now + timedelta(minutes=1)
    return PlanSession(
        at=now, session=name, starts_at=starts_at, place=PLACE, games=games, by=OFFICE
    )


def _session(
    book: BingoBook[Any], state: HallState, session: Session, dice: Random, now: datetime
) -> Iterator[Action]:
    name = session.plan.session
    for duty, person in (("caller", CALLER), ("supervisor", SUPERVISOR)):
        if not session.official(duty, 0):
            yield Action(
                AppointPerson(at=now, session=name, person=person, duty=duty, by=OFFICE), 0
            )
    if not session.opened:
        yield Action(OpenSession(at=now, session=name, notice_displayed=True, by=OFFICE), 0)
    for number, game in session.games.items():
        if game.phase == "planned":
            yield from _sell(state, session, number, dice, now)
            yield Action(StartGame(at=now, session=name, game=number, by=CALLER), 3)
            return
        if game.phase == "running":
            yield from _game(book, state, session, number, now)
            return
    for owed in due_before_close(book, state, session):
        details = (("time", "19:00"), ("date", "tomorrow"), ("place", PLACE))
        spoken = Announce(at=now, session=name, by=CALLER, topics=(owed.topic,), details=details)
        yield Action(spoken)
    yield Action(CloseSession(at=now, session=name, by=SUPERVISOR), 3)


def _sell(
    state: HallState, session: Session, number: int, dice: Random, now: datetime
) -> Iterator[Action]:
    """A few players buy cards for the next game."""
    bought = {held.player for held in session.held_in(number)}
    if len(bought) >= min(SALES_A_GAME, len(PLAYERS)):
        return
    player = next(each for each in PLAYERS if each not in bought)
    used = session.series[-1] if session.series else ""
    left = [serial for serial, series in state.series.items() if len(series.left)]
    serial = used if used in left else left[0]
    count = min(dice.randint(1, CARDS_MAX), len(state.series[serial].left))
    yield Action(
        SellCards(
            at=now,
            session=session.plan.session,
            game=number,
            player=player,
            serial=serial,
            count=count,
            paid_cents=PRICE_CENTS * count,
            tendered_cents=1000,
            point=POINT,
            by=SELLER,
        )
    )


def _game(
    book: BingoBook[Any], state: HallState, session: Session, number: int, now: datetime
) -> Iterator[Action]:
    game = session.games[number]
    where: dict[str, Any] = {"at": now, "session": session.plan.session, "game": number}
    if game.eyes_down_at is None:
        for duty in due_before_number(book, state, session, number):
            yield Action(Announce(**where, by=CALLER, topics=(duty.topic,)), 2)
        yield Action(EyesDown(**where, by=CALLER), 3)
        return
    if game.calls and game.calls[-1].finished is None:
        yield Action(FinishCall(**where, by=CALLER), CALL_SECONDS)
        return
    if game.ball_asked:
        return
    yield from _claims(book, state, session, game, where)
    if undeclared(book, state, game):
        yield Action(DeclareResult(**where, by=SUPERVISOR), 2)
    if game.last_prize in game.won:
        yield Action(CloseGame(**where, by=SUPERVISOR), 4)
        return
    claimed = {claim.player for claim in game.claims.values()}
    late = {lost.player for lost in game.all_forfeits}
    for player in _winners(state, session, number):
        if player not in claimed | late:
            yield Action(Claim(**where, player=player, by=VERIFIER), 0)
    if len(game.calls) < 90:
        yield Action(AskForBall(**where, call=len(game.calls) + 1, by=CALLER), BALL_SECONDS)


def _claims(
    book: BingoBook[Any], state: HallState, session: Session, game: Game, where: dict[str, Any]
) -> Iterator[Action]:
    """The supervisor goes through the checklist of every claim, beside another player."""
    for claim in game.undecided:
        steps = missing_steps(book, game, claim)
        if steps:
            witness = next(free_witnesses(state, session, game, claim), "")
            serial = claim.completed[0].serial if claim.completed else ""
            yield Action(
                CheckClaim(
                    **where,
                    claim=claim.claim,
                    by=SUPERVISOR,
                    steps=steps,
                    serial=serial,
                    witness=witness,
                ),
                3,
            )
        yield Action(ConfirmClaim(**where, claim=claim.claim, by=SUPERVISOR), 2)


def _winners(state: HallState, session: Session, number: int) -> list[str]:
    """Players whose card has every number of the prize that is open."""
    game = session.games[number]
    called = set(game.called)
    whole = any(prize == "ticket" for prize in game.open_prizes)
    return sorted(
        {
            held.player
            for held in session.held_in(number)
            for ticket in state.printed(held.key).boxes
            if _complete(ticket, called, whole=whole)
        }
    )


def _complete(ticket: Ticket90, called: set[int], *, whole: bool) -> bool:
    if whole:
        return set(ticket.numbers) <= called
    return any(set(line) <= called for line in ticket.lines)
