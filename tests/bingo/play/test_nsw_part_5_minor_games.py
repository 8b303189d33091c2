"""nsw-casino-bingo, part 5: minor games."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import Claim, CloseGame, DeclareResult
from eyesdown.bingo.pools.events import PrizeRolled
from eyesdown.bingo.session.commands import PlanSession
from eyesdown.bingo.words.parts import Offer, PlannedGame
from kit import halls

BOOK = "nsw-casino-bingo"
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 72, 1, 29, 47, 59, 86)
A5_STAMP = (72, 80, 40, 86)


@pytest.mark.clause(BOOK, "5.1", "5.4.1")
def test_5_1__minor_games_run_beside_the_main_game_decision_F13() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"postage stamp": 5000, "four corners": 700})
    assert hall.this.open_prizes == ("postage stamp", "four corners", "bingo")
    hall.call(*A5_STAMP[:3])
    assert hall.no(Claim, player="ann") == ["claim/incomplete"]
    hall.call(A5_STAMP[3])
    halls.nsw_win(hall, "ann")
    won = hall.ok(DeclareResult, by="sue")
    assert (won.prize, won.winners, won.call) == ("postage stamp", ("ann",), 4)
    hall.call(12)
    assert hall.this.open_prizes == ("four corners", "bingo")


@pytest.mark.clause(BOOK, "5.1", "8.4.2")
def test_5_1__a_minor_prize_left_open_goes_to_the_next_main_prize_decision_F09() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"top line": 700})
    hall.call(*B1)  # bob stays silent on his top line at call 5
    halls.nsw_win(hall, "bob")
    events = hall.do(DeclareResult, by="sue")
    rolled = next(event for event in events if isinstance(event, PrizeRolled))
    assert (rolled.prize, rolled.to_game, rolled.to_prize) == ("top line", 2, "bingo")
    assert hall.sitting.games[2].offers == {"top line": 700, "bingo": 20700}
    hall.ok(CloseGame, by="sue")


@pytest.mark.clause(BOOK, "5.2", "5.3")
@pytest.mark.parametrize(
    ("patterns", "codes"),
    [
        (("top line", "letter H"), []),
        (("top line", "top line"), ["game/pattern_twice"]),
        (("pickels", "Pickles"), ["game/pattern_twice"]),
        (("diamond",), ["game/unknown_pattern"]),
        (("Noah\u2019s Ark",), []),
    ],
)
def test_5_2_5_3__listed_patterns_all_different(
    patterns: tuple[str, ...], codes: list[str]
) -> None:
    hall = halls.nsw_hall()
    prizes = tuple(Offer(prize=name, amount_cents=100) for name in patterns)
    game = PlannedGame(game=1, prizes=prizes, colour="red")
    words = {"starts_at": hall.now, "games": (game,), "entry_fee_cents": 1500, "boxes": 6}
    assert hall.no(PlanSession, **words) == codes


@pytest.mark.clause(BOOK, "5.4.1", "7.2")
def test_5_4_1__one_call_serves_every_prize_on_the_number_decision_F10() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"top line": 500, "any line": 300})
    hall.call(*B1[:5])
    halls.nsw_win(hall, "bob")
    events = hall.do(DeclareResult, by="sue")
    assert [(event.prize, event.share_cents) for event in events] == [
        ("top line", 500),
        ("any line", 300),
    ]
