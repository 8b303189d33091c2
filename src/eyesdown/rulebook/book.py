"""A book fixed to a day: its source, its figures that day, and its chapters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.source import Source

F = TypeVar("F")
L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class Book(Generic[L]):
    """What every book offers. A book of a game adds what that game needs."""

    source: Source
    day: date
    figures: L
    chapters: tuple[Chapter[Any, L], ...]

    @property
    def id(self) -> str:
        return self.source.book

    def check(self, chapter: Chapter[F, L], facts: F) -> tuple[Refusal, ...]:
        """Every clause of a chapter that these facts break, first printed first."""
        return chapter.refusals(facts, self.figures)

    def clause(self, number: str) -> Clause:
        return Clause(self.source.book, number)


def not_in_force(source: Source, day: date) -> Refusal | None:
    """A book does not speak of a day before it came into force."""
    if day >= source.in_force:
        return None
    clause = Clause(source.book, source.in_force_clause)
    facts = (("day", day.isoformat()), ("in_force", source.in_force.isoformat()))
    return Refusal("rules/not_in_force", clause, facts)
