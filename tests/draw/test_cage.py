"""Two people at a ball cage."""

from __future__ import annotations

import pytest

from eyesdown.draw.cage import Cage, Seen, Slip, confirm, key
from eyesdown.kernel.ids import Ball, PersonId

ANN, BOB = PersonId("ann"), PersonId("bob")
EMPTY = Cage(pool=80, count=2)
WAITING = key(EMPTY, Ball(17), ANN)[0]
ONE_OUT = confirm(WAITING, Ball(17), BOB)[0]
FULL = confirm(key(ONE_OUT, Ball(4), BOB)[0], Ball(4), ANN)[0]


def test_a_ball_counts_when_two_people_saw_it() -> None:
    assert WAITING.numbers == ()
    assert ONE_OUT.seen == (Seen(Ball(17), ANN, BOB),)
    assert not ONE_OUT.complete
    assert FULL.numbers == (17, 4)
    assert FULL.complete
    assert FULL.slips == ()


@pytest.mark.clause("central-site", "2.1", "2.2", "2.3", "2.4")
@pytest.mark.parametrize(
    ("cage", "step", "ball", "by", "slip"),
    [
        (FULL, key, 5, ANN, Slip.DRAW_COMPLETE),
        (EMPTY, key, 0, ANN, Slip.NOT_IN_THE_POOL),
        (EMPTY, key, 81, ANN, Slip.NOT_IN_THE_POOL),
        (ONE_OUT, key, 17, ANN, Slip.ALREADY_OUT),
        (WAITING, key, 18, BOB, Slip.BALL_WAITS),
        (EMPTY, confirm, 17, BOB, Slip.NOTHING_WAITS),
        (WAITING, confirm, 17, ANN, Slip.SAME_PERSON),
        (WAITING, confirm, 71, BOB, Slip.NOT_THE_SAME_BALL),
    ],
)
def test_a_slip_counts_nothing_and_stays_on_record(
    cage: Cage, step: object, ball: int, by: PersonId, slip: Slip
) -> None:
    after, said = step(cage, Ball(ball), by)  # type: ignore[operator]
    assert said is slip
    assert after.numbers == cage.numbers
    assert after.slips == (*cage.slips, (slip, ball, by))


@pytest.mark.parametrize("ball", [1, 80])
def test_the_ends_of_the_pool_count(ball: int) -> None:
    cage = confirm(key(EMPTY, Ball(ball), ANN)[0], Ball(ball), BOB)[0]
    assert cage.numbers == (ball,)


def test_after_a_disagreement_the_ball_is_keyed_again() -> None:
    cage = confirm(WAITING, Ball(71), BOB)[0]
    assert cage.waiting is None
    cage = confirm(key(cage, Ball(71), BOB)[0], Ball(71), ANN)[0]
    assert cage.numbers == (71,)
