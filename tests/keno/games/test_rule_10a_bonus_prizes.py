"""Rule 10A: Bonus Prizes, whom they go to and when."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import ApprovePrize
from kit.desk import Desk


def test_a_bonus_prize_outside_its_hour_is_not_won(desk: Desk) -> None:
    desk.do(
        ApprovePrize(
            at=desk.now,
            prize="late show",
            bonus=True,
            cents=1_000,
            approval="B",
            form="regular",
            spots=3,
            caught=3,
            from_at=datetime(2024, 5, 1, 20),
            to_at=datetime(2024, 5, 1, 21),
        )
    )
    desk.sell(Regular((1, 2, 3), 100))
    assert desk.play()[0].extras == ()


clause = pytest.mark.clause


@clause("nsw-keno", "10A(a)")
@pytest.mark.parametrize(
    ("spots", "caught", "hours", "refused"),
    [
        (3, 3, 1, []),
        (3, 0, 0, []),
        (40, 20, 1, []),
        (40, 21, 1, ["prize/never_won"]),
        (3, 4, 1, ["prize/never_won"]),
        (11, 3, 1, ["prize/never_won"]),
        (3, 3, -1, ["prize/never_won"]),
    ],
)
def test_10A_a__no_money_is_set_aside_for_what_nobody_can_win(
    desk: Desk, spots: int, caught: int, hours: int, refused: list[str]
) -> None:
    until = desk.now + timedelta(hours=hours)
    ask = ApprovePrize(desk.now, "P", True, 5_000, "A-9", "regular", spots, caught, desk.now, until)
    assert [code for code, _ in desk.refused(ask)] == refused
    assert desk.purse("fund:bonus_prizes") == (0 if refused else 5_000)
