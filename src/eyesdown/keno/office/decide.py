"""The office: Venues and people, jackpots, offers, Subscriber Accounts and their limits."""

from __future__ import annotations

from eyesdown.keno.office import accounts, jackpots, limits, offers, venues

DECIDES = (
    venues.DECIDES,
    jackpots.DECIDES,
    offers.DECIDES,
    accounts.DECIDES,
    limits.DECIDES,
)
"""The handlers of every command of the office and of accounts."""
