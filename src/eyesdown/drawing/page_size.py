"""The size of a page."""

from __future__ import annotations

from dataclasses import dataclass

A4 = (595.276, 841.890)
LETTER = (612.0, 792.0)


@dataclass(frozen=True, slots=True)
class PageSize:
    """A trimmed page in points, the slug around it that is cut off, and how far ink runs into it.

    The slug holds the crop marks; the bleed is the part of it that coloured areas reach into, so
    that a cut slightly off leaves no white edge.
    """

    width: float
    height: float
    slug: float = 0
    bleed: float = 0
