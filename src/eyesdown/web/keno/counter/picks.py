"""Kwikipik, Multipik and Superplay: bets that a terminal picks at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.keno.bets.bet import (
    RACING_BETS,
    RESULTS,
    ROULETTE_BETS,
    HeadsOrTails,
    LetItRun,
    Prepick,
)
from eyesdown.keno.sales.picks import (
    kwikipik_racing,
    kwikipik_roulette,
    kwikipik_series,
    multipik,
    superplay,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.offers import Superplay
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_combinations import Below
from eyesdown.web.keno.counter.drafts import text, whole
from eyesdown.web.keno.counter.scan import bet_json

PICKS_MAX = 20


def templates_at(state: KenoState, venue: str) -> dict[str, Superplay]:
    """The Superplay templates of a venue by name: the standard ones and its own."""
    return {
        name: template
        for name, template in state.templates.items()
        if template.venue in ("", venue)
    }


def picked(
    book: NswKeno, templates: Mapping[str, Superplay], raw: dict[str, Any], below: Below
) -> tuple[list[dict[str, Any]], int]:
    """The bets that the terminal picks, and how many of them are Kwikipiks."""
    stake = whole("subscription_cents", raw.get("subscription_cents"))
    if stake == 0:
        raise BadInput("subscription_cents", "must be more than $0")
    bonus = raw.get("bonus", False) is True
    count = whole("count", raw.get("count", 1))
    if not 1 <= count <= PICKS_MAX:
        raise BadInput("count", f"must be from 1 to {PICKS_MAX}")
    match raw.get("kind"):
        case "spots":
            game = _one_of(raw, "game", ("regular", "keno2"))
            spots = whole("spots", raw.get("spots"))
            bets: Any = multipik(
                book, count, game, spots, subscription_cents=stake, below=below, bonus=bonus
            )
        case "heads_or_tails":
            bets = (HeadsOrTails(RESULTS[below(len(RESULTS))], stake, bonus),)
        case "series":
            games = whole("games", raw.get("games", 1))
            if not 1 <= games <= book.figures.prepick_games_max:
                raise BadInput("games", f"{games} is not offered")
            bets = (_series(games, stake, below, run=raw.get("run") is True, bonus=bonus),)
        case "racing":
            bet = _one_of(raw, "bet", RACING_BETS)
            boxed = whole("box_rows", raw.get("box_rows", 0)) or None
            bets = (kwikipik_racing(book, bet, stake, below, box_rows=boxed),)
        case "roulette":
            bet = _one_of(raw, "bet", ROULETTE_BETS)
            bets = kwikipik_roulette(book, bet, count, stake, below, bonus=bonus)
        case "superplay":
            template = templates.get(text(raw, "template"))
            if template is None:
                raise BadInput("template", "isn’t offered at this venue; load the page again")
            return [bet_json(superplay(book, template, stake, below, bonus=bonus))], 0
        case other:
            raise BadInput("kind", f"{other!r} isn’t something a terminal picks")
    return [bet_json(bet) for bet in bets], len(bets)


def _series(games: int, stake: int, below: Below, *, run: bool, bonus: bool) -> Prepick | LetItRun:
    with_bonus = games if bonus else 0
    if run:
        return kwikipik_series(LetItRun, games, stake, below, bonus_games=with_bonus)
    return kwikipik_series(Prepick, games, stake, below, bonus_games=with_bonus)


def _one_of(raw: dict[str, Any], field: str, choices: tuple[Any, ...]) -> Any:
    value = raw.get(field)
    if value not in choices:
        raise BadInput(field, f"must be one of {', '.join(choices)}")
    return value
