"""The exception tree. A rule refuses with a Refusal, never with one of these."""

from __future__ import annotations

MESSAGE_MAX = 2_000
"""The longest message about input, in characters; a longer one loses its middle."""


QUOTED_MAX = 200
"""The longest value that a message quotes whole, in characters."""


def quoted(value: object) -> str:
    """A value as a message quotes it: on one line and short, whatever it is.

    >>> quoted("B4"), quoted([4, 99])
    ("'B4'", '[4, 99]')
    >>> quoted([10**5000])  # Python itself does not write such a number
    'a value that cannot be shown (list)'
    """
    try:
        text = repr(value)
    except RecursionError:
        raise  # the library names an argument that is nested too deeply
    except Exception:  # noqa: BLE001  the value's own repr may fail in any way
        return f"a value that cannot be shown ({type(value).__name__})"
    text = " ".join(text.split()) if "\n" in text else text
    if len(text) <= QUOTED_MAX:
        return text
    return f"{text[: QUOTED_MAX // 2]} … {text[-QUOTED_MAX // 4 :]}"


class EyesdownError(Exception):
    """Something other than a rule failed; `exit_code` is what the command line returns."""

    exit_code = 3


class BadInput(EyesdownError):
    """The input has a wrong shape; names the field and what it takes.

    >>> str(BadInput("games", "takes 1 to 999"))
    'games: takes 1 to 999'
    """

    exit_code = 2

    def __init__(self, field: str, message: str) -> None:
        if len(message) > MESSAGE_MAX:  # it quotes what it was given, whatever its length
            message = f"{message[: MESSAGE_MAX // 2]} … {message[-MESSAGE_MAX // 4 :]}"
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class NotInForce(BadInput):
    """The rulebook is not in force on that day. A refusal, hence exit code 1."""

    exit_code = 1


class RulebookDataError(EyesdownError):
    """A rulebook's data file is wrong; names the file, the line and the problem."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file = file
        self.line = line
        self.problem = problem


class JournalError(EyesdownError):
    """The journal cannot be read or written."""


class JournalConflict(JournalError):
    """Another writer wrote first. Retry: yes, after reading again."""


class JournalUnavailable(JournalError):
    """The disk or the network does not respond. Retry: yes, later."""


class JournalCorrupt(JournalError):
    """The hash chain is broken. Retry: never; stop and report where."""


class DrawSourceError(EyesdownError):
    """The draw device failed; the rulebook decides what happens to the draw."""
