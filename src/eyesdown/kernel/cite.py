"""The clause that a decision rests on, and the refusal that cites it."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.kernel.written import Written

Fact: TypeAlias = int | str
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


class Clause(Written, frozen=True, order=True):
    """A numbered clause of a rulebook.

    >>> late = Clause("exampleland-bingo90", "7(2)(b)")
    >>> print(late)
    exampleland-bingo90 cl. 7(2)(b)
    """

    book: str
    number: str

    def __str__(self) -> str:
        return f"{self.book} cl. {self.number}"


class Refusal(Written, frozen=True, omit_defaults=True):
    """A rule refuses something. It is a value to be recorded, not an exception to be raised.

    `decision` is the id of our own ruling where the book leaves open what this refusal rests on.

    >>> clause = Clause("exampleland-bingo90", "7(2)(b)")
    >>> no = Refusal("claim/late", clause, (("calls_late", 2), ("allowed", 0)))
    >>> print(no)
    claim/late — exampleland-bingo90 cl. 7(2)(b) (calls_late=2, allowed=0)
    """

    code: str
    clause: Clause
    facts: Facts
    decision: str = ""

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts)
        return f"{self.code} — {self.clause} ({facts})"


def refusal_json(refusal: Refusal) -> dict[str, object]:
    """The one JSON shape of a refusal, at every door: page, API, command line and notation.

    `decision` is there only where one decided.

    >>> late = Refusal("claim/late", Clause("exampleland-bingo90", "7(2)(b)"), (("late", 2),))
    >>> refusal_json(late)
    {'code': 'claim/late', 'clause': '7(2)(b)', 'book': 'exampleland-bingo90', 'facts': {'late': 2}}
    """
    shape: dict[str, object] = {
        "code": refusal.code,
        "clause": refusal.clause.number,
        "book": refusal.clause.book,
        "facts": dict(refusal.facts),
    }
    return {**shape, "decision": refusal.decision} if refusal.decision else shape
