"""A little of what `make soak` does for a year with a hall, and that it would notice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from eyesdown.bingo.sales.events import TillCounted
from eyesdown.proof.hall import soak
from eyesdown.proof.hall.purse import Purse
from eyesdown.proof.hall.setting import NSW
from eyesdown.proof.hall.soak import Size, Year


def test_nights_whose_every_cent_is_explained_and_every_row_decided_again(tmp_path: Path) -> None:
    """The first night closes early, and leaves the state all the same."""
    year = Year(tmp_path / "hall.db", NSW, nights=2, seed=6)
    for number in (1, 2):
        year.play(number)
    assert year.night.done["ShowClosingSign"] == 1
    assert len(year.sizes) == 2
    assert year.verify().rows == year.life.site.head.seq
    assert year.life.site.state.hall.past.has_name("night 1")


def test_a_cent_that_no_one_saw_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cash-up takes a cent more out of the books than the till had."""
    honest = Purse.sees

    def a_cent_less(purse: Purse, event: object) -> None:
        honest(purse, event)
        if isinstance(event, TillCounted):
            purse["hall_safe"] -= 1

    monkeypatch.setattr(Purse, "sees", a_cent_less)
    year = Year(tmp_path / "hall.db", NSW, nights=1, seed=3)
    with pytest.raises(AssertionError, match="night 1: hall_safe is"):
        year.play(1)


@pytest.mark.parametrize(("last", "code"), [(1099, 0), (1101, 1)])
def test_the_program_fails_where_memory_grew_by_more_than_a_tenth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], last: int, code: int
) -> None:
    def no_night(year: Year, number: int) -> None:
        size = 1000 if number < 6 else last
        year.sizes.append(Size(size, 1000))

    monkeypatch.setattr(Year, "play", no_night)
    monkeypatch.setattr(sys, "argv", ["soak", "--nights=8"])
    assert soak.main() == code
    assert "of at most 10%" in capsys.readouterr().out
