"""Rule 2: how a Subscription is split, and what its parts are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from eyesdown.kernel.money import round_down, round_half_even, round_half_up
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.keno_words import Category, Form
from eyesdown.rulebooks.nsw_keno.figures import Figures

MONEY: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 2 - Money")


@MONEY.computes("2:Category")
def category_of(form: Form, figures: Figures) -> Category:
    """Keno Bonus stays in its own category whatever it is played with (M32)."""
    return Category(figures.categories[form])


@MONEY.computes(
    "2:Keno Prize Fund Contribution(i)",
    "2:Keno Prize Fund Contribution(ii)",
    "2:Keno Prize Fund Contribution(iii)",
)
def contribution(
    subscription_cents: int | Fraction, category: Category, figures: Figures
) -> Fraction:
    """The part of a Subscription that goes to the Keno Prize Fund."""
    return subscription_cents * figures.prize_fund_rates[category]


@MONEY.computes("2:Commission(i)", "2:Commission(ii)", "2:Commission(iii)")
def commission(
    gross_cents: int, fund_cents: Fraction, agreed: Fraction | None, figures: Figures
) -> Fraction:
    """A Venue's Commission, kept exact: rounding waits until money leaves (M12).

    An agreed share of the gross comes first; without one, a fixed share of what the fund leaves.
    """
    if agreed is not None:
        return gross_cents * agreed
    return (gross_cents - fund_cents) * figures.commission_rate


ROUNDINGS: Mapping[str, Callable[[Exact], int]] = {
    "half_even": round_half_even,
    "half_up": round_half_up,
    "down": round_down,
}


def settlement(owed_cents: Exact, figures: Figures) -> int:
    """What a Venue hands over, or is paid, in whole cents; the rest waits for the next (M12).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> settlement(Fraction(201, 2), figures)
    100
    """
    rounded = ROUNDINGS[figures.venue_settlement_rounding]
    return rounded(owed_cents) if owed_cents > 0 else -rounded(-owed_cents)


@MONEY.computes("2:Gross Subscription", "2:Subscription")
def gross_subscription(tendered_cents: tuple[int, ...]) -> int:
    """Everything used to pay for an Entry counts, whatever it was: its Entry Fee (X14).

    >>> gross_subscription((100, 250))
    350
    """
    return sum(tendered_cents)


@MONEY.computes("2:Net Subscription")
def net_subscription(gross_cents: int, commission_cents: int | Fraction) -> int | Fraction:
    """What the Licensees' agent holds; 9C(c) and 9D(c) are limbs of it too (X11)."""
    return gross_cents - commission_cents


@MONEY.computes("2:Parlay")
def parlay_collected(total_prize_cents: int, parlay_cents: int) -> int:
    """What is left to collect once part of the Total Prize Money was staked again.

    >>> parlay_collected(1000, 300)
    700
    """
    assert 0 <= parlay_cents <= total_prize_cents
    return total_prize_cents - parlay_cents


@MONEY.computes("2:Total Prize Money")
def total_prize_money(prizes_cents: tuple[int, ...]) -> int:
    """Everything won in one Customer Session, over however many tickets and games.

    >>> total_prize_money((100, 250))
    350
    """
    return sum(prizes_cents)
