"""The judge: a command comes in, recorded answers go out. Nothing here changes anything."""

from __future__ import annotations

from eyesdown.keno.claims.decide import decide_claims
from eyesdown.keno.commands import (
    AcceptEntry,
    AcknowledgeEntry,
    CancelEntry,
    ClaimCommand,
    Command,
    CounterCommand,
    DeliverReceipt,
    GameCommand,
)
from eyesdown.keno.events import Event
from eyesdown.keno.games.decide import decide_games
from eyesdown.keno.office.accounts import decide_accounts
from eyesdown.keno.office.commands import AccountCommand
from eyesdown.keno.office.decide import decide_office
from eyesdown.keno.sales.cancel import cancel_entry
from eyesdown.keno.sales.decide import accept_entry, acknowledge_entry, deliver_receipt
from eyesdown.keno.sales.vouchers import decide_counter
from eyesdown.keno.state.state import KenoState
from eyesdown.rulebooks.nsw_keno.book import NswKeno


def decide(book: NswKeno, state: KenoState, command: Command) -> tuple[Event, ...]:
    """What happens when somebody asks for something; a no is an event that cites its clauses.

    The book is the one in force on the Keno Day of the game a command is about (T23).
    """
    match command:
        case AcceptEntry():
            return accept_entry(book, state, command)
        case DeliverReceipt():
            return deliver_receipt(book, state, command)
        case AcknowledgeEntry():
            return acknowledge_entry(book, state, command)
        case CancelEntry():
            return cancel_entry(book, state, command)
    if isinstance(command, GameCommand):
        return decide_games(book, state, command)
    if isinstance(command, ClaimCommand):
        return decide_claims(book, state, command)
    if isinstance(command, CounterCommand):
        return decide_counter(book, state, command)
    if isinstance(command, AccountCommand):
        return decide_accounts(book, state, command)
    return decide_office(book, state, command)
