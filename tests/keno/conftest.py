"""Fixtures for the tests of keno."""

from __future__ import annotations

from kit.desk import bare, desk, shop, shop_on
from kit.keno_book import book, d1, figures, won

__all__ = ["bare", "book", "d1", "desk", "figures", "shop", "shop_on", "won"]
