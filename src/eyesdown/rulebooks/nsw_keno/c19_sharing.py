"""Rule 19: pro-rating of Major Prizes, and sharing of jackpots and Bonus Prizes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from eyesdown.kernel.money import share_by_weight
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.nsw_keno.figures import Figures

SHARING: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 19 - Pro-rating and sharing")


@SHARING.computes("2:Pro-rating", "19(a):cap", "19(a):trigger")
def pro_rating_applies(majors_cents: int | Fraction, figures: Figures) -> bool:
    """One cap for a draw over all its games (M10); Bonus and additional prizes stay out (M07)."""
    return majors_cents > figures.pro_rating_cap_cents


@SHARING.computes("19(b)", "19(c)")
def pro_rated(
    prize_cents: int | Fraction, majors_cents: int | Fraction, figures: Figures
) -> Fraction:
    """One Major Prize after the cut, in a single pass and never below the floor (M08)."""
    cut = Fraction(prize_cents) * figures.pro_rating_cap_cents / majors_cents
    return max(cut, Fraction(figures.pro_rating_floor_cents))


@SHARING.computes("19(d)")
def share_of_racing_jackpot(
    growth_cents: int | Fraction, stakes_cents: Sequence[int]
) -> tuple[Fraction, ...]:
    """By stake on the winning forecast of Rows (X18)."""
    return share_by_weight(growth_cents, stakes_cents)


@SHARING.computes("19(e)")
def share_of_bonus_jackpot(prize_cents: int, stakes_cents: Sequence[int]) -> tuple[Fraction, ...]:
    """A flat sum (X19) among those who hold Keno Bonus, per level, by base stake (M36).

    >>> share_of_bonus_jackpot(100, [100, 100])
    (Fraction(50, 1), Fraction(50, 1))
    """
    return share_by_weight(prize_cents, stakes_cents)


@SHARING.computes("19(f)")
def share_of_spot_jackpot(
    fill_and_growth_cents: int | Fraction, stakes_cents: Sequence[int]
) -> tuple[Fraction, ...]:
    """Every winner of one level, whatever the numbers (M03), where there is no pool (M02, M40)."""
    return share_by_weight(fill_and_growth_cents, stakes_cents)


@SHARING.computes("19(g)")
def share_of_bonus_prize(prize_cents: int, stakes_cents: Sequence[int]) -> tuple[Fraction, ...]:
    """Each winner's share of a Bonus Prize, in proportion to the stakes.

    >>> share_of_bonus_prize(900, (1, 2))
    (Fraction(300, 1), Fraction(600, 1))
    """
    return share_by_weight(prize_cents, stakes_cents)


@SHARING.computes("19(h)(i)", "19(h)(ii)", "19(i)", "19(j)(i)", "19(j)(ii)", "19(k)")
def share_of_pooled_jackpot(
    pool_cents: int | Fraction,
    fill_cents: int,
    stakes_cents: Sequence[int],
    elsewhere_cents: int,
) -> tuple[Fraction, ...]:
    """Each local winner's part: the pool over all jurisdictions, the fill among those here.

    `elsewhere_cents` is what winners in other jurisdictions staked. Base stakes weigh in both
    shares (M38). With no winner here no fill is paid (M37).
    """
    if not stakes_cents:
        return ()
    *pool, _ = share_by_weight(pool_cents, (*stakes_cents, elsewhere_cents))
    fill = share_by_weight(fill_cents, stakes_cents)
    return tuple(from_pool + from_fill for from_pool, from_fill in zip(pool, fill, strict=True))
