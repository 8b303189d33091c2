"""The output of `eyesdown simulate`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.table import Table

from eyesdown.cli.console import console, width_of
from eyesdown.cli.console import show as show_on_screen
from eyesdown.odds.keno.bets import BONUS, law_of
from eyesdown.odds.keno.growth import JackpotClock
from eyesdown.odds.simulation.bingo import BingoSessions
from eyesdown.odds.simulation.blocks import Run
from eyesdown.odds.simulation.keno import KenoGames, stake_cents
from eyesdown.odds.simulation.sold import SoldGames
from eyesdown.odds.simulation.spread import least_in_all, least_of, least_sold
from eyesdown.odds.simulation.tally import Estimate, Tally
from eyesdown.rulebooks.nsw_keno.book import NswKeno, open_on

TAILS = (0.5, 0.95, 0.99, 0.999, 1.0)


def keno_answer(job: KenoGames, run: Run) -> dict[str, Any]:
    """The answer for a mix of entries: returns with errors, liability, jackpots, pro-rating."""
    book, tally = open_on(job.day), run.tally
    counts: dict[str, int] = {}
    for key, count in [*job.entries, *((f.key, f.count) for f in job.favourites)]:
        counts[key] = counts.get(key, 0) + count
    jackpots = {
        name.removeprefix("jackpot/"): _estimate(tally.chance(name))
        for name in tally.sums
        if name.startswith("jackpot/")
    }
    return {
        "seed": run.seed,
        "games": tally.trials,
        "staked_cents_a_game": job.staked_cents,
        "return": _estimate(tally.mean("paid", job.staked_cents, least_in_all(job))),
        "return_by_bet": {
            key: _estimate(
                tally.mean(f"won/{key}", stake_cents(book, key) * count, least_of(job, key))
            )
            for key, count in counts.items()
        },
        "paid_dollars_a_game": _tails(tally, "paid_dollars"),
        "jackpot_won_in_a_game": jackpots,
        "jackpot_clock": {
            key: _clock(book, key, count)
            for key, count in _playing_for(job).items()
            if key in book.tables.jackpots
        },
        "pro_rated_games": _estimate(tally.chance("pro_rated")),
    }


def sold_answer(job: SoldGames, run: Run) -> dict[str, Any]:
    """The answer for bets as sold: return, liability, and jackpots' age and size when won."""
    tally = run.tally
    answer: dict[str, Any] = {
        "seed": run.seed,
        "games": tally.trials,
        "staked_cents_a_game": job.staked_cents,
        "return": _estimate(tally.mean("paid", job.staked_cents, least_sold(job))),
        "paid_dollars_a_game": _tails(tally, "paid_dollars"),
        "pro_rated_games": _estimate(tally.chance("pro_rated")),
    }
    for name in _named(tally, "growth_left_dollars/"):
        key = name.removeprefix("growth_left_dollars/")
        won = tally.histograms.get(f"games/{key}")
        jackpot: dict[str, Any] = {"won": 0 if won is None else won.total()}
        if won is not None:
            jackpot["games_to_win"] = _tails(tally, f"games/{key}")
            jackpot["growth_dollars"] = _tails(tally, f"growth_dollars/{key}")
        jackpot["growth_left_dollars"] = _tails(tally, name)  # not in the return: not yet won
        answer[f"jackpot {key}"] = jackpot
    return answer


def bingo_answer(job: BingoSessions, run: Run) -> dict[str, Any]:
    """The answer for bingo sessions: return, game length, jackpots, minimum returns missed.

    One trial is the whole run of sessions.
    """
    programme, tally = job.programme, run.tally
    games = programme.sessions * len(programme.games)
    answer: dict[str, Any] = {
        "seed": run.seed,
        "sequences": tally.trials,
        "sessions_each": programme.sessions,
        "return": _estimate(tally.ratio("paid", "receipts")),
        "receipts_dollars_a_session": _estimate(tally.mean("receipts", 100 * programme.sessions)),
        "paid_dollars_a_session": _estimate(tally.mean("paid", 100 * programme.sessions)),
        "session_liability_dollars": _tails(tally, "session_paid_dollars"),
        "balls": {n.removeprefix("balls/"): _observed(tally, n) for n in _named(tally, "balls/")},
        "balls_tails": {
            n.removeprefix("balls/"): _tails(tally, n) for n in _named(tally, "balls/")
        },
        "winners": {
            n.removeprefix("winners/"): _observed(tally, n) for n in _named(tally, "winners/")
        },
    }
    if programme.terms.game_minimum is not None:
        answer["games_below_minimum"] = _estimate(tally.chance("games_short", games))
        answer["sessions_below_minimum"] = _estimate(
            tally.chance("sessions_short", programme.sessions)
        )
    if programme.jackpot is not None:
        answer["jackpot_won_in_sequence"] = _estimate(tally.chance("jackpot_won"))
        for name in ("sessions_to_jackpot", "jackpot_dollars", "closing_pool_dollars"):
            if name in tally.histograms:
                answer[name] = _tails(tally, name)
    if programme.terms.must_go_cents is not None:
        answer["must_go_sessions"] = _estimate(tally.chance("must_go", programme.sessions))
    return answer


def family_answer(run: Run) -> dict[str, Any]:
    """The answer for the family game: rounds in a game, calls to a row, winners of a round."""
    tally = run.tally
    return {
        "seed": run.seed,
        "games": tally.trials,
        "rounds_to_win": _estimate(tally.mean("rounds")),
        "rounds_tails": _tails(tally, "rounds"),
        "calls_to_a_row": _observed(tally, "balls/row"),
        "calls_tails": _tails(tally, "balls/row"),
        "winners_of_a_round": _observed(tally, "winners/row"),
    }


def show(answer: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the figures as JSON or as a list; a mean comes with its 95% interval."""
    if as_json:
        print(json.dumps(answer))
        return
    table, screen = _table(answer, ", "), console()
    if width_of(table, screen) > screen.width:
        table = _table(answer, ",\n")
    show_on_screen(table, screen=screen)


def _table(answer: Mapping[str, Any], between_tails: str) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim")
    for name, value in answer.items():
        _rows(table, name.replace("_", " "), value, between_tails)
    return table


def _rows(table: Table, name: str, value: Any, between_tails: str) -> None:
    match value:
        case {"mean": mean, "interval_95": (low, high)}:
            shown = _share if name == "return" or name.startswith("return by bet") else _figure
            table.add_row(name, shown(mean), f"{shown(low)} to {shown(high)}")
        case {"50%": _}:
            tails = (f"{share} {n:,}" for share, n in value.items() if share != "50%")
            table.add_row(name, f"{value['50%']:,}", between_tails.join(tails))
        case dict():
            for key, inner in value.items():
                _rows(table, f"{name}: {key.replace('_', ' ')}", inner, between_tails)
        case float():
            table.add_row(name, _figure(value), "")
        case _:
            table.add_row(name, f"{value:,}" if name != "seed" else str(value), "")


def _figure(value: float) -> str:
    """A figure with six digits; what is only left of rounding is 0.

    >>> _figure(0.749271234), _figure(1.35525e-20)
    ('0.749271', '0')
    """
    return "0" if abs(value) < 1e-12 else f"{value:.6g}"


def _share(value: float) -> str:
    """A return as `odds` shows it.

    >>> _share(0.5365)
    '53.650%'
    """
    return f"{value:.3%}"


def _playing_for(job: KenoGames) -> dict[str, int]:
    """The number of entries per jackpot; those with Keno Bonus play for the same one."""
    by_jackpot: dict[str, int] = {}
    for key, count in job.entries:
        jackpot = key.replace(BONUS, "")
        by_jackpot[jackpot] = by_jackpot.get(jackpot, 0) + count
    return dict(sorted(by_jackpot.items()))


def _clock(book: NswKeno, key: str, entries: int) -> dict[str, Any]:
    """Exact for independent picks: games until won, and growth if the rules fix its rate."""
    law = law_of(book, key)
    rate = law.growth_rate
    growth = Fraction(0) if rate is None else rate * entries * stake_cents(book, key)
    clock = JackpotClock.of(law.jackpot_chance, entries, growth)
    answer: dict[str, Any] = {
        "games_mean": clock.games,
        "games_within_90%": clock.games_within(0.9),
    }
    if rate is not None:
        answer["growth_dollars_when_won"] = clock.growth_when_won_cents / 100
    return answer


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {"mean": estimate.mean, "error": estimate.error, "interval_95": estimate.interval}


def _tails(tally: Tally, name: str) -> dict[str, int]:
    return {f"{share:.1%}".replace(".0%", "%"): tally.quantile(name, share) for share in TAILS}


def _observed(tally: Tally, name: str) -> dict[str, Any]:
    return _estimate(tally.spread(name))


def _named(tally: Tally, prefix: str) -> list[str]:
    return sorted(name for name in tally.histograms if name.startswith(prefix))
