"""The Central Site as one process: its tenants opened, its pages served, its end in order."""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NoReturn

from eyesdown import __version__
from eyesdown.cli.affinity import keep_to
from eyesdown.cli.infile import text_of
from eyesdown.cli.site.owner_only import for_its_owner_alone, open_to_others
from eyesdown.cli.site.settings import Settings
from eyesdown.kernel.errors import BadInput, EyesdownError, JournalUnavailable

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from eyesdown.central.running import RunningTenant
    from eyesdown.central.site.people.access import Access
    from eyesdown.cli.site.tenants import OpenTenant
    from eyesdown.library.series import OpenSeries
    from eyesdown.web.frame.context import Hosted

LOG = logging.getLogger("eyesdown.site")
GRACE_SECONDS = 5
FOR_DEVELOPERS = ("/_design",)
"""Pages that a site serves only where EYESDOWN_DEVELOPMENT is set."""
_STOP_SIGNALS = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}


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


def log_in_json_lines(*, quiet: bool = False) -> None:
    """Log to standard error, one JSON object a line; a second call changes nothing."""
    handler = logging.StreamHandler()
    handler.setFormatter(_JsonLines())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler])


def run(settings: Settings) -> None:
    """Serve until a signal stops it."""
    import uvicorn  # noqa: F401 -- looked for before anything is opened

    if settings.core is not None:
        keep_to(settings.core)
    log_in_json_lines()  # before the stores open: what they report is for machines, too
    _allow_many_connections()
    place = listening_socket(settings.host, settings.port)
    host = Host(settings)
    run_app(place, host, host.lifetime)


def _allow_many_connections() -> None:
    """Raise the limit of open connections to what the system allows."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listening_socket(host: str, port: int) -> socket.socket:
    """The socket to listen on, bound before the store opens: no game opens without clients."""
    place = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((host, port))
    except OSError as bad:
        place.close()
        raise EyesdownError(f"cannot listen on {host}:{port}: {bad.strerror}") from bad
    return place


def run_app(
    place: socket.socket,
    host: Host,
    lifetime: Callable[[], AsyncIterator[Hosted]],
    *,
    quiet: bool = False,
    more: Sequence[BaseRoute] = (),
) -> None:
    """Pages and API over a site's lifetime; open requests get a few seconds to end."""
    import uvicorn

    from eyesdown.web.app import create_app
    from eyesdown.web.frame.http_limits import Incoming, InOrder
    from eyesdown.web.frame.pages import set_frame

    log_in_json_lines(quiet=quiet)
    if not more:
        set_frame(more_nav=host.links(), brand=host.settings.name)
    _name_operator(host.settings)
    app = create_app(lifetime, [*host.routes(), *more])
    config = uvicorn.Config(
        app,
        http=Incoming,
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = InOrder(config)
    server.after = end_soon
    app.state.stopping = lambda: server.should_exit
    if host.settings.metrics_from != "*":
        app.state.metrics_from = tuple(host.settings.metrics_from.split(","))
    if host.settings.family_door:
        from eyesdown.cli.site.family_door import FamilyDoor

        app.state.family_door = FamilyDoor(app)
    for number in _STOP_SIGNALS:  # it would end with a signal's code; a stop in order is a 0
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, server.handle_exit)
    opened = {"version": __version__, "address": address_of(place), "seq": host.site.head.seq}
    LOG.info("opened", extra=opened)
    server.run(sockets=[place])


def _name_operator(settings: Settings) -> None:
    """Put the operator's own names on tickets, letters and terms, where the settings have any."""
    from eyesdown.display.keno.notices import LICENSEES, Company, Operator, set_operator

    companies = tuple(Company(name, abn) for name, abn in settings.licensees) or LICENSEES
    set_operator(Operator(settings.operator or f"{settings.name} Keno", companies))


def address_of(place: socket.socket) -> str:
    """Where the pages are; port 0 took whichever was free."""
    host, port = place.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def end_soon(seconds: float = GRACE_SECONDS) -> None:
    """End this process within some seconds, even if a thread still reads for a client.

    The site has stopped in order by then; a thread would keep the process until it has its answer.
    """
    timer = threading.Timer(seconds, _end_now)
    timer.daemon = True
    timer.start()


def _end_now() -> None:
    LOG.warning("stopped without the answer to a long question")
    logging.shutdown()
    os._exit(0)


def _leave(hung: JournalUnavailable) -> NoReturn:
    """Stop without the store: the thread that waits for it would keep the process as long."""
    LOG.error("stopped without the store", extra={"words": str(hung)})
    logging.shutdown()
    os._exit(hung.exit_code)


class Host:
    """Stores, keys, rights and files of the site's tenants, opened before anyone is admitted."""

    def __init__(self, settings: Settings) -> None:
        from eyesdown.central.site.credentials import Doorkeeper
        from eyesdown.central.site.upkeep.watched_clock import (
            LAST_ROWS,
            WatchedClock,
            last_right_us,
        )
        from eyesdown.cli.site.people_file import read_people
        from eyesdown.cli.site.tenants import open_tenants
        from eyesdown.draw.drbg import known_answer_test
        from eyesdown.draw.health import fresh_secret
        from eyesdown.web.frame.metrics import Metrics

        known_answer_test()
        self.settings = settings
        people = read_people(_text(settings.people, "--people"))
        credentials = _text(settings.credentials, "--credentials")
        self.series = _series(settings.series)
        with for_its_owner_alone():
            clock = WatchedClock(apart_seconds_max=settings.clock_step_seconds)
            self.tenants = open_tenants(settings, clock)
            for opened in self.tenants:
                seq = opened.site.head.seq
                rows = opened.site.store.rows(max(0, seq - LAST_ROWS))
                before = [row for row in rows if row.seq < seq]  # opening may have written one
                clock.compare(last_right_us(before))
            _admit(self.tenants[0], people)
        roles = {opened.tenant.name: opened.tenant.roles for opened in self.tenants}
        self.keeper = Doorkeeper.of_toml(credentials, roles)
        self.site = self.tenants[0].site
        self.store = self.site.store
        self.session_key = self.store.keep_secret("session key", fresh_secret(os.urandom))
        self.counted = Metrics()

    def routes(self) -> list[BaseRoute]:
        """The API and the pages of every kind of tenant that is open."""
        from eyesdown.cli.site.tenants import routes_of

        kinds = dict.fromkeys(opened.tenant.kind for opened in self.tenants)
        routes = [route for kind in kinds for route in routes_of(kind, self.keeper, self.counted)]
        if os.environ.get("EYESDOWN_DEVELOPMENT"):
            return routes
        return [route for route in routes if getattr(route, "path", "") not in FOR_DEVELOPERS]

    def links(self) -> list[tuple[str, str]]:
        """Addresses and names of the tenants beside the first, for the front page."""
        from eyesdown.cli.site.tenants import link_to

        return [link_to(opened.tenant) for opened in self.tenants[1:]]

    async def lifetime(self) -> AsyncIterator[Hosted]:
        """The running site, from the first step of its tenants to their last snapshot."""
        from eyesdown.central.running import RunningTenant
        from eyesdown.central.site.site import collect_less
        from eyesdown.web.frame.context import Hosted
        from eyesdown.web.frame.people import People
        from eyesdown.web.frame.sessions import Sessions

        collect_less()
        secret = (*(opened.where for opened in self.tenants), self.settings.people)
        for path in open_to_others(*secret, self.settings.with_password):
            LOG.warning("others on this machine may read this file", extra={"file": path})
        running = [
            RunningTenant(
                opened.tenant,
                opened.site,
                snapshot_rows=self.settings.snapshot_rows,
                wrote=self.counted.wrote,
                busy=opened.busy,
                read_store=opened.read_store,
            )
            for opened in self.tenants
        ]
        webs = {
            opened.tenant.name: opened.web(tenant)
            for opened, tenant in zip(self.tenants, running, strict=True)
        }
        try:
            people = People(time.monotonic, second_factor=self.settings.second_factor)
            yield Hosted(people, Sessions(self.session_key), webs, self.series)
        finally:
            await _stop(running, [opened.end_long_work for opened in self.tenants])


def _series(names: str) -> tuple[OpenSeries, ...]:
    """The series on disk whose cards the site checks for anyone."""
    if not names:
        return ()  # and NumPy is not loaded
    from eyesdown.library.series import open_series

    try:
        return tuple(open_series(name.strip()) for name in names.split(",") if name.strip())
    except BadInput as bad:
        raise BadInput("--series", bad.message) from bad


def _admit(keno: OpenTenant, people: Mapping[str, tuple[Access, str]]) -> None:
    """Let the people of the file into keno, once for each password hash."""
    from eyesdown.central.site.people.access import admit_listed

    at = keno.tenant.now(keno.site.now_us())
    for name, (access, password_hash) in people.items():
        admit_listed(keno.site, at, name, access, password_hash)


async def _stop(
    running: Sequence[RunningTenant[Any]], end_long_work: Iterable[Callable[[], None]]
) -> None:
    """Stop every tenant, also when the store of another one hangs or is gone.

    They stop together, so that several stores that hang take no longer than one.
    """
    outcomes = await asyncio.gather(*(tenant.stop() for tenant in running), return_exceptions=True)
    for end in end_long_work:
        end()
    for process in multiprocessing.active_children():  # one that counts for a client that is gone
        process.terminate()
    for outcome in outcomes:
        if isinstance(outcome, JournalUnavailable):
            _leave(outcome)
        if outcome is not None:
            LOG.error("a tenant did not stop in order", exc_info=outcome)


def _text(path: str, option: str) -> str:
    return text_of(path, option) if path else ""
