"""The steps of a session in the words of its pages: what to do, the key, and where it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from eyesdown.bingo.claims import commands as claims
from eyesdown.bingo.duties.step import Step
from eyesdown.bingo.play import commands as play
from eyesdown.bingo.pools import commands as pools
from eyesdown.bingo.sales import commands as sales
from eyesdown.bingo.session import commands as session
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.trouble import commands as trouble
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.credentials import Role
from eyesdown.display.refusals import refusal_shown
from eyesdown.kernel.money import dollars
from eyesdown.web.hall.people import ROLE_WORDS
from eyesdown.web.hall.things import Thing

OF_THE_SITE = frozenset({"at", "by"})
"""Fields that the site fills in; a form sends `by` empty where a command must have it."""
TOPICS: Mapping[str, str] = {
    "brought forward": "the balance brought forward",
    "colour": "the colour of the cards in play",
    "count back": "how a ticket is counted back",
    "disputes": "who settles a dispute",
}
"""What is read out under topics whose name alone could be taken for something else."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a step says, what its key says, and where it is done if one key is not enough."""

    says: str
    button: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class InHall:
    """A step with the hall around it."""

    site: HallSite
    session: str
    step: Step

    @property
    def game(self) -> Game:
        """The game that the step is about."""
        return self.site.hall.sessions[self.session].games[self.step.game]

    @property
    def command(self) -> Any:
        """The command of the step; each kind has words of its own."""
        return self.step.command

    @property
    def role(self) -> Role:
        """Whose page has the step."""
        return HallRole(self.step.duty or HallRole.SUPERVISOR)


def thing_of(site: HallSite, name: str, step: Step) -> Thing:
    """A step as a page shows it: with its key if it is open, else with the reason why not."""
    at = InHall(site, name, step)
    words = WORDS[type(step.command)](at)
    who = step.person or ROLE_WORDS[at.role]
    if not step.is_open:
        why = refusal_shown(step.refusals[0])
        says = f"{words.says}: not yet. {why.says} {why.next}".strip()
        return Thing(says=says, who=who, role=at.role, clause=why.clause, book=why.book)
    by_key = not words.href
    return Thing(
        says=words.says,
        who=who,
        role=at.role,
        reads=(step.words,) if isinstance(step.command, session.Announce) else (),
        clause=step.clause.number if step.clause else "",
        book=step.clause.book if step.clause else "",
        button=words.button,
        command=type(step.command).__name__ if by_key else "",
        fields=form_fields(step.command) if by_key else {},
        href=words.href,
    )


def form_fields(command: Any) -> dict[str, str]:
    """The fields of a form that gives a command, defaults left out.

    >>> from datetime import datetime
    >>> ball = play.AskForBall(at=datetime.min, session="tue", game=1, call=7, by="cal")
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


def _open_session(at: InHall) -> Words:
    href = "/office" if at.role == HallRole.OFFICE else f"/{at.role}#open"
    return Words("Open the session", "Open it", href)


def _start(at: InHall) -> Words:
    number, selector = at.step.game, at.command.selector
    how = "with our device" if selector == "device" else "with balls from the cage"
    return Words(f"Start game {number} {how}", f"Start game {number}")


def _ask(at: InHall) -> Words:
    ball = f"Draw ball {at.command.call}"
    return Words(ball, ball)


def _key(at: InHall) -> Words:
    place = len(at.game.calls) + 1
    return Words(f"Take ball {place}, key it and call it", "Key the ball", "/caller#key")


def _finish(at: InHall) -> Words:
    """A supervisor who checks balls must not learn the number before they read the ball."""
    from_cage = at.game.selector == "receptacle"
    number = "the number" if from_cage else str(at.game.calls[-1].number)
    return Words(f"Announce {number}", f"{number.capitalize()} is announced")


def _announce(at: InHall) -> Words:
    [topic] = at.command.topics
    about = TOPICS.get(topic, f"the {topic}")
    if not at.step.lacks:
        return Words(f"Read out {about}", "I have read it out")
    missing = ", ".join(at.step.lacks)
    return Words(f"Read out {about}; fill in {missing}", "Fill it in", f"/{at.role}#details")


def _correct(at: InHall) -> Words:
    command = at.command
    halves = {"aloud": command.announced, "on the board": command.displayed}
    where = " and ".join(half for half, owed in halves.items() if owed)
    if at.step.lacks:
        return Words(f"Correct {command.wrong}, {where}", "Correct it", "/caller#trouble")
    says = f"Correct the number, {where}: not {command.wrong} but {command.right}"
    return Words(says, f"Corrected to {command.right}")


def _correct_display(at: InHall) -> Words:
    command = at.command
    says = f"Put the display right: not {command.shown} but {command.right}"
    return Words(says, "The display is right")


def _replace(at: InHall) -> Words:
    name = f"{at.command.serial}/{at.command.card}"
    says = f"Replace the scorecard {name}; every called number is marked on the new one"
    return Words(says, "It is replaced")


def _check_claim(at: InHall) -> Words:
    if at.role == HallRole.CALLER and not at.step.lacks:
        claim = at.command.claim
        return Words(f"Verify the numbers that were read out for {claim}", "The numbers are right")
    page = "/verifier" if at.role == HallRole.VERIFIER else "/supervisor"
    return Words(f"Check {claims_words(at.game)}", "Look at the claims", f"{page}#claims")


def _confirm(at: InHall) -> Words:
    """One key confirms a claim whose steps are all done; several claims are looked at first."""
    claim = at.command.claim
    if len(at.game.undecided) > 1:
        return _check_claim(at)
    player = at.game.claims[claim].player
    return Words(f"Confirm {claim} of {player}: every step is done", f"Confirm {claim}")


def claims_words(game: Game) -> str:
    """The claims of a game that are to be checked, and the number they are on."""
    count = len(game.undecided)
    claimed = "a claim" if count == 1 else f"{count} claims"
    return f"{claimed} on {game.calls[-1].number}"


def _range(at: InHall) -> Words:
    says = f"Enter the first and the last number issued of {at.command.serial}"
    return Words(says, "Enter them", "/caller#range")


def _appoint(at: InHall) -> Words:
    says = f"Appoint the {at.command.duty} of {at.session}"
    return Words(says, "Appoint", "/office#appoint")


def _raise(at: InHall) -> Words:
    command = at.command
    amount = dollars(command.amount_cents)
    says = f"Raise the {command.prize} prize of {at.session}, game {command.game}, by {amount}"
    return Words(says, "Raise it")


def _pay_pool(at: InHall) -> Words:
    command = at.command
    says = f"Pay the pool {command.pool} in {at.session}, game {command.game}"
    return Words(says, "Pay it out")


def _sign(at: InHall) -> Words:
    closes = f"{at.command.closes_at:%H:%M}"
    return Words(f"Put up the closing sign of {at.session}: it closes at {closes}", "Put it up")


def _dispute(at: InHall) -> Words:
    name = at.command.dispute
    if isinstance(at.command, trouble.CloseDispute):
        return Words(f"Close the dispute {name}", "Disputes", "/office/disputes")
    return Words(f"Decide the dispute {name}", "Look at it", "/supervisor#disputes")


def _always(says: str, button: str, href: str = "") -> Callable[[InHall], Words]:
    return lambda at: Words(says.format(game=at.step.game), button.format(game=at.step.game), href)


WORDS: Mapping[type[Any], Callable[[InHall], Words]] = {
    session.AppointPerson: _appoint,
    session.OpenSession: _open_session,
    session.Announce: _announce,
    session.ShowClosingSign: _sign,
    session.CloseSession: _always("Close the session", "Close the session"),
    play.StartGame: _start,
    play.EyesDown: _always(
        "Eyes down: the sale of this game ends, the first number is next", "Eyes down!"
    ),
    play.AskForBall: _ask,
    play.BeginCall: _key,
    play.FinishCall: _finish,
    play.HandOverBall: _always("Hand the ball to the supervisor", "Handed over"),
    play.CheckBall: _always(
        "Read the ball in your hand and key it", "Key the ball", "/supervisor#ball"
    ),
    play.CorrectNumber: _correct,
    play.CorrectDisplay: _correct_display,
    play.DrawJackpotNumbers: _always(
        "Draw the jackpot numbers", "Choose how many", "/caller#jackpot"
    ),
    play.ReplaceScorecard: _replace,
    claims.CheckClaim: _check_claim,
    claims.ConfirmClaim: _confirm,
    claims.DeclareResult: _always("Declare the result", "Declare it"),
    claims.CloseGame: _always("Close game {game}: every prize is decided", "Close game {game}"),
    sales.EnterSerialRange: _range,
    pools.Contribute: _raise,
    pools.DistributePool: _pay_pool,
    trouble.DecideDispute: _dispute,
    trouble.CloseDispute: _dispute,
}
"""The words of each kind of step; what tills pay is counted together instead."""
