"""Rule 10B: moving the prize fund contribution a little, and the Promotional Sub-Account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from eyesdown.kernel.written import Written
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_money import FlexFacts, PromotionFacts
from eyesdown.rulebook.keno_words import Category
from eyesdown.rulebooks.nsw_keno.c02_money import contribution
from eyesdown.rulebooks.nsw_keno.dates import days_after, months_after
from eyesdown.rulebooks.nsw_keno.figures import Figures

FLEX: Chapter[FlexFacts, Figures] = Chapter("nsw-keno", "Rule 10B - Contribution")
PROMOTIONS: Chapter[PromotionFacts, Figures] = Chapter("nsw-keno", "Rule 10B - Promotions")


@dataclass(frozen=True, slots=True)
class FundShares:
    """What a Subscription brings to the fund: its main part and the sub-account's."""

    main_cents: Fraction
    promotion_cents: Fraction

    @property
    def fund_cents(self) -> Fraction:
        """What the Prize Fund gets in all, its promotional sub-account included."""
        return self.main_cents + self.promotion_cents


class Allocation(Written, frozen=True):
    """Money that entered a category's sub-account on one day."""

    on: date
    cents: Fraction


@FLEX.enforces("10B(a)(i)", "contribution/raised_too_far")
def contribution_is_raised_within_the_limit(flex: FlexFacts, figures: Figures) -> Breach | None:
    """The limit is a share of the contribution itself, not percentage points (M18)."""
    if Fraction(flex.change) <= figures.contribution_flex_max:
        return None
    return _too_far("contribution/raised_too_far", flex, figures)


@FLEX.enforces("10B(a)(ii)", "contribution/lowered_too_far")
def contribution_is_lowered_within_the_limit(flex: FlexFacts, figures: Figures) -> Breach | None:
    if -Fraction(flex.change) <= figures.contribution_flex_max:
        return None
    return _too_far("contribution/lowered_too_far", flex, figures)


def _too_far(code: str, flex: FlexFacts, figures: Figures) -> Breach:
    most = str(figures.contribution_flex_max)
    return breach(code, category=flex.category, change=flex.change, allowed=most)


@FLEX.computes("10B(b)")
def fund_shares(
    subscription_cents: int | Fraction, category: Category, change: Fraction, figures: Figures
) -> FundShares:
    """A rise comes on top, a fall out of the main part; both feed the sub-account (M19)."""
    usual = contribution(subscription_cents, category, figures)
    moved = usual * change
    return FundShares(usual + min(moved, 0 * moved), abs(moved))


@PROMOTIONS.computes("10B(c)")
def overdue(allocations: Sequence[Allocation], day: date, figures: Figures) -> Fraction:
    """Money that should have reached Subscribers by now (M20)."""
    due = (a.cents for a in allocations if day > months_after(a.on, figures.promotion_months_max))
    return sum(due, Fraction(0))


def due_soon(allocations: Sequence[Allocation], day: date, figures: Figures) -> Fraction:
    """Money whose twelve months end within the alert days (M20)."""
    soon = days_after(day, figures.promotion_alert_days)
    return overdue(allocations, soon, figures) - overdue(allocations, day, figures)


def spend(allocations: Sequence[Allocation], cents: int | Fraction) -> tuple[Allocation, ...]:
    """What is left after paying out of the oldest money first (M20)."""
    left = []
    for allocation in allocations:
        used = min(allocation.cents, Fraction(cents))
        cents -= used
        if allocation.cents > used:
            left.append(Allocation(allocation.on, allocation.cents - used))
    return tuple(left)


@PROMOTIONS.enforces("10B(d)", "promotion/other_category", "promotion/not_held")
def promotion_spends_its_own_category(promotion: PromotionFacts) -> Breach | None:
    if promotion.funded_by is not promotion.category:
        return breach(
            "promotion/other_category", category=promotion.category, money=promotion.funded_by
        )
    if promotion.cents <= promotion.held_cents:
        return None
    return breach("promotion/not_held", cents=promotion.cents, held_cents=promotion.held_cents)
