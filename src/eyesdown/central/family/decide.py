"""Deciding a command at a family table: the site checks seats, the book decides the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from datetime import date
from functools import lru_cache
from typing import Any, TypeAlias, get_args

from eyesdown.bingo import family
from eyesdown.bingo.family import commands as game
from eyesdown.bingo.family.house import hand, person_of
from eyesdown.bingo.family.state import FamilyState
from eyesdown.central.family.commands import (
    AnswerKnock,
    AtTable,
    CloseTable,
    Command,
    Knock,
    OpenTable,
    PlayRound,
    RemoveSeat,
    RenameSeat,
    RevealRound,
    SetOptions,
    SetPace,
    SetPicture,
    SitDown,
    TurnDisc,
)
from eyesdown.central.family.events import (
    Event,
    KnockAnswered,
    OptionsSet,
    PaceSet,
    PictureSet,
    RoundPromised,
    RoundRevealed,
    SatDown,
    SeatKnocked,
    SeatRemoved,
    SeatRenamed,
    TableClosed,
    TableEvent,
    TableOpened,
)
from eyesdown.central.family.lots import promise_of
from eyesdown.central.family.table import (
    HOST_SEAT,
    LANGUAGES,
    NAME_MAX,
    PACES,
    PICTURE_CHARACTERS_MAX,
    SEATS_MAX,
    WORD_MAX,
    Table,
    words_trouble,
)
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.book import Book
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.central_site.record import refusal
from eyesdown.rulebooks.family_bingo.c03_play import square_of

BOOK = "family-bingo"
DECIDES = Handlers()

Events: TypeAlias = tuple[Event, ...]


@lru_cache(maxsize=8)
def book_on(day: date) -> Book[Any] | Refusal:
    """The family game's book on a day, or the refusal of a day before it was in force."""
    return SHELF.open(BOOK, day)


def decide(tables: dict[str, Table], command: Command) -> Events:
    """What a command leads to at its table."""
    table = tables.get(command.table)
    if isinstance(command, OpenTable):
        return _open(table, command)
    if table is None:
        return _no(command, "table/unknown", table=command.table)
    events: Events = _DECIDE[type(command)](table, command)
    return events


def _no(command: Command, code: str, **facts: Fact) -> tuple[Refused, ...]:
    return refused(command, (refusal(code, **facts),), command.table)


def tidy_name(name: str) -> str:
    """A name as it is shown: without control characters and doubled blanks.

    >>> tidy_name("  Jean \\n Luc ")
    'Jean Luc'
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())


def _wrong_name(table: Table | None, command: Command, name: str, seat: str = "") -> Events:
    """The refusal of a name that cannot be used at the table; nothing if it can."""
    if not name:
        return _no(command, "seat/name_missing")
    if len(name) > NAME_MAX:
        return _no(command, "seat/name_too_long", characters=len(name), allowed=NAME_MAX)
    if table is not None and table.seat_named(name) not in ("", seat):
        return _no(command, "seat/name_taken", name=name)
    return ()


def _open(table: Table | None, command: OpenTable) -> Events:
    name = tidy_name(command.name)
    wrong = _wrong_name(None, command, name)
    if wrong:
        return wrong
    if table is not None or not command.table or command.language not in LANGUAGES:
        return _no(command, "table/not_opened", table=command.table)
    opened = TableOpened(
        at=command.at,
        table=command.table,
        host=command.host,
        name=name,
        language=command.language,
        token=command.seat,
    )
    return (opened,)


@DECIDES.handles(SitDown)
def _sit_down(table: Table, command: SitDown) -> Events:
    name = tidy_name(command.name)
    wrong = _wrong_name(table, command, name)
    if wrong:
        return wrong
    if len(table.here) >= SEATS_MAX:
        return _no(command, "table/full", seats=SEATS_MAX)
    seat = f"p{table.seats_ever + 1}"
    where: dict[str, Any] = {"at": command.at, "table": command.table}
    return (SatDown(**where, seat=seat, name=name, token=command.token),)


def _no_seat(table: Table, command: Any) -> Events:
    if command.seat in table.here:
        return ()
    return _no(command, "seat/unknown", seat=command.seat)


@DECIDES.handles(Knock)
def _knock(table: Table, command: Knock) -> Events:
    where: dict[str, Any] = {"at": command.at, "table": command.table}
    return _no_seat(table, command) or (
        SeatKnocked(**where, seat=command.seat, token=command.token),
    )


@DECIDES.handles(AnswerKnock)
def _answer_knock(table: Table, command: AnswerKnock) -> Events:
    if command.seat not in table.knocks:
        return _no(command, "seat/no_knock", seat=command.seat)
    where: dict[str, Any] = {"at": command.at, "table": command.table}
    return (KnockAnswered(**where, seat=command.seat, is_them=command.is_them),)


@DECIDES.handles(RenameSeat)
def _rename(table: Table, command: RenameSeat) -> Events:
    name = tidy_name(command.name)
    wrong = _no_seat(table, command) or _wrong_name(table, command, name, command.seat)
    where: dict[str, Any] = {"at": command.at, "table": command.table}
    return wrong or (SeatRenamed(**where, seat=command.seat, name=name),)


@DECIDES.handles(RemoveSeat)
def _remove(table: Table, command: RemoveSeat) -> Events:
    if command.seat == HOST_SEAT:
        return _no(command, "seat/is_the_host")
    wrong = _no_seat(table, command)
    if wrong:
        return wrong
    removed = SeatRemoved(at=command.at, table=command.table, seat=command.seat)
    if table.game.phase not in ("seated", "playing") or not _is_in_game(table, command.seat):
        return (removed,)
    events = _played(table, command, (game.LeaveTable(player=command.seat),))
    return events if _is_refused(events) else (*events, removed)


def _is_in_game(table: Table, seat: str) -> bool:
    return seat == table.game.banker or seat in table.game.dealt


@DECIDES.handles(SetOptions)
def _set_options(table: Table, command: SetOptions) -> Events:
    options = command.options
    why = words_trouble(options.words) if options.words else ""
    if why:
        return _no(command, "words/unplayable", why=why, words=len(options.words))
    trouble = options.trouble
    if trouble:
        return _no(command, "table/unknown_option", option=trouble)
    if table.game.phase == "playing":
        return _no(command, "table/round_is_played")
    return (OptionsSet(at=command.at, table=command.table, options=options),)


@DECIDES.handles(SetPicture)
def _set_picture(table: Table, command: SetPicture) -> Events:
    if table.game.phase == "playing":
        return _no(command, "table/round_is_played")
    if len(command.data) > PICTURE_CHARACTERS_MAX:
        return _no(command, "table/unknown_option", option="picture")
    word = tidy_name(command.word)
    if not 1 <= len(word) <= WORD_MAX:
        return _no(command, "words/unplayable", why="long", words=0)
    return (PictureSet(at=command.at, table=command.table, word=word, data=command.data),)


@DECIDES.handles(SetPace)
def _set_pace(_table: Table, command: SetPace) -> Events:
    if command.seconds not in PACES:
        return _no(command, "table/unknown_option", option="pace")
    return (PaceSet(at=command.at, table=command.table, seconds=command.seconds),)


@DECIDES.handles(PlayRound)
def _play_round(table: Table, command: PlayRound) -> Events:
    if command.banker and command.banker not in table.here:
        return _no(command, "seat/unknown", seat=command.banker)
    events = _played(table, command, game_commands(table, command))
    if _is_refused(events):
        return events
    promised = RoundPromised(at=command.at, table=command.table, promise=command.promise)
    return (*events, promised)


@DECIDES.handles(TurnDisc)
def _turn_disc(table: Table, command: TurnDisc) -> Events:
    """A disc is turned over once, however often the button is pressed."""
    if table.game.phase == "playing" and command.call != len(table.game.called) + 1:
        return _no(command, "disc/turned_already", call=command.call)
    return _played(table, command, game_commands(table, command))


@DECIDES.handles(AtTable)
def _at_table(table: Table, command: AtTable) -> Events:
    return _played(table, command, game_commands(table, command))


@DECIDES.handles(RevealRound)
def _reveal(table: Table, command: RevealRound) -> Events:
    is_right = command.promise == table.promise == promise_of(bytes.fromhex(command.secret))
    if table.game.phase == "playing" or table.secret or not is_right:
        return _no(command, "round/not_to_be_shown")
    where: dict[str, Any] = {"at": command.at, "table": command.table}
    return (RoundRevealed(**where, promise=command.promise, secret=command.secret),)


@DECIDES.handles(CloseTable)
def _close(_table: Table, command: CloseTable) -> Events:
    return (TableClosed(at=command.at, table=command.table),)


def game_commands(table: Table, command: Command) -> Iterable[game.Command]:
    """The commands of the game that a command at a table means, in their order."""
    match command:
        case AtTable(command=game.CryBingo(player=player)) if _is_on_paper(table, player):
            return (*_counters_on_paper(table, player), game.CryBingo(player=player))
        case AtTable(command=given):
            return (replace(given, by=given.by or command.by),)
        case TurnDisc(disc=disc):
            return (game.CallDisc(disc=disc),)
        case RemoveSeat(seat=seat) if _is_in_game(table, seat):
            return (game.LeaveTable(player=seat),)
        case PlayRound():
            return _round_commands(table, command)
        case _:
            return ()


def _is_on_paper(table: Table, player: str) -> bool:
    seat = table.seats.get(person_of(player, table.game.house))
    return seat is not None and not seat.token and player in table.game.covered


def _counters_on_paper(table: Table, player: str) -> Iterator[game.Command]:
    """Someone who plays on paper has covered what was called, which the site cannot see."""
    state = table.game
    rows = state.card_of(player).rows
    for disc in state.called:
        square = square_of(disc, rows)
        lies_open = square not in (*state.covered[player], *state.removed[player])
        if square is not None and lies_open:
            yield game.CoverNumber(player=player, number=disc)


def _round_commands(table: Table, command: PlayRound) -> Iterator[game.Command]:
    """The commands of the game by which a round begins, those of a new series first if needed."""
    state, options = table.game, table.options
    begins = command.fresh or state.phase in ("shut", "over")
    if command.fresh and state.phase == "seated":
        yield game.EndSeries()
    banker = command.banker or table.banker
    if banker not in table.here:
        banker = HOST_SEAT
    if begins:
        yield game.BeginSeries(
            cards=command.cards,
            scoring=options.scoring,
            rounds_agreed=options.rounds,
            auto_cover=options.auto_cover,
            house=options.house,
        )
    if begins or banker != state.banker:
        yield game.NameBanker(person=banker)
    dealt = {} if begins else state.dealt
    cards = len(command.cards) if begins else len(state.cards)
    free = (card for card in range(1, cards + 1) if card not in set(dealt.values()))
    each = (options if begins else state).house.cards_each
    for seat in table.here:
        for number in range(1, each + 1):
            name = hand(seat, number)
            if seat != banker and name not in dealt:
                yield game.DealCard(player=name, card=next(free, 0))
    yield game.StartRound()


def _played(table: Table, command: Command, given: Iterable[game.Command]) -> Events:
    """The events of commands of the game, one after the other; the first refusal ends it all."""
    book = book_on(command.at.date())
    if isinstance(book, Refusal):
        return refused(command, (book,), command.table)
    events: list[TableEvent] = []
    for _, decided in replayed(book, copy(table.game), command, given):
        if decided and isinstance(decided[0], Refused):
            return (TableEvent(at=command.at, table=command.table, event=decided[0]),)
        drawn = isinstance(command, TurnDisc)
        events += [
            TableEvent(at=command.at, table=command.table, event=event, drawn=drawn)
            for event in decided
        ]
    return tuple(events)


def replayed(
    book: Book[Any], state: FamilyState, command: Command, given: Iterable[game.Command]
) -> Iterator[tuple[game.Command, tuple[Any, ...]]]:
    """Each command of the game with its events; the state is changed on the way."""
    for asked in given:
        timed = replace(asked, at=command.at)
        decided = family.decide(book, state, timed)
        for event in decided:
            family.evolve(state, event)
        yield timed, decided


def _is_refused(events: Events) -> bool:
    first = events[0] if events else None
    return isinstance(first, Refused) or (
        isinstance(first, TableEvent) and isinstance(first.event, Refused)
    )


def refused_in(events: Iterable[Any]) -> Refused | None:
    """The refusal among the events of a command; None if it was done."""
    for event in events:
        inner = event.event if isinstance(event, TableEvent) else event
        if isinstance(inner, Refused):
            return inner
    return None


_DECIDE = every(DECIDES, kinds=tuple(set(get_args(Command)) - {OpenTable}))
