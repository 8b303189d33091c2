"""The file of people who may sign on."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyesdown.central.site.upkeep import watched_clock
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.people_file import read_people
from eyesdown.cli.site.settings import Settings
from eyesdown.kernel.errors import BadInput

KNOWN = 'hash = "$argon2id$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYQ"'


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('hash = "open sesame"', "hash"),
        ("", "hash"),
        (f'{KNOWN}\nvenu = "V1"', "venu"),
    ],
)
def test_people_as_they_cannot_sign_on(line: str, field: str) -> None:
    with pytest.raises(BadInput, match=rf"people\.sue\.{field}"):
        read_people(f'[sue]\nrole = "office"\n{line}\n')


def test_an_empty_name_is_refused() -> None:
    """A session without sign-on has an empty name; a person of that name would be everyone."""
    with pytest.raises(BadInput, match="a name is empty"):
        read_people(f'[""]\nrole = "office"\n{KNOWN}\n')


@pytest.mark.parametrize("year", [1970, 2099])
def test_people_who_are_let_in_at_a_start_do_not_hide_a_wrong_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    """Each is a row with the time of the wrong clock, which the clock was then compared with."""
    people = tmp_path / "people.toml"

    def started(*names: str) -> int:
        """By how much the clock is in doubt after a start with these people."""
        tables = (f'[{name}]\nrole = "supervisor"\n{KNOWN}\n' for name in names)
        people.write_text(f'[ada]\nrole = "office"\n{KNOWN}\n{"".join(tables)}', "utf-8")
        store = str(tmp_path / "site.db")
        settings = Settings(store, "127.0.0.1", 0, 60.0, str(people), "", 1, cage=False)
        host = Host(settings)
        with closing(host.store):
            host.site.now_us()
            return host.site.clock_doubt_us

    assert started("bob") == 0
    assert started("bob", "cy", "di") == 0
    wrong = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1_000_000)

    class WrongClock(watched_clock.WatchedClock):
        def __init__(self, apart_seconds_max: float) -> None:
            super().__init__(lambda: wrong, lambda: 5, apart_seconds_max)

    with monkeypatch.context() as during:
        during.setattr(watched_clock, "WatchedClock", WrongClock)
        for _ in range(2):  # the first start wrote rows in the wrong year
            assert started("bob", "cy", "di", "eve", "flo", "gus") != 0
    assert started("bob", "cy", "di", "eve", "flo", "gus") == 0, "the clock was set right"
