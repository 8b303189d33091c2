"""Part 7 - Settlement: checking a scorecard, sharing, paying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.kernel.money import share_equally_up
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import CheckFacts, ClaimFacts, ConfirmFacts, DrawFacts, PayFacts
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK, supervises
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_7: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 7 - Settlement")


@PART_7.computes("7.1")
def steps() -> Mapping[str, str]:
    """The checklist, each step with its clause (C19)."""
    return {
        "collect": "7.1.1",
        "serial": "7.1.2",
        "game": "7.1.3",
        "numbers": "7.1.4",
        "jackpot": "7.1.5",
    }


@ACTIONS.check.enforces("7.1", "claim/wrong_checker")
def supervisor_or_above_checks(facts: CheckFacts, figures: NswBingoFigures) -> Breach | None:
    if supervises(facts.by_role, figures):
        return None
    return breach("claim/wrong_checker", by=facts.by, role=facts.by_role)


@ACTIONS.confirm.enforces("7.1", "claim/not_the_supervisor")
def supervisor_or_above_confirms(facts: ConfirmFacts, figures: NswBingoFigures) -> Breach | None:
    if supervises(facts.by_role, figures):
        return None
    return breach("claim/not_the_supervisor", role=facts.by_role)


@ACTIONS.claim.enforces("7.1.2", "claim/other_serial")
def serial_is_one_in_play(facts: ClaimFacts) -> Breach | None:
    return None if facts.shown_serial_in_game else breach("claim/other_serial", call=facts.call)


@ACTIONS.check.enforces("7.1.2", "claim/card_serial_differs", "claim/card_book_differs")
def serial_and_book_read_are_the_scorecards(facts: CheckFacts) -> Breach | None:
    if not facts.serial_agrees:
        return breach("claim/card_serial_differs", by=facts.by)
    return None if facts.book_agrees else breach("claim/card_book_differs", by=facts.by)


@ACTIONS.claim.enforces("7.1.3", "claim/card_unsold", "claim/card_of_another_game")
def scorecard_is_for_this_game(facts: ClaimFacts) -> Breach | None:
    if not facts.shown_sold:
        return breach("claim/card_unsold", call=facts.call)
    return None if facts.shown_for_game else breach("claim/card_of_another_game", call=facts.call)


@PART_7.computes("7.2")
def share(amount_cents: int, players: int) -> tuple[int, int]:
    """Equal shares per player once verified; rounded up, the operator adds the rest (C13, C26).

    >>> share(10_000, 3)
    (3334, 2)
    """
    return share_equally_up(amount_cents, players)


@ACTIONS.draw.enforces("7.2", "draw/claims_open")
def claims_are_decided_before_the_next_number(facts: DrawFacts) -> Breach | None:
    return breach("draw/claims_open", claims=facts.claims_open) if facts.claims_open else None


@PART_7.computes("7.3")
def best_level(met: tuple[str, ...]) -> str:
    """The highest level a scorecard qualifies for, and no other; '' if it meets none (G14).

    >>> best_level(("gold", "silver"))
    'gold'
    """
    return met[0] if met else ""


@ACTIONS.confirm.enforces("7.4", "claim/unmarked")
def required_numbers_are_marked(facts: ConfirmFacts) -> Breach | None:
    """Missing marks may be added until the next number is announced (C10)."""
    if not facts.unmarked:
        return None
    return breach("claim/unmarked", numbers=" ".join(str(number) for number in facts.unmarked))


@ACTIONS.pay.enforces("7.4", "payment/game_not_closed")
def prizes_settle_after_the_game(facts: PayFacts) -> Breach | None:
    """Minor prizes wait too: a game that becomes void has no result (I05)."""
    if facts.game_closed:
        return None
    return breach("payment/game_not_closed", amount_cents=facts.amount_cents)


@ACTIONS.pay.enforces("7.5", "payment/no_such_method")
def prizes_are_money_or_dollars_to_play(facts: PayFacts, figures: NswBingoFigures) -> Breach | None:
    if facts.jackpot:
        return None
    return _not_by(facts, figures.prize_methods)


@ACTIONS.pay.enforces("7.6", "payment/no_such_method")
def jackpots_are_paid_in_cash_or_by_cheque(
    facts: PayFacts, figures: NswBingoFigures
) -> Breach | None:
    return _not_by(facts, figures.jackpot_methods) if facts.jackpot else None


def _not_by(facts: PayFacts, methods: tuple[str, ...]) -> Breach | None:
    for method, cents in facts.parts:
        if method not in methods:
            return breach("payment/no_such_method", method=method, amount_cents=cents)
    return None


def pay_method(facts: PayFacts) -> str:
    """How it was paid; cash where nothing else is asked for."""
    methods = [method for method, _ in facts.parts]
    if methods:
        return " and ".join(dict.fromkeys(methods))
    return "cheque" if facts.jackpot and facts.cheque_requested else "cash"


@ACTIONS.claim.enforces("7.7", "claim/game_settled")
def scorecards_of_a_settled_game_are_invalid(facts: ClaimFacts) -> Breach | None:
    return breach("claim/game_settled", call=facts.call) if facts.game_settled else None
