"""Call a game against the cards of a fair and see who is first with a row of five."""

import random

import eyesdown

cards = dict(enumerate(eyesdown.make_cards("card75", 30, seed="summer fair"), start=1))
balls = random.Random("tonight").sample(range(1, 76), 75)  # a real draw takes a better source
for count in range(4, 76):
    rows = {number: eyesdown.check_card(card, balls[:count])[0] for number, card in cards.items()}
    winners = [number for number, row in rows.items() if row.complete]
    if winners:
        print(f"after {count} calls, number {balls[count - 1]}: card", *winners)
        break
