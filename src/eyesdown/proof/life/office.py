"""What the office asks for, and people on duty."""

from __future__ import annotations

from datetime import date, time, timedelta
from fractions import Fraction
from typing import Any

from eyesdown.demo.keno_load import GROWTH_RATES
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import Disqualify, ExpireUnclaimed, Reinstate
from eyesdown.keno.games.commands import CorrectDisplay, ReportWrongDisplay
from eyesdown.keno.office.commands import (
    AgreeCommission,
    AppointVenue,
    ApprovePrize,
    ApproveTerminal,
    FlexContribution,
    GuaranteeJackpot,
    IssueCard,
    MoveSite,
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
from eyesdown.proof.life.world import PLACES, Acts, World
from eyesdown.rulebook.keno_words import (
    Category,
    DrawSite,
    Duty,
    Form,
    Ground,
    Method,
    PersonKind,
    VenueKind,
)

CASINO, HOTEL = PLACES[-1].venue, PLACES[-2].venue


def begin(world: World) -> None:
    """What a site has besides its clubs: a casino, a hotel that may pay by transfer, web play."""
    at, kinds = world.now, {CASINO: VenueKind.CASINO, HOTEL: VenueKind.HOTEL}
    for place in PLACES:
        name = place.venue
        if name in kinds:
            bar, eft = (f"{name} bar",), name == HOTEL
            world.do(
                AppointVenue(
                    at,
                    name,
                    kinds[name],
                    name,
                    "Sydney",
                    "A",
                    bar,
                    bar,
                    time(0),
                    time(0),
                    eft_permitted=eft,
                ),
                ApproveTerminal(at, place.terminal, name, self_service=False, approval="T"),
            )
            world.do(SignOn(at, f"senior-{name}", Duty.SENIOR_WRITER, name))
        world.do(ApproveTerminal(at, f"{name}-S1", name, self_service=True, approval="T"))
    for site in (DrawSite.CENTRAL, DrawSite.BACKUP):
        world.do(SignOn(at, f"supervisor-{site}", Duty.SUPERVISOR, site))


def set_terms(world: World) -> None:
    """Rates, limits, commissions, contributions and what is offered, from today or later."""
    dice, at, day = world.dice, world.now, _day(world)
    jackpot = dice.choice(list(GROWTH_RATES))
    match dice.randrange(8):
        case 0:
            world.do(SetGrowthRate(at, jackpot, Fraction(dice.randrange(0, 150), 1000), day))
        case 1:
            world.do(SetPayoutLimit(at, dice.choice((200_000, 500_000, 5_000))))
        case 2:
            rate = dice.choice((None, Fraction(1, 20), Fraction(7, 300)))
            world.do(AgreeCommission(at, dice.choice(PLACES).venue, rate))
        case 3:
            change = Fraction(dice.randrange(-20, 21), 1000)
            until = day + timedelta(days=dice.randrange(0, 3))
            world.do(FlexContribution(at, dice.choice(list(Category)), change, day, until))
        case 4:
            on = dice.random() < 0.8
            form, method = dice.choice(list(Form)), dice.choice(list(Method))
            world.do(SwitchForm(at, form, method, offered=on, approval="A", from_day=day))
        case 5:
            world.do(PublishInstructions(at, world.name("version"), "web", "How to play"))
        case 6:
            world.do(ProgramSuperplay(at, world.name("super"), "regular", (1, 2), None))
        case _:
            born, role = date(1980, 1, 1), dice.choice((PersonKind.PUBLIC, PersonKind.INSPECTOR))
            likes = (Regular((1, 2, 3), 100),)
            world.do(IssueCard(at, world.name("card"), "A Holder", born, "A", role, likes))


def promise_more(world: World) -> None:
    """Guarantees, promotions, Bonus Prizes."""
    dice, at, day = world.dice, world.now, _day(world)
    jackpot, cents = dice.choice(list(GROWTH_RATES)), 100 * dice.randrange(1, 200)
    match dice.randrange(3):
        case 0:
            until, promoted = day + timedelta(days=1), dice.random() < 0.3
            most = dice.choice((cents, 20_000_000))
            world.do(GuaranteeJackpot(at, jackpot, most, day, until, promoted))
        case 1:
            category = dice.choice(list(Category))
            funded = category if dice.random() < 0.8 else dice.choice(list(Category))
            world.do(PayPromotion(at, world.name("promotion"), category, funded, cents // 100))
        case _:
            spots = dice.randrange(2, 6)
            until, bonus = at + timedelta(minutes=9), dice.random() < 0.5
            prize, caught = world.name("prize"), dice.randrange(1, spots + 1)
            world.do(
                ApprovePrize(at, prize, bonus, cents, "A", "regular", spots, caught, at, until)
            )


def share_a_pool(world: World) -> None:
    dice, at, keno = world.dice, world.now, world.site.state.keno
    jackpot, cents = dice.choice(list(GROWTH_RATES)), Fraction(100 * dice.randrange(0, 500), 3)
    pooled = [name for name, meter in keno.jackpots.items() if meter.pooled]
    if not pooled or dice.random() < 0.3:
        on = dice.random() < 0.7
        world.do(SwitchPool(at, jackpot, on, ("NSW", "VIC", "SA") if on else ()))
        return
    jackpot, where = dice.choice(pooled), dice.choice(("VIC", "SA", "QLD"))
    if dice.random() < 0.5:
        won = dice.choice((Fraction(0), cents / 2))
        world.do(ReportPool(at, jackpot, where, cents, won))
    else:
        staked = dice.choice(((), (100,), (100, 250)))
        game = dice.choice(keno.unsettled or list(keno.games) or [0])
        world.do(ReportWinners(at, game, jackpot, where, staked))


def judge_an_entry(world: World) -> None:
    """Disqualified or reinstated, before its games, between them or after all was paid."""
    dice, at, keno = world.dice, world.now, world.site.state.keno
    out = [name for name, sold in keno.sold.items() if sold.disqualified is not None]
    if out and dice.random() < 0.5:
        world.do(Reinstate(at, dice.choice(out), "A", "sue"))
    elif world.tickets:
        serial = dice.choice(world.tickets[-60:]).entry.serial
        ground = dice.choice(list(Ground))
        world.do(Disqualify(at, serial, ground, "sue", "because"))


def come_and_go(world: World) -> None:
    """Shifts, the backup site, and a number shown wrongly."""
    dice, at, keno = world.dice, world.now, world.site.state.keno
    match dice.randrange(5):
        case 0:
            place = dice.choice(PLACES).venue
            duty = dice.choice((Duty.WRITER, Duty.RUNNER, Duty.SENIOR_WRITER))
            world.do(SignOn(at, world.name("person"), duty, place))
        case 1:
            people = [name for name, person in keno.on_duty.items() if person.duty is Duty.WRITER]
            world.do(SignOff(at, dice.choice(people) if people else "no one"))
        case 2:
            world.do(MoveSite(at, dice.choice((DrawSite.CENTRAL, DrawSite.BACKUP))))
        case 3:
            game = max(keno.games, default=0) - dice.randrange(0, 3)
            world.do(ReportWrongDisplay(at, game, dice.randrange(1, 21), dice.randrange(1, 81)))
        case _:
            world.do(CorrectDisplay(at, max(keno.games, default=0) - dice.randrange(0, 3)))


def settle_up(world: World) -> None:
    commands: list[Any] = [RemitVenue(world.now, place.venue) for place in PLACES]
    if world.dice.random() < 0.3:
        commands.append(ExpireUnclaimed(world.now))
    world.do(*commands)


def _day(world: World) -> date:
    return world.now.date() + timedelta(days=world.dice.choice((0, 0, 1)))


ACTS: Acts = {
    set_terms: 2,
    promise_more: 2,
    share_a_pool: 2,
    judge_an_entry: 2,
    come_and_go: 1,
    settle_up: 1,
}
