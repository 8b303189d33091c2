"""Mutants of the money path: small wrong changes, each of which some test must notice.

First every test of the rooms that handle money runs once under coverage, which says what no test
does and which tests reach a line. Then one mutant at a time lives in a forked child: the code of
its function is exchanged there, nothing is written anywhere, and the tests that reach its line run
until one fails: first those that noticed most of the file's mutants, then the quickest. What no
test can notice is in `unseen.toml`, with the reason.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import pickle
import random
import resource
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import _lru_cache_wrapper
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import coverage
import pytest
from changes import Mutant, mutants_of

from eyesdown.proof.times import times

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "src" / "eyesdown"
ROOMS = "keno bingo rulebooks ledger control"
MONEY = {
    "kernel": "money",
    "players": "limits",
    "keno/bets": "bulk bulk_payout whole_game price series settle",
    "keno/state": "let_it_run lookup payouts",
    "keno/claims": "effects evolve pay reinstate",
    "keno/sales": "cancel checks commission evolve payment stakes terms vouchers",
    "keno/office": "accounts limits",
    "keno/games": "settle evolve",
    "keno/words": "documents money",
    "keno": "tills",
    "bingo/pools": "evolve decide",
    "bingo/trouble": "decide",
    "bingo/claims": "results",
    "bingo/session": "returns",
    "bingo/sales": "decide",
    "ledger": "books chart hall keno statement",
    "rulebooks/nsw_keno": "c02_combinations c02_money c07_entry c09_subscriptions c09_tenders "
    "c10_jackpots c10a_bonus_prizes c10b_promotion c11_cancellations c15_payouts c15_rounding "
    "c18_prizes c19_sharing",
    "rulebooks/nsw_casino_bingo": "c03_conditions c06_jackpots c07_settlement c10_promotions",
    "rulebooks/nz_casino_bingo": "c04_entry c06_jackpots c07_prizes",
    "rulebooks/vic_bingo": "c01_versions c02_admission c04_jackpots",
}
FILES = [PACKAGE / room / f"{name}.py" for room, names in MONEY.items() for name in names.split()]
TESTS = [str(path) for path in (*(HERE.parent / room for room in ROOMS.split()), *FILES)]
PYTEST = ["-qq", "-p", "no:cacheprovider", *TESTS]
MEMORY = 3 << 30  # bytes that a mutant may fill before that counts as noticed


class Reached(NamedTuple):
    """What the tests do: which of them reach a line, how long each takes, and what none does."""

    tests: dict[Path, dict[int, list[str]]]
    seconds: dict[str, float]
    branches: int
    missing: list[str]


def reach() -> Reached:
    """Asked in a process of its own, since it fills every cache there is."""
    files = [str(path) for path in FILES]
    measured = coverage.Coverage(None, branch=True, include=files, config_file=False)
    measured.exclude(r"case _:\n +assert_never")
    seconds: dict[str, float] = {}

    class Reaching:
        def pytest_runtest_logstart(self, nodeid: str) -> None:
            measured.switch_context(nodeid)

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration

    with measured.collect():
        code = pytest.main(PYTEST, plugins=[Reaching()])
    assert code == 0, "the tests must hold before anything is changed"
    tests = {path: measured.get_data().contexts_by_lineno(str(path)) for path in FILES}
    missing, branches = [], 0
    for path in files:
        ways = measured.branch_stats(path)
        branches += sum(all_ways for all_ways, _ in ways.values())
        lines = [line for line, (all_ways, taken) in ways.items() if taken < all_ways]
        missing += [f"{path}:{line}" for line in {*lines, *measured.analysis2(path)[3]}]
    return Reached(tests, seconds, branches, sorted(missing))


class Mutating:
    """Runs the tests against mutants instead of against what is there."""

    def __init__(self, reached: Reached, options: argparse.Namespace) -> None:
        self.reached, self.options = reached, options
        self.lines = {path: path.read_text("utf-8").split("\n") for path in FILES}
        self.trees = {path: ast.parse("\n".join(lines)) for path, lines in self.lines.items()}
        self.results = _earlier_results(options.results)
        self.running: dict[int, tuple[Mutant, int, list[str]]] = {}
        """By process: the mutant, where it says which test failed, and its tests in order."""
        self.noticed_by: dict[str, Counter[str]] = {}
        """How many mutants of a file each test noticed."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        gc.unfreeze()  # the tests' own set-up freezes, and frozen objects are not listed
        everything = gc.get_objects()
        self.functions = [thing for thing in everything if isinstance(thing, FunctionType)]
        self.caches = [thing for thing in everything if isinstance(thing, _lru_cache_wrapper)]
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        chosen = self._chosen()
        for mutant in chosen:
            if self._key(mutant) in self.results:
                continue
            while len(self.running) >= self.options.workers:
                self._wait()
            tests = self._in_order(mutant, items.keys() & self._reaching(mutant))
            child, failed = self._start(session, mutant, [items[test] for test in tests])
            self.running[child] = mutant, failed, tests
        while self.running:
            self._wait()
        score = self._report(chosen)
        session.testsfailed = score < self.options.least
        return True

    def _chosen(self) -> list[Mutant]:
        """The mutants to try, file after file, or some of all of them by chance."""
        excused = tomllib.loads((HERE / "unseen.toml").read_text("utf-8"))["unseen"]
        unseen = {mutant for group in excused for mutant in group["mutants"]}
        everything = [
            mutant for path, tree in self.trees.items() for mutant in mutants_of(path, tree)
        ]
        stale = unseen - {self._name(mutant) for mutant in everything}
        say(f"{len(stale)} lines of unseen.toml name no mutant: {sorted(stale) or 'none'}")
        asked = [mutant for mutant in everything if self.options.only in mutant.file]
        chosen = [mutant for mutant in asked if self._name(mutant) not in unseen]
        say(f"{len(asked)} mutants, {len(asked) - len(chosen)} of which nothing can notice")
        if self.options.many:
            random.Random(self.options.seed).shuffle(chosen)
            chosen = chosen[: self.options.many]
        return chosen

    def _name(self, mutant: Mutant) -> str:
        return mutant.name(self.lines[mutant.path])

    def _key(self, mutant: Mutant) -> str:
        """Its name with its place: equal lines of a file have mutants of equal names."""
        return f"{mutant.node.lineno}:{mutant.node.col_offset} {self._name(mutant)}"

    def _reaching(self, mutant: Mutant) -> list[str]:
        """The tests that reach it; an `if` with its condition in brackets runs from the next line.

        A line that no test reaches may still run when its file is imported.
        """
        by_line, node = self.reached.tests[mutant.path], mutant.node
        lines = range(node.lineno, node.end_lineno + 1)
        return next((by_line[line] for line in lines if line in by_line), [])

    def _in_order(self, mutant: Mutant, tests: Iterable[str]) -> list[str]:
        """The tests that are likely to notice first, then the quickest."""
        before = self.noticed_by.setdefault(mutant.file, Counter())
        return sorted(tests, key=lambda test: (-before[test], self.reached.seconds[test]))

    def _wait(self) -> None:
        child, status = os.wait()
        mutant, failed, tests = self.running.pop(child)
        noticed, index = status != 0, os.read(failed, 20)
        os.close(failed)
        if index:
            self.noticed_by[mutant.file][tests[int(index)]] += 1
        key, name = self._key(mutant), self._name(mutant)
        self.results[key] = noticed
        if self.options.results:
            with self.options.results.open("a", encoding="utf-8") as out:
                out.write(json.dumps([key, noticed]) + "\n")
        if not noticed:
            say(f"{json.dumps(name, ensure_ascii=False)},  # line {mutant.node.lineno}")

    def _report(self, chosen: list[Mutant]) -> float:
        """Print how many were noticed in each file; the percentage of all."""
        tried, noticed = Counter[str](), Counter[str]()
        for mutant in chosen:
            tried[mutant.file] += 1
            noticed[mutant.file] += self.results[self._key(mutant)]
        for file, number in tried.items():
            say(f"{noticed[file]:5} of {number:5}  {file}")
        score = 100 * noticed.total() / max(1, tried.total())
        alive = tried.total() - noticed.total()
        say(f"{tried.total()} tried, {alive} alive after all their tests: {score:.1f} % noticed")
        return score

    def _start(
        self, session: pytest.Session, mutant: Mutant, items: list[pytest.Item]
    ) -> tuple[int, int]:
        failed, say_failed = os.pipe()
        child = os.fork()
        if child:
            os.close(say_failed)
            return child, failed
        try:
            seconds = 10 + int(5 * sum(self.reached.seconds[item.nodeid] for item in items))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            code = mutant.code(self.trees[mutant.path])
            self._exchange(dict(functions(code)), code.co_filename)
            following = [*items[1:], None]  # one too many where no test reaches the line
            for index, (item, after) in enumerate(zip(items, following, strict=False)):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
                if session.testsfailed:
                    os.write(say_failed, b"%d" % index)
                    os._exit(1)
            os._exit(0)
        finally:
            os._exit(1)

    def _exchange(self, codes: dict[tuple[str, int], CodeType], path: str) -> None:
        changed = 0
        for function in self.functions:
            was = function.__code__
            if was.co_filename == path:
                function.__code__ = codes[was.co_qualname, was.co_firstlineno]
                changed += 1
        if not changed:  # a mutant that never lived must not count as alive or noticed
            say(f"no function of {path} was there to be changed")
            os.kill(os.getppid(), signal.SIGTERM)
        for cache in self.caches:
            cache.cache_clear()


def functions(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield (const.co_qualname, const.co_firstlineno), const
            yield from functions(const)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _earlier_results(path: Path | None) -> dict[str, bool]:
    """Mutants that an earlier run found noticed. Those that lived are tried again."""
    if path is None or not path.exists():
        return {}
    pairs = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {key: True for key, noticed in pairs if noticed}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--many", type=int, default=300, help="how many mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="says which")
    parser.add_argument("--only", default="", help="only of files with this in their path")
    parser.add_argument("--least", type=float, default=95, help="per cent that must be noticed")
    parser.add_argument("--workers", type=times, default=1, help="how many are tried at once")
    parser.add_argument(
        "--results", type=Path, help="file of results; a later run of the same tree goes on from it"
    )
    options = parser.parse_args()
    stored = options.results and options.results.with_suffix(".reached")
    if stored and stored.exists():
        reached: Reached = pickle.loads(stored.read_bytes())
    else:
        with ProcessPoolExecutor(1, mp_context=get_context("fork")) as own:
            reached = own.submit(reach).result()
    if stored:
        stored.write_bytes(pickle.dumps(reached))
    say(f"{reached.branches} branches, never all of them taken at {reached.missing or 'no line'}")
    code = pytest.main(PYTEST, plugins=[Mutating(reached, options)])
    return int(code) or bool(reached.missing)


if __name__ == "__main__":
    sys.exit(main())
