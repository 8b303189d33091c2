"""A one-page fact sheet per game: what it pays, how often, and what comes back; A4, vector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from typing import IO

from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from eyesdown.odds.bingo.crowd import FirstWinner
from eyesdown.odds.bingo.crowd75 import FirstRow
from eyesdown.odds.bingo.ticket import Completion, ticket90
from eyesdown.odds.keno.bets import BONUS, draws_of, every_bet
from eyesdown.odds.law import Law, money
from eyesdown.odds.pictures.charts import Bar, Curve, bars_across, columns, curves
from eyesdown.odds.pictures.shapes import FACES, FAINT, INK, MUTED, Line, Picture, Rect, Text
from eyesdown.odds.pictures.words import one_in
from eyesdown.odds.simulation.programme import COMMON
from eyesdown.rulebook.patterns import Pattern
from eyesdown.rulebooks.nsw_keno.book import NswKeno

PAGE = (595.28, 841.89)  # A4 in points
MARGIN = 42.0
WIDTH = PAGE[0] - 2 * MARGIN
BAND = "#12263a"
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
class Sheet:
    """What stands on the page, from top to bottom."""

    title: str
    says: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    pictures: tuple[Picture, ...]
    notes: tuple[str, ...]
    foot: str
    facts: tuple[tuple[str, str], ...] = ()


def keno_sheet(book: NswKeno, game: str) -> Sheet:
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
    return Sheet(
        TITLES[game],
        f"{drawn}. Exact chances and returns under the rules in force on {book.day:%d %B %Y}.",
        (*head, "with Bonus") if bonus else tuple(head),
        rows,
        (_returns(laws), _shape(laws)),
        _notes(laws, bonus=bool(bonus)),
        f"{book.source.title}, rule 18. Every figure is an exact fraction, shown rounded.",
        tuple(facts),
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
    words = "share of the stake; lighter: jackpot fill or growth"
    row = 15.0 if len(bars) > 10 else 18.0
    return bars_across("Return", words, bars, width=WIDTH / 2 - 10, row=row, mark=(1.0, "stake"))


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
        words = ", ".join(f"{name} ${float(g or 0):,.0f}" for name, g in even)
        notes.append(f"Jackpot growth at which a sole winner's return reaches the stake: {words}.")
    return tuple(notes)


def bingo90_sheet(drawn: dict[str, Pattern]) -> Sheet:
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
    return Sheet(
        "90-ball bingo",
        "On which ball one ticket completes a pattern, and the first house among many.",
        ("pattern", "earliest ball", "average ball", "half by ball", "within 40", "within 60"),
        rows,
        (
            curves(
                "One ticket",
                "complete within so many balls",
                within,
                width=WIDTH / 2 - 8,
                height=210,
                axis="balls called",
            ),
            curves(
                "First house",
                "somebody complete within so many balls",
                first,
                width=WIDTH / 2 - 8,
                height=210,
                axis="balls called",
            ),
        ),
        ("Many tickets are taken as independent; the six tickets of one strip share no number.",),
        "Patterns as drawn in the casino rules of New South Wales. Exact, shown rounded.",
    )


def bingo75_sheet(law: Completion) -> Sheet:
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
    return Sheet(
        "75-ball bingo",
        "Calls until the first row of five: across, down or diagonal, the centre free.",
        ("cards in play", "average call of the first row", "expected winners", "shared"),
        rows,
        (
            curves(
                "First row",
                "somebody complete within so many calls",
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


def write_sheet(sheet: Sheet, file: IO[bytes], faces: Mapping[bool, bytes]) -> None:
    """The sheet as a PDF of one page; the same facts always give the same bytes.

    `faces` are TrueType files for plain and for bold words; the page carries what it uses of them.
    """
    for bold, name in FACES.items():
        registerFont(TTFont(name, BytesIO(faces[bold])))
    canvas = Canvas(file, pagesize=PAGE, invariant=1, initialFontName=FACES[False])
    canvas.setTitle(f"{sheet.title}: fact sheet")
    canvas.setSubject(sheet.says)
    canvas.setAuthor("Eyes Down")
    canvas.setCreator("Eyes Down")
    _head(sheet).draw(canvas, 0, PAGE[1])
    top = PAGE[1] - 118
    if sheet.facts:
        _facts(sheet.facts).draw(canvas, MARGIN, top)
        top -= 58
    left = MARGIN
    for picture in sheet.pictures:
        picture.draw(canvas, left, top)
        left += WIDTH / 2 + 4
    top -= max(picture.height for picture in sheet.pictures) + 18
    table = _table(sheet.head, sheet.rows)
    table.draw(canvas, MARGIN, top)
    _foot(sheet).draw(canvas, MARGIN, 92)
    assert top - table.height > 92, f"{sheet.title} does not fit its page"
    canvas.showPage()
    canvas.save()


def _head(sheet: Sheet) -> Picture:
    picture = Picture(PAGE[0], 96, sheet.title)
    picture.add(
        Rect(0, 0, PAGE[0], 92, BAND),
        Text(MARGIN, 36, "EYES DOWN  ·  FACT SHEET", 8, "#9fb3c8", bold=True),
        Text(MARGIN, 62, sheet.title, 25, "#ffffff", bold=True),
        Text(MARGIN, 80, sheet.says, 9.5, "#d7e1ea"),
    )
    return picture


def _facts(facts: Sequence[tuple[str, str]]) -> Picture:
    picture = Picture(WIDTH, 44, "facts")
    step = WIDTH / len(facts)
    for place, (name, value) in enumerate(facts):
        x = step * place
        picture.add(Text(x, 20, value, 20, INK, bold=True), Text(x, 36, name, 9, MUTED))
    return picture


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Picture:
    row = 15.5 if len(rows) <= 20 else 11.6
    size = 9.0 if len(rows) <= 20 else 8.0
    picture = Picture(WIDTH, 20 + row * len(rows), "table")
    longest = [max(map(len, column)) + 3 for column in zip(head, *rows, strict=True)]
    ends = [WIDTH * sum(longest[: n + 2]) / sum(longest) - 4 for n in range(len(head) - 1)]
    picture.add(Text(4, 10, head[0], 8, MUTED))
    picture.add(
        *(Text(x, 10, word, 8, MUTED, "end") for x, word in zip(ends, head[1:], strict=True))
    )
    picture.add(Line(((0, 16), (WIDTH, 16)), INK, 0.8))
    for place, cells in enumerate(rows):
        y = 16 + row * (place + 1) - row * 0.28
        if place % 2:
            picture.add(Rect(0, 16 + row * place, WIDTH, row, "#f5f7f9"))
        picture.add(Text(4, y, cells[0], size, INK, bold=True))
        picture.add(
            *(Text(x, y, c, size, INK, "end") for x, c in zip(ends, cells[1:], strict=True))
        )
    return picture


def _foot(sheet: Sheet) -> Picture:
    picture = Picture(WIDTH, 60, "foot")
    picture.add(Line(((0, 0), (WIDTH, 0)), FAINT, 0.8))
    y = 13.0
    for note in sheet.notes:
        for part in _wrapped(note):
            picture.add(Text(0, y, part, NOTE_SIZE, MUTED))
            y += 9.6
    picture.add(Text(0, y + 3, sheet.foot, NOTE_SIZE, INK))
    return picture


def _wrapped(words: str) -> list[str]:
    lines = [""]
    for word in words.split():
        if stringWidth(f"{lines[-1]} {word}", FACES[False], NOTE_SIZE) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
