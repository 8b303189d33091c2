"""A site with three venues, over HTTP and in a browser."""

from __future__ import annotations

from kit.counter_site import audit, live, shot, site

__all__ = ["audit", "live", "shot", "site"]
