"""A large command that is refused is kept as its hash; one that is accepted is kept whole."""

from __future__ import annotations

from hashlib import sha256

from eyesdown.central.site.first_row import KeepRefusal
from eyesdown.central.site.site import REFUSED_BYTES_MAX, Done, IdTaken, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.refused import refusals_in
from kit.night import PLACES, Night

MANY = Ask(tuple(Regular((spot,), 100) for spot in range(1, 61)), 1, 6000)


def large_sale(night: Night, cents: int) -> Submitted:
    command = sale(night.now, f"L{cents}", PLACES[0], Ask(MANY.lines, 1, cents))
    return Submitted(f"large/{cents}", command, night.machine.commands.write(command))


def test_a_large_refusal_is_kept_as_its_hash_and_decided_again() -> None:
    night = Night(MemoryStore())
    night.work()
    sent = large_sale(night, 7)
    assert sent.asked is not None
    assert len(sent.asked) > REFUSED_BYTES_MAX
    [reply] = night.site.run([sent])
    assert isinstance(reply, Done)
    assert refusals_in(reply.events)
    row = list(night.store.rows())[-1]
    assert len(row.command) + len(row.events) < REFUSED_BYTES_MAX
    stored = night.machine.commands.read(row.command)
    assert isinstance(stored, KeepRefusal)
    assert (stored.size, stored.sha256) == (len(sent.asked), sha256(sent.asked).hexdigest())
    [again] = night.site.run([sent])
    assert isinstance(again, Done)
    assert (again.again, again.events) == (True, reply.events)
    [other] = night.site.run([Submitted(sent.command_id, sent.command, b"something else")])
    assert isinstance(other, IdTaken)
    assert verify_journal(night.machine, night.store, decide_again=True)
    night.restart()


def test_a_large_sale_is_kept_whole() -> None:
    night = Night(MemoryStore())
    night.work()
    sent = large_sale(night, 6000)
    [reply] = night.site.run([sent])
    assert isinstance(reply, Done)
    assert not refusals_in(reply.events)
    row = list(night.store.rows())[-1]
    assert len(row.command) > REFUSED_BYTES_MAX
    assert verify_journal(night.machine, night.store, decide_again=True)
