"""What a 90-ball book adds to a book: one chapter an action, its checklist, its announcements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, Generic, Self, TypeAlias, TypeVar

from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.coverage import in_order
from eyesdown.rulebook.facts.bingo import (
    ActionFacts,
    AppointFacts,
    Brief,
    CheckFacts,
    ClaimFacts,
    CloseFacts,
    ConfirmFacts,
    CorrectionFacts,
    DayFacts,
    DisputeFacts,
    DrawFacts,
    FeeFacts,
    HoldFacts,
    InvalidateFacts,
    IssueFacts,
    JackpotDrawFacts,
    OfferFacts,
    OpenFacts,
    PayFacts,
    PlanFacts,
    PointFacts,
    PoolFacts,
    SaleFacts,
    SessionCloseFacts,
    StartFacts,
)
from eyesdown.rulebook.facts.bingo_cards import CardFacts, ScorecardFacts, SeriesFacts
from eyesdown.rulebook.patterns import Pattern

L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class Announcement:
    """What must be announced to the players before play may go on, ready to read out."""

    topic: str
    clause: str
    who: tuple[str, ...]
    text: str
    lacking: tuple[str, ...] = ()
    or_displayed: bool = False
    or_for_session: bool = False


AnnouncementRule: TypeAlias = Callable[[Brief], Announcement | None]


@dataclass(frozen=True, slots=True)
class Actions(Generic[L]):
    """The chapters of clauses about each action of a hall."""

    day: Chapter[DayFacts, L]
    point: Chapter[PointFacts, L]
    plan: Chapter[PlanFacts, L]
    opening: Chapter[OpenFacts, L]
    appoint: Chapter[AppointFacts, L]
    sale: Chapter[SaleFacts, L]
    hold: Chapter[HoldFacts, L]
    fee: Chapter[FeeFacts, L]
    issue: Chapter[IssueFacts, L]
    serial_range: Chapter[ActionFacts, L]
    start: Chapter[StartFacts, L]
    jackpot_draw: Chapter[JackpotDrawFacts, L]
    draw: Chapter[DrawFacts, L]
    correction: Chapter[CorrectionFacts, L]
    claim: Chapter[ClaimFacts, L]
    check: Chapter[CheckFacts, L]
    confirm: Chapter[ConfirmFacts, L]
    close: Chapter[CloseFacts, L]
    close_session: Chapter[SessionCloseFacts, L]
    credit: Chapter[PoolFacts, L]
    debit: Chapter[PoolFacts, L]
    offer: Chapter[OfferFacts, L]
    pay: Chapter[PayFacts, L]
    invalidate: Chapter[InvalidateFacts, L]
    terminal_failure: Chapter[ActionFacts, L]
    entry_void: Chapter[ActionFacts, L]
    exclude: Chapter[ActionFacts, L]
    dispute: Chapter[DisputeFacts, L]

    @classmethod
    def of(cls, book: str) -> Self:
        """Empty chapters, to be filled by a book's clause files."""
        return cls(**{action.name: Chapter(book, action.name) for action in fields(cls)})

    @property
    def chapters(self) -> tuple[Chapter[Any, L], ...]:
        """The chapters of all actions."""
        return tuple(getattr(self, action.name) for action in fields(self))


@dataclass(frozen=True, slots=True)
class Announcements:
    """What must be announced, and by when; a rule returns None where it does not apply."""

    before_session: tuple[AnnouncementRule, ...]
    before_game: tuple[AnnouncementRule, ...]
    after_session: tuple[AnnouncementRule, ...]


@dataclass(frozen=True, slots=True)
class Timed:
    """A time in minutes that a clause sets."""

    minutes: int
    clause: str


@dataclass(frozen=True, slots=True)
class Ways:
    """What a book computes for the game, as functions."""

    prize_name: Callable[[str], str]
    gaming_day: Callable[[datetime, time, int], date]
    forfeited: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    share: Callable[[int, int], tuple[int, int]]
    least_return: Callable[[str, bool], Fraction | None]
    administration: Callable[[int], int]
    must_go: Callable[[int], bool]
    pay_method: Callable[[PayFacts], str]
    seconds_over: Callable[[datetime, datetime], int]
    place: Callable[[str, tuple[str, ...]], str]
    advice: Callable[[], str]
    best_level: Callable[[tuple[str, ...]], str]
    wins_jackpot: Callable[[int, tuple[int, ...]], bool]
    minutes: Mapping[str, Timed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Traits:
    """What differs from book to book, as flags and names."""

    marks_needed: bool = False
    corrected_by_halves: bool = False  # S09: announced and displayed, and open in between
    refund_is_due: bool = False
    entry_fee: bool = False
    returns_card: bool = False
    same_day_cards: bool = False
    dealer_terminal: bool = False
    machine_caller: bool = False
    electronic_cards: bool = False
    open_ticks: tuple[str, ...] = ()  # what must be ticked before a session may open
    price_by_ticket: bool = False
    witnessed_step: str = ""
    main_prize: str = ""


@dataclass(frozen=True, slots=True)
class Paper(Generic[L]):
    """A book's chapters on printed cards: single cards or whole scorecards, and series.

    `exempt` says which cards the words on print pass over. `colour_lookback` is the number of
    games over which colours must differ: 0 is none, None is all games of a book, by the clause
    `colours_clause`.
    """

    series: Chapter[SeriesFacts, L]
    cards: Chapter[CardFacts, L] | None = None
    scorecards: Chapter[ScorecardFacts, L] | None = None
    exempt: Callable[[CardFacts], bool] = lambda _: False
    colour_lookback: int | None = 0
    colours_clause: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class BingoBook(Book[L]):
    """A 90-ball book. `words` has the clause that a refusal cites when something does not exist."""

    actions: Actions[L]
    announcements: Announcements
    ways: Ways
    traits: Traits
    versions: Mapping[int, tuple[str, ...]]
    patterns: Mapping[str, Pattern]
    steps: Mapping[str, str]
    words: Mapping[str, str]
    paper: Paper[L] | None = None

    def in_order(self, refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
        """Refusals in the order in which the book prints their clauses."""
        return in_order(refusals)

    def refusal(self, code: str, about: str, /, **facts: Fact) -> Refusal:
        """A refusal for which no check is asked, by what it is about: a word of `words`.

        A clause's number will do as well.
        """
        return Book.refusal(self, code, self.words.get(about, about), **facts)
