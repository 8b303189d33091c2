"""The public pages of a hall: what's on, results with their proof, and what became of a slip."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.bingo.claims.events import ClaimAllowed, ClaimRefused
from eyesdown.bingo.sales.events import CardsSold, ScorecardsIssued
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import BY_OTHER_DEVICE, BY_RECEPTACLE, WITHOUT_NUMBERS
from eyesdown.central.site.sealing import DEVICE, WITNESSED
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.hall.past_slip import PastGame, past_lines
from eyesdown.display.hall.phone import OwnScreen, own_screen
from eyesdown.display.hall.screens import GameListed, programme
from eyesdown.display.hall.slip import SlipLine, slip_lines
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.frame.context import FrontCard, web_of
from eyesdown.web.frame.pages import page
from eyesdown.web.hall.board import board_now, hall_words
from eyesdown.web.hall.frame import book_of
from eyesdown.web.hall.odds import PrizeOdds, every_prize, odds_of
from eyesdown.web.hall.phone import find_slip
from eyesdown.web.hall.sign_on import PREFIX, hall_of

WITHOUT_PROOF = (BY_RECEPTACLE, BY_OTHER_DEVICE, WITHOUT_NUMBERS)
SESSIONS_MAX = 8
"""Closed sessions whose results a page lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionListed:
    """A session of the programme, as the public sees it."""

    name: str
    starts_at: datetime
    place: str
    opened: bool
    entry_fee_cents: int
    session_price_cents: int
    pool: str
    pool_cents: int
    pool_games: tuple[int, ...]
    games: tuple[GameListed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultListed:
    """The result of a game, and where its proof is."""

    session: str
    game: int
    at: datetime
    outcome: str
    numbers: tuple[int, ...]
    prizes: tuple[tuple[str, int, int], ...]
    how: str
    proven: bool


def _listed(state: HallState, session: Session) -> SessionListed:
    plan = session.plan
    pool = state.pools.get(plan.pool)
    return SessionListed(
        name=plan.session,
        starts_at=plan.starts_at,
        place=plan.place,
        opened=session.opened,
        entry_fee_cents=plan.entry_fee_cents,
        session_price_cents=plan.session_price_cents,
        pool=plan.pool,
        pool_cents=pool.balance_cents if pool else 0,
        pool_games=plan.pool_games,
        games=programme(session),
    )


def _whats_on(site: Site[HallSite]) -> list[SessionListed]:
    state = site.state.hall
    coming = [session for session in state.sessions.values() if not session.closed]
    return sorted((_listed(state, each) for each in coming), key=lambda listed: listed.starts_at)


def results(store: Store, open_sessions: list[str]) -> list[ResultListed]:
    """The games that ended in the newest sessions, newest first."""
    closed = sorted(store.records("closed"), key=lambda row: row.seq)[-SESSIONS_MAX:]
    names = dict.fromkeys((*(row.key for row in closed), *open_sessions))
    listed = [
        _result(store, row.key, EVENTS.read(row.body))
        for name in names
        for row in store.records("result", f"{name}/")
    ]
    return sorted(listed, key=lambda result: result.at, reverse=True)


def _result(store: Store, key: str, closed: Any) -> ResultListed:
    drawn = store.record("draw", key)
    published: Any = EVENTS.read(drawn.body) if drawn else None
    won = [EVENTS.read(row.body) for row in store.records("won", f"{key}/")]
    return ResultListed(
        session=closed.session,
        game=closed.game,
        at=closed.at,
        outcome=closed.outcome,
        numbers=tuple(published.numbers) if published else (),
        prizes=tuple((each.prize, each.amount_cents, len(each.winners)) for each in won),
        how=how_drawn(published.because) if published else "",
        proven=bool(published) and published.because not in WITHOUT_PROOF,
    )


def how_drawn(because: str) -> str:
    """How a game was drawn, as its page says it: by whom, and whether alone (S08).

    >>> how_drawn(f"drawn by {DEVICE}")
    'drawn by our device alone'
    >>> how_drawn(f"drawn by {DEVICE}, {WITNESSED} Ada and Bob")
    'drawn by our device, witnessed by Ada and Bob'
    """
    return because.replace(DEVICE, "our device" if WITNESSED in because else "our device alone")


def public_frame(request: Request) -> dict[str, Any]:
    """What every public page of a hall shows: its name and its links."""
    web, hall = web_of(request), hall_of(request)
    root = f"/halls/{hall}"
    nav = [
        (root, "What’s on"),
        (f"{root}/results", "Results"),
        (f"{root}/slip", "Check a slip"),
        (f"{root}/check-card", "Check a card"),
        (f"{root}/board", "Board"),
        (f"/rules/{web.tenant.book}", "Rules"),
    ]
    here = request.url.path.rstrip("/")
    return {"hall": hall, "hall_words": hall_words(hall), "root": root, "nav": nav, "here": here}


def front_card(name: str, state: HallSite, now: datetime) -> FrontCard:
    """The hall on the front page: the session that is on, or the next one."""
    coming = [session for session in state.hall.sessions.values() if not session.closed]
    sessions = sorted(coming, key=lambda session: (not session.opened, session.plan.starts_at))
    words = "No session is planned yet."
    if sessions:
        first = sessions[0]
        begins = first.plan.starts_at
        day = "today" if begins.date() == now.date() else f"{begins:%A} {begins.day} {begins:%B}"
        words = f"Next session {day} at {begins:%H:%M}."
        if first.opened:
            words = "A session is on now."
    return FrontCard(hall_words(name), f"Bingo. {words}", "Programme and prizes", f"/halls/{name}/")


async def whats_on(request: Request) -> Response:
    """What is on at the hall."""
    web = web_of(request)
    now = web.now()
    sessions = await web.ask_site(_whats_on)
    odds, others = await web.ask_site(lambda site: _odds(book_of(site, now), site.state.hall))
    board = await board_now(web)
    facts: dict[str, Any] = {"sessions": sessions, "board": board, "odds": (odds, others)}
    return page("hall/public.html", **public_frame(request), **facts)


def _odds(book: BingoBook[Any], state: HallState) -> tuple[list[PrizeOdds], list[PrizeOdds]]:
    """The odds of the prizes that are played for, and those of the book's other prizes."""
    games = [
        game.plan
        for session in state.sessions.values()
        if not session.closed
        for game in session.games.values()
    ]
    prizes = {offer.prize for game in games for offer in game.prizes}
    most = [level.numbers_max for game in games for level in game.levels if level.numbers_max]
    every = odds_of(book, every_prize(book), most)
    return [row for row in every if row.prize in prizes], [
        row for row in every if row.prize not in prizes
    ]


async def results_page(request: Request) -> Response:
    """Results of the newest sessions."""
    web = web_of(request)
    names = await web.ask_state(lambda state: list(state.hall.sessions))
    listed = await web.ask_store(lambda store: results(store, names))
    return page("hall/results.html", **public_frame(request), results=listed)


def past_slip(store: Store, slip: str) -> tuple[SlipLine, ...]:
    """What became of a slip whose session has left memory, game by game."""
    row = store.record("slip", slip)
    sold: Any = EVENTS.read(row.body) if row else None
    if not isinstance(sold, CardsSold | ScorecardsIssued):
        return ()
    rows = store.records("result", f"{sold.session}/")
    results = sorted((EVENTS.read(row.body) for row in rows), key=lambda closed: closed.game)
    return past_lines(sold, (_past_game(store, closed) for closed in results))


def _past_game(store: Store, closed: Any) -> PastGame:
    key = f"{closed.session}/{closed.game}/"
    won = [EVENTS.read(row.body) for row in store.records("won", key)]
    claims = [EVENTS.read(row.body) for row in store.records("claim", key)]
    decided = tuple(claim for claim in claims if isinstance(claim, ClaimAllowed | ClaimRefused))
    return PastGame(closed, tuple(won), decided)


async def slip_page(request: Request) -> Response:
    """What became of a slip, with reasons."""
    web = web_of(request)
    typed = request.query_params.get("slip", "").strip()[:60]
    now = web.now()

    def look(site: Site[HallSite]) -> tuple[OwnScreen, tuple[SlipLine, ...]] | None:
        holder = find_slip(site, typed) if typed else None
        if holder is None:
            return None
        book: BingoBook[Any] = book_of(site, now)
        state = site.state.hall
        session = state.sessions.get(holder.session)
        lines: tuple[SlipLine, ...] = ()
        if session is None:
            lines = past_slip(site.store, holder.slip)
        elif holder.purchase and not holder.purchase.taken_back:
            lines = slip_lines(state, session, holder.purchase)
        return own_screen(book, state, holder.session, holder.purchase), lines

    checked = await web.ask_site(look)
    facts: dict[str, Any] = {"typed": tidy(typed) if typed else "", "checked": checked}
    response = page("hall/slip.html", **public_frame(request), **facts)
    response.headers["cache-control"] = "no-store"
    return response


async def with_slash(request: Request) -> Response:
    """The hall's address with a slash at its end."""
    return RedirectResponse(f"/halls/{hall_of(request)}", 308)


ROUTES = (
    Route(PREFIX, whats_on),
    Route(f"{PREFIX}/", with_slash),
    Route(f"{PREFIX}/results", results_page),
    Route(f"{PREFIX}/slip", slip_page),
)
