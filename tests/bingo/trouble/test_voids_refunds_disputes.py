"""Voids, invalidation, refunds, exclusion and disputes (I01 to I13)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.play.commands import CallNumber, ReplaceScorecard, ReportMalfunction
from eyesdown.bingo.pools.commands import HoldForPool
from eyesdown.bingo.sales.commands import ChargeAdmission, EnterSerialRange, SellCards
from eyesdown.bingo.session.commands import (
    CloseSession,
    RegisterPerson,
    RegisterSeries,
    ShowClosingSign,
)
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.trouble.events import Refunded, SumForfeited
from eyesdown.bingo.words.parts import Level
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.rulebook.facts.bingo import Settings
from kit.fixtures import NINETY, A
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
BOX = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)  # A1
GOLD = {"pool": "Gold", "sequence": "W"}


@pytest.mark.clause(NZ, "9.2 refund", "9.2 forfeit", "9.1(b)")
@pytest.mark.parametrize("fraud", [False, True])
def test_I01_I02__sums_go_back_and_the_fraudster_forfeits(sit: Sit, fraud: bool) -> None:
    table = sit(NZ, {"ann": "T0 A4", "bob": "E1", "cat": "B6"}, **GOLD)
    table.ok(HoldForPool, pool="Gold", amount_cents=400)
    words = {"by": "max", "cause": "fire"}
    if fraud:
        words = {"by": "max", "cause": "fraud", "person": "bob", "person_kind": "player"}
        words |= {"affects_outcome": True, "forfeit": True}
    table.ok(InvalidateGame, **words)
    refunds = {event.player: event.amount_cents for event in table.happened(Refunded)}
    assert refunds == {"ann": 2000, "cat": 1000} | ({} if fraud else {"bob": 1000})
    forfeits = [(event.player, event.amount_cents) for event in table.happened(SumForfeited)]
    assert forfeits == ([("bob", 1000)] if fraud else [])
    assert (table.this.receipts_cents, table.state.pools["Gold"].balance_cents) == (0, 0)


CAUSES = [
    (cause, book, True)
    for book in (NZ, NSW)
    for cause in ("civil commotion", "fire", "riot", "brawl", "robbery", "act of God")
]
CAUSES += [("building evacuation", NZ, True), ("building evacuation", NSW, False)]
CAUSES += [("rain", NZ, False), ("rain", NSW, False)]


@pytest.mark.clause(NZ, "9.1(a)")
@pytest.mark.clause(NSW, "9.4.1")
@pytest.mark.parametrize(("cause", "book", "wanted"), CAUSES)
def test_I07__each_book_has_its_own_list(sit: Sit, cause: str, book: str, wanted: bool) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"})
    no = table.refused(InvalidateGame, by="sue", cause=cause)
    assert [code.split()[0] for code in no] == ([] if wanted else ["invalidate/no_such_cause"])


@pytest.mark.clause(NSW, "8.4.1", "8.4.2")
def test_I03_I05__a_void_game_rolls_its_own_and_the_rolled_in_prizes(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, games=4, cents=(20000,), minors=(("top line", 3000),))
    table.ok(FailTerminal, by="sue")
    assert table.sitting.games[2].offers == {"top line": 6000, "bingo": 40000}
    assert not table.happened(Refunded)
    table.game = 2
    table.start()
    table.call(1, 24, 51, 73, 81)
    table.win("ann")  # the top line is annulled with the game
    table.ok(FailTerminal, by="sue")
    assert table.sitting.games[3].offers == {"top line": 9000, "bingo": 60000}
    assert table.state.awards == {}


@pytest.mark.clause(NSW, "9.4.1", "8.4.2")
def test_I05__an_invalidated_game_rolls_everything_it_held(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, games=3, cents=(20000,))
    table.ok(FailTerminal, by="sue")
    table.game = 2
    table.start()
    assert table.this.offers == {"bingo": 40000}
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert table.sitting.games[3].offers == {"bingo": 60000}


@pytest.mark.clause(NSW, "8.4.3")
@pytest.mark.parametrize("reverse", [False, True])
def test_I03_I04__without_a_later_game_all_fees_go_back(sit: Sit, reverse: bool) -> None:
    settings = Settings(reverse_contributions_on_refund=reverse)
    table = sit(NSW, {"ann": "A", "bob": "B"}, cents=(20000,), settings=settings, **GOLD)
    table.call(*BOX)
    table.win("ann")
    table.close()
    table.game = 2
    table.start()
    table.call(1)
    table.ok(FailTerminal, by="sue")
    assert sum(event.amount_cents for event in table.happened(Refunded)) == 3000
    assert table.state.pools["Gold"].balance_cents == (0 if reverse else 2400)
    assert "S1/1/bingo/ann" in table.state.awards
    assert table.state.waiting == {"bingo": 20000}


@pytest.mark.clause(NSW, "9.5 refund", "9.5 forfeit")
@pytest.mark.parametrize(("refund", "back"), [(True, {"ann": 500, "cat": 500}), (False, {})])
def test_I01_I08__fee_over_the_games_back_by_choice(
    sit: Sit, refund: bool, back: dict[str, int]
) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, games=3, began=False)
    table.ok(RegisterPerson, person="cat", member=True)
    table.ok(ChargeAdmission, player="cat", amount_cents=1500)
    table.start()
    table.ok(
        InvalidateGame,
        by="max",
        cause="fraud",
        person="bob",
        person_kind="player",
        affects_outcome=True,
        forfeit=refund,
        refund=refund,
        reason="marked card",
    )
    assert {event.player: event.amount_cents for event in table.happened(Refunded)} == back
    lost = [event.amount_cents for event in table.happened(SumForfeited)]
    assert lost == ([500] if refund else [])


@pytest.mark.clause(NSW, "9.5 forfeit")
@pytest.mark.parametrize(("kind", "wanted"), [("player", []), ("employee", 1), ("outsider", 1)])
def test_I09__only_a_fraudulent_player_forfeits(sit: Sit, kind: str, wanted: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    words = {"by": "max", "cause": "fraud", "person": "ann", "person_kind": kind}
    no = table.refused(InvalidateGame, **words, affects_outcome=True, forfeit=True)
    assert no == (["invalidate/nothing_to_forfeit 9.5 forfeit"] if wanted else [])


@pytest.mark.clause(NSW, "9.3.1")
def test_I10__a_void_entry_is_refunded_and_leaves_the_pool(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, **GOLD)
    assert table.state.pools["Gold"].balance_cents == 2400
    table.ok(VoidEntry, player="bob", by="sue")
    assert [event.amount_cents for event in table.happened(Refunded)] == [1500]
    assert table.state.pools["Gold"].balance_cents == 1200
    table.call(11)
    assert table.claim("bob")[0] == "claim/entry_void 9.3.1"


@pytest.mark.clause(NSW, "8.5 stop", "8.5 mark")
def test_I11__play_stops_the_window_stays_and_the_spare_is_marked(sit: Sit) -> None:
    table = sit(NSW, {"bob": "B"}, began=False)
    table.ok(RegisterSeries, serial="778", cards=(PrintedCard(card=1, boxes=A.boxes),))
    table.hand("ann", 1, "778", medium="electronic")
    table.ok(EnterSerialRange, by="cal", serial="778", first=1, last=1)
    table.start()
    table.call(*BOX)
    table.ok(ReportMalfunction, serial="778", card=1)
    assert table.refused(CallNumber, number=2) == ["draw/scorecard_faulty 8.5 stop"]
    table.ok(ReplaceScorecard, serial="778", card=1, by="cal")
    assert [won.winners for won in table.win("ann", marked=())] == [("ann",)]


@pytest.mark.clause(NSW, "9.8")
@pytest.mark.parametrize(
    ("at", "wanted"), [("21:19:59", ["session/closing_sign 9.8"]), ("21:20:00", [])]
)
def test_I12__twenty_minutes_of_the_sign(sit: Sit, at: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    table.ok(ShowClosingSign, at="21:00:00", closes_at=table.now + timedelta(hours=4))
    assert table.refused(CloseSession, at=at, early=True) == wanted


@pytest.mark.clause(NSW, "9.10", "9.11")
def test_I13__disputes_go_up_in_order(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    table.ok(RaiseDispute, dispute="D", person="ann", about="a call")
    words = {"dispute": "D", "decision": "no"}
    no = table.refused(DecideDispute, by="max", review=True, **words)
    assert no == ["dispute/not_decided 9.10"]
    table.ok(DecideDispute, by="sue", **words)
    table.ok(DecideDispute, by="max", review=True, **words)
    no = table.refused(CloseDispute, dispute="D", satisfied=False)
    assert no == ["dispute/not_advised 9.11"]
    table.ok(CloseDispute, dispute="D", satisfied=False, advised=True)


@pytest.mark.clause(NZ, "9.2 refund", "1.1 'Session Card'")
@pytest.mark.parametrize(("game", "back"), [(1, 334), (2, 333)])
def test_I02_B03__a_session_card_gets_back_the_part_of_the_game(
    sit: Sit, game: int, back: int
) -> None:
    plan = {"each": {"price_cents": 0}, "session_price_cents": 1000}
    table = sit(NZ, {}, games=3, began=False, **plan)
    card = PrintedCard(card=1, boxes=(NINETY["T0"],))
    table.ok(RegisterSeries, serial="9", colour="red", cards=(card,))
    table.ok(SellCards, serial="9", count=1, paid_cents=1000)
    table.start()
    table.ok(InvalidateGame, game=game, by="sue", cause="riot")
    refunds = [(event.player, event.amount_cents) for event in table.happened(Refunded)]
    assert refunds == [("purchase 1", back)]
    assert sum(one.receipts_cents for one in table.sitting.games.values()) == 1000 - back


@pytest.mark.clause(NSW, "9.4.1", "6.4")
def test_I05__an_invalidated_jackpot_game_keeps_its_jackpot_for_the_next(sit: Sit) -> None:
    levels = (Level(level="gold", amount_cents=50000, numbers_max=40),)
    table = sit(NSW, {"ann": "A"}, games=3, each={"levels": levels})
    table.call(*BOX)
    table.win("ann")
    assert table.sitting.games[2].levels == {"gold": 50000}
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert table.sitting.games[2].levels == {"gold": 100000}
    assert table.sitting.games[2].offers == {"bingo": 20000}
    assert table.state.awards == {}


@pytest.mark.clause(NSW, "9.4.1")
def test_I05__what_was_paid_stays_paid_and_does_not_roll(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, games=3)
    table.call(*BOX)
    table.win("ann")
    table.close()
    table.ok(PayPrize, award="S1/1/bingo/ann")
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert table.sitting.games[2].offers == {"bingo": 10000}
