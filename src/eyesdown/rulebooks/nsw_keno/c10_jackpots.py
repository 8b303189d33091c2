"""Rule 10 and the jackpot words of rule 2: growth, fill, and what a jackpot prize is made of."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import JackpotPaymentFacts
from eyesdown.rulebooks.nsw_keno.figures import Figures
from eyesdown.rulebooks.nsw_keno.tables import Tables

JACKPOTS: Chapter[JackpotPaymentFacts, Figures] = Chapter("nsw-keno", "Rule 10 - Jackpot")


@JACKPOTS.computes("2:Jackpot Growth(i)", "2:Jackpot Growth(ii)", "2:Jackpot Growth(iii)")
def growth_with(growth_cents: Fraction, gross_cents: int, rate: Fraction) -> Fraction:
    """A jackpot's growth after one more game's Subscriptions on it, exact to the part of a cent.

    The rates of the spot games are the Licensees' to set (M01); those of racing are fixed (X03).

    >>> growth_with(Fraction(0), 200, Fraction(1, 10))
    Fraction(20, 1)
    """
    return growth_cents + gross_cents * rate


def growth_rate_max(game: str, spots: int, tables: Tables, figures: Figures) -> Fraction:
    """What the prizes and the fill of a spot jackpot leave of its contribution (M01).

    Their return is taken to the step in which rates are set.
    """
    pays = list(enumerate(tables.spots[game][spots]))
    chances = {caught: _chance(spots, caught, figures) for caught, _ in pays}
    schedule = sum((chances[caught] * cents for caught, cents in pays), Fraction(0))
    fill = chances[spots] * jackpot_fill(f"{game}/{spots}", tables)
    returned = schedule / figures.prize_stake_cents[game] + fill / figures.jackpot_stake_cents[game]
    step = figures.growth_rate_step
    received = figures.prize_fund_rates[figures.categories[game]]
    return received - round(returned / step) * step


def _chance(spots: int, caught: int, figures: Figures) -> Fraction:
    """The chance that `caught` of `spots` spots are drawn."""
    rest, drawn = figures.numbers_max - spots, figures.numbers_drawn
    ways = comb(spots, caught) * comb(rest, drawn - caught)
    return Fraction(ways, comb(figures.numbers_max, drawn))


@JACKPOTS.computes("10(b)(i)", "10(b)(ii)", "10(b)(iii)")
def racing_growth_rate(bet: str, figures: Figures) -> Fraction:
    """What of a game's Subscriptions goes to a racing jackpot, inside the fund's share (M42).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> racing_growth_rate('superfecta', figures)
    Fraction(1, 25)
    """
    return figures.racing_growth_rates[bet]


@JACKPOTS.computes("2:Jackpot Fill", "10(d)(ii)", "10(e)(ii)")
def jackpot_fill(jackpot: str, tables: Tables) -> int:
    """Only the two ten-spot jackpots have one (M39)."""
    return tables.jackpots[jackpot].fill_cents


@JACKPOTS.computes(
    "2:Regular Keno Jackpot Prize",
    "2:Keno $2 Game Keno Jackpot Prize",
    "2:Keno Racing Jackpot Prize",
    "10(c)(i)",
    "10(c)(ii)",
    "10(d)(i)",
    "10(d)(iii)",
    "10(e)(i)",
    "10(e)(iii)",
)
def jackpot_prize(
    base_cents: int | Fraction, fill_cents: int | Fraction, growth_cents: int | Fraction
) -> Fraction:
    """The schedule prize for the whole stake, and fill and growth that no stake makes larger.

    Fill and growth are fixed on the first dollar (two in the $2 Game) even where less was staked
    (M04, M06).
    """
    return Fraction(base_cents) + fill_cents + growth_cents


@JACKPOTS.computes("2:Jackpot Guarantee")
def guarantee_top_up(
    guarantee_cents: int,
    base_cents: int | Fraction,
    fill_cents: int,
    growth_cents: int | Fraction,
) -> Fraction:
    """What lifts a jackpot to its guaranteed amount: never below nothing (M35).

    The base is the schedule prize on the stake the table is printed for.
    """
    return max(Fraction(0), guarantee_cents - jackpot_prize(base_cents, fill_cents, growth_cents))


@JACKPOTS.enforces("10(a)", "jackpot/not_verified")
def large_jackpot_is_verified(payment: JackpotPaymentFacts, figures: Figures) -> Breach | None:
    """The whole prize of the line counts, after sharing and rounding (M30)."""
    if payment.verified or payment.prize_cents < figures.jackpot_verified_from_cents:
        return None
    return breach(
        "jackpot/not_verified",
        prize_cents=payment.prize_cents,
        verified_from_cents=figures.jackpot_verified_from_cents,
    )
