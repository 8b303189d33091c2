"""The key file of a site: where it is, and the stores opened with it."""

from __future__ import annotations

import logging
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from eyesdown.kernel.errors import BadInput, JournalCorrupt

if TYPE_CHECKING:
    from eyesdown.central.store.base import Store
    from eyesdown.central.store.keys import Keyring
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

    def ring(self, *, needed_by: str = "") -> Keyring:
        """The keys. A file that is missing is made, unless a sealed store needs the old one."""
        from eyesdown.central.store.keys import KeyMissing, make_keys, read_keys

        if self._ring is None:
            if self.path.exists():
                self._ring = read_keys(self.path)
            elif needed_by:
                raise KeyMissing(
                    f"{needed_by} is sealed, and its key file {self.path} is missing. Put the key "
                    "file back; it is kept apart from backups. If it is lost, run `eyesdown "
                    "journal verify`, then `eyesdown journal seal --lost-key`"
                )
            else:
                self._ring = make_keys(self.path, os.urandom)
                LOG.info(  # an operator's log has it; a family table is not troubled with it
                    "a new key file was made; keep a copy of it apart from the store",
                    extra={"file": str(self.path)},
                )
        return self._ring

    def keyed(self, store: Store, name: str, where: str) -> Store:
        """A store that checks and writes tags; itself, with a warning, if it is not sealed yet."""
        from eyesdown.central.store.keyed import KeyedStore, check_key, is_sealed

        sealed = is_sealed(store)
        if not sealed and store.head().seq:
            self._check_never_sealed(name, where)
            LOG.warning(
                "this store is not sealed: a change to it may not be noticed; stop the site and "
                "run `eyesdown journal seal`",
                extra={"store": name},
            )
            return store
        ring = self.ring(needed_by=name if sealed else "")
        check_key(store, ring)
        for _ in KeyedStore(store, ring).dump("secrets"):
            pass  # each is checked: a replaced key of receipts or draws stops the start
        if self.heads is None:
            return KeyedStore(store, ring)
        self.heads.check(name, store)
        return KeyedStore(store, ring, partial(self.heads.note, name))

    def _check_never_sealed(self, name: str, where: str) -> None:
        if self.heads is None:
            raise BadInput(where, f"is not sealed, and {VARIABLE} is set; `eyesdown journal seal`")
        if name in self.heads:
            raise JournalCorrupt(
                f"the journal of {name} was sealed and has no tags now: it was replaced. Put the "
                "sealed store back"
            )
