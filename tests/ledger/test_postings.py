"""From keno events to the books: every way money comes in, moves and goes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any, get_args
from zoneinfo import ZoneInfo

import pytest

from eyesdown.central.keno.stored_tickets import entry_of
from eyesdown.central.store.base import LineRow
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import places, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.events import Event, Refused
from eyesdown.keno.games.commands import CloseGame, OpenDay, OpenGame, RecordDraw, SettleGame
from eyesdown.keno.office import events as office
from eyesdown.keno.office.commands import (
    AcceptTerms,
    AppointVenue,
    ApproveTerminal,
    CorrectDeposit,
    Deposit,
    LogIn,
    OpenAccount,
    RemitVenue,
    ReportPool,
    SignOn,
    SwitchPool,
    Withdraw,
)
from eyesdown.keno.sales.commands import (
    AcceptEntry,
    CancelEntry,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellChips,
    SellGiftVoucher,
)
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words import money
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.ledger.books import Amount, shown
from eyesdown.ledger.chart import kind_of
from eyesdown.ledger.keno import account_of
from eyesdown.notation.keno_in_memory import KenoInMemory
from eyesdown.rulebook.keno_words import (
    Channel,
    DrawSite,
    Duty,
    Form,
    Method,
    Payout,
    Tender,
    VenueKind,
)
from eyesdown.rulebooks.nsw_keno.book import open_on

AT = datetime(2026, 11, 15, 10, 0, tzinfo=ZoneInfo("Australia/Sydney"))
LATER = AT + timedelta(minutes=3)
BOOK = open_on(AT.date())
[PLACE] = places(1)
VENUE = PLACE.venue


@dataclass(slots=True)
class Counter:
    """Keno in memory with one venue and a casino, whose books are checked after every command."""

    memory: KenoInMemory = field(default_factory=lambda: KenoInMemory(BOOK))
    seen: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        for command in set_up(AT, (PLACE,)):
            self.do(command)
        self.do(
            AppointVenue(
                AT,
                "CAS",
                VenueKind.CASINO,
                "Casino",
                "Sydney",
                "a",
                ("x",),
                ("x",),
                time(0),
                time(0),
            )
        )
        self.do(ApproveTerminal(AT, "CAS-1", "CAS", self_service=False, approval="a"))
        self.do(SignOn(AT, "s2", Duty.SENIOR_WRITER, "CAS"))
        self.do(OpenDay(AT))
        self.do(OpenGame(AT, LATER))

    @property
    def state(self) -> KenoState:
        return self.memory.state

    @property
    def balances(self) -> dict[str, Amount]:
        return self.memory.balances

    def do(self, command: Any) -> None:
        for event in self.memory.play(command):
            assert not isinstance(event, Refused), event.refusals
            self.seen.append(event)
        assert sum(self.balances.values()) == 0
        for venue in (VENUE, "CAS"):
            assert self.not_its_own(venue) == self.state.owed_by(venue)

    def not_its_own(self, venue: str) -> Amount:
        """What lies in a venue's tills for the licensees; a casino's chips are its own cash."""
        kinds = [f"{kind}/{venue}" for kind in ("venue_cash", "venue_held", "venue_own")]
        names = [*kinds, "chips"] if venue == "CAS" else kinds
        return sum(self.balances.get(name, 0) for name in names)

    def sell(self, serial: str, *tenders: Tendered, games: int = 1, **more: Any) -> None:
        entry = Entry(
            serial,
            (Regular((more.pop("spot", 1),), more.pop("cents", 100)),),
            games,
            Channel.VENUE,
            Method.FORM,
            more.pop("venue", VENUE),
            more.pop("terminal", PLACE.terminal),
            "writer",
        )
        self.do(AcceptEntry(AT, entry, tenders, delivered=more.pop("delivered", True), **more))

    def draw(self) -> None:
        self.do(CloseGame(LATER, LATER + timedelta(minutes=3)))
        self.do(RecordDraw(LATER, 0, tuple(range(1, 21)), "cage", DrawSite.CENTRAL, "journal"))
        self.do(SettleGame(LATER, 0))

    def __getitem__(self, account: str) -> Amount:
        return shown(account, self.balances.get(account, 0))


@pytest.fixture
def counter() -> Counter:
    return Counter()


def cash(cents: int) -> Tendered:
    return Tendered(Tender.CASH, cents)


def test_a_dollar_over_the_counter(counter: Counter) -> None:
    """75 cents for the fund, 44% of the other 25 to the venue, the rest to the licensees."""
    counter.sell("E1", cash(100))
    assert counter[f"venue_cash/{VENUE}"] == 100
    assert counter[f"venue_own/{VENUE}"] == 11
    assert counter[f"venue_agency/{VENUE}"] == 89
    counter.draw()
    assert counter["licensees"] == -75
    assert counter["prizes"] == 300
    assert counter["prize_fund"] == 75 - 300


def test_an_entry_whose_receipt_was_never_delivered_goes_back(counter: Counter) -> None:
    counter.sell("E1", cash(100), delivered=False)
    assert counter[f"venue_held/{VENUE}"] == 100
    counter.draw()
    assert counter[f"venue_held/{VENUE}"] == 0
    assert counter[f"venue_cash/{VENUE}"] == 0


def test_a_gift_voucher_bears_its_commission_once(counter: Counter) -> None:
    counter.do(SellGiftVoucher(AT, "G1", VENUE, Form.REGULAR, 1000, 1000))
    assert counter["vouchers"] == 890
    assert counter[f"venue_own/{VENUE}"] == 110
    counter.sell("E1", Tendered(Tender.GIFT_VOUCHER, 1000, "G1"), games=10)
    assert counter["vouchers"] == 0
    assert counter[f"venue_own/{VENUE}"] == 110
    assert counter[f"venue_agency/{VENUE}"] == 890
    assert counter[f"venue_cash/{VENUE}"] == 1000


def test_a_refunded_voucher_leaves_nothing(counter: Counter) -> None:
    counter.do(SellGiftVoucher(AT, "G1", VENUE, Form.REGULAR, 1000, 1000))
    counter.do(RefundVoucher(AT, "G1", VENUE, validated=True))
    assert set(counter.balances.values()) == {0}


@pytest.mark.clause("nsw-keno", "17(c)")
def test_17_c__a_voucher_refunded_elsewhere_leaves_the_till_that_paid_it(counter: Counter) -> None:
    """The operator was at fault; whoever sold it gives its Commission back."""
    counter.do(SellGiftVoucher(AT, "G1", VENUE, Form.REGULAR, 1000, 1000))
    counter.do(RefundVoucher(AT, "G1", "CAS", validated=True, operator_at_fault=True))
    assert (counter[f"venue_cash/{VENUE}"], counter["venue_cash/CAS"]) == (1000, -1000)
    assert counter[f"venue_own/{VENUE}"] == 0
    for venue in (VENUE, "CAS"):
        counter.do(RemitVenue(AT, venue))
        assert counter[f"venue_cash/{venue}"] == 0
    assert set(counter.balances.values()) == {0}


def test_a_prepaid_voucher_is_the_operating_companys(counter: Counter) -> None:
    counter.do(IssuePrepaidVoucher(AT, "P1", VENUE, Form.REGULAR, 500))
    assert counter["vouchers"] == 445
    assert counter[f"venue_own/{VENUE}"] == 55
    assert counter[f"venue_cash/{VENUE}"] == 0
    assert counter["operating_company"] == -500


def test_receipts_for_cash_and_change(counter: Counter) -> None:
    counter.do(IssueReceipt(AT, "R1", Tender.CASH_VOUCHER, PLACE.terminal, 700))
    assert (counter["receipts"], counter[f"venue_cash/{VENUE}"]) == (700, 700)
    paid = (Tendered(Tender.CASH_VOUCHER, 700, "R1"), cash(100))
    counter.sell("E1", *paid, games=5, change_serial="R3")
    assert (counter["receipts"], counter[f"venue_cash/{VENUE}"]) == (200, 700)
    counter.do(IssueReceipt(AT, "R2", Tender.CASH_VOUCHER, PLACE.terminal, 300))
    counter.do(RedeemReceipt(AT, "R2", VENUE))
    assert (counter["receipts"], counter[f"venue_cash/{VENUE}"]) == (200, 700)


def test_chips_at_the_casino(counter: Counter) -> None:
    counter.do(SellChips(AT, "CAS", 1000, 1000))
    counter.sell("E1", Tendered(Tender.CHIP, 100), venue="CAS", terminal="CAS-1")
    assert (counter["chips"], counter["venue_cash/CAS"]) == (900, 1000)


def test_a_cancelled_entry(counter: Counter) -> None:
    counter.sell("E1", cash(500), games=5)
    counter.do(CancelEntry(AT, "E1", "session", VENUE))
    assert set(counter.balances.values()) == {0}


@pytest.mark.parametrize(("venue", "terminal"), [(VENUE, PLACE.terminal), ("CAS", "CAS-1")])
def test_a_prize_paid_in_cash_comes_out_of_that_till(
    counter: Counter, venue: str, terminal: str
) -> None:
    counter.sell("W1", cash(10_000), cents=10_000)
    counter.draw()
    before = counter[f"venue_cash/{venue}"]
    check = ticket_check(entry_of(counter.memory.site, "W1"))
    counter.do(ClaimPrize(LATER, "W1", "S1", venue, terminal, check))
    counter.do(PaySession(LATER, "S1", venue, (PayoutAsked(Payout.CASH, 30_000),)))
    assert counter["prizes"] == 0
    assert counter[f"venue_cash/{venue}"] == before - 30_000
    assert counter["bank"] == 0


def test_what_the_venue_may_not_pay_comes_out_of_the_bank(counter: Counter) -> None:
    counter.sell("W1", cash(300_000), cents=300_000)
    counter.draw()
    check = ticket_check(entry_of(counter.memory.site, "W1"))
    counter.do(ClaimPrize(LATER, "W1", "S1", VENUE, PLACE.terminal, check))
    asked = (PayoutAsked(Payout.CASH, 500_000), PayoutAsked(Payout.CHEQUE, 400_000, "Ada Lace"))
    counter.do(PaySession(LATER, "S1", VENUE, asked, claimant="Ada Lace"))
    assert counter["prizes"] == 0
    assert counter["bank"] == -400_000
    assert counter[f"venue_cash/{VENUE}"] == 300_000 - 500_000


def test_a_venue_hands_over_what_is_not_its_own(counter: Counter) -> None:
    counter.sell("E1", cash(1000), cents=1000, spot=80)
    counter.do(RemitVenue(AT, VENUE))
    assert counter[f"venue_agency/{VENUE}"] == 0
    assert counter[f"venue_cash/{VENUE}"] == counter[f"venue_own/{VENUE}"] == 110
    assert (counter["bank"], counter["licensees"]) == (890, 890)


@pytest.mark.parametrize("where", [VENUE, "CAS"])
def test_a_venue_is_given_back_what_it_paid_for_a_receipt(counter: Counter, where: str) -> None:
    counter.do(IssueReceipt(AT, "R1", Tender.CASH_VOUCHER, PLACE.terminal, 700))
    counter.do(RedeemReceipt(AT, "R1", where))
    for venue in (VENUE, "CAS"):
        counter.do(RemitVenue(AT, venue))
        assert counter[f"venue_cash/{venue}"] == 0
    sent = [event.cents for event in counter.seen if isinstance(event, office.VenueRemitted)]
    assert sent == ([] if where == VENUE else [700, -700])
    assert set(counter.balances.values()) == {0}


def test_a_voucher_sold_here_and_used_there(counter: Counter) -> None:
    """Whoever took the cash hands it over; whoever took the voucher has nothing to hand over."""
    counter.do(SellGiftVoucher(AT, "G1", VENUE, Form.REGULAR, 1000, 1000))
    paid = Tendered(Tender.GIFT_VOUCHER, 1000, "G1")
    counter.sell("E1", paid, games=10, venue="CAS", terminal="CAS-1")
    for venue in (VENUE, "CAS"):
        counter.do(RemitVenue(AT, venue))
    [sent] = [event for event in counter.seen if isinstance(event, office.VenueRemitted)]
    assert (sent.venue, sent.cents) == (VENUE, 890)
    assert counter[f"venue_cash/{VENUE}"] == counter[f"venue_own/{VENUE}"] == 110
    assert counter["venue_cash/CAS"] == counter["venue_own/CAS"] == 0
    assert counter["bank"] == 890


def test_commission_on_an_entry_that_chips_or_a_receipt_paid_for(counter: Counter) -> None:
    counter.do(SellChips(AT, "CAS", 1000, 1000))
    counter.sell("E1", Tendered(Tender.CHIP, 1000), cents=1000, venue="CAS", terminal="CAS-1")
    counter.do(IssueReceipt(AT, "R1", Tender.CASH_VOUCHER, PLACE.terminal, 1000))
    receipt = Tendered(Tender.CASH_VOUCHER, 1000, "R1")
    counter.sell("E2", receipt, cents=1000, venue="CAS", terminal="CAS-1")
    for venue in (VENUE, "CAS"):
        counter.do(RemitVenue(AT, venue))
    sent = {
        event.venue: event.cents
        for event in counter.seen
        if isinstance(event, office.VenueRemitted)
    }
    assert sent == {VENUE: 1000, "CAS": 890 - 110}
    assert counter["venue_cash/CAS"] == counter["venue_own/CAS"] == 220


def test_an_internet_account(counter: Counter) -> None:
    counter.do(OpenAccount(AT, "A1", "Ann", date(1980, 1, 1)))
    counter.do(AcceptTerms(AT, "A1", "v1"))
    counter.do(LogIn(AT, "A1", password_right=True))
    counter.do(Deposit(AT, "A1", 5000))
    assert (counter["subscriber/A1"], counter["bank"]) == (5000, 5000)
    entry = Entry(
        "I1", (Regular((1,), 100),), 1, Channel.INTERNET, Method.INTERNET, "", account="A1"
    )
    tenders = (Tendered(Tender.ACCOUNT, 100),)
    counter.do(AcceptEntry(AT, entry, tenders, confirmed=True, location="NSW"))
    counter.draw()
    assert counter["subscriber/A1"] == 4900 + 300
    counter.do(Withdraw(LATER, "A1", 1000))
    assert (counter["subscriber/A1"], counter["bank"]) == (4200, 4000)


@pytest.mark.clause("nsw-keno", "2:Subscriber Account")
def test_a_corrected_deposit_is_undone_by_a_group_that_points_at_it(counter: Counter) -> None:
    counter.do(OpenAccount(AT, "A1", "Ann", date(1980, 1, 1)))
    counter.do(AcceptTerms(AT, "A1", "v1"))
    counter.do(LogIn(AT, "A1", password_right=True))
    for _ in range(2):
        counter.do(Deposit(AT, "A1", 5000))
    row = counter.memory.site.store.head().seq
    counter.do(CorrectDeposit(AT, "A1", row, "keyed twice"))
    assert (counter["subscriber/A1"], counter["bank"]) == (5000, 5000)
    store = counter.memory.site.store
    assert isinstance(store, MemoryStore)
    lines = [LineRow(*line) for line in store.dump("lines")]
    booked, undone = (
        {line.account: line.cents for line in lines if line.seq == seq} for seq in (row, row + 1)
    )
    assert booked == {"bank": 5000, "subscriber/A1": -5000}
    assert undone == {name: -cents for name, cents in booked.items()}
    pointers = {line.seq: (line.corrects_seq, line.corrects_grp) for line in lines}
    assert pointers[row + 1] == (row, 0)
    assert pointers[row] == (None, None)


def test_a_jackpot_in_a_pool(counter: Counter) -> None:
    counter.do(SwitchPool(AT, "regular/10", pooled=True, jurisdictions=("VIC",)))
    counter.do(ReportPool(AT, "regular/10", "VIC", Fraction(100, 3)))
    assert counter["pooled_jackpot/regular/10"] == Fraction(100, 3)
    assert counter["jurisdictions/VIC"] == Fraction(100, 3)


def test_every_purse_of_the_game_has_its_account() -> None:
    """Whatever the game calls a purse, by its constants and its makers, is on the chart."""
    named = vars(money).items()
    single = [value for name, value in named if name.isupper() and isinstance(value, str)]
    owned = [money.held("V"), money.own("V"), money.agency("V"), money.account("A")]
    owned += [money.promotion(c) for c in "ILQ"]  # type: ignore[arg-type]
    owned += [money.growth_purse("racing/quartet"), money.pool_purse("keno2/7"), "jurisdiction:VIC"]
    for purse in (*single, *owned):
        if purse != money.PLAYER:
            assert kind_of(account_of(purse)) is not None
    with pytest.raises(AssertionError, match="no account"):
        account_of("pocket")


def test_every_event_that_moves_money_says_so_in_one_field() -> None:
    for kind in get_args(Event):
        names = set(kind.__slots__)
        assert "money" in names or not names & {"refund_cents", "total_cents", "net_cents"}
