"""The exact odds of a keno bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from eyesdown.keno.bets import door
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.kernel.cite import Refusal
from eyesdown.library.books import Day, keno_book
from eyesdown.library.keno import GivenBet
from eyesdown.library.nesting import nesting_refused
from eyesdown.odds.keno.answers import law_answer, refused_answer
from eyesdown.odds.keno.bets import law_of
from eyesdown.odds.keno.ticket import ticket_odds
from eyesdown.odds.law import Law, Outcome, as_text


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances and returns of one bet. Prizes are in dollars for its stake.

    `hit_rate` is None, and there are no outcomes, for a Combination Bet with too many cases to
    count; its `rtp` is exact all the same. Of a refused bet nothing is known.
    """

    rtp: Fraction = Fraction(0)
    hit_rate: Fraction | None = None
    rtp_with_jackpot_fill: Fraction | None = None
    outcomes: tuple[Outcome, ...] = ()
    refused: tuple[Refusal, ...] = ()
    _json: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def house_edge(self) -> Fraction:
        """The share of the stake that the house keeps on average, jackpots left out."""
        return 1 - self.rtp

    def as_json(self) -> dict[str, Any]:
        """The answer as one bet of `eyesdown odds keno --json`."""
        return dict(self._json)


@nesting_refused
def odds(bet: GivenBet | str, on: Day = None) -> Odds:
    """The exact odds of a bet, or of a key such as `regular/10` (spots taken at random).

    >>> odds("regular/1").rtp, float(odds("heads_or_tails/evens").hit_rate)
    (Fraction(3, 4), 0.203...)
    """
    book = keno_book(on)
    if isinstance(bet, str):
        return _of_law(law_of(book, bet))
    given = door.given_bet(book, bet)
    refused = no_such_bet(book, given)
    if refused:
        return Odds(refused=refused, _json=refused_answer(refused))
    [counted] = ticket_odds(book, [given]).bets
    if counted.law is not None:
        return _of_law(counted.law)
    rough = {"rtp": as_text(counted.rtp), "rtp_for_random_spots": counted.rtp_for_random_spots}
    return Odds(counted.rtp, _json=rough)


def _of_law(law: Law) -> Odds:
    fill = law.rtp_with_jackpot_fill if law.has_fill else None
    return Odds(law.rtp, law.hit_rate, fill, law.outcomes, _json=law_answer(law))
