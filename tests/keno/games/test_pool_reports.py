"""What other jurisdictions report of a pool, and what is no report of one."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.games.commands import CloseGame, SettleGame
from eyesdown.keno.office.commands import ReportPool, ReportWinners, SwitchPool
from eyesdown.keno.words.offers import WinnersAway
from kit.desk import Desk

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
    desk: Desk, where: str, contributed: int, won: int, refused: list[tuple[str, str]]
) -> None:
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("VIC",)))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(1_000)))
    ask = ReportPool(desk.now, "regular/8", where, Fraction(contributed), Fraction(won))
    assert desk.refused(ask) == refused
    left = 1_000 if refused else 1_000 + contributed - won
    assert desk.purse("pool:regular/8") == left


@pytest.mark.clause("nsw-keno", "19(h)(ii)", "19(j)(ii)")
@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ((0, "regular/8", "VIC", (300,)), []),
        ((0, "regular/8", "VIC", ()), []),
        ((0, "regular/8", "VIC", (1,)), []),
        ((0, "regular/8", "VIC", (300, 0)), [("settle/no_stake_elsewhere", "19(h)(ii)")]),
        ((0, "regular/8", "VIC", (-1,)), [("settle/no_stake_elsewhere", "19(h)(ii)")]),
        ((0, "regular/8", "NSW", (300,)), [("settle/no_stake_elsewhere", "19(h)(ii)")]),
        ((0, "regular/8", "NSW", ()), [("settle/no_stake_elsewhere", "19(h)(ii)")]),
        ((0, "regular/8", "QLD", (300,)), [("pool/not_participating", "2:Pooled Jackpot")]),
        ((0, "regular/9", "VIC", (300,)), [("settle/not_pooled", "2:Pooled Jackpot")]),
        ((0, "regular/3", "VIC", (300,)), [("settle/not_pooled", "2:Pooled Jackpot")]),
        ((1, "regular/8", "VIC", (300,)), [("settle/not_waiting", "19(h)(ii)")]),
        ((7, "regular/8", "VIC", (300,)), [("settle/not_waiting", "19(h)(ii)")]),
    ],
)
def test_19_h_ii__winners_elsewhere_are_reported_until_a_game_is_settled(
    desk: Desk, told: tuple[Any, ...], refused: list[tuple[str, str]]
) -> None:
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("NSW", "VIC")))
    asked = ReportWinners(desk.now, *told)
    if not refused:
        assert desk.refused(asked) == [("settle/not_waiting", "19(h)(ii)")], "it is still open"
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.do(ReportWinners(desk.now, 0, "regular/8", "VIC", (200,)))
    assert desk.refused(asked) == refused
    last = (200,) if refused else told[-1]
    assert desk.state.games[0].winners_away == (WinnersAway("regular/8", "VIC", last),)
    desk.draw(0)
    desk.do(SettleGame(desk.now, 0))
    late = ReportWinners(desk.now, 0, "regular/8", "VIC", (200,))
    assert desk.refused(late) == [("settle/not_waiting", "19(h)(ii)")]


@pytest.mark.clause("nsw-keno", "19(h)(ii)", "19(j)(ii)")
def test_19_h_ii__reported_winners_weigh_with_all_they_staked(desk: Desk) -> None:
    """$1 here against $3 and $1 in one State and $2 in another: a seventh of the pool."""
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("VIC", "QLD")))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(6_990)))
    desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.do(ReportWinners(desk.now, 0, "regular/8", "VIC", (300, 100)))
    desk.do(ReportWinners(desk.now, 0, "regular/8", "QLD", (200,)))
    desk.draw(0)
    [settled] = desk.do(SettleGame(desk.now, 0))
    [paid] = settled.jackpots
    assert (paid.cents, paid.elsewhere_cents) == (1_000, 6_000)
    assert paid.elsewhere_staked_cents == 600
    assert [prize.cents for prize in settled.prizes] == [2_500_000 + 1_000]


@pytest.mark.clause(
    "nsw-keno",
    "2:Keno $2 Game Pooled Jackpot",
    "2:Keno $2 Game Pooled Jackpot Amount",
    "19(j)(ii)",
)
def test_2_Keno_2_Game_Pooled_Jackpot__its_pools_are_refused_by_its_own_clauses(desk: Desk) -> None:
    pool, shared = "2:Keno $2 Game Pooled Jackpot", "19(j)(ii)"
    desk.do(SwitchPool(desk.now, "keno2/8", pooled=True, jurisdictions=("VIC",)))
    for asked, told in [
        (
            ReportPool(desk.now, "keno2/8", "VIC", Fraction(-1)),
            ("pool/not_so_much", f"{pool} Amount"),
        ),
        (ReportPool(desk.now, "keno2/8", "QLD", Fraction(1)), ("pool/not_participating", pool)),
        (ReportWinners(desk.now, 0, "keno2/9", "VIC", (200,)), ("settle/not_pooled", pool)),
        (ReportWinners(desk.now, 0, "keno2/8", "QLD", (200,)), ("pool/not_participating", pool)),
        (ReportWinners(desk.now, 0, "keno2/8", "VIC", (0,)), ("settle/no_stake_elsewhere", shared)),
        (ReportWinners(desk.now, 0, "keno2/8", "VIC", (200,)), ("settle/not_waiting", shared)),
    ]:
        assert desk.refused(asked) == [told]
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    off = SwitchPool(desk.now, "keno2/8", pooled=False)
    assert desk.refused(off) == [("pool/game_unsettled", pool)]
    desk.draw(0)
    unpooled = SettleGame(desk.now, 0, elsewhere={"keno2/9": (200,)})
    assert desk.refused(unpooled) == [("settle/not_pooled", pool)]
    nothing = SettleGame(desk.now, 0, elsewhere={"keno2/8": (0,)})
    assert desk.refused(nothing) == [("settle/no_stake_elsewhere", shared)]
