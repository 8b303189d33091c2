"""How claims and payouts change the state, in place."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias, TypeVar

from eyesdown.keno.claims.effects import (
    PrizeChange,
    changed_prizes,
    form_entry,
    tickets_handed_in,
)
from eyesdown.keno.claims.events import (
    AnonymityChanged,
    ClaimFormLodged,
    ClaimFormPaid,
    ClaimLodged,
    EntryDisqualified,
    EntryReinstated,
    PrintPayIssued,
    PrizesExpired,
    PrizeVerified,
    SessionPaid,
)
from eyesdown.keno.games.events import InternetPrizeCredited
from eyesdown.keno.games.evolve import jackpot_paid
from eyesdown.keno.office.limits_used import note_prize
from eyesdown.keno.sales.evolve import move_account
from eyesdown.keno.state.memory import (
    close_forms,
    expire,
    is_finished,
    reload,
    unload,
    unload_again,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.claims import ClaimForm, Session
from eyesdown.keno.words.documents import DocumentState
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.nsw_keno.c02_money import total_prize_money

ClaimChange = TypeVar("ClaimChange", bound=PrizeChange)
Evolve: TypeAlias = Callable[[KenoState, ClaimChange], None]

EVOLVES = Handlers()


def _after_prizes(evolve: Evolve[ClaimChange]) -> Evolve[ClaimChange]:
    """The same change, after the Entry that the event carries is in memory and its prizes moved."""

    @wraps(evolve)
    def with_prizes(state: KenoState, event: ClaimChange) -> None:
        changed = tuple(changed_prizes(state, event))
        reload(state, getattr(event, "kept", None))
        for prize in changed:
            state.prizes[prize.serial][prize.game] = prize
        evolve(state, event)

    return with_prizes


@EVOLVES.handles(PrizeVerified)
@_after_prizes
def prize_verified(state: KenoState, event: PrizeVerified) -> None:
    """Unload the Entry again; its prizes carry the verification."""
    unload_again(state, event.serial)


@EVOLVES.handles(InternetPrizeCredited)
@_after_prizes
def internet_prize_credited(state: KenoState, event: InternetPrizeCredited) -> None:
    """Credit a web prize to its account."""
    move_account(state, event.account, event.cents, event.cents)
    note_prize(state, event.account, event.cents, event.at)
    if event.serial in state.sold:  # most left memory with the settlement
        unload_again(state, event.serial)


@EVOLVES.handles(PrintPayIssued)
def print_pay_issued(state: KenoState, event: PrintPayIssued) -> None:
    """Change nothing: a print-out is only recorded."""


@EVOLVES.handles(ClaimFormLodged)
def claim_form_lodged(state: KenoState, event: ClaimFormLodged) -> None:
    """Keep a claim form."""
    state.forms[event.form] = ClaimForm(
        form=event.form,
        reason=event.reason,
        serial=event.serial,
        name=event.name,
        card_notice=event.card_notice,
        lodged_at=event.at,
        cents=event.cents,
        nothing_owed=event.in_vain,
    )


@EVOLVES.handles(EntryDisqualified)
@_after_prizes
def entry_disqualified(state: KenoState, event: EntryDisqualified) -> None:
    """Disqualify an Entry and take it out of the sessions that go on without it."""
    disqualified = replace(state.sold[event.serial], disqualified=event.ground)
    state.sold[event.serial] = disqualified
    _leave_sessions(state, event)


@EVOLVES.handles(AnonymityChanged)
def anonymity_changed(state: KenoState, event: AnonymityChanged) -> None:
    """Note whether the winner stays unnamed; for an Entry outside memory the store has it."""
    sold = state.find(event.serial)
    if sold is not None:
        state.sold[sold.entry.serial] = replace(sold, anonymous=event.anonymous)


@EVOLVES.handles(ClaimLodged)
@_after_prizes
def claim_lodged(state: KenoState, event: ClaimLodged) -> None:
    """Add the prizes of a ticket to its Customer Session."""
    session = state.sessions.get(event.session, Session(event.session, event.venue))
    serials = tuple(dict.fromkeys((*session.serials, event.serial)))
    lodged = (*session.lodged, *((event.serial, game) for game in event.games))
    total = total_prize_money((session.cents, event.cents))
    state.sessions[event.session] = replace(session, serials=serials, lodged=lodged, cents=total)


@EVOLVES.handles(SessionPaid)
@_after_prizes
def session_paid(state: KenoState, event: SessionPaid) -> None:
    """End a session: its tickets are handed in, running ones get a continuation."""
    session = state.sessions[event.session]
    state.sessions[event.session] = Session(event.session, session.venue, paid=True)
    renewed = {renewal.serial: renewal.ticket for renewal in event.continuations}
    for serial in event.serials:
        sold = state.sold[serial]
        ticket, renewals = renewed.get(serial, ""), sold.renewals
        if ticket:
            state.tickets[ticket] = serial
            renewals = (*renewals, ticket)
        anonymous = sold.anonymous or event.anonymous
        state.sold[serial] = replace(sold, ticket=ticket, renewals=renewals, anonymous=anonymous)
        if is_finished(state, serial):
            close_forms(state, (serial, *renewals))
        unload_again(state, serial)
    for payout in event.payouts:
        if payout.document is not None:
            state.documents[payout.document.serial] = payout.document


def _leave_sessions(state: KenoState, event: EntryDisqualified) -> None:
    for name in event.left:
        session = state.sessions[name]
        lodged = tuple(key for key in session.lodged if key[0] != event.serial)
        state.sessions[name] = replace(
            session,
            serials=tuple(serial for serial in session.serials if serial != event.serial),
            lodged=lodged,
            cents=total_prize_money(tuple(state.prizes[s][game].cents for s, game in lodged)),
        )


@EVOLVES.handles(EntryReinstated)
@_after_prizes
def entry_reinstated(state: KenoState, event: EntryReinstated) -> None:
    """Lift a disqualification; a barred web prize waits for verification or is credited next."""
    serial = event.serial
    for paid in event.jackpots:
        jackpot_paid(state, paid)
    state.barred.pop(serial, None)
    for prize in state.prizes.get(serial, {}).values():
        for line in prize.lines:
            if line.extra in event.extras:
                extra = state.extras[line.extra]
                state.extras[line.extra] = replace(extra, won_in=prize.game)
    state.sold[serial] = replace(state.sold[serial], disqualified=None)
    unload_again(state, serial)


@EVOLVES.handles(PrizesExpired)
@_after_prizes
def prizes_expired(state: KenoState, event: PrizesExpired) -> None:
    """Move unclaimed prizes and receipts to the unclaimed money."""
    expire(state, event.prizes)
    for serial, _ in event.prizes:
        unload_again(state, serial)
    for serial in event.documents:
        receipt = state.documents[serial]
        state.documents[serial] = replace(receipt, state=DocumentState.UNCLAIMED)
    for serial in state.sold.keys() & set(event.forgotten):  # an older journal names more
        unload(state, serial)
    if event.until is not None:
        state.unclaimed_until = event.until


@EVOLVES.handles(ClaimFormPaid)
@_after_prizes
def claim_form_paid(state: KenoState, event: ClaimFormPaid) -> None:
    """Close a claim form that was paid, with the ticket or receipt it was for."""
    sold, handed_in = form_entry(state, event), list(tickets_handed_in(state, event))
    form = state.forms[event.form]
    state.forms[event.form] = replace(form, paid=True)
    if sold is None:
        receipt = state.documents[form.serial]
        state.documents[form.serial] = replace(receipt, state=DocumentState.REDEEMED)
        return
    serial = sold.entry.serial
    if handed_in:
        state.sold[serial] = replace(sold, ticket="")
    if is_finished(state, serial):
        close_forms(state, (serial, *sold.renewals))
    unload_again(state, serial)
