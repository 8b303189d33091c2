"""Room that sales leave free for Let it Run: what its series may carry into a game (G29).

The next game opens when the last one closes (T09), so it sells before anybody knows what will be
carried into it; a sale that took the room of a carry would go before it. Each game therefore keeps
what its series have staked, by forecast now and next, and the game after it keeps the most of that
free which one result could send there. Only one result can win, so its forecasts count one by one;
that it has been drawn does not narrow this down, for a refusal would then tell the result.

Room is kept in the open game only. Bets that are sold ahead count when they are sold, a series when
it is carried (G30), so one that finds them there is tried against them like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from eyesdown.keno.bets.bet import LetItRun
from eyesdown.keno.words.records import Carry, Sold
from eyesdown.rulebook.keno_words import HeadsOrTailsResult
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import bonus_by_game, split_carry
from eyesdown.rulebooks.nsw_keno.c18_prizes import heads_or_tails_prize, scaled

if TYPE_CHECKING:
    from eyesdown.keno.state.state import KenoState

Step: TypeAlias = str
"""A forecast of this game and the next one, each with a + for Keno Bonus: "heads+ tails"."""


def note_series(state: KenoState, sold: Sold) -> None:
    """A Let it Run was sold: its first stake may be carried on."""
    for line in _series(sold):
        _note(state, sold, line, sold.first_game, sold.entry.lines[line].subscription_cents)


def note_carry(state: KenoState, sold: Sold, carry: Carry) -> None:
    """A Let it Run went on: what it stakes now may be carried on again."""
    _note(state, sold, carry.line, carry.game, carry.base_cents)


def drop_series(state: KenoState, sold: Sold) -> None:
    """Nothing of an Entry will be carried any more: it was cancelled, or never was complete."""
    for line in _series(sold):
        _note(state, sold, line, sold.first_game, -sold.entry.lines[line].subscription_cents)
    carry = state.carries.get(sold.entry.serial)
    if carry is not None:
        _note(state, sold, carry.line, carry.game, -carry.base_cents)


def _series(sold: Sold) -> Iterator[int]:
    return (line for line, bet in enumerate(sold.entry.lines) if isinstance(bet, LetItRun))


def _note(state: KenoState, sold: Sold, line: int, game: int, cents: int) -> None:
    """Count a stake that waits for its game; once that is settled there is nothing to count."""
    bet = sold.entry.lines[line]
    assert isinstance(bet, LetItRun)
    index = game - sold.first_game
    if game < state.frontier or index + 1 >= len(bet.selections):
        return
    bonus = bonus_by_game(len(bet.selections), bet.bonus_games)
    now, then = bet.selections[index], bet.selections[index + 1]
    step = f"{now}{'+' * bonus[index]} {then}{'+' * bonus[index + 1]}"
    steps = state.series.setdefault(game, {})
    steps[step] = steps.get(step, 0) + cents


def kept_free(book: NswKeno, state: KenoState, game: int, result: HeadsOrTailsResult) -> int:
    """The most, in base stakes, that Let it Run may still carry onto a result of a game."""
    by_forecast: dict[str, int] = {}
    for step, cents in state.series.get(game - 1, {}).items():
        this, that = step.split(" ")
        if that.removesuffix("+") == result:
            now, bonus_next = this.removesuffix("+"), that.endswith("+")
            times = max(book.figures.multipliers.values()) if this.endswith("+") else 1
            pays = heads_or_tails_prize(now, now, book.tables)
            per = book.figures.prize_stake_cents["heads_or_tails"]
            prize = int(scaled(pays, per, cents, times))
            base, _ = split_carry(prize, bonus_next=bonus_next, figures=book.figures)
            by_forecast[now] = by_forecast.get(now, 0) + base
    return max(by_forecast.values(), default=0)
