"""The clause gate: which test speaks for which clause, kept as a table shipped in the package.

`pytest --clause 'nsw-keno 15(k)'` runs only the tests of a clause and of its parts.
`pytest --collect-only --clause-table=check` fails on a stale table, on a mark for a clause that
does not exist, and on a clause that software answers but no test names; `=write` renews it.
"""

from __future__ import annotations

import gc
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from eyesdown.central.keno.machine import book_on
from eyesdown.control.keno.chosen import chosen_on
from eyesdown.rulebook import loading
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_keno.book import open_on
from kit.sites import client, postgres, postgres_server, reopen, running, store

__all__ = ["client", "postgres", "postgres_server", "reopen", "running", "store"]

TABLE = Path(__file__).parents[1] / "src" / "eyesdown" / "rulebooks" / "tests.json"

# The suite must say the same thing twice running; a new example is found by `make fuzz`.
settings.register_profile("suite", derandomize=True, deadline=None)
settings.register_profile("fuzz", max_examples=2_000, deadline=None)
settings.load_profile("suite")


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A setting of nsw-keno chosen as an operator does it: by a dated line in its figures."""
    opened = open_on, book_on, chosen_on

    def choose(name: str, value: str, since: str = "2026-11-15") -> None:
        text = files("eyesdown.rulebooks.nsw_keno").joinpath("figures.toml").read_text("utf-8")
        head, _, rest = text.partition(f"[{name}]\n")
        line = f', {{ from = {since}, value = {value}, source = "chosen" }}]\n'
        data = "".join((head, f"[{name}]\n", rest.replace("]\n", line, 1))).encode()

        def changed(package: str) -> Any:
            folder = files(package)
            if package != "eyesdown.rulebooks.nsw_keno":
                return folder
            chosen = SimpleNamespace(read_bytes=lambda: data)
            return SimpleNamespace(
                joinpath=lambda file: chosen if file == "figures.toml" else folder.joinpath(file)
            )

        monkeypatch.setattr(loading, "files", changed)
        for book in opened:
            book.cache_clear()

    yield choose
    for book in opened:
        book.cache_clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-table", choices=("check", "write"), help="check or renew the table")
    parser.addoption("--clause", help="run the tests of one clause: 'nsw-keno 15(k)'")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--clause`, read only the files that the table names: the rest takes half a minute."""
    asked = config.getoption("--clause")
    if asked is None or collection_path.is_dir():
        return None
    root = config.rootpath
    files_of_clause = {root / test.partition("::")[0] for test in _tests_of(asked)}
    return None if collection_path in files_of_clause else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = config.getoption("--clause")
    if asked is None:
        return
    tests = _tests_of(asked)
    left_out = [item for item in items if item.nodeid.partition("[")[0] not in tests]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _tests_of(asked: str) -> set[str]:
    """Tests of a clause by the table: '15(k)' takes in '15(k):down' and '15(k)(i)'."""
    book, _, clause = asked.partition(" ")
    table: dict[str, dict[str, list[str]]] = json.loads(TABLE.read_text("utf-8"))
    tests = {
        test
        for name, ids in table.get(book, {}).items()
        if name == clause or name.startswith((f"{clause}:", f"{clause}("))
        for test in ids
    }
    if not tests:
        known = ", ".join(SHELF.ids)
        raise pytest.UsageError(f"no test names '{asked}'; write BOOK CLAUSE, books: {known}")
    return tests


def pytest_collection_finish(session: pytest.Session) -> None:
    wanted = session.config.getoption("--clause-table")
    if wanted is None:
        gc.collect()
        gc.freeze()  # thousands of tests stay to the end: the collector passes them by
        return
    found = _table(session.items)
    text = json.dumps(found, indent=0, sort_keys=True, ensure_ascii=False) + "\n"
    if wanted == "write":
        TABLE.write_text(text, "utf-8")
    problems = _problems(found)
    if TABLE.read_text("utf-8") != text:
        problems.append("the table of tests by clause is stale; renew it with `make clauses`")
    if problems:
        raise pytest.UsageError("\n".join(problems))


def _table(items: list[pytest.Item]) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for item in items:
        for mark in item.iter_markers("clause"):
            book, *clauses = mark.args
            for clause in clauses:
                found[book][clause].add(item.nodeid.partition("[")[0])
    return {
        book: {clause: sorted(ids) for clause, ids in clauses.items()}
        for book, clauses in found.items()
    }


def _problems(found: dict[str, dict[str, list[str]]]) -> list[str]:
    problems = []
    for book in SHELF.ids:
        rows = {row.clause: row for row in read_coverage(book)}
        tested = found.get(book, {})
        problems += [
            f"{book} {clause}: {tested[clause][0]} is marked with a clause the book does not have"
            for clause in tested.keys() - rows.keys()
        ]
        problems += [
            f"{book} {clause}: answered in {row.where} and named by no test"
            for clause, row in rows.items()
            if row.where and clause not in tested
        ]
    problems += [f"{book} is not on the shelf" for book in found.keys() - set(SHELF.ids)]
    return problems
