"""Ink: colours in the four inks a press prints with, and what they look like on a screen."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eyesdown.kernel.errors import BadInput

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Colour:
    """Shares of cyan, magenta, yellow and black ink, 0 to 1."""

    cyan: float = 0
    magenta: float = 0
    yellow: float = 0
    black: float = 0

    def tint(self, share: float) -> Colour:
        """The same colour with only a share of its ink.

        >>> BLACK.tint(0.5).hex
        '#808080'
        """
        return Colour(
            self.cyan * share, self.magenta * share, self.yellow * share, self.black * share
        )

    @property
    def light(self) -> bool:
        """Whether dark words read better on it than white ones."""
        red, green, blue = self._screen()
        return 0.3 * red + 0.59 * green + 0.11 * blue > 0.62

    @property
    def hex(self) -> str:
        return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in self._screen())

    def _screen(self) -> tuple[float, float, float]:
        paper = 1 - self.black
        return (1 - self.cyan) * paper, (1 - self.magenta) * paper, (1 - self.yellow) * paper


BLACK = Colour(black=1)
WHITE = Colour()
INK = Colour(black=0.86)
SOFT = Colour(black=0.55)
FAINT = Colour(black=0.3)

NAMED = {
    "red": Colour(0.05, 0.88, 0.75, 0.04),
    "orange": Colour(0, 0.58, 0.92, 0),
    "gold": Colour(0.08, 0.32, 0.9, 0.1),
    "yellow": Colour(0, 0.14, 0.9, 0),
    "lime": Colour(0.38, 0, 0.92, 0.04),
    "green": Colour(0.82, 0.1, 0.85, 0.12),
    "teal": Colour(0.85, 0.12, 0.42, 0.12),
    "turquoise": Colour(0.7, 0, 0.3, 0.02),
    "aqua": Colour(0.55, 0, 0.14, 0),
    "blue": Colour(0.88, 0.5, 0, 0.06),
    "navy": Colour(0.95, 0.78, 0.15, 0.35),
    "purple": Colour(0.62, 0.8, 0, 0.06),
    "violet": Colour(0.52, 0.62, 0, 0),
    "lilac": Colour(0.32, 0.42, 0, 0),
    "magenta": Colour(0.08, 0.92, 0.05, 0),
    "pink": Colour(0.02, 0.62, 0.14, 0),
    "peach": Colour(0, 0.36, 0.42, 0),
    "brown": Colour(0.28, 0.6, 0.78, 0.34),
    "tan": Colour(0.12, 0.28, 0.5, 0.14),
    "grey": Colour(black=0.55),
    "gray": Colour(black=0.55),
    "black": Colour(black=0.9),
    "white": Colour(black=0.12),
}


def read_colour(field: str, name: str) -> Colour:
    """A colour by its English name or as '#rrggbb'; no name is the plain dark ink.

    >>> read_colour("series_colour", "#ff8000")
    Colour(cyan=0.0, magenta=0.498..., yellow=1.0, black=0.0)
    >>> read_colour("series_colour", "Blue") == NAMED["blue"]
    True
    """
    known = ink_of(name)
    if known is None:
        raise BadInput(field, f"{name!r} is no colour; take #rrggbb or one of {', '.join(NAMED)}")
    return known


def ink_of(name: str) -> Colour | None:
    """The ink for a colour, or None: paper has more colours than we have names for.

    >>> ink_of("salmon") is None
    True
    """
    if not name:
        return INK
    if _HEX.fullmatch(name):
        red, green, blue = (int(name[at : at + 2], 16) / 255 for at in (1, 3, 5))
        black = 1 - max(red, green, blue)
        if black == 1:
            return BLACK
        cyan, magenta, yellow = ((1 - part - black) / (1 - black) for part in (red, green, blue))
        return Colour(cyan, magenta, yellow, black)
    return NAMED.get(name.strip().lower())
