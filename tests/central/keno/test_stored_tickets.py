"""Only what is open lives in memory; whatever is asked of a ticket, the store knows the rest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from eyesdown.central.keno.machine import serials_in
from eyesdown.central.keno.stored_tickets import (
    find,
    find_anywhere,
    history,
    prizes_of,
    with_stored_facts,
)
from eyesdown.central.site.site import Done, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.display.keno.account import account_history
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import (
    AskAnonymity,
    ClaimPrize,
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
    PaySession,
    Reinstate,
    RequestPrintPay,
    VerifyPrize,
)
from eyesdown.keno.claims.events import EntryDisqualified
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.office.commands import AcceptTerms, Deposit, LogIn, OpenAccount
from eyesdown.keno.sales.commands import AcceptEntry, CancelEntry
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import FormReason, Ground, Method, Payout, Tender
from kit.night import PLACES, Night

HERE = PLACES[0]


@pytest.fixture
def night() -> Night:
    return Night(MemoryStore())


def sell(night: Night, serial: str, *spots: int, games: int = 1) -> None:
    ask = Ask(tuple(Regular((spot,), 100) for spot in spots), games, 100 * games * len(spots))
    [done, *_] = night.ask(sale(night.now, serial, HERE, ask))
    assert not isinstance(done, Refused), done


def codes(night: Night, command: Any) -> list[str]:
    [event, *_] = night.ask(command)
    return [no.code for no in event.refusals] if isinstance(event, Refused) else []


def claim(night: Night, ticket: str, session: str) -> list[str]:
    sold = find_anywhere(night.site, ticket)
    assert sold is not None
    where = (HERE.venue, HERE.terminal, ticket_check(sold.entry))
    return codes(night, ClaimPrize(night.now, ticket, session, *where))


def pay(night: Night, session: str, *continuations: str) -> None:
    due = night.site.state.keno.sessions[session].due_cents
    payouts = (PayoutAsked(Payout.CASH, due),)
    ask = PaySession(night.now, session, HERE.venue, payouts, continuations=continuations)
    assert codes(night, ask) == []


def a_game(night: Night) -> None:
    night.now += timedelta(minutes=3)
    night.work()


def collect(night: Night) -> None:
    """Every prize that is owed is claimed and paid."""
    won = [prize.serial for prize in night.seen(GameSettled)[-1].prizes]
    for serial in won:
        assert claim(night, serial, f"all/{night.now}") == []
    assert list(night.site.state.keno.sold) == won
    pay(night, f"all/{night.now}")


def test_memory_and_snapshot_do_not_grow_with_the_games_played(night: Night) -> None:
    night.work()
    sizes = []
    for game in range(8):
        for spot in range(1, 81):
            sell(night, f"G{game:02d}S{spot:02d}", spot)
        a_game(night)
        assert night.site.state.keno.sold == night.site.state.keno.prizes == {}
        collect(night)
        assert night.site.state.keno.sold == night.site.state.keno.prizes == {}
        sizes.append(len(night.machine.save(night.site.state)))
    assert sizes[-1] - sizes[-2] < 2_000  # a game's record and a session's, no ticket's


def test_every_kind_of_ticket_is_put_together_again(night: Night) -> None:
    night.work()
    everything = tuple(range(1, 81))
    sell(night, "WON", *everything[:40], games=1)
    sell(night, "LOST", 1)
    sell(night, "LONG", *everything, games=2)
    sell(night, "BACK", 5, games=3)
    assert codes(night, CancelEntry(night.now, "BACK", "s", HERE.venue)) == []
    a_game(night)
    numbers = night.site.state.keno.games[0].numbers
    assert claim(night, "WON", "c1") == []
    pay(night, "c1")
    assert claim(night, "LONG", "c2") == []
    pay(night, "c2", "LONG2")
    a_game(night)
    assert claim(night, "LONG2", "c3") == []
    pay(night, "c3")
    lost = 1 not in numbers
    if not lost:
        assert claim(night, "LOST", "c4") == []
        pay(night, "c4")
    state = night.site.state.keno
    assert state.sold == state.prizes == state.tickets == {}
    night.restart()
    assert claim(night, "WON", "c5") == ["claim/already_paid"]
    assert claim(night, "LONG", "c5") == ["claim/already_paid"]
    assert claim(night, "LONG2", "c5") == ["claim/already_paid"]
    assert claim(night, "LOST", "c5") == [["claim/already_paid"], ["claim/no_win"]][lost]
    assert claim(night, "BACK", "c5") == ["claim/no_win"]
    back = find(night.store, "BACK")
    assert back is not None
    assert (back.end, back.gross_cents) == (0, 0)
    won = prizes_of(night.site, "LONG")
    assert list(won) == [0, 1]
    assert {prize.state for prize in won.values()} == {PrizeState.PAID}
    assert codes(night, CancelEntry(night.now, "LONG2", "s", HERE.venue)) == ["cancel/all_drawn"]
    assert codes(night, RequestPrintPay(night.now, "LONG2")) == []
    assert codes(night, AskAnonymity(night.now, "LONG2", anonymous=True)) == []
    named = find(night.store, "LONG")
    assert named is not None
    assert named.anonymous
    assert find(night.store, "NOBODY") is None
    assert codes(night, RequestPrintPay(night.now, "NOBODY")) == ["print_pay/unknown_ticket"]
    verify_journal(night.machine, night.store, decide_again=True)


@pytest.mark.clause("nsw-keno", "7A(g)")
def test_an_accounts_history_is_in_the_store(reopen: Callable[[], Store]) -> None:
    """Web entries, oldest first, long after they left memory; a prize reached the account."""
    night = Night(reopen())
    night.work()
    for name in ("ann", "ann/e"):
        night.ask(OpenAccount(night.now, name, "Ann", date(1990, 1, 1)))
        night.ask(AcceptTerms(night.now, name, "terms-1"))
        night.ask(LogIn(night.now, name, password_right=True))
        night.ask(Deposit(night.now, name, 100_000))
    everything = tuple(Regular((spot,), 100) for spot in range(1, 81))
    for serial, account in (("W9", "ann"), ("X1", "ann/e"), ("W1", "ann")):
        entry = Entry(serial, everything, 1, "internet", Method.INTERNET, "", account=account)
        paid = (Tendered(Tender.ACCOUNT, 8_000),)
        [done, *_] = night.ask(AcceptEntry(night.now, entry, paid, confirmed=True))
        assert not isinstance(done, Refused), done
        a_game(night)
        keno = night.site.state.keno
        assert keno.sold == keno.prizes == keno.owed == {}, "it was credited at once"
    lines = account_history(history(night.store, "ann"))
    assert [line.serial for line in lines] == ["W9", "W1"]
    assert [(line.first_game, line.cost_cents) for line in lines] == [(0, 8_000), (2, 8_000)]
    assert night.site.state.keno.accounts["ann"].prize_cents == 2 * 20 * 300
    assert "claim/web_entry" in claim(night, "W9", "c1")


def test_a_disqualified_ticket_comes_back_until_it_is_reinstated(
    reopen: Callable[[], Store],
) -> None:
    night = Night(reopen())
    night.work()
    sell(night, "BACK", 5)
    assert codes(night, CancelEntry(night.now, "BACK", "s", HERE.venue)) == []
    a_game(night)
    assert night.site.state.keno.sold == {}
    assert codes(night, Disqualify(night.now, "BACK", Ground.FRAUD, "olive")) == []
    assert night.seen(EntryDisqualified)[0].kept is not None
    night.site.take_snapshot()
    night.restart()
    assert night.site.state.keno.sold.keys() == {"BACK"}
    assert "claim/disqualified" in claim(night, "BACK", "c1")
    assert codes(night, Reinstate(night.now, "BACK", "A-1", "olive")) == []
    assert night.site.state.keno.sold == {}
    verify_journal(night.machine, night.store, decide_again=True)


# --- prizes that nobody has claimed yet -----------------------------------------------------------

EVERYTHING = tuple(range(1, 81))


def submitted(night: Night, *commands: Any) -> list[list[str]]:
    """What comes of commands that are read for together, then decided in one batch."""
    ready = [
        Submitted(f"batch/{next(night.names)}", with_stored_facts(night.site, one))
        for one in commands
    ]
    found = []
    for reply in night.site.run(ready):
        assert isinstance(reply, Done), reply
        night.events += reply.events
        [event, *_] = reply.events
        found.append([no.code for no in event.refusals] if isinstance(event, Refused) else [])
    return found


def claim_of(night: Night, ticket: str, session: str) -> ClaimPrize:
    sold = find_anywhere(night.site, ticket)
    assert sold is not None
    where = (HERE.venue, HERE.terminal, ticket_check(sold.entry))
    return ClaimPrize(night.now, ticket, session, *where)


def test_a_settled_game_leaves_nothing_in_memory_but_every_prize_payable(
    reopen: Callable[[], Store],
) -> None:
    night = Night(reopen())
    night.work()
    empty = len(night.machine.save(night.site.state))
    for spot in EVERYTHING:
        sell(night, f"S{spot:02d}", spot)
    a_game(night)
    state = night.site.state.keno
    assert state.sold == state.prizes == state.tickets == state.changed == {}
    assert len(state.owed) == 20, "cents and a digest of each prize"
    assert len(night.machine.save(night.site.state)) < empty + 2_000 + 20 * 60
    night.site.take_snapshot()
    night.restart()
    won = [prize.serial for prize in night.seen(GameSettled)[0].prizes]
    assert len(won) == 20
    for serial in won:
        assert claim(night, serial, f"c-{serial}") == []
    night.restart()
    for serial in won:
        assert claim(night, serial, "again") == ["claim/already_paid"]
        pay(night, f"c-{serial}")
    night.restart()
    for serial in won:
        assert claim(night, serial, "again") == ["claim/already_paid"]
        assert prizes_of(night.site, serial)[0].state is PrizeState.PAID
    assert night.store.balances()["prizes"] == 0
    assert night.site.state.keno.sold == {}
    verify_journal(night.machine, night.store, decide_again=True)


@pytest.mark.clause("nsw-keno", "14(d)")
def test_claims_of_one_ticket_in_one_batch_pay_once(reopen: Callable[[], Store]) -> None:
    """Both were read before either was decided; one batch is not in the store until it is over."""
    night = Night(reopen())
    night.work()
    sell(night, "WON", *EVERYTHING)
    a_game(night)
    due = sum(prize.cents for prize in prizes_of(night.site, "WON").values())
    one, two = claim_of(night, "WON", "c1"), claim_of(night, "WON", "c2")
    first = PaySession(night.now, "c1", HERE.venue, (PayoutAsked(Payout.CASH, due),))
    form = LodgeClaimForm(night.now, "F1", FormReason.LOST, "WON", "Bea")
    cheque = PayClaimForm(night.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    codes(night, form)
    found = submitted(night, one, two, first, two, cheque, replace(one, session="c3"))
    paid = ["claim/already_paid"]
    assert found == [[], paid, [], paid, ["claim_form/not_satisfied"], paid]
    assert night.store.balances()["prizes"] == 0
    assert night.site.state.keno.sold == {}
    assert len(night.site.state.keno.changed) == 1
    verify_journal(night.machine, night.store, decide_again=True)


@pytest.mark.clause("nsw-keno", "2:Unclaimed Prize:a", "16(b):after")
def test_the_store_knows_what_nobody_claimed(reopen: Callable[[], Store]) -> None:
    night = Night(reopen())
    night.work()
    for serial in ("PAID", "LOST", "FORM", "OPEN"):
        sell(night, serial, *EVERYTHING)
    a_game(night)
    assert claim(night, "PAID", "c1") == []
    pay(night, "c1")
    assert claim(night, "OPEN", "c2") == []
    night.now += timedelta(days=365)
    assert night.ask(ExpireUnclaimed(night.now)) == ()
    night.now += timedelta(days=1)
    night.work()
    by_api = with_stored_facts(night.site, ExpireUnclaimed(datetime(1970, 1, 1, tzinfo=UTC)))
    assert [(day, len(won)) for day, won in by_api.kept.days] == [(date(2026, 11, 15), 3)]
    [expired] = night.ask(ExpireUnclaimed(night.now))
    assert sorted(expired.prizes) == [("FORM", 0), ("LOST", 0)]
    assert expired.until == date(2026, 11, 15)
    assert night.ask(ExpireUnclaimed(night.now)) == ()
    night.restart()
    assert claim(night, "LOST", "c3") == ["claim/late", "claim/form_only"]
    assert prizes_of(night.site, "LOST")[0].state is PrizeState.UNCLAIMED
    codes(night, LodgeClaimForm(night.now, "F1", FormReason.LOST, "FORM", "Bea"))
    cheque = PayClaimForm(night.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert codes(night, cheque) == []
    assert prizes_of(night.site, "FORM")[0].state is PrizeState.PAID
    pay(night, "c2")
    balances = night.store.balances()
    assert balances["prizes"] == 0
    assert -balances["unclaimed"] == prizes_of(night.site, "LOST")[0].cents
    assert night.site.state.keno.sold == {}
    verify_journal(night.machine, night.store, decide_again=True)


@pytest.mark.clause("nsw-keno", "21(a)", "21(c)", "10(a)")
def test_an_unclaimed_prize_is_barred_reinstated_verified_and_paid(
    reopen: Callable[[], Store],
) -> None:
    night = Night(reopen())
    night.work()
    sell(night, "WON", *EVERYTHING)
    sell(night, "BARRED", *EVERYTHING)
    assert codes(night, Disqualify(night.now, "BARRED", Ground.FRAUD, "olive")) == []
    a_game(night)
    assert night.site.state.keno.sold.keys() == {"BARRED"}
    assert codes(night, Disqualify(night.now, "WON", Ground.FRAUD, "olive")) == []
    night.site.take_snapshot()
    night.restart()
    for serial in ("WON", "BARRED"):
        assert "claim/disqualified" in claim(night, serial, "c1")
        assert codes(night, Reinstate(night.now, serial, "R-1", "olive")) == []
        assert codes(night, RequestPrintPay(night.now, serial)) == ["print_pay/unpaid"]
        assert codes(night, VerifyPrize(night.now, serial, "ovid")) == []
    assert night.site.state.keno.sold == night.site.state.keno.prizes == {}
    night.restart()
    for serial in ("WON", "BARRED"):
        won = prizes_of(night.site, serial)[0]
        assert (won.state, won.verified_by) == (PrizeState.PAYABLE, "ovid")
        assert claim(night, serial, "c1") == []
    pay(night, "c1")
    assert codes(night, RequestPrintPay(night.now, "WON")) == []
    assert night.store.balances()["prizes"] == 0
    verify_journal(night.machine, night.store, decide_again=True)


def test_what_a_client_says_of_a_ticket_is_thrown_away(night: Night) -> None:
    night.work()
    sell(night, "WON", *EVERYTHING)
    a_game(night)
    made_up = with_stored_facts(night.site, claim_of(night, "WON", "c1"))
    collect(night)
    assert codes(night, replace(made_up, session="c2")) == ["claim/already_paid"]


def test_a_winner_who_was_disqualified_in_a_session_and_reinstated_is_paid(night: Night) -> None:
    """His claim fell out of the session; the store must not say that it still stands there."""
    night.work()
    for serial in ("WON", "OTHER"):
        sell(night, serial, *EVERYTHING)
    a_game(night)
    for serial in ("WON", "OTHER"):
        assert claim(night, serial, "c1") == []
    assert codes(night, VerifyPrize(night.now, "WON", "ovid")) == []
    assert codes(night, Disqualify(night.now, "WON", Ground.FRAUD, "olive")) == []
    pay(night, "c1")
    assert codes(night, Reinstate(night.now, "WON", "A-1", "olive")) == []
    assert claim(night, "WON", "c2") == []
    pay(night, "c2")
    assert night.store.balances()["prizes"] == 0
    verify_journal(night.machine, night.store, decide_again=True)


def test_a_serial_that_was_sold_again_is_sealed_once(night: Night) -> None:
    night.work()
    for serial in ("AGAIN", "OTHER"):
        sell(night, serial, 5, games=6)
    a_game(night)
    assert codes(night, CancelEntry(night.now, "AGAIN", "sue", HERE.venue)) == []
    for _ in range(2):
        a_game(night)
    sell(night, "AGAIN", 7)
    game = night.site.state.keno.open_game
    assert game is not None
    assert sorted(serials_in(night.site.state, game)) == ["AGAIN", "OTHER"]
    a_game(night)
    verify_journal(night.machine, night.store, decide_again=True)


def test_a_ticket_that_has_left_memory_is_played_again(night: Night) -> None:
    """Decision G33: any serial on storage, whatever a client says of it."""
    night.work()
    sell(night, "S1", 1)
    a_game(night)
    a_game(night)
    assert "S1" not in night.site.state.keno.sold

    def again(serial: str, ticket: str) -> list[str]:
        plain = sale(night.now, serial, HERE, Ask((Regular((1,), 100),), 1, 100))
        entry = replace(plain.entry, method=Method.REPLAY, replay_of=ticket)
        return codes(night, replace(plain, entry=entry, replay_stored=True))

    assert again("S2", "S1") == []
    assert again("S3", "S0") == ["replay/unknown_ticket"]


@pytest.mark.clause("nsw-keno", "2:Unclaimed Prize:a")
def test_an_office_that_forgot_for_long_catches_up_day_by_day(
    reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also before the next Keno Day has opened: what is late, the site's own clock says."""
    monkeypatch.setattr("eyesdown.central.keno.stored_tickets.OVERDUE_AT_ONCE", 1)
    night = Night(reopen())
    for serial in ("ONE", "TWO"):
        night.work()
        sell(night, serial, *EVERYTHING)
        a_game(night)
        night.now = (night.now + timedelta(days=1)).replace(hour=10, minute=0)
    night.now += timedelta(days=400)
    expired = []
    by_api = with_stored_facts(night.site, ExpireUnclaimed(datetime(1970, 1, 1, tzinfo=UTC)))
    assert [len(won) for _, won in by_api.kept.days] == [1]
    while events := night.ask(ExpireUnclaimed(night.now)):
        expired += [serial for serial, _ in events[0].prizes]
    assert expired == ["ONE", "TWO"]
