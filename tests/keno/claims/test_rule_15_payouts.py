"""Rules 15(b), 15(c), 15(e) and 10(a): who pays a prize, how much of it, and in what form."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

import pytest

from eyesdown.display.keno.site import winners_feed
from eyesdown.display.keno.ticket import cheque
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, LuckyLast, Regular
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    Disqualify,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
    PaySession,
    Reinstate,
    VerifyPrize,
)
from eyesdown.keno.office import commands as o
from eyesdown.keno.office.commands import AppointVenue, SetPayoutLimit
from eyesdown.keno.state.payouts import parlay_available, unverified_jackpot_cents
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, FormReason, Ground, Method, Payout, Tender, VenueKind
from eyesdown.rulebooks.nsw_keno.c15_payouts import venue_and_fund_parts
from kit.desk import Desk

ONE = (*range(1, 20), 21)  # heads, Multiplier 1

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Desk, *bets: Any, draw: tuple[int, ...] = ONE, **more: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)), **more)
    shop.play_out(draw)
    return entry


@pytest.mark.parametrize("form", list(Form))
def test_7_b__x15_a_form_that_is_switched_off(shop: Desk, form: Form) -> None:
    day = shop.now.date()
    shop.do(o.SwitchForm(shop.now, form, Method.FORM, False, "A-7", day))
    bets: dict[Form, tuple[Any, ...]] = {
        Form.KENO2: (),
        Form.LUCKY_LAST: (pick(3), LuckyLast((1, 2, 3), 100)),
        Form.HEADS_OR_TAILS: (HeadsOrTails("heads", 100),),
        Form.BONUS: (pick(3, bonus=True),),
    }
    from eyesdown.keno.bets.bet import Keno2, Racing, Roulette

    bets[Form.KENO2] = (Keno2((1, 2), 200),)
    bets[Form.RACING] = (Racing("win", "straight", (), (), (1,), 100),)
    bets[Form.ROULETTE] = (Roulette("straight_up", "7", 100),)
    more: dict[str, Any] = {}
    if form is Form.KWIKIPIK:
        more["kwikipiks"] = 1
    if form is Form.SUPERPLAY:
        shop.do(o.ProgramSuperplay(shop.now, "S", "regular", (1, 1), (1, 2)))
        bets[form] = (Combination("regular", ((1,), (2,)), (1, 2), 100),)
        more["superplay"] = "S"
    if form is Form.PARLAY:
        won = winner(shop, pick(3))
        shop.do(shop.claim(won))
        more["session"] = "s"
    place = f"7(b)(i)(d)({ROMAN[list(Form).index(form)]})"
    for method, clauses in ((Method.FORM, [place]), (Method.VERBAL, [])):
        entry = shop.entry(*bets.get(form, (pick(3),)), method=method, **more)
        paid = ((Tender.PARLAY, 100, ""),) if form is Form.PARLAY else ()
        assert shop.no(shop.sale(entry, *paid)) == clauses


clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "10(a)")
def test_10_a__the_largest_jackpot_of_a_session_is_the_one_that_waits(desk: Desk) -> None:
    small = desk.sell(Regular(PICK, 100))
    large = desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.play()
    for entry in (small, large):
        assert desk.refused(desk.claim(entry, "c-1")) == []
    assert unverified_jackpot_cents(desk.state, desk.state.sessions["c-1"]) == 2_500_010
    assert parlay_available(desk.book, desk.state, "c-1") == 0
    assert parlay_available(desk.book, desk.state, "c-2") == 0


def test_a_lost_jackpot_ticket_still_needs_verifying(desk: Desk) -> None:
    entry = desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.play()
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, entry.serial, "Bea"))
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == [("jackpot/not_verified", "10(a)")]


@clause("nsw-keno", "15(e)(i)(d)", "15(e)(ii)(b)")
def test_15_e__a_transfer_goes_to_an_account_that_the_claimant_names(desk: Desk) -> None:
    desk.do(
        AppointVenue(
            desk.now,
            "club",
            VenueKind.CLUB,
            "C",
            "S",
            "A-9",
            ("floor",),
            ("floor",),
            time(8),
            time(23),
            eft_permitted=True,
        )
    )
    won = desk.sell(Regular((1, 2, 3, 4, 5, 6), 200))  # 2 x 1,800 dollars
    desk.play()
    desk.do(desk.claim(won))
    parts = (PayoutAsked(Payout.VENUE_EFT, 200_000), PayoutAsked(Payout.EFT, 160_000))
    assert desk.refused(desk.pay("c-1", *parts)) == [
        ("payout/no_payee", "15(e)(i)(d)"),
        ("payout/no_payee", "15(e)(ii)(b)"),
    ]
    named = tuple(replace(part, payee="062-000 1234") for part in parts)
    assert desk.refused(desk.pay("c-1", *named)) == []


CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT

# total, threshold, ways, whole from the fund, clauses
PAYOUTS = [
    ("15(e)(i) at the threshold", 200_000, [(CASH, 200_000)], False, []),
    ("15(e)(i) above", 200_010, [(CASH, 200_010)], False, ["15(e)(i)"]),
    ("15(e)(ii)(a)", 750_000, [(CASH, 200_000), (CHEQUE, 550_000)], False, []),
    (
        "15(e)(ii)(b) not available",
        750_000,
        [(CASH, 200_000), (EFT, 550_000)],
        False,
        ["15(e)(ii)(b)"],
    ),
    ("15(e)(iii)(a)", 750_000, [(CHEQUE, 750_000)], True, []),
    ("15(e)(iii)(a) not asked for", 750_000, [(CHEQUE, 750_000)], False, ["15(e)(ii)(a)"]),
    ("15(e)(iii) small total", 200_000, [(CHEQUE, 200_000)], True, ["15(e)(iii)(a)"]),
    ("2:Total Prize Money short", 200_000, [(CASH, 199_990)], False, ["2:Total Prize Money"]),
    ("15(e)(i)(b) mixed", 200_000, [(CASH, 50_000), (Payout.CASH_VOUCHER, 150_000)], False, []),
    ("15(e)(i)(c) chips at a club", 200_000, [(Payout.CHIP, 200_000)], False, ["15(e)(i)(c)"]),
    ("15(e)(i)(d) transfer", 200_000, [(Payout.VENUE_EFT, 200_000)], False, ["15(e)(i)(d)"]),
    ("14(f) into an account", 200_000, [(Payout.ACCOUNT, 200_000)], False, ["14(f)"]),
]


@pytest.mark.parametrize(
    ("total", "ways", "fund", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in PAYOUTS]
)
def test_15_e__m27_m28(
    shop: Desk, total: int, ways: list[tuple[Payout, int]], fund: bool, clauses: list[str]
) -> None:
    entry = winner(shop, *(Regular((1, 2, 3), 100) for _ in range(1)))
    serial = entry.serial
    shop.pretend_won(serial, 0, total)
    shop.do(shop.claim(entry))
    found = shop.no(shop.pay("s", *ways, all_from_fund=fund))
    assert set(clauses) <= set(found), found
    assert bool(found) is bool(clauses)


def test_m27__the_lower_of_both_limits(shop: Desk) -> None:
    from eyesdown.keno.state.payouts import venue_payout_max

    venue = replace(shop.state.venues["club"], payout_limit_cents=50_000)
    assert venue_payout_max(shop.state, venue) == 50_000
    assert venue_payout_max(shop.state, replace(venue, payout_limit_cents=300_000)) == 200_000
    assert venue_payout_max(shop.state, replace(venue, payout_limit_cents=None)) == 200_000


def test_15_b__a_cheque_needs_a_payee(shop: Desk) -> None:
    entry = winner(shop, pick(6, 200))  # 3,600.00
    shop.do(shop.claim(entry))
    asked = (PayoutAsked(CASH, 200_000), PayoutAsked(CHEQUE, 160_000))
    assert shop.no(PaySession(shop.now, "s", "club", asked)) == ["15(b)"]


@pytest.mark.parametrize("reinstated", [False, True])
def test_21__t15_a_barred_entry_takes_no_share_of_a_jackpot(shop: Desk, reinstated: bool) -> None:
    seven = tuple(range(1, 8))
    barred, other = shop.sell(Regular(seven, 100)), shop.sell(Regular(seven, 300))
    shop.do(Disqualify(shop.now, barred.serial, Ground.FRAUD, "oc"))
    settled = shop.play_out(ONE)
    growth = 40  # 10.1 % of 4.00 is 40.4 cents: a sole winner gets all of it
    assert shop.prize(other) == 1_500_000 + growth
    assert shop.purse("growth:regular/7") == 0  # T15: its growth was not reversed
    assert [paid.jackpot for paid in settled.jackpots] == ["regular/7"]
    assert shop.no(shop.claim(barred)) != []
    assert shop.purse("prizes:payable") == shop.prize(other)
    if reinstated:
        shop.do(Reinstate(shop.now, barred.serial, "A-8", "oc"))
        assert shop.prize(barred) == 500_010  # 21(d): what it would have won beside the other
        assert shop.purse("prizes:payable") == shop.prize(other) + 500_010
        assert shop.no(shop.claim(barred)) == []


def test_21__t15_a_jackpot_only_a_barred_entry_won_stays(shop: Desk) -> None:
    barred = shop.sell(Regular(tuple(range(1, 8)), 1_000))
    shop.do(Disqualify(shop.now, barred.serial, Ground.TENDER, "oc"))
    settled = shop.play_out(ONE)
    assert settled.jackpots == ()
    assert shop.purse("growth:regular/7") == 101
    assert shop.purse("prizes:payable") == 0


SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw

SEVEN = Regular(tuple(range(1, 8)), 100)  # $5,000 and growth

EIGHT = Regular(tuple(range(1, 9)), 100)  # $25,000 and growth


def _won(desk: Desk, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    return entry


@clause("nsw-keno", "15(b)", "15(i)", "2:Crossed Cheque", "15(e)(ii)(a)")
def test_15_b__a_cheque_has_a_payee_and_three_markings(desk: Desk) -> None:
    entry = _won(desk, SEVEN)
    desk.do(desk.claim(entry))
    due = desk.state.sessions["c-1"].due_cents
    parts = (
        PayoutAsked(Payout.CASH, 200_000),
        PayoutAsked(Payout.CHEQUE, due - 200_000),
    )
    assert desk.refused(desk.pay("c-1", *parts)) == [("payout/no_payee", "15(b)")]
    named = (parts[0], replace(parts[1], payee="Bea Bearer"))
    (paid,) = desk.do(desk.pay("c-1", *named))
    assert paid.payouts[1].payee == "Bea Bearer"
    paper = cheque(paid.payouts[1])
    assert (paper.payee, paper.cents) == ("Bea Bearer", due - 200_000)
    assert paper.crossed
    assert paper.not_negotiable
    assert paper.account_payee_only


def _winners(desk: Desk, entry: Any, least_cents: int) -> tuple[Any, ...]:
    """What is published of an Entry, as the store has it."""
    prizes = desk.prizes(entry.serial).values()
    won = [(desk.stored(entry.serial), prize) for prize in prizes]
    return winners_feed(desk.state, won, least_cents)


@clause("nsw-keno", "15(c):anon", "15(c):publish")
def test_15_c__anonymous_until_revoked_but_place_and_amount_are_public(desk: Desk) -> None:
    desk.account("bob")
    web = desk.web_entry(SIX, account="bob")
    desk.do(desk.sale(web))
    desk.play()
    (shown,) = _winners(desk, web, 100_000)
    assert (shown.name, shown.venue, shown.area) == ("Bob", "The club", "Sydney")
    assert (shown.channel, shown.cents) == ("internet", 180_000)
    desk.do(AskAnonymity(desk.now, web.serial, anonymous=True))
    (shown,) = _winners(desk, web, 100_000)
    assert (shown.name, shown.venue, shown.cents) == ("", "The club", 180_000)
    (event,) = desk.do(AskAnonymity(desk.now, web.serial, anonymous=False))
    assert event.anonymous is False
    assert _winners(desk, web, 100_000)[0].name == "Bob"
    assert _winners(desk, web, 180_001) == ()
    nobody = desk.refused(AskAnonymity(desk.now, "nobody", anonymous=True))
    assert nobody == [("claim/not_valid", "15(c):anon")]
    ticket = _won(desk, SIX)
    desk.do(desk.claim(ticket))
    desk.do(desk.pay("c-1", anonymous=True))
    assert desk.stored(ticket.serial).anonymous


@clause("nsw-keno", "15(c):publish", "21(a)")
def test_15_c__a_disqualified_entry_is_no_winner_to_publish(desk: Desk) -> None:
    before, after = desk.sell(SIX), desk.sell(SIX)
    desk.do(Disqualify(desk.now, before.serial, Ground.FRAUD, "olive"))
    desk.play()
    assert _winners(desk, before, 1) == ()
    [prize] = desk.prizes(after.serial).values()
    assert len(_winners(desk, after, 1)) == 1
    desk.do(Disqualify(desk.now, after.serial, Ground.FRAUD, "olive"))
    kept = desk.state.sold[after.serial]
    assert winners_feed(desk.state, [(kept, prize)], 1) == ()


@clause("nsw-keno", "15(e)(i)")
@pytest.mark.parametrize(
    ("limit", "cash", "refused"),
    [
        (180_100, 180_000, []),
        (180_000, 180_000, []),
        (179_900, 180_000, [("payout/over_threshold", "15(e)(i)")]),
    ],
)
def test_15_e_i__a_venue_pays_up_to_its_threshold(
    desk: Desk, limit: int, cash: int, refused: list[Any]
) -> None:
    """Decision M27: the lower of the Act's amount and the Venue's own."""
    desk.do(SetPayoutLimit(desk.now, limit))
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    assert desk.refused(desk.pay("c-1", PayoutAsked(Payout.CASH, cash))) == refused


@clause("nsw-keno", "15(e)(i)")
def test_15_e_i__a_venues_own_lower_limit_counts(desk: Desk) -> None:
    desk.state.venues["club"] = replace(desk.state.venues["club"], payout_limit_cents=100_000)
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    refused = desk.refused(desk.pay("c-1"))
    assert refused == [("payout/over_threshold", "15(e)(i)")]
    parts = (PayoutAsked(Payout.CASH, 100_000), PayoutAsked(Payout.CHEQUE, 80_000, "Bea"))
    assert desk.refused(desk.pay("c-1", *parts)) == []
    minus = desk.refused(SetPayoutLimit(desk.now, -1))
    assert minus == [("payout/limit_negative", "15(e)(i)")]


@clause("nsw-keno", "15(e)(i)(b)")
def test_15_e_i_b__by_receipt_or_cash_voucher(desk: Desk) -> None:
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    ways = (
        PayoutAsked(Payout.CASH_VOUCHER, 80_000, document="D1"),
        PayoutAsked(Payout.SST_RECEIPT, 60_000, document="D2"),
        PayoutAsked(Payout.CASH, 40_000),
    )
    taken = (replace(ways[0], document=""), *ways[1:])
    assert desk.refused(desk.pay("c-1", *taken)) == [("receipt/serial", "15(e)(i)(b)")]
    (paid,) = desk.do(desk.pay("c-1", *ways))
    assert paid.payouts[0].document.face_cents == 80_000
    assert desk.state.documents["D2"].kind is Tender.SST_RECEIPT
    assert desk.purse("documents:receipts") == 140_000


@clause("nsw-keno", "15(e)(i)(c)", "2:Casino Licensee")
def test_15_e_i_c__chips_at_the_casino_only(desk: Desk) -> None:
    for venue, refused in (
        ("club", [("payout/chip_outside_casino", "15(e)(i)(c)")]),
        ("hotel", [("payout/chip_outside_casino", "15(e)(i)(c)")]),
        ("casino", []),
    ):
        entry = _won(desk, SIX)
        desk.do(desk.claim(entry, session=venue, venue=venue, terminal=f"{venue}-1"))
        ask = desk.pay(venue, PayoutAsked(Payout.CHIP, 180_000), venue=venue)
        assert desk.refused(ask) == refused


@clause("nsw-keno", "15(e)(i)(d)", "15(e)(ii)(b)")
def test_15_e__transfers_where_they_are_permitted(desk: Desk) -> None:
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    ask = desk.pay("c-1", PayoutAsked(Payout.VENUE_EFT, 180_000, "account 1"))
    assert desk.refused(ask) == [("payout/eft_not_permitted", "15(e)(i)(d)")]
    desk.state.venues["club"] = replace(desk.state.venues["club"], eft_permitted=True)
    assert desk.refused(ask) == []
    desk.state.venues["club"] = replace(desk.state.venues["club"], eft_permitted=False)
    large = _won(desk, SEVEN)
    desk.do(desk.claim(large, session="c-2"))
    rest = desk.state.sessions["c-2"].due_cents - 200_000
    parts = (PayoutAsked(Payout.CASH, 200_000), PayoutAsked(Payout.EFT, rest, "account 1"))
    ask = desk.pay("c-2", *parts)
    assert desk.refused(ask) == [("payout/eft_not_permitted", "15(e)(ii)(b)")]
    desk.state.venues["club"] = replace(desk.state.venues["club"], eft_permitted=True)
    assert desk.refused(ask) == []


@clause("nsw-keno", "15(e)(ii)(a)", "15(e)(ii)(b)", "15(e)(iii)(a)", "15(e)(iii)(b)")
@pytest.mark.parametrize(
    ("total", "all_from_fund", "parts"),
    [
        (750_000, False, (200_000, 550_000)),
        (750_000, True, (0, 750_000)),
        (200_000, True, (200_000, 0)),
        (200_010, False, (200_000, 10)),
        (200_010, True, (0, 200_010)),
    ],
)
def test_15_e_ii_iii__what_the_fund_pays(
    total: int, all_from_fund: bool, parts: tuple[int, int]
) -> None:
    """Decision M28: on the Total Prize Money."""
    assert venue_and_fund_parts(total, 200_000, all_from_fund=all_from_fund) == parts


@clause("nsw-keno", "15(e)(iii)(a)", "15(e)(iii)(b)", "15(e)(ii)(a)")
@pytest.mark.parametrize("way", [Payout.CHEQUE, Payout.EFT])
def test_15_e_iii__all_from_the_fund_on_request(desk: Desk, way: Payout) -> None:
    desk.state.venues["club"] = replace(desk.state.venues["club"], eft_permitted=True)
    entry = _won(desk, SEVEN)
    desk.do(desk.claim(entry))
    due = desk.state.sessions["c-1"].due_cents
    ask = desk.pay("c-1", PayoutAsked(way, due, "Bea"))
    assert desk.refused(ask) == [("payout/parts", "15(e)(ii)(a)")]
    mixed = desk.pay(
        "c-1", PayoutAsked(Payout.CASH, 100), PayoutAsked(way, due - 100, "Bea"), all_from_fund=True
    )
    assert desk.refused(mixed) == [("payout/parts", "15(e)(iii)(a)")]
    (paid,) = desk.do(replace(ask, all_from_fund=True))
    assert (paid.all_from_fund, paid.total_cents) == (True, due)
    assert desk.purse("venue:club:agency") == 89  # the net part of the stake: it paid nothing


@clause("nsw-keno", "15(e)(iii)(a)")
def test_15_e_iii__a_small_total_is_not_drawn_on_the_fund(desk: Desk) -> None:
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    ask = desk.pay("c-1", PayoutAsked(Payout.CHEQUE, 180_000, "Bea"), all_from_fund=True)
    assert ("payout/fund_below_threshold", "15(e)(iii)(a)") in desk.refused(ask)


def test_a_large_jackpot_waits_for_its_verification(desk: Desk) -> None:
    """Rule 10(a), decisions M30 and T22."""
    entry = _won(desk, EIGHT)
    desk.do(desk.claim(entry))
    due = desk.state.sessions["c-1"].due_cents
    parts = (PayoutAsked(Payout.CASH, 200_000), PayoutAsked(Payout.CHEQUE, due - 200_000, "Bea"))
    assert desk.refused(desk.pay("c-1", *parts)) == [("jackpot/not_verified", "10(a)")]
    from eyesdown.keno.state.payouts import parlay_available

    assert parlay_available(desk.book, desk.state, "c-1") == 0
    assert desk.refused(VerifyPrize(desk.now, "nobody", "ovid")) == [("verify/unknown", "10(a)")]
    desk.do(VerifyPrize(desk.now, entry.serial, "ovid"))
    assert parlay_available(desk.book, desk.state, "c-1") == 200_000
    assert desk.refused(desk.pay("c-1", *parts, at=datetime(2026, 1, 1))) == []
