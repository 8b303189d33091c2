"""A round of the family game in memory; Ana has a row of five in five calls."""

import eyesdown

table = eyesdown.play("""book family-bingo on 2026-06-01

card F1
   B  I  N  G  O
   3 17 32 48 62
  11 22 45 57 70
   8 29 FR 50 66
  14 19 38 46 75
   1 25 41 60 73

card F2
   B  I  N  G  O
   5 18 31 47 63
   9 24 39 52 74
  12 30 FR 55 68
   2 16 44 59 71
  15 27 36 49 65

""")
lines = ["begin series cards=[@F1 @F2] rounds_agreed=1", "deal card player=Ana card=1"]
lines += ["deal card player=Ben card=2", "name banker person=Dad", "start round"]
lines += [f"call disc disc={disc}" for disc in (3, 11, 8, 14, 1)]
lines += ["cry bingo player=Ana", "read back player=Ana numbers=[3 11 8 14 1]", "award round"]
for line in lines:
    for event in table.line(f"> {line}"):
        print(f"{line[:40]:42}{type(event).__name__}")
