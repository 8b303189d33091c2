"""Whether a command of the office lets venues keep or pay more than they do now."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.office.commands import AgreeCommission, AppointVenue, SetPayoutLimit
from eyesdown.keno.state.state import KenoState
from eyesdown.rulebook.keno_words import Category
from eyesdown.rulebooks.nsw_keno.c02_money import commission, contribution
from eyesdown.rulebooks.nsw_keno.figures import Figures

VenueTerms: TypeAlias = AgreeCommission | AppointVenue | SetPayoutLimit
"""Commands that may raise what a venue keeps of its takings, or what it may pay."""


def is_more(state: KenoState, command: VenueTerms, figures: Figures) -> bool:
    """Whether a venue would keep or pay more than now.

    - Commission: more in any category, as the share of the rules differs by category. A venue
      without an agreed share has that of the rules. Contributions that are flexed for some days
      do not count.
    - The limit of all venues: while none is set, venues pay nothing, so the first one is more.
    - A venue's own limit: the lower of the two limits holds, so a first limit of its own is never
      more, and to take it away always is. A new venue has nothing to compare with.
    """
    match command:
        case SetPayoutLimit():
            return command.cents > (state.payout_limit_cents or 0)
        case AppointVenue():
            venue = state.venues.get(command.venue)
            own_cents = None if venue is None else venue.payout_limit_cents
            new_cents = command.payout_limit_cents
            return own_cents is not None and (new_cents is None or new_cents > own_cents)
        case AgreeCommission():
            venue = state.venues.get(command.venue)
            return venue is not None and any(
                _share(category, command.rate, figures)
                > _share(category, venue.commission, figures)
                for category in Category
            )


def terms_raised(command: VenueTerms) -> dict[str, str]:
    """What such a command raises, and of which venue, as facts of a refusal."""
    match command:
        case SetPayoutLimit():
            return {"what": "payout limit"}
        case AppointVenue():
            return {"what": "payout limit", "venue": command.venue}
        case AgreeCommission():
            return {"what": "commission", "venue": command.venue}


def _share(category: Category, agreed: Fraction | None, figures: Figures) -> Fraction:
    """The share of a Subscription of a category that stays with a venue."""
    return commission(1, contribution(1, category, figures), agreed, figures)
