"""A family table as the site knows it: who sits there, what they agreed on, and their game."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct, field

from eyesdown.bingo.family.events import Event, RowReadBack
from eyesdown.bingo.family.house import COLUMN, House
from eyesdown.bingo.family.state import FamilyState
from eyesdown.kernel.written import Written

LANGUAGES = ("en", "fr")
SEATS_MAX = 100
NAME_MAX = 24
TITLE_MAX = 60
FREE_MAX = 12
WORD_MAX = 24
WORD_COUNTS = (30, 45, 60, 75)
PICTURE_CHARACTERS_MAX = 40_000
"""Of a picture in base64: a phone loads twenty-four of them."""
PICTURES_MAX = max(WORD_COUNTS)
PACES = (0, 4, 6, 8, 10, 15, 20)
"""Seconds between two discs that may be chosen; 0 calls by hand."""
ROUNDS_MAX = 99
HOST_SEAT = "p1"


class Options(Written, frozen=True, kw_only=True):
    """What the people at a table agreed on; `house` is what the book does not know."""

    scoring: str = "rounds"
    rounds: int = 5
    auto_cover: bool = False
    pass_banker: bool = True
    real_discs: bool = False
    title: str = ""
    free: str = ""
    words: tuple[str, ...] = ()
    both_languages: bool = False
    house: House = House()

    @property
    def trouble(self) -> str:
        """The option that makes no sense; empty if all do.

        >>> Options(rounds=0).trouble, Options(words=("cat",) * 30).trouble, Options().trouble
        ('rounds', 'words', '')
        """
        if self.scoring not in ("rounds", "points") or (self.words and self.scoring == "points"):
            return "scoring"
        if not 1 <= self.rounds <= ROUNDS_MAX:
            return "rounds"
        if not _is_line(self.title, TITLE_MAX):
            return "title"
        if not _is_line(self.free, FREE_MAX):
            return "free"
        if self.words and words_trouble(self.words):
            return "words"
        wanted = len(self.words) // 5 if self.words else COLUMN
        if self.house.paper or self.house.per_column != wanted:
            return "per_column"
        if self.words and self.house.trouble == "per_column":
            return "balls"
        return self.house.trouble


def _is_line(text: str, longest: int) -> bool:
    return len(text) <= longest and (not text or text.isprintable())


def words_trouble(words: tuple[str, ...]) -> str:
    """Why a list of words cannot be played; empty if it can.

    >>> words_trouble(("cat", "Cat"))
    'twice'
    >>> words_trouble(tuple(f"w{n}" for n in range(31)))
    'count'
    """
    if len({word.casefold() for word in words}) != len(words):
        return "twice"
    if len(words) not in WORD_COUNTS:
        return "count"
    return "" if all(word.strip() and _is_line(word, WORD_MAX) for word in words) else "long"


class Picture(Struct, frozen=True):
    """A picture of a word: a small WebP file in base64, and the mark by which pages name it."""

    mark: str
    data: str


class Seat(Struct):
    """A person at the table. `token` is the hash of what their phone carries; empty on paper."""

    name: str
    token: str = ""
    left: bool = False


class Table(Struct):
    """One table. `version` grows with every event, so that feeds know when to look."""

    host: str
    language: str
    touched: datetime
    seats: dict[str, Seat] = field(default_factory=dict)
    options: Options = Options()
    pictures: dict[str, Picture] = field(default_factory=dict)
    """By the word that each shows, however it is written."""
    game: FamilyState = field(default_factory=FamilyState)
    knocks: dict[str, str] = field(default_factory=dict)
    seats_ever: int = 0
    promise: str = ""
    secret: str = ""
    drawn: tuple[int, ...] = ()
    """The discs of this round that the site drew."""
    pace: int = 0
    last_call_at: datetime | None = None
    readings: tuple[RowReadBack, ...] = ()
    """The rows that were read back on the last disc."""
    news: tuple[Event, ...] = ()
    """What is announced now, and how often something was announced before."""
    news_number: int = 0
    version: int = 0

    def picture_of(self, word: str) -> Picture | None:
        """The picture of a word of the list, if it has one."""
        return self.pictures.get(word.casefold())

    @property
    def here(self) -> dict[str, Seat]:
        """The seats of those who have not left."""
        return {seat: person for seat, person in self.seats.items() if not person.left}

    @property
    def banker(self) -> str:
        """The seat of the Banker; the host before the first round."""
        return self.game.banker or HOST_SEAT

    def seat_named(self, name: str) -> str:
        """The seat of a person by name, however it is written; empty if there is none."""
        wanted = name.casefold()
        return next((s for s, person in self.here.items() if person.name.casefold() == wanted), "")

    def seat_of_token(self, token: str) -> str:
        """The seat whose phone carries this token, by its hash; empty if there is none."""
        return next((s for s, person in self.here.items() if token and person.token == token), "")
