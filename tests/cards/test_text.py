"""Cards as text and Parquet, and the checks on any card handed in."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pyarrow.parquet as pq
import pytest

from eyesdown.cards.card_check import check_card75, check_strip, check_ticket
from eyesdown.cards.files.formats import as_csv, as_json_lines, csv_header
from eyesdown.cards.files.parquet import CardFile, MasterFile
from eyesdown.cards.series import SeriesPlan, certify, pages
from eyesdown.cards.stream import CARD75, KINDS, STRIP90, TICKET90, CardKind, stream
from eyesdown.draw.words import Words

WORDS = Words.of_text("tests/text")


def some(kind: CardKind, count: int = 30) -> np.ndarray:
    return np.concatenate([chunk.copy() for chunk in stream(kind, WORDS, count)])


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_json_lines_hold_the_cards(kind: CardKind) -> None:
    cards = some(kind)
    lines = [json.loads(line) for line in as_json_lines(cards).splitlines()]
    name = "tickets" if kind is STRIP90 else "rows"
    assert [line[name] for line in lines] == cards.tolist()


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_csv_holds_the_cards(kind: CardKind) -> None:
    cards = some(kind)
    text = (csv_header(kind.shape) + as_csv(cards, 99)).decode()
    rows = list(csv.reader(io.StringIO(text)))
    flat = cards.reshape(-1, int(np.prod(kind.shape[-2:]))).tolist()
    heads = 2 if kind is STRIP90 else 1
    assert len({len(row) for row in rows}) == 1
    assert [[int(cell or 0) for cell in row[heads:]] for row in rows[1:]] == flat
    if kind is STRIP90:
        assert rows[7][:2] == ["100", "1"]
    else:
        assert rows[2][0] == "100"


def test_parquet_holds_the_cards() -> None:
    cards = some(STRIP90, 100)
    out = io.BytesIO()
    with CardFile(out, STRIP90, {"commitment": "c"}) as file:
        file.write(cards[:60])
        file.write(cards[60:])
    table = pq.read_table(io.BytesIO(out.getvalue()))
    assert table.schema.metadata[b"shape"] == b"6,3,9"
    assert table.column("card").to_pylist() == list(range(1, 101))
    raw = b"".join(table.column("cells").to_pylist())
    assert (np.frombuffer(raw, np.uint8).reshape(cards.shape) == cards).all()


def test_the_master_table_as_parquet_has_every_card() -> None:
    plan = SeriesPlan("77", "red", books=4, games=2, game_colours=("a", "b"))
    series = certify(plan, WORDS)
    out = io.BytesIO()
    with MasterFile(out, plan, {"commitment": "c"}) as file:
        for first, tickets in pages(series, WORDS):
            file.write(first, tickets)
            last = tickets[-1].copy()
    table = pq.read_table(io.BytesIO(out.getvalue())).to_pylist()
    assert len(table) == plan.cards
    assert [row["card"] for row in table] == list(range(1, 49))
    assert (table[-1]["book"], table[-1]["game"], table[-1]["box"]) == (4, 2, 6)
    numbers = [table[-1][f"{line}{at}"] for line in "abc" for at in range(1, 6)]
    assert numbers == last[last > 0].tolist()


def test_made_cards_pass_their_checks() -> None:
    for strip in some(STRIP90).tolist():
        assert check_strip(strip, strict_banding=True).faults == ()
    for ticket in some(TICKET90).tolist():
        assert check_ticket(ticket, strict_banding=True).faults == ()
    for card in some(CARD75).tolist():
        assert check_card75(card).faults == ()


def test_a_broken_band_is_a_warning_unless_it_is_to_be_strict() -> None:
    """Decision A01: stock that was bought in is not refused on a ground no rule states."""
    ticket = some(TICKET90, 1)[0].tolist()
    ticket = [row[::-1] for row in ticket]
    assert check_ticket(ticket).faults == ()
    assert check_ticket(ticket).warnings
    assert check_ticket(ticket, strict_banding=True).faults


def test_wrong_tickets_are_named() -> None:
    ticket = some(TICKET90, 1)[0].tolist()
    assert check_ticket([*ticket, ticket[0]]).faults == ("is not 3 lines of 9 spaces",)
    first = next(at for at, cell in enumerate(ticket[0]) if cell)
    fewer = [[*row] for row in ticket]
    fewer[0][first] = 0
    assert check_ticket(fewer).faults == ("line 1 holds 4 numbers, not 5",)
    high = [[*row] for row in ticket]
    high[0][first] = 91
    assert "91 is not one of 1 to 90" in check_ticket(high).faults
    twice = [[*row] for row in ticket]
    twice[0][first] = next(cell for cell in ticket[1] if cell)
    assert f"{twice[0][first]} is there twice" in check_ticket(twice).faults


def test_a_strip_with_a_stray_ticket_lists_what_is_missing_and_repeated() -> None:
    first, second = some(STRIP90, 2).tolist()
    mixed = check_strip([*first[:5], second[5]]).faults
    assert any(fault.startswith("is missing") for fault in mixed)
    assert any(fault.startswith("repeats") for fault in mixed)
    assert "has 5 tickets, not 6" in check_strip(first[:5]).faults


def test_wrong_75_ball_cards_are_named() -> None:
    card = some(CARD75, 1)[0].tolist()
    assert check_card75(card[:4]).faults == ("is not 5 lines of 5 spaces",)
    marked = [[*row] for row in card]
    marked[2][2] = 40
    assert check_card75(marked).faults[0] == "the centre is not free"
    twice = [[*row] for row in card]
    twice[0][0] = twice[1][0]
    assert check_card75(twice).faults == (f"{twice[1][0]} is there twice",)
