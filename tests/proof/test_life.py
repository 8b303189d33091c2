"""A little of what `make simulate` and `make soak` do for long, and that they would notice."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from eyesdown.central.keno.machine import SiteCommand
from eyesdown.central.site.restore.adopting import AdoptStatements
from eyesdown.central.site.sealing import LetGameGoOn, StopGame
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.site.witness_words import OpenRecord, RevealValue, WitnessingCommand
from eyesdown.keno.words.documents import Used
from eyesdown.kernel.errors import JournalError
from eyesdown.proof.life import simulate, soak
from eyesdown.proof.life.simulate import life
from eyesdown.proof.life.soak import Day, grown, growth_a_day

LIVES = 300
IN_PARTS = 10
NOT_DONE = {
    *(StopGame, LetGameGoOn),  # all are honest
    AdoptStatements,  # no witness has a copy to take over
    *set(get_args(WitnessingCommand)) - {OpenRecord, RevealValue},  # there is no witness
}

NOT_SIMULATED = {
    *("OpenDrawer", "CountDrawer", "PrintPaper", "SetCeiling", "ApproveAmount"),
    *("ProposePayment", "ConfirmPayment", "DropPayment", "TakeOverJackpot", "Withdraw"),
    *("AnswerRealityCheck", "ConfirmLimit", "ReleaseAccount"),
    *("GiveAccess", "GivePassword", "ResetFactor"),
}
"""What the people of a simulated life do not do: desks, second persons, sign-on and reality checks
are played in `keno-desk.eyes` and in the tests of their pages."""
SELDOM_MAX = 8
"""How many kinds of command thirty lives may leave out: some are seldom done."""


@pytest.mark.parametrize("part", range(IN_PARTS))
def test_the_books_say_what_everybody_saw(part: int) -> None:
    done = Counter[str]()
    for seed in range(part, LIVES, IN_PARTS):
        done += life(seed).done
    every = {kind.__name__ for kind in set(get_args(SiteCommand)) - NOT_DONE}
    assert set(done) <= every
    missing = every - NOT_SIMULATED - set(done)
    assert len(missing) <= SELDOM_MAX, missing


def test_a_seed_plays_the_same_life_again_to_the_byte() -> None:
    assert life(7).site.head == life(7).site.head != life(8).site.head


def test_money_in_another_till_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eyesdown.ledger.keno.till_of", lambda *_: "V0001")
    with pytest.raises(AssertionError, match=r"^bank is -?\d+ in the books, and -?\d+ was seen"):
        life(1)


def test_a_payment_by_the_wrong_tender_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from eyesdown.keno.sales import decide as decide_sales

    apply_tenders = decide_sales.apply_tenders

    def a_cent_too_much(*args: Any) -> tuple[Used, ...]:
        first, *rest = apply_tenders(*args)
        return Used(first.tender, first.document, first.used_cents + 1, first.change_cents), *rest

    monkeypatch.setattr(decide_sales, "apply_tenders", a_cent_too_much)
    with pytest.raises((AssertionError, JournalError)):
        life(1)


def test_a_command_that_is_done_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run, seen = Site.run, set[str]()

    def forgets(site: Any, submitted: list[Submitted], at_us: int | None = None) -> Any:
        again = [
            Submitted(f"{one.command_id}/again", one.command) if one.command_id in seen else one
            for one in submitted
        ]
        seen.update(one.command_id for one in submitted)
        return run(site, again, at_us)

    monkeypatch.setattr(Site, "run", forgets)
    with pytest.raises((AssertionError, JournalError)):
        life(1)


def test_whoever_runs_it_is_told_the_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["simulate", "--seeds=2", "--first=40"])
    assert simulate.main() == 0
    assert "2 lives, " in capsys.readouterr().out
    monkeypatch.setattr("eyesdown.ledger.keno.till_of", lambda *_: "V0001")
    assert simulate.main() == 1
    assert "WRONG: seed 40: bank is " in capsys.readouterr().out


def test_days_on_a_file(tmp_path: Path) -> None:
    seen: list[int] = []
    world, days, verified = soak.soak(tmp_path / "site.db", 2, 3, seen.append, games=6)
    assert (seen, len(days)) == ([1, 2], 2)
    assert verified.rows > 300
    assert world.done["PaySession"]


def test_memory_that_grows_with_the_history_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert not grown([Day(1000, 1000)] * 8)
    assert grown([Day(1000 + 15 * day, 1000) for day in range(8)])
    assert "state: +1.45% a day, of at most 1%" in capsys.readouterr().out
    assert not grown([Day(1000, 1000), Day(2000, 1000)])  # too few days to tell
    assert not grown([Day(500, 500)] * 2 + [Day(1000, 1000)] * 6)  # it has warmed up
    assert growth_a_day([10, 10, 10]) == 0
