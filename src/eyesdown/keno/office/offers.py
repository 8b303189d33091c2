"""What is offered besides the games: extra prizes, forms, templates, cards, promotions."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from eyesdown.keno.bets.bet import Combination
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.office.commands import (
    ApprovePrize,
    FlexContribution,
    IssueCard,
    PayPromotion,
    ProgramSuperplay,
    PublishInstructions,
    SwitchForm,
)
from eyesdown.keno.office.events import (
    CardIssued,
    ContributionFlexed,
    Events,
    FormSwitched,
    InstructionsPublished,
    PrizeApproved,
    PromotionPaid,
    SuperplayProgrammed,
)
from eyesdown.keno.state.checks import approval_refusals, is_before, is_offered, venue_refusals
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import (
    BONUS_PRIZES,
    FUND,
    PLAYER,
    group,
    promotion,
)
from eyesdown.keno.words.offers import (
    ExtraPrize,
    FlexPeriod,
    FormSwitch,
    Superplay,
)
from eyesdown.keno.words.people import Card
from eyesdown.keno.words.places import Instructions
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.facts.keno_money import FlexFacts, PromotionFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c10b_promotion import FLEX, PROMOTIONS

DECIDES = Handlers()


@DECIDES.handles(SwitchForm)
def switch_form(book: NswKeno, state: KenoState, command: SwitchForm) -> Events:
    """Offer a form of entry by some method from a Keno Day on, or stop to offer it."""
    refusals = approval_refusals(book, "form", command.approval)
    if refusals:
        return refused(command, refusals, command.form)
    switch = FormSwitch(
        command.form, command.method, command.offered, command.approval, command.from_day
    )
    return (FormSwitched(command.at, switch),)


@DECIDES.handles(ProgramSuperplay)
def program_superplay(book: NswKeno, state: KenoState, command: ProgramSuperplay) -> Events:
    """Program a Superplay template: Standard by the sizes of its Groups, Customised by Groups."""
    refusals = _template_refusals(book, state, command)
    if refusals:
        return refused(command, refusals, command.template)
    template = Superplay(
        command.template,
        command.game,
        tuple(map(len, command.groups)) or command.group_sizes,
        command.sizes,
        command.groups,
        command.venue,
    )
    return (SuperplayProgrammed(command.at, template),)


@DECIDES.handles(IssueCard)
def issue_card(book: NswKeno, state: KenoState, command: IssueCard) -> Events:
    """Issue a Keno Player Card."""
    refusals = approval_refusals(book, "player card", command.approval)
    if not command.card:  # every Entry without a card would count as made with this one
        refusals += (book.refusal("card/no_number", "2:Keno Player Card"),)
    if not command.person and command.born is None:
        refusals += (book.refusal("card/no_holder", "2:Keno Player Card"),)
    if refusals:
        return refused(command, refusals, command.card)
    card = Card(
        command.card,
        command.holder,
        command.born,
        command.approval,
        command.role,
        command.favourites,
        command.person,
    )
    return (CardIssued(command.at, card),)


@DECIDES.handles(FlexContribution)
def flex_contribution(book: NswKeno, state: KenoState, command: FlexContribution) -> Events:
    """Raise or lower a category's contribution over some Keno Days (10B)."""
    refusals = book.check(FLEX, FlexFacts(command.category, str(command.change)))
    if refusals:
        return refused(command, refusals, command.category)
    flex = FlexPeriod(command.category, command.change, command.from_day, command.to_day)
    return (ContributionFlexed(command.at, flex),)


@DECIDES.handles(PayPromotion)
def pay_promotion(book: NswKeno, state: KenoState, command: PayPromotion) -> Events:
    """Spend money of a category's sub-account on promoting that category (10B(d))."""
    category, cents = command.category, command.cents
    held = sum((part.cents for part in state.promotion.get(category, ())), Fraction(0))
    facts = PromotionFacts(category, command.funded_by, cents, int(held))
    refusals = book.check(PROMOTIONS, facts)
    if cents <= 0:
        refusals += (book.refusal("promotion/amount", "10B(d)", cents=cents),)
    if refusals:
        return refused(command, refusals, command.promotion)
    money = group((promotion(category), -cents), (PLAYER, cents))
    return (PromotionPaid(command.at, command.promotion, category, cents, money),)


@DECIDES.handles(PublishInstructions)
def publish_instructions(book: NswKeno, state: KenoState, command: PublishInstructions) -> Events:
    """Publish a version of the instructions for players."""
    instructions = Instructions(command.version, command.medium, command.text, command.at)
    return (InstructionsPublished(command.at, instructions),)


@DECIDES.handles(ApprovePrize)
def approve_prize(book: NswKeno, state: KenoState, command: ApprovePrize) -> Events:
    """Offer an extra prize; the sum of a Bonus Prize is set aside at once."""
    name = command.prize
    refusals = approval_refusals(book, "prize", command.approval)
    if not name or name in state.extras or command.cents <= 0:
        refusals += (book.refusal("prize/id_or_amount", "10A(a)", prize=name),)
    if not _can_be_won(book, command):
        refusals += (book.refusal("prize/never_won", "10A(a)", prize=name),)
    late = _closed_meanwhile(state, command)
    if late is not None:
        refusals += (book.refusal("prize/too_late", "10A(a)", prize=name, game=late),)
    if refusals:
        return refused(command, refusals, name)
    names = ExtraPrize.__struct_fields__[:-1]
    prize = ExtraPrize(**{name: getattr(command, name) for name in names})
    set_aside = prize.cents if prize.bonus else 0
    money = group((FUND, -set_aside), (BONUS_PRIZES, set_aside))
    return (PrizeApproved(command.at, prize, money),)


def _template_refusals(
    book: NswKeno, state: KenoState, command: ProgramSuperplay
) -> tuple[Refusal, ...]:
    """Why a template is not possible: it needs a name, a valid bet, and a Venue for its Groups."""
    groups, most = (
        command.groups,
        book.figures.numbers_max + 1,
    )  # so that one Spot too many is refused
    if not groups:  # any Spots will do
        spots = iter(range(1, most + 1))
        sizes = [min(max(0, size), most) for size in command.group_sizes]
        groups = tuple(tuple(islice(spots, size)) for size in sizes)
    refusals = no_such_bet(book, Combination(command.game, groups, command.sizes, 1))
    if not command.template:
        number = "2:Superplay(ii)" if command.groups else "2:Superplay(i)"
        refusals += (book.refusal("superplay/no_name", number),)
    if command.groups or command.venue:
        refusals += venue_refusals(book, state.venues.get(command.venue), command.venue)
    return refusals


def _can_be_won(book: NswKeno, command: ApprovePrize) -> bool:
    """Whether some pick can win the prize while it is offered: its sum is set aside at once."""
    spots, caught, figures = command.spots, command.caught, book.figures
    pick = spots in figures.spot_counts and 0 <= caught <= min(spots, figures.numbers_drawn)
    eligible = command.form in figures.bonus_prize_forms
    return eligible and pick and not is_before(command.to_at, command.from_at)


def _closed_meanwhile(state: KenoState, command: ApprovePrize) -> int | None:
    """A closed game in the prize's period, whose players did not know of the prize."""
    for game in state.unsettled:
        if is_offered(command, state.games[game].closes_at):
            return game
    return None
