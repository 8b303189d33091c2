"""Mutants of the money path: small wrong changes, each of which some test must notice.

First every test of the rooms that handle money runs once under coverage, which says what no test
does and which tests reach a line. Then one mutant at a time lives in a forked child: the code of
its function is exchanged there, nothing is written anywhere, and the tests that reach its line run,
the quickest first, until one fails. What no test can notice is in `unseen.toml`, with the reason.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import random
import resource
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import _lru_cache_wrapper
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import coverage
import pytest
from changes import mutants_of

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

    def __init__(self, reached: Reached, asked: argparse.Namespace) -> None:
        self.reached, self.asked = reached, asked

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        everything = gc.get_objects()
        self.functions = [one for one in everything if isinstance(one, FunctionType)]
        self.caches = [one for one in everything if isinstance(one, _lru_cache_wrapper)]
        excused = tomllib.loads((HERE / "unseen.toml").read_text("utf-8"))["unseen"]
        unseen = {mutant for group in excused for mutant in group["mutants"]}
        lines = {path: path.read_text("utf-8").split("\n") for path in FILES}
        trees = {path: ast.parse("\n".join(lines[path])) for path in FILES}
        found = [one for path, tree in trees.items() for one in mutants_of(path, tree)]
        found = [one for one in found if self.asked.only in str(one.path)]
        made = [one for one in found if one.said(lines[one.path]) not in unseen]
        say(f"{len(found)} mutants, {len(found) - len(made)} of which nothing can notice")
        random.Random(self.asked.seed).shuffle(made)
        made = made[: self.asked.many]
        items = {item.nodeid: item for item in session.items}
        alive = 0
        for one in made:
            tests = items.keys() & self.reached.tests[one.path].get(one.node.lineno, ())
            quick = [items[test] for test in sorted(tests, key=self.reached.seconds.__getitem__)]
            if self._lives(session, one.code(trees[one.path]), quick):
                alive += 1
                say(f"{json.dumps(one.said(lines[one.path]))},  # line {one.node.lineno}")
        score = 100 * (1 - alive / len(made))
        say(f"{len(made)} tried, {alive} alive after all their tests: {score:.1f} % noticed")
        session.testsfailed = score < self.asked.least
        return True

    def _lives(self, session: pytest.Session, code: CodeType, items: list[pytest.Item]) -> bool:
        child = os.fork()
        if child:
            return os.waitpid(child, 0)[1] == 0
        try:
            seconds = 10 + int(5 * sum(self.reached.seconds[one.nodeid] for one in items))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            self._exchange(dict(functions(code)), code.co_filename)
            for item, after in zip(items, [*items[1:], None], strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
                if session.testsfailed:
                    os._exit(1)
            os._exit(0)
        finally:
            os._exit(1)

    def _exchange(self, codes: dict[tuple[str, int], CodeType], path: str) -> None:
        for function in self.functions:
            was = function.__code__
            if was.co_filename == path:
                function.__code__ = codes[was.co_qualname, was.co_firstlineno]
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--many", type=times, default=300, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="says which")
    parser.add_argument("--only", default="", help="only of files with this in their path")
    parser.add_argument("--least", type=float, default=95, help="per cent that must be noticed")
    asked = parser.parse_args()
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as own:
        reached = own.submit(reach).result()
    say(f"{reached.branches} branches, never all of them taken at {reached.missing or 'no line'}")
    code = pytest.main(PYTEST, plugins=[Mutating(reached, asked)])
    return int(code) or bool(reached.missing)


if __name__ == "__main__":
    sys.exit(main())
