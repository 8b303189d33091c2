"""Fixtures for the tests of keno."""

from __future__ import annotations

from kit.desk import bare, desk
from kit.shop import shop, shop_on

__all__ = ["bare", "desk", "shop", "shop_on"]
