"""Rule 10A: who wins a Bonus Prize."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import BonusPrizeFacts
from eyesdown.rulebooks.nsw_keno.c19_sharing import share_of_bonus_prize
from eyesdown.rulebooks.nsw_keno.figures import Figures

BONUS_PRIZES: Chapter[BonusPrizeFacts, Figures] = Chapter("nsw-keno", "Rule 10A - Bonus Prizes")


@BONUS_PRIZES.enforces("10A(b)", "bonus_prize/already_won")
def first_game_takes_it(game: BonusPrizeFacts) -> Breach | None:
    """The first draw in which anybody qualifies ends the offer (M34)."""
    if game.won_in is None or game.won_in == game.game:
        return None
    return breach("bonus_prize/already_won", game=game.game, won_in=game.won_in)


@BONUS_PRIZES.computes("10A(c)")
def shares_of_bonus_prize(prize_cents: int, stakes_cents: Sequence[int]) -> tuple[Fraction, ...]:
    """All who qualify in that first game share it by base stake (X06).

    >>> shares_of_bonus_prize(100, [100, 300])
    (Fraction(25, 1), Fraction(75, 1))
    """
    return share_of_bonus_prize(prize_cents, stakes_cents)


@BONUS_PRIZES.computes("10A(d)")
def qualifies(game: BonusPrizeFacts, figures: Figures) -> bool:
    """Form and approved requirements decide; what a ticket prints is not even looked at."""
    return game.meets_requirements and form_is_eligible(game, figures) is None


@BONUS_PRIZES.enforces("10A(e)", "bonus_prize/form")
def form_is_eligible(game: BonusPrizeFacts, figures: Figures) -> Breach | None:
    """Single picks of the two spot games are, unless an approval says otherwise (M33)."""
    if game.form in figures.bonus_prize_forms and not game.combination:
        return None
    return breach("bonus_prize/form", form=game.form, combination=int(game.combination))
