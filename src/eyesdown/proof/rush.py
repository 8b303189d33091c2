"""Everyone at once: at a game's close, at one limit, with one command; and one bit flipped.

    python -m eyesdown.proof.rush --times 100

Each of these is done many times on a real file, by clients who keep their own record of what they
were answered; a sentence says the first thing that did not hold.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypeVar

from eyesdown.central.keno.machine import KenoSite, game_key
from eyesdown.central.keno.tasks import next_step
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials, tidy
from eyesdown.central.site.site import Done, IdTaken, Reply, Site, Submitted, restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Snapshot, Store
from eyesdown.central.store.journal import Head, Row, verified
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.demo.keno_load import anything, sale, set_up
from eyesdown.keno.bets.bet import LetItRun, Regular
from eyesdown.keno.games.events import GameClosed
from eyesdown.keno.office.commands import AcceptTerms, Deposit, LogIn, OpenAccount, SetPlayLimit
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.players.limits import Measure, Span
from eyesdown.proof.faults.day import PLACES, PLAN, START, open_site
from eyesdown.proof.times import times
from eyesdown.rulebook.keno_words import Channel, Method, Tender

CLIENTS = 500
BETS = 200
REPEATS_MAX = 5
BITS = 1000

Progress: TypeAlias = Callable[[int], None]
Answered: TypeAlias = tuple[Submitted, Reply]
N = TypeVar("N", Row, Snapshot)


@dataclass(slots=True)
class Rush:
    """What was tried, how often, and the first thing that did not hold."""

    what: str
    times: int = 0
    asked: int = 0
    wrong: str = ""


@dataclass(slots=True)
class Crowd:
    """A site on a file, the time of day, and a crowd that asks it."""

    path: Path
    dice: Random
    now: datetime = START
    names: Iterator[int] = field(default_factory=count)
    site: Site[KenoSite] = field(init=False)

    def __post_init__(self) -> None:
        self.restart()
        for command in set_up(self.now, PLACES):
            self.do(command)
        self.work()

    def restart(self) -> None:
        self.site = open_site(SqliteStore(self.path))

    def do(self, command: Any) -> tuple[Any, ...]:
        [reply] = self.site.run([Submitted(f"crowd/{next(self.names)}", command)])
        assert isinstance(reply, Done), reply
        return reply.events

    def work(self) -> None:
        """Everything that the site itself has to do now."""
        while make := next_step(self.site, PLAN, self.now):
            self.site.run([make()])

    def entry(self) -> Submitted:
        """Anything but a Let it Run, whose games are not known in advance."""
        name, wish = f"crowd/{next(self.names)}", anything(self.dice)
        while any(isinstance(bet, LetItRun) for bet in wish.lines):
            wish = anything(self.dice)
        return Submitted(name, sale(self.now, name, self.dice.choice(PLACES), wish))

    def at_once(self, every: Sequence[Submitted]) -> list[Answered]:
        """Each with the answer it got, in the order in which they came to the door."""
        return asyncio.run(self._at_once(every))

    async def _at_once(self, every: Sequence[Submitted]) -> list[Answered]:
        sequencer = Sequencer(self.site, batch_max=self.dice.randrange(16, 128))
        asking = (sequencer.submit(submitted.command_id, submitted.command) for submitted in every)
        replies = await asyncio.gather(*asking)
        await sequencer.stop()
        return list(zip(every, replies, strict=True))


@contextmanager
def crowd(seed: int) -> Iterator[Crowd]:
    with TemporaryDirectory() as folder:
        customers = Crowd(Path(folder) / "site.db", Random(seed))  # noqa: S311 -- made-up customers
        yield customers
        verify_journal(customers.site.machine, customers.site.store)
        customers.site.store.close()


def at_the_close(times: int, seed: int, progress: Progress) -> Rush:
    """Hundreds ask for an entry while a game closes: its row in the journal says who is in it."""
    outcome, let_in = Rush("close of a game"), defaultdict[int, set[str]](set)
    with crowd(seed) as many:
        while outcome.times < times and not outcome.wrong:
            game = many.site.state.keno.open_game
            assert game is not None
            asked = [many.entry() for _ in range(CLIENTS)]
            many.now += PLAN.every
            close = next_step(many.site, PLAN, many.now)
            assert close is not None
            asked.insert(many.dice.randrange(CLIENTS), close())
            answers_given = many.at_once(asked)
            outcome.times, outcome.asked = outcome.times + 1, outcome.asked + CLIENTS
            for sold in _accepted(answers_given):
                for later in range(sold.first_game, sold.first_game + sold.entry.games):
                    let_in[later].add(sold.entry.serial)
            many.work()
            outcome.wrong = _in_the_wrong_game(answers_given, game) or _wrongly_sealed(
                many.site, game, let_in.pop(game)
            )
            progress(outcome.times)
    return outcome


def _accepted(answers_given: Sequence[Answered]) -> list[EntryAccepted]:
    done = [reply for _, reply in answers_given if isinstance(reply, Done)]
    return [e for reply in done for e in reply.events if isinstance(e, EntryAccepted)]


def _wrongly_sealed(site: Site[KenoSite], game: int, let_in: set[str]) -> str:
    record = site.store.record("sealed", game_key(site.state.keno.games[game]))
    sealed = set(record.body.decode().split("\n")) if record else set()
    return "" if sealed == let_in else f"game {game}: its seal is not over the entries it let in"


def _in_the_wrong_game(answers_given: Sequence[Answered], game: int) -> str:
    done = [reply for _, reply in answers_given if isinstance(reply, Done)]
    rows = [(reply.seq, event) for reply in done for event in reply.events]
    [closed] = [seq for seq, event in rows if isinstance(event, GameClosed)]
    sold = [(seq, event) for seq, event in rows if isinstance(event, EntryAccepted)]
    for seq, event in sold:
        if (seq < closed) != (event.first_game == game):
            return f"row {seq}, closed in row {closed}: {event.entry.serial} is in another game"
    refused = sum(isinstance(event, Refused) for _, event in rows)
    return "" if len(sold) + refused == len(answers_given) - 1 else "a client was not answered"


def at_one_limit(times: int, seed: int, progress: Progress) -> Rush:
    """Hundreds of bets on one account that has a limit: what was let in never passes it."""
    outcome = Rush("limit of an account")
    with crowd(seed) as many:
        while outcome.times < times and not outcome.wrong:
            name = f"account-{outcome.times}"
            limit, money = (100 * many.dice.randrange(10, 3000) for _ in range(2))
            for command in (
                OpenAccount(many.now, name, "Ann Example", date(1990, 1, 1)),
                AcceptTerms(many.now, name, "terms-1"),
                LogIn(many.now, name, password_right=True),
                Deposit(many.now, name, money),
                SetPlayLimit(many.now, name, Measure.SPEND, Span.DAY, limit),
            ):
                many.do(command)
            answers_given = many.at_once([_bet(many, name) for _ in range(BETS)])
            outcome.times, outcome.asked = outcome.times + 1, outcome.asked + BETS
            outcome.wrong = _passed(answers_given, min(limit, money))
            progress(outcome.times)
    return outcome


def _bet(many: Crowd, account: str) -> Submitted:
    name, cents = f"crowd/{next(many.names)}", 100 * many.dice.randrange(1, 60)
    bet = Regular((1, 2, 3), cents)
    entry = Entry(name, (bet,), 1, Channel.INTERNET, Method.INTERNET, "", "", "", account=account)
    paid = (Tendered(Tender.ACCOUNT, cents),)
    where = f"{PLACES[0].venue} bar"
    return Submitted(name, AcceptEntry(many.now, entry, paid, confirmed=True, location=where))


def _passed(answers_given: Sequence[Answered], most: int) -> str:
    spent = 0
    in_order = sorted(
        answers_given, key=lambda answered: answered[1].seq if isinstance(answered[1], Done) else 0
    )
    for asked, reply in in_order:
        cents = asked.command.entry.lines[0].subscription_cents
        let_in = isinstance(reply, Done) and isinstance(reply.events[0], EntryAccepted)
        if let_in != (spent + cents <= most):
            return f"{asked.command_id} stakes {cents} after {spent} of {most} cents: {reply}"
        spent += cents if let_in else 0
    return ""


def again_and_again(times: int, seed: int, progress: Progress) -> Rush:
    """Every command up to five times, in any order, over restarts: one effect and one answer."""
    outcome, given = Rush("the same again"), dict[str, Submitted]()
    answers: dict[str, Done] = {}
    with crowd(seed) as many:
        dice = many.dice
        while outcome.times < times and not outcome.wrong:
            new = [many.entry() for _ in range(CLIENTS)]
            old = [given[name] for name in dice.choices([*given], k=50)] if given else []
            asked = [
                submitted for submitted in new for _ in range(dice.randrange(1, REPEATS_MAX + 1))
            ]
            asked += [*old, *map(_something_else, old)]
            dice.shuffle(asked)
            given |= {submitted.command_id: submitted for submitted in new}
            before = many.site.head.seq
            answers_given = many.at_once(asked)
            outcome.times, outcome.asked = outcome.times + 1, outcome.asked + len(asked)
            outcome.wrong = _not_the_same(answers_given, given, answers)
            rows = many.site.head.seq - before
            if rows != len(new) and not outcome.wrong:
                outcome.wrong = f"{len(new)} commands left {rows} rows"
            many.now += PLAN.every
            many.work()
            many.site.take_snapshot()
            if dice.random() < 0.5:  # else as if it had been killed
                many.site.store.close()
            many.restart()
            progress(outcome.times)
    return outcome


def _something_else(submitted: Submitted) -> Submitted:
    return Submitted(submitted.command_id, replace(submitted.command, location="somewhere else"))


def _not_the_same(
    answers_given: Sequence[Answered], given: dict[str, Submitted], answers: dict[str, Done]
) -> str:
    for asked, reply in answers_given:
        name = asked.command_id
        if asked.command != given[name].command:
            if not isinstance(reply, IdTaken):
                return f"{name} was used for something else and answered {reply}"
            continue
        if not isinstance(reply, Done):
            return f"{name} was answered {reply}"
        first = answers.setdefault(name, reply)
        if (first.seq, first.events) != (reply.seq, reply.events):
            return f"{name} was done in row {first.seq} and again in row {reply.seq}"
        if not reply.again and first is not reply and not first.again:
            return f"{name} was answered twice as the first"
    return ""


def one_bit(times: int, seed: int, progress: Progress) -> Rush:
    """A thousand bits a time, each in a row, in the snapshot or in the serial of a receipt."""
    outcome = Rush("one bit turned over")
    with crowd(seed) as many:
        many.at_once([many.entry() for _ in range(CLIENTS)])
        site, dice = many.site, many.dice
        site.take_snapshot()
        rows, snapshot = list(site.store.rows()), site.store.snapshot()
        assert snapshot is not None
        serials = Serials(dice.randbytes(32), lambda: int(START.timestamp() * 1e6))
        receipts = serials.many(dice.randbytes, CLIENTS)
        while outcome.times < times and not outcome.wrong:
            for _ in range(BITS):
                row, receipt = dice.choice(rows), dice.choice(receipts)
                other, typed = _turned(dice, row), _turned_in(dice, receipt)
                if _holds(lambda: list(verified([other], Head(row.seq - 1, row.prev_hash)))):  # noqa: B023 -- asked at once
                    outcome.wrong = f"{other} passes for {row}"
                if tidy(typed) != receipt and serials.genuine(typed):
                    outcome.wrong = f"{typed!r} passes for {receipt}"
            for _ in range(BITS // 100):
                store: Any = _Kept(site.store, _turned(dice, snapshot))
                if _holds(lambda: restored(site.machine, store)):  # noqa: B023 -- asked at once
                    outcome.wrong = "the snapshot was taken though a bit of it is another"
            outcome.times, outcome.asked = outcome.times + 1, outcome.asked + 2 * BITS + BITS // 100
            progress(outcome.times)
    return outcome


class _Kept:
    """A store with another snapshot."""

    def __init__(self, store: Store, snapshot: Snapshot) -> None:
        self._store, self._snapshot = store, snapshot

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def snapshot(self) -> Snapshot:
        return self._snapshot


def _holds(look: Callable[[], object]) -> bool:
    try:
        look()
    except JournalCorrupt:
        return False
    return True


def _turned(dice: Random, row: N) -> N:
    """The same row but for one bit of one of its fields.

    What only a key can guard is left alone here; `proof.tamper --bits` turns that over.
    """
    names: tuple[str, ...] = row._fields
    place = dice.choice([at for at, name in enumerate(names) if name not in ("tag", "books")])
    fields = [*row]
    fields[place] = _turned_in(dice, fields[place])
    return row.__class__(*fields)


def _turned_in(dice: Random, value: Any) -> Any:
    """The same number, text or bytes but for one bit."""
    match value:
        case int():
            return value ^ 1 << dice.randrange(max(value.bit_length(), 1))
        case str():
            place = dice.randrange(len(value))
            other = chr(ord(value[place]) ^ 1 << dice.randrange(7))
            return value[:place] + other + value[place + 1 :]
        case _:
            raw = bytearray(value or b"\0")
            raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
            return bytes(raw)


RUSHES = (at_the_close, at_one_limit, again_and_again, one_bit)


def main() -> int:
    import argparse
    import sys

    from rich.console import Console
    from rich.progress import Progress as Bar

    from eyesdown.proof.hall import rush as hall_rush

    parser = argparse.ArgumentParser(description="Everybody at once, again and again.")
    parser.add_argument("--times", type=times, default=100, help="how often each of them")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = False
    for rush in (*RUSHES, *hall_rush.RUSHES):
        with Bar(console=Console(file=sys.stderr), transient=True) as bar:
            task = bar.add_task(rush.__name__.replace("_", " "), total=options.times)
            show = partial(bar.update, task)
            outcome = rush(options.times, options.seed, lambda done: show(completed=done))  # noqa: B023 -- asked at once
        words = f"WRONG: {outcome.wrong}" if outcome.wrong else "holds"
        print(f"{outcome.what}: {outcome.times:,} times, {outcome.asked:,} asked: {words}")  # noqa: T201 -- a program of its own
        wrong = wrong or bool(outcome.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
