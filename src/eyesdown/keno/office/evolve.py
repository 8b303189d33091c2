"""How office and account events change the state."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from eyesdown.keno.office.events import (
    AccountEvent,
    AccountIdentified,
    AccountOpened,
    CardIssued,
    CareEvent,
    CommissionAgreed,
    ContributionFlexed,
    DepositCorrected,
    Deposited,
    FormSwitched,
    GrowthRateSet,
    InstructionsPublished,
    JackpotGuaranteed,
    LoggedIn,
    LoggedOut,
    OfficeEvent,
    PayoutLimitSet,
    PoolReported,
    PoolSwitched,
    PrizeApproved,
    PromotionPaid,
    SignedOff,
    SignedOn,
    SiteMoved,
    SuperplayProgrammed,
    TerminalApproved,
    TermsAccepted,
    VenueAppointed,
    VenueRemitted,
    WinnersReported,
    Withdrawn,
)
from eyesdown.keno.office.evolve_limits import evolve_care, note_used
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.records import Jackpot
from eyesdown.kernel.written import replace
from eyesdown.players.care import Measure
from eyesdown.rulebooks.nsw_keno.c10b_promotion import spend

PlaceEvent: TypeAlias = (
    VenueAppointed
    | CommissionAgreed
    | TerminalApproved
    | VenueRemitted
    | PayoutLimitSet
    | SiteMoved
    | SignedOn
    | SignedOff
)


def evolve_office(state: KenoState, event: OfficeEvent) -> None:
    if isinstance(event, PlaceEvent):
        _evolve_places(state, event)
        return
    match event:
        case GrowthRateSet() | PoolSwitched() | PoolReported():
            _evolve_jackpot(state, event)
        case WinnersReported(game=number, winners=winners):
            game, away = state.games[number], (winners.jackpot, winners.jurisdiction)
            others = [w for w in game.winners_away if (w.jackpot, w.jurisdiction) != away]
            state.games[number] = replace(game, winners_away=(*others, winners))
        case JackpotGuaranteed(guarantee=guarantee):
            state.guarantees.append(guarantee)
        case PrizeApproved(prize=prize):
            state.extras[prize.prize] = prize
        case FormSwitched(switch=switch):
            state.switches.append(switch)
        case SuperplayProgrammed(template=template):
            state.templates[template.template] = template
        case CardIssued(card=card):
            state.cards[card.card] = card
        case ContributionFlexed(flex=flex):
            state.flexes.append(flex)
        case PromotionPaid(category=category, cents=cents):
            state.promotion[category] = spend(state.promotion.get(category, ()), cents)
        case InstructionsPublished(instructions=instructions):
            state.instructions.append(instructions)
        case _:
            assert_never(event)


def _evolve_places(state: KenoState, event: PlaceEvent) -> None:
    match event:
        case VenueAppointed(venue=venue):
            state.venues[venue.venue] = venue
        case CommissionAgreed(venue=name, rate=rate):
            state.venues[name] = replace(state.venues[name], commission=rate)
        case TerminalApproved(terminal=terminal):
            state.terminals[terminal.terminal] = terminal
        case PayoutLimitSet(cents=cents):
            state.payout_limit_cents = cents
        case SignedOn(on_duty=on_duty):
            state.on_duty[on_duty.person] = on_duty
            state.posts.setdefault(f"{on_duty.duty}/{on_duty.place}", []).append(on_duty.person)
            if on_duty.account:
                state.engaged[on_duty.account] = on_duty.person
        case SignedOff(person=person):
            left = state.on_duty.pop(person)
            state.posts[f"{left.duty}/{left.place}"].remove(person)
            others = (one for one in state.on_duty.values() if one.account == left.account)
            if not any(others):  # who is on duty twice is so until both are over
                state.engaged.pop(left.account, None)
        case SiteMoved(site=site):
            state.site = site
        case VenueRemitted():
            pass  # the money itself tells what the Venue still holds
        case _:
            assert_never(event)


def _evolve_jackpot(state: KenoState, event: GrowthRateSet | PoolSwitched | PoolReported) -> None:
    jackpot = state.jackpots.get(event.jackpot, Jackpot(event.jackpot))
    match event:
        case GrowthRateSet():
            rates = dict(jackpot.rates) | {event.from_day: event.rate}
            jackpot = replace(jackpot, rates=tuple(sorted(rates.items())))
        case PoolSwitched():
            jackpot = replace(
                jackpot,
                pooled=event.pooled,
                jurisdictions=event.jurisdictions,
                growth_cents=jackpot.growth_cents - event.moved_cents,
                pool_cents=jackpot.pool_cents + event.moved_cents,
            )
        case PoolReported():
            pool = jackpot.pool_cents + event.contributed_cents - event.won_cents
            given = jackpot.given_cents + event.won_cents
            jackpot = replace(jackpot, pool_cents=pool, given_cents=given)
            _came_late(state, event)
        case _:
            assert_never(event)
    state.jackpots[event.jackpot] = jackpot


def _came_late(state: KenoState, event: PoolReported) -> None:
    """A closed game is settled with what stood in a pool at its close."""
    if state.unsettled:
        game = state.games[state.unsettled[-1]]
        reported = (*game.reported, (event.jackpot, event.contributed_cents))
        state.games[game.game] = replace(game, reported=reported)


def evolve_account(state: KenoState, event: AccountEvent) -> None:
    if isinstance(event, AccountOpened):
        state.accounts[event.account.account] = event.account
        return
    if isinstance(event, CareEvent):
        evolve_care(state, event)
        return
    account = state.accounts[event.account]
    match event:
        case TermsAccepted(version=version):
            account = replace(account, terms=version)
        case AccountIdentified(by=by):
            account = replace(account, identified_by=by)
        case LoggedIn():
            account = replace(account, logged_in=True)
        case LoggedOut():
            account = replace(account, logged_in=False)
        case Deposited(cents=cents):
            account = replace(account, balance_cents=account.balance_cents + cents)
            note_used(state, event.account, Measure.DEPOSIT, cents, event.at)
        case DepositCorrected(cents=cents):
            account = replace(account, balance_cents=account.balance_cents - cents)
            note_used(state, event.account, Measure.DEPOSIT, -cents, event.deposited_at)
            state.corrected.append(event.row)
        case Withdrawn(cents=cents):
            balance = account.balance_cents - cents
            prize = min(account.prize_cents, balance)
            account = replace(account, balance_cents=balance, prize_cents=prize)
        case _:
            assert_never(event)
    state.accounts[event.account] = account
