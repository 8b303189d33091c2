"""What is set at a keno site: venues, terminals, limits, jackpots and what is on offer.

Each part of it also fills the form that changes it, so that no one types it a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from eyesdown.display.game_names import GAMES, jackpot_in_words
from eyesdown.display.keno.office_forms import words_of
from eyesdown.keno.office.jackpots import jackpot_keys
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.offers import ExtraPrize, FormSwitch, Guarantee, Jackpot, Superplay
from eyesdown.keno.words.places import Instructions, Terminal, Venue
from eyesdown.rulebooks.nsw_keno.book import NswKeno

_DIGITS = 10**6
"""A percentage is typed with six digits after the point at most."""


@dataclass(frozen=True, slots=True)
class VenueSet:
    """A venue with its terminals; no commission means the one of rule 7(f)(ii)."""

    venue: Venue
    kind: str
    commission: str
    terminals: tuple[Terminal, ...]

    @property
    def hours(self) -> str:
        """Its trading hours."""
        return hours_shown(self.venue)


@dataclass(frozen=True, slots=True)
class JackpotSet:
    """A jackpot with its growth, what it can pay above the schedule, and what is promised."""

    key: str
    name: str
    jackpot: Jackpot
    rate: str
    later_rates: tuple[tuple[date, str], ...]
    guarantees: tuple[Guarantee, ...]

    @property
    def has_fixed_rate(self) -> bool:
        """Whether the rules fix its growth (10(b))."""
        return self.key.startswith("racing/")


@dataclass(frozen=True, slots=True)
class PrizeSet:
    """An extra prize, and whether it can still be won."""

    prize: ExtraPrize
    game: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class FormSet:
    """Whether a form of entry is offered by a method, from a day on."""

    switch: FormSwitch
    form: str
    method: str


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The whole page."""

    payout_limit_cents: int | None
    venues: tuple[VenueSet, ...]
    jackpots: tuple[JackpotSet, ...]
    prizes: tuple[PrizeSet, ...]
    forms: tuple[FormSet, ...]
    flexes: tuple[tuple[str, str, date, date], ...]
    templates: tuple[Superplay, ...]
    instructions: tuple[Instructions, ...]


def hours_shown(venue: Venue) -> str:
    """The trading hours of a venue, as its page and its tills name them."""
    if venue.opens == venue.closes:
        return "around the clock"
    return f"{venue.opens:%H:%M} to {venue.closes:%H:%M}"


def percent(share: Fraction) -> str:
    """A share in percent, as it is typed; empty for one that cannot be typed exactly.

    >>> percent(Fraction(101, 1000)), percent(Fraction(1, 100)), percent(Fraction(1, 3))
    ('10.1', '1', '')
    """
    parts = 100 * share * _DIGITS
    if parts.denominator != 1:
        return ""
    sign, (whole, rest) = "-" * (parts < 0), divmod(abs(int(parts)), _DIGITS)
    return f"{sign}{whole}.{rest:06d}".rstrip("0").removesuffix(".")


def share_shown(share: Fraction) -> str:
    """A share for people.

    >>> share_shown(Fraction(3, 40)), share_shown(Fraction(1, 3))
    ('7.5%', 'about 33.33%')
    """
    exact = percent(share)
    return f"{exact}%" if exact else f"about {float(100 * share):.4g}%"


def settings_view(book: NswKeno, keno: KenoState, now: datetime) -> SettingsView:
    """What is set now, and what is set for later days."""
    today = now.date()
    return SettingsView(
        payout_limit_cents=keno.payout_limit_cents,
        venues=tuple(_venue(keno, venue) for _, venue in sorted(keno.venues.items())),
        jackpots=tuple(_jackpot(keno, key, today) for key in jackpot_keys(book)),
        prizes=tuple(
            PrizeSet(prize, GAMES[prize.form].title, prize.won_in is not None or prize.to_at < now)
            for prize in keno.extras.values()
        ),
        forms=tuple(
            FormSet(each, words_of(each.form), words_of(each.method)) for each in keno.switches
        ),
        flexes=tuple(
            (f"{flex.category}", share_shown(flex.change), flex.from_day, flex.to_day)
            for flex in keno.flexes
            if flex.to_day >= today
        ),
        templates=tuple(template for _, template in sorted(keno.templates.items())),
        instructions=tuple(keno.instructions),
    )


def _venue(keno: KenoState, venue: Venue) -> VenueSet:
    terminals = (each for _, each in sorted(keno.terminals.items()) if each.venue == venue.venue)
    agreed = "" if venue.commission is None else share_shown(venue.commission)
    return VenueSet(venue, words_of(venue.kind), agreed, tuple(terminals))


def _jackpot(keno: KenoState, key: str, today: date) -> JackpotSet:
    jackpot = keno.jackpots.get(key, Jackpot(key))
    rate = jackpot.rate_on(today)
    return JackpotSet(
        key,
        jackpot_in_words(key),
        jackpot,
        "" if rate is None else share_shown(rate),
        tuple((start, share_shown(each)) for start, each in jackpot.rates if start > today),
        tuple(each for each in keno.guarantees if each.jackpot == key and each.to_day >= today),
    )


def typed_before(keno: KenoState, command: str, given: Mapping[str, str]) -> dict[str, str]:
    """What the form of a change begins with: what is set now, by field.

    >>> typed_before(KenoState(payout_limit_cents=500_000), "SetPayoutLimit", {})
    {'cents': '5000.00'}
    """
    venue = keno.venues.get(given.get("venue", ""))
    match command:
        case "AppointVenue" if venue is not None:
            return _venue_typed(venue)
        case "AgreeCommission" if venue is not None and venue.commission is not None:
            return {"rate": percent(venue.commission)}
        case "SetPayoutLimit" if keno.payout_limit_cents is not None:
            return {"cents": _dollars_typed(keno.payout_limit_cents)}
        case _:
            return {}


def _venue_typed(venue: Venue) -> dict[str, str]:
    own = venue.payout_limit_cents
    return {
        "kind": venue.kind,
        "name": venue.name,
        "area": venue.area,
        "approval": venue.approval,
        "premises": "\n".join(venue.premises),
        "permitted_area": "\n".join(venue.permitted_area),
        "opens": f"{venue.opens:%H:%M}",
        "closes": f"{venue.closes:%H:%M}",
        "payout_limit_cents": "" if own is None else _dollars_typed(own),
        "eft_permitted": "yes" if venue.eft_permitted else "",
    }


def _dollars_typed(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
