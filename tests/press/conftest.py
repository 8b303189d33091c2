"""Fixtures for the tests of paper."""

from __future__ import annotations

from kit.pdf_reader import by_kind, card75, read_pdf, strip, ticket

__all__ = ["by_kind", "card75", "read_pdf", "strip", "ticket"]
