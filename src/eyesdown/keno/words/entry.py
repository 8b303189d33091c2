"""An Entry: its bets, how many games they run over, how it was made, and what it stakes."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct, field

from eyesdown.keno.bets.bet import (
    Bet,
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)
from eyesdown.kernel.written import Written, replace
from eyesdown.rulebook.keno_words import Category, Form, HeadsOrTailsResult, Method


class Entry(Written, frozen=True):
    """What a Subscriber asked for, whole, as it is stored and printed.

    `bonus_games` is for how many of the first games Keno Bonus is played on the lines that ask for
    it (all, when None). `runner`, `card` and `account` are empty where there is none.
    """

    serial: str
    lines: tuple[Bet, ...]
    games: int
    channel: str
    method: Method
    venue: str
    terminal: str = ""
    writer: str = ""
    session: str = ""
    bonus_games: int | None = None
    runner: str = ""
    card: str = ""
    account: str = ""
    kwikipiks: int = 0
    superplay: str = ""
    replay_of: str = ""


class Staked(Written, frozen=True):
    """What is staked in one game: by category, by jackpot, and on each Heads or Tails? result."""

    by_category: tuple[tuple[Category, int], ...]
    by_jackpot: tuple[tuple[str, int], ...] = ()
    by_result: tuple[tuple[HeadsOrTailsResult, int], ...] = ()

    @property
    def cents(self) -> int:
        """All that is staked in the game."""
        return sum(cents for _, cents in self.by_category)


class Totals(Struct):
    """A running sum of stakes, of one Entry or of a whole game."""

    by_category: dict[Category, int] = field(default_factory=dict)
    by_jackpot: dict[str, int] = field(default_factory=dict)
    by_result: dict[HeadsOrTailsResult, int] = field(default_factory=dict)

    def add(self, other: Staked, sign: int = 1) -> None:
        """Put a stake on top of this sum, or take it off again."""
        for category, cents in other.by_category:
            self.by_category[category] = self.by_category.get(category, 0) + sign * cents
        for jackpot, cents in other.by_jackpot:
            self.by_jackpot[jackpot] = self.by_jackpot.get(jackpot, 0) + sign * cents
        for result, cents in other.by_result:
            self.by_result[result] = self.by_result.get(result, 0) + sign * cents

    def frozen(self) -> Staked:
        """The sum as a value that does not change any more."""
        return Staked(
            tuple(self.by_category.items()),
            tuple(self.by_jackpot.items()),
            tuple(self.by_result.items()),
        )


def entry_form(bet: Bet) -> Form:
    """The game or form of entry of rule 7(b) that a bet is.

    >>> entry_form(Regular((4, 8), 200, bonus=False)).value
    'regular'
    """
    match bet:
        case Regular():
            return Form.REGULAR
        case Keno2():
            return Form.KENO2
        case LuckyLast():
            return Form.LUCKY_LAST
        case HeadsOrTails() | Prepick() | LetItRun():
            return Form.HEADS_OR_TAILS
        case Roulette():
            return Form.ROULETTE
        case Racing():
            return Form.RACING
        case Combination():
            return Form(bet.game)
        case _:
            assert_never(bet)


def has_bonus(bet: Bet) -> bool:
    """Whether a bet has Keno Bonus in at least one game.

    >>> has_bonus(Regular((4, 8), 200, bonus=True))
    True
    """
    return bet.bonus_games > 0 if isinstance(bet, (Prepick, LetItRun)) else bet.bonus


def forms_of(entry: Entry, *, parlay: bool = False) -> frozenset[Form]:
    """Every game and form of entry of rule 7(b) that an Entry makes use of."""
    forms = {entry_form(bet) for bet in entry.lines}
    if any(has_bonus(bet) for bet in entry.lines):
        forms.add(Form.BONUS)
    if entry.kwikipiks:
        forms.add(Form.KWIKIPIK)
    if entry.superplay:
        forms.add(Form.SUPERPLAY)
    if parlay:
        forms.add(Form.PARLAY)
    return frozenset(forms)


def line_in_game(entry: Entry, line: int, index: int) -> SingleBet | None:
    """The bet a line makes in the entry's game `index`, counted from 0.

    None after the end of a series, and for every game of a Let it Run but its first: what it
    stakes later is its prize, which is not known yet.
    """
    bet = entry.lines[line]
    if isinstance(bet, (Prepick, LetItRun)):
        if index >= len(bet.selections) or (index and isinstance(bet, LetItRun)):
            return None
        bonus = index < bet.bonus_games
        return HeadsOrTails(bet.selections[index], bet.subscription_cents, bonus)
    if bet.bonus and entry.bonus_games is not None and index >= entry.bonus_games:
        return replace(bet, bonus=False)
    return bet
