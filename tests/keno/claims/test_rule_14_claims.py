"""Rules 14 and 20(c): who may claim, with what, and what a claim leaves behind."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from eyesdown.display.keno.ticket import receipt
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import (
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
)
from eyesdown.keno.claims.events import SessionPaid
from eyesdown.keno.games.commands import CloseGame, SettleGame
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import FormReason, Ground, Payout
from kit.desk import Desk

PICK = (1, 2, 3)


def test_a_ticket_handed_in_for_two_sessions_is_taken_once(desk: Desk) -> None:
    entry = desk.sell(Regular(PICK, 100), games=2)
    desk.play()
    desk.do(desk.claim(entry, "c-1"))
    desk.play()
    desk.do(desk.claim(entry, "c-2"))
    for session in ("c-1", "c-2"):
        assert desk.refused(desk.pay(session)) == []
    assert desk.records("paid") == {entry.serial: b""}


def test_a_ticket_prints_twelve_signs_of_its_check(desk: Desk) -> None:
    assert len(ticket_check(desk.entry())) == 12


def test_a_session_pays_only_what_was_claimed_in_it(desk: Desk) -> None:
    """A ticket may have a prize waiting in one session while another is paid."""
    entry = desk.sell(Regular(tuple(range(1, 9)), 100), games=2)
    desk.play()
    desk.do(desk.claim(entry, session="first"))
    desk.play()
    desk.do(desk.claim(entry, session="second"))
    first, second = desk.state.sessions["first"], desk.state.sessions["second"]
    assert first.lodged == ((entry.serial, 0),)
    assert second.lodged == ((entry.serial, 1),)
    assert desk.refused(desk.pay("second"))[0] == ("jackpot/not_verified", "10(a)")


clause = pytest.mark.clause

HIGH = tuple(range(61, 81))

LOW = tuple(range(1, 21))


def cancel(desk: Desk, serial: str, **more: Any) -> CancelEntry:
    return replace(CancelEntry(desk.now, serial, "x-1", "club"), **more)


@clause("nsw-keno", "2:Receipt Ticket", "14(a)", "11(c)")
def test_14_a__a_serial_given_again_plays_only_the_games_it_is_sold_for(desk: Desk) -> None:
    entry = desk.sell(Regular(PICK, 100), games=4)
    desk.do(cancel(desk, entry.serial))
    desk.play(HIGH)
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.do(desk.sale(replace(entry, games=1)))  # the first has left memory
    desk.draw(1, LOW)
    [before] = desk.do(SettleGame(desk.now, 1))
    assert before.prizes == ()
    [settled] = desk.play(LOW)
    assert [prize.cents for prize in settled.prizes] == [4_400]


@clause("nsw-keno", "14(d)")
@pytest.mark.parametrize("given", [("S0000002", "N1"), ("N1", "N1", "N2"), ("", "N1", "N2")])
def test_14_d__each_running_ticket_gets_a_new_serial_of_its_own(
    desk: Desk, given: tuple[str, ...]
) -> None:
    """Decision T11; serials beyond those needed do not make up for bad ones."""
    first, second = desk.sell(games=3), desk.sell(games=3)
    assert second.serial == "S0000002"
    desk.play()
    desk.do(desk.claim(first))
    desk.do(desk.claim(second))
    refused = desk.refused(desk.pay("c-1", continuations=given))
    assert refused == [("ticket/no_continuation", "14(d)")]
    [paid] = desk.do(desk.pay("c-1", continuations=("N1", "N2", "N1")))
    assert isinstance(paid, SessionPaid)
    assert {one.ticket: one.serial for one in paid.continuations} == {
        "N1": first.serial,
        "N2": second.serial,
    }


ONE = (*range(1, 20), 21)  # heads, Multiplier 1

CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Desk, *bets: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)))
    shop.play_out(ONE)
    return entry


CLAIMS = [
    ("14(b) no ticket", {"serial": ""}, ["14(b)", "20(c):no ticket"]),
    ("14(c) altered", {"check": "forged"}, ["14(c)"]),
    ("20(c) unknown", {"serial": "E99999"}, ["20(c):valid"]),
    ("2:Venue unknown", {"venue": "pub"}, ["2:Terminal(i)", "2:Venue"]),
    ("15(d) any Venue", {"venue": "hotel", "terminal": "hotel-1"}, []),
    ("15(d) at a self-service terminal", {"terminal": "club-sst"}, []),
    ("2:Terminal of another Venue", {"terminal": "hotel-1"}, ["2:Terminal(i)"]),
    ("2:Terminal never approved", {"terminal": "club-9"}, ["2:Terminal(i)"]),
    ("2:Terminal none", {"terminal": ""}, ["2:Terminal(i)"]),
]


@pytest.mark.parametrize(("more", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in CLAIMS])
def test_14__a_claim_is_refused_by_the_clause_it_breaks(
    shop: Desk, more: dict[str, Any], clauses: list[str]
) -> None:
    entry = winner(shop)
    assert shop.no(replace(shop.claim(entry), **more)) == clauses


@pytest.mark.clause("nsw-keno", "14(c)", "14(f)", "21(a)")
def test_14_c__a_winner_is_not_told_that_he_lost(shop: Desk) -> None:
    """A web prize is in the account, that of a disqualified Entry waits: neither is no win."""
    web, barred = shop.sell_web(pick(3)), shop.sell(pick(3))
    shop.do(Disqualify(shop.now, barred.serial, Ground.FRAUD, "oc"))
    shop.play_out(ONE)
    assert shop.no(shop.claim(web)) == ["14(f)"]
    assert shop.no(shop.claim(barred)) == ["21(a)"]
    assert shop.no(shop.claim(barred, check="forged")) == ["14(c)", "21(a)"]


def test_14_c_d__no_win_no_pay_and_never_twice(shop: Desk) -> None:
    entry, other = shop.sell(pick(3)), shop.sell(Regular((70, 71, 72), 100))
    shop.play_out(ONE)
    assert shop.no(shop.claim(other)) == ["14(c)"]
    shop.collect(entry)
    assert shop.no(shop.claim(entry, session="again")) == ["14(d)"]


def test_t17__two_sessions_are_not_joined(shop: Desk) -> None:
    for name in ("s1", "s2"):
        entry = shop.sell(pick(4, 1_000))
        shop.play_out(ONE)
        shop.do(shop.claim(entry, session=name))
        assert shop.no(shop.pay(name, (CASH, 120_000))) == []


def test_16_b__t14_a_late_prize_is_paid_by_form_and_cheque(shop: Desk) -> None:
    entry = winner(shop)
    shop.now = datetime(2025, 6, 16, 12)
    shop.do(ExpireUnclaimed(shop.now))
    shop.do(LodgeClaimForm(shop.now, "F1", FormReason.ARCHIVED, entry.serial, "Pat"))
    ask = PayClaimForm(shop.now, "F1", CHEQUE, "Pat", "seen")
    assert shop.no(replace(ask, payout=CASH)) == ["15(h)"]
    assert shop.no(replace(ask, payee="")) == ["15(h)"]
    assert shop.no(replace(ask, satisfied="")) == ["17(b)"]
    assert shop.no(ask) == []
    assert shop.no(ask) == ["15(h)"]
    assert (shop.purse("prizes:unclaimed"), shop.purse("player")) == (0, 4_400 - 100)


@pytest.mark.clause("nsw-keno", "14(d)", "15(d)", "16(b):after")
def test_14_d__a_prize_that_is_late_asks_for_no_new_ticket(shop: Desk) -> None:
    """T11 is for what a terminal can still be asked about; the late prize has its form."""
    entry = shop.sell(pick(3), games=2)
    shop.next_day()
    shop.settle(ONE)  # yesterday's game
    shop.play_out(ONE)
    shop.now = datetime(2025, 6, 16, 11)
    assert shop.no(shop.claim(entry)) == []
    assert shop.state.sessions["s"].due_cents == 4_400
    assert shop.no(shop.pay()) == []
    shop.do(LodgeClaimForm(shop.now, "F1", FormReason.ARCHIVED, entry.serial, "Pat"))
    assert shop.no(PayClaimForm(shop.now, "F1", CHEQUE, "Pat", "seen")) == []
    assert shop.purse("prizes:payable") == 0


SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw


def _won(desk: Desk, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    return entry


@clause("nsw-keno", "14(b)", "20(c):no ticket", "20(c):valid")
def test_14_b__only_with_the_ticket(desk: Desk) -> None:
    entry = _won(desk, SIX)
    none = desk.refused(desk.claim(entry, serial=""))
    assert none == [("claim/no_ticket", "14(b)"), ("claim/form_only", "20(c):no ticket")]
    forged = desk.refused(desk.claim(entry, serial="S9999999"))
    assert forged == [("claim/not_valid", "20(c):valid")]
    assert desk.refused(desk.claim(entry)) == []


@clause("nsw-keno", "14(c)")
def test_14_c__a_winning_ticket_that_agrees(desk: Desk) -> None:
    loser, winner = desk.sell(Regular((41,), 100)), desk.sell(SIX)
    desk.play()
    assert desk.refused(desk.claim(loser)) == [("claim/no_win", "14(c)")]
    bad = desk.refused(desk.claim(winner, check="000000000000"))
    assert bad == [("claim/ticket_disagrees", "14(c)")]
    printed = receipt(desk.book, desk.stored(winner.serial)).check
    assert desk.refused(desk.claim(winner, check=printed)) == []


@clause("nsw-keno", "14(d)", "20(c):discharge", "20(c):record", "15(e)(i)(a)")
def test_14_d__a_paid_ticket_is_kept(desk: Desk) -> None:
    entry = _won(desk, SIX)
    desk.do(desk.claim(entry))
    assert desk.refused(desk.claim(entry, session="c-2")) == [("claim/already_paid", "14(d)")]
    (paid,) = desk.do(desk.pay("c-1", claimant="Bea Bearer"))
    assert isinstance(paid, SessionPaid)
    assert (paid.claimant, paid.at, paid.total_cents) == ("Bea Bearer", desk.now, 180_000)
    assert [(line.payout, line.cents) for line in paid.payouts] == [(Payout.CASH, 180_000)]
    assert desk.stored(entry.serial).ticket == ""
    assert desk.refused(desk.claim(entry, session="c-3")) == [("claim/already_paid", "14(d)")]
    assert desk.purse("prizes:payable") == 0


@clause("nsw-keno", "14(d)")
def test_14_d__a_running_ticket_is_exchanged_for_a_continuation(desk: Desk) -> None:
    """Decisions T06 and T11."""
    from eyesdown.keno.sales.commands import CancelEntry

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
def test_14_f__a_web_prize_goes_to_the_account_only(desk: Desk) -> None:
    desk.account()
    web = desk.web_entry(SIX)
    desk.do(desk.sale(web))
    desk.play()
    assert ("claim/web_entry", "14(f)") in desk.refused(desk.claim(web))
    assert desk.purse("account:ann") == 10_000 - 100 + 180_000
    ticket = _won(desk, SIX)
    desk.do(desk.claim(ticket))
    into_account = desk.pay("c-1", PayoutAsked(Payout.ACCOUNT, 180_000))
    assert ("payout/web_entry", "14(f)") in desk.refused(into_account)


@clause("nsw-keno", "2:Customer Session(ii)", "2:Customer Session:end", "2:Total Prize Money")
def test_2_Customer_Session__tickets_checked_together_are_one_total(desk: Desk) -> None:
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


@clause("nsw-keno", "14(d)", "15(d)")
@pytest.mark.parametrize(("day", "running"), [(date(2025, 5, 1), True), (date(2025, 5, 2), False)])
def test_14_d__a_ticket_is_renewed_for_a_prize_that_a_terminal_may_still_pay(
    desk: Desk, day: date, running: bool
) -> None:
    """The second game was won after the ticket was handed in for the first, on 1 May 2024."""
    entry = desk.sell(Regular((1, 2, 3), 100), games=2)
    desk.play()
    assert desk.refused(desk.claim(entry)) == []
    desk.play()
    pay = replace(desk.pay("c-1"), at=datetime.combine(day, time(12)))
    assert desk.refused(pay) == ([("ticket/no_continuation", "14(d)")] if running else [])
