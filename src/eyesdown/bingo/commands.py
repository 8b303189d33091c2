"""What a hall may ask for. Every command says when; those about a game say which.

Numbers of games, cards and books count from 1; 0 and "" mean that none is named.
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.claims.commands import (
    CheckClaim,
    Claim,
    CloseGame,
    ConfirmClaim,
    Contribute,
    DeclareResult,
    DistributePool,
    HoldForPool,
    Part,
    PayPrize,
)
from eyesdown.bingo.play.commands import (
    BeginCall,
    CallNumber,
    CheckBall,
    CorrectDisplay,
    CorrectNumber,
    DrawJackpotNumbers,
    FinishCall,
    HandOverBall,
    PressNumber,
    ReplaceScorecard,
    ReportError,
    ReportMalfunction,
    ReturnScorecard,
    StartGame,
)
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    DeclineSale,
    EnterSerialRange,
    IssueScorecards,
    ReserveCard,
    SellCards,
    WithdrawCard,
)
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    FixGamingDay,
    Level,
    Offer,
    OpenPool,
    OpenSalePoint,
    OpenSession,
    PlannedGame,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
    ShowClosingSign,
)
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.words.asked import Asked, InGame, InSession

SessionCommand: TypeAlias = (
    RegisterPerson
    | FixGamingDay
    | OpenSalePoint
    | RegisterSeries
    | OpenPool
    | PlanSession
    | OpenSession
    | AppointPerson
    | Announce
    | ShowClosingSign
    | CloseSession
)
SaleCommand: TypeAlias = (
    ReserveCard
    | SellCards
    | DeclineSale
    | WithdrawCard
    | ChargeAdmission
    | IssueScorecards
    | EnterSerialRange
)
PlayCommand: TypeAlias = (
    StartGame
    | DrawJackpotNumbers
    | BeginCall
    | CallNumber
    | FinishCall
    | HandOverBall
    | CheckBall
    | ReportError
    | CorrectNumber
    | CorrectDisplay
    | PressNumber
    | ReportMalfunction
    | ReplaceScorecard
    | ReturnScorecard
)
ClaimCommand: TypeAlias = Claim | CheckClaim | ConfirmClaim | DeclareResult | CloseGame | PayPrize
PoolCommand: TypeAlias = HoldForPool | Contribute | DistributePool
TroubleCommand: TypeAlias = (
    FailTerminal
    | InvalidateGame
    | VoidEntry
    | ExcludePlayer
    | RaiseDispute
    | DecideDispute
    | CloseDispute
)
Command: TypeAlias = (
    SessionCommand | SaleCommand | PlayCommand | ClaimCommand | PoolCommand | TroubleCommand
)

__all__ = [
    "Announce",
    "AppointPerson",
    "Asked",
    "BeginCall",
    "CallNumber",
    "ChargeAdmission",
    "CheckBall",
    "CheckClaim",
    "Claim",
    "ClaimCommand",
    "CloseDispute",
    "CloseGame",
    "CloseSession",
    "Command",
    "ConfirmClaim",
    "Contribute",
    "CorrectDisplay",
    "CorrectNumber",
    "DecideDispute",
    "DeclareResult",
    "DeclineSale",
    "DistributePool",
    "DrawJackpotNumbers",
    "EnterSerialRange",
    "ExcludePlayer",
    "FailTerminal",
    "FinishCall",
    "FixGamingDay",
    "HandOverBall",
    "HoldForPool",
    "InGame",
    "InSession",
    "InvalidateGame",
    "IssueScorecards",
    "Level",
    "Offer",
    "OpenPool",
    "OpenSalePoint",
    "OpenSession",
    "Part",
    "PayPrize",
    "PlanSession",
    "PlannedGame",
    "PlayCommand",
    "PoolCommand",
    "PressNumber",
    "RaiseDispute",
    "RegisterPerson",
    "RegisterSeries",
    "ReplaceScorecard",
    "ReportError",
    "ReportMalfunction",
    "ReserveCard",
    "ReturnScorecard",
    "SaleCommand",
    "SellCards",
    "SessionCommand",
    "ShowClosingSign",
    "StartGame",
    "TroubleCommand",
    "VoidEntry",
    "WithdrawCard",
]
