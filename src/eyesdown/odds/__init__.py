"""Exact odds, and simulation where exactness ends.

Owns   exact laws of keno and bingo, simulation in seeded blocks, generator checks, charts.
Takes  a book's tables, a bet, a seed, draws.
Gives  fractions, distributions, intervals, pictures.
Never  a float before a person reads the figure; never its own pay table.

The package can be called: `eyesdown.odds(bet, on=None)` gives the exact odds of a bet in its JSON
shape, or of a key such as `regular/10`, as `eyesdown.library.chances.Odds`.

>>> import eyesdown
>>> eyesdown.odds("regular/1").rtp
Fraction(3, 4)
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _CallableRoom(ModuleType):
    """This package, which is also the function `eyesdown.odds` of the library.

    Python puts a package that was imported in the place of a name of its parent. `eyesdown.odds`
    would be the function until anything imported this package, and a module afterwards.
    """

    def __call__(self, bet: Any, on: Any = None) -> Any:
        """The exact odds of a bet; see `eyesdown.library.chances.odds`."""
        return import_module("eyesdown.library.chances").odds(bet, on)


sys.modules[__name__].__class__ = _CallableRoom
