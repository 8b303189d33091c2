"""What is payable to whom just now: prizes of a ticket, thresholds, what may be staked again."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.keno.state.forgetting import is_stale
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Entry
from eyesdown.keno.words.records import Prize, PrizeState, Session, Sold, Stored, Venue
from eyesdown.kernel.canon import digest
from eyesdown.kernel.written import replace
from eyesdown.rulebook.facts.keno_bets import JackpotPaymentFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10_jackpots import JACKPOTS


def check_of(entry: Entry) -> str:
    """What a ticket prints so that its particulars can be compared with the central record."""
    return digest(entry)[:12]


@dataclass(frozen=True, slots=True)
class Found:
    """An Entry that is asked about, with its prizes.

    `gone` is what an event must bring back, none while the Entry is in memory. With a `stale` one
    nothing is done: it has no prizes, and its ticket is no longer out if something was done since.
    """

    sold: Sold
    prizes: tuple[Prize, ...]
    gone: Stored | None = None
    stale: bool = False

    @property
    def open_prizes(self) -> list[Prize]:
        return [prize for prize in self.prizes if prize.state is PrizeState.PAYABLE]


def known(state: KenoState, ticket: str, kept: Stored | None) -> Found | None:
    """The Entry of a ticket: the one in memory, else the stored one.

    One that has left memory is over whatever the store said of it a moment ago: a game that was
    cancelled in between is not cancelled twice.
    """
    sold = state.find(ticket)
    if sold is None and kept is not None:
        sold = state.sold.get(kept.sold.entry.serial)
    if sold is not None:
        return Found(sold, tuple(state.prizes.get(sold.entry.serial, {}).values()))
    if kept is None:
        return None
    over = replace(kept.sold, ends_before=min(kept.sold.end, state.frontier))
    serial = over.entry.serial
    if is_stale(state, serial, kept.as_of):
        ticket_out = "" if serial in state.changed else over.ticket
        return Found(replace(over, ticket=ticket_out), (), stale=True)
    return Found(over, kept.prizes, replace(kept, sold=over))


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


def waits(state: KenoState, session: Session) -> bool:
    """Whether a session holds the prize of a disqualified Entry: nothing of it is paid (21(a))."""
    return any(state.sold[serial].disqualified for serial in session.serials)


def parlay_available(book: NswKeno, state: KenoState, session: str) -> int:
    """What of a session's Total Prize Money may be staked again (X09).

    Nothing of it while a jackpot waits for its verification or an Entry is disqualified, and no
    more than the Venue itself could have paid out.
    """
    open_session = state.sessions.get(session)
    if open_session is None or open_session.paid or waits(state, open_session):
        return 0
    venue = state.venues[open_session.venue]
    waiting = needs_verifying(state, open_session)
    if book.check(JACKPOTS, JackpotPaymentFacts(waiting, verified=False)):
        return 0
    most = min(open_session.cents, threshold(state, venue))
    return max(0, most - open_session.parlay_cents)
