"""Keys and clocks that went wrong: a clear message, nothing sold wrongly, nothing lost."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyesdown.central.site.upkeep.watched_clock import WatchedClock
from eyesdown.central.store.keys import make_keys, read_keys, write_keys
from eyesdown.kernel.errors import BadInput

NOW_US = 1_795_000_000_000_000


def test_a_crash_while_a_key_is_added_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "site.key"
    ring = make_keys(path, lambda size: b"1" * size)

    def crash(*_: object) -> None:
        raise OSError("the power is cut")

    with monkeypatch.context() as during:
        during.setattr(Path, "replace", crash)
        with pytest.raises(BadInput, match="cannot be written"):
            write_keys(path, (*ring.keys, b"2" * 32))
    assert read_keys(path).keys == ring.keys
    write_keys(path, (*ring.keys, b"2" * 32))
    assert read_keys(path).keys == (*ring.keys, b"2" * 32)
    assert not (path.stat().st_mode & 0o077)


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_start_with_a_clock_of_another_age_holds_games(year: int) -> None:
    wrong_us = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1_000_000)
    clock = WatchedClock(lambda: wrong_us, lambda: 5)
    clock.compare(NOW_US)
    clock()
    assert clock.doubt_us == wrong_us - NOW_US


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_clock_set_to_another_age_while_the_site_runs_is_not_followed(year: int) -> None:
    wall = [NOW_US]
    clock = WatchedClock(lambda: wall[0], lambda: 5)
    wall[0] = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1_000_000)
    assert clock() == NOW_US
    assert clock.doubt_us
