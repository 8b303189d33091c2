"""Rulebooks from outside: taken from a folder, started from one of ours, and checked."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from eyesdown.control.hall.reading import read_book
from eyesdown.kernel.errors import BadInput, EyesdownError, quoted
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.bingo_record import NOT_IN_EVERY_BOOK, REFUSES
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebook.facts.bingo import ClaimFacts
from eyesdown.rulebook.figures import read_figures
from eyesdown.rulebook.loading import add_outside, folder_of
from eyesdown.rulebook.patterns import read_patterns
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks import SHELF

ABOUT_KEPT_CARDS = frozenset({"kept"})
"""Subjects that need no clause in a book that gives a checked card back to its player."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def add_folder(folder: Path) -> str:
    """Put the book in a folder on the shelf; returns its id. Its code is run when it is opened."""
    try:
        folder = folder.resolve()
    except ValueError as wrong:  # a null character, half a surrogate pair
        raise BadInput("rulebook", f"{quoted(str(folder))} cannot be a folder: {wrong}") from None
    if not (folder / "source.toml").is_file():
        raise BadInput("rulebook", f"{folder} is not the folder of a rulebook: no source.toml")
    if not folder.name.isidentifier():
        raise BadInput("rulebook", f"{folder.name} cannot be imported; use letters, digits and _")
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
    _refuse_another_package(folder)
    book = read_source(folder.name).book
    if book in SHELF.own:
        raise BadInput("rulebook", f"{folder} has the id {book}, which is one of our own books")
    add_outside(book, folder.name)
    return book


def _refuse_another_package(folder: Path) -> None:
    """Python knows a package by its name alone: another one of that name would be read instead."""
    invalidate_caches()
    spec = find_spec(folder.name)
    places = spec.submodule_search_locations if spec else None
    if not places or folder not in [Path(place).resolve() for place in places]:
        raise BadInput(
            "rulebook", f"Python knows another package called {folder.name}; rename {folder}"
        )


_NEGATIVE = re.compile(r"-\d+(/\d+)?")
"""A negative number or fraction as a figure may be written."""


def new_book(book: str, original: str, folder: Path) -> Path:
    """Copy one of our books under a new id into a folder; returns the book's own folder.

    The copy imports nothing of the original. Nothing is overwritten.
    """
    if not NAME.fullmatch(book) or book in SHELF.own:
        raise BadInput("name", f"{quoted(book)} is not a new id such as my-club")
    package = book.replace("-", "_")
    target = folder / package
    if target.exists():
        raise BadInput("name", f"{target} exists already; choose another name or folder")
    known = SHELF.known(original)
    if not isinstance(SHELF.open(known, SHELF.source(known).in_force), BingoBook):
        halls = ", ".join(_books_of_halls())
        raise BadInput("from", f"a copy of {known} has no games to play; start from one of {halls}")
    source = Path(str(import_module(folder_of(known)).__file__)).parent
    target.mkdir(parents=True)
    for file in sorted(source.iterdir()):
        if file.suffix not in {".py", ".toml", ".txt", ".csv", ".eyes"}:
            continue
        text = file.read_text("utf-8")
        text = text.replace(folder_of(original), package).replace(original, book)
        (target / file.name).write_text(text, "utf-8")
    test = target.parent / f"test_{package}.py"
    if not test.exists():
        test.write_text(TEST.format(book=book, package=package), "utf-8")
    return target


def _books_of_halls() -> list[str]:
    return [
        book
        for book in SHELF.own
        if isinstance(SHELF.open(book, SHELF.source(book).in_force), BingoBook)
    ]


TEST = '''"""The checks of {book}: run them with pytest."""

from pathlib import Path

import pytest

from eyesdown.library.outside import add_folder, problems
from eyesdown.notation.checking import differences
from eyesdown.notation.document import parse

FOLDER = Path(__file__).parent / "{package}"


def test_the_book_is_complete() -> None:
    assert list(problems(add_folder(FOLDER))) == []


@pytest.mark.parametrize("game", sorted(FOLDER.glob("*.eyes")))
def test_a_game_plays_as_it_is_written(game: Path) -> None:
    add_folder(FOLDER)
    assert list(differences(parse(game.read_text("utf-8")))) == []
'''


def problems(book: str) -> Iterator[str]:
    """What is missing or wrong in a book, one sentence each; nothing if it is complete.

    The book is opened on every day on which one of its figures changes.
    """
    try:
        rows = {row.clause: row for row in read_coverage(book)}
        figures = read_figures(folder_of(book))
        first = SHELF.source(book).in_force
        changes = {value.since for figure in figures.values() for value in figure.values}
        opened = [SHELF.open(book, day) for day in sorted({first, *changes}) if day >= first]
    except EyesdownError as wrong:
        yield str(wrong)
        return
    books = [each for each in opened if isinstance(each, Book)]
    for name, figure in figures.items():
        for dated in figure.values:
            if _is_negative(dated.value):
                says = f"{dated.value} from {dated.since} is below 0"
                yield f"figures.toml: {name}: {says}; no figure of a rule is"
        if figure.clause not in rows:
            yield f"figures.toml: {name}: clause {figure.clause} is not in coverage.toml"
    for clause in sorted(_coded(books[0]) - rows.keys()):
        yield f"coverage.toml: clause {clause} has code but is not listed"
    halls = [each for each in books if isinstance(each, BingoBook)]
    yield from dict.fromkeys(missing for hall in halls for missing in _unplayable(hall))
    yield from _unnamed(halls)
    for hall in halls:
        try:
            read_book(book, hall.day)
        except EyesdownError as wrong:
            yield f"{wrong}: control, which counts a hall's money a second time, needs it"
            return


def _is_negative(value: Any) -> bool:
    """Whether a figure, or one of those in a list or table, is below 0.

    >>> _is_negative(-4), _is_negative("-1/4"), _is_negative((1, -2)), _is_negative({"a": 0})
    (True, True, True, False)
    """
    match value:
        case int():
            return value < 0
        case str():
            return bool(_NEGATIVE.fullmatch(value))
        case tuple():
            return any(map(_is_negative, value))
        case dict():
            return any(map(_is_negative, value.values()))
    return False


def _coded(book: Book[Any]) -> set[str]:
    return {each.number for part in book.chapters for each in (*part.checks, *part.sums)}


def _prizes(book: BingoBook[Any]) -> set[str]:
    return {prize for version in book.versions.values() for prize in version}


def _unnamed(halls: Sequence[BingoBook[Any]]) -> Iterator[str]:
    """Patterns that no version offers on any day, and no clause names."""
    if not halls:
        return
    prizes = {prize for hall in halls for prize in _prizes(hall)}
    says = [row.says.lower() for row in read_coverage(halls[0].id)]
    for name in sorted(read_patterns(folder_of(halls[0].id)).keys() - prizes):
        if not any(name.lower() in each for each in says):
            yield f"patterns.txt: {name!r} is drawn, but no version and no clause names it"


def _unplayable(book: BingoBook[Any]) -> Iterator[str]:
    """What the games need and a book lacks: figures, words, drawings, refusals of claims."""
    for figure in ("selector_lowest", "selector_highest"):
        if not hasattr(book.figures, figure):
            yield f"figures.toml: {figure} is missing; the games ask which numbers there are"
    unasked = NOT_IN_EVERY_BOOK | (ABOUT_KEPT_CARDS if book.traits.returns_card else set())
    for subject in sorted(REFUSES.keys() - unasked - book.words.keys()):
        yield f"book.py: no clause in its words speaks of {subject!r}; a refusal has to cite one"
    for prize in sorted(_prizes(book) - book.patterns.keys()):
        yield f"patterns.txt: the prize {prize!r} is offered but not drawn"
    for version, offered in book.versions.items():
        for prize in offered:
            if not book.check(book.actions.claim, _cry_before_any_call(str(version), prize)):
                yield (
                    f"version {version}: nothing refuses a claim for {prize!r} before the first"
                    " call; bind a clause to this version with claim/incomplete"
                )


def _cry_before_any_call(version: str, prize: str) -> ClaimFacts:
    return ClaimFacts(
        player_is_official=False,
        staff_may_play=True,
        has_cards=True,
        shown_sold=True,
        shown_serial_in_game=True,
        shown_for_game=True,
        shown_in_range=True,
        shown_day_fits=True,
        game_settled=False,
        entry_void=False,
        excluded=False,
        during_announcement=False,
        version=version,
        prize=prize,
        call=0,
        completed_on=0,
        forfeited=False,
    )
