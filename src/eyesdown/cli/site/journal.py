"""`eyesdown journal`: verify, replay and export."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from eyesdown.cli.site.keys import other_key_file
from eyesdown.cli.site.store_keys import (
    KEY,
    STORE,
    check_never_sealed,
    check_notes,
    new_key,
    noted_by,
    open_existing,
    seal_command,
    with_keys,
)
from eyesdown.cli.site.tenants import keno_only, machine_of
from eyesdown.kernel.errors import BadInput, JournalCorrupt

_WORDS_ON_KEYS = {
    "checked": "every keyed tag is right",
    "no key": "its keyed tags were not checked: no key file is here; name it by --key",
    "not sealed": "this store is not sealed: stop the site and run `eyesdown journal seal`",
}
ROW = click.IntRange(0, 10**18)


@click.group()
def journal() -> None:
    """Verify, seal, replay and export the journal of a site."""


journal.add_command(seal_command)
journal.add_command(new_key)


@journal.command("verify")
@STORE
@click.option("--quick", is_flag=True, help="Do not decide every command a second time.")
@click.option("--decide-again", is_flag=True, hidden=True)  # what happens without --quick, too
@KEY
@click.option(
    "--mark", "marks", multiple=True, help="A row and its hash as noted before, ROW:HASH."
)
@click.option(
    "--published",
    type=click.File(encoding="utf-8"),
    help="Published results to hold against it, JSON Lines.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="How many processes verify spans of rows at the same time; else one a core.",
)
@click.option(
    "--earlier-copy", is_flag=True, help="A backup: it may end before the newest row of its site."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def verify_command(
    store: str,
    *,
    quick: bool,
    decide_again: bool,
    key: str,
    marks: tuple[str, ...],
    published: Any,
    workers: int | None,
    earlier_copy: bool,
    as_json: bool,
) -> None:
    """Re-read the chain, decide every command again, ask control, and compare every table.

    Note the printed hash of the last row: it shows later whether any row before it was changed.
    """
    from dataclasses import asdict

    from eyesdown.central.site.marks import Mark

    noted, results = [Mark.of_text(mark) for mark in marks], _results(published)
    opened, keyed = with_keys(open_existing(store), store, key)
    site_noted = noted_by(store, key) if keyed == "checked" and not earlier_copy else None
    if keyed == "not sealed" and not earlier_copy:
        check_never_sealed(opened, store, key)
    decide_again = decide_again or not quick
    began, wrong = time.perf_counter(), ""
    with opened.frozen():  # the site may sell on
        head = opened.head()
        try:
            checked = _verified(opened, store, workers, decide_again=decide_again)
            held = _held(opened, noted, results)
            noted_here = check_notes(opened, store, key, site_noted)
            secrets = any(opened.dump("secrets"))
        except JournalCorrupt as corrupt:
            wrong = str(corrupt)  # the error itself holds on to what was being read
    seconds = time.perf_counter() - began
    opened.close()
    if wrong:
        raise JournalCorrupt(wrong)
    if as_json:
        more = {"published": held, "hash": head.hash.hex(), "seconds": round(seconds, 3)}
        more |= {"decided_again": decide_again, "keyed": keyed, "secrets": secrets}
        more |= {"noted": noted_here}
        click.echo(json.dumps({**asdict(checked), **more}))
        return
    click.echo(
        f"{checked.rows:,} rows, {checked.events:,} events, {checked.lines:,} ledger lines and "
        f"{checked.records:,} records hold ({seconds:.1f} s)"
    )
    if not decide_again:
        click.echo("this was quick: no command was decided again; leave out --quick for that")
    click.echo(_WORDS_ON_KEYS[keyed])
    if keyed == "no key" and (other := other_key_file(Path(), store)):
        click.echo(f"there is {other}; if it is this site's, add --key {other}")
    if site_noted is not None and not noted_here:
        click.echo(f"{site_noted.path} has no row of it: an older copy would not be noticed")
    if not secrets:
        click.echo("this store has no secrets: it is a copy without them, or they were removed")
    if results:
        words = "published result holds" if held == 1 else "published results hold"
        click.echo(f"{held:,} {words}")
    click.echo(f"note this: --mark {head.seq}:{head.hash.hex()}")


def _verified(opened: Any, where: str, workers: int | None, *, decide_again: bool) -> Any:
    """What was read and found in order, with a bar of the rows that are done."""
    from eyesdown.cli.site.verify_spans import cores, verify

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rows", total=opened.head().seq)
        return verify(
            opened,
            where,
            workers=workers or cores(),
            decide_again=decide_again,
            progress=lambda rows: progress.update(task, completed=rows),
        )


def _held(opened: Any, noted: list[Any], results: list[Any]) -> int:
    """How many published results hold; JournalCorrupt at a mark or result that does not."""
    from eyesdown.central.keno.published import check_published
    from eyesdown.central.site.marks import check_marks

    check_marks(opened, noted)
    if results:
        keno_only(opened)
    return check_published(opened, results) if results else 0


def until(opened: Any, option: str, seq: int | None) -> None:
    """BadInput if the journal does not go as far as a row that was asked for."""
    head = opened.head()
    if seq is not None and seq > head.seq:
        opened.close()
        raise BadInput(option, f"the journal ends with row {head.seq:,}")


def _results(published: Any) -> list[Any]:
    """Results as anybody saved them, one a line."""
    try:
        return [json.loads(line) for line in published or ()]
    except (ValueError, RecursionError) as bad:
        raise BadInput("--published", f"JSON Lines are needed ({bad})") from bad


@journal.command("replay")
@STORE
@click.option("--at", type=ROW, help="Stop after this row.")
def replay(store: str, at: int | None) -> None:
    """Print the state at the end of the journal, or after a row of it, as JSON."""
    from eyesdown.central.store.journal import verified

    opened = open_existing(store)
    until(opened, "--at", at)
    machine = machine_of(opened).over(opened)
    state = machine.start()
    for row in verified(opened.rows()):
        if at is not None and row.seq > at:
            break
        state, _, _ = machine.advance(state, row.seq, machine.events.read_all(row.events))
    opened.close()
    click.echo(json.dumps(json.loads(machine.save(state))["state"], separators=(",", ":")))


@journal.command("export")
@STORE
@click.option("--after", type=ROW, default=0, help="Begin after this row.")
@click.option("--eyes", is_flag=True, help="A hall's journal as a .eyes file for `eyesdown play`.")
@click.option("--session", default="", help="With --eyes: one session, and what the hall shares.")
def export(store: str, after: int, *, eyes: bool, session: str) -> None:
    """Print every row as JSON Lines, with its hashes; or write what happened as a .eyes file."""
    opened = open_existing(store)
    if eyes:
        click.echo(_in_notation(opened, session), nl=False)
        return
    for row in opened.rows(after):
        line = {
            "seq": row.seq,
            "at_us": row.at_us,
            "id": row.command_id,
            "asked": row.asked.hex(),
            "command": json.loads(row.command),
            "events": json.loads(row.events),
            "prev_hash": row.prev_hash.hex(),
            "hash": row.hash.hex(),
        }
        click.echo(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
    opened.close()


def _in_notation(opened: Any, session: str) -> str:
    """What happened on a hall's journal, written so that the rules can play it again."""
    from eyesdown.central.site.first_row import owner_of
    from eyesdown.central.store.journal import verified
    from eyesdown.notation.document import print_script
    from eyesdown.notation.exporting import JournalEntry, exported
    from eyesdown.notation.vocabulary import is_played

    owner = owner_of(opened)
    if owner is None or owner.kind != "hall" or not is_played(owner.book):
        opened.close()
        raise BadInput("--eyes", "only a hall's journal is written in the notation")
    machine = machine_of(opened)
    read_command, read_events = machine.commands.read, machine.events.read_all
    entries = [
        JournalEntry(row.seq, read_command(row.command), read_events(row.events))
        for row in verified(opened.rows())
    ]
    opened.close()
    return print_script(exported(owner.book, entries, session))


@journal.command("proof")
@STORE
@click.argument("serial")
@click.option("--game", help="Which of its games, as in 2026-11-15/007; else the first.")
def proof(store: str, serial: str, game: str | None) -> None:
    """Print a ticket's proof for verify_draw.py that it took part in a game, as JSON."""
    from eyesdown.central.keno.machine import entries_of, machine, serials_in
    from eyesdown.central.site.sealing import GameSealed
    from eyesdown.central.site.serials import tidy
    from eyesdown.central.store.journal import verified
    from eyesdown.draw.evidence import inclusion

    opened, keno, ticket = open_existing(store), machine(), tidy(serial)
    keno_only(opened)
    state = keno.start()
    for row in verified(opened.rows()):
        events = keno.events.read_all(row.events)
        for event in events:
            if isinstance(event, GameSealed) and game in (None, event.seal.game):
                serials = serials_in(state, event.game)
                if ticket in serials:
                    entries, index = entries_of(state, event.game), serials.index(ticket)
                    path = inclusion(entries, index)
                    click.echo(json.dumps({"entry": json.loads(entries[index]), "path": path}))
                    opened.close()
                    return
        state, _, _ = keno.advance(state, row.seq, events)
    opened.close()
    raise BadInput("serial", f"{serial} is in no sealed game of this journal, or not in this one")
