"""What is known about every promotion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from eyesdown.rulebook.facts.promotions import Prize, Terms

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Drawn:
    winner: str
    tell_by: date | None
    told: bool = False
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Promotion:
    """`status` is offered, published, running, postponed or cancelled.

    A postponed promotion goes on as what it was, `resumes_as`.
    """

    terms: Terms
    starts_at: datetime
    mechanism: str
    prescribed: frozenset[str]
    status: str = "offered"
    resumes_as: str = ""
    version: int = 1
    lodged_version: int = 0
    entrants: frozenset[str] = frozenset()
    drawn: Mapping[str, Drawn] = field(default_factory=lambda: NOTHING)

    @property
    def started(self) -> bool:
        return "running" in (self.status, self.resumes_as)

    def prize(self, name: str) -> Prize | None:
        return next((prize for prize in self.terms.prizes if prize.prize == name), None)


@dataclass(frozen=True, slots=True)
class State:
    promotions: Mapping[str, Promotion] = field(default_factory=lambda: NOTHING)
