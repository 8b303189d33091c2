"""The caller's page: the ball a hand high, what to read, what to do next. No one else's cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.bingo.session.announcements import due_before_close, due_before_number
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import web_of
from eyesdown.web.hall.act import next_of, own_id, perform
from eyesdown.web.hall.forms import read_command
from eyesdown.web.hall.frame import book_of, hall_page
from eyesdown.web.hall.play.session import Play, by_ticket, opening_ticks, play_at
from eyesdown.web.hall.sign_on import PREFIX, needs_hall

JACKPOT_NUMBERS_MAX = 5
JACKPOT_NUMBERS = "jackpot numbers"
"""What an announcement lacks until they are drawn."""
PLAYERS_MAX = 500
"""Names that a page offers while one is typed."""
DETAIL = "detail_"
"""Before the name of a detail of an announcement, in the fields of a form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerView:
    """What the caller sees of the game; nothing about who holds what."""

    session: str
    game: int
    games: int
    phase: str
    selector: str
    ours: bool
    devices: tuple[str, ...]
    numbers: tuple[int, ...]
    announcing: bool
    asked: bool
    claims: int
    wrong: int
    wants_jackpot_numbers: bool
    jackpot_numbers: tuple[int, ...]
    scripts: tuple[Announcement, ...]
    opened: bool
    eyes_down: bool
    machine: bool
    terminal: bool
    ticks: tuple[tuple[str, str], ...]
    """What must be ticked to open the session: the field and its words."""
    players: tuple[str, ...]
    serials: tuple[str, ...]
    """Series of which the first and last number issued are not entered yet, or may be again."""
    by_ticket: bool
    """Whether a player may hold tickets with numbers of their own."""

    @property
    def last(self) -> int:
        """The last number; 0 before the first."""
        return self.numbers[-1] if self.numbers else 0

    @property
    def keyed(self) -> bool:
        """Whether the caller keys the numbers, because our device does not draw them."""
        return self.phase == "running" and self.eyes_down and not self.ours


def caller_view(play: Play) -> CallerView:
    """The view of a session for its caller."""
    game, site = play.game, play.site
    draw = site.draw_of(play.name, play.number)
    calls = game.calls if game and game.phase == "running" else ()
    wants = bool(game and any(level.on_jackpot_number for level in game.plan.levels))
    return CallerView(
        session=play.name,
        game=play.number,
        games=len(play.session.games),
        phase=game.phase if game else "over",
        selector=game.selector if game else "device",
        ours=bool(game and site.is_ours(game) and not site.is_broken_off(draw)),
        devices=tuple(site.devices),
        numbers=tuple(call.number for call in calls),
        announcing=bool(calls and calls[-1].finished is None),
        asked=bool(game and game.ball_asked),
        claims=len(game.undecided) if game else 0,
        wrong=game.correction.wrong if game and game.correction else 0,
        wants_jackpot_numbers=wants and bool(game) and not calls,
        jackpot_numbers=game.jackpot_numbers if game else (),
        scripts=scripts_of(play),
        opened=play.session.opened,
        eyes_down=bool(game and (game.eyes_down_at or game.calls)),
        machine=play.book.traits.machine_caller,
        terminal=play.book.traits.dealer_terminal,
        ticks=opening_ticks(play.book),
        players=tuple(site.hall.held(play.session).players)[:PLAYERS_MAX],
        serials=play.session.series if play.book.traits.dealer_terminal else (),
        by_ticket=by_ticket(play),
    )


def scripts_of(play: Play) -> tuple[Announcement, ...]:
    """Everything that is to be read out now."""
    game = play.game
    if game is None:
        return due_before_close(play.book, play.site.hall, play.session)
    if game.phase != "running":
        return ()
    owed = due_before_number(play.book, play.site.hall, play.session, play.number)
    # Jackpot numbers are drawn first; then there is something to read.
    return tuple(duty for duty in owed if JACKPOT_NUMBERS not in duty.lacking)


@needs_hall(HallRole.CALLER)
async def caller(request: Request) -> Response:
    """The caller's page."""
    web = web_of(request)
    now = web.now()

    def look(site: Site[HallSite]) -> CallerView | None:
        play = play_at(book_of(site, now), site.state, now)
        return caller_view(play) if play else None

    view = await web.ask_site(look)
    return await hall_page(request, "hall/caller.html", v=view, most=JACKPOT_NUMBERS_MAX)


async def _read_announcement(request: Request) -> tuple[Sent, str]:
    """An announcement with what only the hall can know, as `detail_date` and such."""
    person, form = request.state.hall_person, await request.form()
    details = [
        [key.removeprefix(DETAIL).replace("_", " "), str(form[key]).strip()]
        for key in form
        if key.startswith(DETAIL)
    ]
    if not all(value for _, value in details):
        raise BadInput(next(name for name, value in details if not value), "fill this in")
    values: dict[str, Any] = {
        "session": str(form.get("session", "")),
        "game": int(str(form.get("game", "0")) or 0),
        "by": person.name,
        "topics": [str(form.get("topic", ""))],
        "channel": str(form.get("channel", "announced")),
        "details": details,
    }
    command_id = own_id(person, str(form.get("id", "")))
    return read_command("Announce", values, command_id), next_of(person, form)


@needs_hall(HallRole.CALLER, HallRole.SUPERVISOR)
async def announce(request: Request) -> Response:
    """Record an announcement whose details the page has asked for."""
    return await perform(request, _read_announcement)


ROUTES = (
    Route(f"{PREFIX}/caller", caller),
    Route(f"{PREFIX}/announce", announce, methods=["POST"]),
)
