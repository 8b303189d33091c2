"""Jackpot pools: fed, held, contributed to, distributed."""
