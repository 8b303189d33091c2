"""Which keno commands each role may give, and the serials that the site puts into them.

A terminal acts for its own venue only. Serials of new tickets, vouchers and receipts are made
here; a command about a serial that was not made here is refused before it is looked up. The record
says whose ticket it is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, get_args

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.office.payment_words import ConfirmPayment, DropPayment, ProposePayment
from eyesdown.central.keno.office.payments import needs_second
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.stored_tickets import (
    NEED_STORED_FACTS,
    entry_of,
    find_anywhere,
    plays_again,
    with_stored_facts,
)
from eyesdown.central.site.credentials import Credential, NotAllowed, Role
from eyesdown.central.site.people.words import GiveAccess, ResetFactor
from eyesdown.central.site.sealing import ConfirmBall, KeyBall, LetGameGoOn, is_ours
from eyesdown.central.site.serials import Serials, tidy
from eyesdown.central.site.site import Site
from eyesdown.central.site.witness_words import AppointWitness, WithdrawWitness
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    ClaimPrize,
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PaySession,
    Reinstate,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.desk.commands import (
    ApproveAmount,
    DeskCommand,
    PrintPaper,
    SetCeiling,
)
from eyesdown.keno.games.commands import CorrectDisplay, RecordDraw, ReportWrongDisplay
from eyesdown.keno.office import commands as office
from eyesdown.keno.sales.commands import (
    AcceptEntry,
    AcknowledgeEntry,
    CancelEntry,
    CounterCommand,
    DeliverReceipt,
    IssuePrepaidVoucher,
    IssueReceipt,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import RECEIPTS, Channel, Duty, Payout, Tender

ALARMS = logging.getLogger("eyesdown.alarms")


_COUNTER = (
    AcceptEntry,
    DeliverReceipt,
    CancelEntry,
    *get_args(CounterCommand),
)
_CLAIMS = (
    ClaimPrize,
    PaySession,
    RequestPrintPay,
    AskAnonymity,
    LodgeClaimForm,
)
_BY_ROLE: dict[KenoRole, tuple[type, ...]] = {
    KenoRole.DISPLAY: (),
    KenoRole.INSPECTOR: (),
    KenoRole.BANK: (office.Deposit, office.PayWithdrawal),
    KenoRole.PLAYER: (
        AcceptEntry,
        AcknowledgeEntry,
        CancelEntry,
        AskAnonymity,
        office.AcceptTerms,
        office.LogIn,
        office.LogOut,
        office.AskWithdrawal,
        *get_args(office.LimitCommand),
    ),
    KenoRole.WRITER: (
        *_COUNTER,
        *_CLAIMS,
        *get_args(DeskCommand),
        office.SignOn,
        office.SignOff,
    ),
    KenoRole.SELF_SERVICE: (
        AcceptEntry,
        DeliverReceipt,
        IssueReceipt,
        ClaimPrize,
        PaySession,
        PrintPaper,
    ),
    KenoRole.SUPERVISOR: (
        ApproveAmount,
        RecordDraw,
        ReportWrongDisplay,
        CorrectDisplay,
        VerifyPrize,
        Disqualify,
        Reinstate,
        office.SignOn,
        office.SignOff,
        LetGameGoOn,
        KeyBall,
        ConfirmBall,
    ),
    KenoRole.OFFICE: (
        *get_args(office.OfficeCommand),
        SetCeiling,
        ApproveAmount,
        AppointWitness,
        WithdrawWitness,
        GiveAccess,
        ResetFactor,
        ProposePayment,
        ConfirmPayment,
        DropPayment,
        office.OpenAccount,
        office.IdentifyAccount,
        office.Deposit,  # a bank's word that money came, never the player's own
        office.CorrectDeposit,
        office.CheckAge,
        office.ReleaseAccount,
        office.PayWithdrawal,
        office.RefuseWithdrawal,
        office.ExcludeAccount,
        ExpireUnclaimed,
        PayClaimForm,
        LodgeClaimForm,
        VerifyPrize,
    ),
}
ALLOWED: dict[Role, frozenset[type]] = {role: frozenset(kinds) for role, kinds in _BY_ROLE.items()}

SERIALS_AT_ONCE = 64
AMOUNT_CENTS_MAX: dict[Role, int] = {
    KenoRole.WRITER: 1_000_000,
    KenoRole.SELF_SERVICE: 100_000,
    KenoRole.BANK: 10_000_000,
}
"""The most that a terminal takes in cash or puts on a paper at once, and a bank deposits (11.7)."""

_RECEIPTS = (Payout.SST_RECEIPT, Payout.CASH_VOUCHER)


_WHERE_NAMES_GO = {
    office.OpenAccount: "names and birth dates stay out of the journal; register at /account",
    office.IssueCard: "names and birth dates stay out of the journal; issue cards at /office/cards",
}


@dataclass(frozen=True, slots=True)
class KenoRights:
    """Admits commands and puts the site's serials into them. `read` gives random bytes."""

    serials: Serials
    read: Callable[[int], bytes]
    _unused: list[str] = field(default_factory=list, init=False, repr=False, compare=False)
    """Serials that are made and not given out yet."""

    def admit(self, who: Credential, command: Any) -> Any:
        """The command as the site takes it; NotAllowed when this credential may not give it."""
        if type(command) not in ALLOWED[who.role]:
            message = f"{type(command).__name__} is not for the role {who.role}"
            raise NotAllowed("door/not_your_role", message)
        if who.role in (KenoRole.WRITER, KenoRole.SELF_SERVICE):
            _own_venue(who, command)
        if who.role == KenoRole.PLAYER:
            _own_account(who, command)
        if who.role == KenoRole.SELF_SERVICE and isinstance(command, PaySession):
            _as_receipts(command)
        if isinstance(command, AcceptEntry) and who.role == KenoRole.WRITER:
            # the writer of an Entry is the one whose credential sold it
            command = replace(command, entry=replace(command.entry, writer=who.name))
        if who.role in AMOUNT_CENTS_MAX:
            check_amount(AMOUNT_CENTS_MAX[who.role], command)
        if who.role == KenoRole.OFFICE:
            _not_alone(command)
        if isinstance(command, RecordDraw) and is_ours(command.device):
            raise NotAllowed("door/not_your_device", "the site draws with this one itself")
        if isinstance(command, office.SignOn | office.SignOff) and command.person != who.name:
            words = f"only {command.person} signs on and off as {command.person}"
            raise NotAllowed("door/sign_on_as_yourself", words)
        if isinstance(command, office.OpenAccount | office.IssueCard) and (
            command.holder or command.born
        ):
            raise NotAllowed("door/personal_data", _WHERE_NAMES_GO[type(command)])
        if isinstance(command, office.LogIn):
            return replace(command, password_right=True)  # the token was compared (7A(c)(ii))
        if hasattr(command, "by"):  # no one signs for another
            command = replace(command, by="" if who.role == KenoRole.PLAYER else who.name)
        return self._filled(command)

    def complete(self, site: Site[KenoSite], who: Credential | None, command: Any) -> Any:
        """A command with what the store has of its ticket; NotAllowed if it is another's.

        A terminal sends the check that is printed on the ticket; the record has it without key.
        """
        if who is not None and isinstance(command, ClaimPrize):
            check = self.record_check(site, command.serial, command.check)
            command = replace(command, check=check)
        return complete(site, who, command)

    def record_check(self, site: Site[KenoSite], serial: str, check: str) -> str:
        """The check of the record for a ticket's printed check; a wrong one stays wrong."""
        sold = find_anywhere(site, serial)
        if sold is None:
            return check
        sold_at_us = int(sold.at.timestamp() * 1_000_000)
        return self.serials.plain_check(serial, check, ticket_check(sold.entry), sold_at_us)

    def _filled(self, command: Any) -> Any:
        match command:
            case AcceptEntry():
                return self._sale(command)
            case SellGiftVoucher() | IssuePrepaidVoucher() | IssueReceipt():
                return replace(command, serial=self._new(command.serial, "serial"))
            case CancelEntry():
                replacement = self._new(command.replacement_serial, "replacement_serial")
                return replace(
                    command, serial=self._genuine(command.serial), replacement_serial=replacement
                )
            case PaySession():
                return self._payment(command)
            case LodgeClaimForm():
                return command  # the serial of a lost ticket is what the player remembers of it
            case _:
                if hasattr(command, "serial"):
                    return replace(command, serial=self._genuine(command.serial))
                return command

    def _sale(self, command: AcceptEntry) -> AcceptEntry:
        serial = self._new(command.entry.serial, "entry.serial")
        old = command.entry.replay_of
        entry = replace(command.entry, serial=serial, replay_of=self._genuine(old) if old else "")
        change = command.change_serial
        paper = any(paid.tender in RECEIPTS for paid in command.tenders)  # it may leave some
        if paper or command.change_as is not Tender.CASH:
            change = self._new(change, "change_serial")
        tenders = tuple(
            replace(paid, document=self._genuine(paid.document)) if paid.document else paid
            for paid in command.tenders
        )
        return replace(command, entry=entry, change_serial=change, tenders=tenders)

    def _payment(self, command: PaySession) -> PaySession:
        payouts = tuple(
            replace(payout, document=self._new(payout.document, "document"))
            if payout.payout in _RECEIPTS
            else payout
            for payout in command.payouts
        )
        continuations = tuple(
            self._new(serial, "continuations") for serial in command.continuations
        )
        return replace(command, payouts=payouts, continuations=continuations)

    def _new(self, given: str, field: str) -> str:
        if given:
            raise NotAllowed("door/serial_is_ours", f"{field} is made by the site; leave it empty")
        if not self._unused:
            self._unused.extend(self.serials.many(self.read, SERIALS_AT_ONCE))
        return self._unused.pop()

    def _genuine(self, serial: str) -> str:
        if not self.serials.genuine(serial):
            raise NotAllowed("ticket/not_genuine", "this serial was never issued here")
        return tidy(serial)


def check_amount(cents_max: int, command: Any) -> None:
    """NotAllowed for cash, a paper or a deposit of an amount that no customer can have."""
    match command:
        case AcceptEntry():
            cash = (paid.cents for paid in command.tenders if paid.tender is Tender.CASH)
            cents = max(cash, default=0)
        case IssueReceipt() | office.Deposit():
            cents = command.cents
        case IssuePrepaidVoucher() | SellGiftVoucher() | SellChips():
            cents = command.face_cents
        case _:
            return
    if cents > cents_max:
        note_odd_amount(command, cents)
        raise NotAllowed("door/too_much", f"at most {cents_max} cents at once")


def _not_alone(command: Any) -> None:
    """NotAllowed for what the office does only once a second person has confirmed it."""
    if needs_second(command):
        if isinstance(command, office.Deposit):
            note_odd_amount(command, command.cents)
        words = "another person of the office must confirm this"
        raise NotAllowed("door/second_person", words)


def note_odd_amount(command: Any, cents: int) -> None:
    """Raise the alarm of an amount that was refused at the door."""
    ALARMS.warning("odd amount", extra={"kind": type(command).__name__, "cents": cents})


_OWN_TICKETS: dict[Role, tuple[type, ...]] = {
    KenoRole.PLAYER: (AcknowledgeEntry, CancelEntry, AskAnonymity),
    KenoRole.WRITER: (DeliverReceipt, PrintPaper, RequestPrintPay, AskAnonymity),
    KenoRole.SELF_SERVICE: (DeliverReceipt, PrintPaper),
}
"""Commands for one's own tickets only, where no rule checks whose ticket it is.

Of papers a venue prints its own; a receipt is paid, and its payment printed, wherever it is.
"""

_NEED_SITE = NEED_STORED_FACTS.union(*_OWN_TICKETS.values())


def needs_site(command: Any) -> bool:
    """Whether `complete` reads the site for this command."""
    return type(command) in _NEED_SITE or plays_again(command)


def complete(site: Site[KenoSite], who: Credential | None, command: Any) -> Any:
    """A command with what the store has of its ticket; NotAllowed if the ticket is another's."""
    if who is not None:
        _check_record(site, who, command)
    return with_stored_facts(site, command)


def _check_record(site: Site[KenoSite], who: Credential, command: Any) -> None:
    if type(command) in _OWN_TICKETS.get(who.role, ()):
        document = site.state.keno.documents.get(command.serial)
        if isinstance(command, PrintPaper) and document is not None:
            if document.venue != who.venue:
                raise NotAllowed("door/not_your_venue", "this was issued at another venue")
            return
        entry = entry_of(site, command.serial)
        if entry is not None and who.role == KenoRole.PLAYER:
            _own_account(who, entry)
        elif entry is not None and (entry.channel != Channel.VENUE or entry.venue != who.venue):
            raise NotAllowed("door/not_your_venue", "this was sold at another venue")


def _own_venue(who: Credential, command: Any) -> None:
    entry = getattr(command, "entry", None)
    named = entry if entry is not None else command
    venue, terminal = getattr(named, "venue", who.venue), getattr(named, "terminal", who.terminal)
    if entry is not None and (entry.channel != Channel.VENUE or entry.account):
        raise NotAllowed("door/not_your_channel", "a terminal sells at its venue only")
    if isinstance(command, office.SignOn):
        venue = "" if command.duty is Duty.SUPERVISOR else command.place
    if venue != who.venue or terminal != who.terminal:
        raise NotAllowed("door/not_your_venue", f"this terminal belongs to {who.venue}")


def _as_receipts(command: PaySession) -> None:
    if any(payout.payout is not Payout.SST_RECEIPT for payout in command.payouts):
        raise NotAllowed("door/no_cash_here", "a self-service terminal pays by SST Receipt only")


def _own_account(who: Credential, command: Any) -> None:
    entry = getattr(command, "entry", None)
    account = entry.account if entry is not None else getattr(command, "account", who.account)
    if entry is not None and entry.channel != Channel.INTERNET:
        raise NotAllowed("door/not_your_channel", "an account plays through the internet only")
    if account != who.account:
        raise NotAllowed("door/not_your_account", "this is another player's account")
