"""Announcements as duties: what must be told before play may go on, ready to read."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from eyesdown.bingo import events as ev
from eyesdown.bingo.commands import Announce, Level
from eyesdown.bingo.state.desk import OFFICIALS, Events, Hall, game_of, refused, session_of
from eyesdown.bingo.state.state import NOTHING, Game, Session, State
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.bingo_book import Announcement, AnnouncementRule
from eyesdown.rulebook.facts.bingo import Brief


def brief(state: State, session: Session, number: int = 0) -> Brief:
    """Everything an announcement of a session or of one game may have to tell."""
    plan = session.plan
    game = session.games.get(number)
    pool = state.pools.get(plan.pool)
    main = game.last_prize if game else ""
    offers = game.offers if game else NOTHING
    earlier, since = _brought_forward(state, session)
    levels = game.plan.levels if game else ()
    return Brief(
        game=number,
        versions=game.plan.versions if game else (),
        prizes=tuple(offers.items()),
        minors=tuple((name, cents) for name, cents in offers.items() if name != main),
        serials=_serials(session, number),
        colour=colour_in_play(state, session, number) if game else "",
        programme=tuple(
            (place, other.plan.versions, " and ".join(offer.prize for offer in other.plan.prizes))
            for place, other in sorted(session.games.items())
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
            place for place, other in sorted(session.games.items()) if other.plan.levels
        ),
        jackpot_numbers=game.jackpot_numbers if game else (),
    )


def _serials(session: Session, number: int) -> tuple[str, ...]:
    """Every serial sold for a game; for a game without sales the series in use (A13)."""
    sold = dict.fromkeys(
        key.serial for key, held in session.holdings.items() if number in held.games
    )
    return tuple(sold) or session.series[-1:]


def colour_in_play(state: State, session: Session, number: int) -> str:
    """The colour a game is played on: as planned, else as printed on its cards (A05)."""
    printed = (
        state.series[key.serial].cards[key.card].colour
        for key, held in session.holdings.items()
        if number in held.games
    )
    return session.games[number].plan.colour or " and ".join(dict.fromkeys(filter(None, printed)))


def _brought_forward(state: State, session: Session) -> tuple[int, date | None]:
    """What the pool brings from the session played before, and that session's date."""
    pool = state.pools.get(session.plan.pool)
    if pool is None:
        return 0, None
    own = next(turn for turn in pool.turns if turn.session == session.plan.session)
    played = [
        (began, turn)
        for turn in pool.turns
        if (began := state.sessions[turn.session].began_at)
        and turn is not own
        and (session.began_at is None or began < session.began_at)
    ]
    if not played:
        return own.opening_cents, None
    began, last = max(played, key=lambda each: each[0])  # played in whichever order planned
    return own.opening_cents if last.closing_cents is None else last.closing_cents, began.date()


def level_cents(state: State, session: Session, game: Game, level: Level) -> int:
    """What a jackpot level stands at: its own money, what rolled in, and the pool if it is that."""
    own = game.levels.get(level.level, 0)
    if not level.whole_pool or session.plan.pool not in state.pools:
        return own
    return own + state.pools[session.plan.pool].balance_cents


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
    rules: tuple[AnnouncementRule, ...], facts: Brief, told: frozenset[str]
) -> tuple[Announcement, ...]:
    """Duties that these rules lay on the hall and that are not yet done."""
    found = (rule(facts) for rule in rules)
    return tuple(duty for duty in found if duty is not None and duty.topic not in told)


def due_before_number(
    book: Hall, state: State, session: Session, number: int
) -> tuple[Announcement, ...]:
    """What must still be told before the next number of a game may be drawn."""
    game = session.games[number]
    told = session.told | game.told
    facts = brief(state, session, number)
    return due(book.announcements.before_session, facts, session.told) + due(
        book.announcements.before_game, facts, told
    )


def due_before_close(book: Hall, state: State, session: Session) -> tuple[Announcement, ...]:
    """What must be told after the last game; where none was played, nothing."""
    if not session.began_at:
        return ()
    return due(book.announcements.after_session, brief(state, session), session.told)


def untold(book: Hall, duties: tuple[Announcement, ...]) -> tuple[Refusal, ...]:
    """The no that stands until each duty is done."""
    return tuple(
        Refusal("announcement/missing", book.clause(duty.clause), (("topic", duty.topic),))
        for duty in duties
    )


def announce(book: Hall, state: State, command: Announce) -> Events:
    """Duties done by the right person in full, or why an announcement does not count."""
    if command.game:
        found = game_of(book, state, command.session, command.game)
        session = found if isinstance(found, Refusal) else found[0]
    else:
        session = session_of(book, state, command.session)
    if isinstance(session, Refusal):
        return refused(book, command, session)
    open_duties = _open_duties(book, state, session, command)
    topics = command.topics or tuple(open_duties)
    if not topics:
        return refused(book, command, book.no("announcement/not_due", "announcement"))
    done: list[ev.Event] = []
    refusals: list[Refusal] = []
    for topic in topics:
        if topic not in open_duties:
            refusals.append(book.no("announcement/not_due", "announcement", topic=topic))
            continue
        duty, game = open_duties[topic]
        trouble = _trouble(book, state, session, command, duty)
        if trouble is None:
            done.append(_done(command, duty, game))
        elif command.topics or (command.details and trouble.code == "announcement/incomplete"):
            refusals.append(trouble)
    if refusals or not done:
        return refused(book, command, *refusals or _troubles(book, state, session, command))
    return tuple(done)


def _open_duties(
    book: Hall, state: State, session: Session, command: Announce
) -> dict[str, tuple[Announcement, int]]:
    """Open duties by topic, each with the game it is told for; 0 tells it for the session."""
    facts = replace(brief(state, session, command.game), details=command.details)
    found = {
        duty.topic: (duty, 0)
        for duty in due(book.announcements.before_session, facts, session.told)
    }
    if command.game:
        told = session.told | session.games[command.game].told
        for duty in due(book.announcements.before_game, facts, told):
            found[duty.topic] = (duty, command.game)
        return found
    ahead: dict[str, dict[int, Announcement]] = {}
    for number in session.games:
        game_facts = replace(brief(state, session, number), details=command.details)
        for duty in due(book.announcements.before_game, game_facts, session.told):
            if duty.or_for_session:
                ahead.setdefault(duty.topic, {})[number] = duty
    found |= {topic: (_for_all(duties), 0) for topic, duties in ahead.items()}
    if session.began_at and all(game.phase != "running" for game in session.games.values()):
        for duty in due(book.announcements.after_session, facts, session.told):
            found[duty.topic] = (duty, 0)
    return found


def _for_all(duties: dict[int, Announcement]) -> Announcement:
    """One duty told for the session; what differs from game to game is told game by game."""
    texts = {number: duty.text for number, duty in duties.items()}
    if len(set(texts.values())) > 1:
        texts = {number: f"Game {number}: {text}" for number, text in texts.items()}
    return replace(next(iter(duties.values())), text=" ".join(dict.fromkeys(texts.values())))


def _troubles(book: Hall, state: State, session: Session, command: Announce) -> tuple[Refusal, ...]:
    duties = _open_duties(book, state, session, command).values()
    found = (_trouble(book, state, session, command, duty) for duty, _ in duties)
    return tuple(trouble for trouble in found if trouble is not None)


def _trouble(
    book: Hall, state: State, session: Session, command: Announce, duty: Announcement
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


def _done(command: Announce, duty: Announcement, game: int) -> ev.Announced:
    return ev.Announced(
        at=command.at,
        session=command.session,
        game=game,
        by=command.by,
        topic=duty.topic,
        channel=command.channel,
        text=duty.text,
        details=command.details,
    )
