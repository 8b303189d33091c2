"""A one-page fact sheet per game, A4: what it pays, how often, and the return to players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import BinaryIO

from eyesdown.drawing.colours import Rgb
from eyesdown.drawing.faces import wrapped
from eyesdown.drawing.marks import Rect, Stroke, Text
from eyesdown.drawing.page_size import A4, PageSize
from eyesdown.drawing.pdf import PdfFile
from eyesdown.drawing.pdf_operators import paint_spoken
from eyesdown.drawing.picture import Picture
from eyesdown.odds.bingo.crowd import FirstWinner
from eyesdown.odds.bingo.crowd75 import FirstRow
from eyesdown.odds.bingo.ticket import Completion, ticket90
from eyesdown.odds.keno.bets import BONUS, draws_of, every_bet
from eyesdown.odds.law import Law, money
from eyesdown.odds.pictures.chances import one_in
from eyesdown.odds.pictures.charts import Bar, Curve, bars_across, columns, curves
from eyesdown.odds.pictures.palette import DARK, MUTED, PALE, WHITE
from eyesdown.odds.simulation.programme import COMMON
from eyesdown.rulebook.patterns import Pattern
from eyesdown.rulebooks.nsw_keno.book import NswKeno

PAGE = PageSize(*A4)
MARGIN = 42.0
FOOT = 92.0  # of the page, for the notes
WIDTH = PAGE.width - 2 * MARGIN
BAND = Rgb("#12263a")
BAND_TITLE = Rgb("#9fb3c8")
BAND_TEXT = Rgb("#d7e1ea")
STRIPE = Rgb("#f5f7f9")
NOTE_SIZE = 7.6

TITLES = {
    "regular": "Regular Keno",
    "keno2": "Keno $2 Game",
    "lucky_last": "Lucky Last",
    "heads_or_tails": "Heads or Tails?",
    "racing": "Keno Racing",
    "roulette": "Keno Roulette",
}


@dataclass(frozen=True, slots=True)
class FactSheet:
    """The content of the page, from top to bottom."""

    title: str
    subtitle: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    pictures: tuple[Picture, ...]
    notes: tuple[str, ...]
    foot: str
    facts: tuple[tuple[str, str], ...] = ()


def keno_sheet(book: NswKeno, game: str) -> FactSheet:
    """The facts of one keno game, worked out from the book's own tables."""
    every = every_bet(book)
    laws = {_bet(key): law for key, law in every.items() if key.startswith(game + "/")}
    bonus = {_bet(key): law for key, law in every.items() if key.startswith(f"{game}{BONUS}/")}
    rows = tuple(
        (
            name,
            f"${money(law.stake)}",
            one_in(law.hit_rate),
            "$" + f"{float(law.top_prize):,.2f}".removesuffix(".00"),
            one_in(law.top_chance),
            f"{float(law.rtp):.3%}",
            *([f"{float(bonus[name].rtp):.3%}"] if bonus else []),
        )
        for name, law in laws.items()
    )
    figures = book.figures
    drawn = f"{figures.numbers_drawn} of {figures.numbers_max} numbers are drawn"
    best = max(laws, key=lambda name: laws[name].rtp)
    often = max(laws, key=lambda name: laws[name].hit_rate)
    facts = [
        (f"best return, {best}", f"{float(laws[best].rtp):.2%}"),
        (f"most frequent prize, {often}", one_in(laws[often].hit_rate)),
    ]
    if bonus:
        mean = draws_of(book).multiplier_mean
        facts.append(("mean multiplier of Keno Bonus", f"{float(mean):.4f}"))
    head = ["bet", "stake", "any prize", "top prize", "top prize comes", "return"]
    exact = f"Exact chances and returns under the rules in force on {book.day:%d %B %Y}"
    return FactSheet(
        title=TITLES[game],
        subtitle=f"{drawn}. {exact}.",
        head=(*head, "with Bonus") if bonus else tuple(head),
        rows=rows,
        pictures=(_returns(laws), _shape(laws)),
        notes=_notes(laws, bonus=bool(bonus)),
        foot=f"{book.source.title}, rule 18. Every figure is an exact fraction, shown rounded.",
        facts=tuple(facts),
    )


def _bet(key: str) -> str:
    kind = key.split("/")[1]
    if kind.isdigit():
        return f"{kind} spot" if kind == "1" else f"{kind} spots"
    return kind.replace("_", " ")


def _returns(laws: dict[str, Law]) -> Picture:
    bars = []
    for name, law in laws.items():
        extra = float(law.rtp_with_growth or law.rtp_with_jackpot_fill) - float(law.rtp)
        note = f"{float(law.rtp):.1%}" + (f" + {extra:.1%}" if extra else "")
        bars.append(Bar(name, float(law.rtp), note, extra))
    subtitle = "share of the stake; lighter: jackpot fill or growth"
    row = 15.0 if len(bars) > 10 else 18.0
    return bars_across("Return", subtitle, bars, width=WIDTH / 2 - 10, row=row, mark=(1.0, "stake"))


def _shape(laws: dict[str, Law]) -> Picture:
    """The distribution of one well-known bet, or hit rates where bets only win or lose."""
    name, law = next(((n, w) for n, w in laws.items() if n == "10 spots"), next(iter(laws.items())))
    if len(law.outcomes) > 3:
        bars = [
            Bar(o.outcome.split()[0], float(o.probability), _short(o.probability))
            for o in law.outcomes
        ]
        title = f"{name}: how many match"
        return columns(title, "chance of each number matched", bars, width=WIDTH / 2 - 10)
    bars = [Bar(n, float(w.hit_rate), one_in(w.hit_rate)) for n, w in laws.items()]
    row = 15.0 if len(bars) > 10 else 18.0
    return bars_across("Any prize", "chance in one game", bars, width=WIDTH / 2 - 10, row=row)


def _notes(laws: dict[str, Law], *, bonus: bool) -> tuple[str, ...]:
    notes = [
        "Any prize: how often the bet wins something. Return: long-run schedule prizes over stake.",
    ]
    if bonus:
        notes.append(
            "With Bonus: stake doubled, prizes times the draw's multiplier, spots taken at random."
        )
    even = [(name, law.growth_to_break_even) for name, law in laws.items() if law.jackpot_chance]
    if even:
        listed = ", ".join(f"{name} ${float(g or 0):,.0f}" for name, g in even)
        notes.append(f"Jackpot growth at which a sole winner's return reaches the stake: {listed}.")
    return tuple(notes)


def bingo90_sheet(drawn: dict[str, Pattern]) -> FactSheet:
    """The facts of 90-ball bingo: every pattern's completing ball."""
    laws = {name: ticket90(pattern) for name, pattern in {**COMMON, **drawn}.items()}
    named = ("house", *drawn)
    rows = tuple((name, *_completion_row(laws[name])) for name in named)
    within = [
        Curve(name, tuple((n, float(p)) for n, p in enumerate(laws[name].within)))
        for name in ("line", "two lines", "house")
    ]
    first = [
        Curve(
            f"{count:,} ticket{'s' if count > 1 else ''}",
            tuple(enumerate(FirstWinner(laws["house"].within, count).floats())),
        )
        for count in (1, 10, 100, 1000, 5000)
    ]
    return FactSheet(
        "90-ball bingo",
        "On which ball one ticket completes a pattern, and the first house among many.",
        ("pattern", "earliest ball", "average ball", "half by ball", "within 40", "within 60"),
        rows,
        (
            curves(
                "One ticket",
                "complete within this number of balls",
                within,
                width=WIDTH / 2 - 8,
                height=210,
                axis="balls called",
            ),
            curves(
                "First house",
                "some ticket complete within this number of balls",
                first,
                width=WIDTH / 2 - 8,
                height=210,
                axis="balls called",
            ),
        ),
        ("Many tickets are taken as independent; the six tickets of one strip share no number.",),
        "Patterns as drawn in the casino rules of New South Wales. Exact, shown rounded.",
    )


def bingo75_sheet(law: Completion) -> FactSheet:
    """The facts of 75-ball bingo: the first row of five on a card."""
    rows = tuple(
        (f"{count:,}", f"{first.mean():.2f}", f"{first.winners():.3f}", f"{first.shared():.2%}")
        for count in (1, 2, 4, 10, 30, 100)
        for first in (FirstRow(count),)
    )
    lines = [
        Curve(f"{count:,} cards", tuple(enumerate(FirstRow(count).floats())))
        for count in (2, 4, 30, 1000)
    ]
    on = [Bar(str(n) if n % 5 == 0 else "", float(p)) for n, p in enumerate(law.law) if n]
    half = WIDTH / 2 - 8
    return FactSheet(
        "75-ball bingo",
        "Calls until the first row of five: across, down or diagonal, the centre free.",
        ("cards in play", "average call of the first row", "expected winners", "shared"),
        rows,
        (
            curves(
                "First row",
                "some card complete within this number of calls",
                lines,
                width=half,
                height=230,
                axis="numbers called",
            ),
            columns(
                "One card",
                "on which call its first row completes",
                on,
                width=half,
                height=230,
                axis="numbers called",
            ),
        ),
        ("Cards are made independently; that they share their five columns is counted in.",),
        "Exact for one card: inclusion and exclusion over the twelve rows. Shown rounded.",
    )


def _completion_row(law: Completion) -> tuple[str, ...]:
    return (
        str(law.earliest),
        f"{float(law.mean):.2f}",
        str(law.quantile(Fraction(1, 2))),
        _short(law.within[40]),
        _short(law.within[60]),
    )


def _short(chance: Fraction) -> str:
    value = float(chance)
    if value >= 0.0995:
        return f"{value:.0%}"
    return f"{value:.1%}" if value >= 0.0005 else ("<0.1%" if value else "0")


def write_sheet(sheet: FactSheet, out: BinaryIO) -> None:
    """Write the sheet as a PDF of one page; the same facts always give the same bytes."""
    marks = [_head(sheet).at(0, 0)]
    top = 118.0
    if sheet.facts:
        marks.append(_facts(sheet.facts).at(MARGIN, top))
        top += 58
    for column, picture in enumerate(sheet.pictures):
        marks.append(picture.at(MARGIN + column * (WIDTH / 2 + 4), top))
    top += max(picture.height for picture in sheet.pictures) + 18
    table = _table(sheet.head, sheet.rows)
    marks.append(table.at(MARGIN, top))
    assert top + table.height < PAGE.height - FOOT, f"{sheet.title} does not fit its page"
    marks.append(_foot(sheet).at(MARGIN, PAGE.height - FOOT))
    pdf = PdfFile(out, PAGE, f"{sheet.title}: fact sheet", sheet.subtitle)
    pdf.page(*paint_spoken(pdf, marks))
    pdf.close()


def _head(sheet: FactSheet) -> Picture:
    picture = Picture(PAGE.width, 96, sheet.title)
    picture.add(
        Rect(0, 0, PAGE.width, 92, BAND),
        Text(MARGIN, 36, "EYES DOWN · FACT SHEET", 8, "bold", BAND_TITLE),
        Text(MARGIN, 62, sheet.title, 25, "bold", WHITE),
        Text(MARGIN, 80, sheet.subtitle, 9.5, colour=BAND_TEXT),
    )
    return picture


def _facts(facts: Sequence[tuple[str, str]]) -> Picture:
    picture = Picture(WIDTH, 44, "facts")
    step = WIDTH / len(facts)
    for column, (name, value) in enumerate(facts):
        x = step * column
        picture.add(Text(x, 20, value, 20, "bold", DARK), Text(x, 36, name, 9, colour=MUTED))
    return picture


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Picture:
    long = len(rows) > 20
    row_height, size = (11.6, 8.0) if long else (15.5, 9.0)
    picture = Picture(WIDTH, 20 + row_height * len(rows), "table")
    # Columns share the width by their longest cell; all but the first are set flush right.
    longest = [max(map(len, column)) + 3 for column in zip(head, *rows, strict=True)]
    ends = [WIDTH * sum(longest[: n + 2]) / sum(longest) - 4 for n in range(len(head) - 1)]
    picture.add(Text(4, 10, head[0], 8, colour=MUTED))
    for x, name in zip(ends, head[1:], strict=True):
        picture.add(Text(x, 10, name, 8, colour=MUTED, anchor="end"))
    picture.add(Stroke(((0, 16), (WIDTH, 16)), DARK, 0.8))
    for index, cells in enumerate(rows):
        top = 16 + row_height * index
        y = top + row_height * 0.72
        if index % 2:
            picture.add(Rect(0, top, WIDTH, row_height, STRIPE))
        picture.add(Text(4, y, cells[0], size, "bold", DARK))
        for x, cell in zip(ends, cells[1:], strict=True):
            picture.add(Text(x, y, cell, size, colour=DARK, anchor="end"))
    return picture


def _foot(sheet: FactSheet) -> Picture:
    picture = Picture(WIDTH, 60, "foot")
    picture.add(Stroke(((0, 0), (WIDTH, 0)), PALE, 0.8))
    y = 13.0
    for note in sheet.notes:
        for line in wrapped(note, NOTE_SIZE, WIDTH):
            picture.add(Text(0, y, line, NOTE_SIZE, colour=MUTED))
            y += 9.6
    picture.add(Text(0, y + 3, sheet.foot, NOTE_SIZE, colour=DARK))
    return picture
