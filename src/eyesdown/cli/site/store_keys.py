"""`eyesdown journal seal` and `eyesdown journal new-key`: the keys of a site's journals."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from eyesdown.cli.site.keys import VARIABLE, SiteKeys, key_path_of
from eyesdown.cli.site.owner_only import for_its_owner_alone
from eyesdown.cli.site.tenants import machine_of, zone_of
from eyesdown.kernel.errors import BadInput, JournalCorrupt, JournalError

STORE = click.argument("store")
KEY = click.option(
    "--key", envvar="EYESDOWN_KEY", default="", help="The site's key file; else STORE.key."
)


def open_existing(where: str) -> Any:
    """A store that is there; looking into a place must not make one of it."""
    from eyesdown.central.store.connect import open_store

    return open_store(where, make=False)


def with_keys(opened: Any, where: str, key: str) -> tuple[Any, str]:
    """A store that checks its tags, if the keys are at hand; and a word on that."""
    from eyesdown.central.store.keyed import KeyedStore, check_key, is_sealed

    if not is_sealed(opened):
        return opened, "not sealed"
    path = Path(key) if key else key_path_of(where)
    if not (key or path.exists() or os.environ.get(VARIABLE)):
        return opened, "no key"
    keys = SiteKeys(path)
    ring = keys.ring(needed_by=where, where=where)
    check_key(opened, ring)
    return KeyedStore(opened, ring, oldest=keys.oldest(name_of(opened))), "checked"


def check_notes(opened: Any, where: str, key: str, before: Any) -> bool:
    """Whether its site noted a row of a journal; JournalCorrupt if the journal lacks the row.

    `before` is what was noted before the journal was looked at. The site may run on, so its sum of
    what is beside the journal may also be the one noted since.
    """
    from eyesdown.central.store.newest_versions import NewestVersions

    name, now = name_of(opened), noted_by(where, key)
    if before is None or now is None:
        return False
    before.check(name, opened)
    sums = before.of(name).sums
    NewestVersions(opened, (*sums, *now.of(name).sums) if sums else ())
    return name in before


def check_never_sealed(opened: Any, where: str, key: str) -> None:
    """JournalCorrupt if its site noted a row of a store that has no tags now."""
    noted, name = noted_by(where, key), name_of(opened)
    if noted is not None and name in noted:
        raise JournalCorrupt(
            f"the journal of {name} was sealed ({noted.path} says so) and has no tags now: it was "
            "replaced. Put the sealed store back; `--earlier-copy` verifies a backup from before"
        )


def noted_by(where: str, key: str) -> Any:
    """What the site of a store has noted outside it; None without a file of notes."""
    return SiteKeys(Path(key) if key else key_path_of(where)).heads


@click.command("seal")
@STORE
@KEY
@click.option("--restored", is_flag=True, help="Go on with an older copy than this site has seen.")
@click.option("--lost-key", is_flag=True, help="Seal again with a new key; the old one is lost.")
def seal_command(store: str, *, key: str, restored: bool, lost_key: bool) -> None:
    """Verify a store and tag everything in it with the site's key, while the site is stopped.

    Once for a store from before keys; with an option after a restore or the loss of a key.
    """
    from eyesdown.central.site.verify_journal import verify_journal
    from eyesdown.central.store.keyed import KeyedStore, is_sealed, seal

    keys = SiteKeys(Path(key) if key else key_path_of(store))
    with closing(open_existing(store)) as opened, for_its_owner_alone(), keys.noting():
        opened.claim()
        sealed, name = is_sealed(opened), name_of(opened)
        if not opened.head().seq:
            raise BadInput("store", "has no rows; a new store is sealed by itself")
        if sealed and not (restored or lost_key):
            raise BadInput("store", "is sealed already; `eyesdown journal verify` checks it")
        ring = keys.ring(needed_by=store, where=store) if sealed and not lost_key else None
        old = opened if ring is None else KeyedStore(opened, ring)
        verify_journal(machine_of(opened), old, decide_again=True)
        keyed = KeyedStore(opened, keys.ring())
        if old is opened:
            seal(opened, keys.ring())
        if keys.heads is not None:
            keys.heads.forget(name)
        because = "an older copy" if restored else "the key was lost" if lost_key else "sealed"
        _note(keyed, because)
        if keys.heads is not None:
            keys.heads.note(name, opened.head())
        click.echo(f"{opened.head().seq:,} rows are sealed with key {keyed.keys.current_id.hex()}")


def name_of(store: Any) -> str:
    """The name of the tenant whose journal a store holds."""
    from eyesdown.central.keno.tenant import KENO
    from eyesdown.central.site.first_row import owner_of

    return (owner_of(store) or KENO).name


def _note(keyed: Any, because: str) -> None:
    """Write the row that says which key the journal has from here on, and why."""
    from eyesdown.central.site.clock import wall_clock_us, wall_time
    from eyesdown.central.site.first_row import KeyJournal
    from eyesdown.central.site.site import Broke, Site, Submitted

    site = Site(machine_of(keyed), keyed, wall_clock_us)
    key = keyed.keys.current_id.hex()
    command = KeyJournal(wall_time(zone_of(keyed), wall_clock_us()), key, because)
    [reply] = site.run([Submitted(f"site/{site.head.seq}/key-{key}", command)])
    if isinstance(reply, Broke):
        raise JournalError(reply.words)


@click.command("new-key")
@click.argument("key_file", type=click.Path(path_type=Path))
def new_key(key_file: Path) -> None:
    """Add a new key to a site's key file; the site takes it at its next start, on record.

    The older keys stay in the file: earlier rows are checked with them.
    """
    from eyesdown.central.store.keys import KEY_BYTES, key_id, read_keys, write_keys

    ring = read_keys(key_file)
    key = os.urandom(KEY_BYTES)
    write_keys(key_file, (*ring.keys, key))
    click.echo(f"key {key_id(key).hex()} was added; restart the site, and keep a copy of the file")
