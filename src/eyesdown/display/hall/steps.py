"""A game of a hall step by step, as the inspector's desk replays it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from eyesdown.display.inspector import event_words


@dataclass(frozen=True, slots=True)
class GameStep:
    """One thing that happened in a game, and the row in which it is on record."""

    seq: int
    at: datetime
    words: str
    number: int = 0
    """The number that was called or put right; zero for every other step."""


WORDS = {
    "GameStarted": "The opening announcement began; numbers come from {selector} {selector_id}",
    "JackpotNumbersDrawn": "Jackpot numbers: {numbers}",
    "EyesDownCalled": "Eyes down, called by {by}: no more cards of this game are sold",
    "BallAsked": "The caller asked for call {call}; no one has its number yet",
    "NumberCalled": "Call {call}: {number}. The board and the phones show it from now on",
    "CallFinished": "The announcement of call {call} ended",
    "BallHandedOver": "{by} handed the ball of call {call} to {to}",
    "BallRacked": "{by} compared the ball of call {call} with the announcement and racked it",
    "CorrectionOpened": "An error was reported: {wrong} instead of {right}. No number may be drawn",
    "CorrectionHalfDone": "{right} instead of {wrong} is {half}; the other half is still owed",
    "NumberCorrected": "{wrong} was struck. {right} is the last number",
    "DisplayCorrected": "The display showed {shown} and was put right to {right}",
    "ClaimMade": "{player} claimed with “{word}” on call {call}: claim {claim}",
    "ClaimChecked": "Claim {claim} was checked by {by}",
    "ClaimAllowed": "Claim {claim} of {player} was allowed by {by}",
    "ClaimRefused": "Claim {claim} of {player} was refused",
    "PrizeForfeited": "{player} did not claim {prize} in time and forfeits it",
    "PrizeForfeitedByMany": "Several players did not claim {prize} in time and forfeit it",
    "ForfeitCancelled": "The forfeit of {prize} by {player} was cancelled",
    "MalfunctionReported": "The electronic scorecard {serial}/{card} failed",
    "ScorecardReplaced": "The electronic scorecard {serial}/{card} was replaced by {by}",
    "GameClosed": "{by} closed the game: {outcome}",
}
"""What each event of a game says; others have their own name."""

PRESSED = "NumberPressed"
"""Presses on electronic scorecards: there are thousands in a game, and each has its row."""


def game_steps(events: Iterable[tuple[int, datetime, Mapping[str, Any]]]) -> list[GameStep]:
    """The steps of a game from its events, each with its row and the row's time, in their order.

    >>> at = datetime(2026, 6, 2, 19, 5)
    >>> called = {"type": "NumberCalled", "call": 1, "number": 42}
    >>> [step] = game_steps([(7, at, called)])
    >>> step.words, step.number
    ('Call 1: 42. The board and the phones show it from now on', 42)
    """
    return [
        GameStep(seq, at, _words(event), _number(event))
        for seq, at, event in events
        if event["type"] != PRESSED
    ]


def _words(event: Mapping[str, Any]) -> str:
    words = WORDS.get(event["type"])
    if words is None:
        return event_words(event["type"])
    return words.format_map({name: _plain(value) for name, value in event.items()})


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _number(event: Mapping[str, Any]) -> int:
    match event["type"]:
        case "NumberCalled":
            return int(event["number"])
        case "NumberCorrected":
            return int(event["right"])
    return 0
