"""What a session that is played owes next: by its caller, its supervisor, and who checks claims.

No second opinion: each command that would be next is given to `decide`, which is pure. Where it
refuses, the refusal's own words say what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from msgspec import structs

from eyesdown.bingo.claims.commands import CheckClaim, CloseGame, DeclareResult
from eyesdown.bingo.claims.verify import missing_steps, undeclared
from eyesdown.bingo.play.commands import (
    AskForBall,
    CorrectDisplay,
    CorrectNumber,
    EyesDown,
    FinishCall,
    HandOverBall,
    ReplaceScorecard,
    StartGame,
)
from eyesdown.bingo.session.announcements import due_before_close, due_before_number
from eyesdown.bingo.session.commands import Announce, CloseSession
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import Session
from eyesdown.central.hall.machine import decide
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.credentials import Role
from eyesdown.central.site.sealing import DEVICE
from eyesdown.display.hall.screens import current_game, current_session
from eyesdown.display.refusals import refusal_shown
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import Announcement, BingoBook
from eyesdown.web.hall.things import Thing

BALLS = 90
EACH_MAX = 5
"""Of things that many may owe at once, as many are listed; the next ones come up as these go."""
OF_THE_SITE = frozenset({"at", "by"})
"""Fields that the site fills in; a form sends `by` empty where a command must have it."""


@dataclass(frozen=True, slots=True)
class Play:
    """The session on the board and its game, at a moment."""

    book: BingoBook[Any]
    site: HallSite
    name: str
    session: Session
    number: int
    now: datetime

    @property
    def game(self) -> Game | None:
        """The game that is called, or the next to play."""
        return self.session.games.get(self.number)

    def official(self, duty: str) -> str:
        """Who calls or supervises the game."""
        return self.session.official(duty, self.number)

    def of_game(self, by: str = "") -> dict[str, Any]:
        """The fields that every command about the game has."""
        fields: dict[str, Any] = {"at": self.now, "session": self.name, "game": self.number}
        return {**fields, "by": by} if by else fields

    def refusals(self, command: Any) -> tuple[Any, ...]:
        """What refuses a command now; nothing is done."""
        if isinstance(command, StartGame) and command.selector == "device":
            command = replace(
                command, selector_id=command.selector_id or DEVICE
            )  # as the site does
        events = decide(self.site.tally.book, self.site, command)
        return tuple(no for event in events if isinstance(event, Refused) for no in event.refusals)

    def offer(self, duty: Role, says: str, button: str, command: Any, **more: Any) -> Thing:
        """One command as a thing to do; if the rules refuse it now, why."""
        who = self.official(duty) or f"the {duty}"
        refused = self.refusals(command)
        if not refused:
            return Thing(
                says=says,
                who=who,
                role=duty,
                button=button,
                command=type(command).__name__,
                fields=form_fields(command),
                **more,
            )
        first = refusal_shown(refused[0])
        words = f"{says}: not yet. {first.says} {first.next}".strip()
        return Thing(says=words, who=who, role=duty, clause=first.clause, book=first.book)


def play_at(book: BingoBook[Any], site: HallSite, now: datetime) -> Play | None:
    """The session on the board; None between sessions."""
    name = current_session(site.hall)
    if not name:
        return None
    session = site.hall.sessions[name]
    return Play(book, site, name, session, current_game(session), now)


def form_fields(command: Any) -> dict[str, str]:
    """The fields of a form that gives a command, defaults left out.

    >>> ball = AskForBall(at=datetime.min, session="tue", game=1, call=7, by="cal")
    >>> form_fields(ball)
    {'session': 'tue', 'game': '1', 'call': '7'}
    """
    must_name = any(each.name == "by" and each.required for each in structs.fields(command))
    fields: dict[str, str] = {"by": ""} if must_name else {}
    for each in structs.fields(command):
        value = getattr(command, each.name)
        if each.name not in OF_THE_SITE and value != each.default:
            fields[each.name] = (
                " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            )
    return fields


def play_things(play: Play) -> list[Thing]:
    """Everything the session owes now, first things first."""
    game = play.game
    if not play.session.opened:
        # Where the book has a dealer's terminal, the dealer opens it.
        role = HallRole.CALLER if play.book.traits.dealer_terminal else HallRole.SUPERVISOR
        who, href = play.official(role) or f"the {role}", f"/{role}#open"
        says, button = "Open the session", "Open it"
        return [Thing(says=says, who=who, role=role, href=href, button=button)]
    if game is None:
        return list(_after_the_last(play))
    if game.phase != "running":
        return [_start(play)]
    return list(_in_game(play, game))


def _start(play: Play) -> Thing:
    """The next game, with the device or the receptacle of the game before."""
    played = [play.session.games[number] for number in play.session.in_order_of_play()]
    before = [game for game in played if game.phase == "closed"]
    selector = before[-1].selector if before else "device"
    command = StartGame(**play.of_game(play.official("caller")), selector=selector)
    how = "with our device" if selector == "device" else "with balls from the cage"
    says = f"Start game {play.number} {how}"
    return play.offer(HallRole.CALLER, says, f"Start game {play.number}", command)


def _in_game(play: Play, game: Game) -> Iterator[Thing]:
    draw = play.site.draw_of(play.name, play.number)
    if draw in play.site.draws.stopped:
        yield Thing(
            says="Control counted otherwise and stopped this game. Look, then let it go on",
            who=play.official("supervisor"),
            role=HallRole.SUPERVISOR,
            href="/supervisor#stopped",
            button="Look at it",
        )
        return
    yield from _corrections(play, game)
    if game.calls and game.calls[-1].finished is None:
        number = game.calls[-1].number
        command = FinishCall(**play.of_game(play.official("caller")))
        # A supervisor who checks balls must not learn what was announced before they read the ball.
        words = "the number" if game.selector == "receptacle" else str(number)
        says, button = f"Announce {words}", f"{words.capitalize()} is announced"
        yield play.offer(HallRole.CALLER, says, button, command)
        return
    yield from _scorecards(play, game)
    if game.undecided:
        yield from _claims(play, game)
        return
    yield from _results(play, game)
    yield from _balls_in_hand(play, game)
    if game.correction is None:
        yield from _next_number(play, game)


def _corrections(play: Play, game: Game) -> Iterator[Thing]:
    error = game.correction
    if error is None:
        return
    by = play.official("caller")
    if error.error == "display":
        fixed = CorrectDisplay(**play.of_game(by), shown=error.wrong, right=error.right)
        says = f"Put the display right: not {error.wrong} but {error.right}"
        yield play.offer(HallRole.CALLER, says, "The display is right", fixed)
        return
    corrected = CorrectNumber(**play.of_game(by), wrong=error.wrong, right=error.right)
    says = f"Correct the number, aloud and on the board: not {error.wrong} but {error.right}"
    yield play.offer(HallRole.CALLER, says, f"Corrected to {error.right}", corrected)


def _scorecards(play: Play, game: Game) -> Iterator[Thing]:
    by = play.official("supervisor")
    for name in game.faulty[:EACH_MAX]:
        serial, _, card = name.rpartition("/")
        command = ReplaceScorecard(**play.of_game(by), serial=serial, card=int(card))
        says = f"Replace the scorecard {name}; every called number is marked on the new one"
        yield play.offer(HallRole.SUPERVISOR, says, "It is replaced", command)


def _claims(play: Play, game: Game) -> Iterator[Thing]:
    """Claims on this number: the supervisor checks; the caller verifies where the book asks it."""
    supervisor, caller = play.official("supervisor"), play.official("caller")
    count = len(game.undecided)
    yield Thing(
        says=f"Check {'a claim' if count == 1 else f'{count} claims'} on {game.calls[-1].number}",
        who=supervisor or "the supervisor",
        role=HallRole.SUPERVISOR,
        href="/supervisor#claims",
        button="Look at the claims",
    )
    yield Thing(
        says="Help to check claims",
        who="a verifier",
        role=HallRole.VERIFIER,
        href="/verifier#claims",
        button="Look at the claims",
    )
    step = "caller verification"
    verified = (each for each in game.undecided if missing_steps(play.book, game, each) == (step,))
    for claim in islice(verified, EACH_MAX):
        command = CheckClaim(**play.of_game(caller), claim=claim.claim, steps=(step,))
        says = f"Verify the numbers that were read out for {claim.claim}"
        clause = {"clause": play.book.steps[step], "book": play.book.id}
        yield play.offer(HallRole.CALLER, says, "The numbers are right", command, **clause)


def _results(play: Play, game: Game) -> Iterator[Thing]:
    by = play.official("supervisor")
    if undeclared(play.book, play.site.hall, game):
        declare = DeclareResult(**play.of_game(by))
        yield play.offer(HallRole.SUPERVISOR, "Declare the result", "Declare it", declare)
        return
    close = CloseGame(**play.of_game(by))
    if game.calls and not play.refusals(close):
        says = f"Close game {play.number}: every prize is decided"
        yield play.offer(HallRole.SUPERVISOR, says, f"Close game {play.number}", close)


def _balls_in_hand(play: Play, game: Game) -> Iterator[Thing]:
    """A ball of a receptacle goes to the supervisor, who reads it alone."""
    last = game.calls[-1] if game.calls else None
    if last is None or game.selector != "receptacle" or last.racked or last.verified:
        return
    if not last.handed_over:
        command = HandOverBall(**play.of_game(play.official("caller")))
        yield play.offer(HallRole.CALLER, "Hand the ball to the supervisor", "Handed over", command)
        return
    yield Thing(
        says="Read the ball in your hand and key it",
        who=play.official("supervisor"),
        role=HallRole.SUPERVISOR,
        href="/supervisor#ball",
        button="Key the ball",
    )


def _next_number(play: Play, game: Game) -> Iterator[Thing]:
    if undeclared(play.book, play.site.hall, game) or not game.open_prizes:
        return
    unentered = [each for each in play.session.series if each not in play.session.ranges]
    if play.book.traits.dealer_terminal and unentered and not game.calls:
        yield Thing(
            says=f"Enter the first and the last number issued of {unentered[0]}",
            who=play.official("caller"),
            role=HallRole.CALLER,
            href="/caller#range",
            button="Enter them",
        )
    if any(level.on_jackpot_number for level in game.plan.levels) and not game.jackpot_numbers:
        yield Thing(
            says="Draw the jackpot numbers",
            who=play.official("caller"),
            role=HallRole.CALLER,
            href="/caller#jackpot",
            button="Choose how many",
        )
        return
    duties = due_before_number(play.book, play.site.hall, play.session, play.number)
    if duties:
        yield from (_announcement(play, duty, play.number) for duty in duties)
        return
    by = play.official("caller")
    if not game.eyes_down_at and not game.calls:
        says = "Eyes down: the sale of this game ends, the first number is next"
        yield play.offer(HallRole.CALLER, says, "Eyes down!", EyesDown(**play.of_game(by)))
        return
    yield from _ball(play, game, by)


def _ball(play: Play, game: Game, by: str) -> Iterator[Thing]:
    place = len(game.calls) + 1
    if place > BALLS:
        return
    draw = play.site.draw_of(play.name, play.number)
    if play.site.is_ours(game) and not play.site.is_broken_off(draw):
        if game.ball_asked:
            yield Thing(says=f"Ball {place} is being drawn", who="our device")
            return
        ask = AskForBall(**play.of_game(by), call=place)
        yield play.offer(HallRole.CALLER, f"Draw ball {place}", f"Draw ball {place}", ask)
        return
    last = game.calls[-1] if game.calls else None
    held = last is not None and game.selector == "receptacle" and not (last.racked or last.verified)
    if not held:
        yield Thing(
            says=f"Take ball {place}, key it and call it",
            who=by,
            role=HallRole.CALLER,
            href="/caller#key",
            button="Key the ball",
        )


def _announcement(play: Play, duty: Announcement, game: int) -> Thing:
    """Words to read out, by the first official who may."""
    role: Role = HallRole.CALLER
    if "caller" not in duty.who and "supervisor" in duty.who:
        role = HallRole.SUPERVISOR
    who = play.official(role) or f"the {role}"
    shown: dict[str, Any] = {"reads": (duty.text,), "clause": duty.clause, "book": play.book.id}
    if duty.lacking:
        says = f"Read out the {duty.topic}; fill in {', '.join(duty.lacking)}"
        shown |= {"href": f"/{role}#details", "button": "Fill it in"}
        return Thing(says=says, who=who, role=role, **shown)
    command = Announce(
        at=play.now, session=play.name, game=game, by=play.official(role), topics=(duty.topic,)
    )
    return play.offer(role, f"Read out the {duty.topic}", "I have read it out", command, **shown)


def _after_the_last(play: Play) -> Iterator[Thing]:
    duties = due_before_close(play.book, play.site.hall, play.session)
    if duties:
        yield from (_announcement(play, duty, 0) for duty in duties)
        return
    by = play.official("supervisor")
    command = CloseSession(at=play.now, session=play.name, by=by)
    yield play.offer(HallRole.SUPERVISOR, "Close the session", "Close the session", command)
