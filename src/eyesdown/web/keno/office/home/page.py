"""The office: what a supervisor does to keep games going, and what an inspector may read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.lifecycle import (
    NextStep,
    Waits,
    game_ahead,
    waiting,
    waits_for_balls,
)
from eyesdown.central.keno.machine import KenoSite, book_on, game_key, sydney
from eyesdown.central.keno.tasks import is_restarting
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.sealing import LetGameGoOn
from eyesdown.central.site.site import Site
from eyesdown.display.keno.notices import unclaimed_letter
from eyesdown.display.keno.office import AccountRow, GameRow, OfficeView
from eyesdown.display.keno.site import promotion_alerts
from eyesdown.display.refusals import refusals_shown
from eyesdown.keno.games.commands import CorrectDisplay, ReportWrongDisplay
from eyesdown.keno.office.commands import SignOff, SignOn
from eyesdown.keno.words.games import Game
from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.books import Amount, shown
from eyesdown.ledger.chart import KINDS
from eyesdown.rulebook.keno_words import Duty
from eyesdown.web.frame.clock import settle_clock
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.context import keno_of
from eyesdown.web.keno.counter.drafts import whole_typed
from eyesdown.web.keno.office.clock import time_corrected
from eyesdown.web.keno.office.frame import office_page
from eyesdown.web.keno.office.home.first_steps import Step, first_steps
from eyesdown.web.keno.office.home.today import today_of

DONE = {
    "wrong": "Reported. Every screen flashes the last number until the display is right again.",
    "correct": "Put right. The screens show the number that was drawn.",
    "go-on": "Released. The game goes on.",
    "on": "You are on duty now.",
    "off": "You are off duty now.",
    "game-time": "The game was closed. It is drawn at once.",
    "clock": "The clock is settled.",
}
"""The words that confirm an action, by its address."""
GAMES_SHOWN = 12
ACCOUNTS_SHOWN = 40


def office_view(
    site: Site[KenoSite], *, cage: bool, pool_wait: timedelta, restart: Restart | None = None
) -> OfficeView:
    """The office's page as the state is now."""
    keno, draws = site.state.keno, site.state.draws
    now = sydney(site.now_us())
    today = now.date()
    numbers = sorted(keno.games)
    # A game that waits stays in the table however many close after it: a person must act.
    unfinished = [game for game in numbers if game > draws.published_max or keno.games[game].wrong]
    in_table = {*numbers[-GAMES_SHOWN:], *unfinished[:GAMES_SHOWN], *_on_walls(site.state)}
    shown_games = (keno.games[game] for game in sorted(in_table, reverse=True))
    step_of = partial(
        waiting,
        site.state,
        now=now,
        cage=cage,
        pool_wait=pool_wait,
        restarting=is_restarting(site, restart),
    )
    games = tuple(
        _game_row(site.state, game, _held_back(site.state, game, step_of(game)), cage=cage)
        for game in shown_games
    )
    balances = site.balances
    accounts = tuple(_account_rows(balances))
    people = tuple((duty.person, duty.duty.value, duty.place) for duty in keno.on_duty.values())
    total = sum(balances.values())
    alerts = promotion_alerts(book_on(today), keno, today)
    return OfficeView(site.head.seq, site.head.hash.hex(), games, people, accounts, total, alerts)


def _on_walls(state: KenoSite) -> set[int]:
    """The games whose numbers displays may still show."""
    last = state.draws.published_max
    return {last - 1, last} & state.keno.games.keys()


def _game_row(state: KenoSite, game: Game, held_back: str, *, cage: bool) -> GameRow:
    return GameRow(
        game.game,
        game_key(game),
        "published" if game.game <= state.draws.published_max else game.state.value,
        state.draws.stopped.get(game.game, ""),
        held_back,
        bool(game.wrong),
        game.game in _on_walls(state),
        waits_for_balls(state, game, cage=cage),
    )


def _held_back(state: KenoSite, game: Game, step: NextStep | Waits | None) -> str:
    """What holds a closed game back, in words; empty while it goes on by itself."""
    if isinstance(step, Waits):
        return step.sentence
    just_closed = game.game + 1 == state.keno.open_game
    stuck = step is NextStep.DRAW and not just_closed
    return "waits to be drawn; the log of the site says why" if stuck else ""


def _account_rows(balances: Mapping[str, Amount]) -> Iterator[AccountRow]:
    """The trial balance; a kind with very many accounts is one row with their sum.

    >>> many = {f"subscriber/{n}": -100 for n in range(ACCOUNTS_SHOWN + 1)}
    >>> [(row.name, row.balance) for row in _account_rows({"bank": 4100, **many})]
    [('bank', 4100), ('subscriber, 41 accounts', 4100)]
    """
    held = [name for name, value in sorted(balances.items()) if value]
    for kind, names in groupby(held, key=lambda name: name.partition("/")[0]):
        accounts, says = list(names), KINDS[kind].says
        if len(accounts) > ACCOUNTS_SHOWN:
            total = sum(shown(name, balances[name]) for name in accounts)
            yield AccountRow(f"{kind}, {len(accounts):,} accounts", says, total)
        else:
            yield from (AccountRow(name, says, shown(name, balances[name])) for name in accounts)


@needs("supervisor", "office", "inspector")
async def office(request: Request) -> Response:
    """The office's page: games, people on duty, the trial balance."""
    return await _office_page(request)


async def _office_page(request: Request, status: int = 200, **more: Any) -> Response:
    web = keno_of(request)
    view = await web.ask_site(
        lambda site: office_view(site, cage=web.cage, pool_wait=web.pool_wait, restart=web.restart)
    )
    facts = {
        "view": view,
        "clock_doubt_us": await web.ask_site(lambda site: site.clock_doubt_us),
        "game_ahead": await web.ask_site(lambda site: game_ahead(site.state, web.now())),
        "site_time": web.now(),
        "days": web.book.figures.promotion_alert_days,
        "path": "/office",
        "steps": await web.ask_site(lambda site: _steps(site, web.now().date())),
        "today": await today_of(web),
        "done": DONE.get(request.query_params.get("done", ""), ""),
        **more,
    }
    return await office_page(request, "office.html", status, **facts)


def _steps(site: Site[KenoSite], today: date) -> tuple[Step, ...]:
    """The steps to the first draw; a till or an account that ever took money ends them."""
    has_sold = any(name.startswith(("venue_cash/", "subscriber/")) for name in site.balances)
    return first_steps(site.state, today, has_sold=has_sold)


@needs("office")
async def letter(request: Request) -> Response:
    """A letter about something unclaimed, signed by the person who is signed on (16(c)).

    It is sent as a form: the name of a player must be in no address.
    """
    form = await request.form()
    to, about = (str(form.get(name, "")).strip()[:200] for name in ("to", "about"))
    if not (to and about):
        wrong = "Letter: fill in to whom it goes and what it is about"
        return await _office_page(request, 400, wrong=wrong)
    person = request.state.person
    paper = unclaimed_letter(to, about, person.name)
    return page("letter.html", here="/office", letter=paper, day=keno_of(request).now().date())


@needs("supervisor")
async def action(request: Request) -> Response:
    """Report or correct a wrong number on display, release a stopped game, go on or off duty."""
    try:
        return await _act(request)
    except BadInput as bad:
        return await _office_page(request, 400, wrong=f"{bad.field}: {bad.message}")


async def _act(request: Request) -> Response:
    web, person = keno_of(request), request.state.person
    form = await request.form()
    at, what = web.now(), request.path_params["action"]
    command: Any
    match what:
        case "wrong":
            game, position, number = (
                whole_typed(form, name) for name in ("game", "position", "shown")
            )
            command = ReportWrongDisplay(at, game, position, number)
        case "correct":
            command = CorrectDisplay(at, whole_typed(form, "game"))
        case "go-on":
            because = str(form.get("because", "")).strip()[:500]
            if not because:
                raise BadInput("because", "give a reason; it goes on the record")
            command = LetGameGoOn(at, whole_typed(form, "game"), person.name, because)
        case "on":
            place = await web.ask_state(lambda state: state.keno.site)
            command = SignOn(at, person.name, Duty.SUPERVISOR, place)
        case "off":
            command = SignOff(at, person.name)
        case "game-time":
            command = await time_corrected(request, form)
        case "clock":
            await settle_clock(web, person.name, wall=bool(form.get("wall")))
            return RedirectResponse(f"/office?done={what}", 303)
        case _:
            raise BadInput("action", f"{what!r} isn’t one of this page; load it again")
    events = await web.submit(command)
    refused = [refusal for event in events for refusal in getattr(event, "refusals", ())]
    if refused:
        return await _office_page(request, 409, refusals=refusals_shown(refused))
    return RedirectResponse(f"/office?done={what}", 303)


ROUTES = (
    Route("/office", office),
    Route("/office/letter", letter, methods=["POST"]),
    Route("/office/{action}", action, methods=["POST"]),
)
