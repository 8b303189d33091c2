"""A store in memory: for tests, simulation and replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from hashlib import sha256
from itertools import islice
from typing import Any

from eyesdown.central.store.base import (
    ROW_MAX,
    TAG_OF,
    Batch,
    LineRow,
    RecordPlace,
    RecordRow,
    Snapshot,
    join,
    posted,
    split,
    summed,
    superfluous,
)
from eyesdown.central.store.journal import EMPTY, Head, Row
from eyesdown.kernel.errors import JournalConflict
from eyesdown.ledger.books import Amount, whole
from eyesdown.ledger.statement import Posted

NO_SECRET = (b"", b"")


class MemoryStore:
    """Keeps what the contract asks for, until the process ends."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._by_id: dict[str, Row] = {}
        self._lines: list[LineRow] = []
        self._balances: dict[str, Amount] = {}
        self._records: dict[RecordPlace, RecordRow] = {}
        self._newest: dict[tuple[str, str], RecordRow] = {}
        self._snapshots: dict[int, Snapshot] = {}
        self._secrets: dict[str, tuple[bytes, bytes]] = {}
        self._personal: dict[tuple[str, str], bytes] = {}
        self._prints: dict[str, bytes] = {}

    def head(self) -> Head:
        return Head(self._rows[-1].seq, self._rows[-1].hash) if self._rows else EMPTY

    def append(self, batch: Batch) -> None:
        if batch.rows and batch.rows[0].seq != len(self._rows) + 1:
            raise JournalConflict(f"row {batch.rows[0].seq} was written by another process")
        taken = [row.command_id for row in batch.rows if row.command_id in self._by_id]
        if taken:
            raise JournalConflict(f"command {taken[0]} was written by another process")
        self._rows += batch.rows
        self._by_id.update((row.command_id, row) for row in batch.rows)
        self._lines += batch.lines
        for row in batch.lines:
            before = self._balances.get(row.account, 0)
            self._balances[row.account] = whole(before + join(row.cents, row.part))
        self._keep(batch.records)

    def _keep(self, records: Iterable[RecordRow]) -> None:
        for record in records:
            self._records[record[:3]] = record
            self._newest[record.kind, record.key] = record

    def rows(self, after: int = 0) -> Iterator[Row]:
        yield from self._rows[after:]

    def find(self, command_ids: Sequence[str]) -> dict[str, Row]:
        return {name: self._by_id[name] for name in command_ids if name in self._by_id}

    def balances(self, at: int | None = None) -> dict[str, Amount]:
        if at is None:
            return dict(self._balances)
        return summed((row.account, row.cents, row.part, 1) for row in self._lines if row.seq <= at)

    def balance(self, account: str, at: int) -> Amount:
        ours = (row for row in self._lines if row.account == account and row.seq <= at)
        return summed((account, row.cents, row.part, 1) for row in ours).get(account, 0)

    def lines(self, account: str, after: int = 0, most: int | None = None) -> list[Posted]:
        rows = (row for row in self._lines if row.account == account and row.seq > after)
        return [posted(row) for row in islice(rows, most)]

    def row_lines(self, seq: int) -> list[Posted]:
        return [posted(row) for row in self._lines if row.seq == seq]

    def record(self, kind: str, key: str) -> RecordRow | None:
        return self._newest.get((kind, key))

    def records(self, kind: str, prefix: str = "") -> Iterator[RecordRow]:
        for of, key in sorted(self._newest):
            if of == kind and key.startswith(prefix):
                yield self._newest[of, key]

    def records_at(self, places: Sequence[RecordPlace]) -> dict[RecordPlace, RecordRow]:
        return {place: self._records[place] for place in places if place in self._records}

    def records_count(self) -> int:
        return len(self._records)

    def lines_count(self) -> int:
        return len(self._lines)

    def ids_count(self) -> int:
        return len(self._by_id)

    def lines_after(self, seq: int, upto: int | None = None) -> Iterator[tuple[Any, ...]]:
        last = ROW_MAX if upto is None else upto
        return (row for row in self._lines if seq < row.seq <= last)

    def row_hashes(self, seqs: Iterable[int]) -> dict[int, bytes]:
        return {seq: self._rows[seq - 1].hash for seq in seqs if 0 < seq <= len(self._rows)}

    def filed_upto(self) -> int:
        return self.head().seq

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshots[snapshot.seq] = snapshot
        sizes = [(row, len(self._snapshots[row].body)) for row in self.snapshot_rows()]
        for row in superfluous(sizes):
            del self._snapshots[row]

    def snapshot(self, at: int | None = None) -> Snapshot | None:
        newest = max(self._snapshots, default=0)
        return self._snapshots.get(newest if at is None else at)

    def snapshot_rows(self) -> list[int]:
        return sorted(self._snapshots)

    def keep_secret(self, name: str, body: bytes, tag: bytes = b"") -> bytes:
        return self._secrets.setdefault(name, (body, tag))[0]

    def put_secret(self, name: str, body: bytes, tag: bytes = b"") -> None:
        self._secrets[name] = body, tag

    def secret(self, name: str) -> bytes:
        return self._secrets.get(name, NO_SECRET)[0]

    def secret_tag(self, name: str) -> bytes:
        return self._secrets.get(name, NO_SECRET)[1]

    def put_tags(self, table: str, tags: Iterable[tuple[Any, ...]]) -> None:
        new = {names: tag for tag, *names_ in tags if (names := tuple(names_))}
        match table:
            case "journal":
                retagged = [row._replace(tag=new.get((row.seq,), row.tag)) for row in self._rows]
                self.load("journal", retagged)
            case "records":
                rows = self._records.items()
                self.load("records", [row._replace(tag=new.get(at, row.tag)) for at, row in rows])
            case "snapshots":
                for seq, stored in self._snapshots.items():
                    self._snapshots[seq] = stored._replace(tag=new.get((seq,), stored.tag))
            case _:
                for (name,), tag in new.items():
                    self._secrets[name] = self._secrets[name][0], tag

    def keep_print(self, body: bytes) -> str:
        name = sha256(body).hexdigest()
        self._prints.setdefault(name, body)
        return name

    def print_of(self, sha256: str) -> bytes:
        return self._prints.get(sha256, b"")

    def put_personal(self, holder: str, bodies: Mapping[str, bytes]) -> None:
        self._personal.update({(holder, kind): body for kind, body in bodies.items()})

    def personal(self, holder: str) -> dict[str, bytes]:
        return {kind: body for (owner, kind), body in self._personal.items() if owner == holder}

    def personal_tags(self) -> Iterator[tuple[str, bytes]]:
        for (holder, kind), body in list(self._personal.items()):
            if kind.startswith(TAG_OF):
                yield holder, body

    def take_out_personal(self, holder: str, kinds: Sequence[str] | None = None) -> None:
        for kind in self.personal(holder) if kinds is None else kinds:
            self._personal.pop((holder, kind), None)

    def frozen(self) -> AbstractContextManager[None]:
        return nullcontext()

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
        match table:
            case "journal":
                yield from self._rows
            case "lines":
                yield from self._lines
            case "balances":
                yield from ((name, *split(value)) for name, value in self._balances.items())
            case "records":
                yield from self._records.values()
            case "snapshots":
                yield from self._snapshots.values()
            case "prints":
                yield from self._prints.items()
            case "personal":
                yield from ((*key, body) for key, body in self._personal.items())
            case _:
                yield from ((name, *body_and_tag) for name, body_and_tag in self._secrets.items())

    @contextmanager
    def whole(self) -> Iterator[None]:
        before = dict(self.__dict__)
        try:
            yield
        except BaseException:
            self.__dict__.update(before)
            raise

    def load(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        match table:
            case "journal":
                self._rows = [Row(*row) for row in rows]
                self._by_id = {row.command_id: row for row in self._rows}
            case "lines":
                self._lines = [LineRow(*row) for row in rows]
            case "balances":
                self._balances = {name: join(cents, part) for name, cents, part in rows}
            case "records":
                self._records, self._newest = {}, {}
                self._keep(RecordRow(*row) for row in rows)
            case "snapshots":
                self._snapshots = {row[0]: Snapshot(*row) for row in rows}
            case "prints":
                self._prints = dict(rows)
            case "personal":
                self._personal = {(holder, kind): body for holder, kind, body in rows}
            case _:
                self._secrets = {name: (body, tag) for name, body, tag in rows}

    def claim(self) -> None:
        """No other process can see this memory."""

    def close(self) -> None:
        """Nothing to release."""
