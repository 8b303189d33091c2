"""Single tickets and 75-ball cards: every one has its number, and marginals are exact."""

from __future__ import annotations

from math import comb, prod

import numpy as np
import pytest
from scipy.stats import chisquare

from eyesdown.cards import card75, tickets
from eyesdown.cards.counting import (
    STRIP90,
    StripShape,
    layout_counts,
    threes,
    ticket_count,
    ticket_vectors,
)
from eyesdown.cards.tickets import numbered, ticket_tables
from eyesdown.draw.words import Words

WORDS = Words.of_text("tests/tickets")
ALARM = 1e-6


@pytest.mark.parametrize(
    "shape",
    [StripShape((4, 4, 4), 2, 2), StripShape((3, 4, 3, 2), 2, 2), StripShape((6, 7, 11), 4, 2)],
    ids=str,
)
def test_numbers_and_tickets_of_a_small_cousin_match_one_to_one(shape: StripShape) -> None:
    total = ticket_count(shape)
    found = numbered(ticket_tables(shape), np.arange(total))
    assert len(np.unique(found.reshape(total, -1), axis=0)) == total
    held = found > 0
    assert (held.sum(axis=2) == shape.line).all()
    assert held.sum(axis=1).min() >= 1
    highest = np.zeros_like(found[:, 0])
    for line in range(3):
        row = found[:, line]
        assert ((row == 0) | (row > highest)).all()
        highest = np.maximum(highest, row)


def test_the_ends_of_the_numbering_are_tickets() -> None:
    tables = ticket_tables()
    ends = numbered(tables, np.array([0, tables.total - 1]))
    assert ((ends > 0).sum(axis=2) == 5).all()


def test_words_are_shared_out_equally_and_the_rest_dropped() -> None:
    share = 2**64 // ticket_count()
    words = np.array([0, share - 1, share, share * ticket_count() - 1], np.uint64)
    found = tickets.sample(words)
    assert (found[0] == found[1]).all()
    assert (found[1] != found[2]).any()
    assert len(tickets.sample(words + np.array([0, 0, 0, 1], np.uint64))) == 3


def test_tickets_fit_their_exact_marginals() -> None:
    found = tickets.sample(WORDS.at(0, 200_000))
    counts = layout_counts(STRIP90)
    masses = {
        v: counts[threes(v)] * prod(comb(n, e + 1) for n, e in zip(STRIP90.sizes, v, strict=True))
        for v in ticket_vectors(STRIP90)
    }
    total = sum(masses.values())
    held = found > 0
    seen = np.bincount((held.sum(axis=1) == 3).sum(axis=1), minlength=4)
    exact = [sum(m for v, m in masses.items() if threes(v) == n3) / total for n3 in range(4)]
    assert chisquare(seen, np.array(exact) * len(found)).pvalue > ALARM
    for column in range(9):
        exact = [sum(m for v, m in masses.items() if v[column] == e) / total for e in range(3)]
        seen = np.bincount(held[:, :, column].sum(axis=1), minlength=4)[1:]
        assert chisquare(seen, np.array(exact) * len(found)).pvalue > ALARM
        numbers = found[:, :, column]
        assert chisquare(np.unique(numbers[numbers > 0], return_counts=True)[1]).pvalue > ALARM


def test_75_ball_cards_are_valid_and_every_cell_is_even() -> None:
    cards = card75.sample(WORDS.at(0, 200_000))
    assert (cards[:, 2, 2] == 0).all()
    for column in range(5):
        low = 15 * column + 1
        for row in range(5):
            if row == column == 2:
                continue
            numbers, seen = np.unique(cards[:, row, column], return_counts=True)
            assert numbers.tolist() == list(range(low, low + 15))
            assert chisquare(seen).pvalue > ALARM
    flat = np.sort(cards.reshape(len(cards), -1), axis=1)
    assert (np.diff(flat.astype(int), axis=1) > 0).all()


def test_every_ordered_column_of_a_75_ball_card_has_one_number() -> None:
    numbers = np.zeros((5, card75.FULL), np.int64)
    numbers[0] = np.arange(card75.FULL)
    numbers[2] = np.arange(card75.FULL) % card75.SHORT
    cards = np.empty((card75.FULL, 5, 5), np.uint8)
    card75._fill(numbers, cards)
    assert len(np.unique(cards[:, :, 0] @ (1 << 4 * np.arange(5)))) == card75.FULL == 360_360
    middle = cards[: card75.SHORT, :, 2]
    assert len(np.unique(middle @ (1 << 6 * np.arange(5)))) == card75.SHORT == 32_760


def test_75_ball_words_are_shared_out_equally_and_the_rest_dropped() -> None:
    share = 2**64 // card75.FULL**3
    top = share * card75.FULL**3
    words = np.array([[0, 0], [share - 1, 0], [share, 0], [top - 1, 0], [top, 0]], np.uint64)
    found = card75.sample(words.reshape(-1))
    assert len(found) == 4
    assert (found[0] == found[1]).all()
    assert (found[1] != found[2]).any()
