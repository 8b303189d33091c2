"""The fixtures of the account's tests."""

from kit.account_site import site

__all__ = ["site"]
