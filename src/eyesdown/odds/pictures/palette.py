"""The colours of charts and fact sheets."""

from __future__ import annotations

from eyesdown.drawing.colours import Rgb

DARK = Rgb("#17202a")
MUTED = Rgb("#64707d")
PALE = Rgb("#d9dee3")
GRID = Rgb("#e9edf0")
BLUE = Rgb("#1f6feb")
LIGHT_BLUE = Rgb("#a9c8f5")
RED = Rgb("#c8372d")
GREEN = Rgb("#1a7f4b")
AMBER = Rgb("#b7791f")
VIOLET = Rgb("#6f42c1")
WHITE = Rgb("#ffffff")
SERIES = (BLUE, RED, GREEN, AMBER, VIOLET, DARK)  # taken by the lines of a chart in turn
