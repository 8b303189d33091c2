"""Today at the office: sold, won and net by game and venue, what waits, and a chart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.lifecycle import NextStep, Waits, unpublished, waiting
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.takings import (
    GameTakings,
    VenueTakings,
    games_of_day,
    rows_between,
)
from eyesdown.central.keno.tasks import is_restarting
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.keno.office_forms import words_of
from eyesdown.keno.words.games import Game
from eyesdown.ledger.books import Amount
from eyesdown.web.frame.pages import page
from eyesdown.web.frame.sign_on import needs
from eyesdown.web.keno.account.office import waiting_accounts
from eyesdown.web.keno.context import KenoWeb, keno_of

BARS_MAX = 48
BAR_WIDE, BAR_HIGH = 12, 80
VENUES_SHOWN = 50
GAMES_LISTED = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """A game in the chart: where it is, how high it sold and how much of that was won."""

    x: int
    sold_high: int
    won_high: int
    words: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """An entry that is disqualified and not reinstated."""

    serial: str
    ground: str


@dataclass(frozen=True, slots=True)
class Today:
    """The figures of the day that is open, or of the last one, as they were at a moment."""

    at: datetime
    day: date
    is_open: bool
    sold_cents: int
    won_cents: int
    games: int
    on_sale_cents: int
    paid_cents: Amount
    venues_count: int
    venues: tuple[tuple[VenueTakings, str, Amount], ...]
    bars: tuple[Bar, ...]
    last_games: tuple[GameTakings, ...]
    out_of_balance: Amount
    waits: tuple[tuple[str, str], ...]
    disputes: tuple[Dispute, ...]

    @property
    def net_cents(self) -> int:
        """What is left of the sales after prizes."""
        return self.sold_cents - self.won_cents


def bars_of(games: list[GameTakings]) -> tuple[Bar, ...]:
    """The chart's bars for the last games; the highest is as high as the chart.

    >>> bars_of([GameTakings("2026-11-14", 1, 2, 400, 100)])
    (Bar(x=0, sold_high=80, won_high=20, words='Game 1: sold $4.00, won $1.00'),)
    """
    last = games[-BARS_MAX:]
    most = max((max(game.sold_cents, game.won_cents or 0) for game in last), default=0) or 1
    return tuple(
        Bar(
            index * BAR_WIDE,
            game.sold_cents * BAR_HIGH // most,
            (game.won_cents or 0) * BAR_HIGH // most,
            f"Game {game.number}: sold ${game.sold_cents / 100:,.2f}, "
            f"won ${(game.won_cents or 0) / 100:,.2f}",
        )
        for index, game in enumerate(last)
    )


def _waits(site: Site[KenoSite], web: KenoWeb) -> tuple[tuple[str, str], ...]:
    """What a person must act on, each with the page where they do."""
    state = site.state
    held = [game for game in unpublished(state) if isinstance(_step(site, web, game), Waits)]
    wrong = sum(bool(game.wrong) for game in state.keno.games.values())
    unpaid = sum(not (form.paid or form.nothing_owed) for form in state.keno.forms.values())
    accounts = len(waiting_accounts(site, web))
    counted = (
        (len(state.payments), "/office/payments", "payment waits", "payments wait"),
        (
            len(state.keno.withdrawals),
            "/office/players",
            "withdrawal is asked for",
            "withdrawals are asked for",
        ),
        (
            accounts,
            "/office/players",
            "account waits for the office",
            "accounts wait for the office",
        ),
        (len(held), "/office#h-games", "game is held back", "games are held back"),
        (
            wrong,
            "/office#h-games",
            "game had a wrong number on display",
            "games had a wrong number on display",
        ),
        (unpaid, "/office/do/PayClaimForm", "claim form is not paid", "claim forms are not paid"),
    )
    return tuple(
        (href, f"{count:,} {singular if count == 1 else plural}")
        for count, href, singular, plural in counted
        if count
    )


def _step(site: Site[KenoSite], web: KenoWeb, game: Game) -> NextStep | Waits | None:
    return waiting(
        site.state,
        game,
        now=web.now(),
        cage=web.cage,
        pool_wait=web.pool_wait,
        restarting=is_restarting(site, web.restart),
    )


def _disputes(site: Site[KenoSite]) -> tuple[Dispute, ...]:
    sold = site.state.keno.sold.values()
    barred = (each for each in sold if each.disqualified is not None)
    return tuple(Dispute(each.entry.serial, words_of(f"{each.disqualified}")) for each in barred)


@dataclass(frozen=True, slots=True)
class _Live:
    """What the live state has of today; `venues` has each one's name and what it owes."""

    day: date | None
    is_open: bool
    on_sale_cents: int
    venues: dict[str, tuple[str, Amount]]
    out_of_balance: Amount
    waits: tuple[tuple[str, str], ...]
    disputes: tuple[Dispute, ...]


def _live(site: Site[KenoSite], web: KenoWeb) -> _Live:
    keno = site.state.keno
    totals = keno.totals.get(keno.open_game) if keno.open_game is not None else None
    return _Live(
        keno.day or keno.last_day,
        keno.day is not None,
        sum(totals.by_category.values()) if totals else 0,
        {name: (venue.name, keno.owed_by(name)) for name, venue in sorted(keno.venues.items())},
        sum(site.balances.values()),
        _waits(site, web),
        _disputes(site),
    )


async def today_of(web: KenoWeb) -> Today | None:
    """Today's figures; None before the first Keno Day."""

    live = await web.ask_site(lambda site: _live(site, web))
    if live.day is None:
        return None
    day = live.day

    def read(store: Store) -> tuple[list[GameTakings], list[VenueTakings]]:
        after, until = rows_between(store, day, day)
        venues = [web.takings.of(store, name, after, until) for name in live.venues]
        return list(games_of_day(store, day)), venues

    games, venues = await web.ask_store(read)
    return Today(
        web.now(),
        day,
        live.is_open,
        sum(game.sold_cents for game in games),
        sum(game.won_cents or 0 for game in games),
        len(games),
        live.on_sale_cents,
        sum(venue.paid_cents for venue in venues),
        len(venues),
        tuple((venue, *live.venues[venue.venue]) for venue in venues[:VENUES_SHOWN]),
        bars_of(games),
        tuple(games[: -GAMES_LISTED - 1 : -1]),
        live.out_of_balance,
        live.waits,
        live.disputes,
    )


@needs("supervisor", "office", "inspector")
async def figures(request: Request) -> Response:
    """Today's figures alone, for the page that stays open."""
    today, person = await today_of(keno_of(request)), request.state.person
    return page("office_today.html", today=today, person=person)


ROUTES = (Route("/office/today", figures),)
