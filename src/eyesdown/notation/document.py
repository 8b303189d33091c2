"""A whole game as text: parsed into items and printed back byte for byte."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any, Self, TypeAlias

from eyesdown.kernel.errors import BadInput
from eyesdown.notation import scalars
from eyesdown.notation.context import Context, Drawing
from eyesdown.notation.cursor import NAME, Cursor, EyesError
from eyesdown.notation.drawings import KINDS, draw_block, read_block
from eyesdown.notation.reading import read_fields
from eyesdown.notation.shapes import default_of, hints_of
from eyesdown.notation.vocabulary import (
    Vocabulary,
    is_played,
    verb_of,
    vocabulary_of,
    why_not_played,
)
from eyesdown.notation.writing import write_fields

BOOK = re.compile(r"[a-z0-9-]+")
WORDS = re.compile(r"[a-z]\w*(?: [a-z]\w*)*")
SHARED = ("at", "session", "game", "promotion")
"""Fields that an event leaves out where its command has the same value."""
LISTED_MAX = 15
"""The most commands that an error lists."""
INDENTED = ("  ",)
DRAWN_ON = (" ", "\t", ".", *"0123456789")
"""How the lines of a card begin, indented or as in a table; no other line begins so."""


@dataclass(frozen=True, slots=True)
class Note:
    """A blank line or a comment."""

    text: str


@dataclass(frozen=True, slots=True)
class Day:
    """A `day` line: a time without a date is on this day from here on."""

    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Values for the commands that follow, where they leave a required field out."""

    session: str = ""
    game: int = 0
    promotion: str = ""

    @property
    def given(self) -> dict[str, Any]:
        names = ("session", "game", "promotion")
        return {name: getattr(self, name) for name in names if getattr(self, name)}


@dataclass(frozen=True, slots=True)
class Setting:
    """The decisions that a hall makes differently from the defaults."""

    settings: Any


@dataclass(frozen=True, slots=True)
class Drawn:
    """A ticket or card that is drawn under a name."""

    kind: str
    name: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Asked:
    """A command, the events beneath it, and its line number."""

    command: Any
    events: tuple[Any, ...]
    line: int = field(compare=False, default=0)


Item: TypeAlias = Note | Day | Scope | Setting | Drawn | Asked


@dataclass(frozen=True, slots=True)
class Script:
    """A file: its book, its day, and what follows."""

    book: str
    day: date
    head: tuple[Note, ...]
    items: tuple[Item, ...]

    @property
    def settings(self) -> Any:
        settings = [item.settings for item in self.items if isinstance(item, Setting)]
        return settings[-1] if settings else None


def parse(text: str) -> Script:
    """A script from its text, or an EyesError with line, column and what was expected.

    >>> parse('book family-bingo on 2026-06-01').book
    'family-bingo'
    """
    lines = numbered(text)
    head: list[Note] = []
    while lines and _is_note(lines[0][1]):
        head.append(Note(lines.popleft()[1]))
    if not lines:
        raise EyesError(1, 1, "expected a first line like: book nsw-keno on 2026-06-01")
    book, day = _header(*lines.popleft())
    return Script(book, day, tuple(head), tuple(Reader.of(book, day).items(lines)))


def numbered(text: str, first: int = 1) -> deque[tuple[int, str]]:
    """The lines of a script with their numbers, without the blanks at their ends.

    >>> numbered("> open day  ", 7)
    deque([(7, '> open day')])
    """
    return deque(
        (number, line if _is_note(line) else line.rstrip())
        for number, line in enumerate(text.splitlines(), start=first)
    )


def _is_note(line: str) -> bool:
    return not line.strip() or line.startswith("#")


def _header(number: int, line: str) -> tuple[str, date]:
    cursor = Cursor(line, number)
    cursor.take("book ", "a first line like: book nsw-keno on 2026-06-01")
    start = cursor.at
    book = cursor.word(BOOK, "the id of a book")
    if not is_played(book):
        raise EyesError(number, start + 1, why_not_played(book))
    cursor.take(" on ", "' on ' and a day")
    day = scalars.read_date(cursor)
    _end(cursor)
    return book, day


def _begins(cursor: Cursor, word: str) -> bool:
    """Whether a line begins with a word, which may be all it says."""
    return cursor.took(f"{word} ") or (cursor.text == word and cursor.took(word))


def _end(cursor: Cursor) -> None:
    if not cursor.done:
        raise cursor.error("the end of the line")


@dataclass(slots=True)
class Reader:
    """Reads the lines after the first; it remembers days, drawings and `in` lines."""

    words: Vocabulary
    context: Context
    lines: deque[tuple[int, str]] = field(default_factory=deque)

    @classmethod
    def of(cls, book: str, day: date) -> Self:
        """A reader of the lines of a book's file."""
        return cls(vocabulary_of(book), Context(day, book))

    def items(self, lines: deque[tuple[int, str]]) -> Iterator[Item]:
        """What numbered lines say, one item after the other."""
        self.lines = lines
        while self.lines:
            number, line = self.lines.popleft()
            if _is_note(line):
                yield Note(line)
            else:
                yield self._item(Cursor(line, number))

    def _item(self, cursor: Cursor) -> Item:
        if cursor.took("> "):
            return self._asked(cursor)
        if cursor.took("day "):
            self.context.day = scalars.read_date(cursor)
            _end(cursor)
            return Day(self.context.day)
        if _begins(cursor, "in"):
            scope: Scope = read_fields(cursor, Scope, self.context)
            self.context.scope = scope.given
            return scope
        if _begins(cursor, "settings"):
            if self.words.settings is None:
                raise cursor.error("no settings: this book has none")
            return self._setting(cursor, self.words.settings)
        for kind in KINDS:
            if cursor.took(f"{kind} "):
                return self._drawn(cursor, kind)
        wanted = "'> ' and a command, 'ticket', 'card', 'day', 'in', 'settings' or a # comment"
        raise cursor.error(wanted)

    def _setting(self, cursor: Cursor, kind: type) -> Setting:
        start = cursor.at
        try:
            return Setting(read_fields(cursor, kind, self.context))
        except EyesError:
            raise
        except BadInput as wrong:
            message = f"{wrong.field} {wrong.message}"
            raise EyesError(cursor.line, start + 1, message) from wrong

    def _drawn(self, cursor: Cursor, kind: str) -> Drawn:
        name = cursor.word(NAME, f"the name of a {kind}")
        _end(cursor)
        drawing = read_block(kind, self._while(DRAWN_ON), cursor.line)
        self.context.drawings[name] = drawing
        return Drawn(kind, name, drawing)

    def _while(self, begins: tuple[str, ...]) -> list[tuple[int, str]]:
        block = []
        while self.lines and self.lines[0][1].startswith(begins):
            block.append(self.lines.popleft())
        return block

    def _asked(self, cursor: Cursor) -> Asked:
        start = cursor.at
        at: datetime | None = None
        if cursor.text[cursor.at : cursor.at + 1].isdigit():
            at = scalars.read_moment(cursor, self.context.day)
            cursor.blanks("a blank and a command")
        record = self._verb(cursor)
        if at is None and default_of(record, "at", strict=True)[0]:
            cursor.at = start
            raise cursor.error("a time before the command")
        if not cursor.done:
            cursor.blanks("a blank and the next field")
        given = {"at": at}
        self.context.command = None
        usual = _unsaid(record, self.context)
        command = read_fields(cursor, record, self.context, given=given, usual=usual)
        _end(cursor)
        self.context.command = command
        events = tuple(self._event(Cursor(line, n, 2)) for n, line in self._while(INDENTED))
        self.context.command = None
        return Asked(command, events, cursor.line)

    def _verb(self, cursor: Cursor) -> Any:
        """The longest run of words that is a command; the next word is a field's name."""
        start = cursor.at
        words = cursor.word(WORDS, "a command").split(" ")
        for count in range(len(words), 0, -1):
            verb = " ".join(words[:count])
            if verb in self.words.commands:
                cursor.at = start + len(verb)
                return self.words.commands[verb]
        cursor.at = start
        raise cursor.error(_one_of("a command", " ".join(words), self.words.commands))

    def _event(self, cursor: Cursor) -> Any:
        start = cursor.at
        name = cursor.word(NAME, "an event")
        record = self.words.events.get(name)
        if record is None:
            cursor.at = start
            raise cursor.error(_one_of("an event", name, self.words.events))
        cursor.took(" ")
        given = {
            shared: getattr(self.context.command, shared)
            for shared in SHARED
            if shared in hints_of(record) and hasattr(self.context.command, shared)
        }
        event = read_fields(cursor, record, self.context, given=given, strict=False)
        _end(cursor)
        return event


def _unsaid(record: Any, context: Context) -> dict[str, Any]:
    """What an `in` line says for a command: only fields that the command must have."""
    return {
        name: value
        for name, value in context.scope.items()
        if name in hints_of(record) and default_of(record, name, strict=True)[0]
    }


def _one_of(what: str, word: str, allowed: Iterable[str]) -> str:
    """The allowed names nearest to a word, or all of them where none is near and they are few.

    >>> _one_of("a command", "call", ["sell cards", "call number", "close game"])
    'a command such as call number'
    """
    names = list(allowed)
    near = get_close_matches(word, names, cutoff=0.7)
    near = near or [name for name in names if set(name.split()) & set(word.split())]
    if near:
        return f"{what} such as {', '.join(near[:LISTED_MAX])}"
    if len(names) > LISTED_MAX:
        return f"{what}; `eyesdown play --words BOOK` lists all {len(names)}"
    return f"{what}: {', '.join(names)}"


def print_script(script: Script) -> str:
    """The text of a script.

    >>> print_script(parse('book family-bingo on 2026-06-01')).strip()
    'book family-bingo on 2026-06-01'
    """
    context = Context(script.day, script.book)
    lines = [note.text for note in script.head]
    lines.append(f"book {script.book} on {script.day.isoformat()}")
    for item in script.items:
        lines += print_item(item, context)
    return "\n".join(lines) + "\n"


def remember(item: Item, context: Context) -> None:
    """Note the day, the `in` line or the drawing that later lines depend on."""
    match item:
        case Day(day=day):
            context.day = day
        case Scope():
            context.scope = item.given
        case Drawn(name=name, drawing=drawing):
            context.drawings[name] = drawing
        case _:
            pass


def print_item(item: Item, context: Context) -> Sequence[str]:
    """The lines of one item; the context remembers days and drawings."""
    remember(item, context)
    match item:
        case Note(text=text):
            return [text]
        case Day(day=day):
            return [f"day {day.isoformat()}"]
        case Scope():
            return [f"in {write_fields(item, context)}".rstrip()]
        case Setting(settings=settings):
            return [f"settings {write_fields(settings, context)}".rstrip()]
        case Drawn(kind=kind, name=name, drawing=drawing):
            return draw_block(kind, name, drawing)
        case Asked(command=command, events=events):
            return [print_command(command, context), *print_events(command, events, context)]


def print_command(command: Any, context: Context) -> str:
    at = getattr(command, "at", None)
    parts = ["> " + scalars.write_moment(at, context.day)] if isinstance(at, datetime) else [">"]
    parts.append(verb_of(type(command)))
    unwritten = {"at"} if isinstance(at, datetime) else set()
    unsaid = _unsaid(type(command), context)
    unwritten |= {name for name, value in unsaid.items() if getattr(command, name) == value}
    fields = write_fields(command, context, leave_out=frozenset(unwritten))
    return " ".join([*parts, fields] if fields else parts)


def print_events(command: Any, events: Iterable[Any], context: Context) -> list[str]:
    """One indented line an event."""
    context.command = command
    lines = []
    for event in events:
        same = frozenset(
            name
            for name in SHARED
            if hasattr(command, name)
            and name in hints_of(event.__class__)
            and getattr(event, name) == getattr(command, name)
        )
        differs = frozenset(name for name in SHARED if hasattr(command, name)) - same
        fields = write_fields(event, context, leave_out=same, say=differs, strict=False)
        lines.append(f"  {type(event).__name__} {fields}".rstrip())
    context.command = None
    return lines
