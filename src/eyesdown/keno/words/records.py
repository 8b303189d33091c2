"""What a site remembers: small frozen values that events carry and state keeps."""

from __future__ import annotations

from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction

from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.words.entries import Entry, Staked
from eyesdown.keno.words.tenders import Used
from eyesdown.kernel.written import Exact, Written
from eyesdown.rulebook.keno_words import (
    Category,
    DrawSite,
    Duty,
    Form,
    FormReason,
    Ground,
    Method,
    PersonKind,
    SpotGame,
    VenueKind,
)


class Venue(Written, frozen=True):
    """A Club, Hotel or casino appointed to take Subscriptions; `closes` may be past midnight."""

    venue: str
    kind: VenueKind
    name: str
    area: str
    approval: str
    premises: tuple[str, ...]
    permitted_area: tuple[str, ...]
    opens: time
    closes: time
    payout_limit_cents: int | None
    eft_permitted: bool
    commission: Fraction | None = None

    def trading(self, at: datetime) -> bool:
        """Whether its displayed trading hours cover a moment; the closing instant is outside.

        Hours that end where they begin go round the clock.
        """
        now = at.time()
        if self.opens < self.closes:
            return self.opens <= now < self.closes
        return now >= self.opens or now < self.closes


class Terminal(Written, frozen=True):
    """A writer's terminal issues Cash Vouchers and pays claims; a self-service one SST Receipts."""

    terminal: str
    venue: str
    self_service: bool
    approval: str


class OnDuty(Written, frozen=True):
    person: str
    duty: Duty
    place: str
    account: str
    since: datetime


class Superplay(Written, frozen=True):
    """A template: Groups are fixed and one Venue's for a Customised one, only sized otherwise."""

    template: str
    game: SpotGame
    group_sizes: tuple[int, ...]
    sizes: tuple[int, ...] | None
    groups: tuple[tuple[int, ...], ...]
    venue: str


class Card(Written, frozen=True):
    """A Keno Player Card with its holder's favourite picks."""

    card: str
    holder: str
    born: date
    approval: str
    role: PersonKind
    favourites: tuple[Bet, ...]


class Account(Written, frozen=True):
    """A Subscriber Account; `prize_cents` is the part of the balance that was won."""

    account: str
    holder: str
    born: date
    role: PersonKind
    terms: str = ""
    identified_by: str = ""
    logged_in: bool = False
    balance_cents: int = 0
    prize_cents: int = 0


class Jackpot(Written, frozen=True):
    """One jackpot level. While it is pooled, growth feeds `pool_cents`, else `growth_cents`.

    `rates` has each rate with the Keno Day it starts on, the earliest first.
    """

    jackpot: str
    rates: tuple[tuple[date, Fraction], ...] = ()
    growth_cents: Fraction = Fraction(0)
    pooled: bool = False
    pool_cents: Fraction = Fraction(0)
    jurisdictions: tuple[str, ...] = ()
    given_cents: Fraction = Fraction(0)  # all that was ever won of it

    @property
    def available_cents(self) -> Fraction:
        return self.pool_cents if self.pooled else self.growth_cents

    def rate_on(self, day: date) -> Fraction | None:
        """The rate of the latest start up to a Keno Day."""
        started = [rate for start, rate in self.rates if start <= day]
        return started[-1] if started else None


class Guarantee(Written, frozen=True):
    """An amount a jackpot is guaranteed to reach; it is no Bonus Prize (M35)."""

    jackpot: str
    cents: int
    from_day: date
    to_day: date
    paid_from_promotion: bool


class ExtraPrize(Written, frozen=True):
    """A Bonus Prize or additional Approved prize; a Bonus Prize ends with the game that wins it."""

    prize: str
    bonus: bool
    cents: int
    approval: str
    form: SpotGame
    spots: int
    caught: int
    from_at: datetime
    to_at: datetime
    won_in: int | None = None


class FormSwitch(Written, frozen=True):
    form: Form
    method: Method
    offered: bool
    approval: str
    from_day: date


class FlexPeriod(Written, frozen=True):
    """A change of a category's contribution over some Keno Days."""

    category: Category
    change: Fraction
    from_day: date
    to_day: date


class Instructions(Written, frozen=True):
    version: str
    medium: str
    text: str
    since: datetime


class GameState(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    DRAWN = "drawn"
    SETTLED = "settled"


class DrawPart(Written, frozen=True):
    """Numbers one device drew, in order; `procedure` names what followed if it failed (T19)."""

    device: str
    numbers: tuple[int, ...]
    at: datetime
    procedure: str = ""
    by: str = ""


class WrongDisplay(Written, frozen=True):
    """A number shown by mistake; the last number shown flashes until all are put right (T18)."""

    position: int
    shown: int
    since: datetime


OURS = "NSW"
"""The jurisdiction whose winners are among the site's own entries."""


class WinnersAway(Written, frozen=True):
    """What winners of a pooled jackpot staked in another jurisdiction; there may be none."""

    jackpot: str
    jurisdiction: str
    staked_cents: tuple[int, ...]


class Game(Written, frozen=True):
    """One Game of Keno. `game` runs on over all days; a Keno Day and a number name it to people."""

    game: int
    keno_day: date
    number: int
    opened_at: datetime
    closes_at: datetime
    state: GameState = GameState.OPEN
    closed_at: datetime | None = None
    growth: tuple[tuple[str, Fraction], ...] = ()
    reported: tuple[tuple[str, Fraction], ...] = ()  # put into pools elsewhere after its close
    winners_away: tuple[WinnersAway, ...] = ()
    parts: tuple[DrawPart, ...] = ()
    site: DrawSite | None = None
    medium: str = ""
    supervisor: str = ""
    wrong: tuple[WrongDisplay, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for part in self.parts for number in part.numbers)


class Carry(Written, frozen=True):
    """What a Let it Run stakes in its next game: the prize of the one before."""

    line: int
    game: int  # the running number of the game it is staked in
    base_cents: int
    bonus_cents: int
    commission_cents: Fraction
    staked: Staked

    @property
    def cents(self) -> int:
        return self.base_cents + self.bonus_cents


class Sold(Written, frozen=True):
    """A stored Entry: the central record that decides what it wins."""

    entry: Entry
    at: datetime
    site: DrawSite
    keno_day: date
    first_game: int
    gross_cents: int
    used: tuple[Used, ...]
    staked: tuple[Staked, ...]
    location: str = ""
    commission_cents: Exact = 0
    completed_at: datetime | None = None
    acknowledged_at: datetime | None = None
    ends_before: int | None = None  # the first game that was cancelled or never played
    disqualified: Ground | None = None
    anonymous: bool = False
    ticket: str = ""  # the serial that is out with the player; none once it was paid and kept
    won_cents: int = 0  # prize money of the account that paid for it: given back, it is so again
    renewals: tuple[str, ...] = ()  # serials of its continuation tickets

    @property
    def end(self) -> int:
        """The first running game number after this Entry."""
        past = self.first_game + self.entry.games
        return past if self.ends_before is None else min(past, self.ends_before)

    def staked_in(self, game: int) -> Staked:
        index = game - self.first_game
        return self.staked[index if len(self.staked) > 1 else 0]


class PrizeState(StrEnum):
    PAYABLE = "payable"
    PENDING = "pending"  # a web prize that waits for verification
    LODGED = "lodged"
    PAID = "paid"
    UNCLAIMED = "unclaimed"
    BARRED = "barred"  # its Entry was disqualified when the game was settled (T15)


class LinePrize(Written, frozen=True):
    """What one line of an Entry won in one game, and the jackpot it took, if any."""

    line: int
    cents: int
    jackpot: str = ""
    extra: str = ""


class Prize(Written, frozen=True):
    """What an Entry won in one game."""

    serial: str
    game: int
    keno_day: date
    lines: tuple[LinePrize, ...]
    cents: int
    largest_jackpot_cents: int
    state: PrizeState = PrizeState.PAYABLE
    verified_by: str = ""


class BarredGrowth(Written, frozen=True):
    """What a barred prize would have taken out of a jackpot that nobody else won (21(d)).

    It stays there for whoever wins next. `until_cents` is what the jackpot will have given in all
    when the last cent is gone that stood in it at the game's close.
    """

    serial: str
    jackpot: str
    keno_day: date
    pooled: bool
    cents: Fraction
    until_cents: Fraction
    guarantee_cents: Fraction


class Stored(Written, frozen=True):
    """An Entry as the store has it, with its prizes.

    `as_of` is how many changes the state had counted when this was read; one that was in memory
    then has none, and so is out of date once it has left.
    """

    sold: Sold
    prizes: tuple[Prize, ...] = ()
    as_of: int = -1


class Overdue(Written, frozen=True):
    """Prizes that the store has as unclaimed: Entry, game and cents, by Keno Day."""

    days: tuple[tuple[date, tuple[tuple[str, int, int], ...]], ...]
    as_of: int


class Session(Written, frozen=True):
    """A Customer Session: everything claimed in it is one Total Prize Money."""

    session: str
    venue: str
    serials: tuple[str, ...] = ()
    lodged: tuple[tuple[str, int], ...] = ()  # Entry and game of every prize claimed in it
    cents: int = 0
    parlay_cents: int = 0
    paid: bool = False

    @property
    def due_cents(self) -> int:
        return self.cents - self.parlay_cents


class RunnerMoney(Written, frozen=True):
    note: str
    runner: str
    venue: str
    cents: int
    at: datetime


class DepositBooked(Written, frozen=True):
    """A deposit as its row of the journal has it."""

    at: datetime
    account: str
    cents: int


class ClaimForm(Written, frozen=True):
    """An Unclaimed Prize Claim Form."""

    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str
    lodged_at: datetime
    cents: int
    in_vain: bool = False  # nothing is owed on it, nor can be any more
    paid: bool = False
