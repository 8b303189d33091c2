"""Commands about claims, results and payments."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, HallCommand
from eyesdown.bingo.words.parts import Part


class Claim(GameCommand, frozen=True, kw_only=True):
    """Claim a prize by calling out; a slip names the player of its purchase.

    Every card of the player is looked at; the player may show one as well.
    """

    player: str = ""
    word: str = "bingo"
    by: str = ""
    serial: str = ""
    card: int = 0
    slip: str = ""


class CheckClaim(GameCommand, frozen=True, kw_only=True):
    """Record steps of the book's checklist, with what the checker read off the card."""

    claim: str
    by: str
    steps: tuple[str, ...]
    serial: str = ""
    book: int = 0
    witness: str = ""
    marked: tuple[int, ...] = ()


class ConfirmClaim(GameCommand, frozen=True, kw_only=True):
    """Allow a claim whose checklist is done."""

    claim: str
    by: str


class DeclareResult(GameCommand, frozen=True, kw_only=True):
    """Declare who won what, once every claim on the number is decided."""

    by: str


class CloseGame(GameCommand, frozen=True, kw_only=True):
    """Close a game whose last prize is won, or of which every number is out."""

    by: str


class PayPrize(HallCommand, frozen=True, kw_only=True):
    """Pay an award at `point`: in `parts` by method, or without any by the book's usual method."""

    award: str
    by: str = ""
    parts: tuple[Part, ...] = ()
    cheque_requested: bool = False
    point: str = ""


Command: TypeAlias = Claim | CheckClaim | ConfirmClaim | DeclareResult | CloseGame | PayPrize
