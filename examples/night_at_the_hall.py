"""A short night under the Victorian rules, line by line; every no names its clause."""

import eyesdown

NIGHT = """book vic-bingo on 2026-06-01

ticket T0
   7  . 23 33 40  . 63  .  .
   8 10  .  . 44  .  . 71 85
   . 14  . 38  . 51 64 77  .

> 18:00 register person person=cal role=volunteer
> 18:01 register person person=sue role=volunteer
> 18:02 register series serial=501 cards=[PrintedCard(card=11 boxes=[@T0] book=1 game=1 colour=red)]
"""

hall = eyesdown.play(NIGHT)
PLAN = (
    "> 18:04 plan session session=tue starts_at=18:30 games=[PlannedGame(game=1 versions=[5]"
    ' price_cents=$1.00 prizes=[Offer(prize="any line" amount_cents=$24.00)])]'
)
for line in (
    "> 18:03 open session session=tue by=sue",
    PLAN,
    "> 18:05 open session session=tue by=sue",
    "> 18:06 open session session=tue by=sue notice_displayed=yes",
):
    for event in hall.line(line):
        for refusal in getattr(event, "refusals", ()):
            print("refused:", refusal)
        if not hasattr(event, "refusals"):
            print("done:   ", type(event).__name__)
print("sessions:", *hall.state.sessions)
