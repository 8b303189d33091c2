"""Who may ask for what, by type alone; and what a file of credentials must say."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import get_args

import pytest

from eyesdown.central.keno.machine import SYDNEY, SiteCommand
from eyesdown.central.keno.office.roles import ROLES, KenoRole
from eyesdown.central.keno.rights import ALLOWED, KenoRights
from eyesdown.central.site.credentials import Credential, Doorkeeper, NotAllowed
from eyesdown.central.site.sealing import CAGE, DEVICE, KeyBall
from eyesdown.central.site.serials import Serials
from eyesdown.demo.keno_load import places
from eyesdown.keno.claims.commands import (
    ClaimPrize,
    Disqualify,
    PayoutAsked,
    PaySession,
    Reinstate,
    VerifyPrize,
)
from eyesdown.keno.desk.commands import PrintPaper
from eyesdown.keno.games.commands import RecordDraw
from eyesdown.keno.office.commands import Deposit, ExcludeAccount, IdentifyAccount
from eyesdown.keno.sales.commands import AcceptEntry, DeliverReceipt, IssueReceipt, RedeemReceipt
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import DrawSite, Ground, Payout, Tender

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
[ONE] = places(1)


@pytest.mark.clause("central-site", "3.2")
def test_every_role_and_every_command() -> None:
    """Who may ask for what: every cell of the table is answered yes or no by type alone."""
    door = KenoRights(Serials(b"k", lambda: 0), bytes)
    for role in KenoRole:
        who = Credential("x", role, "", ONE.venue, ONE.terminal, "acc-1")
        for kind in get_args(SiteCommand):
            if kind not in ALLOWED[role]:
                with pytest.raises(NotAllowed, match="door/not_your_role"):
                    door.admit(who, kind(**dict.fromkeys(kind.__struct_fields__)))
    nobody = {"OpenGame", "CloseGame", "SettleGame", "PublishResult", "PromiseDraw", "SealGame"}
    allowed = {kind.__name__ for kinds in ALLOWED.values() for kind in kinds}
    assert not nobody & allowed, "these are the site's own"
    assert ALLOWED[KenoRole.INSPECTOR] == ALLOWED[KenoRole.DISPLAY] == frozenset()


def test_nobody_signs_for_somebody_else() -> None:
    door = KenoRights(Serials(b"k", lambda: 0), bytes)
    who = Credential("ann", KenoRole.SUPERVISOR, "")
    keyed = door.admit(who, KeyBall(START, 0, Ball(7), PersonId("bob")))
    assert keyed == KeyBall(START, 0, Ball(7), PersonId("ann"))
    serial = door.serials.new(bytes)
    for command in (
        VerifyPrize(START, serial, by="bob"),
        Disqualify(START, serial, Ground.FRAUD, by="bob"),
        Reinstate(START, serial, "A-1", by="bob"),
    ):
        assert door.admit(who, command).by == "ann"
    office = Credential("ann", KenoRole.OFFICE, "")
    assert door.admit(office, IdentifyAccount(START, "acc-1", by="bob")).by == "ann"


@pytest.mark.clause("central-site", "3.6")
@pytest.mark.parametrize(
    ("role", "cash"), [(KenoRole.WRITER, True), (KenoRole.SELF_SERVICE, False)]
)
def test_a_terminal_without_a_drawer_pays_no_cash(role: KenoRole, *, cash: bool) -> None:
    door = KenoRights(Serials(b"k", lambda: 0), bytes)
    who = Credential("x", role, "", ONE.venue, ONE.terminal)
    receipt, money = PayoutAsked(Payout.SST_RECEIPT, 100), PayoutAsked(Payout.CASH, 200)
    assert door.admit(who, PaySession(START, "s", ONE.venue, (receipt,))).payouts[0].document
    both = PaySession(START, "s", ONE.venue, (receipt, money))
    if cash:
        assert door.admit(who, both).payouts[1] == money
    else:
        with pytest.raises(NotAllowed, match="door/no_cash_here"):
            door.admit(who, both)


@pytest.mark.clause("nsw-keno", "2:Self Service Terminal")
def test_2_Self_Service_Terminal__it_issues_and_takes_receipts_and_redeems_none() -> None:
    """For cash, that is: it is for Receipt Tickets that it redeems, and it has no drawer."""
    mine = ALLOWED[KenoRole.SELF_SERVICE]
    papers = {DeliverReceipt, IssueReceipt, PrintPaper}
    assert {AcceptEntry, ClaimPrize, PaySession} | papers == mine
    assert [role for role in KenoRole if RedeemReceipt in ALLOWED[role]] == [KenoRole.WRITER]


def test_nobody_says_himself_that_he_paid_in() -> None:
    """What he withdraws is money: only the office and a bank's program put it in."""
    paying_in = [role for role in KenoRole if Deposit in ALLOWED[role]]
    assert paying_in == [KenoRole.OFFICE, KenoRole.BANK]


@pytest.mark.parametrize(("role", "by"), [(KenoRole.OFFICE, "ann"), (KenoRole.PLAYER, "")])
def test_an_account_is_excluded_by_whoever_asks(role: KenoRole, by: str) -> None:
    door = KenoRights(Serials(b"k", lambda: 0), bytes)
    who = Credential("ann", role, "", account="acc-1")
    asked = ExcludeAccount(START, "acc-1", by="bob")
    assert door.admit(who, asked) == ExcludeAccount(START, "acc-1", by=by)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("credential = 1", "credential"),
        ("[[credential]]\nname = 'x'", "credential 1.role"),
        ("[[credential]]\nname='x'\nrole='king'\ntoken_sha256='0'", "credential 1.role"),
        ("[[credential]]\nname='x'\nrole='office'\ntoken_sha256='0'", "credential 1.token_sha256"),
        (f"[[credential]]\nname='x'\nrole='writer'\ntoken_sha256='{'0' * 64}'", "credential 1"),
        (
            f"[[credential]]\nname='x'\nrole='office'\ntoken_sha256='{sha256(b'').hexdigest()}'",
            "credential 1.token_sha256",
        ),
        ("[[credential]]\nsecret = 'x'", "credential 1.secret"),
        ("[[credential]]\nname = 1", "credential 1.name"),
        ("[[credential]]\nname = ' '\nrole = 'office'\ntoken_sha256 = '0'", "credential 1.name"),
        (
            "[[credential]]\nname='the set-up file'\nrole='office'\ntoken_sha256='0'",
            "credential 1.name",
        ),
        ('[[credential]]\nname = "\\u001b[2J"\nrole=""\ntoken_sha256=""', "credential 1.name"),
        ("not toml", "credentials"),
    ],
)
def test_a_wrong_file_of_credentials_is_told_where(text: str, field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        Doorkeeper.of_toml(text, {"keno": ROLES})
    assert wrong.value.field.startswith(field)


@pytest.mark.clause("central-site", "3.5")
@pytest.mark.parametrize("device", [DEVICE, CAGE])
def test_nobody_but_the_site_draws_with_its_own_devices(device: str) -> None:
    rights = KenoRights(Serials(b"k" * 32, lambda: 0), bytes)
    draw = RecordDraw(START, 0, tuple(range(1, 21)), device, DrawSite.CENTRAL, "m")
    supervisor = Credential("Sue", KenoRole.SUPERVISOR, "")
    with pytest.raises(NotAllowed, match="door/not_your_device"):
        rights.admit(supervisor, draw)
    assert rights.admit(supervisor, replace(draw, device="backup")).by == "Sue"


@pytest.mark.clause("central-site", "11.7")
@pytest.mark.parametrize(
    ("role", "cents", "admitted"),
    [
        (KenoRole.WRITER, 1_000_000, True),
        (KenoRole.WRITER, 1_000_001, False),
        (KenoRole.SELF_SERVICE, 100_000, True),
        (KenoRole.SELF_SERVICE, 100_001, False),
    ],
)
def test_11_7__a_terminal_issues_no_paper_beyond_its_bound(
    role: KenoRole, cents: int, admitted: bool
) -> None:
    door = KenoRights(Serials(b"k", lambda: 0), bytes)
    who = Credential("x", role, "", ONE.venue, ONE.terminal)
    command = IssueReceipt(START, "", Tender.SST_RECEIPT, ONE.terminal, cents)
    if admitted:
        assert door.admit(who, command).cents == cents
        return
    with pytest.raises(NotAllowed, match="door/too_much"):
        door.admit(who, command)
