"""Bets and draws: what a bet costs, what it wins, one by one and over millions."""
