"""What is known about every promotion of a hall. `evolve` changes a promotion in place."""

from __future__ import annotations

from datetime import date, datetime

from msgspec import Struct, field

from eyesdown.rulebook.facts.promotions import Prize, Terms


class DrawnWinner(Struct, frozen=True):
    """The winner of one prize, and whether they were notified and paid."""

    winner: str
    tell_by: date | None
    notified: bool = False
    paid: bool = False


class Promotion(Struct):
    """`status` is offered, published, running, postponed or cancelled.

    A postponed promotion goes on as what it was, `resumes_as`. `entrants` are the people who
    entered, in order, as a map because there may be many.
    """

    terms: Terms
    starts_at: datetime
    mechanism: str
    prescribed: tuple[str, ...]
    status: str = "offered"
    resumes_as: str = ""
    version: int = 1
    lodged_version: int = 0
    entrants: dict[str, None] = field(default_factory=dict)
    drawn: dict[str, DrawnWinner] = field(default_factory=dict)

    @property
    def started(self) -> bool:
        """Whether it runs, or did when it was postponed."""
        return "running" in (self.status, self.resumes_as)

    def prize(self, name: str) -> Prize | None:
        """A prize of the terms by its name."""
        return next((prize for prize in self.terms.prizes if prize.prize == name), None)


class PromotionsState(Struct):
    """Every promotion by its name."""

    promotions: dict[str, Promotion] = field(default_factory=dict)
