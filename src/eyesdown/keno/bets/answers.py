"""Answers as JSON objects, ready to be written, the same for every door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from eyesdown.keno.bets.bet import Bet, Combination, LetItRun, Prepick, SingleBet
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.price import (
    STAKES_KEPT,
    Priced,
    combinations_by_size,
    costs_of,
    limits_broken,
    no_such_bet,
    priced,
)
from eyesdown.keno.bets.series import settle_let_it_run, settle_prepick
from eyesdown.keno.bets.settle import Jackpot, Reason, SpotsJackpot, settle_priced
from eyesdown.keno.bets.whole_game import GameResult
from eyesdown.kernel.cite import Refusal, refusal_json
from eyesdown.kernel.money import round_down
from eyesdown.rulebooks.nsw_keno.book import NswKeno

Json: TypeAlias = dict[str, Any]


def check(
    book: NswKeno, bet: SingleBet, draw: Draw, growth_cents: Mapping[str, int] | None = None
) -> Json:
    """What one bet wins against one draw, why, and what would stop its sale."""
    refused = no_such_bet(book, bet)
    if refused:
        return {"refused": refusals(refused)}
    counted = priced(book, bet)
    won = settle_priced(book, bet, counted, draw)
    return {
        "combinations": won.combinations,
        "stake_cents": won.stake_cents,
        "prize_cents_before_jackpot": won.prize_cents,
        "prize_histogram": _by_prize(won.histogram) if won.prize_cents else {},
        "major_prizes": won.major_prizes,
        "multiplier_applied": won.multiplier,
        "jackpots": _jackpots(won.jackpots, growth_cents) if won.jackpots else [],
        "draw": draw_json(draw),
        "because": [_reason(reason) for reason in won.because],
        "not_for_sale": _not_for_sale(book, counted),
    }


def check_series(book: NswKeno, bet: Prepick | LetItRun, draws: Sequence[Draw]) -> Json:
    """The same for a series: game by game for a Prepick, to its end for a Let it Run."""
    refused = no_such_bet(book, bet)
    if refused:
        return {"refused": refusals(refused)}
    if isinstance(bet, Prepick):
        won = settle_prepick(book, bet, draws)
        games = won.games
        outcome: Json = {"prizes_cents": list(won.prizes_cents)}
        paid = [game.prize_cents for game in games]
        majors = sum(game.major_prizes for game in games)
    else:
        won = settle_let_it_run(book, bet, draws)
        games = won.games
        outcome = {"games_played": len(games)}
        paid = [won.paid_cents]
        majors = games[-1].major_prizes
    counted = priced(book, bet)
    return {
        "combinations": counted.combinations,
        "stake_cents": counted.cost_cents,
        "prize_cents_before_jackpot": won.paid_cents,
        "prize_histogram": _by_prize(Counter(cents for cents in paid if cents)),
        "major_prizes": majors,
        "multipliers_applied": [game.multiplier for game in games],
        **outcome,
        "jackpots": [],
        "draws": [draw_json(draw) for draw in draws],
        "because": [_reason(reason) for reason in won.because],
        "not_for_sale": _not_for_sale(book, counted),
    }


def price(
    book: NswKeno,
    bets: Sequence[Bet],
    games: int,
    not_sold: Sequence[Refusal],
    bonus_games: int | None = None,
) -> Json:
    """What bets cost on one Entry over its games, and every refusal that stops their sale."""
    if any(no_such_bet(book, bet) for bet in bets):
        return {"allowed": False, "refused": refusals(not_sold)}
    whole = costs_of(book, bets, games, bonus_games)
    return {
        "allowed": not not_sold,
        "combinations": [priced(book, bet).combinations for bet in bets],
        "combinations_by_size": [
            {f"{size}": count for size, count in combinations_by_size(book, bet).items()}
            if isinstance(bet, Combination)
            else {}
            for bet in bets
        ],
        "costs_cents": whole,
        "cost_cents": sum(whole),
        "not_for_sale": refusals(not_sold),
    }


def game(settled: GameResult) -> Json:
    """A whole game's prizes, their Major Prize total, and what is paid."""
    return {
        "prizes_cents": list(settled.prizes_cents),
        "major_prize_total_cents": round_down(settled.major_total_cents),
        "paid_cents": list(settled.paid_cents),
        **({"jackpots_paid": _shared(settled)} if settled.jackpots else {}),
    }


def _shared(settled: GameResult) -> Json:
    """What each jackpot of a game paid out here, before lines were rounded."""
    return {
        key: {
            "winners": part.winners,
            "growth_cents": round_down(part.growth_cents),
            "fill_cents": round_down(part.fill_cents),
            "bonus_jackpot_cents": round_down(part.bonus_jackpot_cents),
            "guarantee_cents": round_down(part.guarantee_cents),
        }
        for key, part in settled.jackpots.items()
    }


def refused_bets(book: NswKeno, bets: Sequence[Bet]) -> list[Json]:
    """Why there are no such bets: the refusals of each, with its index."""
    return [
        {"bet": index, **refusal}
        for index, bet in enumerate(bets)
        for refusal in refusals(no_such_bet(book, bet))
    ]


def draw_json(draw: Draw) -> Json:
    """A draw and what it means in every game, as JSON."""
    return {
        "total": draw.total,
        "multiplier": draw.multiplier,
        "heads_or_tails": draw.heads_or_tails,
        "roulette": draw.roulette,
        "last": draw.last,
        "racing_places": draw.racing_places,
    }


def jackpot_json(jackpot: Jackpot, growth_cents: Mapping[str, int] | None) -> Json:
    """A jackpot as for a sole winner; its growth only where the caller gives it."""
    if isinstance(jackpot, SpotsJackpot):
        answer: Json = {
            "game": jackpot.game,
            "spots": jackpot.spots,
            "subscription_cents": jackpot.subscription_cents,
            "jackpot_fill_cents": jackpot.fill_cents,
            "keno_bonus_jackpot_cents": jackpot.bonus_jackpot_cents,
        }
    else:
        answer = {
            "game": "racing",
            "bet": jackpot.bet,
            "rows": list(jackpot.rows),
            "subscription_cents": jackpot.subscription_cents,
        }
    if growth_cents is not None:
        answer["jackpot_growth_cents"] = growth_cents.get(jackpot.key, 0)
    return answer


def _reason(reason: Reason) -> Json:
    answer: Json = {"clause": reason.clause, "says": reason.says}
    if reason.cents is not None:
        answer["cents"] = reason.cents
    return answer


@lru_cache(maxsize=STAKES_KEPT)
def _not_for_sale(book: NswKeno, counted: Priced) -> tuple[Json, ...]:
    return tuple(refusals(limits_broken(book, (counted,))))


def refusals(refused: Iterable[Refusal]) -> list[Json]:
    """Refusals as JSON, each in the one shape of a refusal.

    >>> refusals([])
    []
    """
    return [refusal_json(refusal) for refusal in refused]


def _by_prize(histogram: Mapping[int, int]) -> dict[str, int]:
    return {str(cents): histogram[cents] for cents in sorted(histogram)}


def _jackpots(won: Iterable[Jackpot], growth_cents: Mapping[str, int] | None) -> list[Json]:
    return [jackpot_json(jackpot, growth_cents) for jackpot in won]
