"""A site that keeps to one core of the machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from eyesdown.cli import affinity as core
from eyesdown.cli.site.serve import serve
from eyesdown.kernel.errors import BadInput


def test_one_core_for_a_while() -> None:
    before = os.sched_getaffinity(0)
    with core.one_core():
        assert os.sched_getaffinity(0) == {max(before)}
        core.any_core()
        assert os.sched_getaffinity(0) >= before
    assert os.sched_getaffinity(0) == before


def test_a_core_that_is_not_there_is_told_before_anything_is_opened(tmp_path: Path) -> None:
    there = ", ".join(map(str, sorted(os.sched_getaffinity(0))))
    store = tmp_path / "site.db"
    found = CliRunner().invoke(serve, ["--core", "4096", "--store", str(store)])
    assert isinstance(found.exception, BadInput)
    assert f"{found.exception}".endswith(f"4096 is not available; available: {there}")
    assert not store.exists()


def test_where_a_system_lets_nobody_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_MAY_CHOOSE", False)
    before = os.sched_getaffinity(0)
    with core.one_core():
        core.any_core()
        assert os.sched_getaffinity(0) == before
    with pytest.raises(BadInput, match="none on this system"):
        core.keep_to(0)
