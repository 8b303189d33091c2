"""The running store is changed by another program, the change is cashed, and put back.

A site has drawn a game. A person who may write to its database changes the records of a ticket for
a second, and a friend cashes the ticket meanwhile. Nothing may be paid, and the attempt must be
named: by a refusal on record, or by the error with which the store's reader stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any, TypeAlias

from eyesdown.central.keno.stored_tickets import with_stored_facts
from eyesdown.central.keno.tasks import next_step
from eyesdown.central.site.site import Done, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import RecordRow, Store
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.demo.keno_load import Ask, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import ClaimPrize, ExpireUnclaimed, PayoutAsked, PaySession
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.kernel.refused import refusals_in
from eyesdown.proof.faults.day import KENO, PLACES, PLAN, START, open_site
from eyesdown.proof.tamper.keyed_rounds import RING, words_of
from eyesdown.proof.tamper.rounds import Tampered
from eyesdown.proof.tamper.stores import Swap
from eyesdown.rulebook.keno_words import Payout

HERE = PLACES[0]
NAMED = "record/changed|claim/(already|late|no_win)|ticket/|is not as it was|was not written"
"""What an attempt must lead to: a refusal by the record, by a rule, or an error with its place."""

Edit: TypeAlias = tuple[list[RecordRow], list[RecordRow]]
"""Records that the insider takes out, and those that are put in."""


@dataclass
class Counter:
    """A site after a game: winners that are not paid, some that are, and losers."""

    store: Store
    swap: Swap
    unpaid: list[str] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    expired: list[str] = field(default_factory=list)
    continued: list[str] = field(default_factory=list)
    """Tickets that were handed in for others, which have won since."""
    lost: list[str] = field(default_factory=list)
    checks: dict[str, str] = field(default_factory=dict)
    """What each ticket has printed on it."""
    names: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.site = open_site(KeyedStore(self.store, RING))
        self.now = START
        for command in set_up(START, PLACES):
            self.ask(command)
        self.expired = self._game("E")[0]
        self.now += timedelta(days=500)
        self._work()
        self.ask(ExpireUnclaimed(self.now))
        winners, self.lost = self._game("S")
        self.paid, self.unpaid = winners[:8], winners[8:]
        for serial in self.paid:
            assert not self.cash(serial)
        for turn in count():  # one in four wins the second game, too
            handed_in = self._game(f"C{turn}-", games=2)[0]
            for serial in handed_in:
                assert not self.cash(serial, f"N{serial}")
            self.continued = [serial for serial in self._draw() if serial in handed_in]
            if self.continued:
                break

    def _game(self, letter: str, games: int = 1) -> tuple[list[str], list[str]]:
        """Winners and losers of a game with a ticket on every number, each for some games."""
        self._work()
        serials = [f"{letter}{spot:02d}" for spot in range(1, 81)]
        for spot, serial in enumerate(serials, 1):
            ask = Ask((Regular((spot,), 100),), games, 100 * games)
            [*_, sold] = self.ask(sale(self.now, serial, HERE, ask))
            self.checks[serial] = ticket_check(sold.entry)
        won = [serial for serial in self._draw() if serial in serials]
        return won, [serial for serial in serials if serial not in won]

    def _draw(self) -> list[str]:
        """Winners of the game that is open now."""
        self.now += timedelta(minutes=3)
        settled = [event for event in self._work() if isinstance(event, GameSettled)][-1]
        return [prize.serial for prize in settled.prizes]

    def _work(self) -> list[Any]:
        happened: list[Any] = []
        while make := next_step(self.site, PLAN, self.now):
            [reply] = self.site.run([make()])
            assert isinstance(reply, Done)
            happened += reply.events
        return happened

    def ask(self, command: Any) -> tuple[Any, ...]:
        """The events of a command with what the store has about its ticket."""
        ready = with_stored_facts(self.site, command)
        [reply] = self.site.run([Submitted(f"cashing/{next(self.names)}", ready)])
        assert isinstance(reply, Done), reply
        return reply.events

    def cash(self, serial: str, *continuations: str) -> str:
        """Claim a ticket and be paid; why not, if it is not paid."""
        session = f"session {next(self.names)}"
        check = self.checks[serial]
        claim = ClaimPrize(self.now, serial, session, HERE.venue, HERE.terminal, check)
        refused = refusals_in(self.ask(claim))
        if refused:
            return refused[0].code
        due = self.site.state.keno.sessions[session].due_cents
        cash = (PayoutAsked(Payout.CASH, due),)
        pay = PaySession(self.now, session, HERE.venue, cash, continuations=continuations)
        refused = refusals_in(self.ask(pay))
        return refused[0].code if refused else ""

    def newest(self, kind: str, key: str) -> RecordRow:
        """A record as the insider reads it, tag and all."""
        row = self.store.record(kind, key)
        assert row is not None, (kind, key)
        return row

    def prize_rows(self, serial: str) -> list[RecordRow]:
        """The newest prize records of a ticket."""
        return list(self.store.records("prize", f"{serial}/"))

    def until(self, serial: str, kind: str) -> list[RecordRow]:
        """Every record of a kind about a ticket, however old."""
        rows = (RecordRow(*row) for row in self.store.dump("records"))
        return [row for row in rows if row.kind == kind and row.key.partition("/")[0] == serial]

    @contextmanager
    def changed(self, edit: Edit) -> Iterator[None]:
        """The records are other ones for a moment."""
        out, put_in = edit
        self.swap(out, put_in)
        try:
            yield
        finally:
            self.swap(put_in, out)


def _body(row: RecordRow, old: bytes, new: bytes) -> RecordRow:
    changed = re.sub(old, new, row.body)
    assert changed != row.body, (old, row.body)
    return row._replace(body=changed)


def raise_a_prize(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial = dice.choice(till.unpaid)
    rows = till.prize_rows(serial)
    more = b'"cents":%d' % dice.randrange(10**3, 10**6)
    return serial, (rows, [_body(row, rb'"cents":\d+', more) for row in rows])


def pay_a_prize_again(till: Counter, dice: Random) -> tuple[str, Edit]:
    """Every mark of the payment is hidden: what is left has right tags."""
    serial = dice.choice(till.paid)
    first = min(row.seq for row in till.until(serial, "prize"))
    marks = [row for row in till.until(serial, "prize") if row.seq > first]
    return serial, ([*marks, *till.until(serial, "paid")], [])


def hide_that_a_ticket_was_handed_in(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial = dice.choice(till.paid)
    return serial, (till.until(serial, "paid"), [])


def mark_a_prize_as_unpaid(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial = dice.choice(till.paid)
    rows = till.prize_rows(serial)
    return serial, (rows, [_body(row, rb'"state":"\w+"', b'"state":"payable"') for row in rows])


def repeat_an_old_prize(till: Counter, dice: Random) -> tuple[str, Edit]:
    """The record of before the payment, tag and all, as that of the newest row."""
    serial = dice.choice(till.paid)
    rows = sorted(till.until(serial, "prize"), key=lambda row: row.seq)
    old, new = rows[0], rows[-1]
    paid = till.until(serial, "paid")
    return serial, ([new, *paid], [old._replace(seq=new.seq)])


def revive_an_expired_prize(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial = dice.choice(till.expired)
    return serial, (till.until(serial, "unclaimed"), [])


def postpone_an_expired_prize(till: Counter, dice: Random) -> tuple[str, Edit]:
    """Its Keno Day becomes a later one, in prize and ticket."""
    serial = dice.choice(till.expired)
    rows = [*till.prize_rows(serial), till.newest("ticket", serial)]
    later = b'"keno_day":"%s"' % till.now.date().isoformat().encode()
    moved = [_body(row, rb'"keno_day":"[\d-]+"', later) for row in rows]
    return serial, ([*rows, *till.until(serial, "unclaimed")], moved)


def invent_a_prize_for_a_loser(till: Counter, dice: Random) -> tuple[str, Edit]:
    loser, winner = dice.choice(till.lost), dice.choice(till.unpaid)
    invented = [
        row._replace(
            key=row.key.replace(winner, loser),
            body=row.body.replace(winner.encode(), loser.encode()),
        )
        for row in till.prize_rows(winner)
    ]
    return loser, ([], invented)


def lend_a_prize_to_a_loser(till: Counter, dice: Random) -> tuple[str, Edit]:
    """A winner's record as it is, under another ticket's key."""
    loser, winner = dice.choice(till.lost), dice.choice(till.unpaid)
    rows = till.prize_rows(winner)
    return loser, ([], [row._replace(key=row.key.replace(winner, loser)) for row in rows])


def play_other_numbers(till: Counter, dice: Random) -> tuple[str, Edit]:
    """A ticket says after the draw that it was on numbers that came."""
    serial = dice.choice(till.unpaid)
    row = till.newest("ticket", serial)
    return serial, ([row], [_body(row, rb'"spots":\[\d+\]', b'"spots":[79]')])


def raise_a_stake(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial = dice.choice(till.unpaid)
    row = till.newest("ticket", serial)
    more = b'"subscription_cents":%d' % dice.randrange(200, 10**5)
    return serial, ([row], [_body(row, rb'"subscription_cents":\d+', more)])


def move_a_ticket_to_another_venue(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial = dice.choice(till.unpaid)
    row = till.newest("ticket", serial)
    return serial, ([row], [_body(row, b'"V0001"', b'"V0002"')])


def take_the_tag_off_a_raised_prize(till: Counter, dice: Random) -> tuple[str, Edit]:
    serial, (rows, raised) = raise_a_prize(till, dice)
    return serial, (rows, [row._replace(tag=b"") for row in raised])


def continue_a_loser_as_a_winner(till: Counter, dice: Random) -> tuple[str, Edit]:
    """A lost ticket as the one that was issued in place of a winner."""
    loser, winner = dice.choice(till.lost), dice.choice(till.unpaid)
    seq = till.newest("ticket", winner).seq
    return loser, ([], [RecordRow("continued", loser, seq, winner.encode(), bytes(20))])


def cash_a_ticket_that_was_handed_in(till: Counter, dice: Random) -> tuple[str, Edit]:
    """The venue kept it, and the player has another for the prizes since."""
    serial = dice.choice(till.continued)
    return serial, (till.until(serial, "paid"), [])


def take_a_winner_out(till: Counter, dice: Random) -> tuple[str, Edit]:
    """The player is sent away; the insider claims by a form later."""
    serial = dice.choice(till.unpaid)
    return serial, (till.until(serial, "ticket"), [])


LIVE_CHANGES = (
    raise_a_prize,
    pay_a_prize_again,
    hide_that_a_ticket_was_handed_in,
    mark_a_prize_as_unpaid,
    repeat_an_old_prize,
    revive_an_expired_prize,
    postpone_an_expired_prize,
    invent_a_prize_for_a_loser,
    lend_a_prize_to_a_loser,
    play_other_numbers,
    raise_a_stake,
    move_a_ticket_to_another_venue,
    take_the_tag_off_a_raised_prize,
    continue_a_loser_as_a_winner,
    cash_a_ticket_that_was_handed_in,
    take_a_winner_out,
)


def cash_changes(till: Counter, change: Any, each: int, dice: Random) -> Tampered:
    """One kind of change, cashed and put back many times; MISSED if it pays or is not named."""
    tampered = Tampered(f"cashed and put back: {change.__name__.replace('_', ' ')}")
    before = dict(till.site.balances)
    for _ in range(each):
        serial, edit = change(till, dice)
        with till.changed(edit):
            try:
                answer = till.cash(serial) or "PAID"
            except JournalCorrupt as wrong:
                answer = str(wrong)
        tampered.note(NAMED, answer)
    if dict(till.site.balances) != before:
        tampered.missed += 1
        tampered.example = "money moved"
    return tampered


def verified_after(till: Counter) -> str:
    """What a verification says once everything is put back; empty if all holds."""
    store = KeyedStore(till.store, RING)
    return words_of(lambda: verify_journal(KENO, store, decide_again=True))
