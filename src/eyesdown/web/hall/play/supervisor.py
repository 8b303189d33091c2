"""The pages of supervisor and verifier: balls to check, claims, results, what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import Dispute
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.web.frame.clock import settle_clock
from eyesdown.web.frame.context import web_of
from eyesdown.web.hall.frame import book_of, hall_page
from eyesdown.web.hall.play.caller import scripts_of
from eyesdown.web.hall.play.claims import Grid, card_with, claims_view, grids_of, is_number
from eyesdown.web.hall.play.session import Play, next_dispute, opening_ticks, play_at
from eyesdown.web.hall.sign_on import PREFIX, hall_of, needs_hall

DISRUPTIONS_OF_ANY = ("disruption",)
"""Where a book has no list of causes, its supervisor names one (I06)."""
FRAUD = "fraud"
SILENT_NAMED = 20
"""Of those who forfeited a prize by silence, as many are named; the others are counted."""


class Silent(NamedTuple):
    """How many completed a prize and did not call out, and the first few with their calls."""

    prize: str
    players: int
    first: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorView:
    """What the supervisor sees of the game, besides claims.

    While a ball of a receptacle is in their hand, `numbers` leaves out what was announced.
    """

    session: str
    game: int
    games: int
    phase: str
    opened: bool
    terminal: bool
    ticks: tuple[tuple[str, str], ...]
    """What must be ticked to open the session: the field and its words."""
    over: bool
    numbers: tuple[int, ...]
    ball_due: bool
    wrong: int
    right: int
    faulty: tuple[str, ...]
    won: tuple[tuple[str, int, int, int], ...]
    silent: tuple[Silent, ...]
    officials: dict[str, str]
    scripts: tuple[Announcement, ...]
    causes: tuple[str, ...]
    disputes: dict[str, Dispute]
    next_dispute: str
    stopped: int
    serials: tuple[str, ...]

    @property
    def last(self) -> int:
        """The last number that the supervisor may know; 0 if none is."""
        return self.numbers[-1] if self.numbers else 0


def supervisor_view(play: Play) -> SupervisorView:
    """The view of a session for its supervisor."""
    game, session, site = play.game, play.session, play.site
    running = game is not None and game.phase == "running"
    calls = game.calls if game and running else ()
    last = calls[-1] if calls else None
    from_cage = bool(game and game.selector == "receptacle")
    unread = bool(last and from_cage and not (last.racked or last.verified))
    figures: Any = play.book.figures
    error = game.correction if game else None
    draw = site.draw_of(play.name, play.number)
    return SupervisorView(
        session=play.name,
        game=play.number,
        games=len(session.games),
        phase=game.phase if game else "over",
        opened=session.opened,
        terminal=play.book.traits.dealer_terminal,
        ticks=opening_ticks(play.book),
        over=game is None,
        numbers=tuple(call.number for call in (calls[:-1] if unread else calls)),
        ball_due=bool(unread and last and last.handed_over),
        wrong=error.wrong if error else 0,
        right=error.right if error else 0,
        faulty=game.faulty if game else (),
        won=tuple(
            (prize, each.number, len(each.winners), each.share_cents)
            for prize, each in (game.won.items() if game else ())
        ),
        silent=_silent(game) if game and running else (),
        officials={
            duty: person
            for duty in ("caller", "supervisor")
            if (person := session.official(duty, play.number))
        },
        scripts=scripts_of(play),
        causes=(*getattr(figures, "disruptions", DISRUPTIONS_OF_ANY), FRAUD),
        disputes={name: each for name, each in site.hall.disputes.items() if not each.closed},
        next_dispute=next_dispute(site.hall),
        stopped=draw if draw in site.draws.stopped else 0,
        serials=tuple(site.hall.held(session).in_play(play.number).books),
    )


def _silent(game: Game) -> tuple[Silent, ...]:
    """By prize; there may be thousands of them."""
    return tuple(
        Silent(
            prize,
            len(losers),
            tuple((lost.who, lost.call) for lost in islice(losers.values(), SILENT_NAMED)),
        )
        for by_prize in game.forfeits.values()
        for prize, losers in by_prize.items()
        if losers
    )


@needs_hall(HallRole.SUPERVISOR)
async def supervisor(request: Request) -> Response:
    """The supervisor's page."""
    web, by = web_of(request), request.state.hall_person.name
    now = web.now()

    def look(site: Site[HallSite]) -> Any:
        play = play_at(book_of(site, now), site.state, now)
        return (supervisor_view(play), claims_view(play, by)) if play else (None, None)

    view, claims = await web.ask_site(look)
    return await hall_page(request, "hall/supervisor.html", v=view, k=claims)


@needs_hall(HallRole.SUPERVISOR)
async def clock(request: Request) -> Response:
    """A supervisor says which clock is right, on record; the hall goes on by it."""
    form = await request.form()
    await settle_clock(web_of(request), request.state.hall_person.name, wall=bool(form.get("wall")))
    return RedirectResponse(f"/halls/{hall_of(request)}/supervisor", 303)


@needs_hall(HallRole.VERIFIER, HallRole.SUPERVISOR)
async def verifier(request: Request) -> Response:
    """The verifier's page: claims to check, and any card drawn from the master table."""
    web, by = web_of(request), request.state.hall_person.name
    now = web.now()
    serial = request.query_params.get("serial", "").strip()[:60]
    card = request.query_params.get("card", "").strip()[:9]
    ticket = request.query_params.get("ticket", "").strip()[:9]

    def look(site: Site[HallSite]) -> Any:
        play = play_at(book_of(site, now), site.state, now)
        if play is None:
            return None, (), frozenset()
        grids = _grids(play, serial, card, ticket)
        called = frozenset(play.game.called if play.game else ())
        return claims_view(play, by), grids, called

    claims, grids, called = await web.ask_site(look)
    asked = (serial, card, ticket) if serial or card or ticket else None
    facts = {"k": claims, "grids": grids, "called": called, "asked": asked}
    return await hall_page(request, "hall/verifier.html", **facts)


def _grids(play: Play, serial: str, card: str, ticket: str) -> tuple[Grid, ...]:
    """The grids of a card that is asked for by its number, or by that of one of its tickets."""
    if ticket:
        try:
            serial, number = card_with(play, serial, ticket)
        except BadInput:
            return ()
    else:
        number = int(card) if is_number(card) else 0
    series = play.site.hall.series.get(serial)
    return grids_of(series, number) if series and number in series.cards else ()


ROUTES = (
    Route(f"{PREFIX}/supervisor", supervisor),
    Route(f"{PREFIX}/verifier", verifier),
    Route(f"{PREFIX}/clock", clock, methods=["POST"]),
)
