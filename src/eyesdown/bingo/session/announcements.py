"""Announcements as duties: what the players must hear before play may go on, ready to read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from typing import Any

from eyesdown.bingo.pools.levels import level_cents
from eyesdown.bingo.session.commands import Announce
from eyesdown.bingo.session.events import Announced
from eyesdown.bingo.state.desk import OFFICIALS, in_session, no_such_game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.events import Events, HallEvent
from eyesdown.bingo.words.parts import Level
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import Announcement, AnnouncementRule, BingoBook
from eyesdown.rulebook.facts.bingo import Brief

DECIDES = Handlers()


def brief(state: HallState, session: Session, number: int = 0) -> Brief:
    """Everything an announcement of a session or of one game may have to say."""
    plan = session.plan
    game = session.games.get(number)
    pool = state.pools.get(plan.pool)
    main = game.last_prize if game else ""
    offers = game.offers if game else {}
    earlier, since = _brought_forward(state, session)
    levels = game.plan.levels if game else ()
    return Brief(
        game=number,
        versions=game.plan.versions if game else (),
        prizes=tuple(offers.items()),
        minors=tuple((name, cents) for name, cents in offers.items() if name != main),
        serials=_serials(state, session, number),
        colour=colour_in_play(state, session, number) if game else "",
        programme=tuple(
            (index, other.plan.versions, " and ".join(offer.prize for offer in other.plan.prizes))
            for index, other in sorted(session.games.items())
        ),
        rolling=bool(plan.sequence),
        last_in_sequence=plan.last_in_sequence,
        pool=plan.pool,
        pool_cents=pool.balance_cents if pool else 0,
        pool_games=plan.pool_games,
        pool_method=plan.pool_method,
        brought_forward_cents=earlier,
        brought_forward_date=since,
        levels=tuple((level.level, level_cents(state, session, game, level)) for level in levels)
        if game
        else (),
        conditions=tuple(condition(level) for level in levels),
        numbers_wanted=any(level.on_jackpot_number for level in levels),
        jackpot_games=tuple(
            index for index, other in sorted(session.games.items()) if other.plan.levels
        ),
        jackpot_numbers=game.jackpot_numbers if game else (),
    )


def _serials(state: HallState, session: Session, number: int) -> tuple[str, ...]:
    """Every serial sold for a game; for a game without sales the series in use (A13)."""
    return tuple(state.held(session).in_play(number).books) or session.series[-1:]


def colour_in_play(state: HallState, session: Session, number: int) -> str:
    """The colour a game is played on: as planned, else as printed on its cards (A05)."""
    planned = session.games[number].plan.colour
    if planned:
        return planned
    return " and ".join(state.held(session).in_play(number).colours)


def _brought_forward(state: HallState, session: Session) -> tuple[int, date | None]:
    """What the pool brings from the session played before, and that session's date."""
    pool = state.pools.get(session.plan.pool)
    if pool is None:
        return 0, None
    own = next(turn for turn in pool.turns if turn.session == session.plan.session)
    played = [
        (began, turn)
        for turn in pool.turns
        if (began := turn.began_at or state.sessions[turn.session].began_at)
        and turn is not own
        and (session.began_at is None or began < session.began_at)
    ]
    if not played:
        return own.opening_cents, None
    began, last = max(played, key=lambda each: each[0])  # played in whichever order planned
    return own.opening_cents if last.closing_cents is None else last.closing_cents, began.date()


def condition(level: Level) -> str:
    """A level's condition in words.

    >>> condition(Level(level="gold", numbers_max=40, on_jackpot_number=True))
    'gold: bingo within 40 numbers, on a jackpot number'
    """
    parts = ["bingo"]
    if level.numbers_max:
        parts[0] += f" within {level.numbers_max} numbers"
    if level.on_jackpot_number:
        parts.append("on a jackpot number")
    return f"{level.level}: " + ", ".join(parts)


def due(
    rules: tuple[AnnouncementRule, ...], facts: Brief, done: Collection[str]
) -> tuple[Announcement, ...]:
    """Duties that these rules lay on the hall and whose topics are not `done` yet."""
    duties = (rule(facts) for rule in rules)
    return tuple(duty for duty in duties if duty is not None and duty.topic not in done)


def due_before_number(
    book: BingoBook[Any], state: HallState, session: Session, number: int
) -> tuple[Announcement, ...]:
    """What must still be announced before the next number of a game may be drawn."""
    done = (*session.announced, *session.games[number].announced)
    facts = brief(state, session, number)
    return due(book.announcements.before_session, facts, session.announced) + due(
        book.announcements.before_game, facts, done
    )


def due_before_close(
    book: BingoBook[Any], state: HallState, session: Session
) -> tuple[Announcement, ...]:
    """What must be announced after the last game; where none was played, nothing."""
    if not session.began_at:
        return ()
    return due(book.announcements.after_session, brief(state, session), session.announced)


def not_announced(book: BingoBook[Any], duties: tuple[Announcement, ...]) -> tuple[Refusal, ...]:
    """The refusals of play until each duty is done."""
    return tuple(
        Refusal("announcement/missing", book.clause(duty.clause), (("topic", duty.topic),))
        for duty in duties
    )


@DECIDES.handles(Announce)
@in_session
def announce(book: BingoBook[Any], state: HallState, command: Announce, session: Session) -> Events:
    """Record duties that the right person has done in full, or refuse the announcement."""
    if command.game and command.game not in session.games:
        return refused(command, (no_such_game(book, command.session, command.game),))
    open_duties = _open_duties(book, state, session, command)
    topics = command.topics or tuple(open_duties)
    if not topics:
        return refused(command, (book.refusal("announcement/not_due", "announcement"),))
    done: list[HallEvent] = []
    refusals: list[Refusal] = []
    for topic in topics:
        if topic not in open_duties:
            refusals.append(book.refusal("announcement/not_due", "announcement", topic=topic))
            continue
        duty, game = open_duties[topic]
        trouble = _trouble(book, state, session, command, duty)
        if trouble is None:
            done.append(_done(command, duty, game))
        elif command.topics or (command.details and trouble.code == "announcement/incomplete"):
            refusals.append(trouble)
    if refusals or not done:
        refusals = refusals or _troubles(book, state, session, command)
        return refused(command, book.in_order(refusals))
    return tuple(done)


def _open_duties(
    book: BingoBook[Any], state: HallState, session: Session, command: Announce
) -> dict[str, tuple[Announcement, int]]:
    """Open duties by topic, each with the game it is announced for; 0 is the whole session."""
    facts = replace(brief(state, session, command.game), details=command.details)
    before = due(book.announcements.before_session, facts, session.announced)
    duties = {duty.topic: (duty, 0) for duty in before}
    if command.game:
        done = (*session.announced, *session.games[command.game].announced)
        for duty in due(book.announcements.before_game, facts, done):
            duties[duty.topic] = (duty, command.game)
        return duties
    ahead: dict[str, dict[int, Announcement]] = {}
    for number in session.games:
        game_facts = replace(brief(state, session, number), details=command.details)
        for duty in due(book.announcements.before_game, game_facts, session.announced):
            if duty.or_for_session:
                ahead.setdefault(duty.topic, {})[number] = duty
    duties |= {topic: (_for_all(by_game), 0) for topic, by_game in ahead.items()}
    if session.began_at and all(game.phase != "running" for game in session.games.values()):
        for duty in due(book.announcements.after_session, facts, session.announced):
            duties[duty.topic] = (duty, 0)
    return duties


def _for_all(duties: dict[int, Announcement]) -> Announcement:
    """One duty for the whole session; what differs from game to game is read game by game."""
    texts = {number: duty.text for number, duty in duties.items()}
    if len(set(texts.values())) > 1:
        texts = {number: f"Game {number}: {text}" for number, text in texts.items()}
    return replace(next(iter(duties.values())), text=" ".join(dict.fromkeys(texts.values())))


def _troubles(
    book: BingoBook[Any], state: HallState, session: Session, command: Announce
) -> list[Refusal]:
    duties = _open_duties(book, state, session, command).values()
    troubles = (_trouble(book, state, session, command, duty) for duty, _ in duties)
    return [trouble for trouble in troubles if trouble is not None]


def _trouble(
    book: BingoBook[Any], state: HallState, session: Session, command: Announce, duty: Announcement
) -> Refusal | None:
    clause = book.clause(duty.clause)
    # A role that happens to bear the name of a duty is not that duty.
    ranks = {state.role_of(command.by)} - set(OFFICIALS)
    ranks |= set(session.duties_of(command.by, command.game))
    if not ranks & set(duty.who):
        facts = (("by", command.by), ("owed_by", " or ".join(duty.who)))
        return Refusal("announcement/wrong_person", clause, facts)
    shown = command.channel == "displayed" and duty.or_displayed
    if command.channel != "announced" and not shown:
        return Refusal("announcement/must_be_spoken", clause, (("topic", duty.topic),))
    if duty.lacking:
        lacking = (("topic", duty.topic), ("lacking", ", ".join(duty.lacking)))
        return Refusal("announcement/incomplete", clause, lacking)
    return None


def _done(command: Announce, duty: Announcement, game: int) -> Announced:
    return Announced(
        at=command.at,
        session=command.session,
        game=game,
        by=command.by,
        topic=duty.topic,
        channel=command.channel,
        text=duty.text,
        details=command.details,
    )
