"""The demonstration site: made-up venues, staff and customers on the real Central Site."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from eyesdown.cli.demo import bank, evening
from eyesdown.cli.demo.evening import QUICK
from eyesdown.cli.demo.hall_past import play_evening
from eyesdown.cli.demo.options import DemoOptions
from eyesdown.cli.demo.past import KnownTickets, Past, known_tickets, play_past
from eyesdown.cli.demo.try_page import OneClick, TryPage
from eyesdown.cli.demo.witnesses import Witnesses
from eyesdown.cli.site.host import Host, address_of, run_app
from eyesdown.cli.site.owner_only import for_its_owner_alone
from eyesdown.cli.site.settings import Settings
from eyesdown.demo.hall_evening import NAME as HALL
from eyesdown.demo.keno_load import (
    GROWTH_RATES,
    PAYOUT_LIMIT_CENTS,
    Ask,
    Place,
    anything,
    claim,
    due_cents,
    payment,
    sale,
)
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import (
    AppointVenue,
    ApproveTerminal,
    SetGrowthRate,
    SetPayoutLimit,
    SignOn,
)
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.errors import EyesdownError
from eyesdown.rulebook.keno_words import DrawSite, Duty, VenueKind
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.pages import set_frame
from eyesdown.web.keno.context import KenoWeb

CUSTOMER_SECONDS = 2.5
SNAPSHOT_ROWS = 5_000
TICKETS_OUT = 30
RUNNING_GAMES = 20
MADE_UP = "A demonstration: everything here is made up."
OPERATOR = "Pretend Keno"
LICENSEES = (
    ("Made-Up Holdings Pty Limited", "00 000 000 001"),
    ("Pretend Keno Pty Ltd", "00 000 000 002"),
)
"""No real company is named on a made-up site."""
FIRST_DAY = "2024-01-12"


@dataclass(frozen=True, slots=True)
class Venue:
    """A made-up venue."""

    venue: str
    kind: VenueKind
    name: str
    area: str


VENUES = (
    Venue("V0001", VenueKind.CLUB, "The Pretend Bowls Club", "Nowhere"),
    Venue("V0002", VenueKind.HOTEL, "The Made-Up Arms", "Elsewhere"),
    Venue("V0003", VenueKind.CASINO, "Casino Fictional", "Anywhere"),
)
STAFF = (
    ("walt", "writer", "V0001", "V0001-T1", "/counter", "sells and pays at the bowls club"),
    ("cass", "writer", "V0003", "V0003-T1", "/counter", "sells and pays at the casino"),
    ("kiosk", "self_service", "V0001", "V0001-S1", "/terminal", "a self-service terminal"),
    ("sue", "supervisor", "", "", "/office", "supervises the draws"),
    ("olly", "office", "", "", "/office", "runs the office, and writes its letters"),
    ("otto", "office", "", "", "/office/payments", "confirms the payments that olly proposes"),
    ("ian", "inspector", "", "", "/inspector", "reads everything, and changes nothing"),
)


def password_of(name: str) -> str:
    """Not secret: the site listens on this machine only, and all people in it are made up.

    >>> password_of('wanda')
    'wanda-demo'
    """
    return f"{name}-demo"


def run_site(options: DemoOptions, place: socket.socket) -> None:
    """Serve the demonstration on a socket that is bound, until it is stopped."""
    _serve(_settings(options), place, options)


def _settings(options: DemoOptions) -> Settings:
    folder = options.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        people = folder / "people.toml"
        if not people.exists():
            with for_its_owner_alone():
                people.write_text(_people(), "utf-8")
    except OSError as bad:
        raise EyesdownError(f"cannot write in {folder}: {bad.strerror}") from bad
    return Settings(
        store=str(folder / "site.db"),
        host=options.host,
        port=options.port,
        every_seconds=options.every_seconds,
        people=str(people),
        credentials="",
        snapshot_rows=SNAPSHOT_ROWS,
        cage=False,
        second_factor=False,  # every visitor is everyone here, with one click
        halls=(evening.hall_settings(folder),),
        family=str(folder / "family.db"),
        family_door=True,
        operator=OPERATOR,
        licensees=LICENSEES,
    )


def _serve(settings: Settings, place: socket.socket, options: DemoOptions) -> None:
    """The folder keeps everything for the next time."""
    second_tills = tuple(Place(each.venue, f"{each.venue}-T2") for each in VENUES)
    play_past(settings, Past(options.past_games, _first_commands, second_tills))
    if options.past_games:
        play_evening(settings, settings.halls[0])
    witnesses = Witnesses(options.folder, address_of(place), options.witnesses)
    demonstration = Demonstration(settings, witnesses)
    people = [
        OneClick(
            role.replace("_", "-").capitalize(),
            name,
            password_of(name),
            f"/sign-on?next={path}",
            says,
        )
        for name, role, _, _, path, says in STAFF
    ]
    says = "plays keno from an account of their own"
    sign_on = "/account/sign-on?next=/account"
    people.append(OneClick("Player", bank.PLAYER, bank.PASSWORD, sign_on, says))
    links = (("/try", "Try it as"), *demonstration.host.links())
    set_frame(band=MADE_UP, more_nav=links, bank=bank.PATH)
    more = [*TryPage(people, demonstration.tickets).routes(), *bank.ROUTES]
    run_app(place, demonstration.host, demonstration.lifetime, quiet=True, more=more)


class Demonstration:
    """The site with its venues set up and customers coming and going."""

    def __init__(self, settings: Settings, witnesses: Witnesses) -> None:
        self.host = Host(settings)
        self.witnesses = witnesses
        self.tickets = known_tickets(settings)

    async def lifetime(self) -> AsyncIterator[Hosted]:
        async for hosted in self.host.lifetime():
            web = hosted.first
            assert isinstance(web, KenoWeb)
            await _set_up(web)
            await bank.set_up_player(web)
            hall = hosted.tenants[HALL]
            await evening.give_access(hall)
            tasks = [
                asyncio.create_task(_customers(web, self.tickets)),
                asyncio.create_task(_start_witnesses(web, self.witnesses)),
                asyncio.create_task(evening.keep_playing(hall)),
            ]
            yield hosted
            for task in tasks:
                task.cancel()
            # One may have failed before, as when the folder is deleted; the site stops all the same
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(self.witnesses.stop)


async def _set_up(web: KenoWeb) -> None:
    if await web.ask_state(lambda site: bool(site.keno.venues)):
        return
    for command in _first_commands(web.now()):
        await web.submit(command)


def _first_commands(at: datetime) -> Iterator[Any]:
    yield SetPayoutLimit(at, PAYOUT_LIMIT_CENTS)
    for jackpot, rate in GROWTH_RATES.items():
        yield SetGrowthRate(at, jackpot, rate, datetime.fromisoformat(FIRST_DAY).date())
    yield SignOn(at, "Sue Pervisor", Duty.SUPERVISOR, DrawSite.CENTRAL)
    for venue in VENUES:
        approval, bar = f"made-up-{venue.venue}", (f"{venue.venue} bar",)
        yield AppointVenue(
            at,
            venue.venue,
            venue.kind,
            venue.name,
            venue.area,
            approval,
            bar,
            bar,
            time(0),
            time(0),
        )
        for till in ("T1", "T2"):  # made-up customers buy at the second one
            yield ApproveTerminal(
                at, f"{venue.venue}-{till}", venue.venue, self_service=False, approval=approval
            )
        yield ApproveTerminal(
            at, f"{venue.venue}-S1", venue.venue, self_service=True, approval=approval
        )
        yield SignOn(at, f"senior writer {venue.venue}", Duty.SENIOR_WRITER, venue.venue)


async def _start_witnesses(web: KenoWeb, witnesses: Witnesses) -> None:
    """Appoint the witnesses once the record is open, and start them."""
    while not await web.ask_state(lambda site: site.witnessed.record):  # noqa: ASYNC110 -- polled
        await asyncio.sleep(0.1)
    await witnesses.appoint(web)
    witnesses.start()


async def _customers(web: KenoWeb, known: KnownTickets) -> None:
    """Customers buy every few seconds, and some come back for their prize."""
    dice = random.Random()  # noqa: S311 -- made-up customers, not a draw
    tickets: list[EntryAccepted] = []
    while True:
        if not await web.ask_state(lambda site: known.running in site.keno.sold):
            known.running = await _buy_many_games(web, dice)
        await asyncio.sleep(dice.uniform(0.3, 2) * CUSTOMER_SECONDS)
        venue = dice.choice(VENUES).venue
        command = sale(web.now(), web.serial(), Place(venue, f"{venue}-T2"), anything(dice))
        events = await web.submit(command)
        tickets += [event for event in events if isinstance(event, EntryAccepted)]
        if len(tickets) > TICKETS_OUT:
            await _collect(web, tickets.pop(0).entry)


async def _buy_many_games(web: KenoWeb, dice: random.Random) -> str:
    """The serial of a ticket that is played for a good while; empty while none can be sold."""
    spots = Regular(tuple(sorted(dice.sample(range(1, 81), 6))), 100)
    ask = Ask((spots,), RUNNING_GAMES, 100 * RUNNING_GAMES)
    serial = web.serial()
    events = await web.submit(sale(web.now(), serial, Place("V0001", "V0001-T2"), ask))
    return serial if isinstance(events[0], EntryAccepted) else ""


async def _collect(web: KenoWeb, entry: Entry) -> None:
    """A customer hands in a ticket and takes small winnings in cash."""
    await web.submit(claim(web.now(), entry))
    due = await web.ask_state(lambda site: due_cents(site.keno, entry))
    if due:
        await web.submit(payment(web.now(), entry, due, web.serial()))


def _people() -> str:
    tables = [
        f'[{name}]\nrole = "{role}"\nvenue = "{venue}"\nterminal = "{terminal}"\n'
        f'hash = "{QUICK.hash(password_of(name))}"\n'
        for name, role, venue, terminal, _, _ in STAFF
    ]
    return "\n".join(tables)
