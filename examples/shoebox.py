"""Check a shoebox of keno tickets against one draw: what each won, or why it cannot exist."""

import csv
import io

import eyesdown

DRAWN = [48, 28, 4, 17, 60, 10, 42, 8, 14, 46, 74, 15, 61, 9, 40, 33, 25, 16, 51, 71]
SHOEBOX = """ticket,spots,cents
A1,4 8 15 16,200
A2,1 2 3,100
A3,7 7,100
A4,17 28 48,500
"""

for row in csv.DictReader(io.StringIO(SHOEBOX)):
    spots = [int(spot) for spot in row["spots"].split()]
    bet = {"type": "regular", "spots": spots, "subscription_cents": int(row["cents"])}
    answer = eyesdown.check(bet, DRAWN, on="2026-11-15")
    if answer.refused:
        print(row["ticket"], "is no ticket:", answer.refused[0])
    else:
        print(row["ticket"], f"wins ${answer.prize_cents_before_jackpot / 100:.2f}")
