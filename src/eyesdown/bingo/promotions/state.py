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


class HeldTerms(Struct, frozen=True, kw_only=True):
    """Terms that wait for a second person; see the event `PromotionHeld`."""

    by: str
    near: tuple[tuple[str, str, str], ...]
    amends: bool
    mechanism: str
    starts_at: datetime
    session: str
    terms: Terms
    prescribed: tuple[str, ...]
    approval: str


class DeniedClaim(Struct, frozen=True, kw_only=True):
    """A claim that was denied, with what must be retained of it (10.10.1)."""

    at: datetime
    claimant: str
    prize: str
    value_cents: int
    reasons: str
    name: str
    address: str
    told_at: datetime


class Promotion(Struct):
    """`status` is offered, published, running, postponed or cancelled.

    A postponed promotion goes on as what it was, `resumes_as`. `entrants` are the people who
    entered, in order, as a map because there may be many. `confirmed` are items near a prohibited
    kind that a second person has passed, `published` the winners whose names are out.
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
    confirmed: tuple[tuple[str, str, str], ...] = ()
    published: tuple[str, ...] = ()
    denied: tuple[DeniedClaim, ...] = ()

    @property
    def started(self) -> bool:
        """Whether it runs, or did when it was postponed."""
        return "running" in (self.status, self.resumes_as)

    def prize(self, name: str) -> Prize | None:
        """A prize of the terms by its name."""
        return next((prize for prize in self.terms.prizes if prize.prize == name), None)


class PromotionsState(Struct):
    """Every promotion by its name, and terms that wait for a second person."""

    promotions: dict[str, Promotion] = field(default_factory=dict)
    held: dict[str, HeldTerms] = field(default_factory=dict)
