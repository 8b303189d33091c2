"""Only what is open lives in memory; whatever is asked of a ticket, the store knows the rest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.central.memory import MemoryStore
from eyesdown.central.recall import find, find_anywhere, history, prizes_of
from eyesdown.central.store import Store
from eyesdown.central.verify import verify
from eyesdown.display.keno import account_history
from eyesdown.keno.bets import Regular
from eyesdown.keno.commands import (
    AcceptEntry,
    AskAnonymity,
    CancelEntry,
    ClaimPrize,
    Disqualify,
    PayoutAsked,
    PaySession,
    Reinstate,
    RequestPrintPay,
)
from eyesdown.keno.entries import Entry
from eyesdown.keno.events import EntryDisqualified, Refused
from eyesdown.keno.office_commands import AcceptTerms, Deposit, LogIn, OpenAccount
from eyesdown.keno.payable import check_of
from eyesdown.keno.records import PrizeState
from eyesdown.keno.tenders import Tendered
from eyesdown.rulebook.facts.keno_life import Ground, Method, Payout, Tender
from eyesdown.testing.keno_load import Ask, sale
from eyesdown.testing.night import PLACES, Night

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
    where = (HERE.venue, HERE.terminal, check_of(sold.entry))
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
    state = night.site.state.keno
    for serial in list(state.prizes):
        if any(prize.state is PrizeState.PAYABLE for prize in state.prizes[serial].values()):
            assert claim(night, serial, f"all/{night.now}") == []
    pay(night, f"all/{night.now}")


def test_memory_and_snapshot_do_not_grow_with_the_games_played(night: Night) -> None:
    night.work()
    sizes = []
    for game in range(8):
        for spot in range(1, 81):
            sell(night, f"G{game:02d}S{spot:02d}", spot)
        a_game(night)
        assert len(night.site.state.keno.sold) == 20
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
    verify(night.machine, night.store, decide_again=True)


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
        assert night.site.state.keno.sold == night.site.state.keno.prizes == {}
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
    verify(night.machine, night.store, decide_again=True)
