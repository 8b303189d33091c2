"""A chapter is a list of clauses, kept in the order the rulebook prints them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from eyesdown.kernel.cite import Clause, Fact, Facts, Refusal

F = TypeVar("F")  # the facts this chapter speaks about
L = TypeVar("L")  # the figures in force on the day
Work = TypeVar("Work", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Breach:
    """What a check found broken; the chapter adds the clause."""

    code: str
    facts: Facts
    decision: str = ""


def breach(code: str, *, decision: str = "", **facts: Fact) -> Breach:
    """What a clause refuses with. `decision` is the id of our own ruling, where that decided."""
    return Breach(code, tuple(facts.items()), decision)


Check: TypeAlias = Callable[[F, L], Breach | None]


@dataclass(slots=True)
class Chapter(Generic[F, L]):
    """Checks and sums of one part of one book, each bound to its clause.

    >>> sales: Chapter[int, int] = Chapter("exampleland-bingo90", "Part 4 - Sales")
    >>> @sales.enforces("4(2)", "sale/too_many_cards")
    ... def not_too_many(cards: int, most: int) -> Breach | None:
    ...     return None if cards <= most else breach("sale/too_many_cards", cards=cards, most=most)
    >>> sales.refusals(6, 6)
    ()
    >>> print(sales.refusals(7, 6)[0])
    sale/too_many_cards — exampleland-bingo90 cl. 4(2) (cards=7, most=6)
    """

    book: str
    title: str
    checks: dict[Clause, Check[F, L]] = field(default_factory=dict)
    sums: dict[Clause, Callable[..., Any]] = field(default_factory=dict)
    codes: dict[Clause, tuple[str, ...]] = field(default_factory=dict)

    def enforces(self, number: str, *codes: str) -> Callable[[Check[F, L]], Check[F, L]]:
        """Bind a check to the clause it codes and name the codes it may refuse with.

        The check never types its own citation, so none can be forgotten or mistyped.
        """
        place = Clause(self.book, number)
        assert place not in self.checks, f"{place} is checked twice"
        assert codes, f"{place}: a check that can refuse needs a code"
        self.codes[place] = codes

        def bind(check: Check[F, L]) -> Check[F, L]:
            self.checks[place] = check
            return check

        return bind

    def computes(self, *numbers: str) -> Callable[[Work], Work]:
        """Bind a function that works out an amount, a time or a winner to its clause or clauses."""
        assert numbers
        places = [Clause(self.book, number) for number in numbers]
        for place in places:
            assert place not in self.sums, f"{place} is computed twice"

        def bind(work_out: Work) -> Work:
            self.sums.update(dict.fromkeys(places, work_out))
            return work_out

        return bind

    def refusals(self, facts: F, figures: L) -> tuple[Refusal, ...]:
        """Every clause broken, first printed first."""
        found: tuple[Refusal, ...] = ()
        for place, check in self.checks.items():
            broken = check(facts, figures)
            if broken is not None:
                assert broken.code in self.codes[place], f"{place}: undeclared {broken.code}"
                found += (Refusal(broken.code, place, broken.facts, broken.decision),)
        return found

    def clause(self, number: str) -> Clause:
        """The clause itself, for a reason or an event that cites it."""
        return Clause(self.book, number)
