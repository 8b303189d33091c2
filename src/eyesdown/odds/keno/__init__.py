"""Exact odds of keno bets."""
