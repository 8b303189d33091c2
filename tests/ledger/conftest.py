"""Fixtures for the tests of the books."""

from __future__ import annotations

from kit.halls import kit

__all__ = ["kit"]
