"""Settle a whole game: what every bet is paid, and which of them were never for sale."""

import eyesdown

drawn = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50]
bets = [
    {"type": "regular", "spots": [1, 2, 3], "subscription_cents": 100},
    {"type": "heads_or_tails", "selection": "evens", "subscription_cents": 500},
    {"type": "roulette", "bet": "red_black", "selection": "red", "subscription_cents": 100},
]
game = eyesdown.settle(drawn, bets, on="2026-11-15")
for bet, cents in zip(bets, game.paid_cents, strict=True):
    print(f"{bet['type']:15} ${cents / 100:8.2f}")
