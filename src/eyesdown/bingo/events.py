"""What happened. A refusal happened too, with the clauses that said no.

Money is in whole cents; a share that does not come out even is rounded up and the operator adds
`rounding_contribution_cents` (decision C13).
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.claims.events import (
    ClaimAllowed,
    ClaimChecked,
    ClaimMade,
    ClaimRefused,
    Completed,
    GameClosed,
    MustGoSet,
    OperatorContributed,
    PoolCredited,
    PoolDebited,
    PrizePaid,
    PrizeRolled,
    PrizeWon,
)
from eyesdown.bingo.play.events import (
    BallHandedOver,
    BallRacked,
    CallFinished,
    CorrectionOpened,
    DisplayCorrected,
    ForfeitCancelled,
    GameStarted,
    JackpotNumbersDrawn,
    MalfunctionReported,
    NumberCalled,
    NumberCorrected,
    NumberPressed,
    PrizeForfeited,
    ScorecardReplaced,
    ScorecardReturned,
)
from eyesdown.bingo.sales.events import (
    CardReserved,
    CardsSold,
    CardWithdrawn,
    EntryFeePaid,
    SaleDeclined,
    ScorecardsIssued,
    SerialRangeEntered,
)
from eyesdown.bingo.session.events import (
    Announced,
    Carried,
    ClosingSignShown,
    GamingDayFixed,
    PersonAppointed,
    PersonRegistered,
    PoolOpened,
    ReturnReported,
    SalePointOpened,
    SeriesRegistered,
    SessionClosed,
    SessionOpened,
    SessionPlanned,
)
from eyesdown.bingo.trouble.events import (
    DisputeClosed,
    DisputeDecided,
    DisputeRaised,
    EntryVoided,
    GameInvalidated,
    GameVoided,
    PlayerExcluded,
    Refunded,
    SumForfeited,
)
from eyesdown.bingo.words.happened import BreachLogged, Happened, InGame, InSession, Refused

Event: TypeAlias = (
    Refused
    | BreachLogged
    | PersonRegistered
    | GamingDayFixed
    | SalePointOpened
    | SeriesRegistered
    | PoolOpened
    | SessionPlanned
    | SessionOpened
    | PersonAppointed
    | Announced
    | ClosingSignShown
    | SessionClosed
    | ReturnReported
    | CardReserved
    | CardsSold
    | SaleDeclined
    | CardWithdrawn
    | EntryFeePaid
    | ScorecardsIssued
    | SerialRangeEntered
    | GameStarted
    | JackpotNumbersDrawn
    | NumberCalled
    | CallFinished
    | BallHandedOver
    | BallRacked
    | CorrectionOpened
    | NumberCorrected
    | DisplayCorrected
    | PrizeForfeited
    | ForfeitCancelled
    | NumberPressed
    | MalfunctionReported
    | ScorecardReplaced
    | ScorecardReturned
    | ClaimMade
    | ClaimChecked
    | ClaimAllowed
    | ClaimRefused
    | PrizeWon
    | PrizeRolled
    | GameClosed
    | PrizePaid
    | PoolCredited
    | PoolDebited
    | MustGoSet
    | OperatorContributed
    | GameInvalidated
    | GameVoided
    | Refunded
    | SumForfeited
    | EntryVoided
    | PlayerExcluded
    | DisputeRaised
    | DisputeDecided
    | DisputeClosed
)

__all__ = [
    "Announced",
    "BallHandedOver",
    "BallRacked",
    "BreachLogged",
    "CallFinished",
    "CardReserved",
    "CardWithdrawn",
    "CardsSold",
    "Carried",
    "ClaimAllowed",
    "ClaimChecked",
    "ClaimMade",
    "ClaimRefused",
    "ClosingSignShown",
    "Completed",
    "CorrectionOpened",
    "DisplayCorrected",
    "DisputeClosed",
    "DisputeDecided",
    "DisputeRaised",
    "EntryFeePaid",
    "EntryVoided",
    "Event",
    "ForfeitCancelled",
    "GameClosed",
    "GameInvalidated",
    "GameStarted",
    "GameVoided",
    "GamingDayFixed",
    "Happened",
    "InGame",
    "InSession",
    "JackpotNumbersDrawn",
    "MalfunctionReported",
    "MustGoSet",
    "NumberCalled",
    "NumberCorrected",
    "NumberPressed",
    "OperatorContributed",
    "PersonAppointed",
    "PersonRegistered",
    "PlayerExcluded",
    "PoolCredited",
    "PoolDebited",
    "PoolOpened",
    "PrizeForfeited",
    "PrizePaid",
    "PrizeRolled",
    "PrizeWon",
    "Refunded",
    "Refused",
    "ReturnReported",
    "SaleDeclined",
    "SalePointOpened",
    "ScorecardReplaced",
    "ScorecardReturned",
    "ScorecardsIssued",
    "SerialRangeEntered",
    "SeriesRegistered",
    "SessionClosed",
    "SessionOpened",
    "SessionPlanned",
    "SumForfeited",
]
