"""What the office sees: games and what holds them back, duty, balances, and the ball cage."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.display.keno.site import PromotionAlert
from eyesdown.ledger.books import Amount


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the office's table; `stopped` is what control counts differently."""

    game: int
    name: str
    state: str
    stopped: str
    held: str
    wrong: bool
    on_walls: bool
    cage: bool


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account of the trial balance, with what it is for."""

    name: str
    says: str
    balance: Amount


@dataclass(frozen=True, slots=True)
class OfficeView:
    """The whole page: journal, games, people on duty, the trial balance, and what is due soon."""

    seq: int
    head: str
    games: tuple[GameRow, ...]
    on_duty: tuple[tuple[str, str, str], ...]
    accounts: tuple[AccountRow, ...]
    out_of_balance: Amount
    promotions: tuple[PromotionAlert, ...]


@dataclass(frozen=True, slots=True)
class CageView:
    """How far the draw is. It hides what one person keyed: the other keys what they see."""

    game: int
    name: str
    numbers: tuple[int, ...]
    count: int
    keyed_by: str
    slips: int
