"""Fixtures for the tests of the drawing kit."""

from __future__ import annotations

from kit.pdf_reader import read_pdf

__all__ = ["read_pdf"]
