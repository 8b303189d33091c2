"""Colours: printing inks for paper, red, green and blue for charts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from eyesdown.kernel.errors import BadInput

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Cmyk:
    """Shares of cyan, magenta, yellow and black ink, 0 to 1."""

    cyan: float = 0
    magenta: float = 0
    yellow: float = 0
    black: float = 0

    def tint(self, share: float) -> Cmyk:
        """The same colour with only a share of its ink.

        >>> BLACK.tint(0.5).hex
        '#808080'
        """
        return Cmyk(
            self.cyan * share, self.magenta * share, self.yellow * share, self.black * share
        )

    @property
    def light(self) -> bool:
        """Whether dark text reads better on it than white text."""
        red, green, blue = self._on_screen()
        return 0.3 * red + 0.59 * green + 0.11 * blue > 0.62

    @property
    def hex(self) -> str:
        """The colour as SVG writes it.

        >>> NAMED["red"].hex
        '#e91d3d'
        """
        return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in self._on_screen())

    def _on_screen(self) -> tuple[float, float, float]:
        paper = 1 - self.black
        return (1 - self.cyan) * paper, (1 - self.magenta) * paper, (1 - self.yellow) * paper


@dataclass(frozen=True, slots=True)
class Rgb:
    """A screen colour as '#rrggbb'.

    >>> Rgb("#ff8000").parts
    (1.0, 0.50..., 0.0)
    """

    hex: str

    @property
    def parts(self) -> tuple[float, float, float]:
        """Shares of red, green and blue light, 0 to 1."""
        red, green, blue = bytes.fromhex(self.hex[1:])
        return red / 255, green / 255, blue / 255


Colour: TypeAlias = Cmyk | Rgb

BLACK = Cmyk(black=1)
WHITE = Cmyk()
INK = Cmyk(black=0.86)
SOFT = Cmyk(black=0.55)
FAINT = Cmyk(black=0.3)

NAMED = {
    "red": Cmyk(0.05, 0.88, 0.75, 0.04),
    "orange": Cmyk(0, 0.58, 0.92, 0),
    "gold": Cmyk(0.08, 0.32, 0.9, 0.1),
    "yellow": Cmyk(0, 0.14, 0.9, 0),
    "lime": Cmyk(0.38, 0, 0.92, 0.04),
    "green": Cmyk(0.82, 0.1, 0.85, 0.12),
    "teal": Cmyk(0.85, 0.12, 0.42, 0.12),
    "turquoise": Cmyk(0.7, 0, 0.3, 0.02),
    "aqua": Cmyk(0.55, 0, 0.14, 0),
    "blue": Cmyk(0.88, 0.5, 0, 0.06),
    "navy": Cmyk(0.95, 0.78, 0.15, 0.35),
    "purple": Cmyk(0.62, 0.8, 0, 0.06),
    "violet": Cmyk(0.52, 0.62, 0, 0),
    "lilac": Cmyk(0.32, 0.42, 0, 0),
    "magenta": Cmyk(0.08, 0.92, 0.05, 0),
    "pink": Cmyk(0.02, 0.62, 0.14, 0),
    "peach": Cmyk(0, 0.36, 0.42, 0),
    "brown": Cmyk(0.28, 0.6, 0.78, 0.34),
    "tan": Cmyk(0.12, 0.28, 0.5, 0.14),
    "grey": Cmyk(black=0.55),
    "gray": Cmyk(black=0.55),
    "black": Cmyk(black=0.9),
    "white": Cmyk(black=0.12),
}


def read_colour(field: str, name: str) -> Cmyk:
    """A colour by its English name or as '#rrggbb'; an empty name is the plain dark ink.

    >>> read_colour("series_colour", "#ff8000")
    Cmyk(cyan=0.0, magenta=0.498..., yellow=1.0, black=0.0)
    >>> read_colour("series_colour", "Blue") == NAMED["blue"]
    True
    """
    ink = ink_of(name)
    if ink is None:
        choice = ", ".join(NAMED)
        raise BadInput(field, f"{name!r} is not a colour; use #rrggbb or one of {choice}")
    return ink


def ink_of(name: str) -> Cmyk | None:
    """The ink for a colour, or None: paper has more colours than we have names for.

    >>> ink_of("salmon") is None
    True
    """
    if not name:
        return INK
    if _HEX.fullmatch(name):
        red, green, blue = Rgb(name).parts
        black = 1 - max(red, green, blue)
        if black == 1:
            return BLACK
        cyan, magenta, yellow = ((1 - part - black) / (1 - black) for part in (red, green, blue))
        return Cmyk(cyan, magenta, yellow, black)
    return NAMED.get(name.strip().lower())
