"""Joins clauses with their summary, figures, refusal codes and tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any

from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.coverage import Covered, read_coverage, read_tests
from eyesdown.rulebook.decisions import in_words
from eyesdown.rulebook.figures import FigureRow, read_figures
from eyesdown.rulebook.loading import folder_of
from eyesdown.rulebook.shelf import Shelf

NOT_IN_FORCE = "rules/not_in_force"
NUMBER_RANK, NAMED_RANK = 100, 8
"""What a clause's rank rises by if its number was typed, or if its code is named after a word."""


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """A clause with its figures, refusal codes and tests."""

    covered: Covered
    figures: tuple[FigureRow, ...]
    codes: tuple[str, ...]
    tests: tuple[str, ...]


def entries(shelf: Shelf, book: str) -> tuple[ClauseEntry, ...]:
    """Every clause of a book in printed order, with figures, codes and tests.

    >>> from eyesdown.rulebooks import SHELF
    >>> len(entries(SHELF, 'family-bingo'))
    33
    """
    covered = read_coverage(shelf.known(book))
    figures = read_figures(folder_of(book))
    tests = read_tests().get(book, {})
    codes = codes_of(_on_first_day(shelf, book))
    return tuple(
        ClauseEntry(
            row,
            tuple(f for f in figures.values() if f.clause == row.clause),
            tuple(code for code, places in codes.items() if row.clause in places),
            tests.get(row.clause, ()),
        )
        for row in covered
    )


def codes_of(book: Book[Any]) -> dict[str, tuple[str, ...]]:
    """Every refusal code of a book and the clauses that may give it.

    >>> from eyesdown.rulebooks import SHELF
    >>> '7(2)(b)' in codes_of(SHELF.open('exampleland-bingo90', date(2026, 1, 1)))
    False
    """
    by_code: dict[str, list[str]] = {NOT_IN_FORCE: [book.source.in_force_clause]}
    for chapter in book.chapters:
        for clause, codes in chapter.codes.items():
            for code in codes:
                by_code.setdefault(code, []).append(clause.number)
    return {code: tuple(places) for code, places in by_code.items()}


def find_clause(entries: Iterable[ClauseEntry], clause: str) -> tuple[ClauseEntry, ...]:
    """The clause with this number, or all clauses under it: 15(k) finds its two halves.

    Brackets, dots, blanks and capitals need not be typed: 15k and 15 (K) are 15(k) too.

    >>> from eyesdown.rulebooks import SHELF
    >>> [row.covered.clause for row in find_clause(entries(SHELF, "nsw-keno"), "15k")]
    ['15(k):exact', '15(k):down']
    """
    rows = tuple(entries)
    wanted = clause.strip().lower()
    for same in (str.lower, squeezed):
        exact = tuple(row for row in rows if same(row.covered.clause) == same(wanted))
        under = tuple(row for row in rows if same(wanted) in map(same, _parents(row)))
        if exact or under:
            return exact or under
    near = near_to(clause, [row.covered.clause for row in rows])
    hint = f"; near it: {', '.join(near)}" if near else ""
    raise BadInput("clause", f"there is no clause {quoted(clause)} in this book{hint}")


def squeezed(clause: str) -> str:
    """A clause's number without brackets, dots and blanks, in small letters.

    >>> squeezed("15 (K)"), squeezed("2:Keno Bonus(i)")
    ('15k', '2kenobonusi')
    """
    return "".join(letter for letter in clause.casefold() if letter.isalnum())


def near_to(typed: str, names: Iterable[str], most: int = 4) -> tuple[str, ...]:
    """The names that someone who typed this may have meant, nearest first.

    >>> near_to("claims/lat", ["claim/late", "card/void", "claim/repeated"])[0]
    'claim/late'
    >>> near_to("keno", ["vic-bingo", "nsw-keno"])
    ('nsw-keno',)
    """
    every = tuple(dict.fromkeys(names))
    by_spelling = {squeezed(name): name for name in reversed(every)}
    close = get_close_matches(squeezed(typed), by_spelling, n=most, cutoff=0.5)
    parts = [name for name in every if squeezed(typed) and squeezed(typed) in squeezed(name)]
    return tuple(dict.fromkeys([*parts, *(by_spelling[name] for name in close)]))[:most]


def search(shelf: Shelf, text: str, books: Iterable[str] = ()) -> tuple[ClauseEntry, ...]:
    """The clauses that hold every word of `text`, best first: `search(SHELF, "rounding down")`.

    It looks at our words on a clause, its number, its refusal codes, its code, its figures and our
    decisions on it. A word matches any word that begins like it ("rounding" finds "rounded"), but
    a clause of that number comes first, then code named after a word, whole words, and our own
    words on the clause; otherwise the order is the printed one.

    >>> from eyesdown.rulebooks import SHELF
    >>> [row.covered.clause for row in search(SHELF, "claim announced", ["exampleland-bingo90"])]
    ['7(2)(b)']
    """
    wanted = _words_of(text)
    if not wanted:
        raise BadInput("words", "needs at least one word to look for")
    ranked, number = [], squeezed(text)
    for book in [shelf.known(book) for book in books] or shelf.ids:
        for entry in entries(shelf, book):
            is_number = number in map(squeezed, (entry.covered.clause, *_parents(entry)))
            rank = NUMBER_RANK if is_number else _rank(entry, wanted)
            if rank is not None:
                ranked.append((rank, entry))
    return tuple(entry for _, entry in sorted(ranked, key=lambda pair: -pair[0]))


def _rank(entry: ClauseEntry, wanted: list[str]) -> int | None:
    """How well a clause fits the words; None if it lacks one of them."""
    row = entry.covered
    says = _words_of(row.says)
    decided = (in_words(row.book, name) for name in row.decisions)
    figures = (figure.name for figure in entry.figures)
    about = [row.clause, row.kind, row.where, *entry.codes, *figures, *decided]
    others = _words_of(" ".join(about))
    named = _words_of(row.where)
    rank = 0
    for word in wanted:
        stem = _stem(word)
        in_says = any(each.startswith(stem) for each in says)
        if not in_says and not any(each.startswith(stem) for each in others):
            return None
        rank += 4 * (word in says) + 2 * in_says + 3 * min(others.count(word), 4)
        rank += NAMED_RANK * (word in named)
    return rank


def _stem(word: str) -> str:
    """A word without its ending, so that rounding also finds rounded."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word.removesuffix(ending)
    return word


def _words_of(text: str) -> list[str]:
    """The words in small letters; a code such as claim/late is two."""
    return "".join(each if each.isalnum() else " " for each in text.casefold()).split()


def _parents(row: ClauseEntry) -> tuple[str, ...]:
    """The numbers that a clause is under: 15(k):exact is under 15(k) and under 15."""
    clause = row.covered.clause
    return tuple(clause[:at] for at, letter in enumerate(clause) if at and letter in ":( .")


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A figure, or a whole book, that differs between two days."""

    book: str
    clause: str
    figure: str
    before: str
    after: str
    source: str


def value_in_words(value: Any) -> str:
    """A figure as a person reads it, whatever it is made of.

    >>> value_in_words({"1": ("top line",), "5": ("any line", "house")})
    '1: top line; 5: any line, house'
    >>> value_in_words((10, 20)), value_in_words(True), value_in_words("1/4"), value_in_words({})
    ('10, 20', 'yes', '1/4', 'none')
    """
    match value:
        case {} | () | [] if not value:
            return "none"
        case dict():
            return "; ".join(f"{name}: {value_in_words(each)}" for name, each in value.items())
        case tuple() | list():
            return ", ".join(map(value_in_words, value))
        case bool():
            return "yes" if value else "no"
    return str(value)


def changes(shelf: Shelf, books: Iterable[str], before: date, after: date) -> list[RuleChange]:
    """What changed from one day to another: books that came into force, figures that changed."""
    changed = []
    for book in books:
        source = shelf.source(book)
        if before < source.in_force <= after:
            changed.append(
                RuleChange(
                    book, source.in_force_clause, "", "not in force", "in force", source.edition
                )
            )
        for row in read_figures(folder_of(book)).values():
            then, now = row.on(before), row.on(after)
            if then is not None and now is not None and then.value != now.value:
                was, is_now = value_in_words(then.value), value_in_words(now.value)
                changed.append(RuleChange(book, row.clause, row.name, was, is_now, now.source))
    return changed


def _on_first_day(shelf: Shelf, book: str) -> Book[Any]:
    """The book on its first day; opening it also checks all its data."""
    opened = shelf.open(book, shelf.source(book).in_force)
    assert isinstance(opened, Book)
    return opened
