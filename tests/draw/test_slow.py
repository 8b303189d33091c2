"""The slow step: its proof, and proofs that do not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eyesdown.draw import slow
from eyesdown.draw.slow import RSA_2048, SlowStep, Turning


def _step(question: bytes, turns: int) -> SlowStep:
    turning = Turning.of(question, turns)
    turning.run()
    return turning.prove()


@pytest.mark.parametrize("turns", [1, 7, 8, 9, 128, 1000, 4096, 4097, 10_007])
def test_a_step_holds_and_is_the_plain_power(turns: int) -> None:
    step = _step(b"seal", turns)
    start = Turning.of(b"seal", turns).start
    plain = pow(start, 1 << turns, RSA_2048)
    assert step.result == min(plain, RSA_2048 - plain)
    assert slow.holds(b"seal", step)


def test_a_step_that_was_interrupted_comes_to_the_same() -> None:
    whole = _step(b"seal", 10_000)
    turning = Turning.of(b"seal", 10_000)
    with pytest.raises(KeyboardInterrupt):
        turning.run(_interrupt_after(4096))
    assert 0 < turning.done < 10_000
    turning.run()
    assert turning.prove() == whole


def _interrupt_after(most: int) -> slow.Progress:
    def progress(done: int) -> None:
        if done >= most:
            raise KeyboardInterrupt

    return progress


def test_what_does_not_hold() -> None:
    step = _step(b"seal", 1000)
    assert not slow.holds(b"another seal", step)
    assert not slow.holds(b"seal", replace(step, turns=999))
    assert not slow.holds(b"seal", replace(step, result=step.result + 1))
    assert not slow.holds(b"seal", replace(step, result=RSA_2048 - step.result)), "the negative"
    assert not slow.holds(b"seal", replace(step, proof=RSA_2048 - step.proof)), "the negative"
    assert not slow.holds(b"seal", replace(step, proof=0))
    assert not slow.holds(b"seal", replace(step, turns=0))
    assert not slow.holds(b"seal", replace(step, turns=slow.TURNS_MAX + 1))


def test_the_modulus_is_the_published_one() -> None:
    assert RSA_2048.bit_length() == 2048
    assert f"{RSA_2048:x}".startswith("c7970ceedcc3b0754490201a7aa613cd")
    assert f"{RSA_2048:x}".endswith("399d48c6361cc7e5")
