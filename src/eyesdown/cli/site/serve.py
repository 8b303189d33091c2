"""`eyesdown serve`: the Central Site, its pages and its API in one process."""

from __future__ import annotations

import secrets
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eyesdown.cli.infile import text_of
from eyesdown.cli.site.owner_only import for_its_owner_alone
from eyesdown.cli.site.settings import Settings, read_halls, read_licensees, read_printers
from eyesdown.cli.site.store_keys import open_existing
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.central.store.base import Store

FROM_FILE = ("licensees", "halls", "printers", "config", "with_password")
"""Settings that only a file of settings gives."""
EVERY_SECONDS_DEFAULT = 180.0
PASSWORD_LENGTH_MIN = 10
"""A stranger can try a name about fourteen thousand times a day."""


_WRITTEN: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "integer": (int,),
    "integer range": (int,),
    "float": (int, float),
    "boolean": (bool,),
}
"""How a setting of each kind is written in a file; click would make a number of a truth."""


def _read_config(ctx: click.Context, _: click.Parameter, path: str | None) -> None:
    """A file's settings become defaults; an option or an environment variable takes precedence."""
    if path is None:
        return
    try:
        settings = tomllib.loads(text_of(path, "--config"))
    except tomllib.TOMLDecodeError as bad:
        raise BadInput("--config", f"{path} is not TOML: {bad}") from bad
    ctx.meta["halls"] = read_halls(settings.pop("hall", []))
    ctx.meta["licensees"] = read_licensees(settings.pop("licensee", []))
    ctx.meta["printers"] = read_printers(settings.pop("printers", {}))
    known = {param.name: param.type.name for param in serve.params if param.expose_value}
    for name, value in settings.items():
        if name not in known:
            raise BadInput(f"--config: {name}", f"is not a setting; there are {', '.join(known)}")
        if type(value) not in _WRITTEN[known[name]]:
            raise BadInput(f"--config: {name}", f"one {known[name].split()[0]} is needed")
    ctx.default_map = settings
    ctx.meta["config"] = path
    if "://" in settings.get("store", ""):
        ctx.meta["with_password"] = path


@click.group(invoke_without_command=True)
@click.option(
    "--config",
    envvar="EYESDOWN_CONFIG",
    type=click.Path(),
    is_eager=True,
    expose_value=False,
    callback=_read_config,
    help="A TOML file with any of these settings, underscores for hyphens.",
)
@click.option(
    "--store",
    envvar="EYESDOWN_STORE",
    default="eyesdown.db",
    show_default=True,
    help="A SQLite file, made if it is not there, or a postgresql:// address.",
)
@click.option(
    "--host",
    envvar="EYESDOWN_HOST",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on.",
)
@click.option(
    "--port",
    envvar="EYESDOWN_PORT",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 takes a free one, and the log says which.",
)
@click.option(
    "--every-seconds",
    envvar="EYESDOWN_EVERY_SECONDS",
    default=EVERY_SECONDS_DEFAULT,
    show_default=True,
    help="How long a game is open.",
)
@click.option(
    "--key",
    envvar="EYESDOWN_KEY",
    default="",
    help="The file of the keys that seal the journals, made if missing; beside the settings.",
)
@click.option(
    "--clock-step-seconds",
    envvar="EYESDOWN_CLOCK_STEP_SECONDS",
    type=float,
    default=60.0,
    show_default=True,
    help="How far the clock may jump before games wait for a supervisor's word.",
)
@click.option(
    "--metrics-from",
    envvar="EYESDOWN_METRICS_FROM",
    default="127.0.0.1,::1",
    show_default=True,
    help="Addresses that may read /metrics, separated by commas; * for every address.",
)
@click.option(
    "--people", envvar="EYESDOWN_PEOPLE", default="", help="The first people who sign on; TOML."
)
@click.option(
    "--second-factor/--no-second-factor",
    envvar="EYESDOWN_SECOND_FACTOR",
    default=True,
    show_default=True,
    help="Whether office and supervisors sign on with a time-based code, too.",
)
@click.option(
    "--credentials", envvar="EYESDOWN_CREDENTIALS", default="", help="Tokens of the API; TOML."
)
@click.option(
    "--snapshot-rows",
    envvar="EYESDOWN_SNAPSHOT_ROWS",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    help="How many rows between two snapshots.",
)
@click.option(
    "--cage", envvar="EYESDOWN_CAGE", is_flag=True, help="Two people key the balls of a cage."
)
@click.option(
    "--slow-seconds",
    envvar="EYESDOWN_SLOW_SECONDS",
    type=float,
    default=10.0,
    show_default=True,
    help="How long the slow step of a draw without a witness takes; 0 switches it off.",
)
@click.option(
    "--witnesses",
    envvar="EYESDOWN_WITNESSES",
    type=click.IntRange(1, 5),
    default=2,
    show_default=True,
    help="How many of the witnesses that are present answer a draw; the others are spares.",
)
@click.option(
    "--witness-wait-seconds",
    envvar="EYESDOWN_WITNESS_WAIT_SECONDS",
    type=click.IntRange(1, 300),
    default=5,
    show_default=True,
    help="After how long a spare takes the place of a silent witness.",
)
@click.option(
    "--witness-start-seconds",
    envvar="EYESDOWN_WITNESS_START_SECONDS",
    type=click.IntRange(0, 3600),
    default=15,
    show_default=True,
    help="How long a site that starts waits for its witnesses before it promises a game.",
)
@click.option(
    "--name",
    envvar="EYESDOWN_NAME",
    default="Eyes Down",
    show_default=True,
    help="The site's name on its public record.",
)
@click.option(
    "--operator",
    envvar="EYESDOWN_OPERATOR",
    default="",
    help="The name on keno tickets and vouchers, if it is not the product's.",
)
@click.option(
    "--draw-seconds",
    envvar="EYESDOWN_DRAW_SECONDS",
    type=float,
    default=60.0,
    show_default=True,
    help="How long walls and phones take to show a draw, at most half of a game; 0: all at once.",
)
@click.option(
    "--address",
    envvar="EYESDOWN_ADDRESS",
    default="",
    help="The site's own address, as tickets print it: https://keno.example.",
)
@click.option(
    "--family",
    envvar="EYESDOWN_FAMILY",
    default="",
    help="A SQLite file for family bingo tables at /family; none if left out.",
)
@click.option(
    "--family-address",
    envvar="EYESDOWN_FAMILY_ADDRESS",
    default="",
    help="Where phones reach the family tables, if not at the address of the page.",
)
@click.option(
    "--series",
    envvar="EYESDOWN_SERIES",
    default="",
    help="Series of printed cards, separated by commas, that /check-card knows beside the halls'.",
)
@click.option(
    "--pool-wait-seconds",
    envvar="EYESDOWN_POOL_WAIT_SECONDS",
    default=0.0,
    show_default=True,
    help="How long a draw waits for winners of a pooled jackpot elsewhere.",
)
@click.option(
    "--core",
    envvar="EYESDOWN_CORE",
    type=int,
    help="The one core of the machine to keep to; a fifth more is sold then.",
)
@click.pass_context
def serve(ctx: click.Context, /, **settings: Any) -> None:
    """Run the Central Site.

    A setting may also come from the environment, as EYESDOWN_PORT, or from the file of --config.
    """
    if ctx.invoked_subcommand is None:
        from_file = {name: ctx.meta[name] for name in FROM_FILE if name in ctx.meta}
        from eyesdown.cli.site.host import run

        run(Settings(**settings, **from_file))


@serve.command("setup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--apply", is_flag=True, help="Apply the difference; else it is only shown.")
@click.pass_context
def setup(ctx: click.Context, file: Path, *, apply: bool) -> None:
    """Set venues, terminals, people, limits and rates up from a file, while the site is stopped.

    The file is checked whole: with one wrong line nothing is applied.
    """
    from eyesdown.cli.site.setup import set_up

    assert ctx.parent is not None
    from_file = {name: ctx.meta[name] for name in FROM_FILE if name in ctx.meta}
    set_up(Settings(**ctx.parent.params, **from_file), file, apply=apply)


@serve.command("token")
def token() -> None:
    """Make a token for a terminal: the first line is for the terminal, the second for the file."""
    new_token = secrets.token_urlsafe(32)
    click.echo(new_token)
    click.echo(f'token_sha256 = "{sha256(new_token.encode()).hexdigest()}"')


@serve.command("hash")
@click.option("--password", help="The password; asked for if left out.")
def hash_password(password: str | None) -> None:
    """Make the hash of a password for the file of people.

    In a pipe, a program gives the password and its repetition on two lines, or uses --password.
    """
    from argon2 import PasswordHasher

    if password is None:
        password = _asked_password()
    if len(password) < PASSWORD_LENGTH_MIN:
        raise BadInput("--password", f"at least {PASSWORD_LENGTH_MIN} characters are needed")
    click.echo(f'hash = "{PasswordHasher().hash(password)}"')


def _asked_password() -> str:
    try:
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    except click.Abort:
        if sys.stdin.isatty():
            raise
        wanted = "standard input ended; it needs the password and its repetition on two lines"
        raise BadInput("--password", wanted) from None


@serve.command("backup")
@click.argument("source")
@click.argument("target")
@click.option(
    "--without-secrets",
    is_flag=True,
    help="Leave out secrets, keys and the personal data of players: for others to read.",
)
def backup(source: str, target: str, *, without_secrets: bool) -> None:
    """Copy everything of a store into a new SQLite file, also while the site runs."""
    from eyesdown.central.store.connect import names_a_file, open_store

    if not names_a_file(target):
        raise BadInput("target", "a backup is a file; name its path")
    file = Path(target)
    if file.exists():
        raise BadInput("target", f"{target} is there already")
    opened = open_existing(source)
    if not opened.head().seq:  # a file copied without its log, say
        opened.close()
        raise BadInput("source", "has no rows, so it is not the store of a site")
    begun = file.with_name(f"{file.name}.part")  # half a backup must not look like a whole one
    _remove(begun)  # of one that was broken off
    try:
        with for_its_owner_alone():
            _copy(
                opened, open_store(str(begun)), ("secrets", "personal") if without_secrets else ()
            )
        begun.rename(file)
    finally:
        _remove(begun)


@serve.command("restore")
@click.argument("backup_file", type=click.Path(path_type=Path, exists=True))
@click.argument("target")
def restore(backup_file: Path, target: str) -> None:
    """Copy a backup into an empty store."""
    from eyesdown.central.store.connect import open_store

    opened = open_existing(str(backup_file))
    with for_its_owner_alone():
        _copy(opened, open_store(target))
    click.echo("If this site has written later rows, run `eyesdown journal seal --restored` first.")
    click.echo("If a site sold on after this backup and has no witness, start with --cage;")
    click.echo("with witnesses it takes over what they saw. See Restoring in docs/operations.md.")


def _remove(file: Path) -> None:
    for more in ("", "-wal", "-shm"):
        Path(f"{file}{more}").unlink(missing_ok=True)


def _copy(source: Store, target: Store, without: Sequence[str] = ()) -> None:
    from eyesdown.central.store.base import copy

    with closing(source), closing(target):
        copy(source, target, without=without)
        click.echo(f"{target.head().seq:,} rows copied")
