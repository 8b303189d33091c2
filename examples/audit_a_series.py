"""Make a certified series, find a card by its numbers, and see that one changed digit is named."""

import tempfile
from pathlib import Path

import eyesdown

name = Path(tempfile.mkdtemp()) / "white"
series = eyesdown.make_series(name, serial="7", colour="white", books=10, seed="demo")
sold = series.find(card=7)
assert sold is not None
again = series.find(numbers=sold.ticket.numbers)
assert again is not None
print("found again as card", again.place.card, "- valid:", series.verify().valid)
table = name.with_suffix(".csv")
text = table.read_text()
at = next(at for at in range(len(text) // 2, len(text)) if text[at].isdigit())
table.write_text(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])
for fault in series.verify().faults[:2]:
    print("fault:", fault)
