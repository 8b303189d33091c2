"""How office and account events change the state, in place."""

from __future__ import annotations

from eyesdown.keno.office.events import (
    AccountIdentified,
    AccountOpened,
    AccountReleased,
    AgeChecked,
    CardIssued,
    CommissionAgreed,
    ContributionFlexed,
    DepositCorrected,
    Deposited,
    FormSwitched,
    GrowthRateSet,
    InstructionsPublished,
    JackpotGuaranteed,
    JackpotTakenOver,
    LoggedIn,
    LoggedOut,
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
    WithdrawalAsked,
    WithdrawalPaid,
    WithdrawalRefused,
    Withdrawn,
)
from eyesdown.keno.office.limits_used import note_used
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.offers import Jackpot
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.written import replace
from eyesdown.players.limits import Measure
from eyesdown.rulebooks.nsw_keno.c10b_promotion import spend

EVOLVES = Handlers()


# --- venues and people ----------------------------------------------------------------------------


@EVOLVES.handles(VenueAppointed)
def venue_appointed(state: KenoState, event: VenueAppointed) -> None:
    """Keep a Venue's particulars."""
    state.venues[event.venue.venue] = event.venue


@EVOLVES.handles(CommissionAgreed)
def commission_agreed(state: KenoState, event: CommissionAgreed) -> None:
    """Keep the Commission agreed with a Venue."""
    state.venues[event.venue] = replace(state.venues[event.venue], commission=event.rate)


@EVOLVES.handles(TerminalApproved)
def terminal_approved(state: KenoState, event: TerminalApproved) -> None:
    """Keep a terminal."""
    state.terminals[event.terminal.terminal] = event.terminal


@EVOLVES.handles(PayoutLimitSet)
def payout_limit_set(state: KenoState, event: PayoutLimitSet) -> None:
    """Keep the Act's amount up to which a Venue may pay."""
    state.payout_limit_cents = event.cents


@EVOLVES.handles(VenueRemitted)
def venue_remitted(state: KenoState, event: VenueRemitted) -> None:
    """Change nothing more: `tills` has counted the money."""


@EVOLVES.handles(SignedOn)
def signed_on(state: KenoState, event: SignedOn) -> None:
    """Put a person on duty; their own account may not play meanwhile."""
    on_duty = event.on_duty
    state.on_duty[on_duty.person] = on_duty
    state.posts.setdefault(f"{on_duty.duty}/{on_duty.place}", []).append(on_duty.person)
    if on_duty.account:
        state.engaged[on_duty.account] = on_duty.person


@EVOLVES.handles(SignedOff)
def signed_off(state: KenoState, event: SignedOff) -> None:
    """Take a person off duty; an account that is on duty twice stays engaged until both end."""
    ended = state.on_duty.pop(event.person)
    state.posts[f"{ended.duty}/{ended.place}"].remove(event.person)
    if not any(other.account == ended.account for other in state.on_duty.values()):
        state.engaged.pop(ended.account, None)


@EVOLVES.handles(SiteMoved)
def site_moved(state: KenoState, event: SiteMoved) -> None:
    """Go on at another site."""
    state.site = event.site


# --- jackpots -------------------------------------------------------------------------------------


@EVOLVES.handles(GrowthRateSet)
def growth_rate_set(state: KenoState, event: GrowthRateSet) -> None:
    """Keep the rate of a jackpot from a Keno Day on."""
    jackpot = state.jackpots.get(event.jackpot, Jackpot(event.jackpot))
    rates = dict(jackpot.rates) | {event.from_day: event.rate}
    state.jackpots[event.jackpot] = replace(jackpot, rates=tuple(sorted(rates.items())))


@EVOLVES.handles(JackpotTakenOver)
def jackpot_taken_over(state: KenoState, event: JackpotTakenOver) -> None:
    """Put the opening amount into the growth, or into the pool of a jackpot that is pooled."""
    jackpot = state.jackpots.get(event.jackpot, Jackpot(event.jackpot))
    name = "pool_cents" if jackpot.pooled else "growth_cents"
    opened = replace(jackpot, **{name: getattr(jackpot, name) + event.cents})
    state.jackpots[event.jackpot] = opened


@EVOLVES.handles(PoolSwitched)
def pool_switched(state: KenoState, event: PoolSwitched) -> None:
    """Begin or stop to pool a jackpot, and move its growth into the pool."""
    jackpot = state.jackpots.get(event.jackpot, Jackpot(event.jackpot))
    state.jackpots[event.jackpot] = replace(
        jackpot,
        pooled=event.pooled,
        jurisdictions=event.jurisdictions,
        growth_cents=jackpot.growth_cents - event.moved_cents,
        pool_cents=jackpot.pool_cents + event.moved_cents,
    )


@EVOLVES.handles(PoolReported)
def pool_reported(state: KenoState, event: PoolReported) -> None:
    """Book what another jurisdiction put into a pool or won from it.

    Games that have closed are settled with what their pools held at the close, so the latest of
    them notes what was reported after it.
    """
    jackpot = state.jackpots.get(event.jackpot, Jackpot(event.jackpot))
    pool = jackpot.pool_cents + event.contributed_cents - event.won_cents
    given = jackpot.given_cents + event.won_cents
    state.jackpots[event.jackpot] = replace(jackpot, pool_cents=pool, given_cents=given)
    if state.unsettled:
        game = state.games[state.unsettled[-1]]
        reported = (*game.reported, (event.jackpot, event.contributed_cents))
        state.games[game.game] = replace(game, reported=reported)


@EVOLVES.handles(WinnersReported)
def winners_reported(state: KenoState, event: WinnersReported) -> None:
    """Keep the latest report of a jurisdiction about the winners of a pooled jackpot."""
    game, winners = state.games[event.game], event.winners
    source = (winners.jackpot, winners.jurisdiction)
    others = [w for w in game.winners_away if (w.jackpot, w.jurisdiction) != source]
    state.games[event.game] = replace(game, winners_away=(*others, winners))


@EVOLVES.handles(JackpotGuaranteed)
def jackpot_guaranteed(state: KenoState, event: JackpotGuaranteed) -> None:
    """Keep a guarantee."""
    state.guarantees.append(event.guarantee)


# --- offers ---------------------------------------------------------------------------------------


@EVOLVES.handles(PrizeApproved)
def prize_approved(state: KenoState, event: PrizeApproved) -> None:
    """Keep an extra prize."""
    state.extras[event.prize.prize] = event.prize


@EVOLVES.handles(FormSwitched)
def form_switched(state: KenoState, event: FormSwitched) -> None:
    """Keep whether a form of entry is offered; the latest switch counts."""
    state.switches.append(event.switch)


@EVOLVES.handles(SuperplayProgrammed)
def superplay_programmed(state: KenoState, event: SuperplayProgrammed) -> None:
    """Keep a template."""
    state.templates[event.template.template] = event.template


@EVOLVES.handles(CardIssued)
def card_issued(state: KenoState, event: CardIssued) -> None:
    """Keep a player card."""
    state.cards[event.card.card] = event.card


@EVOLVES.handles(ContributionFlexed)
def contribution_flexed(state: KenoState, event: ContributionFlexed) -> None:
    """Keep a changed contribution; the latest change counts."""
    state.flexes.append(event.flex)


@EVOLVES.handles(PromotionPaid)
def promotion_paid(state: KenoState, event: PromotionPaid) -> None:
    """Spend promotional money, the oldest first."""
    before = state.promotion.get(event.category, ())
    state.promotion[event.category] = spend(before, event.cents)


@EVOLVES.handles(InstructionsPublished)
def instructions_published(state: KenoState, event: InstructionsPublished) -> None:
    """Keep a version of the instructions."""
    state.instructions.append(event.instructions)


# --- accounts -------------------------------------------------------------------------------------


@EVOLVES.handles(AccountOpened)
def account_opened(state: KenoState, event: AccountOpened) -> None:
    """Keep a new account, and whose it is."""
    account = event.account
    state.accounts[account.account] = account
    if account.person:
        state.persons.setdefault(account.person, []).append(account.account)


@EVOLVES.handles(AgeChecked)
def age_checked(state: KenoState, event: AgeChecked) -> None:
    """Keep who has checked the holder's age."""
    account = state.accounts[event.account]
    state.accounts[event.account] = replace(account, age_checked_by=event.by)


@EVOLVES.handles(AccountReleased)
def account_released(state: KenoState, event: AccountReleased) -> None:
    """Keep who has released an account that was held."""
    account = state.accounts[event.account]
    state.accounts[event.account] = replace(account, released_by=event.by)


@EVOLVES.handles(TermsAccepted)
def terms_accepted(state: KenoState, event: TermsAccepted) -> None:
    """Keep the version of the terms that the holder has accepted."""
    account = state.accounts[event.account]
    state.accounts[event.account] = replace(account, terms=event.version)


@EVOLVES.handles(AccountIdentified)
def account_identified(state: KenoState, event: AccountIdentified) -> None:
    """Keep who has identified the holder."""
    account = state.accounts[event.account]
    state.accounts[event.account] = replace(account, identified_by=event.by)


@EVOLVES.handles(LoggedIn, LoggedOut)
def logged_in_or_out(state: KenoState, event: LoggedIn | LoggedOut) -> None:
    """Keep whether the holder is logged in."""
    account = state.accounts[event.account]
    state.accounts[event.account] = replace(account, logged_in=isinstance(event, LoggedIn))


@EVOLVES.handles(Deposited)
def deposited(state: KenoState, event: Deposited) -> None:
    """Add a deposit to the balance and to what the holder has used of a limit."""
    account = state.accounts[event.account]
    balance = account.balance_cents + event.cents
    state.accounts[event.account] = replace(account, balance_cents=balance)
    note_used(state, event.account, Measure.DEPOSIT, event.cents, event.at)


@EVOLVES.handles(DepositCorrected)
def deposit_corrected(state: KenoState, event: DepositCorrected) -> None:
    """Take a wrong deposit off the balance and off what the holder has used of a limit."""
    account = state.accounts[event.account]
    balance = account.balance_cents - event.cents
    state.accounts[event.account] = replace(account, balance_cents=balance)
    note_used(state, event.account, Measure.DEPOSIT, -event.cents, event.deposited_at)
    state.corrected.append(event.row)


@EVOLVES.handles(Withdrawn)
def withdrawn(state: KenoState, event: Withdrawn) -> None:
    """Take money off the balance; deposits are paid out before prizes."""
    account = state.accounts[event.account]
    balance = account.balance_cents - event.cents
    prize = min(account.prize_cents, balance)
    state.accounts[event.account] = replace(account, balance_cents=balance, prize_cents=prize)


@EVOLVES.handles(WithdrawalAsked)
def withdrawal_asked(state: KenoState, event: WithdrawalAsked) -> None:
    """Take the money off the balance until it is paid or refused."""
    asked = event.withdrawal
    account = state.accounts[asked.account]
    state.accounts[asked.account] = replace(
        account,
        balance_cents=account.balance_cents - asked.cents,
        prize_cents=account.prize_cents - asked.prize_cents,
    )
    state.withdrawals[asked.number] = asked
    state.next_withdrawal = asked.number + 1


@EVOLVES.handles(WithdrawalPaid)
def withdrawal_paid(state: KenoState, event: WithdrawalPaid) -> None:
    """Drop a withdrawal that was paid."""
    del state.withdrawals[event.number]


@EVOLVES.handles(WithdrawalRefused)
def withdrawal_refused(state: KenoState, event: WithdrawalRefused) -> None:
    """Put the money back, what was won as won."""
    asked = state.withdrawals.pop(event.number)
    account = state.accounts[asked.account]
    state.accounts[asked.account] = replace(
        account,
        balance_cents=account.balance_cents + asked.cents,
        prize_cents=account.prize_cents + asked.prize_cents,
    )
