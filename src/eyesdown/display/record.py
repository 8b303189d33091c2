"""The public record as walls, counters, terminals and tickets show it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

HASH_CHARACTERS = 16
"""The number of characters of a hash that people compare."""


class RecordShown(Struct, frozen=True):
    """The newest head of the record, and the promise of the open game with who signed it."""

    head: str
    promise: str
    signed: tuple[str, ...]
    missing: tuple[str, ...]
    alone: bool
    slow: bool = False
    restarting: bool = False

    @property
    def words(self) -> str:
        """One line for a page."""
        if self.restarting:
            return f"Record {self.head} · waits for the witnesses after a restart"
        if not self.promise:
            return f"Record {self.head}"
        return f"Record {self.head} · promise {self.promise} · {self.who}"

    @property
    def who(self) -> str:
        """Who has signed the promise, and whose signature is missing."""
        if self.alone:
            return "no witness; a slow step follows the close" if self.slow else "no witness"
        waits = f"waits for {' and '.join(self.missing)} to sign" if self.missing else ""
        signed = f"signed by {' and '.join(self.signed)}" if self.signed else ""
        return "; ".join(filter(None, (signed, waits)))


class WitnessShown(Struct, frozen=True):
    """A witness in office as visitors see it; `since` is when the record states its key."""

    name: str
    fingerprint: str
    since: date
    silences: int


def head_shown(number: int, digest: str) -> str:
    """A head as paper and walls print it.

    >>> head_shown(1042, "3f9ac1d277b045ee9b11")
    '1042 · 3f9ac1d277b045ee'
    """
    return f"{number} · {digest[:HASH_CHARACTERS]}"


def record_shown(
    head: str,
    commitment: str,
    witnesses: Sequence[str],
    signed: Sequence[str],
    *,
    slow: bool = False,
) -> RecordShown:
    """The record's line: `witnesses` are those that the promise names, `slow` its slow step.

    >>> record_shown("7 · ab", "cd" * 32, ["Ada"], []).words
    'Record 7 · ab · promise cdcdcdcdcdcdcdcd · waits for Ada to sign'
    >>> record_shown("7 · ab", "cd" * 32, ["Ada", "Bob"], ["Bob"]).who
    'signed by Bob; waits for Ada to sign'
    """
    named = tuple(name for name in witnesses if name in signed)
    missing = tuple(name for name in witnesses if name not in signed)
    return RecordShown(head, commitment[:HASH_CHARACTERS], named, missing, not witnesses, slow)


_ALONE = """\
The numbers follow from a secret promised before the game opened and from every entry. A person who
could read that secret could still have chosen the last entry."""
_SLOWLY = """\
After the close a step of many seconds had to be made before anyone could know the numbers. It makes
cheating by an insider slow and costly; it does not rule it out."""
_WITNESSED = """\
Each witness answered with the one signature its key can give to this seal, after the close. Only
the operator and every one of these witnesses together could have known or chosen the numbers."""
_CAGE = "One person keyed each ball and another confirmed it. It rests on these two people."

HOW = {
    "alone": ("Drawn by this machine alone", _ALONE),
    "slowly": ("Drawn by this machine alone, slowly", _SLOWLY),
    "witnessed": ("Witnessed by {names}", _WITNESSED),
    "cage": ("Drawn from a ball cage, seen by two people", _CAGE),
}
"""How a draw was made: the headline, and who could still have cheated."""


def silence_words(silent: Sequence[tuple[str, str]]) -> str:
    """Which witnesses did not answer a draw, each with the spare that answered instead.

    >>> silence_words([("Ada", "Cho")])
    'Ada did not answer in time; Cho, a spare witness, answered instead.'
    """
    return " ".join(
        f"{name} did not answer in time; {spare}, a spare witness, answered instead."
        for name, spare in silent
    )


def how_words(how: str, names: Sequence[str] = ()) -> tuple[str, str]:
    """The headline and the explanation of how a draw was made.

    >>> how_words("witnessed", ["Ada", "Bob"])[0]
    'Witnessed by Ada and Bob'
    """
    headline, explained = HOW[how]
    return headline.format(names=" and ".join(names)), explained
