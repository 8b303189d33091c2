"""Fixtures for the tests of bingo."""

from __future__ import annotations

from kit.table import sit

__all__ = ["sit"]
