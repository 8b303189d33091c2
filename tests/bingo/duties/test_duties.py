"""What is owed next: by whom, under which clause, with the words to read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, DeclareResult, PayPrize
from eyesdown.bingo.decide import decide
from eyesdown.bingo.duties.clocks import clocks
from eyesdown.bingo.duties.question import owed_next
from eyesdown.bingo.duties.step import Step, look_at
from eyesdown.bingo.play.commands import (
    AskForBall,
    BeginCall,
    CallNumber,
    CheckBall,
    CorrectNumber,
    EyesDown,
    FinishCall,
    HandOverBall,
    StartGame,
)
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSession,
    ShowClosingSign,
)
from eyesdown.bingo.words.parts import Level
from eyesdown.kernel.refused import Refused
from kit.fixtures import NINETY
from kit.table import NSW, NZ, VIC, Sit, Table

BOOKS = (NZ, VIC, NSW)
TOP = NINETY["T0"].lines[0]


def owed(table: Table) -> list[tuple[str, str, type[Any]]]:
    """Duty, person and command of every step that is open."""
    steps = owed_next(table.book, table.state, "S1", table.now)
    return [(step.duty, step.person, type(step.command)) for step in steps if step.is_open]


def first(table: Table) -> Step:
    steps = owed_next(table.book, table.state, "S1", table.now)
    return next(step for step in steps if step.is_open)


def cards(book: str) -> dict[str, str]:
    return {"ann": "A", "bob": "B"} if book == NSW else {"ann": "T0", "bob": "E1"}


def table_of(sit: Sit, book: str, **more: Any) -> Table:
    return sit(book, cards(book), **more)


@pytest.mark.clause(NSW, "2.1.3")
@pytest.mark.parametrize("book", BOOKS)
def test_officials_are_appointed_and_one_opens_the_session(sit: Sit, book: str) -> None:
    table = table_of(sit, book, began=False)
    table.session = "S2"
    table.plan(0 if book == NSW else 1, 2, (10000,))
    *appointments, opening = owed_next(table.book, table.state, "S2", table.now)[:3]
    assert [step.command.duty for step in appointments] == ["caller", "supervisor"]  # type: ignore[union-attr]
    opens = "caller" if book == NSW else "supervisor"
    assert (opening.duty, type(opening.command)) == (opens, OpenSession)
    waits = [refusal.code for refusal in opening.refusals]
    assert waits == (["session/no_scorecards"] if book == NSW else [])


@pytest.mark.clause(NZ, "5.5")
@pytest.mark.clause(VIC, "3.1")
@pytest.mark.clause(NSW, "4.5")
@pytest.mark.parametrize(("book", "clause"), [(NZ, "5.5"), (VIC, "3.1"), (NSW, "4.5")])
def test_who_is_missing_is_appointed(sit: Sit, book: str, clause: str) -> None:
    table = table_of(sit, book, began=False)
    table.ok(StartGame)
    table.sitting.appointed = {"caller": {0: "cal"}}
    steps = owed_next(table.book, table.state, "S1", table.now)
    appoint = next(step for step in steps if isinstance(step.command, AppointPerson))
    assert (appoint.duty, appoint.clause and appoint.clause.number) == ("office", clause)
    assert appoint.is_open


@pytest.mark.clause(NZ, "5.6(a)(i)", "5.6(a)(iii)")
def test_announcements_come_with_their_words_and_clauses(sit: Sit) -> None:
    table = table_of(sit, NZ, began=False)
    assert owed(table)[0] == ("caller", "cal", StartGame)
    table.ok(StartGame)
    steps = [step for step in owed_next(table.book, table.state, "S1", table.now) if step.is_open]
    spoken = [(step.person, step.clause and step.clause.number, step.words) for step in steps]
    assert spoken == [
        ("cal", "5.6(a)(i)", "Game 1 is version 1: it is played for the part series."),
        ("cal", "5.6(a)(iii)", "Please check that your card bears serial number 777."),
    ]
    for step in steps:
        table.ok(Announce, by=step.person, game=1, topics=step.command.topics)  # type: ignore[union-attr]
    assert [kind for _, _, kind in owed(table)] == [EyesDown, AskForBall]


@pytest.mark.clause(NZ, "6.2(a)", "6.3(a)", "6.3(b)")
def test_what_only_the_hall_knows_is_named(sit: Sit) -> None:
    table = table_of(sit, NZ, pool="Gold", sequence="Winter")
    assert not table.sitting.closed
    for game in table.sitting.games.values():
        game.phase = "closed"
    steps = owed_next(table.book, table.state, "S1", table.now)
    by_words = {step.words: step for step in steps if isinstance(step.command, Announce)}
    following = next(step for words, step in by_words.items() if "next session" in words)
    assert (following.person, following.lacks) == ("sue", ("time", "date", "place"))
    assert following.is_open


@pytest.mark.clause(VIC, "3.3(d)", "3.4(c)")
def test_a_ball_goes_from_hand_to_hand(sit: Sit) -> None:
    table = table_of(sit, VIC, began=False)
    table.start(selector="receptacle")
    table.ok(BeginCall, number=16, by="cal", drawn=61)
    assert owed(table)[0] == ("caller", "cal", FinishCall)
    table.ok(FinishCall)
    assert owed(table)[0] == ("caller", "cal", HandOverBall)
    table.ok(HandOverBall, by="cal")
    check = first(table)
    assert (check.person, type(check.command), check.lacks) == ("sue", CheckBall, ("ball",))
    table.ok(CheckBall, by="sue", ball=61)
    put_right = first(table)
    assert isinstance(put_right.command, CorrectNumber)
    assert put_right.words == "Correction: the number is 61, not 16."
    table.ok(CorrectNumber, by="cal", wrong=16, right=61)
    assert owed(table)[-1][2] is BeginCall


@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize("right", [61, 1])  # 1 is the lowest that is not called yet
def test_S09__the_half_that_is_missing_is_named(sit: Sit, right: int) -> None:
    table = table_of(sit, NSW)
    table.call(16)
    table.ok(CorrectNumber, by="cal", wrong=16, right=right, displayed=False)
    step = first(table)
    assert step.lacks == ()  # the right number was reported
    assert step.what == "Put 16 right: it is to be displayed."
    assert step.clause is not None
    assert step.clause.number == "8.3"
    assert isinstance(step.command, CorrectNumber)
    assert (step.command.announced, step.command.displayed) == (False, True)


@pytest.mark.clause(NZ, "5.7(c)")
def test_a_claim_is_checked_confirmed_and_declared(sit: Sit) -> None:
    table = table_of(sit, NZ)
    table.call(*TOP)
    table.ok(Claim, player="ann")
    seen = []
    while table.this.open_prizes:
        step = first(table)
        seen.append((step.person, type(step.command)))
        command = step.command
        fields = {name: getattr(command, name) for name in command.__struct_fields__}
        fields.pop("at")
        table.ok(type(command), **fields)
    steps = len(table.book.steps)
    people = ["sue"] * (steps - 1) + ["cal"]
    assert seen[:steps] == [(person, CheckClaim) for person in people]
    assert seen[steps:] == [("sue", ConfirmClaim), ("sue", DeclareResult)]
    table.close()
    assert ("seller", "", PayPrize) in owed(table)
    assert first(table).game == 2


def test_a_session_may_be_closed_early_but_no_one_waits_for_it(sit: Sit) -> None:
    table = table_of(sit, VIC, began=False)
    steps = owed_next(table.book, table.state, "S1", table.now)
    early = next(step for step in steps if isinstance(step.command, CloseSession))
    assert early.is_open
    assert not early.owed
    assert steps[0].owed


def test_a_step_is_tried_on_what_the_site_demands(sit: Sit) -> None:
    table = table_of(sit, VIC)
    book = table.book

    def demanding(command: Any) -> tuple[Any, ...]:
        if isinstance(command, AskForBall):
            refusal = book.refusal("ball/asked_already", "call", call=1)
            return (Refused(at=command.at, asked="AskForBall", refusals=(refusal,)),)
        return decide(book, table.state, command)

    steps = owed_next(book, table.state, "S1", table.now, demanding)
    ask = next(step for step in steps if isinstance(step.command, AskForBall))
    assert [refusal.code for refusal in ask.refusals] == ["ball/asked_already"]


@pytest.mark.clause(NZ, "7.1(b)", "7.2")
def test_S11__prizes_that_are_too_low_name_the_way_out(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, version=3, cents=(400, 600))
    step = first(table)
    assert (step.duty, step.what) == ("office", "Raise the prize for the series.")
    assert step.clause is not None
    assert step.clause.number == "7.1(b)"
    assert table.refused(CallNumber, number=1)[0].endswith("7.1(b)")


def test_a_jackpot_game_names_its_numbers_and_conditions(sit: Sit) -> None:
    level = Level(whole_pool=True, on_jackpot_number=True)
    table = sit(NSW, cards(NSW), pool="Gold", each={"levels": (level,)}, began=False)
    table.ok(StartGame)
    assert "Draw the jackpot numbers." in {
        step.what for step in owed_next(table.book, table.state, "S1", table.now) if step.is_open
    }


@pytest.mark.clause(NZ, "5.1 span", "5.1 gap", "1.1 'Gaming Day'")
def test_the_clocks_of_a_session(sit: Sit) -> None:
    table = table_of(sit, NZ)
    shown = {
        clock.name: clock for clock in clocks(look_at(table.book, table.state, "S1", table.now))
    }
    assert set(shown) == {"span", "gaming day"}
    began = table.sitting.began_at
    assert began is not None
    assert shown["span"].due_at == began + timedelta(hours=3)
    assert shown["span"].clause is not None
    assert shown["span"].clause.number == "5.1 span"
    for after, missed in (
        (timedelta(hours=3) - timedelta(seconds=1), False),
        (timedelta(hours=3), True),
    ):
        look = look_at(table.book, table.state, "S1", began + after)
        assert {clock.name: clock.missed for clock in clocks(look)}["span"] is missed


@pytest.mark.clause(NSW, "9.8")
def test_the_closing_sign_is_put_up_and_then_hangs(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    signs = [
        step
        for step in owed_next(table.book, table.state, "S1", table.now)
        if isinstance(step.command, ShowClosingSign)
    ]
    assert [step.is_open for step in signs] == [True]
    table.ok(ShowClosingSign, closes_at=table.now + timedelta(minutes=20))
    shown = table.now
    due = {
        clock.name: clock.due_at for clock in clocks(look_at(table.book, table.state, "S1", shown))
    }
    assert due["closing sign"] == shown + timedelta(minutes=20)
    assert CloseSession not in {kind for _, _, kind in owed(table)}
    table.now = shown + timedelta(minutes=20)
    assert CloseSession in {kind for _, _, kind in owed(table)}


@pytest.mark.parametrize("book", BOOKS)
def test_a_closed_session_owes_nothing_but_money(sit: Sit, book: str) -> None:
    table = table_of(sit, book)
    table.state.sessions["S1"].closed = True
    assert owed(table) == []
    assert clocks(look_at(table.book, table.state, "S1", table.now)) == ()
