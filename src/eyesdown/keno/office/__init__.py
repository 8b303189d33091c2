"""Venues, terminals, jackpots, promotions, accounts and their limits."""
