"""Fixtures for the tests of single rulebooks."""

from __future__ import annotations

from kit.halls import kit
from kit.shop import shop, shop_on
from kit.table import sit

__all__ = ["kit", "shop", "shop_on", "sit"]
