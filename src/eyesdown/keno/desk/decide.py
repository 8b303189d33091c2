"""Deciding the commands of a venue's desk."""

from __future__ import annotations

from eyesdown.keno.desk.commands import (
    ApproveAmount,
    CountDrawer,
    OpenDrawer,
    PrintPaper,
    SetCeiling,
)
from eyesdown.keno.desk.events import (
    AmountApproved,
    CeilingSet,
    DrawerCounted,
    DrawerOpened,
    Events,
    PaperPrinted,
)
from eyesdown.keno.state.checks import venue_refusals
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.desk import Approval, Ceiling, Drawer
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebooks.central_site.record import refusal
from eyesdown.rulebooks.nsw_keno.book import NswKeno

DECIDES = Handlers()


@DECIDES.handles(SetCeiling)
def set_ceiling(book: NswKeno, state: KenoState, command: SetCeiling) -> Events:
    """Set a ceiling, for one venue or for all."""
    if command.venue:
        refusals = venue_refusals(book, state.venues.get(command.venue), command.venue)
        if refusals:
            return refused(command, refusals, command.venue)
    steps = (command.reason_cents, command.alone_cents, command.most_cents, command.day_cents)
    if min(steps) < 0 or sorted(steps[:3]) != list(steps[:3]):
        wrong = refusal("ceiling/amounts", most_cents=command.most_cents)
        return refused(command, (wrong,), command.what)
    names = Ceiling.__struct_fields__
    return (
        CeilingSet(
            command.at, Ceiling(**{name: getattr(command, name) for name in names}), command.by
        ),
    )


@DECIDES.handles(ApproveAmount)
def approve_amount(book: NswKeno, state: KenoState, command: ApproveAmount) -> Events:
    """Keep a second person's word for one amount, until it is used or the day ends."""
    refusals = venue_refusals(book, state.venues.get(command.venue), command.venue)
    if refusals:
        return refused(command, refusals, command.venue)
    if command.approval in state.approvals or not command.approval or command.cents <= 0:
        wrong = refusal("ceiling/approval_used", cents=command.cents)
        return refused(command, (wrong,), command.approval)
    approval = Approval(command.approval, command.what, command.venue, command.cents, command.by)
    return (AmountApproved(command.at, approval),)


@DECIDES.handles(PrintPaper)
def print_paper(book: NswKeno, state: KenoState, command: PrintPaper) -> Events:
    """Count a print; the first of a paper sold today is the paper itself, any other a copy."""
    sold, document = state.find(command.serial), state.documents.get(command.serial)
    before = state.prints.get(command.serial)
    if before is not None:
        copy = before + 1
    else:
        day = sold.keno_day if sold else document.keno_day if document else None
        of_today = day is not None and day == state.day
        copy = 0 if of_today or command.serial in state.tickets else 1  # or a ticket that runs on
    if copy and before is not None and not command.because.strip():
        return refused(command, (refusal("print/no_reason", prints=copy),), command.serial)
    return (
        PaperPrinted(
            command.at, command.serial, command.terminal, copy, command.because, command.by
        ),
    )


@DECIDES.handles(OpenDrawer)
def open_drawer(book: NswKeno, state: KenoState, command: OpenDrawer) -> Events:
    """Begin a drawer; one that is open is counted first."""
    terminal = state.terminals.get(command.terminal)
    if terminal is None:
        unknown = book.refusal("terminal/unknown", "2:Terminal(i)", terminal=command.terminal)
        return refused(command, (unknown,), command.terminal)
    open_now = state.drawers.get(command.terminal)
    if open_now is not None:
        taken = refusal("drawer/open", person=open_now.person)
        return refused(command, (taken,), command.terminal)
    if command.float_cents < 0:
        wrong = refusal("drawer/amount", cents=command.float_cents)
        return refused(command, (wrong,), command.terminal)
    drawer = Drawer(command.terminal, terminal.venue, command.by, command.float_cents, command.at)
    return (DrawerOpened(command.at, drawer),)


@DECIDES.handles(CountDrawer)
def count_drawer(book: NswKeno, state: KenoState, command: CountDrawer) -> Events:
    """Close a drawer with its count; a difference needs a reason, and a drawer its next person."""
    drawer = state.drawers.get(command.terminal)
    if drawer is None:
        closed = refusal("drawer/not_open", terminal=command.terminal)
        return refused(command, (closed,), command.terminal)
    if any(counted.value_cents <= 0 or counted.pieces < 0 for counted in command.counted):
        wrong = refusal("drawer/amount", cents=-1)
        return refused(command, (wrong,), command.terminal)
    total = sum(counted.value_cents * counted.pieces for counted in command.counted)
    difference = total - command.expected_cents
    if difference and not command.because.strip():
        no_reason = refusal(
            "drawer/no_reason", counted_cents=total, expected_cents=command.expected_cents
        )
        return refused(command, (no_reason,), command.terminal)
    if not 0 <= command.left_cents <= total:
        too_much = refusal("drawer/left", left_cents=command.left_cents, counted_cents=total)
        return refused(command, (too_much,), command.terminal)
    follows = (
        Drawer(command.terminal, drawer.venue, command.handed_to, command.left_cents, command.at)
        if command.handed_to
        else None
    )
    return (
        DrawerCounted(
            at=command.at,
            drawer=drawer,
            counted=command.counted,
            counted_cents=total,
            expected_cents=command.expected_cents,
            difference_cents=difference,
            because=command.because,
            next_drawer=follows,
            by=command.by,
        ),
    )
