"""The quick line's answers: what a line means while it is typed, and its bets once entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.words import line_shown
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.bets.price import costs_of, never_for_sale
from eyesdown.keno.bets.reading import read_bet
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.problems import in_json
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.api import Json, till
from eyesdown.web.keno.counter.drafts import read_json
from eyesdown.web.keno.counter.picks import picked
from eyesdown.web.keno.counter.quick.line import (
    DEFAULT_STAKE_CENTS,
    Quick,
    lucky_last,
    read_quick,
)

LINE_MAX = 400


@till
async def quick(request: Request) -> Response:
    """The bets of a quick line, with the numbers that the terminal picks.

    With `look` only what the line means: nothing is picked yet. A line that can never be sold is
    refused here, so that it stays in its field and never reaches the slip.
    """
    raw = await read_json(request)
    typed = raw.get("text")
    if not isinstance(typed, str) or len(typed) > LINE_MAX:
        raise BadInput("quick", f"must be a line of at most {LINE_MAX} characters")
    web, line = keno_of(request), read_quick(typed)
    like_it = line.bets if line.pick_spots is None else _picked_alike(line)
    read = [read_bet(web.book, bet, "quick") for bet in like_it]
    refused = refusals_shown(never_for_sale(web.book, read, line.games))
    if raw.get("look") is True:
        shown = refused[0].says if refused else _understood(web.book, line, read)
        return in_json({"shown": shown, "wrong": bool(refused)})
    answer: Json = {"bets": line.bets, "games": line.games, "kwikipiks": 0, "refusals": refused}
    if line.pick_spots is not None and not refused:
        bets, answer["kwikipiks"] = picked(web.book, {}, _wanted(line), web.below)
        answer["bets"] = [each for bet in bets for each in _with_last(line, bet)]
    return in_json(answer)


def _wanted(line: Quick) -> Json:
    """What the terminal is asked to pick for a line."""
    return {
        "kind": "spots",
        "game": line.pick_game,
        "spots": line.pick_spots,
        "subscription_cents": line.pick_cents or DEFAULT_STAKE_CENTS.get(line.pick_game, 100),
        "bonus": line.pick_bonus,
    }


def _picked_alike(line: Quick) -> list[Json]:
    """Bets with the first numbers in place of those the terminal will pick: they cost the same."""
    wanted = _wanted(line)
    bet: dict[str, Any] = {"type": line.pick_game, "spots": list(range(1, wanted["spots"] + 1))}
    bet |= {name: wanted[name] for name in ("subscription_cents", "bonus")}
    return _with_last(line, bet)


def _with_last(line: Quick, bet: Json) -> list[Json]:
    """A picked bet, with the Lucky Last behind it if the line asks for one."""
    return [bet, lucky_last(bet, bonus=line.pick_bonus)] if line.pick_last else [bet]


def _understood(book: NswKeno, line: Quick, bets: Sequence[Bet]) -> str:
    """A line in words with its whole cost."""
    words = [line_shown(book, bet) for bet in bets]
    parts = [f"{each.game} {each.what}, {each.staked}" for each in words]
    picks = [" ".join(map(str, group)) for each in words for _, group in each.groups]
    chosen = f": {' + '.join(picks)}" if picks else ""
    if line.pick_spots is not None:
        title, first = GAMES[line.pick_game].title, words[0]
        numbers = "1 number" if line.pick_spots == 1 else f"{line.pick_spots} numbers"
        parts[0] = f"{title}, {numbers} picked by the terminal, {first.staked}"
        chosen = ""
    games = f", {line.games} games" if line.games > 1 else ""
    cost = sum(costs_of(book, bets, line.games, None))
    return f"{' and '.join(parts)}{chosen}{games}. {dollars(cost)}"


ROUTES = (Route("/till/quick", quick, methods=["POST"]),)
