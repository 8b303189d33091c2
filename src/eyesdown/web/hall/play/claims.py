"""Claims of a number as those who check them see them, and deciding all that agree at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim
from eyesdown.bingo.claims.verify import (
    awaits_marks,
    free_witnesses,
    missing_steps,
    numbers_checked,
    steps_of,
)
from eyesdown.bingo.state.game import Claimed, Game
from eyesdown.bingo.state.stock import Series
from eyesdown.bingo.words.printed import CardKey
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.credentials import NotAllowed
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import replace
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import Web, web_of
from eyesdown.web.frame.problems import in_json
from eyesdown.web.frame.sign_on import wants_json
from eyesdown.web.hall.act import (
    Refusals,
    bad_input,
    next_of,
    own_id,
    read_sent,
    refused_page,
    submit_as,
)
from eyesdown.web.hall.frame import book_of
from eyesdown.web.hall.people import HallPerson
from eyesdown.web.hall.phone import NOT_YET
from eyesdown.web.hall.play.checking import may_check
from eyesdown.web.hall.play.session import Play, by_ticket, play_at
from eyesdown.web.hall.sign_on import PREFIX, needs_hall, turned_away

CALLER_STEP = "caller verification"
SHOWN_MAX = 30
"""Claims that a page draws; the others are decided together, or come up as these are decided."""
DIGITS_MAX = 10
"""Of the number of a card or a ticket."""
WITNESSES_MAX = 100
"""Players whom a page offers as witnesses."""
STEP_SAYS = {
    "collect": "Collect the card from the player",
    "serial": "The serial number is right",
    "sold": "It was sold for this game",
    "game": "It was issued for this game",
    "numbers": "The numbers claimed were all called",
    "last number": "The last number called completed it",
    "call back": "Call its numbers back in front of the witness",
    "public reading": "Read its numbers out to the room",
    CALLER_STEP: "The caller verifies what was read out",
    "jackpot": "The conditions of the jackpot are met",
}
"""What a person has done who ticks a step of a book's checklist."""


class Step(NamedTuple):
    """A step of the book's checklist, with its clause and who did it."""

    name: str
    clause: str
    by: str

    @property
    def says(self) -> str:
        """The step in a sentence."""
        return STEP_SAYS.get(self.name, self.name.capitalize())


class Grid(NamedTuple):
    """A grid that a claim completes, from the master table."""

    serial: str
    card: int
    book: int
    box: int
    boxes: int
    """How many grids the card has."""
    rows: tuple[tuple[int, ...], ...]
    ticket: int = 0
    """Its own number in print; 0 where it bears the card's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimShown:
    """A claim on the checker's page."""

    claim: str
    player: str
    word: str
    number: int
    prizes: tuple[str, ...]
    also: tuple[str, ...]
    grids: tuple[Grid, ...]
    numbers: tuple[tuple[int, bool], ...]
    called: frozenset[int]
    steps: tuple[Step, ...]
    left: tuple[str, ...]
    marked_by_device: bool
    """Whether the scorecards are devices, which know what is marked on them."""
    awaits_marks: bool
    """Every step is done, and only the marks on the paper are not entered (C10)."""

    @property
    def key(self) -> str:
        """The claim's name as an id in a page."""
        return self.claim.replace(" ", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsView:
    """The claims to decide, and what the page needs to check them."""

    session: str
    game: int
    phase: str
    claims: tuple[ClaimShown, ...]
    count: int
    ready: int
    players: tuple[str, ...]
    free: tuple[str, ...]
    witnessed: str
    marks_needed: bool
    may_check: frozenset[str]
    """Steps of the checklist that the person who looks may do."""
    by_ticket: bool
    """Whether a player may hold tickets with numbers of their own."""


def claims_view(play: Play, by: str) -> ClaimsView:
    """The undecided claims of the game, in the order in which they were made, for a person."""
    game, state = play.game, play.site.hall
    claims = game.undecided if game else ()
    players = tuple(state.held(play.session).players)
    free = free_witnesses(state, play.session, game, claims[0]) if game and claims else ()
    traits = play.book.traits
    return ClaimsView(
        session=play.name,
        game=play.number,
        phase=game.phase if game else "over",
        claims=tuple(claim_shown(play, game, claim) for claim in claims[:SHOWN_MAX] if game),
        count=len(claims),
        ready=sum(_is_ready(play, game, claim) for claim in claims if game),
        players=players[:500],
        free=tuple(islice(free, WITNESSES_MAX)),
        witnessed=traits.witnessed_step,
        marks_needed=traits.marks_needed,
        may_check=may_check(play, by),
        by_ticket=by_ticket(play),
    )


def _is_ready(play: Play, game: Game, claim: Claimed) -> bool:
    """Whether the checklist of a claim is done, and its marks are entered."""
    return not (
        missing_steps(play.book, game, claim)
        or awaits_marks(play.book, play.site.hall, play.session, game, claim)
    )


def claim_shown(play: Play, game: Game, claim: Claimed) -> ClaimShown:
    """A claim with its grids, its numbers and its checklist."""
    state = play.site.hall
    keys = [(CardKey(done.serial, done.card), done.box) for done in claim.completed]
    held = [play.session.holdings.get(key.name) for key, _ in keys]
    others = [each for each in game.claims.values() if each.call == claim.call]
    return ClaimShown(
        claim=claim.claim,
        player=claim.player,
        word=claim.word,
        number=claim.number,
        prizes=tuple(dict.fromkeys(done.prize for done in claim.completed)),
        also=tuple(
            f"{each.player} ({each.status})" for each in others if each.claim != claim.claim
        )[:4],
        grids=tuple(_grid(play, key, box) for key, box in dict.fromkeys(keys)),
        numbers=numbers_checked(state, game, claim) if claim.completed else (),
        called=frozenset(game.called[: claim.call]),
        steps=tuple(
            Step(step, play.book.steps[step], claim.steps.get(step, ""))
            for step in steps_of(play.book, game)
        ),
        left=missing_steps(play.book, game, claim),
        marked_by_device=bool(held)
        and all(each is not None and each.medium == "electronic" for each in held),
        awaits_marks=awaits_marks(play.book, state, play.session, game, claim),
    )


def _grid(play: Play, key: CardKey, box: int) -> Grid:
    return grids_of(play.site.hall.series[key.serial], key.card)[box - 1]


def grids_of(series: Series, card: int) -> tuple[Grid, ...]:
    """The grids of a card of the stock."""
    printed, tickets = series.cards[card], series.tickets_on(card)
    count = len(printed.boxes)
    return tuple(
        Grid(
            series.serial,
            card,
            printed.book,
            box,
            count,
            each.rows,
            tickets[box - 1] if tickets else 0,
        )
        for box, each in enumerate(printed.boxes, 1)
    )


def card_with(play: Play, serial: str, ticket: str) -> CardKey:
    """The card that bears a ticket's number in print, of this series or of the only such one."""
    series = [each for each in play.site.hall.series.values() if each.by_ticket]
    if serial or len(series) > 1:
        series = [each for each in series if each.serial == serial]
    if not series:
        raise BadInput("serial", "of which series is the ticket? Its serial is printed on it")
    card = series[0].with_ticket(int(ticket)) if is_number(ticket) else 0
    if not card:
        raise BadInput("ticket", f"no ticket {ticket[:9]} is in series {series[0].serial}")
    return CardKey(series[0].serial, card)


def is_number(typed: str) -> bool:
    """Whether what is typed is a number as they are printed."""
    return typed.isascii() and typed.isdecimal() and len(typed) <= DIGITS_MAX


def _checks(play: Play, by: str, witness: str) -> Iterable[Any]:
    """For every claim the steps left that are not the caller's, as this person does them.

    No marks go with them: those on paper are read off each scorecard by itself (C10).
    """
    game = play.game
    for claim in game.undecided if game else ():
        left = missing_steps(play.book, game, claim) if game else ()
        steps = tuple(step for step in left if step != CALLER_STEP)
        if steps:
            yield CheckClaim(**play.of_game(by), claim=claim.claim, steps=steps, witness=witness)


def _confirms(play: Play, by: str) -> Iterable[Any]:
    """For every claim whose checklist is done, its confirmation."""
    game = play.game
    for claim in game.undecided if game else ():
        if game and not missing_steps(play.book, game, claim):
            yield ConfirmClaim(**play.of_game(by), claim=claim.claim)


async def _made(web: Web[HallSite], make: Callable[[Play], Iterable[Any]]) -> list[Any]:
    """Commands made from the session on the board as it is now."""
    at = web.now()

    def look(site: Site[HallSite]) -> list[Any]:
        play = play_at(book_of(site, at), site.state, at)
        return list(make(play)) if play else []

    return await web.ask_site(look)


async def _give(
    web: Web[HallSite], person: HallPerson, name: str, commands: Iterable[Any]
) -> Counter[str]:
    """Give many commands as one person; how many were allowed, refused or not done."""
    ready = []
    for command in commands:
        who = person.for_command(type(command))
        command_id = f"{name}/{command.claim.replace(' ', '-')}"
        # The site puts in the time: what is sent again is then the same.
        admitted = web.tenant.admit(who, replace(command, at=NOT_YET))
        ready.append(Submitted(command_id, admitted))
    if not ready:
        return Counter()
    replies = await web.sequencer.submit_all(ready)
    outcomes: Counter[str] = Counter()
    for reply in replies:
        if isinstance(reply, Done):
            no = any(getattr(event, "refusals", ()) for event in reply.events)
            outcomes["refused" if no else "done"] += 1
        else:
            outcomes["not done"] += 1
    return outcomes


@needs_hall(HallRole.CALLER, HallRole.SUPERVISOR, HallRole.VERIFIER)
async def hear(request: Request) -> Response:
    """Take the claim of a player who called out; a claim that fails is on record, and says why."""
    try:
        sent, then = await read_sent(request, leave_out=("ticket",))
        sent = await _with_card(request, sent)
        _check_named(sent.command)
        sent = await _for_the_game_on(web_of(request), sent)
        events = await submit_as(web_of(request), request.state.hall_person, sent)
    except Refusals as no:
        return refused_page(request, no)
    except NotAllowed as no:
        return turned_away(request, 403, no.code, "Not yours to do", no.message)
    except BadInput as bad:
        return bad_input(request, bad)
    failed = [no for event in events for no in getattr(event, "refusals", ())]
    if failed:
        return refused_page(request, Refusals(refusals_shown(failed)))
    return in_json({"next": then}) if wants_json(request) else RedirectResponse(then, 303)


async def _with_card(request: Request, sent: Sent) -> Sent:
    """A cry with the card of the ticket whose number the form has."""
    ticket = str((await request.form()).get("ticket", "")).strip()
    if not ticket or not isinstance(sent.command, Claim):
        return sent
    cry, web = sent.command, web_of(request)
    at = web.now()

    def look(site: Site[HallSite]) -> CardKey | None:
        play = play_at(book_of(site, at), site.state, at)
        return card_with(play, cry.serial, ticket) if play else None

    key = await web.ask_site(look)
    if key is None:
        return sent
    if cry.card not in (0, key.card):
        raise BadInput("ticket", f"ticket {ticket} is on card {key.card}, not {cry.card}")
    return sent._replace(command=replace(cry, serial=key.serial, card=key.card))


def _check_named(cry: Any) -> None:
    if isinstance(cry, Claim) and not (cry.player or cry.slip or cry.serial):
        raise BadInput("player", "who called out? Or enter the serial and card that they hold")


async def _for_the_game_on(web: Web[HallSite], sent: Sent) -> Sent:
    """A cry as it was sent, for the game that is being called now.

    A page that is a moment behind still names the game before. Its answer would be that this game
    has ended, and the next number could be called over a claim that was made in time.
    """
    commands = await _made(web, lambda play: [_in(play, sent)])
    return sent._replace(command=commands[0]) if commands else sent


def _in(play: Play, sent: Sent) -> Any:
    running = play.game is not None and play.game.phase == "running"
    if not (running and isinstance(sent.command, Claim)):
        return sent.command
    return replace(sent.command, session=play.name, game=play.number)


@needs_hall(HallRole.SUPERVISOR)
async def settle_all(request: Request) -> Response:
    """Check every claim of this number, where the form says so, and confirm all that agree.

    Each claim is still decided by itself, by the checks that decide one: what does not agree stays.
    """
    web, person, form = web_of(request), request.state.hall_person, await request.form()
    name = own_id(person, str(form.get("id", "")))
    witness = str(form.get("witness", "")).strip()[:120]

    checked: Counter[str] = Counter()
    if form.get("check"):
        checks = await _made(web, lambda play: _checks(play, person.name, witness))
        checked = await _give(web, person, f"{name}/check", checks)
    confirms = await _made(web, lambda play: _confirms(play, person.name))
    confirmed = await _give(web, person, f"{name}/confirm", confirms)
    if wants_json(request):
        facts = {"checked": checked, "confirmed": confirmed}
        return in_json({"next": next_of(person, form), **facts})
    return RedirectResponse(next_of(person, form), 303)


ROUTES = (
    Route(f"{PREFIX}/claims/hear", hear, methods=["POST"]),
    Route(f"{PREFIX}/supervisor/settle", settle_all, methods=["POST"]),
)
