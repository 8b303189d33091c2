"""What is to be done next, by the person who looks and by others, in plain words.

Every step comes from `central.hall.duties`, which tries its command on the checks that decide.
This file sums the steps up, puts them in order, and gives each person theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.claims.verify import missing_steps
from eyesdown.bingo.duties.step import EACH_MAX, Step
from eyesdown.bingo.play.commands import BeginCall
from eyesdown.bingo.sales.commands import PayRefund
from eyesdown.bingo.session.commands import AppointPerson
from eyesdown.central.hall.duties import owed_at
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.display.hall.screens import current_session
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.hall.house_things import house_things
from eyesdown.web.hall.people import ROLE_PAGES, HallPerson
from eyesdown.web.hall.play.checking import may_check
from eyesdown.web.hall.play.session import play_at
from eyesdown.web.hall.step_words import claims_words, thing_of
from eyesdown.web.hall.things import NO_FIELDS, Thing

SOON = timedelta(hours=12)
"""How long before its start a session is prepared, if it is on another day."""
A_SELLER = "a seller"
OF_THE_GAME = (HallRole.CALLER, HallRole.SUPERVISOR, HallRole.VERIFIER)
GAME_PAGES = frozenset(ROLE_PAGES[role] for role in OF_THE_GAME)
AT_THE_TILL = (PayPrize, PayRefund)
NAMED_MAX = 3
"""Of players who wait for money, as many are named."""


def next_things(
    book: BingoBook[Any], state: HallSite, person: HallPerson, now: datetime, page: str = ""
) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """What this person must do next on a role's page, first things first; and what others owe."""
    things = [
        *session_things(book, state, now),
        *_on_the_floor(book, state, person, now),
        *house_things(state, person, now),
    ]
    own = {(owed.role, owed.says): owed for owed in things if is_for(owed, person)}
    calling = page in GAME_PAGES and _is_called(state)
    mine = [_on_page(owed, page, calling=calling) for owed in own.values()]
    mine.sort(key=lambda owed: _turn(owed, page))
    return tuple(mine), tuple(owed for owed in things if not is_for(owed, person))


def _is_called(state: HallSite) -> bool:
    """Whether a game of the session on the board is being called."""
    session = state.hall.sessions.get(current_session(state.hall))
    return session is not None and any(game.phase == "running" for game in session.games.values())


def _on_page(owed: Thing, page: str, *, calling: bool) -> Thing:
    """A thing as a page shows it: the key of another role's work leads to that role's page.

    A person may have several roles. A ball is not drawn by a key that is pressed at the till, and
    while numbers are called no key leads from the game to the till.
    """
    owed = replace(owed, has_key=not calling or owed.role in OF_THE_GAME)
    own = ROLE_PAGES.get(owed.role, page)
    if not page or own == page or not owed.command:
        return owed
    button = f"To the {own} page"
    return replace(owed, command="", fields=NO_FIELDS, button=button, href=f"/{own}")


def _turn(owed: Thing, page: str) -> int:
    """The order of a person's things: of this page, of their other pages, what has to wait.

    >>> _turn(Thing(says="Draw ball 1", who="cal", role="caller", command="AskForBall"), "seller")
    1
    """
    if not (owed.command or owed.href):
        return 2
    return 0 if ROLE_PAGES.get(owed.role) == page else 1


def is_for(owed: Thing, person: HallPerson) -> bool:
    """Whether a thing is this person's: theirs by name, or of their role where no one is named.

    >>> claim = Thing(says="Check a claim", who="sue", role="supervisor")
    >>> is_for(claim, HallPerson("dome", "sue", ("supervisor",)))
    True
    >>> is_for(claim, HallPerson("dome", "sid", ("supervisor",)))
    False
    """
    if not person.is_any(owed.role):
        return False
    return owed.who == person.name or not owed.who or owed.who.startswith(("the ", "a "))


def session_things(book: BingoBook[Any], state: HallSite, now: datetime) -> list[Thing]:
    """What the sessions of the hall owe: the one on the board first, money of all of them last."""
    on_board = current_session(state.hall)
    things: dict[tuple[str, str], Thing] = {}
    to_pay: list[Step] = []
    for name in sorted(state.hall.sessions, key=lambda name: name != on_board):
        planned = state.hall.sessions[name]
        steps = [step for step in owed_at(book, state, name, now) if step.owed]
        if not planned.opened and not _is_near(planned.plan.starts_at, now):
            steps = [step for step in steps if isinstance(step.command, AppointPerson)]
        to_pay += [step for step in steps if isinstance(step.command, AT_THE_TILL)]
        for todo in _things(state, name, steps):
            if name == on_board or todo.role not in OF_THE_GAME:
                things.setdefault((todo.role, todo.says), todo)
    return [*things.values(), *_payments(state, to_pay)]


def _on_the_floor(
    book: BingoBook[Any], state: HallSite, person: HallPerson, now: datetime
) -> Iterator[Thing]:
    """A claim with steps that the book lets this verifier do."""
    play = play_at(book, state, now)
    if not play or not person.is_any(HallRole.VERIFIER) or person.is_any(HallRole.SUPERVISOR):
        return
    game, steps = play.game, may_check(play, person.name)
    if game and any(steps.intersection(missing_steps(book, game, each)) for each in game.undecided):
        says = f"Check {claims_words(game)}"
        href, button = "/verifier#claims", "Look at the claims"
        yield Thing(says=says, who=person.name, role=HallRole.VERIFIER, href=href, button=button)


def _is_near(starts_at: datetime, now: datetime) -> bool:
    """Whether a session is prepared now: on its day, and from twelve hours before it.

    >>> _is_near(datetime(2026, 6, 2, 19), datetime(2026, 6, 2, 3))
    True
    >>> _is_near(datetime(2026, 6, 2, 19), datetime(2026, 6, 1, 19))
    False
    """
    return starts_at.astimezone(now.tzinfo).date() <= now.date() or starts_at <= now + SOON


def _things(state: HallSite, name: str, steps: Iterable[Step]) -> Iterator[Thing]:
    """The steps that are open; where no one at the game has one, what the game waits for."""
    shown = [step for step in steps if not isinstance(step.command, AT_THE_TILL)]
    ready = [step for step in shown if step.is_open]
    yield from (thing_of(state, name, step) for step in ready)
    if any(step.duty in OF_THE_GAME for step in ready):
        return
    for step in shown:
        if not step.is_open and step.duty in OF_THE_GAME:
            yield _waiting(state, name, step)


def _waiting(state: HallSite, name: str, step: Step) -> Thing:
    codes = {refusal.code for refusal in step.refusals}
    if "game/stopped" in codes:
        return Thing(
            says="Control counted otherwise and stopped this game. Look, then let it go on",
            who=state.hall.sessions[name].official("supervisor", step.game),
            role=HallRole.SUPERVISOR,
            href="/supervisor#stopped",
            button="Look at it",
        )
    if "game/sales_not_counted" in codes:
        return Thing(says="The cards in play are being counted a second time", who="our control")
    if isinstance(step.command, BeginCall) and "draw/not_the_ball" in codes:
        place = len(state.hall.sessions[name].games[step.game].calls) + 1
        return Thing(says=f"Ball {place} is being drawn", who="our device")
    return thing_of(state, name, step)


def _payments(state: HallSite, steps: list[Step]) -> Iterator[Thing]:
    """What tills may pay now, counted together: one thing for prizes, one for refunds."""
    pay: dict[str, Any] = {
        "who": A_SELLER,
        "role": HallRole.SELLER,
        "button": "Pay",
        "href": "/seller/pay",
    }
    open_commands: list[Any] = [step.command for step in steps if step.is_open]
    prizes = [command.award for command in open_commands if isinstance(command, PayPrize)]
    if prizes:
        awards = [state.hall.awards[name] for name in prizes]
        names = ", ".join(dict.fromkeys(award.player for award in awards[:NAMED_MAX]))
        total = _total(award.amount_cents for award in awards)
        yield Thing(says=f"Pay {total} of prizes: {names}", **pay)
    refunds = [command.refund for command in open_commands if isinstance(command, PayRefund)]
    if refunds:
        total = _total(state.hall.refunds[name].amount_cents for name in refunds)
        yield Thing(says=f"Give back {total} to {_players(len(refunds))}", **pay)


def _players(count: int) -> str:
    """How many players; where more may follow than are listed, no number.

    >>> _players(1), _players(2)
    ('1 player', '2 players')
    """
    if count == 1:
        return "1 player"
    return f"{count} players" if count < EACH_MAX else "players"


def _total(amounts: Iterable[int]) -> str:
    """The sum of what is listed; more may follow once it is paid.

    >>> _total([500, 250])
    '$7.50'
    """
    listed = list(amounts)
    total = dollars(sum(listed))
    return total if len(listed) < EACH_MAX else f"{total} and more"
