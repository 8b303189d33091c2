"""A record of the store is changed while the site runs, cashed and put back: nothing is paid."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import LineRow, RecordRow
from eyesdown.central.store.journal import Head, RowContent, linked
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.keys import Keyring
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import (
    ClaimPrize,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    PayoutAsked,
    PaySession,
)
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.office.commands import CorrectDeposit, Deposit, IdentifyAccount, OpenAccount
from eyesdown.keno.office.events import Deposited
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.words.money import UNCLAIMED, Amount
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import FormReason, Payout
from kit.night import PLACES, Night

HERE = PLACES[0]


@pytest.fixture
def night() -> Night:
    """A game was drawn; its winners have left memory."""
    night = Night(MemoryStore())
    night.work()
    for spot in range(1, 81):
        ask = Ask((Regular((spot,), 100),), 1, 100)
        night.ask(sale(night.now, f"S{spot:02d}", HERE, ask))
    night.now += timedelta(minutes=3)
    night.work()
    assert not night.site.state.keno.sold
    return night


def winner(night: Night) -> str:
    return str(night.seen(GameSettled)[-1].prizes[0].serial)


@contextmanager
def changed(
    night: Night, change: Callable[[RecordRow], RecordRow | None], kind: str, serial: str
) -> Iterator[None]:
    """Records of a ticket are other ones, or gone, for a moment; then they are as before."""
    store: Any = night.store
    before = list(store.dump("records"))
    mine = [row for row in before if row.kind == kind and row.key.startswith(serial)]
    assert mine, "there is something to change"
    others = [row for row in before if row not in mine]
    store.load("records", [*others, *filter(None, map(change, mine))])
    yield
    store.load("records", before)


def claim(night: Night, serial: str, session: str) -> list[str]:
    sold = next(row for row in night.store.records("ticket", serial.removeprefix("N")))
    entry = night.machine.events.read(sold.body).entry
    where = (HERE.venue, HERE.terminal, ticket_check(entry))
    [event, *_] = night.ask(ClaimPrize(night.now, serial, session, *where))
    return [no.code for no in event.refusals] if isinstance(event, Refused) else []


def pay(night: Night, session: str, *continuations: str) -> None:
    due = night.site.state.keno.sessions[session].due_cents
    payout = (PayoutAsked(Payout.CASH, due),)
    ask = PaySession(night.now, session, HERE.venue, payout, continuations=continuations)
    [event, *_] = night.ask(ask)
    assert not isinstance(event, Refused), event


def dearer(row: RecordRow) -> RecordRow:
    return row._replace(body=row.body.replace(b'"cents":', b'"cents":9'))


@pytest.mark.clause("central-site", "10.1")
def test_a_raised_prize_is_not_paid(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    serial = winner(night)
    with changed(night, dearer, "prize", serial), caplog.at_level(logging.ERROR):
        assert claim(night, serial, "c1") == ["record/changed"]
    assert [record.message for record in caplog.records] == ["the store was changed"]
    assert claim(night, serial, "c2") == [], "put back, it is paid what it won"
    pay(night, "c2")
    verify_journal(night.machine, night.store, decide_again=True)


@pytest.mark.clause("central-site", "10.1")
def test_a_ticket_whose_payment_was_hidden_is_not_paid_twice(night: Night) -> None:
    serial = winner(night)
    unpaid = next(iter(night.store.records("prize", serial)))
    assert claim(night, serial, "c1") == []
    pay(night, "c1")

    def as_before(row: RecordRow) -> RecordRow | None:
        return None if row.seq > unpaid.seq else row

    with changed(night, as_before, "paid", serial), changed(night, as_before, "prize", serial):
        assert claim(night, serial, "c2") == ["record/changed"]
    assert claim(night, serial, "c3") == ["claim/already_paid"]


def gone(_: RecordRow) -> None:
    return None


@pytest.mark.clause("central-site", "10.1")
def test_a_ticket_that_was_handed_in_for_another_is_not_paid(night: Night) -> None:
    """The venue keeps it, so its people could cash the next prize with it."""
    for spot in range(1, 81):
        night.ask(sale(night.now, f"T{spot:02d}", HERE, Ask((Regular((spot,), 100),), 2, 200)))
    night.now += timedelta(minutes=3)
    night.work()
    won = [prize.serial for prize in night.seen(GameSettled)[-1].prizes]
    for serial in won:
        assert claim(night, serial, f"c{serial}") == []
        pay(night, f"c{serial}", f"N{serial}")
    night.now += timedelta(minutes=3)
    night.work()
    serial = next(
        prize.serial for prize in night.seen(GameSettled)[-1].prizes if prize.serial in won
    )
    assert serial not in night.site.state.keno.sold
    with changed(night, gone, "paid", serial):
        assert claim(night, serial, "old") == ["record/changed"]
    assert claim(night, serial, "old") == ["claim/already_paid"]
    assert claim(night, f"N{serial}", "new") == [], "the player has this one"
    night.restart()
    pay(night, "new")


@pytest.mark.clause("central-site", "10.1")
def test_a_winner_that_was_taken_out_is_not_called_unknown(night: Night) -> None:
    serial = winner(night)
    asked = ClaimPrize(night.now, serial, "c1", HERE.venue, HERE.terminal, "")
    with changed(night, gone, "ticket", serial):
        [event, *_] = night.ask(asked)
    assert [no.code for no in event.refusals] == ["record/changed"]


@pytest.mark.clause("central-site", "10.1")
def test_an_entry_that_was_rewritten_is_not_paid(night: Night) -> None:
    serial = winner(night)

    def anothers(row: RecordRow) -> RecordRow:
        return row._replace(body=row.body.replace(b'"V0001"', b'"V0002"'))

    with changed(night, anothers, "ticket", serial):
        assert claim(night, serial, "c1") == ["record/changed"]


@pytest.mark.clause("central-site", "10.1")
def test_a_prize_that_was_lowered_does_not_expire_as_less(night: Night) -> None:
    serial = winner(night)
    night.now += timedelta(days=500)
    with changed(night, dearer, "prize", serial):
        [event, *_] = night.ask(ExpireUnclaimed(night.now))
        assert isinstance(event, Refused)
        assert [no.code for no in event.refusals] == ["record/changed"]


@pytest.mark.clause("central-site", "10.1")
def test_a_prize_that_was_taken_out_expires_all_the_same(night: Night) -> None:
    """Else it would stay among the prizes, for someone to claim by a form years later."""
    serial = winner(night)
    [name] = [row.key for row in night.store.records("winners")]
    night.now += timedelta(days=500)

    def without(row: RecordRow) -> RecordRow:
        others = [each for each in row.body.decode().split("\n") if each != serial]
        return row._replace(body="\n".join(others).encode())

    with changed(night, without, "winners", name):
        [event, *_] = night.ask(ExpireUnclaimed(night.now))
    assert isinstance(event, Refused)
    assert [(no.code, no.facts) for no in event.refusals] == [
        ("record/changed", (("ticket", serial),))
    ]
    [expired, *_] = night.ask(ExpireUnclaimed(night.now))
    assert (serial, 0) in expired.prizes


@pytest.mark.clause("central-site", "10.1")
def test_an_expired_prize_is_not_paid_out_of_the_prizes(night: Night) -> None:
    """Hiding that it expired would take the money of other winners."""
    serial = winner(night)
    [prize] = [each for each in night.seen(GameSettled)[-1].prizes if each.serial == serial]
    night.now += timedelta(days=500)
    [expired, *_] = night.ask(ExpireUnclaimed(night.now))
    assert not isinstance(expired, Refused)
    [form, *_] = night.ask(LodgeClaimForm(night.now, "F1", FormReason.LOST, serial, "Ann Example"))
    assert form.cents == prize.cents
    ask = PayClaimForm(night.now, "F1", Payout.CHEQUE, "Ann Example", "the paper", "olly")
    night.restart()
    with changed(night, gone, "unclaimed", serial):
        [event, *_] = night.ask(ask)
        assert [no.code for no in event.refusals] == ["record/changed"]
    with changed(night, gone, "ticket", serial):
        [event, *_] = night.ask(ask)
        assert [no.code for no in event.refusals] == ["record/changed"]
    [paid, *_] = night.ask(ask)
    assert Amount(UNCLAIMED, -prize.cents) in paid.money
    verify_journal(night.machine, night.store, decide_again=True)


def test_a_journal_that_contradicts_itself_is_named_at_its_row(night: Night) -> None:
    """An insider without our checks wrote a claim of more than was won, hashes and all."""
    serial = winner(night)
    assert claim(night, serial, "c1") == []
    store: Any = night.store
    row = store._rows[-1]
    command = night.machine.commands.read(row.command)
    [prize] = command.kept.prizes
    kept = replace(command.kept, prizes=(replace(prize, cents=prize.cents * 16),))
    forged = night.machine.commands.write(replace(command, kept=kept))
    before = store._rows[-2]
    content = RowContent(*row[1:4], forged, row.events)
    store._rows[-1:] = linked(Head(before.seq, before.hash), [content])
    with pytest.raises(JournalCorrupt, match=f"row {row.seq}: its command does not lead"):
        verify_journal(night.machine, store, decide_again=True)


def test_a_deposit_whose_row_was_raised_is_not_corrected() -> None:
    """The row's tag covers its hash: content that does not fit the hash is not believed."""
    plain = MemoryStore()
    night = Night(KeyedStore(plain, Keyring((bytes(32),))))
    night.ask(OpenAccount(night.now, "A0001", "Ann Example", date(1990, 1, 1)))
    night.ask(IdentifyAccount(night.now, "A0001", "olly"))
    [deposit] = night.ask(Deposit(night.now, "A0001", 5_000))
    assert isinstance(deposit, Deposited)
    rows = list(plain.rows())
    raised = rows[-1]._replace(events=rows[-1].events.replace(b'"cents":5000', b'"cents":1000'))
    assert raised != rows[-1]
    plain.load("journal", [*rows[:-1], raised])
    with pytest.raises(JournalCorrupt, match=f"row {len(rows)} was changed"):
        night.ask(CorrectDeposit(night.now, "A0001", len(rows), "keyed twice", "olly"))
    plain.load("journal", rows)
    [corrected] = night.ask(CorrectDeposit(night.now, "A0001", len(rows), "keyed twice", "olly"))
    assert corrected.cents == 5_000


@pytest.mark.parametrize("table", ["journal", "records", "lines", "personal"])
def test_a_start_names_what_was_changed_before_the_snapshot(table: str) -> None:
    plain = MemoryStore()
    night = Night(KeyedStore(plain, Keyring((bytes(32),))))
    night.work()
    night.sell(1)
    night.store.put_personal("A0001", {"password": b"a hash with cents"})
    night.site.take_snapshot()
    before = list(plain.dump(table))
    for n, row in enumerate(before):
        for column, value in enumerate(row):
            if table == "lines" and column == LineRow._fields.index("cents"):
                other: Any = value + 1
            elif isinstance(value, bytes) and b"cents" in value:
                other = value.replace(b"cents", b"CENTS")
            else:
                continue
            plain.load(
                table, [*before[:n], (*row[:column], other, *row[column + 1 :]), *before[n + 1 :]]
            )
            with pytest.raises(JournalCorrupt):
                night.restart()
    plain.load(table, before)
    night.restart()
