"""Facts of keno clauses about the venue, the person and the Entry they want to make."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.rulebook.keno_words import Form, Method, PersonKind


@dataclass(frozen=True, slots=True)
class VenueFacts:
    """A Venue that is to sell or pay."""

    venue: str
    appointed: bool
    approval: str
    general_bar: bool


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """Who wants to enter, as far as an account, a card or a logon tells (T16).

    Without a birth date, `age_checked` says whether a person has checked the age.
    """

    role: PersonKind
    engaged: bool
    born: date | None
    day: date
    age_checked: bool = False


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An Entry on its way in, before its bets are priced."""

    channel: str
    method: Method
    forms: frozenset[Form]
    offered: frozenset[Form]
    venue: str
    senior_writer: str
    template_venue: str
    games_count: int
    stakes_named: bool
    game_open: bool
    trading: bool = True


@dataclass(frozen=True, slots=True)
class InternetFacts:
    """An Entry through an internet account."""

    has_account: bool
    logged_in: bool
    balance_cents: int
    cost_cents: int
    terms_accepted: bool
    confirmed: bool
    location: str
    in_permitted_area: bool  # of the Venue that the Entry names
