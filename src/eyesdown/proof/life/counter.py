"""What people at counters ask for."""

from __future__ import annotations

from eyesdown.demo.keno_load import Place, anything, sale
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, LetItRun, LuckyLast, Prepick, Regular
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    ClaimPrize,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
    PaySession,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.claims.events import ClaimFormLodged
from eyesdown.keno.sales.commands import (
    AcceptEntry,
    CancelEntry,
    CollectByRunner,
    DeliverReceipt,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.words.documents import Document, DocumentState, Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.written import replace
from eyesdown.proof.life.world import PLACES, Acts, World
from eyesdown.rulebook.keno_words import RECEIPTS, Form, FormReason, Method, Payout, Tender

LARGE_CENTS = 1_000_000
"""A prize from this amount on is verified before it is paid, in cents."""


def buy(world: World) -> None:
    """With exact money or more, at once in hand or not."""
    command = _wish(world)
    if world.dice.random() < 0.1:
        command = replace(command, delivered=False)
    world.do(command)


def buy_with_paper(world: World) -> None:
    """With a voucher, a receipt or chips, and some cash beside it."""
    command, papers = _wish(world), _papers(world)
    tenders = [replace(command.tenders[0], cents=command.tenders[0].cents + 500)]
    if papers:
        paper = world.dice.choice(papers)
        tenders.append(Tendered(paper.kind, paper.face_cents, paper.serial))
        tenders[0] = replace(tenders[0], cents=max(tenders[0].cents - paper.face_cents, 0))
    if world.dice.random() < 0.3:
        tenders[0] = replace(tenders[0], tender=Tender.CHIP)
    if not tenders[0].cents:
        del tenders[0]
    as_paper = world.dice.random() < 0.3
    command = replace(
        command,
        tenders=tuple(tenders),
        change_as=Tender.CASH_VOUCHER if as_paper else Tender.CASH,
        change_serial=world.name("change"),
    )
    world.do(command)


def buy_the_same(world: World) -> None:
    """The same bet as another player's, so that prizes are shared."""
    entry = _ticket(world)
    if entry is not None:
        command = _wish(world)
        paid = (Tendered(Tender.CASH, 100_000),)
        same = replace(command.entry, lines=entry.lines, games=entry.games)
        world.do(replace(command, entry=same, tenders=paid))


def buy_a_mixture(world: World) -> None:
    """Several lines on one ticket, Keno Bonus for some of its games, series with it."""
    dice, command = world.dice, _wish(world)
    pick, most = tuple(sorted(dice.sample(range(1, 81), 3))), dice.randrange(3)
    groups = tuple((spot,) for spot in pick)
    lines, games = dice.choice(
        (
            ((Regular(pick, 100, bonus=True), HeadsOrTails("heads", 200, bonus=True)), 3),
            ((Regular(pick, 100, bonus=True), LuckyLast(pick, 100, bonus=True)), 2),
            ((Prepick(("heads", "tails", "evens"), 100, most),), 3),
            ((LetItRun(("heads", "tails", "heads"), 100, most),), 3),
            ((Combination("regular", groups, (1, 2), 100, bonus=True),), 2),
            ((Combination("keno2", groups, None, 200),), 1),
        )
    )
    some = dice.choice((None, most)) if isinstance(lines[0], Regular | Combination) else None
    mixed = replace(command.entry, lines=lines, games=games, bonus_games=some)
    world.do(replace(command, entry=mixed, tenders=(Tendered(Tender.CASH, 10_000),)))


def buy_in_other_ways(world: World) -> None:
    """By replay, by word of mouth, for a card, from a template, by a runner, for a series."""
    command, dice = _wish(world), world.dice
    entry, keno = command.entry, world.site.state.keno
    match dice.randrange(7):
        case 0 if world.tickets:
            old = dice.choice(world.tickets).entry.serial
            command = replace(
                command, entry=replace(entry, method=Method.REPLAY, replay_of=old, kwikipiks=0)
            )
        case 1:
            command = replace(command, entry=replace(entry, method=Method.VERBAL, kwikipiks=1))
        case 2 if keno.cards:
            card = dice.choice(list(keno.cards))
            command = replace(command, entry=replace(entry, card=card))
        case 3 if keno.runner_money:
            note = dice.choice(list(keno.runner_money.values()))
            entry = replace(
                entry, runner=note.runner, venue=note.venue, terminal=f"{note.venue}-T1"
            )
            command = replace(command, entry=entry, runner_note=note.note)
        case 4:
            terminal = f"{entry.venue}-S1"
            command = replace(command, entry=replace(entry, method=Method.SST, terminal=terminal))
        case 5 if keno.templates:
            template = dice.choice(list(keno.templates))
            bets = (Combination("regular", ((1,), (2, 3)), None, 100),)
            command = replace(command, entry=replace(entry, lines=bets, superplay=template))
        case _:
            games = dice.choice((2, 5, 20))
            paid = (Tendered(Tender.CASH, 100 * games * command.tenders[0].cents),)
            command = replace(command, entry=replace(entry, games=games), tenders=paid)
    world.do(command)


def deliver(world: World) -> None:
    waiting = list(world.site.state.keno.undelivered)
    if waiting:
        world.do(DeliverReceipt(world.now, world.dice.choice(waiting)))


def cancel(world: World) -> None:
    entry = _ticket(world)
    if entry is not None:
        world.do(
            CancelEntry(
                world.now,
                entry.serial,
                entry.session,
                entry.venue,
                as_chips=world.dice.random() < 0.2,
                replacement_serial=world.name("paper"),
            )
        )


def claim(world: World) -> None:
    """Some tickets at one venue, paid together; part of it may be staked again first."""
    dice, session = world.dice, world.name("session")
    place = dice.choice(PLACES)
    for _ in range(dice.randrange(1, 5)):
        entry = _ticket(world)
        if entry is not None:
            where = place.venue, place.terminal
            world.do(ClaimPrize(world.now, entry.serial, session, *where, ticket_check(entry)))
    if session not in world.site.state.keno.sessions:
        return
    if dice.random() < 0.3:
        command = _wish(world, place)
        entry = replace(command.entry, session=session)
        paid = (Tendered(Tender.PARLAY, command.tenders[0].cents),)
        world.do(replace(command, entry=entry, tenders=paid))
    if dice.random() < 0.95:
        world.do(_payment(world, session, place))


def pay_again(world: World) -> None:
    """Sessions, paid or not; a player who is owed something comes back for it."""
    sessions = world.site.state.keno.sessions
    unpaid = [name for name, session in sessions.items() if not session.paid]
    if sessions:
        name = world.dice.choice(unpaid if unpaid and world.dice.random() < 0.8 else [*sessions])
        session = sessions[name]
        if not session.paid and session.cents >= LARGE_CENTS:
            for serial in session.serials:
                world.do(VerifyPrize(world.now, serial, "vera"))
        world.do(_payment(world, name, Place(session.venue, f"{session.venue}-T1")))


def _payment(world: World, session: str, place: Place) -> PaySession:
    """The venue's part in one way, the rest in another."""
    dice, keno = world.dice, world.site.state.keno
    owed, most = keno.sessions[session], keno.payout_limit_cents or 0
    from_fund = dice.random() < 0.1
    own = 0 if from_fund and owed.cents > most else min(owed.cents, most)
    own = max(0, own - owed.parlay_cents)
    ways = (Payout.CASH, Payout.CASH, Payout.CASH_VOUCHER, Payout.CHIP, Payout.VENUE_EFT)
    parts = [
        PayoutAsked(dice.choice(ways), own, "A Winner", world.name("paper")),
        PayoutAsked(dice.choice((Payout.CHEQUE, Payout.EFT)), owed.due_cents - own, "A Winner"),
    ]
    return PaySession(
        world.now,
        session,
        place.venue,
        tuple(part for part in parts if part.cents > 0),
        "A Winner",
        all_from_fund=from_fund,
        anonymous=dice.random() < 0.2,
        continuations=tuple(world.name("ticket") for _ in owed.serials),
    )


def ask_about_a_ticket(world: World) -> None:
    entry, dice = _ticket(world), world.dice
    if entry is None:
        return
    at, serial = world.now, entry.serial
    match dice.randrange(4):
        case 0:
            world.do(AskAnonymity(at, serial, dice.random() < 0.5))
        case 1:
            world.do(RequestPrintPay(at, serial))
        case 2:
            world.do(VerifyPrize(at, serial, "vera"))
        case _:
            _claim_by_form(world, serial)


def _claim_by_form(world: World, serial: str) -> None:
    form, reason = world.name("form"), world.dice.choice(list(FormReason))
    lodged = world.do(LodgeClaimForm(world.now, form, reason, serial, "A Winner", "notice-1"))
    if isinstance(lodged[0], ClaimFormLodged):
        way = world.dice.choice((Payout.CHEQUE, Payout.EFT))
        world.do(PayClaimForm(world.now, form, way, "A Winner", "seen"))


def sell_paper(world: World) -> None:
    dice, place = world.dice, world.dice.choice(PLACES)
    at, serial, cents = world.now, world.name("paper"), 100 * dice.randrange(1, 20)
    game = dice.choice((Form.REGULAR, Form.REGULAR, Form.KENO2, Form.ROULETTE, Form.BONUS))
    match dice.randrange(5):
        case 0:
            by_chip = dice.random() < 0.2
            world.do(SellGiftVoucher(at, serial, place.venue, game, cents, cents, by_chip))
        case 1:
            world.do(IssuePrepaidVoucher(at, serial, place.venue, game, cents))
        case 2:
            world.do(SellChips(at, place.venue, cents, cents))
        case 3:
            sst = dice.random() < 0.5
            terminal = f"{place.venue}-S1" if sst else place.terminal
            kind = Tender.SST_RECEIPT if sst else Tender.CASH_VOUCHER
            world.do(IssueReceipt(at, serial, kind, terminal, cents))
        case _:
            world.do(CollectByRunner(at, world.name("note"), "rory", place.venue, cents))


def give_paper_back(world: World) -> None:
    papers = _papers(world)
    if papers:
        paper, dice = world.dice.choice(papers), world.dice
        venue = paper.venue if dice.random() < 0.7 else dice.choice(PLACES).venue
        if paper.kind in RECEIPTS:
            world.do(RedeemReceipt(world.now, paper.serial, venue))
        else:
            fault = dice.random() < 0.5
            world.do(
                RefundVoucher(
                    world.now, paper.serial, venue, validated=True, operator_at_fault=fault
                )
            )


def _wish(world: World, place: Place | None = None) -> AcceptEntry:
    place = place or world.dice.choice(PLACES)
    return sale(world.now, world.name("ticket"), place, anything(world.dice))


def _ticket(world: World) -> Entry | None:
    """Any ticket, more often a new one."""
    if not world.tickets:
        return None
    if world.dice.random() < 0.5:
        return world.dice.choice(world.tickets[-40:]).entry
    return world.dice.choice(world.tickets).entry


def _papers(world: World) -> list[Document]:
    documents = world.site.state.keno.documents.values()
    good = [document for document in documents if document.state is DocumentState.ACTIVE]
    return good if world.dice.random() < 0.9 else list(documents)


ACTS: Acts = {
    buy: 30,
    buy_with_paper: 8,
    buy_the_same: 4,
    buy_a_mixture: 4,
    buy_in_other_ways: 8,
    deliver: 3,
    cancel: 4,
    claim: 10,
    pay_again: 2,
    ask_about_a_ticket: 4,
    sell_paper: 6,
    give_paper_back: 3,
}
