"""Distinct types for ids, so that a type checker finds a ball used as an index."""

from __future__ import annotations

from typing import NewType

Ball = NewType("Ball", int)
"""A drawn number, counted from 1 as it is printed."""

PersonId = NewType("PersonId", str)
"""The sign-in name of the person who keys or confirms a ball."""
