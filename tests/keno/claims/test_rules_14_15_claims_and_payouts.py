"""Rules 14, 15(b)-(g) and 10(a): claiming and paying."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime
from typing import Any

import pytest

from eyesdown.display.keno.site import winners_feed
from eyesdown.display.keno.ticket import cheque, receipt
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.commands import AskAnonymity, Disqualify, PayoutAsked, VerifyPrize
from eyesdown.keno.events import InternetPrizeCredited, SessionPaid
from eyesdown.keno.office.commands import IdentifyAccount, SetPayoutLimit, Withdraw
from eyesdown.keno.words.records import PrizeState
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Ground, Payout, Tender
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c15_payouts import (
    WEB_CREDITS,
    CreditFacts,
    credited_at_once,
    kept_until,
    last_claim_day,
    unclaimed_from,
    venue_and_fund_parts,
)

clause = pytest.mark.clause
BOOK = open_on(date(2024, 5, 1))
FIGURES = BOOK.figures
SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw
SEVEN = Regular(tuple(range(1, 8)), 100)  # $5,000 and growth
EIGHT = Regular(tuple(range(1, 9)), 100)  # $25,000 and growth


def _won(desk: Any, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    return entry


@clause("nsw-keno", "14(b)", "20(c):no ticket", "20(c):valid")
def test_14_b__only_with_the_ticket(desk: Any) -> None:
    entry = _won(desk, SIX)
    none = desk.refused(desk.claim(entry, serial=""))
    assert none == [("claim/no_ticket", "14(b)"), ("claim/form_only", "20(c):no ticket")]
    forged = desk.refused(desk.claim(entry, serial="S9999999"))
    assert forged == [("claim/not_valid", "20(c):valid")]
    assert desk.refused(desk.claim(entry)) == []


@clause("nsw-keno", "14(c)")
def test_14_c__a_winning_ticket_that_agrees(desk: Any) -> None:
    loser, winner = desk.sell(Regular((41,), 100)), desk.sell(SIX)
    desk.play()
    assert desk.refused(desk.claim(loser)) == [("claim/no_win", "14(c)")]
    bad = desk.refused(desk.claim(winner, check="000000000000"))
    assert bad == [("claim/ticket_disagrees", "14(c)")]
    printed = receipt(desk.book, desk.shelf.find(winner.serial)).check
    assert desk.refused(desk.claim(winner, check=printed)) == []


@clause("nsw-keno", "14(d)", "20(c):discharge", "20(c):record", "15(e)(i)(a)")
def test_14_d__a_paid_ticket_is_kept(desk: Any) -> None:
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    assert desk.refused(desk.claim(entry, session="c-2")) == [("claim/already_paid", "14(d)")]
    (paid,) = desk.do(desk.pay("c-1", claimant="Bea Bearer"))
    assert isinstance(paid, SessionPaid)
    assert (paid.claimant, paid.at, paid.total_cents) == ("Bea Bearer", desk.now, 180_000)
    assert [(line.payout, line.cents) for line in paid.payouts] == [(Payout.CASH, 180_000)]
    assert desk.shelf.find(entry.serial).ticket == ""
    assert desk.refused(desk.claim(entry, session="c-3")) == [("claim/already_paid", "14(d)")]
    assert desk.purse("prizes:payable") == 0


@clause("nsw-keno", "14(d)")
def test_14_d__a_running_ticket_is_exchanged_for_a_continuation(desk: Any) -> None:
    """Decisions T06 and T11."""
    from eyesdown.keno.commands import CancelEntry

    entry = _won(desk, Regular((1, 2, 3), 100), games=3)
    desk.do(desk.claim(entry))
    short = desk.refused(desk.pay("c-1"))
    assert short == [("ticket/no_continuation", "14(d)")]
    (paid,) = desk.do(desk.pay("c-1", continuations=("K-1",)))
    assert paid.continuations[0].ticket == "K-1"
    assert desk.refused(desk.claim(entry, session="c-2")) == [("claim/already_paid", "14(d)")]
    held = replace(entry, serial=entry.serial)
    assert desk.refused(desk.claim(held, serial="K-1", session="c-2")) == [
        ("claim/no_win", "14(c)")
    ]
    desk.play()
    assert desk.refused(desk.claim(held, serial="K-1", session="c-3")) == []
    (paid,) = desk.do(desk.pay("c-3", continuations=("K-2",)))
    assert paid.total_cents == 4_400
    (gone,) = desk.do(CancelEntry(desk.now, "K-2", "s", venue="club"))
    assert gone.refund_cents == 100


@clause("nsw-keno", "14(f)")
def test_14_f__a_web_prize_goes_to_the_account_only(desk: Any) -> None:
    desk.account()
    web = desk.web_entry(SIX)
    desk.do(desk.web_sale(web))
    desk.play()
    assert ("claim/web_entry", "14(f)") in desk.refused(desk.claim(web))
    assert desk.purse("account:ann") == 10_000 - 100 + 180_000
    ticket = _won(desk, SIX)
    desk.do(desk.claim(ticket))
    into_account = desk.pay("c-1", PayoutAsked(Payout.ACCOUNT, 180_000))
    assert ("payout/web_entry", "14(f)") in desk.refused(into_account)


@clause("nsw-keno", "2:Customer Session(ii)", "2:Customer Session:end", "2:Total Prize Money")
def test_2_Customer_Session__tickets_checked_together_are_one_total(desk: Any) -> None:
    """Decision T17: sessions are not joined."""
    entries = [desk.sell(Regular((1, 2, 3), 100)) for _ in range(3)]
    desk.play()
    lodged = [desk.do(desk.claim(entry))[0] for entry in entries]
    assert {event.session for event in lodged} == {"c-1"}
    (paid,) = desk.do(desk.pay("c-1"))
    assert (paid.session, paid.total_cents, len(paid.serials)) == ("c-1", 13_200, 3)
    late = desk.sell(Regular((1, 2, 3), 100))
    desk.play()
    over = desk.refused(desk.claim(late))
    assert over == [("session/over", "2:Customer Session:end")]
    assert desk.refused(desk.pay("c-1")) == [("session/nothing_due", "2:Total Prize Money")]
    assert desk.refused(desk.pay("c-9")) == [("session/nothing_due", "2:Total Prize Money")]
    desk.do(desk.claim(late, session="c-2"))
    wrong = desk.pay("c-2", PayoutAsked(Payout.CASH, 4_300))
    assert desk.refused(wrong) == [("payout/not_the_total", "2:Total Prize Money")]


@clause("nsw-keno", "15(b)", "15(i)", "2:Crossed Cheque", "15(e)(ii)(a)")
def test_15_b__a_cheque_has_a_payee_and_three_markings(desk: Any) -> None:
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


def _winners(desk: Any, entry: Any, least_cents: int) -> tuple[Any, ...]:
    """What is published of an Entry, as the store has it."""
    prizes = desk.shelf.won(desk.state, entry.serial).values()
    won = [(desk.shelf.find(entry.serial), prize) for prize in prizes]
    return winners_feed(desk.state, won, least_cents)


@clause("nsw-keno", "15(c):anon", "15(c):publish")
def test_15_c__anonymous_until_revoked_but_place_and_amount_are_public(desk: Any) -> None:
    desk.account("bob")
    web = desk.web_entry(SIX, account="bob")
    desk.do(desk.web_sale(web))
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
    assert desk.shelf.find(ticket.serial).anonymous


@clause("nsw-keno", "15(c):publish", "21(a)")
def test_15_c__a_disqualified_entry_is_no_winner_to_publish(desk: Any) -> None:
    before, after = desk.sell(SIX), desk.sell(SIX)
    desk.do(Disqualify(desk.now, before.serial, Ground.FRAUD, "olive"))
    desk.play()
    assert _winners(desk, before, 1) == ()
    [prize] = desk.shelf.won(desk.state, after.serial).values()
    assert len(_winners(desk, after, 1)) == 1
    desk.do(Disqualify(desk.now, after.serial, Ground.FRAUD, "olive"))
    kept = desk.state.sold[after.serial]
    assert winners_feed(desk.state, [(kept, prize)], 1) == ()


@clause("nsw-keno", "15(d)", "16(b):after", "2:Unclaimed Prize:a")
@pytest.mark.parametrize(
    ("day", "late"),
    [(date(2025, 4, 30), False), (date(2025, 5, 1), False), (date(2025, 5, 2), True)],
)
def test_15_d__twelve_months_after_the_keno_day(desk: Any, day: date, late: bool) -> None:
    """Decisions T01 and T02; any Venue pays."""
    entry = _won(desk, SIX)
    at = datetime.combine(day, datetime.min.time())
    claim = desk.claim(entry, at=at, venue="hotel", terminal="hotel-1")
    refused = [("claim/late", "15(d)"), ("claim/form_only", "16(b):after")] if late else []
    assert desk.refused(claim) == refused


@clause("nsw-keno", "15(d)", "2:Unclaimed Prize:a", "2:Unclaimed Prize:c", "16(b):keep")
def test_15_d__periods_are_figures_and_leap_days_end_in_february() -> None:
    assert last_claim_day(date(2024, 2, 29), FIGURES) == date(2025, 2, 28)
    assert unclaimed_from(date(2024, 6, 15), FIGURES) == date(2025, 6, 15)
    assert kept_until(date(2024, 6, 15), FIGURES) == date(2025, 6, 15)
    act = dataclasses.replace(FIGURES, unclaimed_months=6)
    assert unclaimed_from(date(2024, 6, 15), act) == date(2024, 12, 15)


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
    desk: Any, limit: int, cash: int, refused: list[Any]
) -> None:
    """Decision M27: the lower of the Act's amount and the Venue's own."""
    desk.do(SetPayoutLimit(desk.now, limit))
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    assert desk.refused(desk.pay("c-1", PayoutAsked(Payout.CASH, cash))) == refused


@clause("nsw-keno", "15(e)(i)")
def test_15_e_i__a_venues_own_lower_limit_counts(desk: Any) -> None:
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
def test_15_e_i_b__by_receipt_or_cash_voucher(desk: Any) -> None:
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
def test_15_e_i_c__chips_at_the_casino_only(desk: Any) -> None:
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
def test_15_e__transfers_where_they_are_permitted(desk: Any) -> None:
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
def test_15_e_iii__all_from_the_fund_on_request(desk: Any, way: Payout) -> None:
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
def test_15_e_iii__a_small_total_is_not_drawn_on_the_fund(desk: Any) -> None:
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    ask = desk.pay("c-1", PayoutAsked(Payout.CHEQUE, 180_000, "Bea"), all_from_fund=True)
    assert ("payout/fund_below_threshold", "15(e)(iii)(a)") in desk.refused(ask)


def test_a_large_jackpot_waits_for_its_verification(desk: Any) -> None:
    """Rule 10(a), decisions M30 and T22."""
    entry = _won(desk, EIGHT)
    desk.do(desk.claim(entry))
    due = desk.state.sessions["c-1"].due_cents
    parts = (PayoutAsked(Payout.CASH, 200_000), PayoutAsked(Payout.CHEQUE, due - 200_000, "Bea"))
    assert desk.refused(desk.pay("c-1", *parts)) == [("jackpot/not_verified", "10(a)")]
    from eyesdown.keno.state.payable import parlay_available

    assert parlay_available(desk.book, desk.state, "c-1") == 0
    assert desk.refused(VerifyPrize(desk.now, "nobody", "ovid")) == [("verify/unknown", "10(a)")]
    desk.do(VerifyPrize(desk.now, entry.serial, "ovid"))
    assert parlay_available(desk.book, desk.state, "c-1") == 200_000
    assert desk.refused(desk.pay("c-1", *parts, at=datetime(2026, 1, 1))) == []


@clause("nsw-keno", "15(f)(i)", "15(f)(ii)")
@pytest.mark.parametrize(
    ("cents", "at_once"), [(999_900, True), (999_990, True), (1_000_000, False), (1_000_010, False)]
)
def test_15_f__the_gap_below_ten_thousand_is_paid_at_once(cents: int, at_once: bool) -> None:
    """Decision M29."""
    assert credited_at_once(cents, FIGURES) is at_once
    refused = BOOK.check(WEB_CREDITS, CreditFacts(cents, verified=False))
    assert [bad.code for bad in refused] == ([] if at_once else ["payout/not_verified"])
    assert BOOK.check(WEB_CREDITS, CreditFacts(cents, verified=True)) == ()


@clause("nsw-keno", "15(f)(i)", "15(f)(ii)")
@pytest.mark.parametrize(("lines", "pending"), [(5, False), (6, True)])
def test_15_f__large_web_prizes_wait_for_verification(desk: Any, lines: int, pending: bool) -> None:
    """All lines of one Entry in one draw count together: $1,800 each (M29)."""
    desk.account()
    web = desk.web_entry(*(SIX,) * lines)
    desk.do(desk.web_sale(web))
    events = desk.play()
    kept = desk.shelf.won(desk.state, web.serial)[0]
    if not pending:
        assert isinstance(events[1], InternetPrizeCredited)
        assert kept.state is PrizeState.PAID
        return
    assert len(events) == 1
    assert (kept.state, kept.cents) == (PrizeState.PENDING, 1_080_000)
    assert desk.state.accounts["ann"].prize_cents == 0
    events = desk.do(VerifyPrize(desk.now, web.serial, "ovid"))
    assert events[1].cents == 1_080_000
    assert web.serial not in desk.state.prizes
    assert desk.state.accounts["ann"].prize_cents == 1_080_000


@clause("nsw-keno", "15(g)")
def test_15_g__prizes_are_withdrawn_once_identified_and_may_be_staked_before(desk: Any) -> None:
    desk.account(cents=1_100)
    desk.do(desk.web_sale(desk.web_entry(Regular((1, 2, 3), 100))))
    desk.play()
    account = desk.state.accounts["ann"]
    assert (account.balance_cents, account.prize_cents) == (5_400, 4_400)
    assert desk.refused(Withdraw(desk.now, "ann", 1_000)) == []
    assert desk.refused(Withdraw(desk.now, "ann", 1)) == [("withdraw/not_identified", "15(g)")]
    assert desk.refused(desk.web_sale(desk.web_entry(Regular((1, 2), 400)))) == []
    desk.do(IdentifyAccount(desk.now, "ann", "ida"))
    assert desk.refused(Withdraw(desk.now, "ann", 4_000)) == []
