"""What is known after the events so far. Everything here is a frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from types import MappingProxyType
from typing import Any, TypeVar

from eyesdown.bingo.commands import OpenSession, PlannedGame, PlanSession
from eyesdown.bingo.events import Completed, CorrectionOpened, PrizeForfeited, PrizeRolled, PrizeWon
from eyesdown.bingo.words.printed import CardKey, PrintedCard
from eyesdown.kernel.money import split_evenly
from eyesdown.rulebook.facts.bingo import Settings

JACKPOT = "jackpot "
"""Before the name of a level among the prizes that wait: it is for a jackpot game only (G16)."""

NOTHING: Mapping[Any, Any] = MappingProxyType({})


def nothing() -> Mapping[Any, Any]:
    return NOTHING


@dataclass(frozen=True, slots=True)
class Person:
    role: str
    staff: bool
    member: bool


@dataclass(frozen=True, slots=True)
class GamingDay:
    starts: time = time(0)
    minutes: int = 1440
    inspector: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """A registered series; `left` are the cards neither sold nor withdrawn, rising."""

    serial: str
    colour: str
    cards: Mapping[int, PrintedCard]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Holding:
    """A card in somebody's hand. Where no player is named the purchase stands for one (C05)."""

    player: str
    scope: str
    games: frozenset[int]
    sold_on: date
    medium: str = "paper"
    auto_play: bool = False
    returned: bool = False
    pressed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Call:
    """One announced number. `drawn` is the ball really taken.

    `seen` says that it was corrected to what the supervisor had read off the ball.
    """

    number: int
    drawn: int
    started: datetime
    finished: datetime | None
    by: str
    handed_over: bool = False
    racked: bool = False
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim and how far its checking has come: step to who did it.

    `refused_for` are the codes of its refusal.
    """

    at: datetime
    claim: str
    player: str
    word: str
    call: int
    number: int
    completed: tuple[Completed, ...]
    status: str = "open"
    steps: Mapping[str, str] = field(default_factory=nothing)
    witness: str = ""
    marked: frozenset[int] = frozenset()
    refused_for: frozenset[str] = frozenset()

    def repeats(self, other: Claimed) -> bool:
        """Whether the same player has claimed all this in another cry."""
        return self.player == other.player and set(self.completed) <= set(other.completed)


@dataclass(frozen=True, slots=True)
class Box:
    """One grid in play: whose, on which card, and its numbers along the lines."""

    key: CardKey
    box: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `offers` are its prizes on offer in the order the plan names them."""

    plan: PlannedGame
    offers: Mapping[str, int]
    levels: Mapping[str, int]
    phase: str = "planned"
    outcome: str = ""
    selector: str = "device"
    selector_id: str = ""
    started_at: datetime | None = None
    calls: tuple[Call, ...] = ()
    jackpot_numbers: tuple[int, ...] = ()
    told: frozenset[str] = frozenset()
    claims: Mapping[str, Claimed] = field(default_factory=nothing)
    won: Mapping[str, PrizeWon] = field(default_factory=nothing)
    forfeits: tuple[PrizeForfeited, ...] = ()
    errors: tuple[CorrectionOpened, ...] = ()
    faulty: frozenset[CardKey] = frozenset()
    excluded: frozenset[str] = frozenset()
    receipts: Mapping[str, int] = field(default_factory=nothing)
    from_pool_cents: int = 0
    paid_by_pool_cents: int = 0
    into_pool: Mapping[str, int] = field(default_factory=nothing)
    sent_on: tuple[PrizeRolled, ...] = ()
    by_ball: Mapping[int, tuple[Box, ...]] = field(default_factory=nothing)

    @property
    def called(self) -> tuple[int, ...]:
        """The valid numbers, struck ones left out."""
        return tuple(call.number for call in self.calls)

    @property
    def correction(self) -> CorrectionOpened | None:
        """The first error that is known and not put right."""
        return self.errors[0] if self.errors else None

    @property
    def number_wrong(self) -> int:
        """A number known to have been announced wrongly and not yet put right; 0 if none is."""
        return next((error.wrong for error in self.errors if error.error != "display"), 0)

    @property
    def undecided(self) -> tuple[Claimed, ...]:
        """Claims to be decided; what a player cries again is decided with the first cry."""
        allowed = [claim for claim in self.claims.values() if claim.status == "allowed"]
        return tuple(
            claim
            for claim in self.claims.values()
            if claim.status == "open" and not any(claim.repeats(other) for other in allowed)
        )

    @property
    def open_prizes(self) -> tuple[str, ...]:
        return tuple(prize for prize in self.offers if prize not in self.won)

    @property
    def last_prize(self) -> str:
        """The prize that ends the game, be it still on offer or gone on."""
        return self.plan.prizes[-1].prize if self.plan.prizes else ""

    @property
    def receipts_cents(self) -> int:
        return sum(self.receipts.values())

    @property
    def prizes_cents(self) -> int:
        return sum(won.share_cents * len(won.winners) for won in self.won.values())


@dataclass(frozen=True, slots=True)
class Session:
    plan: PlanSession
    games: Mapping[int, Game]
    checklist: OpenSession | None = None
    gaming_day: date | None = None
    began_at: datetime | None = None
    ended_at: datetime | None = None
    closed: bool = False
    appointed: Mapping[tuple[str, int], str] = field(default_factory=nothing)
    told: frozenset[str] = frozenset()
    holdings: Mapping[CardKey, Holding] = field(default_factory=nothing)
    reserved: Mapping[CardKey, str] = field(default_factory=nothing)
    series: tuple[str, ...] = ()
    last_sold: Mapping[tuple[str, int], int] = field(default_factory=nothing)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=nothing)
    fees: Mapping[str, int] = field(default_factory=nothing)
    fees_back: Mapping[str, int] = field(default_factory=nothing)
    fees_to_pool_cents: int = 0
    voided: frozenset[str] = frozenset()
    sign_shown_at: datetime | None = None
    sign_says: datetime | None = None

    def official(self, duty: str, game: int) -> str:
        """Who calls or supervises a game; an appointment for all games is kept under 0."""
        return self.appointed.get((duty, game)) or self.appointed.get((duty, 0), "")

    def duties_of(self, person: str, game: int) -> tuple[str, ...]:
        """What somebody does in a game; 0 asks for any game of the session."""
        held = [duty for (duty, number), name in self.appointed.items() if name == person]
        return tuple(
            duty
            for duty in ("caller", "supervisor")
            if person and (duty in held if not game else self.official(duty, game) == person)
        )

    def duty_of(self, person: str, game: int) -> str:
        return next(iter(self.duties_of(person, game)), "")

    def fee_left(self, player: str) -> int:
        """What is left of an entry fee after the parts given back for single games (I08)."""
        return self.fees[player] - self.fees_back.get(player, 0)

    def fee_parts(self, game: int) -> dict[str, int]:
        """The even part of every player's entry fee for one game (I08)."""
        place = sorted(self.games).index(game)
        count = len(self.games)
        return {player: split_evenly(fee, count)[place] for player, fee in self.fees.items()}

    def receipts_of(self, game: int) -> int:
        """What the players paid for one game, by its cards or by their fees."""
        return self.games[game].receipts_cents + sum(self.fee_parts(game).values())

    def in_order_of_play(self) -> list[int]:
        """The games as they were begun, then those not begun by their numbers."""
        played = [(game.started_at, number) for number, game in self.games.items()]
        begun = [number for _, number in sorted((at, number) for at, number in played if at)]
        return begun + sorted(set(self.games) - set(begun))

    def still_to_play(self, after: int) -> list[int]:
        """The games not begun, next first: those after a game, then any before it passed over."""
        left = [number for number, game in self.games.items() if game.phase == "planned"]
        left = [] if self.closed else left
        return sorted(left, key=lambda number: (number < after, number))

    @property
    def with_jackpot(self) -> bool:
        """Whether a jackpot operates; one game alone is no session and has none (B06, H05)."""
        return bool(self.plan.pool) and len(self.games) > 1

    @property
    def last_game(self) -> int:
        return max(self.games)


@dataclass(frozen=True, slots=True)
class Turn:
    """A pool's balance at both ends of a session."""

    session: str
    day: date
    opening_cents: int
    closing_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """A jackpot pool. `fed` are receipts held by game: they are for later games (G19)."""

    sequence: str
    balance_cents: int = 0
    fed: Mapping[tuple[str, int], int] = field(default_factory=nothing)
    must_go: frozenset[str] = frozenset()
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    session: str
    game: int
    prize: str
    player: str
    amount_cents: int
    jackpot: bool
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Dispute:
    session: str
    game: int
    person: str
    about: str
    decided_by: str = ""
    closed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """One hall under one book."""

    settings: Settings = field(default_factory=Settings)
    people: Mapping[str, Person] = field(default_factory=nothing)
    points: frozenset[str] = frozenset()
    day: GamingDay = field(default_factory=GamingDay)
    series: Mapping[str, Series] = field(default_factory=nothing)
    sold: Mapping[CardKey, str] = field(default_factory=nothing)
    sessions: Mapping[str, Session] = field(default_factory=nothing)
    pools: Mapping[str, Pool] = field(default_factory=nothing)
    awards: Mapping[str, Award] = field(default_factory=nothing)
    disputes: Mapping[str, Dispute] = field(default_factory=nothing)
    waiting: Mapping[str, int] = field(default_factory=nothing)
    purchases: int = 0

    def role_of(self, person: str) -> str:
        known = self.people.get(person)
        return known.role if known else ""


K = TypeVar("K")
V = TypeVar("V")


def put(mapping: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """The mapping with one entry set."""
    return {**mapping, key: value}
