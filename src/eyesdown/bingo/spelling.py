"""Commands in the book's own words, however a client spelt them."""

from __future__ import annotations

from eyesdown.bingo.claims.commands import CheckClaim, PayPrize
from eyesdown.bingo.commands import Command
from eyesdown.bingo.play.commands import ReportError, StartGame
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    IssueScorecards,
    PayRefund,
    SellCards,
)
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.trouble.commands import InvalidateGame
from eyesdown.kernel.written import replace
from eyesdown.rulebook.spelling import plain_words


def in_plain_words(command: Command) -> Command:
    """The same command, its roles, duties, topics, devices, steps and methods in plain words."""
    match command:
        case RegisterPerson():
            return replace(command, role=plain_words(command.role))
        case RegisterSeries():
            return replace(command, serial_side=plain_words(command.serial_side))
        case ReportError():
            return replace(command, error=plain_words(command.error))
        case AppointPerson():
            return replace(command, duty=plain_words(command.duty))
        case Announce():
            topics = tuple(plain_words(topic) for topic in command.topics)
            return replace(command, topics=topics, channel=plain_words(command.channel))
        case SellCards() | ChargeAdmission() | PayRefund():
            return replace(command, tender=plain_words(command.tender))
        case IssueScorecards():
            return replace(command, medium=plain_words(command.medium))
        case StartGame():
            return replace(command, selector=plain_words(command.selector))
        case CheckClaim():
            return replace(command, steps=tuple(plain_words(step) for step in command.steps))
        case PayPrize():
            parts = (replace(part, method=plain_words(part.method)) for part in command.parts)
            return replace(command, parts=tuple(parts))
        case InvalidateGame():
            return replace(command, person_kind=plain_words(command.person_kind))
    return command
