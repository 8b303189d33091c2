"""Fixtures for the tests of what is shown."""

from __future__ import annotations

from kit.desk import desk

__all__ = ["desk"]
