"""The one ordered writer: answers, repeats, restarts, failures; against a plain till."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from eyesdown.central.site.site import Broke, Done, IdTaken, Site, Submitted
from eyesdown.central.site.verify_journal import Verified, verify_journal
from eyesdown.central.store.base import Batch, RecordRow, Store
from eyesdown.central.store.codec import listed
from eyesdown.central.store.journal import EMPTY, GENESIS, Row, RowContent, linked, verified
from eyesdown.central.store.memory import MemoryStore
from eyesdown.kernel.errors import BadInput, JournalCorrupt, JournalUnavailable
from kit.till import TILL, PaidIn, PaidOut, PayIn, PayOut, Till, TurnedDown
from kit.till_site import Failing, done, site_on

ADA_100 = PayIn("ada", 100)


def one(site: Site[Till], name: str, command: Any) -> Any:
    [reply] = site.run([Submitted(name, command)])
    return reply


def test_a_command_is_answered_with_its_events(store: Store) -> None:
    site = site_on(store)
    replies = site.run([Submitted("1", ADA_100), Submitted("2", PayOut("ada", 101))])
    assert replies[0] == done(1, PaidIn("ada", 100))
    assert isinstance(replies[1], Done)
    [no] = replies[1].events
    assert isinstance(no, TurnedDown)
    assert no.refusals[0].code == "till/too_much"
    assert [row.command_id for row in store.rows()] == ["1", "2"]
    assert store.balances() == {"bank/till": 100, "subscriber/ada": -100}
    last = store.record("last", "ada")
    assert last is not None
    assert (last.seq, TILL.events.read(last.body)) == (2, no)


def test_a_repeated_id_gets_the_first_answer(reopen: Callable[[], Store]) -> None:
    site = site_on(reopen())
    first = one(site, "1", ADA_100)
    again = done(first.seq, *first.events, again=True)
    assert one(site, "1", ADA_100) == again
    assert site.run([Submitted("1", ADA_100), Submitted("1", ADA_100)]) == [again, again]
    assert one(site_on(reopen()), "1", ADA_100) == again
    assert site.state.held_cents == {"ada": 100}


def test_a_repeat_inside_one_batch_counts_once(store: Store) -> None:
    replies = site_on(store).run([Submitted("1", ADA_100), Submitted("1", ADA_100)])
    assert replies == [done(1, PaidIn("ada", 100)), done(1, PaidIn("ada", 100), again=True)]
    assert store.balances()["bank/till"] == 100


def test_a_repeated_id_with_other_content_is_refused(store: Store) -> None:
    site = site_on(store)
    one(site, "1", ADA_100)
    assert one(site, "1", PayIn("ada", 101)) == IdTaken("1", 1)
    assert one(site, "1", PayOut("ada", 100)) == IdTaken("1", 1)
    assert store.head().seq == 1


def test_a_repeat_is_known_by_what_was_asked(store: Store) -> None:
    """The door may put another serial in each time; the client asked for the same thing."""
    site = site_on(store)
    first = site.run([Submitted("1", PayIn("ada", 1), asked=b"one ticket")])
    again = site.run([Submitted("1", PayIn("ada", 2), asked=b"one ticket")])
    assert again == [done(1, PaidIn("ada", 1), again=True)]
    assert first == [done(1, PaidIn("ada", 1))]
    assert site.run([Submitted("1", PayIn("ada", 1), asked=b"two")]) == [IdTaken("1", 1)]


def test_the_site_puts_its_own_time_in(store: Store) -> None:
    machine = replace(TILL, stamp=lambda command, at_us: PayIn(command.who, at_us))
    site = Site(machine, store, lambda: 77)
    assert one(site, "1", ADA_100) == done(1, PaidIn("ada", 77))
    assert [row.at_us for row in store.rows()] == [77]


@pytest.mark.parametrize("name", ["", "x" * 201, "a\0b", "a\ud800b", "two\nlines"])
def test_an_id_that_is_none(name: str) -> None:
    with pytest.raises(BadInput, match="1 to 200"):
        Submitted(name, ADA_100)


def test_our_own_mistake_stops_nobody_else(store: Store) -> None:
    site = site_on(store)
    replies = site.run(
        [Submitted("1", ADA_100), Submitted("2", PayIn("bob", -1)), Submitted("3", ADA_100)]
    )
    assert [type(reply) for reply in replies] == [Done, Broke, Done]
    assert "below nothing" in replies[1].words  # type: ignore[union-attr]
    assert [row.command_id for row in store.rows()] == ["1", "3"]
    assert site.state.held_cents == {"ada": 200}


def test_a_text_that_not_every_store_can_keep_stops_nobody_else(store: Store) -> None:
    site = site_on(store)
    replies = site.run(
        [Submitted("1", ADA_100), Submitted("2", PayIn("bo\0b", 1)), Submitted("3", ADA_100)]
    )
    assert [type(reply) for reply in replies] == [Done, Broke, Done]
    assert "no string may contain a NUL" in replies[1].words  # type: ignore[union-attr]
    assert site.state.held_cents == {"ada": 200}


def test_a_mistake_in_evolve_undoes_only_its_own_command(store: Store) -> None:
    def evolve(till: Till, event: Any) -> Till:
        after = TILL.evolve(till, event)
        assert event.who != "mallory", "half done"
        return after

    ticks = count(1)
    site = Site(replace(TILL, evolve=evolve), store, lambda: next(ticks))
    replies = site.run([Submitted(who, PayIn(who, 5)) for who in ("ada", "mallory", "bob")])
    assert [type(reply) for reply in replies] == [Done, Broke, Done]
    assert site.run([]) == []
    assert site.state.held_cents == {"ada": 5, "bob": 5}
    assert site.balances == store.balances()


def test_a_restart_finds_the_same_state(reopen: Callable[[], Store]) -> None:
    site = site_on(reopen())
    for number in range(10):
        one(site, f"{number}", PayIn("ada", number + 1))
        if number == 6:
            site.take_snapshot()
    again = site_on(reopen())
    assert again.state == site.state
    assert (again.head, again.balances) == (site.head, site.balances)


def test_a_restart_reads_only_what_follows_the_snapshot() -> None:
    class Counting(MemoryStore):
        asked: list[int]

        def rows(self, after: int = 0) -> Any:
            self.asked = [*getattr(self, "asked", []), after]
            return super().rows(after)

    store = Counting()
    site = site_on(store)
    site.run([Submitted(f"{n}", ADA_100) for n in range(100)])
    site.take_snapshot()
    one(site, "tail", ADA_100)
    store.asked = []
    site_on(store)
    assert store.asked == [99, 100]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"body": b'{"held_cents":{"ada":1000000},"turned_down":0,"type":"Till"}'}, "was changed"),
        ({"hash": bytes(32)}, "not of this journal"),
        ({"seq": 99}, "not of this journal"),
    ],
)
def test_a_changed_snapshot_is_not_used(change: dict[str, Any], says: str) -> None:
    store = MemoryStore()
    site = site_on(store)
    site.run([Submitted("1", ADA_100), Submitted("2", ADA_100)])
    store.save_snapshot(site.take_snapshot()._replace(**change))
    with pytest.raises(JournalCorrupt, match=says):
        site_on(store)


def test_a_snapshot_of_another_version_is_left_aside() -> None:
    store = MemoryStore()
    site = site_on(store)
    site.run([Submitted("1", ADA_100), Submitted("2", ADA_100)])
    body = b'{"type":"Till","drawer":[]}'
    snapshot = site.take_snapshot()._replace(body=body, body_hash=sha256(body).digest())
    store.save_snapshot(snapshot)
    assert site_on(store).state == site.state
    assert verify_journal(TILL, store).rows == 2
    store.save_snapshot(snapshot._replace(hash=bytes(32)))
    with pytest.raises(JournalCorrupt, match="snapshot after row 2 is not what the rows give"):
        verify_journal(TILL, store)


# --- the chain ------------------------------------------------------------------------------------


def five_rows() -> list[Row]:
    store = MemoryStore()
    site_on(store).run([Submitted(f"till-1/{n}", PayIn("ada", n)) for n in range(1, 6)])
    return list(store.rows())


def flip(raw: bytes, bit: int) -> bytes:
    changed = bytearray(raw)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_every_flipped_bit_is_seen() -> None:
    rows = five_rows()
    row = rows[2]
    for field in ("asked", "command", "events", "prev_hash", "hash"):
        raw = getattr(row, field)
        for bit in range(8 * len(raw)):
            changed = [*rows[:2], row._replace(**{field: flip(raw, bit)}), *rows[3:]]
            with pytest.raises(JournalCorrupt, match="row 3"):
                list(verified(changed))
    for other in (
        row._replace(at_us=row.at_us + 1),
        row._replace(command_id="till-1/9"),
        row._replace(asked=row.asked + row.command[:1], command=row.command[1:]),
    ):
        with pytest.raises(JournalCorrupt, match="row 3 was changed"):
            list(verified([*rows[:2], other, *rows[3:]]))


def test_missing_swapped_and_rewritten_rows_are_seen() -> None:
    rows = five_rows()
    with pytest.raises(JournalCorrupt, match="row 3 is missing; row 4"):
        list(verified([*rows[:2], *rows[3:]]))
    with pytest.raises(JournalCorrupt, match="row 2 is missing; row 3"):
        list(verified([rows[0], rows[2], rows[1], *rows[3:]]))
    with pytest.raises(JournalCorrupt, match="row 1 does not follow row 0"):
        list(verified([rows[0]._replace(prev_hash=b"x" * 32)]))
    assert rows[0].prev_hash == GENESIS
    assert list(verified(rows)) == rows


def test_a_site_does_not_start_on_a_broken_chain() -> None:
    store = MemoryStore()
    rows = five_rows()
    store.load("journal", [*rows[:2], rows[2]._replace(events=b"[]"), *rows[3:]])
    with pytest.raises(JournalCorrupt, match="row 3 was changed"):
        site_on(store)


# --- verification of everything derived -----------------------------------------------------------


def a_day(store: Store) -> Store:
    site = site_on(store)
    for n in range(1, 13):
        one(site, f"{n}", PayIn("ada", n) if n % 3 else PayOut("ada", n))
    return store


@pytest.mark.parametrize("again", [False, True])
def test_an_honest_journal_verifies(store: Store, *, again: bool) -> None:
    store_now = a_day(store)
    seen = []
    found = verify_journal(TILL, store_now, decide_again=again, progress=seen.append)
    assert found == Verified(rows=12, events=12, lines=24, records=12)
    assert seen == [12]


def tampered(change: Callable[[MemoryStore], object]) -> str:
    store = MemoryStore()
    a_day(store)
    change(store)
    with pytest.raises(JournalCorrupt) as caught:
        verify_journal(TILL, store, decide_again=True)
    return str(caught.value)


def test_what_an_insider_changes_is_named() -> None:
    def line(number: int, **fields: Any) -> Callable[[MemoryStore], object]:
        def change(store: MemoryStore) -> None:
            store._lines[number] = store._lines[number]._replace(**fields)

        return change

    assert "books: row 2 posts" in tampered(line(2, cents=999))
    assert "books: row 2 posts" in tampered(line(3, account="subscriber/bob"))
    assert "books: row 12 posts" in tampered(lambda store: store._lines.pop())
    assert "no row posts" in tampered(lambda store: store._lines.append(store._lines[-1]))
    assert "balances: bank/till has 7" in tampered(lambda s: s._balances.update({"bank/till": 7}))
    assert "records: last ada after row 3" in tampered(
        lambda store: store._keep([RecordRow("last", "ada", 3, b"{}")])
    )
    assert "records: no row leaves ('last', 'eve', 3)" in tampered(
        lambda store: store._keep([RecordRow("last", "eve", 3, b"{}")])
    )


def test_a_snapshot_changed_with_its_own_hash_is_seen() -> None:
    """Whoever rewrites the sum as well deceives a restart, but not the verification."""
    store = MemoryStore()
    site = site_on(store)
    site.run([Submitted("1", ADA_100), Submitted("2", ADA_100)])
    store.save_snapshot(site.take_snapshot())
    assert verify_journal(TILL, store).rows == 2
    body = site.take_snapshot().body.replace(b'"ada":200', b'"ada":900')
    forged = site.take_snapshot()._replace(body=body, body_hash=sha256(body).digest())
    store.save_snapshot(forged)
    assert site_on(store).state.held_cents == {"ada": 900}
    with pytest.raises(JournalCorrupt, match="snapshot after row 2 is not what the rows give"):
        verify_journal(TILL, store)


def test_events_that_do_not_follow_from_their_command_are_seen() -> None:
    """A row whose hash is right but whose events were never decided."""
    store = MemoryStore()
    asked, events = TILL.commands.write(ADA_100), listed([TILL.events.write(PaidIn("ada", 1))])
    [row] = linked(EMPTY, [RowContent(1, "1", b"", asked, events)])
    batch = Batch(rows=[row])
    store.append(batch)
    with pytest.raises(JournalCorrupt, match="row 1: its command does not lead"):
        verify_journal(TILL, store, decide_again=True)


# --- a store that fails ---------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["before", "after"])
def test_a_failed_commit_acknowledges_nothing_and_forgets_nothing(mode: str) -> None:
    store = Failing()
    site = site_on(store)
    one(site, "1", ADA_100)
    store.mode = mode
    with pytest.raises(JournalUnavailable):
        one(site, "2", PayIn("bob", 5))
    store.mode = ""
    reply = one(site, "2", PayIn("bob", 5))
    assert reply == done(2, PaidIn("bob", 5), again=mode == "after")
    assert site.state.held_cents == {"ada": 100, "bob": 5}
    assert store.balances() == {"bank/till": 105, "subscriber/ada": -100, "subscriber/bob": -5}


@pytest.mark.parametrize("rewritten", [False, True])
def test_rows_that_are_taken_out_while_a_site_runs_are_missed(*, rewritten: bool) -> None:
    """A site that reads its store again would forget a payment with them, and make it twice."""
    store = Failing()
    site = site_on(store)
    one(site, "1", ADA_100)
    earlier = deepcopy(store)
    one(site, "2", PayOut("ada", 100))
    store.mode = "before"  # the insider holds a lock, so the next write fails
    with pytest.raises(JournalUnavailable):
        one(site, "3", PayOut("ada", 100))
    if rewritten:
        one(site_on(earlier), "2", PayIn("bob", 1))
    vars(store).update(vars(earlier))
    with pytest.raises(JournalCorrupt, match="row 2 was on disk and is gone, or is another one"):
        one(site, "3", PayOut("ada", 100))
    assert store.balances()["subscriber/ada"] == -100


class TillAgainstModel(RuleBasedStateMachine):
    """Any order of batches, repeats, restarts, snapshots and failures against plain sums."""

    @initialize()
    def begin(self) -> None:
        self.store = Failing()
        self.site = site_on(self.store)
        self.model: dict[str, int] = {}
        self.done: dict[str, Any] = {}
        self.names = count()

    @rule(
        commands=st.lists(
            st.builds(PayIn, st.sampled_from("ab"), st.integers(1, 50))
            | st.builds(PayOut, st.sampled_from("ab"), st.integers(1, 50)),
            max_size=4,
        ),
        mode=st.sampled_from(["", "", "before", "after"]),
        repeat=st.booleans(),
    )
    def batch(self, commands: list[Any], mode: str, *, repeat: bool) -> None:
        batch = [Submitted(f"{next(self.names)}", command) for command in commands]
        if repeat:
            batch += [Submitted(name, command) for name, command in list(self.done.items())[-2:]]
        self.store.mode = mode
        try:
            replies = self.site.run(batch)
        except JournalUnavailable:
            self.store.mode = ""
            replies = self.site.run(batch)
        self.store.mode = ""
        for submitted, reply in zip(batch, replies, strict=True):
            assert isinstance(reply, Done)
            if submitted.command_id in self.done:
                assert reply.again
                continue
            self.done[submitted.command_id] = submitted.command
            for event in reply.events:
                sign = {PaidIn: 1, PaidOut: -1}.get(type(event), 0)
                if sign:
                    self.model[event.who] = self.model.get(event.who, 0) + sign * event.cents

    @rule(snapshot=st.booleans())
    def restart(self, *, snapshot: bool) -> None:
        if snapshot and self.site.head.seq:
            self.site.run([])
            self.site.take_snapshot()
        self.site = site_on(self.store)

    @invariant()
    def sums_agree(self) -> None:
        held = {who: -self.store.balances().get(f"subscriber/{who}", 0) for who in self.model}
        assert held == self.model
        assert sum(self.store.balances().values()) == 0
        assert len(list(self.store.rows())) == len(self.done)

    def teardown(self) -> None:
        verify_journal(TILL, self.store, decide_again=True)


TillAgainstModel.TestCase.settings = settings(max_examples=40, stateful_step_count=20)
TestTill = TillAgainstModel.TestCase


def test_a_snapshot_is_of_a_row() -> None:
    with pytest.raises(AssertionError, match="nothing to store"):
        site_on(MemoryStore()).take_snapshot()
