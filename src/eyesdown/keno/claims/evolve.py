"""How claims and payouts change the state."""

from __future__ import annotations

from typing import assert_never

from eyesdown.keno.claims.prize_changes import changed_prizes, form_entry, tickets_handed_in
from eyesdown.keno.events import (
    AnonymityChanged,
    ClaimEvent,
    ClaimFormLodged,
    ClaimFormPaid,
    ClaimLodged,
    EntryDisqualified,
    EntryReinstated,
    InternetPrizeCredited,
    PrintPayIssued,
    PrizesExpired,
    PrizeVerified,
    SessionPaid,
)
from eyesdown.keno.games.evolve import jackpot_paid
from eyesdown.keno.sales.evolve import move_account
from eyesdown.keno.state.forgetting import bring_back, close_forms, forget, is_over, let_go_again
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.records import ClaimForm, Session
from eyesdown.keno.words.tenders import DocumentState
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.nsw_keno.c02_money import total_prize_money


def evolve_claim(state: KenoState, event: ClaimEvent) -> None:
    """An Entry that comes with the event is in memory first, then its prizes change."""
    changed = tuple(changed_prizes(state, event))
    bring_back(state, getattr(event, "kept", None))
    for prize in changed:
        state.prizes[prize.serial][prize.game] = prize
    _follow(state, event)


def _follow(state: KenoState, event: ClaimEvent) -> None:
    match event:
        case ClaimLodged():
            _lodged(state, event)
        case PrizeVerified(serial=serial):
            let_go_again(state, serial)
        case SessionPaid():
            _paid(state, event)
        case InternetPrizeCredited(serial=serial, cents=cents):
            move_account(state, event.account, cents, cents)
            _credited(state, serial)
        case PrintPayIssued():
            pass  # a print-out changes nothing
        case AnonymityChanged():
            _anonymity(state, event)
        case PrizesExpired():
            _expired(state, event)
        case ClaimFormLodged():
            state.forms[event.form] = ClaimForm(
                event.form,
                event.reason,
                event.serial,
                event.name,
                event.card_notice,
                event.at,
                event.cents,
                event.in_vain,
            )
        case ClaimFormPaid():
            _form_paid(state, event)
        case EntryDisqualified(serial=serial, ground=ground):
            state.sold[serial] = replace(state.sold[serial], disqualified=ground)
            _leave_sessions(state, event)
        case EntryReinstated():
            _reinstated(state, event)
        case _:
            assert_never(event)


def _credited(state: KenoState, serial: str) -> None:
    if serial in state.sold:  # most left memory with the settlement
        let_go_again(state, serial)


def _anonymity(state: KenoState, event: AnonymityChanged) -> None:
    kept = state.find(event.serial)
    if kept is not None:  # of one that is over, the store keeps it
        state.sold[kept.entry.serial] = replace(kept, anonymous=event.anonymous)


def _lodged(state: KenoState, event: ClaimLodged) -> None:
    session = state.sessions.get(event.session, Session(event.session, event.venue))
    serials = tuple(dict.fromkeys((*session.serials, event.serial)))
    lodged = (*session.lodged, *((event.serial, game) for game in event.games))
    total = total_prize_money((session.cents, event.cents))
    state.sessions[event.session] = replace(session, serials=serials, lodged=lodged, cents=total)


def _paid(state: KenoState, event: SessionPaid) -> None:
    session = state.sessions[event.session]
    state.sessions[event.session] = Session(event.session, session.venue, paid=True)
    renewed = {one.serial: one.ticket for one in event.continuations}
    for serial in event.serials:
        kept = state.sold[serial]
        ticket, renewals = renewed.get(serial, ""), kept.renewals
        if ticket:
            state.tickets[ticket] = serial
            renewals = (*renewals, ticket)
        anonymous = kept.anonymous or event.anonymous
        state.sold[serial] = replace(kept, ticket=ticket, renewals=renewals, anonymous=anonymous)
        if is_over(state, serial):
            close_forms(state, (serial, *renewals))
        let_go_again(state, serial)
    for payout in event.payouts:
        if payout.document is not None:
            state.documents[payout.document.serial] = payout.document


def _leave_sessions(state: KenoState, event: EntryDisqualified) -> None:
    for name in event.left:
        session = state.sessions[name]
        lodged = tuple(key for key in session.lodged if key[0] != event.serial)
        state.sessions[name] = replace(
            session,
            serials=tuple(one for one in session.serials if one != event.serial),
            lodged=lodged,
            cents=total_prize_money(tuple(state.prizes[s][game].cents for s, game in lodged)),
        )


def _reinstated(state: KenoState, event: EntryReinstated) -> None:
    """A barred web prize waits as a large one does, unless it is credited next."""
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
    let_go_again(state, serial)


def _expired(state: KenoState, event: PrizesExpired) -> None:
    for serial, _ in event.prizes:
        let_go_again(state, serial)
    for serial in event.documents:
        kept = replace(state.documents[serial], state=DocumentState.UNCLAIMED)
        state.documents[serial] = kept
    for serial in state.sold.keys() & set(event.forgotten):  # an old journal names more
        forget(state, serial)
    if event.until is not None:
        state.unclaimed_until = event.until


def _form_paid(state: KenoState, event: ClaimFormPaid) -> None:
    sold, handed_in = form_entry(state, event), list(tickets_handed_in(state, event))
    form = state.forms[event.form]
    state.forms[event.form] = replace(form, paid=True)
    if sold is None:
        kept = replace(state.documents[form.serial], state=DocumentState.REDEEMED)
        state.documents[form.serial] = kept
        return
    serial = sold.entry.serial
    if handed_in:
        state.sold[serial] = replace(sold, ticket="")
    if is_over(state, serial):
        close_forms(state, (serial, *sold.renewals))
    let_go_again(state, serial)
