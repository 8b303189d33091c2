"""Commands about claims, results and payments."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, HallCommand
from eyesdown.bingo.words.parts import Part


class Claim(GameCommand, frozen=True, kw_only=True):
    """A player calls out. Every card of theirs is looked at; a card may be shown as well.

    A slip names the player of its purchase.
    """

    player: str = ""
    word: str = "bingo"
    by: str = ""
    serial: str = ""
    card: int = 0
    slip: str = ""


class CheckClaim(GameCommand, frozen=True, kw_only=True):
    """Steps of the book's checklist, with what the checker read off the card."""

    claim: str
    by: str
    steps: tuple[str, ...]
    serial: str = ""
    book: int = 0
    witness: str = ""
    marked: tuple[int, ...] = ()


class ConfirmClaim(GameCommand, frozen=True, kw_only=True):
    """A claim whose checklist is done is allowed."""

    claim: str
    by: str


class DeclareResult(GameCommand, frozen=True, kw_only=True):
    """Who won what, once every claim on the number is decided."""

    by: str


class CloseGame(GameCommand, frozen=True, kw_only=True):
    """The end of a game: its last prize is won, or every number is out."""

    by: str


class PayPrize(HallCommand, frozen=True, kw_only=True):
    """Parts by method; none named pays the whole sum by the book's usual one. Paid at `point`."""

    award: str
    by: str = ""
    parts: tuple[Part, ...] = ()
    cheque_requested: bool = False
    point: str = ""


Command: TypeAlias = Claim | CheckClaim | ConfirmClaim | DeclareResult | CloseGame | PayPrize
