"""How claims and payouts change the state."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

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
from eyesdown.keno.forgetting import forget, let_go
from eyesdown.keno.records import ClaimForm, PrizeState, Session
from eyesdown.keno.sale_evolve import move_account
from eyesdown.keno.state import KenoState
from eyesdown.keno.tenders import DocumentState
from eyesdown.rulebook.facts.keno_life import Channel
from eyesdown.rulebooks.nsw_keno.c02_money import total_prize_money


def evolve_claim(state: KenoState, event: ClaimEvent) -> None:
    match event:
        case ClaimLodged():
            _lodged(state, event)
        case PrizeVerified():
            _verified(state, event)
        case SessionPaid():
            _paid(state, event)
        case InternetPrizeCredited(serial=serial, cents=cents):
            _move(state, serial, PrizeState.PAID, event.game)
            move_account(state, event.account, cents, cents)
            let_go(state, [serial])
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
            )
        case ClaimFormPaid(form=name):
            _form_paid(state, name)
        case EntryDisqualified(serial=serial, ground=ground):
            state.sold[serial] = replace(event.kept or state.sold[serial], disqualified=ground)
        case EntryReinstated(serial=serial):
            _reinstated(state, serial)
        case _:
            assert_never(event)


def _anonymity(state: KenoState, event: AnonymityChanged) -> None:
    kept = state.find(event.serial)
    if kept is not None:  # of one that is over, the store keeps it
        state.sold[kept.entry.serial] = replace(kept, anonymous=event.anonymous)


def _reinstated(state: KenoState, serial: str) -> None:
    """A web prize that was barred waits for its verification like a large one."""
    kept = state.sold[serial]
    state.sold[serial] = replace(kept, disqualified=None)
    web = kept.entry.channel == Channel.INTERNET
    for game, prize in list(state.prizes.get(serial, {}).items()):
        if prize.state is PrizeState.BARRED:
            _move(state, serial, PrizeState.PENDING if web else PrizeState.PAYABLE, game)
    let_go(state, [serial])


def _verified(state: KenoState, event: PrizeVerified) -> None:
    prizes = state.prizes.get(event.serial, {})
    for game, prize in prizes.items():
        prizes[game] = replace(prize, verified_by=event.by)


def _move(state: KenoState, serial: str, to: PrizeState, game: int) -> None:
    prizes = state.prizes[serial]
    prizes[game] = replace(prizes[game], state=to)


def _lodged(state: KenoState, event: ClaimLodged) -> None:
    for game in event.games:
        _move(state, event.serial, PrizeState.LODGED, game)
    session = state.sessions.get(event.session, Session(event.session, event.venue))
    serials = tuple(dict.fromkeys((*session.serials, event.serial)))
    lodged = (*session.lodged, *((event.serial, game) for game in event.games))
    total = total_prize_money((session.cents, event.cents))
    state.sessions[event.session] = replace(session, serials=serials, lodged=lodged, cents=total)


def _paid(state: KenoState, event: SessionPaid) -> None:
    session = state.sessions[event.session]
    state.sessions[event.session] = Session(event.session, session.venue, paid=True)
    renewed = {one.serial: one.ticket for one in event.continuations}
    for serial, game in session.lodged:
        _move(state, serial, PrizeState.PAID, game)
    for serial in event.serials:
        kept = state.sold[serial]
        ticket, renewals = renewed.get(serial, ""), kept.renewals
        if ticket:
            state.tickets[ticket] = serial
            renewals = (*renewals, ticket)
        anonymous = kept.anonymous or event.anonymous
        state.sold[serial] = replace(kept, ticket=ticket, renewals=renewals, anonymous=anonymous)
        let_go(state, [serial])
    for payout in event.payouts:
        if payout.document is not None:
            state.documents[payout.document.serial] = payout.document


def _expired(state: KenoState, event: PrizesExpired) -> None:
    for serial, game in event.prizes:
        _move(state, serial, PrizeState.UNCLAIMED, game)
    for serial in event.documents:
        kept = replace(state.documents[serial], state=DocumentState.UNCLAIMED)
        state.documents[serial] = kept
    for serial in state.sold.keys() & set(event.forgotten):  # an old journal names more
        forget(state, serial)


def _form_paid(state: KenoState, name: str) -> None:
    form = state.forms[name]
    state.forms[name] = replace(form, paid=True)
    if form.serial in state.documents:
        kept = replace(state.documents[form.serial], state=DocumentState.REDEEMED)
        state.documents[form.serial] = kept
        return
    sold = state.find(form.serial)
    assert sold is not None
    for game, prize in list(state.prizes[sold.entry.serial].items()):
        if prize.state in (PrizeState.PAYABLE, PrizeState.UNCLAIMED):
            _move(state, sold.entry.serial, PrizeState.PAID, game)
    let_go(state, [sold.entry.serial])
