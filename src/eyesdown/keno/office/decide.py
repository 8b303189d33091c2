"""The office: Venues, terminals, people, jackpots, prizes, promotions."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import assert_never

from eyesdown.keno.bets.bet import Combination
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.events import Event
from eyesdown.keno.office.commands import (
    AgreeCommission,
    AppointVenue,
    ApprovePrize,
    ApproveTerminal,
    FlexContribution,
    GuaranteeJackpot,
    IssueCard,
    MoveSite,
    OfficeCommand,
    PayPromotion,
    ProgramSuperplay,
    PublishInstructions,
    RemitVenue,
    ReportPool,
    ReportWinners,
    SetGrowthRate,
    SetPayoutLimit,
    SignOff,
    SignOn,
    SwitchForm,
    SwitchPool,
)
from eyesdown.keno.office.events import (
    CardIssued,
    CommissionAgreed,
    ContributionFlexed,
    FormSwitched,
    GrowthRateSet,
    InstructionsPublished,
    JackpotGuaranteed,
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
    VenueAppointed,
    VenueRemitted,
    WinnersReported,
)
from eyesdown.keno.state.deciding import (
    approved,
    is_before,
    is_offered,
    no,
    pool_refusal,
    refusal,
    venue_refusals,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.tills import owed
from eyesdown.keno.words.money import (
    BONUS_PRIZES,
    FUND,
    LICENSEES,
    PLAYER,
    agency,
    group,
    growth_purse,
    pool_purse,
    promotion,
)
from eyesdown.keno.words.records import (
    OURS,
    Card,
    ExtraPrize,
    FlexPeriod,
    FormSwitch,
    Guarantee,
    Instructions,
    Jackpot,
    OnDuty,
    Superplay,
    Terminal,
    Venue,
    WinnersAway,
)
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.keno_entry import VenueFacts
from eyesdown.rulebook.facts.keno_money import FlexFacts, PromotionFacts
from eyesdown.rulebook.keno_words import DrawSite, Duty
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_money import settlement
from eyesdown.rulebooks.nsw_keno.c02_terms import VENUES
from eyesdown.rulebooks.nsw_keno.c10_jackpots import growth_rate_max
from eyesdown.rulebooks.nsw_keno.c10b_promotion import FLEX, PROMOTIONS

Events = tuple[Event, ...]


def jackpot_keys(book: NswKeno) -> tuple[str, ...]:
    """The eleven jackpots: regular and $2 Game by spots, each its own (M47), racing by bet."""
    spots = book.figures.jackpot_spot_counts
    return (
        *(f"regular/{count}" for count in spots),
        *(f"keno2/{count}" for count in spots),
        *(f"racing/{bet}" for bet in book.figures.racing_growth_rates),
    )


def decide_office(book: NswKeno, state: KenoState, command: OfficeCommand) -> Events:
    match command:
        case AppointVenue() | AgreeCommission() | ApproveTerminal() | RemitVenue():
            return _venues(book, state, command)
        case ReportWinners():
            return _winners_away(book, state, command)
        case SetGrowthRate() | SwitchPool() | ReportPool() | GuaranteeJackpot():
            return _jackpots(book, state, command)
        case SetPayoutLimit(at=at, cents=cents):
            if cents < 0:
                no_limit = refusal(book, "payout/limit_negative", "15(e)(i)", cents=cents)
                return no(command, "", (no_limit,))
            return (PayoutLimitSet(at, cents),)
        case ApprovePrize() | SwitchForm() | ProgramSuperplay() | IssueCard():
            return _approved_things(book, state, command)
        case FlexContribution() | PayPromotion():
            return _promotion(book, state, command)
        case PublishInstructions(at=at):
            words = Instructions(command.version, command.medium, command.text, at)
            return (InstructionsPublished(at, words),)
        case SignOn() | SignOff():
            return _people(book, state, command)
        case MoveSite(at=at, site=site):
            if site not in (DrawSite.CENTRAL, DrawSite.BACKUP):
                return no(command, site, (refusal(book, "site/not_ours", "2:Backup Site"),))
            return (SiteMoved(at, site),)
        case _:
            assert_never(command)


def _venues(
    book: NswKeno,
    state: KenoState,
    command: AppointVenue | AgreeCommission | ApproveTerminal | RemitVenue,
) -> Events:
    at, name = command.at, command.venue
    if isinstance(command, AppointVenue):
        asked = VenueFacts(
            name, appointed=True, approval=command.approval, general_bar=command.general_bar
        )
        refused = book.check(VENUES, asked)
        if refused:
            return no(command, name, refused)
        names = [name for name in Venue.__struct_fields__ if name != "commission"]
        kept = {name: getattr(command, name) for name in names}
        before = state.venues.get(command.venue)  # what was agreed with it stays agreed
        agreed = None if before is None else before.commission
        return (VenueAppointed(at, Venue(**kept, commission=agreed)),)
    refused = venue_refusals(book, state.venues.get(name), name)
    if refused:
        return no(command, name, refused)
    match command:
        case AgreeCommission(rate=rate):
            if rate is not None and not 0 <= rate <= 1:
                bad = refusal(book, "commission/not_a_share", "7(f)(i)", rate=str(rate))
                return no(command, name, (bad,))
            return (CommissionAgreed(at, name, rate),)
        case ApproveTerminal():
            refused = approved(book, "terminal", command.approval)
            if refused:
                return no(command, command.terminal, refused)
            terminal = Terminal(command.terminal, name, command.self_service, command.approval)
            return (TerminalApproved(at, terminal),)
        case RemitVenue():
            cents = settlement(owed(state, name), book.figures)
            if not cents:
                return ()
            net = cents - state.besides_cents.get(name, 0)
            money = group((agency(name), -net), (LICENSEES, net))
            return (VenueRemitted(at, name, cents, money),)
        case _:
            assert_never(command)


def _jackpots(
    book: NswKeno,
    state: KenoState,
    command: SetGrowthRate | SwitchPool | ReportPool | GuaranteeJackpot,
) -> Events:
    at, key = command.at, command.jackpot
    if key not in jackpot_keys(book):
        return no(command, key, (refusal(book, "jackpot/unknown", "2:Jackpot", jackpot=key),))
    jackpot = state.jackpots.get(key, Jackpot(key))
    match command:
        case SetGrowthRate(rate=rate):
            refused = _growth_rate_refusals(book, key, rate)
            if refused:
                return no(command, key, refused)
            return (GrowthRateSet(at, key, rate, command.from_day),)
        case SwitchPool():
            return _switch_pool(book, state, command, jackpot)
        case ReportPool(jurisdiction=where):
            given, won = command.contributed_cents, command.won_cents
            change = given - won
            if not jackpot.pooled or min(given, won, jackpot.pool_cents + change) < 0:
                code, number = "pool/not_so_much", "2:Pooled Jackpot Amount"
                bad = pool_refusal(book, key, code, number, jackpot=key)
                return no(command, key, (bad,))
            if where not in jackpot.jurisdictions:
                code, number = "pool/not_participating", "2:Pooled Jackpot"
                bad = pool_refusal(book, key, code, number, where=where)
                return no(command, key, (bad,))
            money = group((f"jurisdiction:{where}", -change), (pool_purse(key), change))
            reported = PoolReported(
                at, key, where, command.contributed_cents, command.won_cents, money
            )
            return (reported,)
        case GuaranteeJackpot():
            kept = Guarantee(
                key, command.cents, command.from_day, command.to_day, command.paid_from_promotion
            )
            if kept.cents < 1 or kept.to_day < kept.from_day:
                bad = refusal(book, "guarantee/never_due", "2:Jackpot Guarantee", cents=kept.cents)
                return no(command, key, (bad,))
            for game in state.unsettled:  # its jackpot is what was stored at its close (M43)
                if kept.from_day <= state.games[game].keno_day <= kept.to_day:
                    bad = refusal(book, "guarantee/too_late", "2:Jackpot Guarantee", game=game)
                    return no(command, key, (bad,))
            return (JackpotGuaranteed(at, kept),)
        case _:
            assert_never(command)


def _winners_away(book: NswKeno, state: KenoState, command: ReportWinners) -> Events:
    """Who else a pooled jackpot is shared with, as long as the game is not settled."""
    key, game, where = command.jackpot, command.game, command.jurisdiction
    jackpot = state.jackpots.get(key)
    bad: Refusal | None = None
    if jackpot is None or not jackpot.pooled:
        bad = pool_refusal(book, key, "settle/not_pooled", "2:Pooled Jackpot", jackpot=key)
    elif where not in jackpot.jurisdictions:
        bad = pool_refusal(book, key, "pool/not_participating", "2:Pooled Jackpot", where=where)
    elif where == OURS or any(cents <= 0 for cents in command.staked_cents):
        bad = pool_refusal(book, key, "settle/no_stake_elsewhere", "19(h)(ii)", game=game)
    elif game not in state.unsettled:
        bad = pool_refusal(book, key, "settle/not_waiting", "19(h)(ii)", game=game)
    if bad:
        return no(command, key, (bad,))
    return (WinnersReported(command.at, game, WinnersAway(key, where, command.staked_cents)),)


def _switch_pool(book: NswKeno, state: KenoState, command: SwitchPool, jackpot: Jackpot) -> Events:
    """Growth begins to feed a pool, or stops; a closed game wins what stood at its close (M14)."""
    key, pooled = command.jackpot, command.pooled
    if key.startswith("racing/"):
        bad = refusal(book, "jackpot/never_pooled", "2:Pooled Jackpot", jackpot=key)
        return no(command, key, (bad,))
    if pooled != jackpot.pooled and state.unsettled:
        first = state.unsettled[0]
        bad = pool_refusal(book, key, "pool/game_unsettled", "2:Pooled Jackpot", game=first)
        return no(command, key, (bad,))
    moved = jackpot.growth_cents if pooled else Fraction(0)
    money = group((growth_purse(key), -moved), (pool_purse(key), moved))
    return (PoolSwitched(command.at, key, pooled, command.jurisdictions, moved, money),)


def _growth_rate_refusals(book: NswKeno, key: str, rate: Fraction) -> tuple[Refusal, ...]:
    """Racing rates stand in 10(b); prizes and growth take no more than the fund receives (M01)."""
    game, _, level = key.partition("/")
    if game == "racing":
        if rate == book.figures.racing_growth_rates[level]:
            return ()
        return (refusal(book, "growth/rate_is_fixed", "2:Jackpot Growth(iii)", rate=str(rate)),)
    most = growth_rate_max(game, int(level), book.tables, book.figures)
    if 0 <= rate <= most:
        return ()
    number = "2:Jackpot Growth(ii)" if game == "keno2" else "2:Jackpot Growth(i)"
    return (refusal(book, "growth/rate", number, rate=str(rate), most=str(most)),)


def _approved_things(
    book: NswKeno,
    state: KenoState,
    command: ApprovePrize | SwitchForm | ProgramSuperplay | IssueCard,
) -> Events:
    at = command.at
    match command:
        case ApprovePrize():
            return _approve_prize(book, state, command)
        case SwitchForm():
            refused = approved(book, "form", command.approval)
            if refused:
                return no(command, command.form, refused)
            switch = FormSwitch(
                command.form, command.method, command.offered, command.approval, command.from_day
            )
            return (FormSwitched(at, switch),)
        case ProgramSuperplay():
            refused = _template_refusals(book, state, command)
            if refused:
                return no(command, command.template, refused)
            template = Superplay(
                command.template,
                command.game,
                tuple(map(len, command.groups)) or command.group_sizes,
                command.sizes,
                command.groups,
                command.venue,
            )
            return (SuperplayProgrammed(at, template),)
        case IssueCard():
            refused = approved(book, "player card", command.approval)
            if not command.card:  # an Entry without a card would be taken for this one's
                refused += (refusal(book, "card/no_number", "2:Keno Player Card"),)
            if refused:
                return no(command, command.card, refused)
            card = Card(
                command.card,
                command.holder,
                command.born,
                command.approval,
                command.role,
                command.favourites,
            )
            return (CardIssued(at, card),)
        case _:
            assert_never(command)


def _approve_prize(book: NswKeno, state: KenoState, command: ApprovePrize) -> Events:
    """The sum of a Bonus Prize is set aside now; an additional prize is paid when it is won."""
    name = command.prize
    refused = approved(book, "prize", command.approval)
    if not name or name in state.extras or command.cents <= 0:
        bad = refusal(book, "prize/id_or_amount", "10A(a)", prize=name)
        refused += (bad,)
    if not _can_be_won(book, command):
        refused += (refusal(book, "prize/never_won", "10A(a)", prize=name),)
    late = _closed_meanwhile(state, command)
    if late is not None:
        refused += (refusal(book, "prize/too_late", "10A(a)", prize=name, game=late),)
    if refused:
        return no(command, name, refused)
    names = ExtraPrize.__struct_fields__[:-1]
    kept = {name: getattr(command, name) for name in names}
    prize = ExtraPrize(**kept)
    set_aside = prize.cents if prize.bonus else 0
    money = group((FUND, -set_aside), (BONUS_PRIZES, set_aside))
    return (PrizeApproved(command.at, prize, money),)


def _template_refusals(
    book: NswKeno, state: KenoState, command: ProgramSuperplay
) -> tuple[Refusal, ...]:
    """A template has a name, makes a Combination Bet, and if it fixes the Groups, one Venue's."""
    groups, most = command.groups, book.figures.numbers_max + 1  # one too many is told, too
    if not groups:  # any Spots will do
        spots = iter(range(1, most + 1))
        sizes = [min(max(0, size), most) for size in command.group_sizes]
        groups = tuple(tuple(islice(spots, size)) for size in sizes)
    refused = no_such_bet(book, Combination(command.game, groups, command.sizes, 1))
    if not command.template:
        number = "2:Superplay(ii)" if command.groups else "2:Superplay(i)"
        refused += (refusal(book, "superplay/no_name", number),)
    if command.groups or command.venue:
        refused += venue_refusals(book, state.venues.get(command.venue), command.venue)
    return refused


def _can_be_won(book: NswKeno, command: ApprovePrize) -> bool:
    """Whether a pick may catch so many while the prize is offered: its sum is set aside now."""
    spots, caught, figures = command.spots, command.caught, book.figures
    pick = spots in figures.spot_counts and 0 <= caught <= min(spots, figures.numbers_drawn)
    eligible = command.form in figures.bonus_prize_forms
    return eligible and pick and not is_before(command.to_at, command.from_at)


def _closed_meanwhile(state: KenoState, command: ApprovePrize) -> int | None:
    """A closed game that the prize would be for: its numbers may be known, its players did not."""
    for game in state.unsettled:
        if is_offered(command, state.games[game].closes_at):
            return game
    return None


def _promotion(book: NswKeno, state: KenoState, command: FlexContribution | PayPromotion) -> Events:
    match command:
        case FlexContribution(category=category, change=change):
            refused = book.check(FLEX, FlexFacts(category, str(change)))
            if refused:
                return no(command, category, refused)
            flex = FlexPeriod(category, change, command.from_day, command.to_day)
            return (ContributionFlexed(command.at, flex),)
        case PayPromotion(category=category, cents=cents):
            held = sum((a.cents for a in state.promotion.get(category, ())), Fraction(0))
            facts = PromotionFacts(category, command.funded_by, cents, int(held))
            refused = book.check(PROMOTIONS, facts)
            if cents <= 0:
                refused += (refusal(book, "promotion/amount", "10B(d)", cents=cents),)
            if refused:
                return no(command, command.promotion, refused)
            money = group((promotion(category), -cents), (PLAYER, cents))
            return (PromotionPaid(command.at, command.promotion, category, cents, money),)
        case _:
            assert_never(command)


def _people(book: NswKeno, state: KenoState, command: SignOn | SignOff) -> Events:
    at, person = command.at, command.person
    if isinstance(command, SignOff):
        if person not in state.on_duty:
            return ()
        return (SignedOff(at, person),)
    if person in state.on_duty:
        bad = refusal(book, "duty/signed_on_already", "6(b)", person=person)
        return no(command, person, (bad,))
    if command.duty is not Duty.SUPERVISOR:
        refused = venue_refusals(book, state.venues.get(command.place), command.place)
    elif command.place not in (DrawSite.CENTRAL, DrawSite.BACKUP):  # no draw takes place elsewhere
        refused = (refusal(book, "site/not_ours", "2:Backup Site", site=command.place),)
    else:
        refused = ()
    if refused:
        return no(command, person, refused)
    return (SignedOn(at, OnDuty(person, command.duty, command.place, command.account, at)),)
