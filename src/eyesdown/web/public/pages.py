"""Pages for everybody: what's on, results, numbers, a ticket, the proof of a draw."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite, Winnings, book_on
from eyesdown.central.site.site import Site
from eyesdown.display.keno.wall import Board, board
from eyesdown.display.keno.words import GAMES
from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.canon import plain
from eyesdown.odds.randomness import checked, frequency
from eyesdown.rulebook.keno_words import RouletteBet
from eyesdown.rulebook.loading import read_text
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.live import watch
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.public import reads

DRAWS_FOR_NUMBERS = 500
TREND_DRAWS = 50
RESULTS_ON_HOME = 6
RESULTS_A_PAGE = 50
TICKET_GAMES_A_PAGE = 20
NO_TICKET = "No ticket of ours has this serial. Look again; O and 0, I and 1 count as the same."

PRIZE_NEXT = {
    PrizeState.PAYABLE: "Hand the ticket in at a counter or terminal within {} months of the game.",
    PrizeState.LODGED: "A counter has taken the claim, and pays it there.",
    PrizeState.PENDING: "It is being verified, and goes into the account then.",
    PrizeState.UNCLAIMED: "The time to hand the ticket in is over; a counter has claim forms.",
}
"""What whoever holds a winning ticket does next, or waits for."""
NOT_A_TICKET = (
    "This is a voucher or receipt, not a ticket. Play with it at a counter or terminal, "
    "or ask at a counter what it is worth."
)


def _board(web: KenoWeb, site: KenoSite, published: int) -> Board:
    cage = site.draws.cages.get(published + 1)
    caged = cage.numbers if cage else ()
    found = board(web.book, site.keno, web.now(), published=published, caged=caged)
    return found if published == site.draws.published_max else replace(found, late="")


async def board_now(web: KenoWeb) -> Board:
    return await web.ask_state(lambda state: _board(web, state, state.draws.published_max))


async def boards_since(web: KenoWeb, shown: Board | None) -> list[Board]:
    """The board now, and before it those of results that came out since `shown`."""

    def seen(site: KenoSite) -> list[Board]:
        last = site.draws.published_max
        known = last if shown is None or shown.result is None else shown.result
        return [_board(web, site, game) for game in range(min(known + 1, last), last + 1)]

    return await web.ask_state(seen)


def board_bytes(shown: Board) -> bytes:
    return msgspec.json.encode(plain(shown))


async def home(request: Request) -> Response:
    web = keno_of(request)
    newest = await web.ask_site(lambda site: web.newest.read(site, RESULTS_ON_HOME))
    return page("home.html", here="/", board=await board_now(web), newest=newest)


async def display(request: Request) -> Response:
    shown = plain(await board_now(keno_of(request)))
    return page("display.html", mode="hall", board=shown)


async def live_board(request: Request) -> Response:
    return watch(request, request.app.state.board_feed)


# --- results --------------------------------------------------------------------------------------


def _number(request: Request, name: str, default: int) -> int:
    """A whole number of the address; anything else counts as not said."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else default


async def results(request: Request) -> Response:
    """The Game Results Inquiry: a Keno Day, all of its games or those from one to another."""
    web = keno_of(request)
    asked = request.query_params.get("day", "")
    most = web.book.figures.game_number_max
    first, last = _number(request, "first", 0), _number(request, "last", most)
    skip = _number(request, "skip", 0)

    def seen(site: Site[KenoSite]) -> tuple[list[str], str, list[reads.Result]]:
        days = reads.days(site)
        day = asked if asked in days else (days[0] if days else "")
        return days, day, reads.results(site, day, first, last) if day else []

    days, day, found = await web.ask_site(seen)
    facts: dict[str, Any] = {
        "days": days,
        "day": day,
        "unknown": bool(asked) and asked not in days,
        "first": first,
        "last": min(last, most),
        "narrowed": first > 0 or last < most,
        "most": most,
        "count": len(found),
        "found": found[skip : skip + RESULTS_A_PAGE],
        "skip": skip,
        "step": RESULTS_A_PAGE,
    }
    return page("results.html", here="/results", **facts)


def roulette_words(book: NswKeno, number: str) -> tuple[str, ...]:
    """What else a roulette number is: red or black, odd or even, and so on."""
    names = {"column": "column {}", "dozen": "dozen {}"}
    bets: tuple[RouletteBet, ...] = ("red_black", "odd_even", "low_high", "column", "dozen")
    return tuple(
        names.get(bet, "{}").format(choice)
        for bet in bets
        for choice, covers in book.roulette[bet].items()
        if number in covers
    )


async def one_result(request: Request) -> Response:
    day, number = request.path_params["day"], request.path_params["number"]

    def seen(site: Site[KenoSite]) -> tuple[reads.Result | None, Winnings | None]:
        found = reads.result(site, day, number)
        return found, reads.winnings(site, day, number) if found else None

    found, won = await keno_of(request).ask_site(seen)
    if found is None:
        return not_there(
            "That game has no result", f"Nothing is published for {day}, game {number}."
        )
    book = book_on(date.fromisoformat(day))
    facts: dict[str, Any] = {
        "winnings": won,
        "games": {key: name.title for key, name in GAMES.items()},
        "roulette": roulette_words(book, found.draw.roulette),
        "heads_pays": book.tables.heads_or_tails[found.draw.heads_or_tails],
        "serial": request.query_params.get("serial", "")[:60],
    }
    return page("result.html", here="/results", result=found, **facts)


async def evidence(request: Request) -> Response:
    """The proof of a draw as a file for verify_draw.py."""
    day, number = request.path_params["day"], request.path_params["number"]
    found = await keno_of(request).ask_site(lambda site: reads.result(site, day, number))
    if found is None or found.evidence is None:
        return not_there("No proof", "This draw has no sealed proof; a ball cage has no secret.")
    return download(plain(found.evidence), f"evidence-{day}-{number}.json")


async def ticket_proof(request: Request) -> Response:
    """Proof that a ticket took part in a draw, for whoever holds its serial."""
    web, asked = keno_of(request), request.path_params
    serial, day, number = asked["serial"][:60], asked["day"], asked["number"]
    proof = None
    if web.serials.genuine(serial):
        proof = await request.app.state.proofs.ticket(web, serial, day, number)
    if proof is None:
        return not_there("No proof", "No ticket with this serial is under the seal of that game.")
    return download(proof, f"ticket-{day}-{number}.json")


def download(body: Any, name: str) -> Response:
    return JSONResponse(body, headers={"content-disposition": f'attachment; filename="{name}"'})


async def verify_program(_: Request) -> Response:
    headers = {"content-disposition": 'attachment; filename="verify_draw.py"'}
    return PlainTextResponse(read_text("eyesdown.central.site", "verify_draw.py"), headers=headers)


# --- numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberSeen:
    """How often a number came up, of late too, and how many games ago it was last seen."""

    number: int
    count: int
    lately: int
    ago: int | None


def drawn_table(draws: Sequence[Draw], most: int) -> NDArray[np.bool_]:
    """Which numbers were in which draw: a row a game, a column a number."""
    table = np.zeros((len(draws), most), dtype=np.bool_)
    if draws:
        rows = checked([draw.numbers for draw in draws], most)
        np.put_along_axis(table, rows.astype(np.int64) - 1, values=True, axis=1)
    return table


def numbers_seen(table: NDArray[np.bool_]) -> list[NumberSeen]:
    """Every number's past in these draws, newest first.

    >>> table = np.zeros((2, 80), dtype=np.bool_)
    >>> table[0, :20] = table[1, 1:21] = True
    >>> seen = numbers_seen(table)
    >>> seen[0], seen[20].ago, seen[79].ago
    (NumberSeen(number=1, count=1, lately=1, ago=0), 1, None)
    """
    counts, lately = table.sum(axis=0).tolist(), table[:TREND_DRAWS].sum(axis=0).tolist()
    first = table.argmax(axis=0).tolist() if len(table) else counts
    return [
        NumberSeen(place + 1, count, lately[place], first[place] if count else None)
        for place, count in enumerate(counts)
    ]


def _numbers(draws: list[Draw], book: NswKeno) -> dict[str, Any]:
    figures = book.figures
    table = drawn_table(draws, figures.numbers_max)
    seen = numbers_seen(table)
    enough = len(draws) >= figures.grid_row_numbers
    ranked = sorted(seen, key=lambda one: (-one.count, one.number))
    return {
        "games": len(draws),
        "seen": seen,
        "hot": ranked[:10],
        "cold": sorted(seen, key=lambda one: (one.count, one.number))[:10],
        "top": max(1, ranked[0].count),
        "expected": len(draws) * figures.numbers_drawn / figures.numbers_max,
        "trend_draws": min(TREND_DRAWS, len(draws)),
        "check": frequency(table, figures.numbers_drawn) if enough else None,
    }


async def numbers(request: Request) -> Response:
    web = keno_of(request)
    found = await web.ask_site(lambda site: web.newest.read(site, DRAWS_FOR_NUMBERS))
    facts = await asyncio.to_thread(_numbers, [one.draw for one in found], web.book)
    return page("numbers.html", here="/numbers", **facts)


# --- a ticket -------------------------------------------------------------------------------------


async def check_ticket(request: Request) -> Response:
    serial = request.query_params.get("serial", "").strip()[:60]
    skip = _number(request, "skip", 0)
    seen = None
    web = keno_of(request)
    if serial and web.serials.genuine(serial):
        most = TICKET_GAMES_A_PAGE
        seen = await web.ask_site(lambda site: reads.ticket(site, serial, skip=skip, most=most))
    wrong = ""
    if serial and not seen:
        paper = await web.ask_state(lambda state: reads.good_paper(state, serial))
        wrong = NOT_A_TICKET if paper else NO_TICKET
    facts: dict[str, Any] = {"skip": skip, "step": TICKET_GAMES_A_PAGE, "games": GAMES}
    months = web.book.figures.claim_months_max
    facts["next"] = {state: words.format(months) for state, words in PRIZE_NEXT.items()}
    return page(
        "check.html",
        here="/check",
        status=404 if wrong else 200,
        serial=serial,
        ticket=seen,
        wrong=wrong,
        **facts,
    )


def not_there(title: str, text: str) -> Response:
    return page("message.html", status=404, title=title, text=text, href="/results", link="Results")


ROUTES = (
    Route("/", home),
    Route("/display", display),
    Route("/live/board", live_board),
    Route("/results", results),
    Route("/results/{day}/{number:int}", one_result),
    Route("/results/{day}/{number:int}/evidence.json", evidence),
    Route("/check", check_ticket),
    Route("/check/{serial}/{day}/{number:int}/ticket.json", ticket_proof),
    Route("/verify_draw.py", verify_program),
    Route("/numbers", numbers),
)
