"""Check a printed card at a hall: from its stock, against the game that is called now."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.bingo.state.state import HallState
from eyesdown.central.hall.state import HallSite
from eyesdown.web.frame.context import GamePlayed, KnownCard, web_of
from eyesdown.web.hall.public import public_frame
from eyesdown.web.hall.sign_on import PREFIX
from eyesdown.web.public.card_check import card_page

PLAYED = "running"


def playing(book: str, state: HallState) -> GamePlayed | None:
    """The game that is called now, with what the board shows of it; None between games."""
    for session in state.sessions.values():
        for number, game in session.games.items():
            if game.phase == PLAYED and not session.closed:
                numbers = tuple(dict.fromkeys(call.number for call in game.calls))
                return GamePlayed(book, number, tuple(game.offers), numbers)
    return None


def find_card(state: HallSite, serial: str, number: int) -> KnownCard | None:
    """A card of the hall's stock, whatever became of it; without a serial, of its only series."""
    series = state.hall.series
    if not serial and len(series) == 1:
        [serial] = series
    if serial not in series or number not in series[serial].cards:
        return None
    book = state.tally.book
    return KnownCard(series[serial].cards[number].boxes, book, playing(book, state.hall))


async def check_a_card(request: Request) -> Response:
    """A card of this hall, or of a QR code that holds the card, against the hall's own calls."""
    web = web_of(request)

    async def find(serial: str, number: int) -> KnownCard | None:
        known: KnownCard | None = await web.ask_state(
            lambda state: find_card(state, serial, number)
        )
        return known

    now: GamePlayed | None = await web.ask_state(
        lambda state: playing(state.tally.book, state.hall)
    )
    frame = public_frame(request)
    return await card_page(request, [find], now, layout="hall/public_base.html", **frame)


ROUTES = (Route(f"{PREFIX}/check-card", check_a_card),)
