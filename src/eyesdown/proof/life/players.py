"""What players on the web ask for, each on an account of their own."""

from __future__ import annotations

from eyesdown.demo.keno_load import anything, sale
from eyesdown.keno.office.commands import (
    AcceptTerms,
    AnswerRealityCheck,
    AskWithdrawal,
    CheckAge,
    CorrectDeposit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    OpenAccount,
    PayWithdrawal,
    RefuseWithdrawal,
    SetPlayLimit,
    SetRealityCheck,
    TakeTimeOut,
)
from eyesdown.keno.sales.commands import AcceptEntry, AcknowledgeEntry
from eyesdown.keno.words.documents import Tendered
from eyesdown.kernel.written import replace
from eyesdown.players.limits import Measure, Span
from eyesdown.proof.life.world import PLACES, Acts, World
from eyesdown.rulebook.keno_words import Channel, Method, PersonKind, Tender

ACCOUNTS_MAX = 30


def join(world: World) -> None:
    """A new player, from the public or not; the office has mostly checked their age."""
    dice, at = world.dice, world.now
    if len(world.site.state.keno.accounts) >= ACCOUNTS_MAX:
        return
    name, person = world.name("account"), f"person-{dice.randrange(ACCOUNTS_MAX)}"
    role = dice.choice(
        (PersonKind.PUBLIC, PersonKind.PUBLIC, PersonKind.PUBLIC, PersonKind.KEY_EMPLOYEE)
    )
    world.do(
        OpenAccount(at, name, role=role, person=person),
        *([CheckAge(at, name, "olly")] if dice.random() < 0.9 else []),
        AcceptTerms(at, name, "terms-1"),
        LogIn(at, name, password_right=True),
        Deposit(at, name, 100 * dice.randrange(1, 400)),
    )


def play(world: World) -> None:
    account = _account(world)
    command = sale(world.now, world.name("ticket"), world.dice.choice(PLACES), anything(world.dice))
    entry = replace(
        command.entry,
        channel=Channel.INTERNET,
        method=Method.INTERNET,
        account=account,
        terminal="",
        writer="",
        venue=world.dice.choice((command.entry.venue, "")),
    )
    paid = (Tendered(Tender.ACCOUNT, command.tenders[0].cents),)
    where = f"{command.entry.venue} bar"
    world.do(AcceptEntry(world.now, entry, paid, confirmed=True, location=where))
    if world.dice.random() < 0.5:
        world.do(AcknowledgeEntry(world.now, entry.serial))


def see_to_the_account(world: World) -> None:
    account, dice, at = _account(world), world.dice, world.now
    cents = 100 * dice.randrange(0, 100)
    match dice.randrange(5):
        case 0:
            world.do(Deposit(at, account, cents))
            for _ in range(dice.randrange(3)):  # keyed by mistake, perhaps; nothing goes twice
                row = world.site.head.seq - dice.randrange(2)
                world.do(CorrectDeposit(at, account, row, "keyed twice", "olly"))
        case 1:
            _withdraw(world, account, cents)
        case 2:
            world.do(LogOut(at, account))
        case 3:
            world.do(LogIn(at, account, password_right=dice.random() < 0.8))
        case _:
            world.do(IdentifyAccount(at, account, "vera"))


def _withdraw(world: World, account: str, cents: int) -> None:
    """A holder asks for money; the office pays it, refuses it, or lets it wait."""
    world.do(AskWithdrawal(world.now, account, cents))
    number = world.dice.choice(list(world.site.state.keno.withdrawals) or [1])
    match world.dice.randrange(3):
        case 0:
            world.do(PayWithdrawal(world.now, number, "olly"))
        case 1:
            world.do(RefuseWithdrawal(world.now, number, "another name", "olly"))


def take_care(world: World) -> None:
    account, dice, at = _account(world), world.dice, world.now
    match dice.randrange(8):
        case 0:
            world.do(TakeTimeOut(at, account, dice.randrange(0, 3)))
        case 2:
            world.do(SetRealityCheck(at, account, dice.choice((None, 10, 60, 500))))
        case 3:
            world.do(AnswerRealityCheck(at, account))
        case 1:
            world.do(ExcludeAccount(at, account, dice.choice((None, 10, 180))))
        case _:
            cents = dice.choice((None, 500, 5_000, 50_000))
            measure, span = dice.choice(list(Measure)), dice.choice(list(Span))
            world.do(SetPlayLimit(at, account, measure, span, cents))


def _account(world: World) -> str:
    accounts = list(world.site.state.keno.accounts)
    return world.dice.choice(accounts) if accounts else "no one"


ACTS: Acts = {join: 2, play: 10, see_to_the_account: 3, take_care: 1}
