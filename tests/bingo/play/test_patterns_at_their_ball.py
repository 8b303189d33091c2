"""Every minor pattern on a box under Q1, called in play on its ball and not before (F01)."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.state.grids import first_completed
from kit.fixtures import NINETY, Q1
from kit.table import Sit

NSW = "nsw-casino-bingo"
PATTERNS = [
    ("any line", "B6", 39, 54),
    ("any 2 lines", "A4", 78, 46),
    ("back steps", "A5", 49, 40),
    ("book ends", "B3", 65, 81),
    ("bottom line", "A6", 68, 27),
    ("cops & robbers", "B3", 63, 89),
    ("double decker bus", "B3", 78, 46),
    ("four corners", "B1", 51, 62),
    ("front steps", "A1", 55, 34),
    ("ice cream cone", "B4", 20, 2),
    ("ladies waist", "A4", 17, 57),
    ("letter H", "A5", 70, 21),
    ("letter L", "B1", 66, 12),
    ("letter T", "B5", 58, 73),
    ("lucky 7", "B4", 41, 65),
    ("marching soldiers", "B4", 46, 18),
    ("mark the spot", "B1", 51, 62),
    ("middle line", "B6", 39, 54),
    ("Noah's Ark", "B5", 32, 87),
    ("pickels", "A4", 53, 29),
    ("postage stamp", "B4", 44, 78),
    ("postcode", "A6", 68, 27),
    ("pyramid", "A6", 26, 16),
    ("race track", "B3", 79, 24),
    ("table top", "B3", 76, 64),
    ("top and bottom lines", "B1", 69, 45),
    ("top hat", "A6", 68, 27),
    ("top line", "B5", 58, 73),
]


@pytest.mark.clause(NSW, *(f"Appendix A '{row[0]}'" for row in PATTERNS))
@pytest.mark.parametrize(("pattern", "box", "ball", "number"), PATTERNS)
def test_F01_to_F07__the_ball_that_completes_it(
    sit: Sit, pattern: str, box: str, ball: int, number: int
) -> None:
    table = sit(NSW, {"ann": box[0]}, minors=((pattern, 1000),))
    drawn = table.book.patterns[pattern]
    assert first_completed(drawn, NINETY[box].numbers, Q1) == ball
    assert (Q1[ball - 1], first_completed(drawn, NINETY[box].numbers, Q1[: ball - 1])) == (
        number,
        0,
    )
    page = [NINETY[f"{box[0]}{place}"].numbers for place in range(1, 7)]
    first = min(first_completed(drawn, numbers, Q1) for numbers in page)
    table.call(*Q1[: first - 1])
    assert table.claim("ann")[0].startswith("claim/incomplete")
    table.call(Q1[first - 1])
    made = table.ok(Claim, player="ann")
    assert {(done.prize, done.call) for done in made.completed} >= {(pattern, first)}
