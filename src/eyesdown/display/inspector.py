"""Rows of the journal in plain words, as the inspector's desk shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from eyesdown.display.refusals import what_happened
from eyesdown.kernel.money import dollars

COMMAND_WORDS = {
    "AcceptEntry": "Sell an entry",
    "AdoptStatements": "Take over statements of the witnesses after a restore",
    "AgreeCount": "Control counted and agrees",
    "AskForBall": "Ask the device for the next ball",
    "BeginCall": "Begin a call",
    "CheckBall": "Check a ball as the second person",
    "FinishCall": "End a call",
    "KeyBall": "Key a ball of the cage",
    "ConfirmBall": "Confirm a ball of the cage",
    "LetGameGoOn": "Let a stopped game go on",
    "NoteAnswer": "A witness answers a draw",
    "NoteLook": "An inspector looks",
    "NoteSeen": "A witness signs the head of the record",
    "NoteSilence": "A spare signs the silence of a witness",
    "NoteSlowStep": "The slow step of a draw is done",
    "OpenJournal": "Open the journal",
    "PaySession": "Pay the tickets of a customer",
    "PromiseDraw": "Promise a draw",
    "RevealValue": "Reveal the site's value of a draw",
    "SealGame": "Seal the entries of a game",
    "StopGame": "Control stops a game: its count differs",
}
"""Commands whose own name does not say plainly enough what is done."""

ODD_EVENTS = {
    "corrections": (
        "CorrectionHalfDone",
        "CorrectionOpened",
        "DepositCorrected",
        "DisplayCorrected",
        "GameTimeCorrected",
        "NumberCorrected",
        "WrongNumberShown",
    ),
    "disputes": (
        "DisputeClosed",
        "DisputeDecided",
        "DisputeRaised",
        "EntryDisqualified",
        "EntryReinstated",
        "PromotionDisputeDecided",
    ),
    "forfeits": (
        "ForfeitCancelled",
        "PrizeForfeited",
        "PrizeForfeitedByMany",
        "PrizesExpired",
        "SumForfeited",
    ),
    "voids and cancellations": (
        "CardWithdrawn",
        "EntryCancelled",
        "EntryVoided",
        "GameInvalidated",
        "GameVoided",
        "SaleTakenBack",
    ),
    "reprints": ("PaperCopied", "ScorecardReplaced"),
    "amounts that took two people": ("AmountApproved", "PaymentConfirmed", "PaymentDropped"),
    "stops and broken draws": (
        "DrawCutShort",
        "DrawInterrupted",
        "GameGoesOn",
        "GameStopped",
        "SiteRestored",
        "WitnessSilent",
    ),
    "breaches": ("BreachLogged",),
}
"""Events that an inspector looks at first, by what they are."""

CONTROL_EVENTS = ("CountAgreed", "GameStopped", "GameGoesOn")
"""Control's verdicts, and what people did about them."""

GAME_STEPS = {
    "DrawPromised": "The site promised the draw",
    "HeadSeen": "A witness signed a head of the record with the promise in it",
    "GameOpened": "The game opened",
    "WrongNumberShown": "A wrong number was shown on the wall",
    "DisplayCorrected": "The wall was put right",
    "GameClosed": "Sales ended",
    "GameSealed": "The entries were sealed: from now on none can be added",
    "CountAgreed": "Control counted and agreed",
    "GameStopped": "Control counted something else and stopped the game",
    "GameGoesOn": "A person let the game go on",
    "ValueRevealed": "The site revealed its value",
    "WitnessAnswered": "A witness answered",
    "WitnessSilent": "A witness was silent",
    "SlowStepMade": "The slow step was done",
    "DrawInterrupted": "The draw was broken off",
    "NumbersDrawn": "The numbers were drawn: staff and control have them",
    "GameSettled": "Prizes were worked out",
    "ResultPublished": "The result came out: walls and public pages show it from here on",
}
"""What happens to a game of keno, in the order in which it should."""

_CENTS = re.compile(r"(?:^|_)cents$")
_EXACT = re.compile(r"-?\d+(?:/[1-9]\d*)?")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d:\d\d", re.ASCII)
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def command_words(command: str) -> str:
    """A command in plain words.

    >>> command_words("AcceptEntry"), command_words("SetGrowthRate")
    ('Sell an entry', 'Set growth rate')
    """
    return COMMAND_WORDS.get(command) or event_words(command)


def event_words(event: str) -> str:
    """The name of an event as words.

    >>> event_words("EntryCancelled")
    'Entry cancelled'
    """
    return _CAPITAL.sub(" ", event).capitalize()


@dataclass(frozen=True, slots=True)
class PostingShown:
    """A ledger line of a row, as the account's owner reads it."""

    account: str
    cents: Any
    why: str

    @property
    def says(self) -> str:
        """Why it was posted: the event, in words."""
        return event_words(self.why)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowShown:
    """A row for a list: when, who, what, about what, and what came of it."""

    seq: int
    at: datetime
    command: str
    by: str
    subjects: tuple[tuple[str, str], ...]
    events: tuple[str, ...]
    refusals: tuple[tuple[str, str], ...]

    @property
    def words(self) -> str:
        """What was asked for."""
        return command_words(self.command)

    @property
    def outcome(self) -> str:
        """What came of it: refused and why, or the events."""
        if self.refusals:
            codes = dict.fromkeys(code for code, _ in self.refusals)
            return "Refused. " + " ".join(what_happened(code)[0] for code in codes)
        return ", ".join(event_words(event).lower() for event in self.events) or "nothing changed"


def ordered_subjects(subjects: Iterable[tuple[str, str]], most: int) -> tuple[tuple[str, str], ...]:
    """The first subjects of a row in a steady order; a settled game names thousands of tickets.

    >>> ordered_subjects([("ticket", "B"), ("game", "7"), ("ticket", "A")], 2)
    (('game', '7'), ('ticket', 'A'))
    """
    return tuple(sorted(subjects)[:most])


def field_lines(plain: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Plain JSON as lines of name and value, for reading.

    >>> field_lines({"type": "X", "entry": {"serial": "K1", "spots": [1, 2]}})
    [('entry serial', 'K1'), ('entry spots', '1, 2')]
    >>> field_lines({"cost_cents": 1250, "growth_cents": "1/8", "cents": 5})
    [('cost', '$12.50'), ('growth', '$0.00125'), ('amount', '$0.05')]
    >>> field_lines({"bonus": False, "at": "2026-11-19T17:18:22.348589+11:00"})
    [('bonus', 'no'), ('at', '19 Nov 2026, 17:18:22')]
    """
    lines: list[tuple[str, str]] = []
    for name, value in plain.items():
        if name == "type" or value in (None, "", [], {}):
            continue
        words = f"{prefix}{name.replace('_', ' ')}"
        if _CENTS.search(name) and _is_amount(value):
            amount = dollars(Fraction(value))
            lines.append((f"{prefix}{_CENTS.sub('', name).replace('_', ' ') or 'amount'}", amount))
            continue
        if isinstance(value, Mapping):
            lines += field_lines(value, f"{words} ")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            lines.append((words, f"{len(value)} of them"))
        elif isinstance(value, list):
            lines.append((words, ", ".join(map(str, value))))
        else:
            lines.append((words, _plain(value)))
    return lines


def _plain(value: Any) -> str:
    """A single value of a field for reading; an export has it to the microsecond."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return f"{datetime.fromisoformat(value):%-d %b %Y, %H:%M:%S}"
    return str(value)


def _is_amount(value: Any) -> bool:
    """Whether a field of plain JSON is an amount: whole cents, or an exact part of a cent."""
    if isinstance(value, str):
        return _EXACT.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool)
