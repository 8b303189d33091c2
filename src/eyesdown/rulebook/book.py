"""A book on a day: its source, its figures in force that day, and its chapters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from eyesdown.kernel.cite import Clause, Fact, Refusal
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.source import Source

F = TypeVar("F")
L = TypeVar("L")


@dataclass(frozen=True, slots=True, repr=False)
class Book(Generic[L]):
    """What every book has. The book of a game adds what that game needs."""

    source: Source
    day: date
    figures: L
    chapters: tuple[Chapter[Any, L], ...]

    def __repr__(self) -> str:
        return f"<rulebook {self.id} on {self.day}>"

    @property
    def id(self) -> str:
        """The book's id, such as `nsw-keno`."""
        return self.source.book

    def check(self, chapter: Chapter[F, L], facts: F) -> tuple[Refusal, ...]:
        """A refusal for every clause of a chapter that these facts break, in printed order."""
        return chapter.refusals(facts, self.figures)

    def clause(self, number: str) -> Clause:
        """A clause of this book, to cite."""
        return Clause(self.source.book, number)

    def refusal(self, code: str, number: str, /, **facts: Fact) -> Refusal:
        """A refusal for which no check is asked, such as an unknown ticket or a used serial.

        One of the book's chapters must declare the code for that clause.
        """
        clause = self.clause(number)
        declared = any(code in chapter.codes.get(clause, ()) for chapter in self.chapters)
        assert declared, f"{code} is not declared for {clause}"
        return Refusal(code, clause, tuple(facts.items()))


def not_in_force(source: Source, day: date) -> Refusal | None:
    """The refusal of a day before a book came into force; None from that day on.

    >>> from eyesdown.rulebook.source import read_source
    >>> source = read_source('eyesdown.rulebooks.nsw_keno')
    >>> not_in_force(source, date(2024, 1, 11)).code
    'rules/not_in_force'
    """
    if day >= source.in_force:
        return None
    clause = Clause(source.book, source.in_force_clause)
    facts = (("day", day.isoformat()), ("in_force", source.in_force.isoformat()))
    return Refusal("rules/not_in_force", clause, facts)
