"""Fixtures for the tests of bingo."""

from __future__ import annotations

from kit.halls import kit
from kit.table import sit

__all__ = ["kit", "sit"]
