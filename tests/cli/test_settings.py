"""The halls of a settings file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eyesdown.central.site.first_row import AnotherTenant
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.settings import HallSettings, Settings, read_halls
from eyesdown.kernel.errors import BadInput

DOME = {"name": "dome", "book": "vic-bingo", "store": "dome.db", "zone": "Australia/Melbourne"}


def test_every_hall_has_its_own_store() -> None:
    halls = read_halls([DOME, {**DOME, "name": "pier", "store": "pier.db"}])
    assert [hall.store for hall in halls] == ["dome.db", "pier.db"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "Dome Hall"}, "hall Dome Hall"),
        ({"name": ""}, r"hall 1\.name"),
        ({"zone": "Moon/Sea"}, r"hall dome\.zone"),
        ({"book": 7}, r"hall 1\.book"),
        ({"colour": "red"}, r"hall 1\.colour"),
    ],
)
def test_a_hall_that_cannot_be(change: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput, match=field):
        read_halls([{**DOME, **change}])


@pytest.mark.parametrize("same", ["name", "store"])
def test_two_halls_do_not_share(same: str) -> None:
    other = {**DOME, "name": "pier", "store": "pier.db", same: DOME[same]}
    with pytest.raises(BadInput, match=f"hall.{same}"):
        read_halls([DOME, other])


@pytest.mark.parametrize("tables", [7, {"name": "dome"}, [7]])
def test_a_hall_is_a_table(tables: Any) -> None:
    with pytest.raises(BadInput, match="hall"):
        read_halls(tables)


def _settings(folder: Path, *halls: HallSettings) -> Settings:
    keno = str(folder / "keno.db")
    return Settings(keno, "127.0.0.1", 0, 60.0, "", "", 1000, cage=False, halls=halls)


def test_a_hall_is_opened_beside_keno_and_only_on_its_own_store(tmp_path: Path) -> None:
    hall = HallSettings("dome", "vic-bingo", str(tmp_path / "dome.db"), "Australia/Melbourne")
    host = Host(_settings(tmp_path, hall))
    assert [opened.tenant.name for opened in host.tenants] == ["keno", "dome"]
    for opened in host.tenants:
        opened.site.store.close()
    other = HallSettings("pier", "vic-bingo", hall.store, hall.zone)
    with pytest.raises(AnotherTenant, match="dome"):
        Host(_settings(tmp_path, other))


def test_a_book_that_no_hall_is_run_by(tmp_path: Path) -> None:
    hall = HallSettings("dome", "nsw-keno", str(tmp_path / "dome.db"), "Australia/Sydney")
    with pytest.raises(BadInput, match="book"):
        Host(_settings(tmp_path, hall))
