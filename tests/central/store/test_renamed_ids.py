"""A command whose id was renamed in a large store is decided again, and pays nothing twice."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from eyesdown.central.keno.stored_tickets import with_stored_facts
from eyesdown.central.site.site import Done, Submitted, restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.keno.claims.commands import ClaimPrize, PayoutAsked, PaySession
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.kernel.refused import refusals_in
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.cashing import HERE, Counter
from eyesdown.proof.tamper.keyed_rounds import RING
from eyesdown.rulebook.keno_words import Payout

RENAMED = "UPDATE commands_by_id SET command_id = 'other/' || command_id WHERE command_id LIKE ?"


def ask(till: Counter, name: str, command: Any) -> list[str]:
    """The codes of the refusals of a command under an id of its own."""
    [reply] = till.site.run([Submitted(name, with_stored_facts(till.site, command))])
    assert isinstance(reply, Done), reply
    return [refusal.code for refusal in refusals_in(reply.events)]


def test_a_claim_whose_id_was_renamed_is_not_paid_a_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the state knows of ticket and session is the second guard after the id."""
    monkeypatch.setattr("eyesdown.central.store.sqlite.BOOKS_ROWS", 1)  # each id is filed at once
    monkeypatch.setattr("eyesdown.central.site.site.READ_AGAIN_MAX", 0)
    path = tmp_path / "site.db"
    with closing(SqliteStore(path)) as store:
        till = Counter(store, lambda _out, _in: None)
        serial = till.unpaid[0]
        entry = till.site.machine.events.read(till.newest("ticket", serial).body).entry
        claim = ClaimPrize(till.now, serial, "s1", HERE.venue, HERE.terminal, ticket_check(entry))
        assert ask(till, "till/claim", claim) == []
        due = till.site.state.keno.sessions["s1"].due_cents
        pay = PaySession(till.now, "s1", HERE.venue, (PayoutAsked(Payout.CASH, due),))
        assert ask(till, "till/pay", pay) == []
        paid = dict(till.site.balances)
        assert ask(till, "till/pay", pay) == [], "the first answer under the first id"
        with closing(apsw.Connection(str(path))) as db:
            db.execute(RENAMED, ("till/%",))
        codes = [ask(till, "till/claim", claim), ask(till, "till/pay", pay)]
        assert codes == [["session/over", "claim/already_paid"], ["session/nothing_due"]]
        assert till.site.balances == paid
        keyed = KeyedStore(store, RING)
        with pytest.raises(JournalCorrupt, match="commands_by_id lacks till/claim of row"):
            verify_journal(KENO, keyed)
        assert restored(KENO, keyed).head == store.head(), "a start counts the ids"
