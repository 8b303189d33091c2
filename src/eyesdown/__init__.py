"""Eyes Down: bingo and keno, played by the book. Every yes and every no names its clause."""

__version__ = "0.1.0"
