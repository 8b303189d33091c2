"""People, places, print, and sessions from their programme to their close."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from eyesdown.bingo.pools.decide import must_go_events, spendable_cents
from eyesdown.bingo.pools.events import PrizeRolled
from eyesdown.bingo.session.announcements import due_before_close, not_announced
from eyesdown.bingo.session.commands import (
    AppointPerson,
    CloseSession,
    FixGamingDay,
    OpenSalePoint,
    OpenSession,
    RegisterPerson,
    RegisterSeries,
    ShowClosingSign,
)
from eyesdown.bingo.session.events import (
    ClosingSignShown,
    GamingDayFixed,
    PersonAppointed,
    PersonRegistered,
    SalePointOpened,
    SeriesRegistered,
    SessionClosed,
    SessionOpened,
)
from eyesdown.bingo.session.programme import carried
from eyesdown.bingo.session.returns import session_returns
from eyesdown.bingo.state.desk import OFFICIALS, in_session, is_last, session_day
from eyesdown.bingo.state.game import JACKPOT
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.events import BreachLogged, Events
from eyesdown.bingo.words.validity import inspect_series
from eyesdown.kernel import written
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import (
    AppointFacts,
    DayFacts,
    OpenFacts,
    PointFacts,
    SessionCloseFacts,
)

DECIDES = Handlers()


@DECIDES.handles(RegisterPerson)
def register_person(_book: BingoBook[Any], _state: HallState, command: RegisterPerson) -> Events:
    """Register a person; what they may do is checked when they do it."""
    return (
        PersonRegistered(
            at=command.at,
            person=command.person,
            role=command.role,
            staff=command.staff,
            member=command.member,
        ),
    )


@DECIDES.handles(FixGamingDay)
def fix_gaming_day(book: BingoBook[Any], _state: HallState, command: FixGamingDay) -> Events:
    """Fix a gaming day as the book allows it."""
    facts = DayFacts(command.minutes, command.inspector)
    refusals = book.check(book.actions.day, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        GamingDayFixed(
            at=command.at,
            starts=command.starts,
            minutes=command.minutes,
            inspector=command.inspector,
        ),
    )


@DECIDES.handles(OpenSalePoint)
def open_sale_point(book: BingoBook[Any], _state: HallState, command: OpenSalePoint) -> Events:
    """Open a counter or dealer station with its notice, where the book allows one."""
    facts = PointFacts(command.in_gaming_area, command.price_notice)
    refusals = book.check(book.actions.point, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (SalePointOpened(at=command.at, point=command.point, price_notice=command.price_notice),)


@DECIDES.handles(RegisterSeries)
def register_series(book: BingoBook[Any], state: HallState, command: RegisterSeries) -> Events:
    """Take a series into stock, unless the book's rules on print refuse it."""
    inspected = inspect_series(
        book,
        command.serial,
        command.cards,
        colour=command.colour,
        serial_words=command.serial_words,
        serial_side=command.serial_side,
        serials_in_use=frozenset(state.series),
        strict_banding=state.settings.strict_banding,
        colour_lookback_games=state.settings.colour_lookback,
    )
    refusals = inspected.refusals
    numbers = {card.card for card in command.cards}
    own = len(numbers) == len(command.cards) and min(numbers, default=1) > 0
    if not refusals and (command.serial in state.series or not own):
        refusals = (book.refusal("series/numbers_not_its_own", "series", serial=command.serial),)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (SeriesRegistered(at=command.at, series=command, warnings=inspected.warnings),)


@DECIDES.handles(OpenSession)
@in_session
def open_session(
    book: BingoBook[Any], state: HallState, command: OpenSession, session: Session
) -> Events:
    """Open a session once its checklist is complete; it takes over prizes that wait for one."""
    if session.opened:
        return refused(command, (book.refusal("session/open", "session", session=command.session),))
    facts = OpenFacts(
        command.notice_displayed,
        command.terminal,
        command.software_approved,
        command.display_connected,
        len(session.holdings),
    )
    refusals = book.check(book.actions.opening, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    log = Log(state, command.session)
    log.add(
        SessionOpened(
            at=command.at,
            session=command.session,
            checklist=command,
            gaming_day=session_day(book, state, session),
            carried=carried(state, session.plan),
        )
    )
    log.add(*must_go_events(book, log.state, command.at, command.session))
    return log.all()


@DECIDES.handles(AppointPerson)
@in_session
def appoint(
    book: BingoBook[Any], state: HallState, command: AppointPerson, session: Session
) -> Events:
    """Appoint a caller or supervisor whom the book allows beside the other one."""
    person = state.people.get(command.person)
    if person is None:
        return refused(command, (book.refusal("person/unknown", "person", person=command.person),))
    if command.duty not in OFFICIALS:
        return refused(command, (book.refusal("duty/unknown", "person", duty=command.duty),))
    if command.game and command.game not in session.games:
        return refused(command, (book.refusal("game/unknown", "game", game=command.game),))
    others = _beside(session, command.duty, command.game)
    facts = AppointFacts(
        duty=command.duty,
        person=command.person,
        role=person.role,
        staff=person.staff,
        other=command.person if command.person in others else "".join(others[:1]),
        holds_cards=any(
            held.player == command.person and (not command.game or command.game in held.games)
            for held in session.holdings.values()
        ),
        staff_may_play=state.settings.staff_may_play,
    )
    refusals = book.check(book.actions.appoint, facts)
    if refusals:
        return refused(command, book.in_order(refusals))
    return (
        PersonAppointed(
            at=command.at,
            session=command.session,
            game=command.game,
            person=command.person,
            duty=command.duty,
        ),
    )


def _beside(session: Session, duty: str, game: int) -> list[str]:
    """Who has the other duty in the games that the appointment is for."""
    other = OFFICIALS[1 - OFFICIALS.index(duty)]
    own = [number for number in session.games if number not in session.appointed.get(duty, {})]
    others = (session.official(other, number) for number in ([game] if game else own))
    return [person for person in dict.fromkeys(others) if person]


@DECIDES.handles(ShowClosingSign)
@in_session
def show_closing_sign(
    _book: BingoBook[Any], _state: HallState, command: ShowClosingSign, _session: Session
) -> Events:
    """Put the sign up; how long it must hang is checked at the close."""
    return (ClosingSignShown(at=command.at, session=command.session, closes_at=command.closes_at),)


@DECIDES.handles(CloseSession)
@in_session
def close_session(
    book: BingoBook[Any], state: HallState, command: CloseSession, session: Session
) -> Events:
    """Close a session and report its returns; pool money that must go has to be paid first."""
    facts = _close_facts(state, session, command)
    payable = _payable(book, session, command.at)
    broken = _money_left(book, state, session, facts, payable=payable)
    if broken and not payable:
        facts = replace(facts, must_go=False)
    refusals = book.check(book.actions.close_session, facts)
    if broken and _still_owed(state, session):
        refusals += broken
    refusals += not_announced(book, due_before_close(book, state, session))
    running = [number for number, game in session.games.items() if game.phase == "running"]
    if running and not refusals:
        refusals = (book.refusal("session/game_running", "session", game=running[0]),)
    if refusals:
        return refused(command, book.in_order(refusals))
    pool = state.pools.get(session.plan.pool)
    log = Log(state, command.session)
    log.add(*_unplayed(session, command))
    if broken:
        name = command.session
        log.add(BreachLogged(at=command.at, session=name, game=0, refusals=broken))
    log.add(*session_returns(book, state, session, command.at))
    log.add(
        SessionClosed(
            at=command.at,
            session=command.session,
            by=command.by,
            early=command.early,
            pool=session.plan.pool,
            pool_closing_cents=pool.balance_cents if pool else 0,
            unreturned=_unreturned(session),
            outstanding=_outstanding(state, command.session),
        )
    )
    return log.all()


def _payable(book: BingoBook[Any], session: Session, at: datetime) -> bool:
    """Whether a winner is there, or may still come, to whom a pool can go."""
    last = [game for number, game in session.games.items() if is_last(book, session, number, at)]
    return any(game.outcome in ("", "won") for game in last)


def _money_left(
    book: BingoBook[Any],
    state: HallState,
    session: Session,
    facts: SessionCloseFacts,
    *,
    payable: bool,
) -> tuple[Refusal, ...]:
    """Pool money that no later game of the session can pay, although it was held for one.

    A pool of one session that keeps money, or a must-go pool whose last game had no winner.
    """
    pool = state.pools.get(session.plan.pool)
    if pool is None or not pool.balance_cents or book.traits.entry_fee:
        return ()
    if not pool.sequence:
        return (book.refusal("pool/left_over", "pool", pool_cents=pool.balance_cents),)
    if facts.must_go and not payable:
        return tuple(
            refusal
            for refusal in book.check(book.actions.close_session, facts)
            if refusal.code == "pool/must_go"
        )
    return ()


def _still_owed(state: HallState, session: Session) -> bool:
    """Whether a game that was to pay the pool of this session was won, and can pay it yet."""
    pool = state.pools[session.plan.pool]
    return not pool.sequence and any(
        session.games[number].outcome == "won"
        and spendable_cents(pool, session, number, last=False) > 0
        for number in session.plan.pool_games
    )


def _unplayed(session: Session, command: CloseSession) -> Events:
    """What had rolled into games that are not played, and their jackpots, wait (I12)."""
    rolls = []
    for number, game in sorted(session.games.items()):
        if game.phase != "planned":
            continue
        planned = {offer.prize: offer.amount_cents for offer in game.plan.prizes}
        for prize, cents in game.offers.items():
            rolls.append(_waits(command, number, prize, cents - planned.get(prize, 0)))
        for level, cents in game.levels.items():
            waits = _waits(command, number, level, cents)
            rolls.append(written.replace(waits, to_prize=JACKPOT + level, jackpot=True))
    return tuple(rolled for rolled in rolls if rolled.amount_cents)


def _waits(command: CloseSession, game: int, prize: str, cents: int) -> PrizeRolled:
    return PrizeRolled(
        at=command.at,
        session=command.session,
        game=game,
        prize=prize,
        amount_cents=cents,
        to_session="",
        to_game=0,
        to_prize=prize,
        to_pool="",
        reason="not played",
    )


def _close_facts(state: HallState, session: Session, command: CloseSession) -> SessionCloseFacts:
    pool = state.pools.get(session.plan.pool)
    left = [number for number, game in session.games.items() if game.phase != "closed"]
    return SessionCloseFacts(
        pool_cents=pool.balance_cents if pool else 0,
        must_go=bool(pool and session.began_at and command.session in pool.must_go),
        games_left=len(left),
        early=command.early,
        by=command.by,
        by_role=state.role_of(command.by),
        sign_shown_at=session.sign_shown_at,
        at=command.at,
    )


def _unreturned(session: Session) -> tuple[str, ...]:
    return tuple(
        name
        for name, held in session.holdings.items()
        if held.medium == "electronic" and not held.returned
    )


def _outstanding(state: HallState, session: str) -> tuple[str, ...]:
    """Awards won and not yet paid."""
    return tuple(
        name for name, award in state.awards.items() if award.session == session and not award.paid
    )
