"""nsw-casino-bingo, parts 1 to 4: people, equipment, entry, play."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimChecked, ClaimRefused, PrizeForfeited
from eyesdown.bingo.play.commands import (
    BeginCall,
    CallNumber,
    CorrectNumber,
    FinishCall,
    PressNumber,
    ReturnScorecard,
    StartGame,
)
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    EnterSerialRange,
    IssueScorecards,
    SellCards,
)
from eyesdown.bingo.sales.events import EntryFeePaid, ScorecardsIssued
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSession,
    PlanSession,
    RegisterPerson,
)
from eyesdown.bingo.state.grids import boxes_of, completed_on_call
from eyesdown.bingo.trouble.commands import FailTerminal
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.display.hall.hall import board, notice, scripts
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_casino_bingo import c01_definitions, c03_conditions
from kit import halls
from kit.fixtures import Q1

BOOK = "nsw-casino-bingo"
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 72, 1, 29, 47, 59, 86)
A5_STAMP = (72, 80, 40, 86)


@pytest.mark.clause(BOOK, "Footer commencement", "1.1 'inspector'")
def test_footer__in_force_and_whose_inspector() -> None:
    book: Any = SHELF.open(BOOK, date(2019, 6, 7))
    assert book.source.in_force == date(2019, 6, 7)
    assert "Gaming and Liquor Administration Act 2007" in book.figures.inspector


@pytest.mark.clause(BOOK, "1.1 'bingo'", "7.4", "3.4 paper")
def test_1_1_bingo__called_and_marked_both_decision_C10() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*B1)
    claim = hall.ok(Claim, player="bob").claim
    halls.nsw_check(hall, claim, marked=B1[:-1])
    assert hall.happened(ClaimChecked)[0].marked == B1[:-1]
    events = hall.do(ConfirmClaim, claim=claim, by="sue")
    assert (hall.codes(events), hall.cited(events)) == (["claim/unmarked"], ["7.4"])
    hall.ok(CheckClaim, claim=claim, by="sue", steps=("numbers",), marked=(86,))
    hall.ok(ConfirmClaim, claim=claim, by="sue")


@pytest.mark.clause(BOOK, "7.4", "8.2")
def test_7_4__missing_marks_fail_at_the_next_number_decision_C10() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*B1)
    claim = hall.ok(Claim, player="bob").claim
    halls.nsw_check(hall, claim, marked=B1[:-1])
    events = hall.do(CallNumber, number=90)
    assert isinstance(events[0], ClaimRefused)
    assert hall.codes(events) == ["claim/unmarked"]
    assert hall.happened(PrizeForfeited) == []
    assert hall.this.called[-1] == 90


@pytest.mark.clause(BOOK, "1.1 'caller'", "1.1 'dealer'")
@pytest.mark.parametrize(
    ("role", "codes"),
    [
        ("dealer", []),
        ("gaming services host", []),
        ("machine", []),
        ("waiter", ["caller/not_a_dealer"]),
    ],
)
def test_1_1_caller__a_dealer_a_host_or_a_machine(role: str, codes: list[str]) -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    hall.ok(RegisterPerson, person="x", role=role)
    events = hall.do(AppointPerson, person="x", duty="caller")
    assert hall.codes(events) == codes
    if not codes:
        assert (events[0].person, events[0].duty) == ("x", "caller")


@pytest.mark.clause(BOOK, "1.1 'caller'", "4.4")
def test_1_1_caller__a_machine_calls_while_the_dealer_announces() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    halls.nsw_enter(hall, "ann")
    halls.nsw_open(hall)
    hall.ok(AppointPerson, person="bot", duty="caller")
    hall.ok(StartGame)
    assert hall.no(Announce, by="bot", game=1, topics=("colour",)) == ["announcement/wrong_person"]
    hall.ok(Announce, by="dan", game=1, topics=())
    assert hall.ok(CallNumber, number=5).by == "bot"


@pytest.mark.clause(BOOK, "1.1 'dealer station'")
def test_1_1_dealer_station__fee_and_scorecards_name_it() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    halls.nsw_enter(hall, "ann")
    assert hall.happened(EntryFeePaid)[0].point == "station 1"
    assert hall.happened(ScorecardsIssued)[0].point == "station 1"


@pytest.mark.clause(BOOK, "1.1 'dealer terminal'", "2.1.1", "2.1.2", "2.1.3")
def test_2_1__terminal_display_and_scorecards_before_opening() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    events = hall.do(OpenSession)
    assert hall.cited(events) == ["1.1 'dealer terminal'", "2.1.1", "2.1.2", "2.1.3"]
    halls.nsw_enter(hall, "ann")
    good = {"terminal": "T1", "software_approved": True, "display_connected": True}
    for word, code in (
        ("software_approved", "terminal/software_not_approved"),
        ("display_connected", "session/no_display"),
    ):
        assert hall.no(OpenSession, **{**good, word: False}) == [code]
    assert hall.no(OpenSession, **{**good, "terminal": ""}) == ["session/no_terminal"]
    assert hall.no(StartGame) == ["session/not_open"]
    hall.ok(OpenSession, **good)


@pytest.mark.clause(BOOK, "1.1 'entry fee'", "3.3 third", "3.3.1")
@pytest.mark.parametrize(
    ("fees", "administration"), [(55500, 11100), (1, 0), (4, 0), (5, 1), (1999, 399), (0, 0)]
)
def test_3_3__a_fifth_of_the_fees_rounded_down_decision_G09(fees: int, administration: int) -> None:
    figures = halls.nsw_hall().book.figures
    assert c03_conditions.administration(fees, figures) == administration


@pytest.mark.clause(BOOK, "1.1 'entry fee'", "3.3 third")
def test_1_1_entry_fee__every_fee_is_split() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    halls.nsw_enter(hall, "ann", "bob")
    last = hall.happened(EntryFeePaid)[-1]
    assert last.session_fees_cents == last.jackpot_cents + last.administration_cents == 3000
    assert hall.state.pools["Jack"].balance_cents == last.jackpot_cents == 2400


@pytest.mark.clause(BOOK, "1.1 'game'", "4.6", "4.8")
def test_1_1_game__ends_with_a_bingo_and_no_number_follows() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*B1[:14])
    events = hall.do(CloseGame, by="sue")
    assert hall.cited(events) == ["1.1 'game'", "4.6"]
    hall.call(B1[14])
    halls.nsw_win(hall, "bob")
    hall.ok(DeclareResult, by="sue")
    assert hall.no(CallNumber, number=90) == ["draw/game_won"]
    hall.ok(CloseGame, by="sue")


@pytest.mark.clause(BOOK, "4.6")
def test_4_6__struck_numbers_do_not_count_decision_E01() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*B1[:13], 90)
    hall.ok(CorrectNumber, by="dan", wrong=90, right=B1[13])
    assert len(hall.this.called) == 14
    assert "game/too_few_numbers" in hall.no(CloseGame, by="sue")


@pytest.mark.clause(BOOK, "1.1 'pattern'", "5.4.1")
@pytest.mark.parametrize(
    ("pattern", "box", "ball"),
    [("postage stamp", "B4", 44), ("any line", "B6", 39), ("pyramid", "A6", 26)],
)
def test_1_1_pattern__completes_on_its_ball(pattern: str, box: str, ball: int) -> None:
    hall = halls.nsw_running("ann", "bob", minors={pattern: 1000})
    player = {"A": "ann", "B": "bob"}[box[0]]
    place = int(box[1])
    assert len(c01_definitions.patterns()) == 29
    hall.call(*Q1[:ball])
    grids = boxes_of(hall.state, hall.sitting, 1, player)[place - 1 : place]
    done = completed_on_call(hall.book, hall.this, grids, ball)
    assert [each.prize for each in done] == [pattern]
    assert completed_on_call(hall.book, hall.this, grids, ball - 1) == ()


@pytest.mark.clause(BOOK, "1.1 'senior gaming services host/gaming services supervisor'")
@pytest.mark.parametrize(
    ("role", "codes"),
    [
        ("senior gaming services host", []),
        ("gaming services supervisor", []),
        ("casino supervisor", []),
        ("dealer", ["supervisor/wrong_role"]),
    ],
)
def test_1_1_supervisor__supervisory_staff_only(role: str, codes: list[str]) -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    hall.ok(RegisterPerson, person="x", role=role, staff=True)
    assert hall.no(AppointPerson, person="x", duty="supervisor") == codes


@pytest.mark.clause(BOOK, "1.1 'session'", "4.1")
def test_1_1_session__games_are_fixed_and_shown() -> None:
    hall = halls.nsw_hall()
    none = hall.no(PlanSession, starts_at=hall.now, games=(), boxes=6, entry_fee_cents=1500)
    assert none == ["session/too_few_games"]
    halls.nsw_plan(hall, games=1)
    again = hall.no(PlanSession, starts_at=hall.now, games=hall.sitting.plan.games)
    assert again[0] == "session/exists"
    assert board(hall.state, "S1", 1).games_planned == 1


@pytest.mark.clause(BOOK, "3.1")
def test_3_1__members_only() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    hall.ok(RegisterPerson, person="zoe")
    fee = hall.do(ChargeAdmission, player="zoe", amount_cents=1500)
    assert (hall.codes(fee), hall.cited(fee)) == (["player/not_a_member"], ["3.1"])
    card = hall.no(IssueScorecards, player="zoe", serial=halls.NSW_SERIAL, cards=(1,))
    assert card == ["player/not_a_member", "entry/fee_unpaid"]


@pytest.mark.clause(BOOK, "3.1")
def test_3_1__membership_is_asked_at_registration_decision_B10() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500)
    hall.ok(RegisterPerson, person="ann", member=False)
    hall.ok(IssueScorecards, player="ann", serial=halls.NSW_SERIAL, cards=(1,))


@pytest.mark.clause(BOOK, "1.1 'scorecard'", "3.2.1", "3.2.2")
def test_3_2__paper_or_electronic_and_the_device_comes_back() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall, games=1)
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500)
    hall.ok(ChargeAdmission, player="bob", amount_cents=1500)
    words = {"serial": halls.NSW_SERIAL}
    stone = hall.no(IssueScorecards, player="ann", cards=(1,), medium="stone", **words)
    assert stone == ["scorecard/no_such_medium"]
    paper = hall.ok(IssueScorecards, player="ann", cards=(1,), medium="paper", **words)
    assert paper.medium == "paper"
    hall.ok(IssueScorecards, player="bob", cards=(2,), medium="electronic", **words)
    halls.nsw_open(hall)
    hall.ok(StartGame)
    hall.do(FailTerminal, by="dan")
    closed = hall.do(CloseSession)[-1]
    assert closed.unreturned == (f"{halls.NSW_SERIAL}/2",)


@pytest.mark.clause(BOOK, "3.2.2")
def test_3_2_2__a_returned_device_is_off_the_list() -> None:
    hall = halls.nsw_running("ann", games=1, issue={"medium": "electronic"})
    hall.do(FailTerminal, by="dan")
    back = hall.ok(ReturnScorecard, serial=halls.NSW_SERIAL, card=1)
    assert back.to == "operator"
    assert hall.do(CloseSession)[-1].unreturned == ()


@pytest.mark.clause(BOOK, "3.3 first")
def test_3_3_first__no_fee_no_scorecard() -> None:
    hall = halls.nsw_hall()
    game = PlannedGame(game=1)
    free = hall.no(PlanSession, starts_at=hall.now, games=(game,), boxes=6)
    assert free == ["session/no_entry_fee"]
    halls.nsw_plan(hall)
    unpaid = hall.no(IssueScorecards, player="ann", serial=halls.NSW_SERIAL, cards=(1,))
    assert unpaid == ["entry/fee_unpaid"]
    sold = hall.no(SellCards, serial=halls.NSW_SERIAL, cards=(1,), paid_cents=1500)
    assert sold == ["sale/entry_is_by_fee"]


@pytest.mark.clause(BOOK, "3.3 second")
def test_3_3_second__one_fee_for_all_once_each_and_displayed() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    for cents in (1499, 1501):
        assert hall.no(ChargeAdmission, player="ann", amount_cents=cents) == ["entry/fee_differs"]
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500)
    again = hall.no(ChargeAdmission, player="ann", amount_cents=1500)
    assert again == ["entry/fee_paid_before"]
    assert notice(hall.book, hall.state, "S1", "station 1").entry_fee == "$15.00"


@pytest.mark.clause(BOOK, "3.4 press")
def test_3_4_press__only_called_numbers_are_marked() -> None:
    hall = halls.nsw_running("ann", "bob", issue={"medium": "electronic"})
    hall.call(*B1)
    words = {"player": "bob", "serial": halls.NSW_SERIAL, "card": 2}
    assert not hall.ok(PressNumber, number=90, **words).marked
    for number in B1[:14]:
        assert hall.ok(PressNumber, number=number, **words).marked
    claim = hall.ok(Claim, player="bob").claim
    halls.nsw_check(hall, claim, marked=())
    assert hall.no(ConfirmClaim, claim=claim, by="sue") == ["claim/unmarked"]
    hall.ok(PressNumber, number=B1[14], **words)
    hall.ok(ConfirmClaim, claim=claim, by="sue")


@pytest.mark.clause(BOOK, "3.4 press")
def test_3_4_press__marks_of_one_game_are_gone_in_the_next() -> None:
    hall = halls.nsw_running("ann", "bob", issue={"medium": "electronic"})
    hall.call(1)
    hall.ok(PressNumber, player="bob", serial=halls.NSW_SERIAL, card=2, number=1)
    hall.do(FailTerminal, by="dan")
    hall.game = 2
    halls.nsw_start(hall)
    assert hall.this.pressed == {}


@pytest.mark.clause(BOOK, "3.4 auto", "4.9")
def test_3_4_auto__marks_but_does_not_call_decision_C11() -> None:
    auto = {"medium": "electronic", "auto_play": True}
    hall = halls.nsw_running("ann", "bob", issue=auto)
    hall.call(*B1)
    assert hall.this.won == {}
    claim = hall.ok(Claim, player="bob").claim
    halls.nsw_check(hall, claim, marked=())
    hall.ok(ConfirmClaim, claim=claim, by="sue")


@pytest.mark.clause(BOOK, "4.9", "8.1")
def test_4_9__an_uncalled_box_wins_nothing_even_with_auto_play() -> None:
    hall = halls.nsw_running("ann", "bob", issue={"medium": "electronic", "auto_play": True})
    hall.call(*B1, 90)
    assert hall.this.won == {}
    assert [(lost.player, lost.prize) for lost in hall.this.all_forfeits] == [("bob", "bingo")]


@pytest.mark.clause(BOOK, "4.2")
@pytest.mark.parametrize(
    ("boxes", "codes"),
    [(5, ["session/no_such_format"]), (6, []), (7, ["session/no_such_format"]), (12, [])],
)
def test_4_2__six_up_or_twelve_up(boxes: int, codes: list[str]) -> None:
    hall = halls.nsw_hall()
    game = PlannedGame(game=1, prizes=halls.offers(bingo=100), colour="red")
    words = {"starts_at": hall.now, "games": (game,), "entry_fee_cents": 1500}
    assert hall.no(PlanSession, boxes=boxes, **words) == codes


@pytest.mark.clause(BOOK, "4.2")
def test_4_2__formats_are_not_mixed_decision_A10() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall, boxes=12)
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500)
    codes = hall.no(IssueScorecards, player="ann", serial=halls.NSW_SERIAL, cards=(1,))
    assert codes == ["scorecard/other_format"]


@pytest.mark.clause(BOOK, "4.3")
def test_4_3__first_and_last_are_entered_and_bind_decision_A07() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    halls.nsw_enter(hall, "ann", "bob")
    hall.ok(OpenSession, terminal="T", software_approved=True, display_connected=True)
    for person, duty in (("dan", "caller"), ("sue", "supervisor")):
        hall.ok(AppointPerson, person=person, duty=duty)
    halls.nsw_start(hall)
    events = hall.do(CallNumber, number=1)
    assert (hall.codes(events), hall.cited(events)) == (["draw/range_not_entered"], ["4.3"])
    assert hall.no(EnterSerialRange, serial=halls.NSW_SERIAL, first=2, last=1) == ["range/wrong"]
    entered = hall.ok(EnterSerialRange, by="dan", serial=halls.NSW_SERIAL, first=1, last=1)
    assert (entered.first, entered.last) == (1, 1)
    hall.call(*B1)
    outside = hall.do(Claim, player="bob")
    assert (hall.codes(outside), hall.cited(outside)) == (["claim/out_of_range"], ["4.3"])


@pytest.mark.clause(BOOK, "4.3")
def test_4_3__no_scorecard_is_issued_twice_but_one_may_be_during_play() -> None:
    hall = halls.nsw_running("ann")
    hall.ok(ChargeAdmission, player="bob", amount_cents=1500)
    words = {"player": "bob", "serial": halls.NSW_SERIAL}
    assert hall.no(IssueScorecards, cards=(1,), **words) == ["sale/card_sold_before"]
    hall.call(1)
    assert hall.no(IssueScorecards, cards=(2,), **words) == []


@pytest.mark.clause(BOOK, "4.4", "5.5")
def test_4_4__colour_minor_games_and_prizes_are_told_at_each_game() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall, minors={"postage stamp": 5000})
    halls.nsw_enter(hall, "ann", "bob")
    halls.nsw_open(hall)
    hall.ok(StartGame)
    assert hall.cited(hall.do(CallNumber, number=1)) == ["4.4", "4.4", "4.4", "5.5"]
    owed = {script.topic: script.text for script in scripts(hall.book, hall.state, "S1", 1)}
    assert "red" in owed["colour"]
    assert "postage stamp" in owed["minor games"]
    assert "bingo $200.00" in owed["prize list"]
    assert "postage stamp for $50.00" in owed["patterns"]
    assert hall.no(Announce, by="ann", game=1, topics=("colour",)) == ["announcement/wrong_person"]
    shown = board(hall.state, "S1", 1)
    assert shown.prizes == (("postage stamp", "$50.00"), ("bingo", "$200.00"))
    for topic in ("colour", "minor games", "prize list"):
        hall.ok(Announce, by="dan", game=1, topics=(topic,))
    assert hall.cited(hall.do(CallNumber, number=1)) == ["5.5"]
    hall.ok(Announce, by="dan", topics=("patterns",))  # for the whole session
    hall.call(1)


@pytest.mark.clause(BOOK, "4.5")
def test_4_5__every_number_is_shown_and_announced_in_turn() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.ok(BeginCall, number=5)
    assert board(hall.state, "S1", 1).numbers == (5,)
    assert hall.no(CallNumber, number=6) == ["draw/announcement_open"]
    hall.ok(FinishCall)
    assert hall.no(CallNumber, number=5) == ["selector/number_twice"]
    assert hall.no(CallNumber, number=91) == ["selector/number_out_of_range"]
    assert hall.no(CallNumber, number=6, by="sue") == ["draw/not_the_caller"]
    codes = hall.no(StartGame, game=2, selector="receptacle")
    assert codes == ["game/already_running", "selector/unknown_kind"]


@pytest.mark.clause(BOOK, "4.7", "5.4.2")
@pytest.mark.parametrize("word", ["Bingo", "Yes", "line", "pattern", "noise"])
def test_4_7__any_word_is_kept_and_serves_every_prize(word: str) -> None:
    hall = halls.nsw_running("ann", "bob", minors={"postage stamp": 5000})
    hall.call(*A5_STAMP)
    made = hall.ok(Claim, player="ann", word=word, by="a friend")
    assert (made.word, made.by, made.completed[0].prize) == (word, "a friend", "postage stamp")


@pytest.mark.clause(BOOK, "4.8", "8.2")
def test_4_8__after_a_false_claim_the_draw_goes_on() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(1)
    assert hall.no(Claim, player="ann") == ["claim/incomplete"]
    hall.call(*(n for n in B1 if n != 1))
    hall.ok(Claim, player="bob")


def test_1_1_dealer__caller_and_supervisor_hold_no_scorecard() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    hall.ok(AppointPerson, person="dan", duty="caller")
    hall.ok(RegisterPerson, person="dan", role="dealer", member=True)
    hall.ok(ChargeAdmission, player="dan", amount_cents=1500)
    codes = hall.no(IssueScorecards, player="dan", serial=halls.NSW_SERIAL, cards=(1,))
    assert codes == ["sale/to_official"]
