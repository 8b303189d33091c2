"""A proof that is run no time at all proves nothing, and says so instead of holding."""

from __future__ import annotations

import importlib
import sys

import pytest


@pytest.mark.parametrize("given", ["0", "-1", "x", "", "1.5", "²"])
@pytest.mark.parametrize(
    ("proof", "option"),
    [
        ("eyesdown.proof.crash.__main__", "--rounds"),
        ("eyesdown.proof.faults.__main__", "--every"),
        ("eyesdown.proof.tamper.__main__", "--each"),
        ("eyesdown.proof.rush", "--times"),
        ("eyesdown.proof.life.simulate", "--seeds"),
        ("eyesdown.proof.life.soak", "--days"),
        ("fuzz_api", "--calls"),
    ],
)
def test_a_proof_is_run_at_least_once(
    proof: str,
    option: str,
    given: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["proof", f"{option}={given}"])
    with pytest.raises(SystemExit, match="2"):
        importlib.import_module(proof).main()
    assert "no whole number from one up" in capsys.readouterr().err
