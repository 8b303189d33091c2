"""Fixtures for the tests of single rulebooks."""

from __future__ import annotations

from kit.desk import shop, shop_on
from kit.table import sit

__all__ = ["shop", "shop_on", "sit"]
