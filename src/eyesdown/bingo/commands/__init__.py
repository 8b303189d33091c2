"""What a hall may ask for. Every command says when; those about a game say which.

Numbers of games, cards and books count from 1; 0 and "" mean that none is named.
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.commands.base import Asked, InGame, InSession
from eyesdown.bingo.commands.claims import (
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
from eyesdown.bingo.commands.play import (
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
from eyesdown.bingo.commands.sales import (
    ChargeAdmission,
    DeclineSale,
    EnterSerialRange,
    IssueScorecards,
    ReserveCard,
    SellCards,
    WithdrawCard,
)
from eyesdown.bingo.commands.session import (
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
from eyesdown.bingo.commands.trouble import (
    CloseDispute,
    DecideDispute,
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)

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
