"""Questions about keno: what is open, results, tickets, a player's account, days and games."""

from __future__ import annotations

from itertools import takewhile

from eyesdown.central.keno.lookups import game_name, result_of_row
from eyesdown.central.keno.machine import EVENTS, KenoSite, game_key, sydney
from eyesdown.central.keno.office.reports import day_sums, game_sums
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.stored_tickets import (
    accepted,
    disqualified,
    find_anywhere,
    history,
    prizes_of,
)
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.site.serials import tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.keno.account import AccountView, account_history, account_view
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.written import replace
from eyesdown.players.limits import PlayerLimits
from eyesdown.web.api.questions import Call, question
from eyesdown.web.frame.problems import Problem
from eyesdown.web.keno.api.answers import (
    DaySums,
    Entries,
    GameOnItsWay,
    GameSums,
    Result,
    SiteNow,
    Ticket,
    TicketCheck,
)
from eyesdown.web.keno.context import keno_of

ENTRIES_MAX = 1000
OFFICE = (KenoRole.OFFICE, KenoRole.INSPECTOR)


@question("/now", "The open game, and every game on its way to a result.")
async def now(call: Call) -> SiteNow:
    """The open game, and every game without a published result."""
    return await call.web.ask_site(_now)


def _now(site: Site[KenoSite]) -> SiteNow:
    keno, draws = site.state.keno, site.state.draws
    open_game = keno.games.get(keno.open_game) if keno.open_game is not None else None
    return SiteNow(
        seq=site.head.seq,
        keno_day=keno.day,
        open=game_key(open_game) if open_game else None,
        closes_at=open_game.closes_at if open_game else None,
        unsettled=tuple(game_key(keno.games[number]) for number in keno.unsettled),
        stopped=tuple(sorted(draws.stopped)),
        games=tuple(
            GameOnItsWay(
                game=number,
                name=game_key(keno.games[number]),
                state=keno.games[number].state,
                stopped=number in draws.stopped,
                promised=draws.promised.get(number),
                seal=draws.sealed.get(number),
            )
            for number in sorted(keno.games)
            if number > draws.published_max
        ),
    )


@question("/results/{day}/{number:int}", "A published result with its proof.", missing=True)
async def result(call: Call) -> Result:
    """A published result with its proof, and the multiplier of Keno Bonus."""
    key = _game_key(call)
    web = keno_of(call.request)
    answer = await web.ask_site(lambda site: _result(site, key, web.showing(site).game))
    if answer is None:
        raise Problem(404, "result/unknown", f"no result of {key} has been published")
    return answer


def _result(site: Site[KenoSite], key: str, shown: int) -> Result | None:
    row = site.store.record("result", key)
    if row is None or result_of_row(row).game > shown:
        return None
    event, multiplier = EVENTS.read(row.body), result_of_row(row).draw.multiplier
    assert isinstance(event, ResultPublished)
    return Result(event.at, event.game, event.numbers, event.evidence, event.because, multiplier)


@question(
    "/tickets/{serial}",
    "A ticket with its prizes, for anyone who has its serial. Serials of vouchers and receipts "
    "that paid for it or came back as change are left empty.",
    missing=True,
)
async def ticket(call: Call) -> Ticket:
    """A ticket with its prizes, for anyone who has its serial."""
    serial = call.in_path("serial")
    if not keno_of(call.request).serials.genuine(serial):
        raise Problem(404, "ticket/not_genuine", "this serial was never issued here")
    web = keno_of(call.request)
    answer = await web.ask_site(lambda site: _ticket(site, tidy(serial), web.showing(site).game))
    if answer is None:
        await web.note_missing_ticket(serial)
        raise Problem(404, "ticket/unknown", "no such ticket is on record")
    return answer


def _ticket(site: Site[KenoSite], serial: str, shown: int) -> Ticket | None:
    """A ticket as it was sold; prizes only of games whose result the wall has shown.

    It has nothing of a player's account, and no serial of paper money: anyone who knows one is
    paid for it, and many people see a ticket who hold nothing else.
    """
    sold = accepted(site.store, serial)
    if sold is None:
        return None
    serial = sold.entry.serial
    used = tuple(replace(tender, document="") for tender in sold.used)
    change = None if sold.change is None else replace(sold.change, serial="")
    games = range(sold.first_game, sold.first_game + sold.entry.games)
    entry = replace(sold.entry, account="")
    return Ticket(
        ticket=replace(sold, entry=entry, location="", used=used, change=change),
        cancelled=site.store.record("cancelled", serial) is not None,
        disqualified=disqualified(site, serial),
        prizes=tuple(prize for game, prize in prizes_of(site, serial).items() if game <= shown),
        games={game: name for game in games if (name := game_name(site, game))},
    )


@question(
    "/tickets/{serial}/check",
    "The check to print on a ticket that this venue sold: made with the site's key, so that no "
    "copy of public data passes for a ticket.",
    roles=(KenoRole.WRITER, KenoRole.SELF_SERVICE),
    missing=True,
)
async def ticket_check_question(call: Call) -> TicketCheck:
    """The check of a ticket, for the terminal that prints it."""
    web, serial = keno_of(call.request), tidy(str(call.in_path("serial")))
    sold = await call.web.ask_site(lambda site: find_anywhere(site, serial))
    if sold is None or sold.entry.venue != call.who.venue:
        raise Problem(404, "ticket/unknown", "no ticket of this venue has this serial")
    return TicketCheck(serial, web.serials.paper_check(serial, ticket_check(sold.entry)))


@question(
    "/account",
    "The player's own account: balance, limits and what is used of them, time-out, exclusion.",
    roles=(KenoRole.PLAYER,),
    missing=True,
)
async def account(call: Call) -> AccountView:
    """The player's own account."""
    view = await call.web.ask_site(lambda site: _account(site, call.who.account))
    if view is None:
        raise Problem(404, "account/none", "no such account was opened")
    return view


def _account(site: Site[KenoSite], name: str) -> AccountView | None:
    keno = site.state.keno
    opened = keno.accounts.get(name)
    if opened is None:
        return None
    return account_view(opened, keno.player_limits.get(name, PlayerLimits()), sydney(site.now_us()))


@question(
    "/account/entries",
    "The player's own entries, oldest first, a thousand at a time: those after game `after`, by "
    "its running number.",
    roles=(KenoRole.PLAYER,),
    number="after",
)
async def entries(call: Call) -> Entries:
    """The next page of the player's own entries."""
    after = call.number("after")
    since = 0 if after is None else after + 1

    def read(store: Store) -> list[EntryAccepted]:
        stored = history(store, call.who.account)
        return [entry for entry in stored if entry.first_game >= since]

    stored = await call.web.ask_store(read)
    page = _first_page(stored)
    return Entries(account_history(page), more=len(page) < len(stored))


def _first_page(stored: list[EntryAccepted]) -> list[EntryAccepted]:
    """The first entries, with all of the last one's game: the next page starts after that game."""
    last = [entry.first_game for entry in stored[:ENTRIES_MAX]][-1:]
    rest = takewhile(lambda entry: [entry.first_game] == last, stored[ENTRIES_MAX:])
    return stored[:ENTRIES_MAX] + list(rest)


@question(
    "/books/days/{day}",
    "What a Keno Day changed on every account, from its opening to the next day's, or until now.",
    roles=OFFICE,
    missing=True,
)
async def day(call: Call) -> DaySums:
    """What a Keno Day changed on every account: the operator's statement and every venue's."""
    name = call.in_path("day")
    sums = await call.web.ask_store(lambda store: day_sums(store, name))
    if sums is None:
        raise Problem(404, "day/unknown", f"no Keno Day {name} was opened")
    return DaySums(name, sums)


@question(
    "/books/games/{day}/{number:int}",
    "What a published game moved when it was closed and settled, by account.",
    roles=OFFICE,
    missing=True,
)
async def game(call: Call) -> GameSums:
    """What a published game moved when it was closed and settled, by account."""
    key = _game_key(call)
    sums = await call.web.ask_store(lambda store: game_sums(store, key))
    if sums is None:
        raise Problem(404, "result/unknown", f"no result of {key} has been published")
    return GameSums(key, sums)


def _game_key(call: Call) -> str:
    return f"{call.in_path('day')}/{call.in_path('number'):03d}"


QUESTIONS = (now, result, ticket, ticket_check_question, account, entries, day, game)
