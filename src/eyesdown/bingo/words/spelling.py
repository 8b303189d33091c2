"""What a hall is asked, in the words that its book uses."""

from __future__ import annotations

from dataclasses import replace

from eyesdown.bingo import commands as cmd
from eyesdown.rulebook.spelling import plain_words


def in_plain_words(command: cmd.Command) -> cmd.Command:
    """The same command, its roles, duties, topics, devices, steps and methods in plain words."""
    match command:
        case cmd.RegisterPerson():
            return replace(command, role=plain_words(command.role))
        case cmd.RegisterSeries():
            return replace(command, serial_side=plain_words(command.serial_side))
        case cmd.ReportError():
            return replace(command, error=plain_words(command.error))
        case cmd.AppointPerson():
            return replace(command, duty=plain_words(command.duty))
        case cmd.Announce():
            topics = tuple(plain_words(topic) for topic in command.topics)
            return replace(command, topics=topics, channel=plain_words(command.channel))
        case cmd.IssueScorecards():
            return replace(command, medium=plain_words(command.medium))
        case cmd.StartGame():
            return replace(command, selector=plain_words(command.selector))
        case cmd.CheckClaim():
            return replace(command, steps=tuple(plain_words(step) for step in command.steps))
        case cmd.PayPrize():
            parts = (replace(part, method=plain_words(part.method)) for part in command.parts)
            return replace(command, parts=tuple(parts))
        case cmd.InvalidateGame():
            return replace(command, person_kind=plain_words(command.person_kind))
    return command
