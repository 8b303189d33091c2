"""exampleland-bingo90: the fictional book, clause by clause, in the evening that it carries."""

from __future__ import annotations

from datetime import date
from importlib.resources import files
from typing import Any

import pytest

import eyesdown
from eyesdown.kernel.cite import Refusal
from eyesdown.notation.checking import differences
from eyesdown.notation.document import parse
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo_cards import CardFacts, SeriesFacts
from eyesdown.rulebook.patterns import completing_call
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.exampleland_bingo90.book import open_on
from eyesdown.rulebooks.exampleland_bingo90.c06_winning import patterns
from eyesdown.rulebooks.exampleland_bingo90.c07_claims import share
from eyesdown.rulebooks.exampleland_bingo90.c08_cards import CARDS, SERIES

BOOK = "exampleland-bingo90"
EVENING = files("eyesdown.rulebooks.exampleland_bingo90").joinpath("evening.eyes").read_text()
PLAN = "> 18:00:30 plan session session=wed starts_at=18:30 "
SALE = "> 18:10 sell cards game=1 serial=E1 "
TICKET = ((3, 25, 48, 62, 85), (7, 19, 39, 67, 90), (12, 34, 50, 71, 80))


def told(before: str, *lines: str, evening: str = EVENING) -> list[str]:
    """Codes with their clauses after `lines`, given just before the first line with `before`."""
    at = evening.rindex("\n> ", 0, evening.index(before))
    game = eyesdown.play(evening[: at + 1])
    events: tuple[Any, ...] = ()
    for line in lines:
        events = tuple(game.line(line))
    refusals = [no for event in events for no in getattr(event, "refusals", ())]
    return [f"{no.code} {no.clause.number}" for no in refusals]


@pytest.mark.clause(BOOK, "2(1)", "2(2)", "3(1)", "3(2)", "4(2)", "5(2)", "5(3)", "6(1)")
@pytest.mark.clause(BOOK, "7(1)", "7(2)(a)", "7(3)", "7(4)")
def test_the_evening_plays_as_it_is_written() -> None:
    assert list(differences(parse(EVENING))) == []


@pytest.mark.clause(BOOK, "1")
def test_1__the_book_opens_on_its_first_day_and_not_the_day_before() -> None:
    early = SHELF.open(BOOK, date(2019, 2, 28))
    assert isinstance(early, Refusal)
    assert (early.code, early.clause.number) == ("rules/not_in_force", "1")
    assert isinstance(SHELF.open(BOOK, date(2019, 3, 1)), BingoBook)


@pytest.mark.clause(BOOK, "2(1)", "2(2)", "3(1)", "3(3)", "4(2)", "4(5)")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("games=[PlannedGame(game=1 versions=[1 2])]", ["game/not_one_version 3(1)"]),
        ("games=[PlannedGame(game=1 versions=[3])]", ["game/not_one_version 3(1)"]),
        (
            (
                "games=[PlannedGame(game=1 versions=[2] "
                'prizes=[Offer(prize="any line" amount_cents=$1.00)])]'
            ),
            ["game/prize_of_no_version 3(1)"],
        ),
        (
            "session_price_cents=$5.00 games=[PlannedGame(game=1 versions=[1] price_cents=$2.00)]",
            ["session/price_differs 4(2)"],
        ),
        (
            "entry_fee_cents=$1.00 games=[PlannedGame(game=1 versions=[1])]",
            ["admission/charged 4(5)"],
        ),
        ("pool=Gold games=[PlannedGame(game=1 versions=[1])]", ["pool/not_in_this_book 3(3)"]),
        ("session_price_cents=$5.00 games=[PlannedGame(game=1 versions=[1])]", []),
    ],
)
def test_programmes(line: str, refused: list[str]) -> None:
    pool = "> 18:00:25 open pool pool=Gold"
    assert told("plan session", pool, PLAN + line) == refused


@pytest.mark.clause(BOOK, "3(3)", "4(5)")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("contribute pool=Gold amount_cents=$1.00", "pool/not_in_this_book 3(3)"),
        ("hold for pool game=1 pool=Gold amount_cents=$1.00", "pool/not_in_this_book 3(3)"),
        ("distribute pool game=1 pool=Gold amount_cents=$1.00", "pool/not_in_this_book 3(3)"),
        ("charge admission player=ann amount_cents=$1.00", "admission/charged 4(5)"),
    ],
)
def test_money_beside_the_cards_is_refused(line: str, refused: str) -> None:
    pool = "> 18:02:50 open pool pool=Gold"
    assert refused in told("start game", pool, f"> 18:03 {line}")


@pytest.mark.clause(BOOK, "4(1)")
@pytest.mark.parametrize(("day", "most"), [("2025-12-31", 4), ("2026-01-01", 6)])
def test_4_1__a_player_holds_at_most_six_cards(day: str, most: int) -> None:
    evening = EVENING.replace("2026-06-01", day)
    stock = [f"> 18:01:55 register series serial=S{n} cards=[PrintedCard(card={n} boxes=[@A2])]"
             for n in range(1, most + 1)]  # fmt: skip
    sales = [
        f"> 18:02 sell cards game=1 player=dan serial=S{n} cards=[{n}] paid_cents=$2.00"
        for n in range(1, most + 1)
    ]
    assert told("sell cards", *stock, *sales, evening=evening) == []
    one_more = SALE + "player=dan cards=[1] paid_cents=$2.00"
    refused = told("sell cards", *stock, *sales, one_more, evening=evening)
    assert refused == ["sale/too_many_cards 4(1)"]
    nameless = SALE + "cards=[1] paid_cents=$2.00"
    assert told("sell cards", *stock, *sales, nameless, evening=evening) == []
    # A book of two games: the game in which the player holds more cards counts.
    first = "Offer(prize=house amount_cents=$50.00)])"
    second = " PlannedGame(game=2 versions=[1] price_cents=$2.00)"
    two_games = evening.replace(first, first + second, 1)
    cards = " ".join(f"PrintedCard(card={n} game={n} boxes=[@A{n}])" for n in (1, 2))
    stock.append(f"> 18:01:56 register series serial=B1 cards=[{cards}]")
    book = "> 18:02 sell cards game=0 player=dan serial=B1 cards=[1 2] paid_cents=$4.00"
    assert told("sell cards", *stock, *sales[1:], book, evening=two_games) == []
    refused = told("sell cards", *stock, *sales, book, evening=two_games)
    assert refused == ["sale/too_many_cards 4(1)"]


@pytest.mark.clause(BOOK, "4(2)", "4(3)", "4(4)", "2(2)")
def test_4__price_time_and_card_of_a_sale() -> None:
    sold = SALE + "player=dan cards=[1] paid_cents=$2.00"
    assert told("start game", sold) == ["sale/card_sold_before 4(4)"]
    assert told("check claim", sold) == ["sale/number_out 4(3)", "sale/card_sold_before 4(4)"]
    worst = SALE + "player=sue cards=[1] paid_cents=$1.00"
    assert [no.split()[1] for no in told("check claim", worst)] == ["2(2)", "4(2)", "4(3)", "4(4)"]


@pytest.mark.clause(BOOK, "5(1)")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("call number number=8 by=cal", "selector/number_twice 5(1)"),
        ("call number number=91 by=cal", "selector/number_out_of_range 5(1)"),
        ("correct number by=cal wrong=10 right=8", "selector/number_twice 5(1)"),
        ("correct number by=cal wrong=10 right=91", "selector/number_out_of_range 5(1)"),
    ],
)
def test_5_1__every_number_comes_once_and_from_1_to_90(line: str, refused: str) -> None:
    assert refused in told("call number number=71", f"> 18:30:38 {line}")


@pytest.mark.clause(BOOK, "5(1)")
@pytest.mark.parametrize(
    ("selector", "refused"),
    [
        ("hat", ["selector/unknown_kind 5(1)"]),
        ("receptacle balls=89", ["selector/balls_missing 5(1)"]),
        ("receptacle", []),
    ],
)
def test_5_1__numbers_come_from_a_device_or_a_full_cage(selector: str, refused: list[str]) -> None:
    assert told("start game", f"> 18:29 start game selector={selector}") == refused


@pytest.mark.clause(BOOK, "2(1)", "5(2)", "5(3)", "5(4)")
@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        (["call number number=71 by=sue"], ["draw/not_the_caller 5(2)"]),
        (
            ["begin call number=71 by=cal", "call number number=72 by=cal"],
            ["draw/announcement_open 5(2)"],
        ),
        (["correct number by=ann wrong=10 right=9"], ["correction/wrong_person 5(4)"]),
        (["correct number by=cal wrong=11 right=9"], ["correction/never_called 5(4)"]),
        (["correct number by=cal wrong=10 right=9"], []),
    ],
)
def test_5__calling_and_correcting(lines: list[str], refused: list[str]) -> None:
    timed = [f"> 18:30:{34 + place} {line}" for place, line in enumerate(lines)]
    assert told("call number number=71", *timed) == refused


@pytest.mark.clause(BOOK, "6(1)")
def test_6_1__a_pattern_completes_on_the_call_that_marks_its_last_square() -> None:
    calls = [1, 7, 19, 39, 67, 2, 90, *TICKET[0], *TICKET[2]]
    assert completing_call(patterns()["any line"], TICKET, calls) == 7
    assert completing_call(patterns()["house"], TICKET, calls) == 17
    assert completing_call(patterns()["house"], TICKET, calls[:-1]) is None


@pytest.mark.clause(BOOK, "3(1)", "7(1)", "7(2)(a)", "7(2)(b)", "7(2)(c)", "2(2)")
@pytest.mark.parametrize(
    ("before", "lines", "refused"),
    [
        ("claim player=ann", ["claim player=zoe"], "claim/card_unsold 7(1)"),
        ("claim player=ann", ["claim player=ann serial=X card=9"], "claim/other_serial 7(1)"),
        ("claim player=ann", ["claim player=ann"], "claim/incomplete 7(2)(a)"),
        ("claim player=ann", ["claim player=sue"], "claim/by_official 2(2)"),
        ("call number number=8 by", ["close game by=sue"], "game/not_won 3(1)"),
    ],
)
def test_claims_that_do_not_win(before: str, lines: list[str], refused: str) -> None:
    assert refused in told(before, *(f"> 18:31:24 {line}" for line in lines))


@pytest.mark.clause(BOOK, "7(2)(b)", "7(2)(c)")
def test_7_2_b__a_claim_must_beat_the_next_call() -> None:
    last = "call number number=77"
    begun = "> 18:34:30 begin call number=77 by=cal"
    cry = "> {} claim player=ann word=house"
    assert told(last, begun, cry.format("18:34:31")) == ["claim/during_announcement 7(2)(b)"]
    called = "> 18:34:30 call number number=77 finished=18:34:32 by=cal"
    following = "> 18:34:40 call number number=90 finished=18:34:42 by=cal"
    assert told(last, called, cry.format("18:34:39")) == []
    late = told(last, called, following, cry.format("18:34:45"))
    assert late == ["claim/late 7(2)(b)", "claim/forfeited 7(2)(c)"]


@pytest.mark.clause(BOOK, "7(3)", "7(6)")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ('check claim claim="claim 2" by=sue steps=[serial] serial=X', "claim/card_serial_differs"),
        ('confirm claim claim="claim 2" by=sue', "claim/step_missing"),
        ("invalidate game by=cal cause=flood", "invalidate/not_the_supervisor"),
    ],
)
def test_7__what_only_the_supervisor_does(line: str, refused: str) -> None:
    assert [no.split()[0] for no in told("check claim", f"> 18:31:50 {line}")][:1] == [refused]


@pytest.mark.clause(BOOK, "7(6)")
def test_7_6__the_supervisor_decides_disputes() -> None:
    raised = "> 18:31:50 raise dispute dispute=D1 person=ann about=line"
    decided = "> 18:31:51 decide dispute dispute=D1 by={} decision=no"
    assert told("check claim", raised, decided.format("cal")) == ["dispute/not_the_supervisor 7(6)"]
    assert told("check claim", raised, decided.format("sue")) == []


@pytest.mark.clause(BOOK, "7(4)")
@pytest.mark.parametrize(
    ("prize", "winners", "expected"),
    [(1000, 1, (1000, 0)), (1000, 3, (334, 2)), (2, 3, (1, 1)), (0, 3, (0, 0))],
)
def test_7_4__a_shared_prize_is_rounded_up_to_the_cent(
    prize: int, winners: int, expected: tuple[int, int]
) -> None:
    assert share(prize, winners) == expected


@pytest.mark.clause(BOOK, "8(1)", "8(3)")
@pytest.mark.parametrize(
    ("rows", "serial", "refused"),
    [
        (TICKET, "E1", []),
        (TICKET[:2], "E1", ["ticket/wrong_lines"]),
        ((*TICKET[:2], TICKET[0]), "E1", ["ticket/number_repeated"]),
        ((*TICKET[:2], (91, 1, 2, 4, 5)), "E1", ["ticket/number_out_of_range"]),
        (TICKET, "", ["ticket/no_serial"]),
    ],
)
def test_8__cards(rows: tuple[tuple[int, ...], ...], serial: str, refused: list[str]) -> None:
    book = open_on(date(2026, 6, 1))
    assert [no.code for no in book.check(CARDS, CardFacts(rows, serial))] == refused


@pytest.mark.clause(BOOK, "8(2)", "8(3)")
def test_8__series() -> None:
    book = open_on(date(2026, 6, 1))
    same = frozenset(range(1, 16))
    twice = SeriesFacts("E1", card_serials=("E1", "E2"), combinations=(same, same))
    refused = [no.code for no in book.check(SERIES, twice)]
    assert refused == ["series/same_numbers_twice", "series/two_serials"]
