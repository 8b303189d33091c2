"""The site's own book has no numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """No figures."""
