"""A store whose rows, records, snapshots, secrets and personal data carry tags of a key outside it.

It adds a tag to everything written and checks the tag of everything read. A record's tag also
covers the hash of its row, so a record from another history or another store does not pass.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from itertools import islice
from typing import Any

from eyesdown.central.store.base import (
    TAG_OF,
    Batch,
    RecordPlace,
    RecordRow,
    Snapshot,
    Store,
    blob,
)
from eyesdown.central.store.journal import Head, Row, check_content, verified
from eyesdown.central.store.keys import KeyMissing, Keyring
from eyesdown.central.store.newest_versions import NewestVersions
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.ledger.books import Amount
from eyesdown.ledger.statement import Posted

ROW, RECORD, SNAPSHOT, SECRET = b"row", b"record", b"snapshot", b"secret"
PERSONAL = b"personal"
PAGE = 1000
HASHES_MAX = 4 * PAGE


def record_content(row_hash: bytes, kind: str, key: str, body: bytes) -> bytes:
    """What the tag of a record covers. Lengths go in, so that no byte can change fields unseen."""
    names = _name(kind), _name(key)
    return b"%b%d %d %b%b%b" % (row_hash, len(names[0]), len(names[1]), *names, blob(body))


def snapshot_content(snapshot: Snapshot) -> bytes:
    """What the tag of a snapshot covers."""
    body, books = (_digest(part) for part in (snapshot.body, snapshot.books))
    row_hash, body_hash = blob(snapshot.hash), blob(snapshot.body_hash)
    return b"%d %b%b%b%b" % (snapshot.seq, row_hash, body, body_hash, books)


def _digest(part: bytes) -> bytes:
    return sha256(blob(part)).digest()


def _name(value: object) -> bytes:
    """The bytes of a name, which a changed SQLite column may hold as another type."""
    return value.encode() if isinstance(value, str) else blob(value)


def secret_content(name: str, body: bytes) -> bytes:
    """What the tag of a secret covers."""
    raw = _name(name)
    return b"%d %b%b" % (len(raw), raw, body)


def personal_content(holder: str, kind: str, body: bytes) -> bytes:
    """What the tag of personal data covers."""
    names = _name(holder), _name(kind)
    return b"%d %d %b%b%b" % (len(names[0]), len(names[1]), *names, body)


def with_tags(holder: str, bodies: Mapping[str, bytes], keys: Keyring) -> dict[str, bytes]:
    """Personal data of a holder, and the tag of each kind.

    >>> sorted(with_tags("A0001", {"password": b"a hash"}, Keyring((bytes(32),))))
    ['password', 'tag of password']
    """
    tags = {
        f"{TAG_OF}{kind}": keys.tag(PERSONAL, personal_content(holder, kind, body))
        for kind, body in bodies.items()
    }
    return {**bodies, **tags}


def _tags_in(stored: Mapping[str, bytes]) -> list[bytes]:
    return [body for kind, body in stored.items() if kind.startswith(TAG_OF)]


def is_sealed(store: Store) -> bool:
    """Whether the rows of a store carry tags; an empty store does not."""
    row = next(store.rows(), None)
    return row is not None and bool(row.tag)


def check_key(store: Store, keys: Keyring) -> None:
    """KeyMissing if the first row was tagged with a key that is not among these."""
    row = next(store.rows(), None)
    if row is not None and row.tag and keys.age(blob(row.tag)) < 0:
        name, ring = blob(row.tag)[:4].hex(), keys.where or "the ring"
        raise KeyMissing(
            f"row 1 was sealed with key {name}, which {ring} does not have: put the site's own key "
            "file there. If it is lost, verify the store, then `eyesdown journal seal --lost-key` "
            "seals it again with a new key"
        )


def seal(store: Store, keys: Keyring) -> int:
    """Tag everything that a store holds, in one transaction; the number of rows.

    Whatever is there is taken as true, so it must be verified before. Personal data comes first: a
    crash in between leaves a store that is not sealed, and it can be sealed again.
    """
    _tag_personal(store, keys)
    with store.whole():
        rows = _tag_rows(store, keys)
        _tag_records(store, keys)
        snapshots = (store.snapshot(at) for at in store.snapshot_rows())
        tagged = [
            (keys.tag(SNAPSHOT, snapshot_content(each)), each.seq) for each in snapshots if each
        ]
        store.put_tags("snapshots", tagged)
        secrets = [(str(row[0]), blob(row[1])) for row in store.dump("secrets")]
        tags = [(keys.tag(SECRET, secret_content(*secret)), secret[0]) for secret in secrets]
        store.put_tags("secrets", tags)
    return rows


def _tag_personal(store: Store, keys: Keyring) -> None:
    entries = list(store.dump("personal"))
    for holder, kind, body in entries:
        if not kind.startswith(TAG_OF):
            store.put_personal(holder, with_tags(holder, {kind: blob(body)}, keys))


def _tag_rows(store: Store, keys: Keyring) -> int:
    tag, seq = keys.tagger(ROW), 0
    # The page is read to its end before tags are changed: a cursor must not see its own writes.
    while page := [row for row, _ in zip(store.rows(seq), range(PAGE), strict=False)]:
        store.put_tags("journal", [(tag(row.hash), row.seq) for row in page])
        seq = page[-1].seq
    return seq


def _tag_records(store: Store, keys: Keyring) -> None:
    tag = keys.tagger(RECORD)
    places = [RecordRow(*row)[:3] for row in store.dump("records")]
    for start in range(0, len(places), PAGE):
        page = places[start : start + PAGE]
        hashes = store.row_hashes({seq for _, _, seq in page})
        records = store.records_at(page).values()
        tags = [
            (tag(record_content(hashes[row.seq], row.kind, row.key, row.body)), *row[:3])
            for row in records
        ]
        store.put_tags("records", tags)


class KeyedStore:
    """A store that tags what it writes and refuses what was not tagged with one of the keys."""

    def __init__(
        self,
        store: Store,
        keys: Keyring,
        note: Callable[[Head], None] = lambda _head: None,
        *,
        oldest: int = 0,
        newest: NewestVersions | None = None,
        release: Callable[[], None] = lambda: None,
    ) -> None:
        """`note` hears of each newest row, to write it down outside the store. `oldest` is the age
        of the first key whose tags still count; `newest` knows which versions are the newest.
        `release` is called when the store is closed."""
        self.plain, self.keys, self._note, self._release = store, keys, note, release
        self.oldest, self._newest = oldest, newest
        self._tag_row, self._tag_record = keys.tagger(ROW), keys.tagger(RECORD)
        self._hashes: dict[int, bytes] = {}  # of rows read lately, whose tags were right

    def is_current(self, seq: int) -> bool:
        """Whether the newest key has tagged a row."""
        row = next(self.plain.rows(seq - 1), None)
        return row is not None and self.keys.age(blob(row.tag)) == len(self.keys.keys) - 1

    def head(self) -> Head:
        return self.plain.head()

    def append(self, batch: Batch) -> None:
        tag_row, tag_record, make = self._tag_row, self._tag_record, Row._make
        hashes = {row.seq: row.hash for row in batch.rows}
        tagged = Batch(lines=batch.lines)
        tagged.rows = [make((*row[:8], tag_row(row.hash))) for row in batch.rows]
        tagged.records = [
            RecordRow(
                kind, key, seq, body, tag_record(record_content(hashes[seq], kind, key, body))
            )
            for kind, key, seq, body, _ in batch.records
        ]
        self.plain.append(tagged)
        if tagged.rows:
            self._note(Head(tagged.rows[-1].seq, tagged.rows[-1].hash))

    def rows(self, after: int = 0) -> Iterator[Row]:
        age = 0
        for row in self.plain.rows(after - 1 if after > 0 else after):  # its key is none too old
            age = self.check_row(row, age)
            if row.seq <= after:
                continue
            # Records are checked against their row's hash; most are read right after their rows.
            if len(self._hashes) >= HASHES_MAX:
                self._hashes.clear()
            self._hashes[row.seq] = row.hash
            yield row

    def find(self, command_ids: Sequence[str]) -> dict[str, Row]:
        stored = self.plain.find(command_ids)
        for row in stored.values():
            self.check_row(row)
        return stored

    def check_row(self, row: Row, age: int = 0) -> int:
        """The age of the key that tagged a row. A later row never has an older key.

        The tag covers the hash, and the hash the content: a changed deposit must not be corrected.
        """
        tag, row_hash = blob(row.tag), blob(row.hash)
        its_age = self.keys.age(tag)
        # An older key after a newer one: someone still has a key that was replaced.
        if its_age < age or not self._holds(ROW, row_hash, tag):
            raise JournalCorrupt(
                f"row {row.seq} was not written by this site: {self._why_not(tag)}"
            )
        check_content(row)
        return its_age

    def _holds(self, kind: bytes, content: bytes, tag: bytes) -> bool:
        return self.keys.holds(kind, content, tag, self.oldest)

    def _why_not(self, tag: bytes) -> str:
        if not tag:
            return "it has no keyed tag"
        age = self.keys.age(tag)
        if age < 0:
            return f"its key {tag[:4].hex()} is not in {self.keys.where or 'the key file'}"
        if age < self.oldest:
            return f"its key {tag[:4].hex()} was replaced by a newer one"
        return "its keyed tag does not fit"

    def balances(self, at: int | None = None) -> dict[str, Amount]:
        return self.plain.balances(at)

    def balance(self, account: str, at: int) -> Amount:
        return self.plain.balance(account, at)

    def lines(self, account: str, after: int = 0, most: int | None = None) -> list[Posted]:
        return self.plain.lines(account, after, most)

    def row_lines(self, seq: int) -> list[Posted]:
        return self.plain.row_lines(seq)

    def record(self, kind: str, key: str) -> RecordRow | None:
        stored = self.plain.record(kind, key)
        if stored is not None:
            self.check_records([stored])
        return stored

    def records(self, kind: str, prefix: str = "") -> Iterator[RecordRow]:
        stored = list(self.plain.records(kind, prefix))
        self.check_records(stored)
        return iter(stored)

    def records_at(self, places: Sequence[RecordPlace]) -> dict[RecordPlace, RecordRow]:
        stored = self.plain.records_at(places)
        self.check_records(list(stored.values()))
        return stored

    def check_records(self, records: Sequence[RecordRow]) -> None:
        """JournalCorrupt at the first record that was not tagged for its row."""
        known, holds, oldest = self._hashes, self.keys.holds, self.oldest
        unread = {seq for _, _, seq, _, _ in records if seq not in known}
        hashes = self.plain.row_hashes(unread) if unread else {}
        for kind, key, seq, body, tag in records:
            # A record of no row has no hash to fit.
            row_hash = known.get(seq) or hashes.get(seq, b"")
            content = record_content(blob(row_hash), kind, key, body)
            if not holds(RECORD, content, blob(tag), oldest):
                raise JournalCorrupt(f"records: {kind} {key} after row {seq} is not as it was")

    def records_count(self) -> int:
        return self.plain.records_count()

    def lines_count(self) -> int:
        return self.plain.lines_count()

    def ids_count(self) -> int:
        return self.plain.ids_count()

    def lines_after(self, seq: int, upto: int | None = None) -> Iterator[tuple[Any, ...]]:
        return self.plain.lines_after(seq, upto)

    def row_hashes(self, seqs: Iterable[int]) -> dict[int, bytes]:
        return self.plain.row_hashes(seqs)

    def filed_upto(self) -> int:
        return self.plain.filed_upto()

    def save_snapshot(self, snapshot: Snapshot) -> None:
        tag = self.keys.tag(SNAPSHOT, snapshot_content(snapshot))
        self.plain.save_snapshot(snapshot._replace(tag=tag))
        self._note(Head(snapshot.seq, snapshot.hash))

    def snapshot(self, at: int | None = None) -> Snapshot | None:
        stored = self.plain.snapshot(at)
        if stored is not None:
            self.check_snapshot(stored)
        return stored

    def snapshot_rows(self) -> list[int]:
        return self.plain.snapshot_rows()

    def check_snapshot(self, stored: Snapshot) -> None:
        """JournalCorrupt if a snapshot was not tagged with one of the keys."""
        tag = blob(stored.tag)
        if not self._holds(SNAPSHOT, snapshot_content(stored), tag):
            why = self._why_not(tag)
            raise JournalCorrupt(f"the snapshot after row {stored.seq} was changed: {why}")

    def keep_secret(self, name: str, body: bytes, tag: bytes = b"") -> bytes:
        if not self.secret(name):
            tag = tag or self._secret_tag(name, body)
            with self._changing("secret", name, [tag]):
                self.plain.keep_secret(name, body, tag)
        return self.secret(name)

    def put_secret(self, name: str, body: bytes, tag: bytes = b"") -> None:
        tag = tag or self._secret_tag(name, body)
        with self._changing("secret", name, [tag] if body else []):
            self.plain.put_secret(name, body, tag)

    def _changing(
        self, table: str, name: str, tags: Iterable[bytes]
    ) -> AbstractContextManager[None]:
        newest = self._newest
        return nullcontext() if newest is None else newest.changing((table, name), tags)

    def _check_newest(self, table: str, name: str, tags: Iterable[bytes]) -> None:
        if self._newest is not None:
            self._newest.check((table, name), tags)

    def _secret_tag(self, name: str, body: bytes) -> bytes:
        return self.keys.tag(SECRET, secret_content(name, body))

    def secret(self, name: str) -> bytes:
        body = self.plain.secret(name)
        tag = self.plain.secret_tag(name) if body else b""
        if body:
            self.check_secret(name, body, tag)
        self._check_newest("secret", name, [tag])
        return body

    def secret_tag(self, name: str) -> bytes:
        return self.plain.secret_tag(name)

    def check_secret(self, name: str, body: bytes, tag: bytes) -> None:
        """JournalCorrupt if a secret was not tagged with one of the keys."""
        if not self._holds(SECRET, secret_content(name, body), tag):
            raise JournalCorrupt(f"secrets: {name} was replaced: {self._why_not(tag)}")

    def put_tags(self, table: str, tags: Iterable[tuple[Any, ...]]) -> None:
        self.plain.put_tags(table, tags)

    def keep_print(self, body: bytes) -> str:
        return self.plain.keep_print(body)

    def print_of(self, sha256: str) -> bytes:
        """A file by its hash, which a row names; JournalCorrupt if it is another file."""
        body = self.plain.print_of(sha256)
        if body and _digest(body).hex() != sha256:
            raise JournalCorrupt(f"prints: {sha256} is not what was stored under this hash")
        return body

    def put_personal(self, holder: str, bodies: Mapping[str, bytes]) -> None:
        tagged = with_tags(holder, bodies, self.keys)
        # The tags that will be there are noted before they are written, so
        # a crash in between is no fault.
        with self._changing("personal", holder, _tags_in({**self._personal(holder), **tagged})):
            self.plain.put_personal(holder, tagged)

    def personal(self, holder: str) -> dict[str, bytes]:
        stored = self._personal(holder)
        bodies = {kind: body for kind, body in stored.items() if not kind.startswith(TAG_OF)}
        for kind, body in bodies.items():
            tag = stored.get(f"{TAG_OF}{kind}", b"")
            if not self._holds(PERSONAL, personal_content(holder, kind, body), tag):
                why = self._why_not(tag)
                raise JournalCorrupt(f"personal: {kind} of {holder} was changed: {why}")
        return bodies

    def _personal(self, holder: str) -> dict[str, bytes]:
        """Data of a holder with their tags, if these are the newest."""
        stored = self.plain.personal(holder)
        self._check_newest("personal", holder, _tags_in(stored))
        return stored

    def personal_tags(self) -> Iterator[tuple[str, bytes]]:
        return self.plain.personal_tags()

    def take_out_personal(self, holder: str, kinds: Sequence[str] | None = None) -> None:
        stored = self._personal(holder)
        names = stored if kinds is None else kinds
        both = {name for kind in names for name in (kind, f"{TAG_OF}{kind}")}
        left = {kind: body for kind, body in stored.items() if kind not in both}
        with self._changing("personal", holder, _tags_in(left)):
            self.plain.take_out_personal(holder, None if kinds is None else sorted(both))

    def frozen(self) -> AbstractContextManager[None]:
        return self.plain.frozen()

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
        match table:
            case "secrets":
                return self._checked_secrets()
            case "records":
                return self._checked_records()
            case "personal":
                return self._checked_personal()
            case _:
                return self.plain.dump(table)

    def check_everything(self) -> None:
        """JournalCorrupt at the first thing that was not written so by this site."""
        self.filed_upto()  # lines by account and commands by id are where they belong
        deque(verified(self.rows(), contents_checked=True), maxlen=0)
        for row in self.snapshot_rows():
            self.snapshot(row)
        for table in ("records", "secrets", "personal"):
            deque(self.dump(table), maxlen=0)
        for name, _ in self.plain.dump("prints"):
            self.print_of(name)

    def tag_again(self) -> None:
        """Tag everything with the newest key; `check_everything` has checked it with the others."""
        seal(self.plain, self.keys)

    def go_on_with_newest_key(self, newest: NewestVersions) -> None:
        """No tag of an older key counts from here on."""
        self.oldest, self._newest = len(self.keys.keys) - 1, newest

    def _checked_secrets(self) -> Iterator[tuple[Any, ...]]:
        for name, body, tag in self.plain.dump("secrets"):
            self.check_secret(name, blob(body), blob(tag))
            yield name, body, tag

    def _checked_records(self) -> Iterator[tuple[Any, ...]]:
        source = (RecordRow(*row) for row in self.plain.dump("records"))
        while page := list(islice(source, PAGE)):
            self.check_records(page)
            yield from page

    def _checked_personal(self) -> Iterator[tuple[Any, ...]]:
        entries = list(self.plain.dump("personal"))
        for holder in sorted({row[0] for row in entries}):
            self.personal(holder)
        yield from entries

    def whole(self) -> AbstractContextManager[None]:
        return self.plain.whole()

    def load(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        self.plain.load(table, rows)

    def claim(self) -> None:
        self.plain.claim()

    def close(self) -> None:
        self.plain.close()
        self._release()
