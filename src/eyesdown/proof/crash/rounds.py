"""Many rounds on a store, and the comparison at the end of each site's history."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeVar

from eyesdown.central.keno.machine import EVENTS, machine
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.site.verify_draw import check_draw, read_proof
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Store
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.journal import Row
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.proof.crash.client import ANSWERS_A_ROUND_MAX, Client, End
from eyesdown.proof.crash.postgres import Server, server
from eyesdown.proof.crash.site import PLACES

E = TypeVar("E")

KINDS = ("sqlite", "postgres")
KILLS_A_SITE = 25
"""Then the site's history is checked and another one begins, so that no round gets slower."""

ENDS = {
    "sqlite": (End.SELLING,) * 9 + (End.STARTING,),
    "postgres": (End.SELLING,) * 6 + (End.STARTING, End.BACKEND, End.SERVER, End.SERVER),
}


@dataclass(slots=True)
class Found:
    """What came of all rounds on one store."""

    store: str
    ends: Counter[End] = field(default_factory=Counter)
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    results: int = 0
    starts_s: list[float] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return self.ends.total()

    @property
    def holds(self) -> bool:
        return not self.lost and not self.doubled


def run(
    kind: str,
    kills: int,
    seed: int = 1,
    answers_max: int = ANSWERS_A_ROUND_MAX,
    progress: Callable[[int], object] = lambda _: None,
) -> Found:
    """Kill the site `rounds` times, then end it in order and check what it has stored."""
    outcome = Found(kind)
    dice = random.Random(seed)  # noqa: S311 -- a script, not a draw
    ends = dice.choices(ENDS[kind], k=kills)
    with tempfile.TemporaryDirectory() as folder, _stores(kind, Path(folder)) as (stores, at):
        while outcome.kills < kills:
            client = Client(next(stores), dice, at, answers_max)
            for end in ends[outcome.kills : outcome.kills + KILLS_A_SITE]:
                client.life(end)
                outcome.ends[end] += 1
                progress(outcome.kills)
            client.life(End.PEACE)
            check(client, outcome)
    return outcome


@contextmanager
def _stores(kind: str, folder: Path) -> Iterator[tuple[Iterator[str], Server | None]]:
    """Places for new sites, and the server if there is one."""
    if kind == "sqlite":
        yield (str(folder / f"site{number}.db") for number in count()), None
        return
    with server(folder) as database_server:
        yield (database_server.database() for _ in count()), database_server


def check(client: Client, outcome: Found) -> None:
    """The journal against the client's own record, to the last answer and the last cent."""
    store = open_store(client.where)
    rows = {row.command_id: row for row in store.rows()}
    sold = Counter(event.entry.serial for event in _events(rows, EntryAccepted))
    outcome.acknowledged += len(client.answered)
    outcome.lost += sum(
        not _kept(rows.get(name), *answer) for name, answer in client.answered.items()
    )
    outcome.doubled += store.head().seq - len(rows) + sum(many - 1 for many in sold.values())
    outcome.starts_s += client.starts_s
    assert client.answered.keys() == client.asked.keys(), "something was never answered"
    unknown = [name for name in rows if name.partition("/")[0] not in ("set-up", "site", "client")]
    assert not unknown, f"no client asked for {unknown[:3]}"
    _check_books(client, store)
    outcome.results += _check_draws(rows)
    store.close()


def _kept(row: Row | None, seq: int, word: str) -> bool:
    """Whether a row has the answer that the client got."""
    if row is None or row.seq != seq:
        return False
    refused = any(getattr(event, "refusals", ()) for event in EVENTS.read_all(row.events))
    return refused is (word == "no")


def _check_books(client: Client, store: Store) -> None:
    """What was paid into each till by the client's own record, and every table by replay."""
    tills = dict.fromkeys((place.venue for place in PLACES), 0)
    for name, command in client.asked.items():
        if client.answered[name].word == "yes":
            tills[command.entry.venue] += sum(paid.cents for paid in command.tenders)
    balances = store.balances()
    assert sum(balances.values()) == 0, "debits are not credits"
    for venue, cents in tills.items():
        assert balances.get(f"venue_cash/{venue}", 0) == cents, f"the till of {venue}"
    verify_journal(machine(), store)


def _check_draws(rows: dict[str, Row]) -> int:
    """However often a draw was cut short, one result came of it, and its proof holds."""
    published = list(_events(rows, ResultPublished))
    games = [event.game for event in published]
    assert len(games) == len(set(games)), "a game has two results"
    for event in published:
        assert event.evidence is not None
        proof = EVENTS.plain(event)["evidence"]
        assert all(holds is not False for holds, _ in check_draw(read_proof(proof), {})), (
            f"game {event.game}"
        )
    return len(published)


def _events(rows: dict[str, Row], kind: type[E]) -> Iterator[E]:
    for row in rows.values():
        yield from (event for event in EVENTS.read_all(row.events) if isinstance(event, kind))
