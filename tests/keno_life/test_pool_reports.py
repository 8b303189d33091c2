"""What other jurisdictions report of a pool, and what is no report of one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.office_commands import ReportPool, SwitchPool

NOT_SO = [("pool/not_so_much", "2:Pooled Jackpot Amount")]


@pytest.mark.clause("nsw-keno", "2:Pooled Jackpot", "2:Pooled Jackpot Amount")
@pytest.mark.parametrize(
    ("where", "contributed", "won", "refused"),
    [
        ("VIC", 500, 0, []),
        ("VIC", 0, 1_000, []),
        ("VIC", 200, 1_200, []),
        ("VIC", 0, 1_001, NOT_SO),
        ("VIC", -1, 0, NOT_SO),
        ("VIC", 0, -1, NOT_SO),
        ("QLD", 500, 0, [("pool/not_participating", "2:Pooled Jackpot")]),
    ],
)
def test_2_Pooled_Jackpot__only_participants_put_in_and_take_out(
    desk: Any, where: str, contributed: int, won: int, refused: list[tuple[str, str]]
) -> None:
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("VIC",)))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(1_000)))
    ask = ReportPool(desk.now, "regular/8", where, Fraction(contributed), Fraction(won))
    assert desk.refused(ask) == refused
    left = 1_000 if refused else 1_000 + contributed - won
    assert desk.purse("pool:regular/8") == left
