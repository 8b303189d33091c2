"""A chapter is a list of clauses, in the order the rulebook prints them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Generic, TypeAlias, TypeVar, overload

from eyesdown.kernel.cite import Clause, Fact, Facts, Refusal

F = TypeVar("F")  # the facts that the chapter's checks read
L = TypeVar("L")  # the book's figures in force on the day
Work = TypeVar("Work", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Breach:
    """What a check refuses with; the chapter adds the clause."""

    code: str
    facts: Facts
    decision: str = ""


def breach(code: str, *, decision: str = "", **facts: Fact) -> Breach:
    """A breach for a check to return. `decision` is the id of our own ruling, where that decided.

    >>> breach("stake/not_a_step", decision="G21", stake_cents=150).decision
    'G21'
    """
    return Breach(code, tuple(facts.items()), decision)


Check: TypeAlias = Callable[[F, L], Breach | None]
FactsCheck: TypeAlias = Callable[[F], Breach | None]  # a check that needs no figure


@dataclass(frozen=True, slots=True)
class Binder(Generic[F, L]):
    """A decorator that adds a check to a chapter and returns the check unchanged."""

    chapter: Chapter[F, L]
    clause: Clause

    @overload
    def __call__(self, check: FactsCheck[F]) -> FactsCheck[F]: ...
    @overload
    def __call__(self, check: Check[F, L]) -> Check[F, L]: ...
    def __call__(self, check: Any) -> Any:
        # The number of parameters is read here, once, and not on every call of `refusals`.
        count = len(signature(check).parameters)
        assert count in (1, 2), f"{self.clause}: a check takes facts, or facts and figures"
        self.chapter.checks[self.clause] = check
        self.chapter.runs.append((self.clause, check, count == 1))
        return check


@dataclass(slots=True)
class Chapter(Generic[F, L]):
    """Checks and sums of one part of one book, each bound to its clause.

    A check takes facts, or facts and the figures in force:

    >>> sales: Chapter[int, int] = Chapter("exampleland-bingo90", "Part 4 - Sales")
    >>> @sales.enforces("4(1)", "sale/no_cards")
    ... def at_least_a_card(cards: int) -> Breach | None:
    ...     return None if cards else breach("sale/no_cards")
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
    checks: dict[Clause, Callable[..., Breach | None]] = field(default_factory=dict)
    sums: dict[Clause, Callable[..., Any]] = field(default_factory=dict)
    codes: dict[Clause, tuple[str, ...]] = field(default_factory=dict)
    # The checks as `refusals` runs them: clause, check, whether it takes facts only.
    runs: list[tuple[Clause, Callable[..., Breach | None], bool]] = field(default_factory=list)

    def enforces(self, number: str, *codes: str) -> Binder[F, L]:
        """Bind a check to the clause it codes and name the codes it may refuse with.

        The check never types its own citation, so none can be forgotten or mistyped.
        """
        clause = self.clause(number)
        assert clause not in self.checks, f"{clause} is checked twice"
        assert codes, f"{clause}: a check that can refuse needs a code"
        self.codes[clause] = codes
        return Binder(self, clause)

    def computes(self, *numbers: str) -> Callable[[Work], Work]:
        """Bind a function that works out an amount, a time or a winner to its clause or clauses."""
        assert numbers
        clauses = [self.clause(number) for number in numbers]
        for clause in clauses:
            assert clause not in self.sums, f"{clause} is computed twice"

        def bind(work_out: Work) -> Work:
            self.sums.update(dict.fromkeys(clauses, work_out))
            return work_out

        return bind

    def refusals(self, facts: F, figures: L) -> tuple[Refusal, ...]:
        """A refusal for every clause that the facts break, in printed order."""
        refusals: tuple[Refusal, ...] = ()
        for clause, check, facts_only in self.runs:
            broken = check(facts) if facts_only else check(facts, figures)
            if broken is not None:
                assert broken.code in self.codes[clause], f"{clause}: undeclared {broken.code}"
                refusals += (Refusal(broken.code, clause, broken.facts, broken.decision),)
        return refusals

    def clause(self, number: str) -> Clause:
        """The clause itself, for a reason or an event that cites it."""
        return Clause(self.book, number)
