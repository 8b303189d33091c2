"""The room that sales reserve for Let it Run: what its series may carry into a game (G29).

The next game opens when the last one closes (T09), so it sells before anyone knows what will be
carried into it; a sale that took the room of a carry would take precedence over it. Each game
therefore counts what its series have staked, by forecast for it and for the next game, and the next
game reserves the largest amount that one result could carry into it. Only one result can win, so
each forecast is counted by itself. That the result is known does not narrow this down: a refusal
would then reveal it.

Room is reserved in the open game only. Bets sold ahead count when they are sold, a series when it
is carried (G30), so a carry is checked against them like any other bet.
"""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.keno.bets.bet import LetItRun
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.tickets import Carry, EntryRecord
from eyesdown.rulebook.keno_words import HeadsOrTailsResult
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import bonus_by_game, split_carry
from eyesdown.rulebooks.nsw_keno.c18_prizes import heads_or_tails_prize, scaled


def note_series(state: KenoState, sold: EntryRecord) -> None:
    """Count the first stakes of a sold Entry's Let it Run lines: they may be carried on."""
    for line in _series(sold):
        _note(state, sold, line, sold.first_game, sold.entry.lines[line].subscription_cents)


def note_carry(state: KenoState, sold: EntryRecord, carry: Carry) -> None:
    """Count what a Let it Run has carried into its next game: it may be carried on again."""
    _note(state, sold, carry.line, carry.game, carry.base_cents)


def drop_series(state: KenoState, sold: EntryRecord) -> None:
    """Take an Entry's series off the count: it was cancelled, or its receipt never delivered."""
    for line in _series(sold):
        _note(state, sold, line, sold.first_game, -sold.entry.lines[line].subscription_cents)
    carry = state.carries.get(sold.entry.serial)
    if carry is not None:
        _note(state, sold, carry.line, carry.game, -carry.base_cents)


def _series(sold: EntryRecord) -> Iterator[int]:
    return (line for line, bet in enumerate(sold.entry.lines) if isinstance(bet, LetItRun))


def _note(state: KenoState, sold: EntryRecord, line: int, game: int, cents: int) -> None:
    """Count a stake of a game that is not settled yet and that has a next game in its series."""
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


def reserved_cents(book: NswKeno, state: KenoState, game: int, result: HeadsOrTailsResult) -> int:
    """The most cents, in base stakes, that Let it Run may still carry onto a result of a game."""
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
