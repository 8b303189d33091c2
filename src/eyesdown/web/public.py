"""Pages for everybody: what's on, results, numbers, odds, a ticket, the proof of a draw."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import msgspec
import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from eyesdown.central.keno import KenoSite, book_on
from eyesdown.display.board import Board, board
from eyesdown.kernel.canon import plain
from eyesdown.odds.keno import every_bet
from eyesdown.odds.randomness import checked, frequency
from eyesdown.rulebook.loading import read_text
from eyesdown.web import reads
from eyesdown.web.context import Web, web_of
from eyesdown.web.pages import page

DRAWS_FOR_NUMBERS = 500


async def board_now(web: Web) -> Board:
    now = web.now()

    def seen(site: KenoSite) -> Board:
        return board(web.book, site.keno, now, published=site.draws.published_max)

    return await web.ask(seen)


def board_json(shown: Board) -> Any:
    return plain(shown)


async def home(request: Request) -> Response:
    web = web_of(request)
    newest = (await web.look_up(reads.results))[:6]
    return page("home.html", here="/", board=await board_now(web), newest=newest)


async def display(request: Request) -> Response:
    shown = board_json(await board_now(web_of(request)))
    return page("display.html", mode="hall", board=shown)


async def live_board(request: Request) -> Response:
    feed = request.app.state.board_feed
    return StreamingResponse(
        feed.watch(),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def results(request: Request) -> Response:
    web = web_of(request)
    asked = request.query_params.get("day", "")
    days = await web.look_up(reads.days)
    day = asked if asked in days else (days[0] if days else "")
    found = await web.look_up(lambda site: reads.results(site, day)) if day else []
    unknown = bool(asked) and asked not in days
    return page("results.html", here="/results", days=days, day=day, found=found, unknown=unknown)


async def one_result(request: Request) -> Response:
    day, number = request.path_params["day"], request.path_params["number"]
    found = await web_of(request).look_up(lambda site: reads.result(site, day, number))
    if found is None:
        return not_there(
            "That game has no result", f"Nothing is published for {day}, game {number}."
        )
    return page("result.html", here="/results", result=found)


async def evidence(request: Request) -> Response:
    """The proof of a draw as a file for verify_draw.py."""
    day, number = request.path_params["day"], request.path_params["number"]
    found = await web_of(request).look_up(lambda site: reads.result(site, day, number))
    if found is None or found.evidence is None:
        return not_there("No proof", "This draw has no sealed proof; a ball cage has no secret.")
    proof = plain(found.evidence)
    name = f"evidence-{day}-{number}.json"
    return JSONResponse(proof, headers={"content-disposition": f'attachment; filename="{name}"'})


async def verify_program(_: Request) -> Response:
    headers = {"content-disposition": 'attachment; filename="verify_draw.py"'}
    return PlainTextResponse(read_text("eyesdown.central", "verify_draw.py"), headers=headers)


async def numbers(request: Request) -> Response:
    web = web_of(request)
    found = (await web.look_up(reads.results))[:DRAWS_FOR_NUMBERS]
    counts = dict.fromkeys(range(1, web.book.limits.numbers_max + 1), 0)
    for one in found:
        for number in one.draw.numbers:
            counts[number] += 1
    check = None
    if len(found) >= web.book.limits.grid_row_numbers:
        draws = checked([one.draw.numbers for one in found], len(counts))
        member = np.zeros((len(found), len(counts)), dtype=np.bool_)
        np.put_along_axis(member, draws.astype(np.int64) - 1, values=True, axis=1)
        check = frequency(member, web.book.limits.numbers_drawn)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    hot, cold = ranked[:10], ranked[-10:][::-1]
    facts: dict[str, Any] = {"games": len(found), "counts": counts, "hot": hot, "cold": cold}
    return page("numbers.html", here="/numbers", check=check, **facts)


async def check_ticket(request: Request) -> Response:
    serial = request.query_params.get("serial", "").strip()[:60]
    seen = None
    web = web_of(request)
    if serial and web.serials.genuine(serial):
        seen = await web.look_up(lambda site: reads.ticket(site, serial))
    wrong = "No ticket of ours has this serial. Look again; O and 0, I and 1 count as the same."
    shown = wrong if serial and not seen else ""
    status = 404 if shown else 200
    return page("check.html", here="/check", status=status, serial=serial, ticket=seen, wrong=shown)


@cache
def _odds(day: date) -> list[dict[str, Any]]:
    """The exact odds of every bet on a day, for human eyes."""
    return [
        {
            "key": key,
            "one_in": float(1 / law.hit_rate) if law.hit_rate else None,
            "rtp": float(law.rtp),
            "rtp_fill": float(law.rtp_with_jackpot_fill) if law.has_fill else None,
        }
        for key, law in every_bet(book_on(day)).items()
    ]


async def odds(request: Request) -> Response:
    rows = _odds(web_of(request).now().date())
    plain_bets = [row for row in rows if "+" not in row["key"]]
    bonus_bets = [row for row in rows if "+" in row["key"]]
    return page("odds.html", here="/odds", plain_bets=plain_bets, bonus_bets=bonus_bets)


async def design(request: Request) -> Response:
    """Every component on one page, for those who build pages."""
    sample = {
        "drawn": [48, 28, 1, 17, 60, 10, 42, 70, 14, 46, 74, 65, 61, 9, 40, 33, 25, 56, 51, 72],
        "picked": [1, 17, 23, 60],
        "refusals": [
            {
                "says": "Maximum $250 for an Entry on a Self Service Terminal",
                "book": "nsw-keno",
                "clause": "9(c):max SST",
                "code": "entry/above_maximum",
                "facts": {"cost_cents": 25_050, "maximum_cents": 25_000},
            }
        ],
        "because": [
            {
                "says": "4 of 4 spots drawn: $120.00 a $1.00",
                "clause": "18(b):4 spots",
                "cents": 24_000,
            },
            {"says": "stake × 3", "clause": "2:Keno Bonus(i)", "cents": 72_000},
        ],
    }
    mode = "hall" if request.query_params.get("mode") == "hall" else "desk"
    return page("design.html", here="/_design", mode=mode, sample=sample)


def not_there(title: str, text: str) -> Response:
    return page("message.html", status=404, title=title, text=text, href="/results", link="Results")


def board_bytes(shown: Board) -> bytes:
    return msgspec.json.encode(board_json(shown))


ROUTES = (
    Route("/", home),
    Route("/display", display),
    Route("/live/board", live_board),
    Route("/results", results),
    Route("/results/{day}/{number:int}", one_result),
    Route("/results/{day}/{number:int}/evidence.json", evidence),
    Route("/verify_draw.py", verify_program),
    Route("/numbers", numbers),
    Route("/check", check_ticket),
    Route("/odds", odds),
    Route("/_design", design),
)
