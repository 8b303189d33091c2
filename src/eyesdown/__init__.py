"""Eyes Down: bingo and keno, played by the book. Every yes and every no names its clause.

>>> import eyesdown
>>> bet = {"type": "regular", "spots": [4, 8, 15, 16], "subscription_cents": 200}
>>> eyesdown.check(bet, range(1, 21), on="2026-11-15").prize_cents_before_jackpot
24000

The names below are loaded when they are first used; `odds(bet, on=None)` gives exact chances, see
`help(eyesdown.odds)`. A rule's no is a value: a `Refusal` with its clause. A caller's mistake
raises `BadInput`, which names the field. docs/library.md has a guide.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from eyesdown.kernel.cite import Clause, Refusal
    from eyesdown.kernel.errors import BadInput, EyesdownError, NotInForce
    from eyesdown.library.books import open_book
    from eyesdown.library.cards import check_card, make_cards
    from eyesdown.library.chances import odds
    from eyesdown.library.draws import verify_draw
    from eyesdown.library.games import open_hall, open_table, play
    from eyesdown.library.keno import check, price, settle
    from eyesdown.library.series import make_series, open_series

_PLACES = {
    "open_book": "library.books",
    "check": "library.keno",
    "price": "library.keno",
    "settle": "library.keno",
    "odds": "library.chances",
    "make_cards": "library.cards",
    "check_card": "library.cards",
    "make_series": "library.series",
    "open_series": "library.series",
    "play": "library.games",
    "open_hall": "library.games",
    "open_table": "library.games",
    "verify_draw": "library.draws",
    "Refusal": "kernel.cite",
    "Clause": "kernel.cite",
    "EyesdownError": "kernel.errors",
    "BadInput": "kernel.errors",
    "NotInForce": "kernel.errors",
}
"""The module of each name, imported when the name is first used."""

__all__ = [
    "BadInput",
    "Clause",
    "EyesdownError",
    "NotInForce",
    "Refusal",
    "__version__",
    "check",
    "check_card",
    "make_cards",
    "make_series",
    "odds",
    "open_book",
    "open_hall",
    "open_series",
    "open_table",
    "play",
    "price",
    "settle",
    "verify_draw",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    return globals().setdefault(name, value)  # `odds` is a package too, which can be called


def __dir__() -> list[str]:
    return sorted(__all__)
