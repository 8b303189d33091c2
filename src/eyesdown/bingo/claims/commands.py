"""Claims, results, payments and pools."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.bingo.words.asked import Asked, InGame, InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(InGame):
    """A cry. Every card of the player is looked at; a card may be shown as well."""

    player: str = ""
    word: str = "bingo"
    by: str = ""
    serial: str = ""
    card: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckClaim(InGame):
    """Steps of the book's checklist, with what the checker read off the card."""

    claim: str
    by: str
    steps: tuple[str, ...]
    serial: str = ""
    book: int = 0
    witness: str = ""
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmClaim(InGame):
    claim: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareResult(InGame):
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseGame(InGame):
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    method: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayPrize(Asked):
    """Parts by method; none named pays the whole sum by the book's usual one."""

    award: str
    by: str = ""
    parts: tuple[Part, ...] = ()
    cheque_requested: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldForPool(InGame):
    """Part of a game's receipts goes to a pool."""

    pool: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute(InSession):
    """The operator's own money, to a prize of a game or to a pool."""

    game: int = 0
    prize: str = ""
    pool: str = ""
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DistributePool(InGame):
    """Some of a pool is paid with a game's last prize; 0 cents mean all that may be paid."""

    pool: str
    amount_cents: int = 0
