"""Parts of commands and events: prizes on offer, a programme's games, completed grids."""

from __future__ import annotations

from eyesdown.kernel.written import Written


class PastSession(Written, frozen=True, kw_only=True):
    """What a dispute needs of a session that was archived; the Central Site reads it by key."""

    games: tuple[int, ...] = ()
    supervisors: tuple[str, ...] = ()


class Offer(Written, frozen=True, kw_only=True):
    """A prize on offer. Main prizes carry the book's word, minor ones the name of their pattern."""

    prize: str
    amount_cents: int


class Level(Written, frozen=True, kw_only=True):
    """A jackpot on offer. A condition of 0 numbers is none; the best level is named first."""

    level: str = "jackpot"
    amount_cents: int = 0
    numbers_max: int = 0
    on_jackpot_number: bool = False
    whole_pool: bool = False


class PlannedGame(Written, frozen=True, kw_only=True):
    """One game of a programme: what is played for which prizes, and what a card costs."""

    game: int
    versions: tuple[int, ...] = ()
    price_cents: int = 0
    prizes: tuple[Offer, ...] = ()
    colour: str = ""
    levels: tuple[Level, ...] = ()


class Carried(Written, frozen=True, kw_only=True):
    """A prize of an earlier session that no one won, and the prize it is added to.

    `waited_as` is its own name where that is another: an amended programme may offer it (I05).
    """

    game: int
    prize: str
    amount_cents: int
    jackpot: bool = False
    waited_as: str = ""


class Completed(Written, frozen=True, kw_only=True):
    """One box (a grid on a card) that completed a prize, and on which call.

    Its player is *entitled* to the prize, if they claim it before the next number is called.
    """

    prize: str
    serial: str
    card: int
    box: int
    call: int


class CardRuns(Written, frozen=True, kw_only=True):
    """Cards of one series, as runs from a first to a last number."""

    serial: str
    runs: tuple[tuple[int, int], ...]


class Part(Written, frozen=True, kw_only=True):
    """Part of a payment, by one method."""

    method: str
    amount_cents: int
