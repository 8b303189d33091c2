"""Venues, terminals, people on duty, and where the site runs."""

from __future__ import annotations

from eyesdown.keno.office.commands import (
    AgreeCommission,
    AppointVenue,
    ApproveTerminal,
    MoveSite,
    RemitVenue,
    SetPayoutLimit,
    SignOff,
    SignOn,
)
from eyesdown.keno.office.events import (
    CommissionAgreed,
    Events,
    PayoutLimitSet,
    SignedOff,
    SignedOn,
    SiteMoved,
    TerminalApproved,
    VenueAppointed,
    VenueRemitted,
)
from eyesdown.keno.state.checks import approval_refusals, venue_refusals
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import (
    LICENSEES,
    agency,
    group,
)
from eyesdown.keno.words.places import OnDuty, Terminal, Venue
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.facts.keno_entry import VenueFacts
from eyesdown.rulebook.keno_words import DrawSite, Duty
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_money import settlement
from eyesdown.rulebooks.nsw_keno.c02_terms import VENUES

DECIDES = Handlers()


@DECIDES.handles(AppointVenue)
def appoint_venue(book: NswKeno, state: KenoState, command: AppointVenue) -> Events:
    """Appoint a Venue, or change its particulars; the agreed Commission stays."""
    facts = VenueFacts(
        command.venue, appointed=True, approval=command.approval, general_bar=command.general_bar
    )
    refusals = book.check(VENUES, facts)
    if refusals:
        return refused(command, refusals, command.venue)
    names = [name for name in Venue.__struct_fields__ if name != "commission"]
    particulars = {name: getattr(command, name) for name in names}
    before = state.venues.get(command.venue)
    agreed = None if before is None else before.commission
    return (VenueAppointed(command.at, Venue(**particulars, commission=agreed)),)


@DECIDES.handles(AgreeCommission)
def agree_commission(book: NswKeno, state: KenoState, command: AgreeCommission) -> Events:
    """Agree another Commission with a Venue; None is the Commission of the rules."""
    name, rate = command.venue, command.rate
    refusals = venue_refusals(book, state.venues.get(name), name)
    if not refusals and rate is not None and not 0 <= rate <= 1:
        refusals = (book.refusal("commission/not_a_share", "7(f)(i)", rate=str(rate)),)
    if refusals:
        return refused(command, refusals, name)
    return (CommissionAgreed(command.at, name, rate),)


@DECIDES.handles(ApproveTerminal)
def approve_terminal(book: NswKeno, state: KenoState, command: ApproveTerminal) -> Events:
    """Approve a terminal of an appointed Venue."""
    refusals = venue_refusals(book, state.venues.get(command.venue), command.venue)
    if refusals:
        return refused(command, refusals, command.venue)
    refusals = approval_refusals(book, "terminal", command.approval)
    if refusals:
        return refused(command, refusals, command.terminal)
    terminal = Terminal(command.terminal, command.venue, command.self_service, command.approval)
    return (TerminalApproved(command.at, terminal),)


@DECIDES.handles(RemitVenue)
def remit_venue(book: NswKeno, state: KenoState, command: RemitVenue) -> Events:
    """Settle what a Venue owes the Licensees, in whole cents; nothing happens at zero (M12)."""
    name = command.venue
    refusals = venue_refusals(book, state.venues.get(name), name)
    if refusals:
        return refused(command, refusals, name)
    cents = settlement(state.owed_by(name), book.figures)
    if not cents:
        return ()
    net = cents - state.besides_cents.get(name, 0)
    money = group((agency(name), -net), (LICENSEES, net))
    return (VenueRemitted(command.at, name, cents, money),)


@DECIDES.handles(SetPayoutLimit)
def set_payout_limit(book: NswKeno, state: KenoState, command: SetPayoutLimit) -> Events:
    """Set the Act's amount up to which a Venue may pay (M27)."""
    if command.cents < 0:
        negative = book.refusal("payout/limit_negative", "15(e)(i)", cents=command.cents)
        return refused(command, (negative,))
    return (PayoutLimitSet(command.at, command.cents),)


@DECIDES.handles(SignOn)
def sign_on(book: NswKeno, state: KenoState, command: SignOn) -> Events:
    """Put a person on duty at a Venue, or as a Supervisor at a site."""
    person, place = command.person, command.place
    if person in state.on_duty:
        on_duty = book.refusal("duty/signed_on_already", "6(b)", person=person)
        return refused(command, (on_duty,), person)
    if command.duty is not Duty.SUPERVISOR:
        refusals = venue_refusals(book, state.venues.get(place), place)
    elif place not in (DrawSite.CENTRAL, DrawSite.BACKUP):  # nothing is ever drawn elsewhere
        refusals = (book.refusal("site/not_ours", "2:Backup Site", site=place),)
    else:
        refusals = ()
    if refusals:
        return refused(command, refusals, person)
    on_duty_now = OnDuty(person, command.duty, place, command.account, command.at)
    return (SignedOn(command.at, on_duty_now),)


@DECIDES.handles(SignOff)
def sign_off(book: NswKeno, state: KenoState, command: SignOff) -> Events:
    """Take a person off duty; nothing happens where the person is not on duty."""
    return (SignedOff(command.at, command.person),) if command.person in state.on_duty else ()


@DECIDES.handles(MoveSite)
def move_site(book: NswKeno, state: KenoState, command: MoveSite) -> Events:
    """Go on at the Central Site or at the Backup Site."""
    if command.site not in (DrawSite.CENTRAL, DrawSite.BACKUP):
        not_ours = book.refusal("site/not_ours", "2:Backup Site")
        return refused(command, (not_ours,), command.site)
    return (SiteMoved(command.at, command.site),)
