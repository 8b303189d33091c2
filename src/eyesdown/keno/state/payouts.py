"""How much a Venue may pay, and how much of a Customer Session may be staked again."""

from __future__ import annotations

from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.claims import Session
from eyesdown.keno.words.places import Venue
from eyesdown.rulebook.facts.keno_bets import JackpotPaymentFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10_jackpots import JACKPOTS


def venue_payout_max(state: KenoState, venue: Venue) -> int:
    """The most cents a Venue may pay: the Act's amount or its own lower limit (M27)."""
    act = state.payout_limit_cents or 0
    return act if venue.payout_limit_cents is None else min(act, venue.payout_limit_cents)


def unverified_jackpot_cents(state: KenoState, session: Session) -> int:
    """The largest jackpot prize claimed in a session that is not verified yet; 0 for none."""
    claimed = (state.prizes[serial][game] for serial, game in session.lodged)
    return max((p.largest_jackpot_cents for p in claimed if not p.verified_by), default=0)


def has_disqualified_entry(state: KenoState, session: Session) -> bool:
    """Whether a disqualified Entry was claimed in a session: nothing of it is paid (21(a))."""
    return any(state.sold[serial].disqualified for serial in session.serials)


def parlay_available(book: NswKeno, state: KenoState, session: str) -> int:
    """The cents of a session's Total Prize Money that may be staked again (X09).

    None of it while a jackpot waits for its verification or an Entry is disqualified, and no more
    than the Venue itself could have paid out.
    """
    open_session = state.sessions.get(session)
    if open_session is None or open_session.paid or has_disqualified_entry(state, open_session):
        return 0
    venue = state.venues[open_session.venue]
    waiting = unverified_jackpot_cents(state, open_session)
    if book.check(JACKPOTS, JackpotPaymentFacts(waiting, verified=False)):
        return 0
    most = min(open_session.cents, venue_payout_max(state, venue))
    return max(0, most - open_session.parlay_cents)
