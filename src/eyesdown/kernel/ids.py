"""Distinct id types, so that a ball never meets a place in a line unmarked."""

from __future__ import annotations

from typing import NewType

Ball = NewType("Ball", int)
"""A drawn number, counted from 1 as it is printed."""

PersonId = NewType("PersonId", str)
"""Whoever keys a ball or confirms it, by the name he signs in with."""
