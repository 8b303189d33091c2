"""What is asked and recorded about witnesses and what they give to a draw."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.kernel.written import Written


class OpenRecord(Written, frozen=True):
    """The site opens its public record, once."""

    at: datetime
    record: str
    name: str


class AppointWitness(Written, frozen=True):
    """The office appoints a witness by name and public key (hex)."""

    at: datetime
    witness: str
    key: str
    by: str = ""


class WithdrawWitness(Written, frozen=True):
    """The office withdraws a witness; promises that name it stay."""

    at: datetime
    witness: str
    because: str
    by: str = ""


NOT_OURS = -2
"""The game of a head that our record does not have."""


class NoteSeen(Written, frozen=True):
    """A witness signed a head of the record.

    `game` is the promise at that head, -1 for another statement, NOT_OURS if our record does not
    have it. The site looks it up and puts it in itself.
    """

    at: datetime
    witness: str
    head: str
    previous: str
    time: str
    answer: str
    game: int = -1


class RevealValue(Written, frozen=True):
    """The site shows the next value that it promised."""

    at: datetime
    game: int
    place: int
    value: str


class NoteAnswer(Written, frozen=True):
    """A witness answered for a place of a draw."""

    at: datetime
    witness: str
    game: int
    place: int
    answer: str


class NoteSilence(Written, frozen=True):
    """A spare signed that a witness did not answer in time."""

    at: datetime
    by: str
    witness: str
    game: int
    place: int
    time: str
    previous: str
    answer: str


class NoteSlowStep(Written, frozen=True):
    """The slow step of a draw was made; both numbers are hex."""

    at: datetime
    game: int
    result: str
    proof: str


class BreakOffDraw(Written, frozen=True):
    """A promised draw goes no further: the rest comes from a receptacle of balls."""

    at: datetime
    game: int
    because: str
    by: str = ""


class RecordOpened(Written, frozen=True):
    """The public record was opened, under this id and the site's name."""

    at: datetime
    record: str
    name: str


class WitnessAppointed(Written, frozen=True):
    """The office appointed a witness with a public key (hex)."""

    at: datetime
    witness: str
    key: str
    by: str


class WitnessWithdrawn(Written, frozen=True):
    """The office withdrew a witness."""

    at: datetime
    witness: str
    because: str
    by: str


class HeadSeen(Written, frozen=True):
    """A witness signed a head of the record, after its word `previous`; see `NoteSeen`."""

    at: datetime
    witness: str
    head: str
    previous: str
    time: str
    answer: str
    game: int


class ValueRevealed(Written, frozen=True):
    """The site showed the value that it had promised for a place of a draw."""

    at: datetime
    game: int
    place: int
    value: str


class WitnessAnswered(Written, frozen=True):
    """A witness answered the value of a place."""

    at: datetime
    witness: str
    game: int
    place: int
    answer: str


class WitnessSilent(Written, frozen=True):
    """A spare, `by`, signed that a witness did not answer in time."""

    at: datetime
    by: str
    witness: str
    game: int
    place: int
    time: str
    previous: str
    answer: str


class SlowStepMade(Written, frozen=True):
    """The slow step of a draw was made; both numbers are hex."""

    at: datetime
    game: int
    result: str
    proof: str


class DrawCutShort(Written, frozen=True):
    """A promised draw was broken off: a receptacle of balls gives the rest."""

    at: datetime
    game: int
    because: str
    by: str


WitnessingCommand: TypeAlias = (
    OpenRecord
    | AppointWitness
    | WithdrawWitness
    | NoteSeen
    | RevealValue
    | NoteAnswer
    | NoteSilence
    | NoteSlowStep
    | BreakOffDraw
)
WitnessingEvent: TypeAlias = (
    RecordOpened
    | WitnessAppointed
    | WitnessWithdrawn
    | HeadSeen
    | ValueRevealed
    | WitnessAnswered
    | WitnessSilent
    | SlowStepMade
    | DrawCutShort
)
