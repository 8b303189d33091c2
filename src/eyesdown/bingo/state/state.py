"""Everything a hall knows after the events so far.

One owner: `evolve` changes a hall, its sessions, games, pools and series in place. Everything
inside them is a frozen value, or a map that is replaced as a whole, with exceptions that would be
slow to copy: `people`, `series`, `awards` and `refunds` of a hall, `holdings` and `purchases` of a
session, and what a sale adds to its `fees` and to the `receipts` of a game. So a working copy
(`HallState.working_copy`) costs a few small objects, however much was sold.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from datetime import date, datetime, time
from typing import Self

from msgspec import Struct, field

from eyesdown.bingo.state.game import BoardOfGame, Game
from eyesdown.bingo.state.holdings import HeldIndex
from eyesdown.bingo.state.money import Purchase, Refund, Till, refund_id
from eyesdown.bingo.state.past import Past
from eyesdown.bingo.state.stock import Series
from eyesdown.bingo.state.values import put
from eyesdown.bingo.words.parts import Carried, PlannedGame
from eyesdown.bingo.words.printed import CardKey, PrintedCard
from eyesdown.kernel.money import split_evenly
from eyesdown.rulebook.facts.bingo import Settings


class Person(Struct, frozen=True):
    """Someone the hall knows by name."""

    role: str
    staff: bool
    member: bool


class GamingDay(Struct, frozen=True):
    """When the hall's gaming day starts, and how long it is."""

    starts: time = time(0)
    minutes: int = 1440
    inspector: str = ""


class Holding(Struct, frozen=True):
    """A card in a player's hand. A purchase without a named player counts as one player (C05)."""

    serial: str
    card: int
    player: str
    scope: str
    games: tuple[int, ...]
    sold_on: date
    medium: str = "paper"
    auto_play: bool = False
    returned: bool = False

    @property
    def key(self) -> CardKey:
        """The card's serial and number."""
        return CardKey(self.serial, self.card)


class Plan(Struct, frozen=True, kw_only=True):
    """The programme of a session, as it was accepted; see the command `PlanSession`."""

    session: str
    starts_at: datetime
    place: str
    operator: str
    licence: str
    games: tuple[PlannedGame, ...]
    boxes: int
    entry_fee_cents: int
    session_price_cents: int
    sequence: str
    pool: str
    pool_games: tuple[int, ...]
    pool_method: str
    last_in_sequence: bool


class Session(Struct):
    """One session: its programme, games, officials, sales and fees.

    `appointed` is the person by duty and game, under game 0 for all games; `holdings` and
    `reserved` are by the card's name; `last_sold` is a card by serial and game. `serials` are the
    games in which cards of a series are in play, `slips` the purchase of each slip. `carried` is
    what the session took over from earlier ones. `takings_cents` is what its players paid, less
    what it gave away or owes, as long as it is open.
    """

    plan: Plan
    games: dict[int, Game]
    opened: bool = False
    gaming_day: date | None = None
    began_at: datetime | None = None
    ended_at: datetime | None = None
    closed: bool = False
    appointed: dict[str, dict[int, str]] = field(default_factory=dict)
    announced: tuple[str, ...] = ()
    holdings: dict[str, Holding] = field(default_factory=dict)
    reserved: dict[str, str] = field(default_factory=dict)
    series: tuple[str, ...] = ()
    last_sold: dict[str, dict[int, int]] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    fees: dict[str, int] = field(default_factory=dict)
    fees_back: dict[str, int] = field(default_factory=dict)
    fees_to_pool_cents: int = 0
    voided: tuple[str, ...] = ()
    purchases: dict[str, Purchase] = field(default_factory=dict)
    slips: dict[str, str] = field(default_factory=dict)
    serials: dict[str, tuple[int, ...]] = field(default_factory=dict)
    carried: tuple[Carried, ...] = ()
    takings_cents: int = 0
    sign_shown_at: datetime | None = None
    sign_time: datetime | None = None
    index: HeldIndex = field(default_factory=HeldIndex)

    def working_copy(self) -> Self:
        """A copy whose games may be changed; the holdings are shared with the original."""
        session = copy(self)
        session.games = {number: game.working_copy() for number, game in self.games.items()}
        return session

    def hold(self, held: Holding, series: Series) -> None:
        """A card of a series comes into a player's hand."""
        if self.index.count == len(self.holdings):
            self.index.add(held, series)
        self.holdings[held.key.name] = held

    def release(self, name: str) -> None:
        """A card leaves the session, as if it had not been sold."""
        held = self.holdings.pop(name, None)
        self.index = HeldIndex()
        for game in held.games if held else ():
            self.games[game].in_play = BoardOfGame()

    def official(self, duty: str, game: int) -> str:
        """Who calls or supervises a game; an appointment for all games is under 0."""
        by_game = self.appointed.get(duty, {})
        return by_game.get(game) or by_game.get(0, "")

    def duties_of(self, person: str, game: int) -> tuple[str, ...]:
        """The duties a person has in a game; game 0 means any game of the session."""
        held = [duty for duty, by_game in self.appointed.items() if person in by_game.values()]
        return tuple(
            duty
            for duty in ("caller", "supervisor")
            if person and (duty in held if not game else self.official(duty, game) == person)
        )

    def duty_of(self, person: str, game: int) -> str:
        """The first duty a person has in a game; '' if they have none."""
        return next(iter(self.duties_of(person, game)), "")

    def held_in(self, game: int) -> list[Holding]:
        """The cards in play in a game, in the order of their sale."""
        return [held for held in self.holdings.values() if game in held.games]

    def take_over(self, carried: Carried) -> None:
        """A prize or jackpot of an earlier session is added to a game of this one."""
        game = self.games[carried.game]
        if carried.jackpot:
            level = game.levels.get(carried.prize, 0) + carried.amount_cents
            game.levels = put(game.levels, carried.prize, level)
        else:
            game.add_to_prize(carried.prize, carried.amount_cents)

    def purchase_of(self, name: str) -> Purchase | None:
        """A purchase by its name or by its slip."""
        return self.purchases.get(self.slips.get(name, name))

    def fee_left(self, player: str) -> int:
        """What is left of an entry fee after the parts given back for single games (I08)."""
        return self.fees[player] - self.fees_back.get(player, 0)

    def fee_parts(self, game: int) -> dict[str, int]:
        """The even part of every player's entry fee for one game (I08)."""
        index = sorted(self.games).index(game)
        count = len(self.games)
        return {player: split_evenly(fee, count)[index] for player, fee in self.fees.items()}

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
        """The highest number of a game."""
        return max(self.games)


class Turn(Struct, frozen=True):
    """A pool's balance at both ends of a session; when that began, once it is archived."""

    session: str
    day: date
    opening_cents: int
    closing_cents: int | None = None
    began_at: datetime | None = None


class Pool(Struct):
    """A jackpot pool. `fed` are receipts held by session and game: for later games only (G19)."""

    sequence: str
    balance_cents: int = 0
    fed: dict[str, dict[int, int]] = field(default_factory=dict)
    must_go: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()

    def fed_by(self, session: str, game: int) -> int:
        """The receipts of one game that the pool holds."""
        return self.fed.get(session, {}).get(game, 0)


class Award(Struct, frozen=True):
    """One winner's share of one prize."""

    session: str
    game: int
    prize: str
    player: str
    amount_cents: int
    jackpot: bool
    paid: bool = False


class Dispute(Struct, frozen=True):
    """A dispute: who decided it first, and what was decided last, at which stage.

    `supervisors` are an archived session's.
    """

    session: str
    game: int
    person: str
    about: str
    decided_by: str = ""
    closed: bool = False
    supervisors: tuple[str, ...] = ()
    decision: str = ""
    stage: str = ""


class HallState(Struct):
    """One hall under one book; see the module on who may change it.

    `tills` are those that are open, by their sale point; `refunds` what no till has paid yet.
    `waiting` are prizes and jackpots that no game has yet, for the next session.
    """

    settings: Settings = field(default_factory=Settings)
    people: dict[str, Person] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    day: GamingDay = field(default_factory=GamingDay)
    series: dict[str, Series] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    pools: dict[str, Pool] = field(default_factory=dict)
    awards: dict[str, Award] = field(default_factory=dict)
    disputes: dict[str, Dispute] = field(default_factory=dict)
    refunds: dict[str, Refund] = field(default_factory=dict)
    tills: dict[str, Till] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    past: Past = field(default_factory=Past)
    purchases: int = 0

    def working_copy(self, session: str) -> Self:
        """A copy in which one session, the pools and what hangs on them may be changed.

        For the events of one command, which concern one session. Other sessions, the people and
        the stock of cards are shared with the original.
        """
        state = copy(self)
        state.sessions = dict(self.sessions)
        if session in self.sessions:
            state.sessions[session] = self.sessions[session].working_copy()
        state.pools = {name: copy(pool) for name, pool in self.pools.items()}
        state.awards = dict(self.awards)
        state.refunds = dict(self.refunds)
        return state

    def role_of(self, person: str) -> str:
        """A person's role; '' for someone the hall does not know."""
        registered = self.people.get(person)
        return registered.role if registered else ""

    def game(self, session: str, number: int) -> Game:
        """A game that exists."""
        return self.sessions[session].games[number]

    def held(self, session: Session) -> HeldIndex:
        """The cards of a session by player and by game."""
        session.index = session.index.catch_up(session.holdings, self.series)
        return session.index

    def is_sold(self, key: CardKey) -> bool:
        """Whether a card was ever sold or issued, in any session."""
        series = self.series.get(key.serial)
        return series is not None and series.is_sold(key.card)

    def printed(self, key: CardKey) -> PrintedCard:
        """A card of the hall's stock as it is printed."""
        return self.series[key.serial].cards[key.card]

    def money_moved(self, point: str, by: str, tender: str, cents: int, session: str) -> None:
        """Money came into the till at a point (or, if negative, left it), if it is open."""
        till = self.tills.get(point)
        if till is not None and cents:
            self.tills = put(self.tills, point, till.moved(by, tender, cents, session))

    def owe_refund(self, session: str, game: int, player: str, cents: int) -> None:
        """A player gets money back, as soon as a till pays it."""
        if not cents:
            return
        name = refund_id(session, game, player)
        before = self.refunds[name].amount_cents if name in self.refunds else 0
        self.refunds[name] = Refund(session, game, player, before + cents)

    def annul(self, awards: Iterable[str]) -> None:
        """Take back awards that have not been paid."""
        for name in awards:
            self.awards.pop(name, None)


def award_id(session: str, game: int, prize: str, player: str) -> str:
    """The name of one winner's share of one prize.

    >>> award_id("Tue", 3, "series", "ann")
    'Tue/3/series/ann'
    """
    return f"{session}/{game}/{prize}/{player}"
