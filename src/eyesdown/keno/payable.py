"""What is payable to whom just now: prizes of a ticket, thresholds, what may be staked again."""

from __future__ import annotations

from dataclasses import replace

from eyesdown.keno.commands import TicketCommand
from eyesdown.keno.entries import Entry
from eyesdown.keno.records import Prize, PrizeState, Session, Sold, Venue
from eyesdown.keno.state import KenoState
from eyesdown.kernel.canon import digest
from eyesdown.rulebook.facts.keno import JackpotPaymentFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10_jackpots import JACKPOTS


def check_of(entry: Entry) -> str:
    """What a ticket prints so that its particulars can be compared with the central record."""
    return digest(entry)[:12]


def known(state: KenoState, command: TicketCommand) -> Sold | None:
    """The Entry a command is about: the one in memory, else the stored one.

    One that has left memory is over whatever the store said of it a moment ago: a game that was
    cancelled in between is not cancelled twice.
    """
    sold = state.find(command.serial)
    if sold is None and command.kept is not None:
        return replace(command.kept, ends_before=min(command.kept.end, state.frontier))
    return sold


def open_prizes(state: KenoState, sold: Sold) -> list[Prize]:
    """Prizes of an Entry that nobody has claimed yet, in order of their games."""
    prizes = state.prizes.get(sold.entry.serial, {}).values()
    return [prize for prize in prizes if prize.state is PrizeState.PAYABLE]


def threshold(state: KenoState, venue: Venue) -> int:
    """The most a Venue may pay: the Act's amount or its own lower limit (M27)."""
    act = state.payout_limit_cents or 0
    return act if venue.payout_limit_cents is None else min(act, venue.payout_limit_cents)


def needs_verifying(state: KenoState, session: Session) -> int:
    """The largest jackpot prize claimed in a session that nobody has verified; 0 for none."""
    claimed = (state.prizes[serial][game] for serial, game in session.lodged)
    return max((p.largest_jackpot_cents for p in claimed if not p.verified_by), default=0)


def parlay_available(book: NswKeno, state: KenoState, session: str) -> int:
    """What of a session's Total Prize Money may be staked again (X09).

    Nothing of it while a jackpot waits for its verification, and no more than the Venue itself
    could have paid out.
    """
    open_session = state.sessions.get(session)
    if open_session is None or open_session.paid:
        return 0
    venue = state.venues[open_session.venue]
    waiting = needs_verifying(state, open_session)
    if book.check(JACKPOTS, JackpotPaymentFacts(waiting, verified=False)):
        return 0
    most = min(open_session.cents, threshold(state, venue))
    return max(0, most - open_session.parlay_cents)
