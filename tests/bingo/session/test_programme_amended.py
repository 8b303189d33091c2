"""A programme may be amended until the first card is sold, by the same checks as planning."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from eyesdown.bingo.play.commands import StartGame
from eyesdown.bingo.pools.commands import Contribute, OpenPool
from eyesdown.bingo.sales.commands import TakeBackSale
from eyesdown.bingo.session.commands import AmendProgramme, AppointPerson, CloseSession
from eyesdown.bingo.trouble.commands import FailTerminal
from eyesdown.bingo.words.parts import PlannedGame
from kit import halls
from kit.hall import Hall


def games(count: int, cents: int = 5000) -> tuple[PlannedGame, ...]:
    return tuple(
        PlannedGame(
            game=number,
            versions=(1,),
            price_cents=1000,
            prizes=halls.offers(part_series=cents),
        )
        for number in range(1, count + 1)
    )


def words(hall: Hall, count: int = 3, **more: Any) -> dict[str, Any]:
    planned = {"starts_at": hall.now + timedelta(minutes=40), "games": games(count)}
    return {**planned, "operator": "Casino Ltd", "licence": "L-37", **more}


def test_the_games_are_those_of_the_new_programme() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(AppointPerson, person="cal", duty="caller", game=2)
    hall.ok(AmendProgramme, **words(hall, 3, session_price_cents=3000))
    assert sorted(hall.sitting.games) == [1, 2, 3]
    assert hall.this.offers == {"part series": 5000}
    assert hall.sitting.opened
    assert hall.sitting.official("caller", 2) == "cal"
    halls.nz_sell(hall, "ann")


def test_it_is_checked_like_any_programme() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    assert hall.no(AmendProgramme, **words(hall, 1)) == ["session/too_few_games"]
    assert hall.no(AmendProgramme, **words(hall, pool="no")) == ["pool/unknown"]
    assert hall.no(AmendProgramme, session="S9", **words(hall)) == ["session/unknown"]


def test_it_stays_once_a_card_is_sold_and_not_taken_back() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", by="kim")
    assert hall.no(AmendProgramme, **words(hall)) == ["session/has_sales"]
    hall.ok(TakeBackSale, purchase="purchase 1", by="kim", reason="too early")
    hall.ok(AmendProgramme, **words(hall))


def test_it_stays_once_a_game_has_begun_or_money_was_put_in() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(Contribute, game=1, amount_cents=100)
    assert hall.no(AmendProgramme, **words(hall)) == ["session/has_money"]
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(StartGame)
    assert hall.no(AmendProgramme, **words(hall)) == ["session/begun"]


def test_what_the_first_programme_took_over_goes_to_the_second() -> None:
    hall = halls.nz_hall()
    hall.state.waiting = {"part series": 700}
    halls.nz_plan(hall)
    assert hall.this.offers == {"part series": 10700}
    hall.ok(AmendProgramme, **words(hall))
    assert hall.this.offers == {"part series": 5700}
    assert hall.state.waiting == {}


def test_the_pool_of_the_first_programme_has_no_turn_of_it_any_more() -> None:
    hall = halls.nz_hall()
    hall.ok(OpenPool, pool="Gold", sequence="Winter")
    hall.ok(OpenPool, pool="Iron", sequence="Winter")
    halls.nz_plan(hall, pool="Gold", sequence="Winter", last_in_sequence=True)
    assert hall.state.pools["Gold"].must_go == ("S1",)
    more = {"pool": "Iron", "sequence": "Winter", "last_in_sequence": True}
    hall.ok(AmendProgramme, **words(hall, **more))
    gold, iron = hall.state.pools["Gold"], hall.state.pools["Iron"]
    assert (gold.turns, gold.must_go) == ((), ())
    assert ([turn.session for turn in iron.turns], iron.must_go) == (["S1"], ("S1",))


def test_I05__a_pattern_that_waits_goes_to_an_amended_programme_that_offers_it() -> None:
    hall = halls.nsw_running("ann", "bob", games=1, minors={"pyramid": 70})
    hall.call(1)
    hall.ok(FailTerminal, by="dan")
    hall.ok(CloseSession)
    halls.nsw_plan(hall, games=1, session="S2")
    hall.session = "S2"
    plain = dict(hall.this.offers)
    plan = hall.sitting.plan
    with_pattern = replace(plan.games[0], prizes=halls.offers(bingo=5, pyramid=3))
    fields = {name: getattr(plan, name) for name in plan.__struct_fields__ if name != "session"}
    hall.ok(AmendProgramme, **{**fields, "games": (with_pattern,)})
    assert plain == {"bingo": 40070}
    assert hall.this.offers == {"pyramid": 73, "bingo": 20005}
