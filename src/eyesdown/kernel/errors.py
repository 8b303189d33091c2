"""The exception tree. A rule's no is a Refusal, never one of these."""

from __future__ import annotations


class EyesdownError(Exception):
    """Something other than a rule stopped us; `exit_code` is what the command line returns."""

    exit_code = 3


class BadInput(EyesdownError):
    """What was handed in is not of the asked-for shape; says which field, and what it takes."""

    exit_code = 2

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class NotInForce(BadInput):
    """A day was asked for on which the rules did not hold: a rule's no, and so is its code."""

    exit_code = 1


class RulebookDataError(EyesdownError):
    """A rulebook's data file is wrong; says file, line and what is wrong with it."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file = file
        self.line = line
        self.problem = problem


class JournalError(EyesdownError):
    """The journal cannot do what was asked of it."""


class JournalConflict(JournalError):
    """Somebody wrote first. Retry: yes, after reading again."""


class JournalUnavailable(JournalError):
    """The disk or the network is away. Retry: yes, later."""


class JournalCorrupt(JournalError):
    """The chain does not hold. Retry: never; stop and say where."""


class DrawSourceError(EyesdownError):
    """The draw device failed; what happens to the draw is for the rulebook to say."""
