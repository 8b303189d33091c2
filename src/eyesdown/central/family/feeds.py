"""What the feed of a family table sends: a snapshot whenever something changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zlib import crc32

from eyesdown.bingo.family.events import RoundWon, SeriesWon
from eyesdown.bingo.family.house import person_of
from eyesdown.central.family.machine import FamilySite
from eyesdown.central.family.table import HOST_SEAT, Table
from eyesdown.central.site.site import Site
from eyesdown.display.family.snapshot import CallBackShown, SeatShown, Snapshot
from eyesdown.display.family.words import Speaker

PHASES = {"shut": "lobby", "seated": "between", "playing": "playing", "over": "over"}


def table_at(
    site: Site[FamilySite], code: str, _now: datetime, last: Snapshot | None
) -> Sequence[Snapshot] | None:
    """The next snapshot of a table, if it changed; None if the table was removed."""
    table = site.state.tables.get(code)
    if table is None:
        return None
    return () if last is not None and last.v == table.version else (snapshot(code, table),)


def speaker(table: Table) -> Speaker:
    """The words of a table's people, discs and house."""
    names = {seat: person.name for seat, person in table.seats.items()}
    playing = table.game.house if table.game.phase != "shut" else table.options.house
    return Speaker(names, playing, words_in_play(table))


def words_in_play(table: Table) -> tuple[str, ...]:
    """The list of words that this series is played with; a new list waits for the next one."""
    words = table.options.words
    return words if len(words) == 5 * table.game.house.per_column else ()


def snapshot(code: str, table: Table) -> Snapshot:
    """The whole table as everyone sees it."""
    game, options, voice = table.game, table.options, speaker(table)
    began = game.phase != "shut"
    house = game.house if began else options.house
    scores = game.score
    won = [event for event in table.news if isinstance(event, RoundWon)]
    champion = [event.player for event in table.news if isinstance(event, SeriesWon)]
    shown_words = words_in_play(table) if began else options.words
    size = 90 if house.balls == 90 else house.per_column * 5
    return Snapshot(
        v=table.version,
        code=code,
        language=table.language,
        both_languages=options.both_languages,
        phase=PHASES[game.phase],
        round=game.round,
        rounds=game.rounds_agreed if began else options.rounds,
        rounds_done=game.rounds_counted,
        scoring=game.scoring if began else options.scoring,
        auto_cover=game.auto_cover if began else options.auto_cover,
        pass_banker=options.pass_banker,
        real_discs=options.real_discs,
        balls=house.balls,
        per_column=house.per_column,
        cards_each=house.cards_each,
        patterns=house.wins_with,
        title=options.title,
        free=options.free,
        words=shown_words,
        pictures=_pictures(table, shown_words),
        banker=table.banker,
        banker_choices=game.choices,
        seats=tuple(_seat(table, seat, scores.get(seat, 0)) for seat in table.here),
        knocks=tuple(table.knocks),
        called=game.called,
        drawn=table.drawn,
        last=voice.label(game.called[-1]) if game.called else "",
        discs=size,
        call_back=_call_backs(table),
        cries_open=sum(cry.right is None for cry in game.cries),
        winners=won[0].winners if won else (),
        champion=champion[0] if champion else "",
        series=_series(table),
        pace=table.pace,
        promise=table.promise,
        secret=table.secret,
        news=table.news_number,
        say=voice.sentences(table.news),
    )


def _pictures(table: Table, words: Sequence[str]) -> tuple[str, ...]:
    """The mark of each word's picture, empty for a word without one; nothing if none has one."""
    marks = tuple(shown.mark if (shown := table.picture_of(word)) else "" for word in words)
    return marks if any(marks) else ()


def _series(table: Table) -> int:
    """A number that changes when other cards are played with."""
    first = table.game.cards[0].rows if table.game.cards else ()
    return crc32(repr((first, table.game.round, sorted(table.game.dealt.items()))).encode())


def _seat(table: Table, seat: str, score: int) -> SeatShown:
    game = table.game
    cries = [cry for cry in game.cries if person_of(cry.player, game.house) == seat]
    answer = {None: "open", True: "right", False: "wrong"}
    hands = [name for name in game.dealt if person_of(name, game.house) == seat]
    return SeatShown(
        id=seat,
        name=table.seats[seat].name,
        paper=not table.seats[seat].token,
        cards=len([name for name in hands if game.phase != "playing" or name in game.covered]),
        banker=seat == table.banker,
        host=seat == HOST_SEAT,
        score=score,
        rounds=game.rounds_won.get(seat, 0),
        cry=answer[cries[-1].right] if cries else "",
    )


def _call_backs(table: Table) -> tuple[CallBackShown, ...]:
    voice = speaker(table)
    return tuple(
        CallBackShown(
            who=person_of(event.player, table.game.house),
            hand=event.player,
            labels=tuple(voice.label(n) if n else "★" for n in event.numbers),
            checked=tuple(is_called for _, is_called in event.checked),
            right=event.right,
            total=event.total,
        )
        for event in table.readings
    )
