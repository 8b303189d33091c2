"""People appointed game by game, and announcements that are due again."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSalePoint,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.trouble.commands import FailTerminal, InvalidateGame
from eyesdown.bingo.words.parts import Level, Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.kernel.written import replace
from kit import halls
from kit.fixtures import NINETY
from kit.table import Sit

LINE = (7, 23, 33, 40, 63)


def test_C20__a_hall_may_let_its_staff_play() -> None:
    hall = halls.nz_hall(halls.Settings(staff_may_play=True))
    halls.nz_plan(hall)
    halls.nz_sell(hall, "cal")
    halls.nz_start(hall)
    hall.call(*LINE)
    hall.ok(Claim, player="cal")


def test_C20__who_calls_one_game_may_play_in_another() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    hall.ok(RegisterPerson, person="pat", role="volunteer")
    hall.ok(AppointPerson, game=1, person="pat", duty="caller")
    words = {"player": "pat", "serial": "501777"}
    assert hall.no(SellCards, cards=(11,), paid_cents=100, **words) == ["sale/to_official"]
    hall.ok(SellCards, cards=(12,), paid_cents=200, **words)
    assert hall.no(AppointPerson, game=2, person="pat", duty="caller") == ["people/player"]
    assert hall.no(AppointPerson, person="pat", duty="supervisor")[0] == "people/same_person"


NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"


@pytest.mark.clause(NSW, "3.3 second")
@pytest.mark.parametrize("shown", [True, False])
def test_3_3_second__a_station_shows_the_fee(sit: Sit, shown: bool) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    no = table.refused(OpenSalePoint, point="station 2", price_notice=shown)
    assert no == ([] if shown else ["point/no_price_notice 3.3 second"])


@pytest.mark.clause(NSW, "5.5", "6.2")
def test_5_5__told_for_the_session_is_told_of_every_game(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    names = ((1, "postage stamp", "gold", 40), (2, "pickles", "silver", 50))
    games = tuple(
        PlannedGame(
            game=number,
            colour="red",
            prizes=(Offer(prize=pattern, amount_cents=100 * number),),
            levels=(Level(level=level, numbers_max=most),),
        )
        for number, pattern, level, most in names
    )
    words = {"starts_at": table.now, "games": games, "boxes": 6, "entry_fee_cents": 1500}
    table.ok(PlanSession, session="S2", **words)
    told = table.do(Announce, session="S2", by="cal", topics=("patterns", "jackpot conditions"))
    assert [event.text for event in told] == [
        (
            "Game 1: Patterns and prizes: postage stamp for $1.00. "
            "Game 2: Patterns and prizes: pickels for $2.00."
        ),
        (
            "Game 1: Jackpot conditions: gold: bingo within 40 numbers. "
            "Game 2: Jackpot conditions: silver: bingo within 50 numbers."
        ),
    ]


@pytest.mark.clause(NSW, "5.3")
def test_F11__any_spelling_of_a_prize_is_known_wherever_it_is_named(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, minors=(("Pickles", 100),))
    assert table.ok(Contribute, game=1, prize="PICKLES", amount_cents=50).prize == "pickels"
    assert table.ok(Contribute, game=1, prize="Bingo", amount_cents=50).prize == "bingo"
    assert table.this.offers == {"pickels": 150, "bingo": 10050}


T0 = (7, 23, 33, 40, 63)


@pytest.mark.clause(NSW, "4.4", "6.3.3")
def test_4_4__a_prize_that_grew_after_it_was_told_is_told_again(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    table.ok(Announce, by="cal", game=2, topics=())
    table.ok(FailTerminal, by="sue")
    table.game = 2
    table.ok(StartGame)
    assert table.refused(CallNumber, number=1) == ["announcement/missing 4.4"]
    told = table.ok(Announce, by="cal", game=2, topics=("prize list",))
    assert told.text == "Prizes: bingo $200.00."
    table.call(1)


@pytest.mark.clause(NZ, "5.6(a)(iii)", "4.5")
def test_A13__a_serial_that_comes_into_use_after_the_announcement_is_told(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    spare = (PrintedCard(card=1, boxes=(NINETY["B1"],)),)
    table.ok(RegisterSeries, serial="888", colour="red", cards=spare)
    table.hand("bob", 1, "888")
    assert table.refused(CallNumber, number=1) == ["announcement/missing 5.6(a)(iii)"]
    told = table.ok(Announce, by="cal", game=1, topics=())
    assert "777 and 888" in told.text
    table.call(1)


@pytest.mark.clause(NZ, "6.2(a)", "6.3(a)", "6.3(b)")
@pytest.mark.clause(VIC, "4.2(a)", "4.3(a)", "4.3(b)", "3.4(d)")
@pytest.mark.parametrize(("name", "teller"), [(NZ, "sue"), (VIC, "cal")])
def test_6_3__people_appointed_game_by_game_speak_for_the_session_too(
    sit: Sit, name: str, teller: str
) -> None:
    """What was told after game 1 is told again after game 2, the last."""
    table = sit(name, {"ann": "T0"}, pool="Gold", sequence="winter", began=False)
    table.state = replace(
        table.state,
        sessions={"S1": replace(table.sitting, appointed={})},
    )
    for game in (1, 2):
        for person, duty in (("cal", "caller"), ("sue", "supervisor")):
            table.ok(AppointPerson, game=game, person=person, duty=duty)
    table.ok(StartGame, at="19:00:00")
    table.ok(Announce, by=teller, game=0, topics=("jackpot games",))
    table.do(Announce, by="cal", game=1, topics=())
    table.call(*T0[:5])
    table.win("ann")
    table.close()
    when = {"details": (("time", "19:00"), ("date", "12 May"), ("place", "Hall"))}
    last = {"by": teller, "game": 0, "topics": ("closing balance", "next session"), **when}
    table.ok(Announce, **last)
    table.game = 2
    table.ok(StartGame)
    table.ok(InvalidateGame, by="sue", cause="fire")
    owed = [no.split()[0] for no in table.refused(CloseSession, by="sue")]
    assert owed == ["announcement/missing"] * 2
    table.ok(Announce, **last)
    table.ok(CloseSession, by="sue")
