"""The key file of a site: where it is, and the stores opened with it."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from eyesdown.kernel.errors import BadInput, JournalCorrupt, JournalError

if TYPE_CHECKING:
    from eyesdown.central.store.base import Store
    from eyesdown.central.store.keys import Keyring
    from eyesdown.central.store.newest_versions import NewestVersions
    from eyesdown.central.store.noted_heads import NotedHeads
    from eyesdown.cli.site.settings import Settings

LOG = logging.getLogger("eyesdown.site")
VARIABLE = "EYESDOWN_KEYS"
"""An environment variable that holds the keys themselves, in place of a file."""


def key_path(settings: Settings) -> Path:
    """Where a site's key file is: as set, beside the file of settings, or beside the store."""
    if settings.key:
        return Path(settings.key)
    if settings.config:
        return Path(settings.config).with_name("eyesdown.key")
    return key_path_of(settings.family if settings.family_alone else settings.store)


def key_path_of(where: str) -> Path:
    """The key file of a store for which no other place was named.

    >>> str(key_path_of("site.db")), str(key_path_of("postgresql://localhost/keno"))
    ('site.db.key', 'eyesdown.key')
    """
    return Path("eyesdown.key") if "://" in where else Path(f"{where}.key")


def other_key_file(path: Path, where: str) -> Path | None:
    """A key file of the other usual place, where the one of a store is missing.

    A site has it beside the file of settings if it was started with one, else beside the store.
    """
    usual = (key_path_of(where), Path(where).with_name("eyesdown.key"))
    return next((other for other in usual if other != path and other.exists()), None)


class SiteKeys:
    """The keys of a site and the newest rows that it noted, for all of its stores."""

    def __init__(self, path: Path) -> None:
        from eyesdown.central.store.keys import of_text
        from eyesdown.central.store.noted_heads import NotedHeads

        self.path = path
        listed = os.environ.get(VARIABLE, "")
        self._ring: Keyring | None = (
            of_text(listed.replace(",", "\n"), VARIABLE) if listed else None
        )
        self.heads: NotedHeads | None = (
            None if listed else NotedHeads(path.with_name(f"{path.name}.heads"))
        )

    def ring(self, *, needed_by: str = "", where: str = "") -> Keyring:
        """The keys. A file that is missing is made, unless a sealed store needs the old one.

        `where` is the store that needs it, beside which another key file may be.
        """
        from eyesdown.central.store.keys import KeyMissing, make_keys, read_keys

        if self._ring is None:
            if self.path.exists():
                self._ring = read_keys(self.path)
            elif needed_by:
                missing = f"{needed_by} is sealed, and its key file {self.path} is missing. "
                if where and (other := other_key_file(self.path, where)):
                    raise KeyMissing(f"{missing}There is {other}: name it with `--key {other}`")
                raise KeyMissing(
                    f"{missing}Put the key file back; it is kept apart from backups. If it is "
                    "lost, run `eyesdown journal verify`, then `eyesdown journal seal --lost-key`"
                )
            else:
                self._ring = make_keys(self.path, os.urandom)
                LOG.info(  # an operator's log has it; a family table is not troubled with it
                    "a new key file was made; keep a copy of it apart from the store",
                    extra={"file": str(self.path)},
                )
        return self._ring

    @contextmanager
    def noting(self) -> Iterator[None]:
        """While this lasts no other site notes its rows here; JournalConflict if one does."""
        if self.heads is None:
            yield
            return
        self.heads.claim()
        try:
            yield
        finally:
            self.heads.release()

    def keyed(self, store: Store, name: str, where: str) -> Store:
        """A store that checks and writes tags; itself, with a warning, if it is not sealed yet."""
        from eyesdown.central.store.keyed import KeyedStore, check_key, is_sealed
        from eyesdown.central.store.newest_versions import NewestVersions

        sealed = is_sealed(store)
        if not sealed and store.head().seq:
            self._check_never_sealed(name, where)
            LOG.warning(
                "this store is not sealed: a change to it may not be noticed; stop the site and "
                "run `eyesdown journal seal`",
                extra={"store": name},
            )
            return store
        ring = self.ring(needed_by=name if sealed else "", where=where)
        check_key(store, ring)
        oldest = self.oldest(name)
        for _ in KeyedStore(store, ring, oldest=oldest).dump("secrets"):
            pass  # each is checked: a replaced key of receipts or draws stops the start
        if self.heads is None:
            return KeyedStore(store, ring, newest=NewestVersions(store))
        if sealed and name not in self.heads:
            LOG.warning(
                "no row of this sealed store was noted outside it, so an older copy would not be "
                "noticed: normal after a move to another machine, else the notes were removed",
                extra={"store": name, "file": str(self.heads.path)},
            )
        note, release = partial(self.heads.note, name), self.heads.release
        self.heads.claim()
        try:
            self.heads.check(name, store)
            newest = self._newest(store, name)
        except JournalError:
            release()
            raise
        return KeyedStore(store, ring, note, oldest=oldest, newest=newest, release=release)

    def _newest(self, store: Store, name: str) -> NewestVersions:
        """Which versions are the newest; JournalCorrupt if the store has others."""
        from eyesdown.central.family.tenant import KIND
        from eyesdown.central.site.serials import RECEIPT_KEY
        from eyesdown.central.store.newest_versions import NewestVersions

        assert self.heads is not None
        note = partial(self.heads.note_sums, name)
        try:
            return NewestVersions(store, self.heads.of(name).sums, note)
        except JournalCorrupt as other:
            if name != KIND and not store.secret(RECEIPT_KEY):  # say which, where it is known
                words = "the receipt key is gone, so every ticket would be a forgery"
                raise JournalCorrupt(words) from other
            raise

    def oldest(self, name: str) -> int:
        """The age of the key that tagged everything in a journal's store, if that is noted."""
        from eyesdown.central.store.keys import KeyMissing

        ring = self.ring(needed_by=name)
        key = "" if self.heads is None else self.heads.of(name).key
        if key and ring.age(bytes.fromhex(key)) < 0:
            raise KeyMissing(
                f"the journal of {name} was tagged with key {key}, which {ring.where} does not "
                "have: an older key file is in place. Put the newest one back"
            )
        return ring.age(bytes.fromhex(key)) if key else 0

    def take_newest_key(self, store: Store, name: str) -> None:
        """Tag everything with the newest key, once a row says that it was taken.

        A crash before the note leaves it to the next start. Without notes older keys count on,
        because nothing outside the store could say that they do not.
        """
        from eyesdown.central.store.keyed import KeyedStore

        if self.heads is None or not isinstance(store, KeyedStore):
            return
        key = store.keys.current_id.hex()
        if self.heads.of(name).key == key:
            return
        if len(store.keys.keys) > 1:
            store.check_everything()
            self.heads.note_sums(name, ())
            store.tag_again()
            store.go_on_with_newest_key(self._newest(store.plain, name))
            LOG.info("everything was tagged with the newest key", extra={"store": name, "key": key})
        self.heads.note_key(name, key)

    def _check_never_sealed(self, name: str, where: str) -> None:
        if self.heads is None:
            raise BadInput(where, f"is not sealed, and {VARIABLE} is set; `eyesdown journal seal`")
        if name in self.heads:
            raise JournalCorrupt(
                f"the journal of {name} was sealed and has no tags now: it was replaced. Put the "
                "sealed store back"
            )
