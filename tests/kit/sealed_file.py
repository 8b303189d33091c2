"""A sealed store in a file, opened as a site opens it at its start."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from click.testing import CliRunner

from eyesdown.central.keno.machine import sydney
from eyesdown.central.site.people.proofs import put_password
from eyesdown.central.site.serials import RECEIPT_KEY
from eyesdown.central.site.site import Site
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.central.tenant import open_journal
from eyesdown.cli.site.journal import journal
from eyesdown.cli.site.keys import SiteKeys
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.tables import Tables

KENO_TENANT: Any = SimpleNamespace(now=sydney)
"""The part of a tenant that names a key in the journal."""


def sealed(path: Path, day: Tables) -> Path:
    """A sealed store with a password, as a site left it."""
    with closing(SqliteStore(path)) as store:
        day.into(store)
    assert "rows are sealed" in CliRunner().invoke(journal, ["seal", str(path)]).output
    with closing(opened(path)) as site_store:
        site_store.keep_secret(RECEIPT_KEY, b"of the tickets")
        put_password(site_store, "Wanda", "first")
    return path


def keys_of(path: Path) -> SiteKeys:
    """The keys of a store, and what is noted of it."""
    return SiteKeys(Path(f"{path}.key"))


def opened(path: Path) -> KeyedStore:
    """A site's store at a start, with a row on a new key and all tags renewed."""
    keys = keys_of(path)
    store = keys.keyed(SqliteStore(path), "keno", str(path))
    assert isinstance(store, KeyedStore)
    open_journal(KENO_TENANT, Site(KENO, store, lambda: 1_789_000_000_000_000))
    keys.take_newest_key(store, "keno")
    return store


def verified(path: Path, *more: str) -> str:
    """What `journal verify` says of a store."""
    said = CliRunner().invoke(journal, ["verify", str(path), "--quick", *more])
    return f"{said.output}{said.exception or ''}"
