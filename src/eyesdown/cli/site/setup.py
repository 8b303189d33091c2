"""`eyesdown serve setup`: check a set-up file, show the difference, apply it once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eyesdown.cli.infile import text_of
from eyesdown.cli.site.owner_only import for_its_owner_alone
from eyesdown.kernel.errors import BadInput, EyesdownError

if TYPE_CHECKING:
    from eyesdown.cli.site.settings import Settings


def set_up(settings: Settings, file: Path, *, apply: bool) -> None:
    """Print the difference between a file and the store; apply it if asked to.

    BadInput, and nothing is applied, if anything in the file is wrong.
    """
    from eyesdown.central.keno.office.setup import read_setup
    from eyesdown.central.site.clock import wall_clock_us
    from eyesdown.central.site.people.proofs import put_password
    from eyesdown.central.site.site import Broke, Submitted
    from eyesdown.cli.site.tenants import open_tenants

    text = text_of(file, "file")
    with for_its_owner_alone():
        [keno] = open_tenants(replace(settings, halls=(), family=""), wall_clock_us)
    try:
        at = keno.tenant.now(keno.site.now_us())
        setup = read_setup(keno.site.state, text, at)
        if setup.problems:
            for problem in setup.problems:
                click.echo(problem, err=True)
            raise BadInput("file", f"{len(setup.problems)} wrong; nothing was applied")
        for entry in setup.entries:
            click.echo(f"{entry.change:10} {entry.words}")
        if not setup.changes:
            click.echo("nothing to apply: the site is as the file says")
            return
        if not apply:
            click.echo(f"{len(setup.changes)} to apply; give --apply")
            return
        for entry in setup.changes:
            if entry.password_hash:
                put_password(keno.site.store, entry.command.person, entry.password_hash)
        commands = [Submitted(entry.command_id, entry.command) for entry in setup.changes]
        for reply in keno.site.run(commands):
            if isinstance(reply, Broke):
                raise EyesdownError(reply.words)
        click.echo(f"{len(commands)} applied")
    finally:
        keno.site.store.close()
