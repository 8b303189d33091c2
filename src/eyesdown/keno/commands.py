"""Every command of keno. Time, chance, ids and serials come with the command.

`at` is the wall time in Sydney and `by` the person who gave the command, empty for the site itself
and for the holder of an account. The client makes the number of a serial, note, session or voucher;
a second use of it is refused as long as the first is in memory. A site makes serials that no one
can make twice.

A ticket whose games have ended has left memory. A command about one carries what the store has of
it, as `kept`; the site puts it in, so that deciding the command again gives the same answer.
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.keno.claims.commands import (
    AskAnonymity,
    ClaimCommand,
    ClaimPrize,
    Disqualify,
    LodgeClaimForm,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.desk.commands import CeilingCommand, DeskCommand
from eyesdown.keno.games.commands import GameCommand
from eyesdown.keno.office.commands import AccountCommand, OfficeCommand
from eyesdown.keno.sales.commands import CancelEntry, CounterCommand, SaleCommand

TicketCommand: TypeAlias = (
    CancelEntry
    | ClaimPrize
    | VerifyPrize
    | RequestPrintPay
    | AskAnonymity
    | LodgeClaimForm
    | Disqualify
)
"""Commands about a ticket whose games have ended, by its serial."""
Command: TypeAlias = (
    OfficeCommand
    | AccountCommand
    | GameCommand
    | SaleCommand
    | CounterCommand
    | ClaimCommand
    | DeskCommand
    | CeilingCommand
)
