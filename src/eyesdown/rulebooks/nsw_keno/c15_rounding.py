"""Rule 15(a) and 15(k): the most a jackpot can cost, and rounding."""

from __future__ import annotations

from fractions import Fraction

from eyesdown.kernel.money import round_down
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebooks.nsw_keno.figures import Figures

PAYOUT: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 15 - What is payable")


@PAYOUT.computes("15(a)")
def within_stored_jackpot(
    share_cents: int | Fraction, stored_cents: int | Fraction
) -> int | Fraction:
    """Fill and growth are never paid above what stood stored at the game's close (M43).

    The schedule part is worked out anew from stake and Multiplier and is not held to it (X07).
    """
    return min(share_cents, stored_cents)


@PAYOUT.computes("15(k):exact", "15(k):down")
def payable(prize_cents: int | Fraction, figures: Figures) -> int:
    """A prize rounded down to ten cents, once, after everything else is done to it (M11)."""
    return round_down(prize_cents, figures.prize_step_cents)
