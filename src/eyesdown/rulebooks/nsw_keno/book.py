"""NSW Keno, fixed to a day.

Pointers in the text were followed one by one: X20 lists those that are right, X02 to X11 how the
others are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from eyesdown.rulebook.book import Book
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.keno_words import RouletteBet
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.nsw_keno import (
    c02_combinations,
    c02_games,
    c02_money,
    c02_racing,
    c02_roulette,
    c02_terms,
    c05_eligibility,
    c07_entry,
    c07a_internet,
    c09_subscriptions,
    c09_tenders,
    c10_jackpots,
    c10a_bonus_prizes,
    c10b_promotion,
    c11_cancellations,
    c12_draw,
    c14_winning,
    c15_payouts,
    c15_rounding,
    c18_prizes,
    c19_sharing,
    c23_schedule,
    record,
)
from eyesdown.rulebooks.nsw_keno.figures import Figures, check_choices
from eyesdown.rulebooks.nsw_keno.tables import PACKAGE, Tables, read_tables

CHAPTERS: tuple[Chapter[Any, Figures], ...] = (
    c02_games.GAMES,
    c02_games.NUMBERS,
    c02_games.SPOTS,
    c02_games.BONUS,
    c02_games.LUCKY_LAST,
    c02_games.SERIES,
    c02_combinations.COMBINATIONS,
    c02_racing.RACING,
    *c02_racing.STRAIGHT.values(),
    c02_racing.BOX,
    *c02_racing.STANDOUT.values(),
    c02_racing.FIELD,
    c02_roulette.ROULETTE,
    *c02_roulette.SELECTIONS.values(),
    c09_subscriptions.REGULAR,
    c09_subscriptions.KENO2,
    c09_subscriptions.LUCKY_LAST,
    c09_subscriptions.HEADS_OR_TAILS,
    c09_subscriptions.RACING,
    *c09_subscriptions.ROULETTE_STAKES.values(),
    c09_subscriptions.ENTRY,
    c09_subscriptions.AGGREGATES,
    c09_subscriptions.CARRIES,
    c10_jackpots.JACKPOTS,
    c10a_bonus_prizes.BONUS_PRIZES,
    c15_rounding.PAYOUT,
    c18_prizes.PRIZES,
    c19_sharing.SHARING,
    c23_schedule.SCHEDULE,
    record.RECORD,
    c02_terms.APPROVALS,
    c02_terms.TERMS,
    c02_terms.VENUES,
    c02_terms.COMPANIONS,
    c02_terms.TEMPLATES,
    c02_money.MONEY,
    c05_eligibility.ELIGIBLE,
    c05_eligibility.PERSONS,
    c05_eligibility.DRAW_STAFF,
    c05_eligibility.SALE_STAFF,
    c07_entry.ENTRY,
    c07_entry.PAYMENT,
    c07_entry.AGENCY,
    c07_entry.PRINT_PAY,
    c07_entry.RUNNERS,
    c07a_internet.INTERNET,
    c09_tenders.TENDERS,
    c09_tenders.MIX,
    c09_tenders.VOUCHER_SALES,
    c09_tenders.CHIP_SALES,
    c10b_promotion.FLEX,
    c10b_promotion.PROMOTIONS,
    c11_cancellations.VENUE_CANCELS,
    c11_cancellations.WEB_CANCELS,
    c12_draw.DRAW,
    c12_draw.GAMES,
    c14_winning.CLAIMS,
    c14_winning.WEB_PRIZES,
    c14_winning.LIABILITY,
    c14_winning.REINSTATING,
    c15_payouts.PAYOUTS,
    c15_payouts.IN_TIME,
    c15_payouts.WEB_CREDITS,
    c15_payouts.WITHDRAWALS,
    c15_payouts.FORM_PAYOUTS,
    c15_payouts.REFUNDS,
)


@dataclass(frozen=True, slots=True, repr=False)
class NswKeno(Book[Figures]):
    """The book with its pay tables and the roulette grid at hand."""

    tables: Tables
    roulette: Mapping[RouletteBet, c02_roulette.Covers]
    wheel: c02_roulette.Wheel

    __eq__ = object.__eq__  # a book opened for a day is one thing, and may key a cache
    __hash__ = object.__hash__


@cache
def open_on(day: date) -> NswKeno:
    """The book with the figures in force on a day.

    >>> open_on(date(2024, 1, 12)).figures.numbers_max
    80
    """
    figures = figures_on(Figures, PACKAGE, day)
    check_choices(figures)
    c02_roulette.check_grid(figures)
    grid = c02_roulette.roulette_grid(figures)
    return NswKeno(
        source=read_source(PACKAGE),
        day=day,
        figures=figures,
        chapters=CHAPTERS,
        tables=read_tables(figures),
        roulette=c02_roulette.covered(grid, figures),
        wheel=c02_roulette.wheel_of(figures),
    )
