"""Public pages: what's on, results, numbers, a ticket, the proof of a draw."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import date
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import KenoSite, book_on
from eyesdown.central.keno.office.winnings import Winnings
from eyesdown.central.site.site import Site
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.how import roulette_words
from eyesdown.display.keno.numbers import TREND_DRAWS, number_histories, pairs_most_often
from eyesdown.display.keno.results import ResultView
from eyesdown.display.record import silence_words
from eyesdown.keno.bets.draws import Draw
from eyesdown.kernel.canon import plain
from eyesdown.odds.randomness import checked, frequency
from eyesdown.rulebook.loading import read_text
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.public.wall import wall_now
from eyesdown.web.public.record import record_line

DRAWS_FOR_NUMBERS = 500
RESULTS_ON_HOME = 6
RESULTS_A_PAGE = 25
TYPED_MAX = 300


async def newest_shown(web: KenoWeb, count: int) -> list[ResultView]:
    """The newest results that the wall has shown."""
    return await web.ask_site(lambda site: web.newest.read(site, count, web.showing(site).game))


async def home(request: Request) -> Response:
    """The open game, the newest result, and the jackpots."""
    web = keno_of(request)
    newest = await newest_shown(web, RESULTS_ON_HOME)
    line = await record_line(web)
    cards = [await other.front() for other in hosted(request).tenants.values()]
    facts: dict[str, Any] = {"newest": newest, "record_line": line}
    facts["cards"] = [card for card in cards if card]
    return page("home.html", here="/", wall=await wall_now(web), **facts)


# --- results --------------------------------------------------------------------------------------


def _number(request: Request, name: str, default: int) -> int:
    """A whole number of the address; anything else counts as absent."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else default


def numbers_in(typed: str, most: int) -> list[int]:
    """The different numbers from 1 to `most` in what was typed, in order.

    >>> numbers_in("12, 5 99 five 5", 80)
    [5, 12]
    """
    words = re.findall(r"[0-9]+", typed[:TYPED_MAX])
    return sorted({int(word) for word in words if 1 <= int(word) <= most})


def not_numbers_in(typed: str, most: int) -> list[str]:
    """The words in what was typed that aren't numbers from 1 to `most`.

    >>> not_numbers_in("12, 5 99 five 5", 80)
    ['99', 'five']
    """
    words = re.findall(r"[^\s,;]+", typed[:TYPED_MAX])
    return [word for word in words if not numbers_in(word, most)]


async def results_csv(request: Request) -> Response:
    """The results of a Keno Day as a table to download, the first game first."""
    web, day = keno_of(request), request.path_params["day"]

    def read(site: Site[KenoSite]) -> list[ResultView]:
        shown = web.showing(site).game
        known = day in lookups.days(site)
        results = lookups.results(site, day, 0, web.book.figures.game_number_max) if known else []
        return [result for result in results if result.game <= shown]

    published = (await web.ask_site(read))[::-1]
    if not published:
        return not_there("No results", f"Nothing is published for {day}.")
    balls = [f"ball {place}" for place in range(1, web.book.figures.numbers_drawn + 1)]
    head = ["day", "game", "published", *balls, "heads or tails", "roulette", "bonus"]
    rows = [head]
    for result in published:
        at = "" if result.at is None else result.at.isoformat(timespec="seconds")
        draw = result.draw
        sides = [draw.heads_or_tails, draw.roulette, str(draw.multiplier)]
        rows.append([day, str(result.number), at, *map(str, draw.numbers), *sides])
    text = "".join(f"{','.join(row)}\r\n" for row in rows)  # no field has a comma
    headers = {"content-disposition": f'attachment; filename="keno-{day}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def results(request: Request) -> Response:
    """The Game Results Inquiry: a Keno Day, all of its games or those from one to another."""
    web = keno_of(request)
    wanted = request.query_params.get("day", "")
    most = web.book.figures.game_number_max
    first, last = sorted((_number(request, "first", 0), _number(request, "last", most)))
    skip = _number(request, "skip", 0)

    def read(site: Site[KenoSite]) -> tuple[list[str], str, list[ResultView]]:
        days = lookups.days(site)
        day = wanted if wanted in days else (days[0] if days else "")
        published = lookups.results(site, day, first, last) if day else []
        shown = web.showing(site).game
        return days, day, [result for result in published if result.game <= shown]

    days, day, published = await web.ask_site(read)
    typed, numbers_max = request.query_params.get("mine", ""), web.book.figures.numbers_max
    facts: dict[str, Any] = {
        "mine": numbers_in(typed, numbers_max),
        "not_mine": not_numbers_in(typed, numbers_max),
        "numbers_max": numbers_max,
        "days": days,
        "day": day,
        "unknown": bool(wanted) and wanted not in days,
        "first": first,
        "last": min(last, most),
        "narrowed": first > 0 or last < most,
        "most": most,
        "count": len(published),
        "found": published[skip : skip + RESULTS_A_PAGE],
        "skip": skip,
        "step": RESULTS_A_PAGE,
    }
    return page("results.html", here="/results", **facts)


def shown_result(web: KenoWeb, site: Site[KenoSite], day: str, number: int) -> ResultView | None:
    """A published game, once the wall has shown it."""
    result = lookups.result(site, day, number)
    return result if result is not None and result.game <= web.showing(site).game else None


async def one_result(request: Request) -> Response:
    """A published result with what it paid."""
    day, number = request.path_params["day"], request.path_params["number"]

    web = keno_of(request)

    def read(site: Site[KenoSite]) -> tuple[ResultView | None, Winnings | None, str]:
        result = shown_result(web, site, day, number)
        if result is None:
            return None, None, ""
        silent = lookups.silences(site, result.game)
        return result, lookups.winnings(site, day, number), silence_words(silent)

    result, paid, silent = await web.ask_site(read)
    if result is None:
        return not_there(
            "That game has no result", f"Nothing is published for {day}, game {number}."
        )
    book = book_on(date.fromisoformat(day))
    facts: dict[str, Any] = {
        "winnings": paid,
        "silent": silent,
        "games": {key: name.title for key, name in GAMES.items()},
        "roulette": roulette_words(book, result.draw.roulette),
        "heads_pays": book.tables.heads_or_tails[result.draw.heads_or_tails],
        "serial": request.query_params.get("serial", "")[:60],
    }
    return page("result.html", here="/results", result=result, **facts)


async def evidence(request: Request) -> Response:
    """The proof of a draw as a file for verify_draw.py."""
    day, number = request.path_params["day"], request.path_params["number"]
    web = keno_of(request)
    result = await web.ask_site(lambda site: shown_result(web, site, day, number))
    if result is None or not result.provable:
        return not_there("No proof", "This draw has no sealed proof; a ball cage has no secret.")
    if result.evidence is not None:
        return download(plain(result.evidence), f"evidence-{day}-{number}.json")
    proof = await web.ask_store(lambda store: lookups.proof_in(store, result.game))
    return download(proof, f"evidence-{day}-{number}.json")


async def ticket_proof(request: Request) -> Response:
    """Proof that a ticket took part in a draw, for anyone who has its serial."""
    web, path = keno_of(request), request.path_params
    serial, day, number = path["serial"][:60], path["day"], path["number"]
    proof = None
    if web.serials.genuine(serial):
        proof = await web.proofs.ticket(web, serial, day, number)
    if proof is None:
        return not_there("No proof", "No ticket with this serial is under the seal of that game.")
    return download(proof, f"ticket-{day}-{number}.json")


def download(body: Any, name: str) -> Response:
    """JSON as a file to save."""
    return JSONResponse(body, headers={"content-disposition": f'attachment; filename="{name}"'})


async def verify_program(_: Request) -> Response:
    """The program that verifies a draw, as a file."""
    headers = {"content-disposition": 'attachment; filename="verify_draw.py"'}
    return PlainTextResponse(read_text("eyesdown.central.site", "verify_draw.py"), headers=headers)


# --- numbers --------------------------------------------------------------------------------------


def drawn_table(draws: Sequence[Draw], most: int) -> NDArray[np.bool_]:
    """Which numbers were in which draw: a row a game, a column a number."""
    table = np.zeros((len(draws), most), dtype=np.bool_)
    if draws:
        rows = checked([draw.numbers for draw in draws], most)
        np.put_along_axis(table, rows.astype(np.int64) - 1, values=True, axis=1)
    return table


def _numbers(draws: list[Draw], book: NswKeno) -> dict[str, Any]:
    figures = book.figures
    table = drawn_table(draws, figures.numbers_max)
    histories = number_histories(table)
    enough = len(draws) >= figures.grid_row_numbers
    share = figures.numbers_drawn / figures.numbers_max
    ranked = sorted(histories, key=lambda number: (-number.count, number.number))
    return {
        "games": len(draws),
        "histories": histories,
        "hot": ranked[:10],
        "cold": sorted(histories, key=lambda number: (number.count, number.number))[:10],
        "top": max(1, ranked[0].count),
        "expected": len(draws) * figures.numbers_drawn / figures.numbers_max,
        "trend_draws": min(TREND_DRAWS, len(draws)),
        "check": frequency(table, figures.numbers_drawn) if enough else None,
        "spread": sqrt(len(draws) * share * (1 - share)),
        "marked": [number for number in histories if number.marked],
        "pairs": pairs_most_often(table, figures.numbers_drawn) if enough else [],
        "pair_expected": len(draws)
        * share
        * (figures.numbers_drawn - 1)
        / (figures.numbers_max - 1),
    }


async def numbers(request: Request) -> Response:
    """How often each number came up lately, and whether that is unusual."""
    web = keno_of(request)
    newest = await newest_shown(web, DRAWS_FOR_NUMBERS)
    facts = await asyncio.to_thread(_numbers, [result.draw for result in newest], web.book)
    return page("numbers.html", here="/numbers", **facts)


def not_there(title: str, text: str) -> Response:
    """The page for a game or proof that does not exist."""
    return page("message.html", status=404, title=title, text=text, href="/results", link="Results")


ROUTES = (
    Route("/", home),
    Route("/results", results),
    Route("/results/{day}.csv", results_csv),
    Route("/results/{day}/{number:int}", one_result),
    Route("/results/{day}/{number:int}/evidence.json", evidence),
    Route("/check/{serial}/{day}/{number:int}/ticket.json", ticket_proof),
    Route("/verify_draw.py", verify_program),
    Route("/numbers", numbers),
)
