"""One game of a session: its calls, claims, forfeits, prizes and result."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from copy import copy
from datetime import datetime
from typing import Self

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from eyesdown.bingo.tracking.board import Board
from eyesdown.bingo.words.parts import Completed, PlannedGame
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.written import Unwritten

JACKPOT = "jackpot "
"""Before the name of a level among the prizes that wait: it is for a jackpot game only (G16)."""

PRIZES_ANNOUNCED = ("prizes", "prize list", "patterns")
JACKPOT_ANNOUNCED = ("jackpot amount",)


class Call(Struct, frozen=True):
    """One announced number. `drawn` is the ball really taken.

    `verified` says that it was corrected to what the supervisor had read off the ball.
    """

    number: int
    drawn: int
    started: datetime
    finished: datetime | None
    by: str
    handed_over: bool = False
    racked: bool = False
    verified: bool = False


class Claimed(Struct, frozen=True):
    """A claim and how far its checking has come: step to who did it.

    `refused_for` are the codes of its refusal. `call` is 0 before the first number, and once the
    number claimed on was struck.
    """

    at: datetime
    claim: str
    player: str
    word: str
    call: int
    number: int
    completed: tuple[Completed, ...]
    status: str = "open"
    steps: dict[str, str] = field(default_factory=dict)
    witness: str = ""
    marked: tuple[int, ...] = ()
    refused_for: tuple[str, ...] = ()

    @property
    def in_force(self) -> bool:
        """Whether the claim is to be decided, or is allowed."""
        return self.status in ("open", "allowed")

    def repeats(self, other: Claimed) -> bool:
        """Whether the same player has claimed all this in another claim."""
        return self.player == other.player and set(self.completed) <= set(other.completed)


class Forfeit(Struct, frozen=True, gc=False):
    """A prize that a player, a card or one completion cannot win any more, by its `scope` (C05).

    The player was entitled on `call` and did not claim before the next number began.
    """

    player: str
    prize: str
    serial: str
    card: int
    call: int
    scope: str

    @property
    def key(self) -> CardKey:
        """The card on which the prize was completed."""
        return CardKey(self.serial, self.card)

    @property
    def who(self) -> str:
        """What cannot win the prize any more: the player, or else the card by its name.

        >>> Forfeit("ann", "bingo", "N77", 4, 51, "card").who
        'N77/4'
        """
        return self.player if self.scope == "player" else self.key.name


class Won(Struct, frozen=True):
    """A prize that was declared won; joint winners have equal shares."""

    at: datetime
    call: int
    number: int
    amount_cents: int
    winners: tuple[str, ...]
    share_cents: int
    jackpot: bool


class SentOn(Struct, frozen=True, kw_only=True):
    """A prize that the result of a game sent on, and where to; see the event `PrizeRolled`."""

    prize: str
    amount_cents: int
    to_session: str
    to_game: int
    to_prize: str
    to_pool: str
    jackpot: bool


class KnownError(Struct, frozen=True):
    """An error that is known and not put right: in an announcement or on the display.

    One half may be done: announced from `announced_at` to `announced_until`, or `displayed` (S09).
    """

    by: str
    error: str
    wrong: int
    right: int
    announced_at: datetime | None = None
    announced_until: datetime | None = None
    displayed: bool = False

    def is_about(self, error: str, wrong: int, right: int) -> bool:
        """Whether this is the same error."""
        return (self.error, self.wrong, self.right) == (error, wrong, right)


class Box(Struct, frozen=True):
    """One grid in play: on which card, which of its boxes, and its numbers along the lines."""

    key: CardKey
    box: int
    numbers: tuple[int, ...]


class BoardOfGame(Unwritten):
    """Every grid in play in a game, in columns; empty until it is asked for.

    With the board goes, for each prize that was asked for, which of its cards have lost it.
    """

    def __init__(self, board: Board | None = None) -> None:
        self.board = board
        self._lost: dict[tuple[str, str], bytearray] = {}

    def again(self) -> BoardOfGame:
        """The same board; which cards have lost a prize is worked out again."""
        return BoardOfGame(self.board)

    def lose(self, scope: str, prize: str, losers: Iterable[str]) -> None:
        """Players, or cards where the scope is not player, have lost a prize."""
        flags = self._lost.get((scope, prize))
        if flags is not None and self.board is not None:
            places = self.board.places_by_holder(scope)
            for who in losers:
                for place in places.get(who, ()):
                    flags[place] = 1

    def lost(self, scope: str, prize: str, losers: Container[str]) -> NDArray[np.bool_]:
        """By card of the board, whether it has lost a prize; `losers` are all who have."""
        assert self.board is not None, "there are no cards yet"
        if (scope, prize) not in self._lost:
            flags = bytearray(who in losers for who in self.board.holders(scope))
            self._lost[scope, prize] = flags
        return np.frombuffer(self._lost[scope, prize], dtype=np.bool_)


class Game(Struct):
    """One game. `offers` are its prizes on offer in the order the plan names them.

    `phase` is planned, running or closed. `announced` are the topics announced for this game.
    `pressed` are the numbers marked on electronic scorecards, by the card's name.
    `forfeits` are by scope, prize and who lost it; there may be very many, so that, unlike other
    maps, they are changed in place.
    `eyes_down_at` is when its sale ended (S04). `ball_asked` is the call whose number the caller
    has asked a device for and has not announced yet; 0 if none.
    """

    plan: PlannedGame
    offers: dict[str, int]
    levels: dict[str, int]
    phase: str = "planned"
    outcome: str = ""
    selector: str = "device"
    selector_id: str = ""
    started_at: datetime | None = None
    eyes_down_at: datetime | None = None
    ball_asked: int = 0
    calls: tuple[Call, ...] = ()
    jackpot_numbers: tuple[int, ...] = ()
    announced: tuple[str, ...] = ()
    claims: dict[str, Claimed] = field(default_factory=dict)
    won: dict[str, Won] = field(default_factory=dict)
    forfeits: dict[str, dict[str, dict[str, Forfeit]]] = field(default_factory=dict)
    errors: tuple[KnownError, ...] = ()
    faulty: tuple[str, ...] = ()
    pressed: dict[str, tuple[int, ...]] = field(default_factory=dict)
    excluded: tuple[str, ...] = ()
    receipts: dict[str, int] = field(default_factory=dict)
    receipts_kept: bool = False
    from_pool_cents: int = 0
    paid_by_pool_cents: int = 0
    into_pool: dict[str, int] = field(default_factory=dict)
    sent_on: tuple[SentOn, ...] = ()
    in_play: BoardOfGame = field(default_factory=BoardOfGame)

    def working_copy(self) -> Self:
        """A copy that may be changed; what a closed game forfeited is shared with the original."""
        game = copy(self)
        if self.phase == "running":
            game.in_play = self.in_play.again()
            game.forfeits = {
                scope: {prize: dict(lost) for prize, lost in by_prize.items()}
                for scope, by_prize in self.forfeits.items()
            }
        return game

    def forfeit(self, *forfeits: Forfeit) -> None:
        """One prize is forfeited on one call, by one or many; the first time counts."""
        losers: dict[str, Forfeit] = {}
        for lost in forfeits:
            losers.setdefault(lost.who, lost)
        self.forfeit_by_many(forfeits[0].scope, forfeits[0].prize, losers)

    def forfeit_by_many(self, scope: str, prize: str, losers: Mapping[str, Forfeit]) -> None:
        """The same by who lost it, for halls so large that each name is worked out only once."""
        earlier = self.forfeits.setdefault(scope, {}).setdefault(prize, {})
        if earlier.keys().isdisjoint(losers):
            earlier.update(losers)
        else:
            earlier.update((who, lost) for who, lost in losers.items() if who not in earlier)
        self.in_play.lose(scope, prize, losers)

    def cancel_forfeit(self, prize: str, key: CardKey, player: str, call: int) -> None:
        """A forfeit no longer counts."""
        self.in_play = self.in_play.again()
        for by_prize in self.forfeits.values():
            for who in (player, key.name):
                lost = by_prize.get(prize, {}).get(who)
                if lost is not None and (lost.key, lost.call) == (key, call):
                    del by_prize[prize][who]

    def lost(self, scope: str, prize: str) -> Mapping[str, Forfeit]:
        """Who has forfeited a prize: a player, or a card's name where the scope is not player."""
        return self.forfeits.get(scope, {}).get(prize, {})

    @property
    def all_forfeits(self) -> tuple[Forfeit, ...]:
        """Every forfeit, by prize."""
        return tuple(
            lost
            for by_prize in self.forfeits.values()
            for by_who in by_prize.values()
            for lost in by_who.values()
        )

    @property
    def called(self) -> tuple[int, ...]:
        """The valid numbers, struck ones left out."""
        return tuple(call.number for call in self.calls)

    @property
    def correction(self) -> KnownError | None:
        """The first error that is known and not put right."""
        return self.errors[0] if self.errors else None

    def known_error(self, error: str, wrong: int, right: int) -> KnownError | None:
        """An error that is known already."""
        return next((each for each in self.errors if each.is_about(error, wrong, right)), None)

    @property
    def number_wrong(self) -> int:
        """A number known to have been announced wrongly and not yet put right; 0 if none is."""
        return next((error.wrong for error in self.errors if error.error != "display"), 0)

    @property
    def right_announced_at(self) -> datetime | None:
        """When a right number was announced whose display is not put right yet (S09)."""
        times = (error.announced_at for error in self.errors if error.error != "display")
        return min((at for at in times if at is not None), default=None)

    @property
    def undecided(self) -> tuple[Claimed, ...]:
        """Claims to be decided; a claim that repeats an allowed one is decided with it."""
        allowed: dict[str, list[Claimed]] = {}
        for claim in self.claims.values():
            if claim.status == "allowed":
                allowed.setdefault(claim.player, []).append(claim)
        return tuple(
            claim
            for claim in self.claims.values()
            if claim.status == "open"
            and not any(claim.repeats(other) for other in allowed.get(claim.player, ()))
        )

    @property
    def open_prizes(self) -> tuple[str, ...]:
        """The prizes on offer that no one has won yet."""
        return tuple(prize for prize in self.offers if prize not in self.won)

    @property
    def last_prize(self) -> str:
        """The prize that ends the game, be it still on offer or sent on."""
        return self.plan.prizes[-1].prize if self.plan.prizes else ""

    @property
    def receipts_cents(self) -> int:
        """What the players paid for cards of this game."""
        return sum(self.receipts.values())

    @property
    def prizes_cents(self) -> int:
        """What the game's winners have won."""
        return sum(won.share_cents * len(won.winners) for won in self.won.values())

    def add_to_prize(self, prize: str, cents: int) -> None:
        """Let a prize on offer grow; until the first number it is owed to be read again (S11)."""
        offers = {**self.offers, prize: self.offers.get(prize, 0) + cents}
        order = [offer.prize for offer in self.plan.prizes if offer.prize in offers]
        self.offers = {name: offers[name] for name in (*order, *offers)}
        if not self.calls:
            self._forget(PRIZES_ANNOUNCED)

    def announce_again(self, topics: Collection[str]) -> None:
        """Forget that topics were announced for a game to come: they have changed since."""
        if self.phase == "planned":
            self._forget(topics)

    def _forget(self, topics: Collection[str]) -> None:
        self.announced = tuple(topic for topic in self.announced if topic not in topics)
