"""nsw-casino-bingo, Appendix A: each pattern against its words, and the ball it completes on."""

from __future__ import annotations

import re
from itertools import combinations, product

import pytest

from eyesdown.kernel.errors import RulebookDataError
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebook.patterns import completing_call
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PACKAGE, PATTERNS, known, load_patterns
from kit.fixtures import NINETY, Q1, Q2

# name | box | completes on ball of Q1 | that number | its words as squares or counts
TABLE = """
any line             | B6 | 39 | 54 | T1-T5 OR M1-M5 OR B1-B5
any 2 lines          | A4 | 78 | 46 | (T1-T5 AND M1-M5) OR (T1-T5 AND B1-B5) OR (M1-M5 AND B1-B5)
back steps           | A5 | 49 | 40 | T5 M4 M5 B3 B4 B5
book ends            | B3 | 65 | 81 | T1 T5 M1 M5 B1 B5
bottom line          | A6 | 68 | 27 | B1 B2 B3 B4 B5
cops & robbers       | B3 | 63 | 89 | T1 T2 B4 B5
double decker bus    | B3 | 78 | 46 | T1 T2 T3 T4 T5 M1 M2 M3 M4 M5 B1 B5
four corners         | B1 | 51 | 62 | T1 T5 B1 B5
front steps          | A1 | 55 | 34 | T1 M1 M2 B1 B2 B3
ice cream cone       | B4 | 20 |  2 | top>=3; middle>=2; bottom>=1
ladies waist         | A4 | 17 | 57 | top>=2; middle>=1; bottom>=2
letter H             | A5 | 70 | 21 | T1 T5 M1 M2 M3 M4 M5 B1 B5
letter L             | B1 | 66 | 12 | T1 M1 B1 B2 B3 B4 B5
letter T             | B5 | 58 | 73 | T1 T2 T3 T4 T5 M3 B3
lucky 7              | B4 | 41 | 65 | T1 T2 T3 T4 T5 M5 B5
marching soldiers    | B4 | 46 | 18 | top>=4; middle>=4; bottom>=4
mark the spot        | B1 | 51 | 62 | T1 T5 M3 B1 B5
middle line          | B6 | 39 | 54 | M1 M2 M3 M4 M5
Noah's Ark           | B5 | 32 | 87 | top>=2; middle>=2; bottom>=2
pickels              | A4 | 53 | 29 | top>=3; middle>=3; bottom>=3
postage stamp        | B4 | 44 | 78 | T4 T5 M4 M5
postcode             | A6 | 68 | 27 | B2 B3 B4 B5
pyramid              | A6 | 26 | 16 | top>=1; middle>=2; bottom>=3
race track           | B3 | 79 | 24 | T1 T2 T3 T4 T5 M1 M5 B1 B2 B3 B4 B5
table top            | B3 | 76 | 64 | T1 T2 T3 T4 T5 M1 M5 B1 B5
top and bottom lines | B1 | 69 | 45 | T1 T2 T3 T4 T5 B1 B2 B3 B4 B5
top hat              | A6 | 68 | 27 | top>=2; middle>=2; bottom>=5
top line             | B5 | 58 | 73 | T1 T2 T3 T4 T5
"""

ROWS = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]
OF_APPENDIX_A = pytest.mark.clause("nsw-casino-bingo", *(f"Appendix A '{row[0]}'" for row in ROWS))


def winning_sets(words: str) -> set[frozenset[int]]:
    """The smallest winning sets of squares (0 to 14), worked out from the words alone."""
    if ">=" in words:
        least = [int(n) for n in re.findall(r">=(\d)", words)]
        lines = [
            [frozenset(5 * row + c for c in chosen) for chosen in combinations(range(5), n)]
            for row, n in enumerate(least)
        ]
        return {frozenset().union(*parts) for parts in product(*lines)}
    ways = words.split(" OR ")
    return {frozenset(_squares(way)) for way in ways}


def _squares(way: str) -> list[int]:
    way = re.sub(r"([TMB])1-[TMB]5", r"\g<1>1 \g<1>2 \g<1>3 \g<1>4 \g<1>5", way)
    return [5 * "TMB".index(cell[0]) + int(cell[1]) - 1 for cell in re.findall(r"[TMB]\d", way)]


@OF_APPENDIX_A
@pytest.mark.parametrize(("name", "box", "ball", "number", "words"), ROWS, ids=lambda v: v[:20])
def test_appendix_a__completes_on_its_ball_and_not_before(
    name: str, box: str, ball: str, number: str, words: str
) -> None:
    lines = NINETY[box].lines
    assert completing_call(PATTERNS[name], lines, Q1) == int(ball)
    assert Q1[int(ball) - 1] == int(number)
    assert completing_call(PATTERNS[name], lines, Q1[: int(ball) - 1]) is None


@OF_APPENDIX_A
@pytest.mark.parametrize(("name", "box", "ball", "number", "words"), ROWS, ids=lambda v: v[:20])
def test_appendix_a__wins_exactly_with_the_squares_of_its_words(
    name: str, box: str, ball: str, number: str, words: str
) -> None:
    for squares in winning_sets(words):
        marks = sum(1 << square for square in squares)
        assert PATTERNS[name].won(marks)
        assert PATTERNS[name].won(0b11111_11111_11111), "more marks never break it"
        assert not any(PATTERNS[name].won(marks & ~(1 << square)) for square in squares)


@OF_APPENDIX_A
@pytest.mark.parametrize(("name", "box", "ball", "number", "words"), ROWS, ids=lambda v: v[:20])
def test_appendix_a__first_ball_agrees_with_the_words_on_every_box(
    name: str, box: str, ball: str, number: str, words: str
) -> None:
    for ticket in NINETY.values():
        cells = [cell for line in ticket.lines for cell in line]
        for calls in (Q1, Q2):
            expected = min(
                max(calls.index(cells[square]) + 1 for square in squares)
                for squares in winning_sets(words)
            )
            assert completing_call(PATTERNS[name], ticket.lines, calls) == expected


@pytest.mark.clause("nsw-casino-bingo", "1.1 'pattern'")
def test_1_1_pattern__every_pattern_speaks_of_a_box_and_calls() -> None:
    assert len(PATTERNS) == 28
    lines = NINETY["A1"].lines
    assert all(completing_call(PATTERNS[name], lines, Q1) for name in PATTERNS)
    assert all(completing_call(PATTERNS[name], lines, Q1[:1]) is None for name in PATTERNS)


def test_spellings_of_F11() -> None:
    assert known("pickles") == "pickels"
    assert known("noah’s ark") == "Noah's Ark"
    assert known("Letter t") == "letter T"


DRAWN = "letter T:\nx x x x x\n. . x . .\n. . x . .\n"
LISTED = "name,squares,sets,also_called\nletter T,7,1,\n"


@pytest.mark.parametrize(
    ("drawn", "listed", "problem"),
    [
        (DRAWN, LISTED.replace("7", "6"), ":2: letter T is drawn with (7, 1)"),
        (DRAWN, LISTED + "letter L,7,1,\n", ":3: letter L is listed but not drawn"),
        (DRAWN + "\n" + DRAWN.replace("T", "L"), LISTED, ":1: letter L is drawn but not listed"),
        (DRAWN.replace("x . .\n. .", "x .\n. ."), LISTED, ":1: letter T: 14 squares drawn"),
        (DRAWN, LISTED + "letter T,7,1,letter t\n", None),
    ],
)
def test_a_wrong_drawing_is_named_with_its_place(
    drawn: str, listed: str, problem: str | None
) -> None:
    files = DataFile(PACKAGE, "patterns.txt", drawn), DataFile(PACKAGE, "patterns.csv", listed)
    if problem is None:
        load_patterns(*files)
        return
    with pytest.raises(RulebookDataError) as caught:
        load_patterns(*files)
    assert problem in str(caught.value)
