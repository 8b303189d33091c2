"""The names of keno's games for people, in a module that a family's table loads without keno."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from eyesdown.rulebook.keno_words import Form


class GameName(NamedTuple):
    """A game's names: in full, in short beside others, and how it is played in a sentence."""

    title: str
    short: str
    how: str

    @property
    def brand(self) -> str:
        """The name as a ticket prints it.

        >>> GAMES["racing"].brand
        'KENO RACING'
        """
        return self.title.upper()


GAMES: Mapping[str, GameName] = {
    Form.REGULAR: GameName(
        "Keno Classic", "Classic", "Pick numbers; the more of them are drawn, the more it pays."
    ),
    Form.KENO2: GameName(
        "Keno Mega Millions", "Mega Millions", "The same for two dollars, with bigger top prizes."
    ),
    Form.LUCKY_LAST: GameName("Lucky Last", "Lucky Last", "Is the last number drawn one of yours?"),
    Form.HEADS_OR_TAILS: GameName(
        "Heads or Tails?",
        "Heads or Tails?",
        "More numbers from 1 to 40, more from 41 to 80, or ten of each.",
    ),
    Form.RACING: GameName("Keno Racing", "Racing", "Which row of the grid fills up first."),
    Form.ROULETTE: GameName(
        "Keno Roulette", "Roulette", "The first number drawn that is on the wheel."
    ),
}
"""The games in the order of the odds page."""


def jackpot_in_words(name: str) -> str:
    """A jackpot as walls and results name it.

    >>> jackpot_in_words("regular/10"), jackpot_in_words("racing/five_up")
    ('Classic, 10 spots', 'Racing, five up')
    """
    game, _, level = name.partition("/")
    what = f"{level} spots" if level.isdecimal() else level.replace("_", " ")
    return f"{GAMES[game].short}, {what}"
