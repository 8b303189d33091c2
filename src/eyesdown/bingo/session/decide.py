"""People, places, print, and sessions from their programme to their close."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.play.patterns import with_prizes
from eyesdown.bingo.pools.decide import must_go_events, spendable_cents
from eyesdown.bingo.session.announcements import due_before_close, untold
from eyesdown.bingo.session.returns import session_returns
from eyesdown.bingo.state.desk import (
    OFFICIALS,
    Events,
    Hall,
    Log,
    is_last,
    previous_end,
    refused,
    session_day,
    session_of,
)
from eyesdown.bingo.state.state import JACKPOT, Session, State, Turn
from eyesdown.bingo.words.validity import inspect_series
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.book import not_in_force
from eyesdown.rulebook.facts.bingo import (
    AppointFacts,
    DayFacts,
    GameFacts,
    OpenFacts,
    PlanFacts,
    PointFacts,
    SessionCloseFacts,
)

HOUSE_POOL = "jackpot"


def register_person(command: cmd.RegisterPerson) -> Events:
    return (
        ev.PersonRegistered(
            at=command.at,
            person=command.person,
            role=command.role,
            staff=command.staff,
            member=command.member,
        ),
    )


def fix_gaming_day(book: Hall, command: cmd.FixGamingDay) -> Events:
    facts = DayFacts(command.minutes, command.inspector)
    refusals = book.check(book.actions.day, facts)
    if refusals:
        return refused(book, command, *refusals)
    return (
        ev.GamingDayFixed(
            at=command.at,
            starts=command.starts,
            minutes=command.minutes,
            inspector=command.inspector,
        ),
    )


def open_sale_point(book: Hall, command: cmd.OpenSalePoint) -> Events:
    facts = PointFacts(command.in_gaming_area, command.price_notice)
    refusals = book.check(book.actions.point, facts)
    if refusals:
        return refused(book, command, *refusals)
    return (
        ev.SalePointOpened(at=command.at, point=command.point, price_notice=command.price_notice),
    )


def register_series(book: Hall, state: State, command: cmd.RegisterSeries) -> Events:
    """A series goes on the shelf if the book's words on print have nothing against it."""
    found = inspect_series(
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
    refusals = found.refusals
    numbers = {card.card for card in command.cards}
    own = len(numbers) == len(command.cards) and min(numbers, default=1) > 0
    if not refusals and (command.serial in state.series or not own):
        refusals = (book.no("series/numbers_not_its_own", "series", serial=command.serial),)
    if refusals:
        return refused(book, command, *refusals)
    return (ev.SeriesRegistered(at=command.at, series=command, warnings=found.warnings),)


def open_pool(book: Hall, state: State, command: cmd.OpenPool) -> Events:
    if not command.pool:  # a session without a name here has no pool
        return refused(book, command, book.no("pool/unknown", "pool", pool=command.pool))
    if command.pool in state.pools:
        return refused(book, command, book.no("pool/exists", "pool", pool=command.pool))
    return (ev.PoolOpened(at=command.at, pool=command.pool, sequence=command.sequence),)


def plan_session(book: Hall, state: State, command: cmd.PlanSession) -> Events:
    if book.traits.entry_fee and not command.pool:
        return _with_house_pool(book, state, replace(command, pool=HOUSE_POOL))
    pool = state.pools.get(command.pool)
    turns = [turn for turn in pool.turns if not _called_off(state, turn)] if pool else []
    refusals = list(_unplannable(book, state, command))
    if refusals:
        return refused(book, command, *refusals)
    facts = PlanFacts(
        games=tuple(
            GameFacts(
                game.game,
                game.versions,
                tuple(_own_name(book, offer.prize) for offer in game.prizes),
                game.price_cents,
            )
            for game in command.games
        ),
        starts_at=command.starts_at,
        previous_ended_at=previous_end(state, command.session, command.starts_at),
        entry_fee_cents=command.entry_fee_cents,
        session_price_cents=command.session_price_cents,
        boxes=command.boxes,
        sequence=command.sequence,
        pool=command.pool,
        pool_sequence=pool.sequence if pool else "",
        pool_used_before=bool(turns),
        allow_single_game=state.settings.allow_single_game,
    )
    refusals.extend(book.check(book.actions.plan, facts))
    if not command.games and not refusals:  # no book's words on games stand against none at all
        refusals.append(book.no("session/games_misnumbered", "session", games=0))
    if refusals:
        return refused(book, command, *refusals)
    games = tuple(with_prizes(book, _named(book, game)) for game in command.games)
    plan = replace(command, games=games)
    turn = turns[-1] if turns else None
    return (
        ev.SessionPlanned(
            at=command.at,
            session=command.session,
            plan=plan,
            brought_forward_cents=pool.balance_cents if pool else 0,
            brought_forward_from=turn.session if turn else "",
            brought_forward_date=turn.day if turn else None,
            carried=_next_in_line(state, plan),
        ),
    )


def _next_in_line(state: State, plan: cmd.PlanSession) -> tuple[ev.Carried, ...]:
    """What waits for no session that starts earlier and is still to open (C14, G16)."""
    earlier = [
        each.plan
        for each in state.sessions.values()
        if not (each.checklist or each.closed) and each.plan.starts_at < plan.starts_at
    ]
    jackpots = any(game.levels for each in earlier for game in each.games)
    return tuple(
        each for each in _carried(state, plan) if not (jackpots if each.jackpot else earlier)
    )


def _with_house_pool(book: Hall, state: State, command: cmd.PlanSession) -> Events:
    """Entry fees feed the jackpot whether or not the programme names its pool (G10)."""
    if command.pool in state.pools:
        return plan_session(book, state, command)
    opened = ev.PoolOpened(at=command.at, pool=command.pool, sequence="")
    events = plan_session(book, evolve(state, opened), command)
    return events if isinstance(events[0], ev.Refused) else (opened, *events)


def _called_off(state: State, turn: Turn) -> bool:
    """Whether a pool's session was closed without a game, so that it was none."""
    session = state.sessions[turn.session]
    return session.closed and not session.began_at


def _unplannable(book: Hall, state: State, command: cmd.PlanSession) -> tuple[Refusal, ...]:
    found = []
    early = not_in_force(book.source, command.starts_at.date())
    if early is not None:
        found.append(early)
    if command.session in state.sessions:
        found.append(book.no("session/exists", "session", session=command.session))
    numbers = [game.game for game in command.games]
    if len(set(numbers)) != len(numbers) or min(numbers, default=1) < 1:
        found.append(book.no("session/games_misnumbered", "session", games=len(numbers)))
    elsewhere = sorted(set(command.pool_games) - set(numbers))
    if elsewhere:
        found.append(book.no("game/unknown", "game", game=elsewhere[0]))
    if command.pool and command.pool not in state.pools:
        found.append(book.no("pool/unknown", "pool", pool=command.pool))
    if any(game.levels for game in command.games) and not book.traits.dealer_terminal:
        found.append(book.no("deed/not_in_this_book", "pool", asked="jackpot levels"))
    if command.last_in_sequence and book.traits.entry_fee:
        found.append(book.no("deed/not_in_this_book", "pool", asked="end of a sequence"))
    if any(_names_clash(book, game) for game in command.games):
        found.append(book.no("game/level_twice", "pool", games=len(numbers)))
    amounts = [offer.amount_cents for game in command.games for offer in game.prizes]
    amounts += [level.amount_cents for game in command.games for level in game.levels]
    amounts += [game.price_cents for game in command.games]
    lowest = min([*amounts, command.session_price_cents, command.entry_fee_cents])
    if lowest < 0:
        found.append(book.no("session/negative_amount", "session", cents=lowest))
    return tuple(found)


def _own_name(book: Hall, prize: str) -> str:
    """The book's own name of a prize, however it was spelt (F11)."""
    return book.ways.prize_name(prize)


def _names_clash(book: Hall, game: cmd.PlannedGame) -> bool:
    """A level that bears the name of another, or of a prize: the two would be one award."""
    prizes = {book.traits.main_prize, *(_own_name(book, offer.prize) for offer in game.prizes)}
    levels = [level.level for level in game.levels]
    return len(set(levels) - prizes) != len(levels)


def _named(book: Hall, game: cmd.PlannedGame) -> cmd.PlannedGame:
    prizes = tuple(replace(offer, prize=_own_name(book, offer.prize)) for offer in game.prizes)
    return replace(game, prizes=prizes)


def _carried(state: State, plan: cmd.PlanSession) -> tuple[ev.Carried, ...]:
    """What earlier sessions left: jackpots to the first jackpot game, prizes to game 1 (I05)."""
    found = []
    games = sorted(plan.games, key=lambda game: game.game)
    first = games[0]
    for prize, cents in state.waiting.items():
        name = prize.removeprefix(JACKPOT)
        if name != prize:
            game = next((game for game in games if game.levels), None)
            if game is not None:
                names = [level.level for level in game.levels]
                level = name if name in names else names[0]
                found.append(
                    ev.Carried(game=game.game, prize=level, amount_cents=cents, jackpot=True)
                )
            continue
        offered = [offer.prize for offer in first.prizes]
        to = prize if prize in offered else offered[-1]
        found.append(ev.Carried(game=first.game, prize=to, amount_cents=cents))
    return tuple(found)


def open_session(book: Hall, state: State, command: cmd.OpenSession) -> Events:
    session = session_of(book, state, command.session)
    if isinstance(session, Refusal):
        return refused(book, command, session)
    if session.checklist is not None:
        return refused(book, command, book.no("session/open", "session", session=command.session))
    facts = OpenFacts(
        command.notice_displayed,
        command.terminal,
        command.software_approved,
        command.display_connected,
        len(session.holdings),
    )
    refusals = book.check(book.actions.opening, facts)
    if refusals:
        return refused(book, command, *refusals)
    log = Log(state)
    log.add(
        ev.SessionOpened(
            at=command.at,
            session=command.session,
            checklist=command,
            gaming_day=session_day(book, state, session),
            carried=_carried(state, session.plan),
        )
    )
    log.add(*must_go_events(book, log.state, command.at, command.session))
    return log.all()


def appoint(book: Hall, state: State, command: cmd.AppointPerson) -> Events:
    session = session_of(book, state, command.session)
    if isinstance(session, Refusal):
        return refused(book, command, session)
    known = state.people.get(command.person)
    if known is None:
        return refused(book, command, book.no("person/unknown", "person", person=command.person))
    if command.duty not in OFFICIALS:
        return refused(book, command, book.no("duty/unknown", "person", duty=command.duty))
    if command.game and command.game not in session.games:
        return refused(book, command, book.no("game/unknown", "game", game=command.game))
    others = _beside(session, command.duty, command.game)
    facts = AppointFacts(
        duty=command.duty,
        person=command.person,
        role=known.role,
        staff=known.staff,
        other=command.person if command.person in others else "".join(others[:1]),
        holds_cards=any(
            held.player == command.person and (not command.game or command.game in held.games)
            for held in session.holdings.values()
        ),
        staff_may_play=state.settings.staff_may_play,
    )
    refusals = book.check(book.actions.appoint, facts)
    if refusals:
        return refused(book, command, *refusals)
    return (
        ev.PersonAppointed(
            at=command.at,
            session=command.session,
            game=command.game,
            person=command.person,
            duty=command.duty,
        ),
    )


def _beside(session: Session, duty: str, game: int) -> list[str]:
    """Who has the other duty in the games that an appointment is for."""
    other = OFFICIALS[1 - OFFICIALS.index(duty)]
    own = [number for number in session.games if (duty, number) not in session.appointed]
    found = (session.official(other, number) for number in ([game] if game else own))
    return [person for person in dict.fromkeys(found) if person]


def show_closing_sign(book: Hall, state: State, command: cmd.ShowClosingSign) -> Events:
    session = session_of(book, state, command.session)
    if isinstance(session, Refusal):
        return refused(book, command, session)
    return (
        ev.ClosingSignShown(at=command.at, session=command.session, closes_at=command.closes_at),
    )


def close_session(book: Hall, state: State, command: cmd.CloseSession) -> Events:
    session = session_of(book, state, command.session)
    if isinstance(session, Refusal):
        return refused(book, command, session)
    facts = _close_facts(state, session, command)
    payable = _payable(book, session, command.at)
    broken = _money_left(book, state, session, facts, payable=payable)
    if broken and not payable:
        facts = replace(facts, must_go=False)
    refusals = book.check(book.actions.close_session, facts)
    if broken and _still_owed(state, session):
        refusals += broken
    refusals += untold(book, due_before_close(book, state, session))
    running = [number for number, game in session.games.items() if game.phase == "running"]
    if running and not refusals:
        refusals = (book.no("session/game_running", "session", game=running[0]),)
    if refusals:
        return refused(book, command, *refusals)
    pool = state.pools.get(session.plan.pool)
    log = Log(state)
    log.add(*_unplayed(session, command))
    if broken:
        name = command.session
        log.add(ev.BreachLogged(at=command.at, session=name, game=0, refusals=broken))
    log.add(*session_returns(book, state, session, command.at))
    log.add(
        ev.SessionClosed(
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


def _payable(book: Hall, session: Session, at: datetime) -> bool:
    """Whether a winner is there, or may still come, to whom a pool can go."""
    last = [game for number, game in session.games.items() if is_last(book, session, number, at)]
    return any(game.outcome in ("", "won") for game in last)


def _money_left(
    book: Hall, state: State, session: Session, facts: SessionCloseFacts, *, payable: bool
) -> tuple[Refusal, ...]:
    """Pool money that no later game of the session can pay, although it was held for one.

    A pool of one session that keeps money, or a must-go pool whose last game had no winner.
    """
    pool = state.pools.get(session.plan.pool)
    if pool is None or not pool.balance_cents or book.traits.entry_fee:
        return ()
    if not pool.sequence:
        return (book.no("pool/left_over", "pool", pool_cents=pool.balance_cents),)
    if facts.must_go and not payable:
        return tuple(
            no for no in book.check(book.actions.close_session, facts) if no.code == "pool/must_go"
        )
    return ()


def _still_owed(state: State, session: Session) -> bool:
    """Whether a game that was told to pay the pool of this session was won, and can pay it yet."""
    pool = state.pools[session.plan.pool]
    return not pool.sequence and any(
        session.games[number].outcome == "won"
        and spendable_cents(pool, session, number, last=False) > 0
        for number in session.plan.pool_games
    )


def _unplayed(session: Session, command: cmd.CloseSession) -> Events:
    """What had rolled into games that are not played, and their jackpots, wait (I12)."""
    found = []
    for number, game in sorted(session.games.items()):
        if game.phase != "planned":
            continue
        planned = {offer.prize: offer.amount_cents for offer in game.plan.prizes}
        for prize, cents in game.offers.items():
            found.append(_waits(command, number, prize, cents - planned.get(prize, 0)))
        for level, cents in game.levels.items():
            waits = _waits(command, number, level, cents)
            found.append(replace(waits, to_prize=JACKPOT + level, jackpot=True))
    return tuple(rolled for rolled in found if rolled.amount_cents)


def _waits(command: cmd.CloseSession, game: int, prize: str, cents: int) -> ev.PrizeRolled:
    return ev.PrizeRolled(
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


def _close_facts(state: State, session: Session, command: cmd.CloseSession) -> SessionCloseFacts:
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
        f"{key.serial}/{key.card}"
        for key, held in session.holdings.items()
        if held.medium == "electronic" and not held.returned
    )


def _outstanding(state: State, session: str) -> tuple[str, ...]:
    """Awards won and not yet paid."""
    return tuple(
        name for name, award in state.awards.items() if award.session == session and not award.paid
    )
