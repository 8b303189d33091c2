"""Keno: check a bet against a draw, price it, settle a whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from eyesdown.keno.bets import answers, door
from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.bets.draws import ImpossibleDraw, draw_of
from eyesdown.keno.bets.price import limits_broken, no_such_bet, not_for_sale, priced
from eyesdown.keno.bets.reading import bet_type
from eyesdown.keno.bets.settle import Reason
from eyesdown.keno.bets.whole_game import settle_game
from eyesdown.kernel.cite import Refusal, refusal_json
from eyesdown.library.books import Day, keno_book
from eyesdown.library.nesting import nesting_refused
from eyesdown.rulebook.keno_words import TerminalKind

GivenBet: TypeAlias = Mapping[str, Any] | Bet
"""A bet in its JSON shape (docs/keno.md), or a bet object of `eyesdown.keno.bets.bet`."""

Numbers: TypeAlias = Sequence[int]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a bet wins on its draw. Amounts are in cents; of a refused bet all are 0.

    The fields are those of `eyesdown keno check`. `draws`, `multipliers_applied`, `prizes_cents`
    and `games_played` belong to a series, `draw` and `multiplier_applied` to any other bet.
    """

    refused: tuple[Refusal, ...] = ()
    combinations: int = 0
    stake_cents: int = 0
    prize_cents_before_jackpot: int = 0
    prize_histogram: Mapping[str, int] = field(default_factory=dict)
    major_prizes: int = 0
    multiplier_applied: int = 1
    multipliers_applied: tuple[int, ...] = ()
    prizes_cents: tuple[int, ...] = ()
    games_played: int = 0
    jackpots: tuple[Mapping[str, Any], ...] = ()
    draw: Mapping[str, Any] = field(default_factory=dict)
    draws: tuple[Mapping[str, Any], ...] = ()
    because: tuple[Reason, ...] = ()
    not_for_sale: tuple[Refusal, ...] = ()
    _json: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The answer as `eyesdown keno check` writes it."""
        return dict(self._json)


@dataclass(frozen=True, slots=True)
class Price:
    """What bets cost together, and whether they may be sold; of a refused bet all is 0."""

    allowed: bool
    cost_cents: int = 0
    combinations: int = 0
    costs_cents: tuple[int, ...] = ()
    not_for_sale: tuple[Refusal, ...] = ()
    refused: tuple[Refusal, ...] = ()
    _json: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The answer as `eyesdown keno price --json` writes it."""
        return dict(self._json)


@dataclass(frozen=True, slots=True)
class SettledGame:
    """A whole game: the prize of each bet, and what is paid after pro-rating and rounding."""

    prizes_cents: tuple[int, ...] = ()
    major_prize_total_cents: int = 0
    paid_cents: tuple[int, ...] = ()
    refused: tuple[Refusal, ...] = ()
    _json: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The answer as `eyesdown keno settle` writes it."""
        return dict(self._json)


@nesting_refused
def check(
    bet: GivenBet,
    drawn: Numbers | Sequence[Numbers],
    on: Day = None,
    *,
    growth_cents: Mapping[str, Any] | None = None,
) -> Checked:
    """What a bet wins on a draw, and why. For a series, `drawn` is the list of its draws.

    >>> drawn = [48, 28, 4, 17, 60, 10, 42, 8, 14, 46, 74, 15, 61, 9, 40, 33, 25, 16, 51, 71]
    >>> bet = {"type": "regular", "spots": [4, 8, 15, 16], "subscription_cents": 200}
    >>> answer = check(bet, drawn, on="2026-11-15")
    >>> answer.prize_cents_before_jackpot, answer.refused
    (24000, ())
    >>> [refusal.code for refusal in check({**bet, "spots": [4, 8, 8]}, drawn).refused]
    ['spots/number_twice']
    """
    book = keno_book(on)
    series = _kind(bet) in _SERIES_KINDS
    fields = {"bet": bet, "draws" if series else "drawn": drawn}
    if growth_cents is not None:
        fields["growth_cents"] = growth_cents
    try:
        ticket = door.read_ticket(book, fields)
    except ImpossibleDraw as impossible:
        return Checked((impossible.refusal,), _json=_refused(impossible.refusal))
    refused = no_such_bet(book, ticket.bet)
    if refused:
        return Checked(refused, _json=_refused(*refused))
    draws = [draw_of(book, numbers) for numbers in ticket.draws]
    if isinstance(ticket.bet, door.SERIES):
        answer = answers.check_series(book, ticket.bet, draws)
    else:
        answer = answers.check(book, ticket.bet, draws[0], ticket.growth_cents)
    values = {name: _frozen(value) for name, value in answer.items()}
    values["because"] = tuple(
        Reason(each["clause"], each["says"], each.get("cents")) for each in answer["because"]
    )
    values["not_for_sale"] = limits_broken(book, (priced(book, ticket.bet),))
    return Checked(**values, _json=answer)


@nesting_refused
def price(
    bet: GivenBet | Sequence[GivenBet],
    on: Day = None,
    *,
    games: int | None = None,
    terminal: TerminalKind = "venue",
    bonus_games: int | None = None,
) -> Price:
    """What a bet, or a list of bets on one entry, costs, and every rule that stops its sale.

    >>> price({"type": "regular", "spots": [7, 11], "subscription_cents": 150}).allowed
    False
    """
    book = keno_book(on)
    fields: dict[str, Any] = {"terminal": terminal}
    fields["bets" if isinstance(bet, list | tuple) else "bet"] = bet
    fields |= {} if games is None else {"games": games}
    fields |= {} if bonus_games is None else {"bonus_games": bonus_games}
    entry = door.read_entry(book, fields)
    refusals = not_for_sale(book, entry.bets, entry.games, entry.terminal, entry.bonus_games)
    answer = answers.price(book, entry.bets, entry.games, refusals, entry.bonus_games)
    if "refused" in answer:
        return Price(allowed=False, refused=refusals, _json=answer)
    return Price(
        allowed=answer["allowed"],
        cost_cents=answer["cost_cents"],
        combinations=sum(answer["combinations"]),
        costs_cents=tuple(answer["costs_cents"]),
        not_for_sale=refusals,
        _json=answer,
    )


@nesting_refused
def settle(drawn: Numbers, bets: Sequence[GivenBet], on: Day = None) -> SettledGame:
    """The prizes of all bets of one game, Major Prizes within their cap.

    If the game has no such bet or draw, `refused` says why and nothing is paid.

    >>> bets = [{"type": "heads_or_tails", "selection": "heads", "subscription_cents": 100}]
    >>> settle(range(1, 21), bets).paid_cents
    (200,)
    """
    book = keno_book(on)
    try:
        numbers, read = door.read_game(book, {"drawn": drawn, "bets": bets})
    except ImpossibleDraw as impossible:
        return SettledGame(refused=(impossible.refusal,), _json=_refused(impossible.refusal))
    refused = tuple(refusal for bet in read for refusal in no_such_bet(book, bet))
    if refused:
        return SettledGame(refused=refused, _json={"refused": answers.refused_bets(book, read)})
    answer = answers.game(settle_game(book, draw_of(book, numbers), read))
    return SettledGame(
        tuple(answer["prizes_cents"]),
        answer["major_prize_total_cents"],
        tuple(answer["paid_cents"]),
        _json=answer,
    )


_SERIES_KINDS = ("prepick", "let_it_run")


def _kind(bet: object) -> str:
    """The kind of a bet before it is read: a series takes draws, any other bet one draw."""
    if isinstance(bet, door.SERIES):
        return _SERIES_KINDS[0]
    kind = bet.get("type") if isinstance(bet, Mapping) else None
    if not isinstance(kind, str):
        return ""
    return bet_type(kind)


def _refused(*refusals: Refusal) -> dict[str, Any]:
    return {"refused": [refusal_json(refusal) for refusal in refusals]}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
