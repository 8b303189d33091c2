"""Every program of the folder `examples` runs and says what its first line promises."""

from __future__ import annotations

import asyncio
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.proof.hall.setting import VIC
from kit.hall_evening import SESSION, Night
from kit.hall_site import NAME, HallDesk

FOLDER = Path(__file__).parents[2] / "examples"
ALONE = {
    "audit_a_series": "found again as card 7 - valid: True\nfault: ",
    "fair_with_qr": "fair.jsonl fair.pdf",
    "family_round": "RoundWon",
    "new_rulebook": "missing: nothing",
    "night_at_the_hall": "refused: session/notice_missing — vic-bingo cl. 2.3",
    "odds_table": "    4  1 in  3.86  75.323%     24.677%",
    "own_pay_table": "the rules' returns 75.3234% (5415/7189)",
    "settle_a_game": "heads_or_tails  $   20.00",
    "shoebox": "A3 is no ticket: spots/number_twice — nsw-keno cl. 2:Spot",
    "who_wins_first": "after 20 calls, number 4: card 13",
}
"""Programs that need nothing, and what they print."""
WITH_A_HALL = {"caller_bot", "inspect_a_journal"}

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a program in this process; what it prints."""

    def program(name: str, *arguments: str) -> str:
        path = str(FOLDER / f"{name}.py")
        monkeypatch.setattr(sys, "argv", [path, *arguments])
        runpy.run_path(path, run_name="__main__")
        return capsys.readouterr().out

    return program


def test_every_program_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == ALONE.keys() | WITH_A_HALL


@pytest.mark.parametrize("name", ALONE)
def test_a_program_prints_what_it_promises(name: str, run: Run) -> None:
    assert ALONE[name] in run(name, *(["example-club"] if name == "new_rulebook" else []))


def test_a_bot_calls_and_the_journal_is_inspected(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "hall.db"
    call_next = runpy.run_path(str(FOLDER / "caller_bot.py"))["call_next"]

    async def evening() -> list[str]:
        desk = HallDesk(VIC, SqliteStore(store))
        async with desk.open():
            night = Night(desk)
            await night.prepare()
            await night.sell("ann", 2)
            await night.start(selector="receptacle")
            desk.http.headers.update(desk.token("caller"))
            return [await call_next(desk.http, NAME, SESSION, 1, ball) for ball in (7, 99)]

    called, refused = asyncio.run(evening())
    assert called.startswith("called: NumberCalled")
    assert refused.startswith("refused: ")
    inspected = run("inspect_a_journal", str(store))
    assert "PersonRegistered" in inspected
    assert "\nwhole - " in inspected
