"""Part 7 - Prizes: how much must come back, and how it is paid."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import DrawFacts, PayFacts
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

PART_7: Chapter[Any, NzBingoFigures] = Chapter(BOOK, "Part 7 - Prizes")


@ACTIONS.draw.enforces("7.1(a)", "return/forecast_too_low")
def jackpot_game_promises_enough(facts: DrawFacts) -> Breach | None:
    """The prizes on offer are tested before the first number (H06)."""
    return _short(facts) if facts.jackpot_session else None


@ACTIONS.draw.enforces("7.1(b)", "return/forecast_too_low")
def plain_game_promises_enough(facts: DrawFacts) -> Breach | None:
    return None if facts.jackpot_session else _short(facts)


def _short(facts: DrawFacts) -> Breach | None:
    if not facts.short_cents:
        return None
    return breach("return/forecast_too_low", short_cents=facts.short_cents)


@PART_7.computes("7.1(a)", "7.1(b)", "7.1(c)", "7.1(d)")
def least_return(scope: str, figures: NzBingoFigures, *, jackpot: bool) -> Fraction:
    """The share of receipts that must be paid as prizes; all tests are literal (H01, H03, H05).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nz_casino_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> least_return('game', figures, jackpot=False)
    Fraction(9, 10)
    """
    if scope == "game":
        return figures.game_return_with_jackpot if jackpot else figures.game_return
    return figures.session_return if scope == "session" else figures.sequence_return


@PART_7.computes("7.3(a)", "7.3(b)")
def pay_method(facts: PayFacts, figures: NzBingoFigures) -> str:
    """Each prize of a winner is judged alone, at its own share (H08, H09)."""
    if facts.cheque_requested or facts.amount_cents > figures.cheque_above_cents:
        return "cheque"
    return "cash"


@ACTIONS.pay.enforces("7.3(a)", "payment/cheque_owed")
def large_prizes_are_paid_by_cheque(facts: PayFacts, figures: NzBingoFigures) -> Breach | None:
    if pay_method(facts, figures) != "cheque" or _all_by(facts, "cheque"):
        return None
    return breach("payment/cheque_owed", amount_cents=facts.amount_cents)


@ACTIONS.pay.enforces("7.3(b)", "payment/cash_owed")
def other_prizes_are_paid_in_cash(facts: PayFacts, figures: NzBingoFigures) -> Breach | None:
    if pay_method(facts, figures) != "cash" or _all_by(facts, "cash"):
        return None
    return breach("payment/cash_owed", amount_cents=facts.amount_cents)


def _all_by(facts: PayFacts, method: str) -> bool:
    return all(way == method for way, _ in facts.parts)
