"""`eyesdown serve`: the Central Site, its pages and its API in one process."""

from __future__ import annotations

import json
import logging
import os
import secrets
import signal
import socket
import time
import tomllib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from eyesdown import __version__
from eyesdown.cli.affinity import keep_to
from eyesdown.cli.site.journal import open_existing
from eyesdown.kernel.errors import (
    BadInput,
    EyesdownError,
    JournalUnavailable,
)

if TYPE_CHECKING:
    from eyesdown.central.running import RunningTenant
    from eyesdown.central.store.base import Store
    from eyesdown.web.api.routes import Api
    from eyesdown.web.keno.context import KenoWeb

LOG = logging.getLogger("eyesdown.site")
GRACE_SECONDS = 5
_STOP_SIGNALS = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
DAY_SECONDS = 24 * 3600
SLOW_SECONDS_MAX = 600
EVERY_SECONDS_DEFAULT = 180.0
PASSWORD_LENGTH_MIN = 10
"""A stranger can try a name about fourteen thousand times a day."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the site keeps its journal, where it listens, and how often it draws."""

    store: str
    host: str
    port: int
    every_seconds: float
    people: str
    credentials: str
    snapshot_rows: int
    cage: bool
    core: int | None = None
    pool_wait_seconds: float = 0.0
    slow_seconds: float = 10.0
    witness_wait_seconds: int = 5
    witnesses: int = 2
    witness_start_seconds: int = 15
    name: str = "Eyes Down"
    with_password: str = ""
    """The file of settings, where it holds the address of a database."""

    def __post_init__(self) -> None:
        if not 0 < self.every_seconds <= DAY_SECONDS:  # which no NaN is, either
            raise BadInput("--every-seconds", f"above nothing, at most {DAY_SECONDS:,}")
        if not 0 <= self.pool_wait_seconds <= DAY_SECONDS:
            raise BadInput("--pool-wait-seconds", f"from nothing to {DAY_SECONDS:,}")
        if not 0 <= self.slow_seconds <= SLOW_SECONDS_MAX:
            raise BadInput("--slow-seconds", f"from 0 (off) to {SLOW_SECONDS_MAX}")


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
        settings = tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as bad:
        raise BadInput("--config", str(bad)) from bad
    known = {param.name: param.type.name for param in serve.params if param.expose_value}
    for name, value in settings.items():
        if name not in known:
            raise BadInput(f"--config: {name}", f"is not a setting; there are {', '.join(known)}")
        if type(value) not in _WRITTEN[known[name]]:
            raise BadInput(f"--config: {name}", f"one {known[name].split()[0]} is needed")
    ctx.default_map = settings
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
    help="0 takes whichever is free, and the log says which.",
)
@click.option(
    "--every-seconds",
    envvar="EYESDOWN_EVERY_SECONDS",
    default=EVERY_SECONDS_DEFAULT,
    show_default=True,
    help="How long a game is open.",
)
@click.option("--people", envvar="EYESDOWN_PEOPLE", default="", help="Who may sign on; TOML.")
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
        run(Settings(**settings, with_password=ctx.meta.get("with_password", "")))


@serve.command("token")
def token() -> None:
    """Make a token for a terminal: the first line is for the terminal, the second for the file."""
    new_token = secrets.token_urlsafe(32)
    click.echo(new_token)
    click.echo(f'token_sha256 = "{sha256(new_token.encode()).hexdigest()}"')


@serve.command("hash")
@click.password_option()
def hash_password(password: str) -> None:
    """Make the hash of a password for the file of people."""
    from argon2 import PasswordHasher

    if len(password) < PASSWORD_LENGTH_MIN:
        raise BadInput("--password", f"at least {PASSWORD_LENGTH_MIN} characters are needed")
    click.echo(f'hash = "{PasswordHasher().hash(password)}"')


@serve.command("backup")
@click.argument("source")
@click.argument("target")
@click.option(
    "--without-secrets",
    is_flag=True,
    help="Leave out the secrets of games, the receipt key and the session key: for others to read.",
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
        raise BadInput("source", "there is not one row in it, which is no site's store")
    begun = file.with_name(f"{file.name}.part")  # half a backup must not look like a whole one
    _remove(begun)  # of one that was broken off
    try:
        with for_its_owner_alone():
            _copy(opened, open_store(str(begun)), ("secrets",) if without_secrets else ())
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
    click.echo("If a site sold on after this backup and has no witness, start with --cage;")
    click.echo("with witnesses it takes over what they saw. See Restoring in docs/operations.md.")


def _remove(file: Path) -> None:
    for more in ("", "-wal", "-shm"):
        Path(f"{file}{more}").unlink(missing_ok=True)


@contextmanager
def for_its_owner_alone() -> Iterator[None]:
    """Files made meanwhile are readable by their owner only: a store holds secret keys."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(*paths: str) -> list[str]:
    """Which of these files users other than their owner may read, on systems that can tell."""
    files = [path for path in paths if os.name == "posix" and Path(path).is_file()]
    return [path for path in files if Path(path).stat().st_mode & 0o077]


def _copy(source: Store, target: Store, without: Sequence[str] = ()) -> None:
    from eyesdown.central.store.base import copy

    with closing(source), closing(target):
        copy(source, target, without=without)
        click.echo(f"{target.head().seq:,} rows copied")


class _JsonLines(logging.Formatter):
    """A line a record, for machines; what is logged names commands and roles, never people."""

    def format(self, record: logging.LogRecord) -> str:
        plain = logging.makeLogRecord({}).__dict__.keys()
        left_out = {"message", "color_message"}  # the message again, for a terminal
        more = {k: v for k, v in record.__dict__.items() if k not in plain and k not in left_out}
        at = datetime.fromtimestamp(record.created, UTC).isoformat()
        line = {"at": at, "level": record.levelname, "says": record.getMessage(), **more}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def run(settings: Settings) -> None:
    """Serve until a signal stops it."""
    import uvicorn  # noqa: F401 -- looked for before anything is opened

    if settings.core is not None:
        keep_to(settings.core)
    _allow_many_connections()
    place = taken(settings)
    host = Host(settings)
    run_app(place, host, host.lifetime)


def _allow_many_connections() -> None:
    """Raise the limit of open connections to what the system allows."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def taken(settings: Settings) -> socket.socket:
    """The socket to listen on, bound before the store opens: no game opens without clients."""
    place = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((settings.host, settings.port))
    except OSError as bad:
        place.close()
        where = f"{settings.host}:{settings.port}"
        raise EyesdownError(f"cannot listen on {where}: {bad.strerror}") from bad
    return place


def run_app(
    place: socket.socket,
    host: Host,
    lifetime: Callable[[], AsyncIterator[KenoWeb]],
    *,
    quiet: bool = False,
) -> None:
    """Pages and API over a site's lifetime; open requests get a few seconds to end."""
    import uvicorn

    from eyesdown.web.app import create_app
    from eyesdown.web.frame.http_limits import Incoming, InOrder

    handler = logging.StreamHandler()
    handler.setFormatter(_JsonLines())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler])
    app = create_app(lifetime, more=host.api.routes())
    config = uvicorn.Config(
        app,
        http=Incoming,
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = InOrder(config)
    app.state.stopping = lambda: server.should_exit
    for number in _STOP_SIGNALS:  # it would end with a signal's code; a stop in order is a 0
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, server.handle_exit)
    more = {"version": __version__, "address": address_of(place), "seq": host.site.head.seq}
    LOG.info("opened", extra=more)
    server.run(sockets=[place])


def address_of(place: socket.socket) -> str:
    """Where the pages are; port 0 took whichever was free."""
    host, port = place.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _leave(hung: JournalUnavailable) -> NoReturn:
    """Stop without the store: the thread that waits for it would keep the process as long."""
    LOG.error("stopped without the store", extra={"words": str(hung)})
    logging.shutdown()
    os._exit(hung.exit_code)


class Host:
    """Stores, keys, rights and files of the site's tenants, opened before anyone is admitted."""

    def __init__(self, settings: Settings) -> None:
        from eyesdown.central.keno.rights import KenoRights
        from eyesdown.central.site.clock import wall_clock_us
        from eyesdown.central.site.credentials import Doorkeeper
        from eyesdown.cli.site.tenants import open_tenants, roles
        from eyesdown.draw.drbg import known_answer_test
        from eyesdown.draw.health import fresh_secret
        from eyesdown.web.api.routes import Api
        from eyesdown.web.frame.people import read_people

        known_answer_test()
        self.settings = settings
        self.people = read_people(_text(settings.people, "--people"))
        keeper = Doorkeeper.of_toml(_text(settings.credentials, "--credentials"), roles())
        with for_its_owner_alone():
            self.tenants = open_tenants(settings, wall_clock_us)
        self.site, self.serials = self.tenants.keno.site, self.tenants.keno.serials
        self.store = self.site.store
        self.session_key = self.store.keep_secret("session key", fresh_secret(os.urandom))
        self.api: Api = Api(keeper, KenoRights(self.serials, os.urandom))

    async def lifetime(self) -> AsyncIterator[KenoWeb]:
        """The running site, from the first step of its tenants to their last snapshot."""
        from eyesdown.central.running import RunningTenant
        from eyesdown.central.site.site import collect_less
        from eyesdown.web.frame.people import People
        from eyesdown.web.keno.context import KenoWeb

        collect_less()
        secret = (*(opened.where for opened in self.tenants.every), self.settings.people)
        for path in open_to_others(*secret, self.settings.with_password):
            LOG.warning("others on this machine may read this file", extra={"file": path})
        running = [
            RunningTenant(
                opened.tenant,
                opened.site,
                snapshot_rows=self.settings.snapshot_rows,
                wrote=self.api.counted.wrote,
                read_store=opened.read_store,
            )
            for opened in self.tenants.every
        ]
        try:
            yield KenoWeb(
                running[0].sequencer,
                self.serials,
                People(self.people, time.monotonic),
                self.session_key,
                open_reader=running[0].read_store,
                cage=self.settings.cage,
                pool_wait=timedelta(seconds=self.settings.pool_wait_seconds),
                restart=self.tenants.keno.restart,
            )
        finally:
            await _stop(running)


async def _stop(running: Sequence[RunningTenant[Any]]) -> None:
    """Stop every tenant, also after one whose store hangs."""
    hung = None
    for tenant in running:
        try:
            await tenant.stop()
        except JournalUnavailable as trouble:
            hung = trouble
    if hung is not None:
        _leave(hung)


def _text(path: str, option: str) -> str:
    if not path:
        return ""
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as bad:
        raise BadInput(option, str(bad)) from bad
