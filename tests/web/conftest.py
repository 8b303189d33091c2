"""A site with sealed draws, over HTTP and in a browser."""

from __future__ import annotations

from kit.public_site import live, shot, site

__all__ = ["live", "shot", "site"]
