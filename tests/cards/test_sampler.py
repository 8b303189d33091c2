"""Strips: a small cousin enumerated in full, exact marginals, and the same strips every way."""

from __future__ import annotations

from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

from eyesdown.cards import kernel_numba, sampler, stream, tickets
from eyesdown.cards.counting import STRIP90, StripShape, strip_count, strips_by_threes
from eyesdown.cards.sampler import Picks, _columns, assemble, pick
from eyesdown.cards.tables import FRESH_BITS, build, graph, layout_shares, strip_graph, strip_tables
from eyesdown.draw.words import Words

WORDS = Words.of_text("tests/cards")
STRIPS = 100_000
PASSING = 0x80000001_80000001  # two halves that no draw drops
ALARM = 1e-6  # the seed is fixed, so this line is crossed by a change and never by chance


@pytest.fixture(scope="module")
def many() -> NDArray[np.uint8]:
    chunks = stream.stream(stream.STRIP90, WORDS, STRIPS)
    return np.concatenate([chunk.copy() for chunk in chunks])


def threes_of(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    return ((cards > 0).sum(axis=-2) == 3).sum(axis=-1)


def test_every_strip_is_valid(many: NDArray[np.uint8]) -> None:
    assert many.shape == (STRIPS, 6, 3, 9)
    flat = np.sort(many.reshape(STRIPS, -1), axis=1)
    assert (flat[:, -90:] == np.arange(1, 91)).all()
    assert (flat[:, :-90] == 0).all()
    held = many > 0
    assert (held.sum(axis=3) == 5).all()
    assert held.sum(axis=2).min() >= 1
    columns = np.minimum(many // 10, 8)
    assert (np.where(held, columns, np.arange(9)) == np.arange(9)).all()
    for upper, lower in ((0, 1), (1, 2), (0, 2)):
        above, below = many[:, :, upper], many[:, :, lower]
        assert ((above < below) | (above == 0) | (below == 0)).all()


SMALL = StripShape(sizes=(3, 4, 3, 2), tickets=2, line=2)


def test_a_small_cousin_enumerated_in_full_is_uniform() -> None:
    """Every number that every draw can give, through the sampler's own code, with exact weights.

    What an attempt draws falls apart into the matrix (its number, order and fresh bits), the
    layouts and the deals. All matrices are drawn; then, for each different one, all its layouts
    with all orders of all columns.
    """
    tables = build(graph(SMALL, 4))
    steps = len(SMALL.sizes) - 3
    every = product(range(tables.mass), range(2), range(1 << FRESH_BITS * steps))
    matrix, order, fresh = np.array(list(every)).T
    nothing = np.zeros((1, len(matrix)), np.int64)
    drawn = Picks(matrix, order, fresh, nothing.repeat(2, 0), nothing.repeat(4, 0))
    columns, kept = _columns(tables, drawn)
    kinds, first, weights = np.unique(
        columns[:, kept], axis=1, return_index=True, return_counts=True
    )
    shares = np.array(layout_shares(SMALL))
    deals = np.array(list(product(*(range(factorial(size)) for size in SMALL.sizes)))).T
    pairs = np.array(list(product(range(tables.layout_range), repeat=2))).T
    found: dict[bytes, int] = {}

    def drawn_at(at: int, layouts: NDArray[np.int64], deals: NDArray[np.int64]) -> Picks:
        count = max(layouts.shape[1], deals.shape[1])
        chosen = (np.full(count, part[at]) for part in (matrix, order, fresh))
        spread = (part.repeat(count // part.shape[1], 1) for part in (layouts, deals))
        return Picks(*chosen, *spread)

    for at, weight in zip(np.flatnonzero(kept)[first], weights, strict=True):
        shown, laid = assemble(tables, drawn_at(at, pairs, deals[:, :1]))
        share = shares[threes_of(shown)]
        # The other numbers of a layout's share give the same layout: one stands for them all.
        for place in np.flatnonzero(laid & (pairs.T % share == 0).all(axis=1)):
            made, good = assemble(tables, drawn_at(at, pairs[:, place : place + 1], deals))
            assert good.all()
            raw, times = np.unique(made.reshape(len(made), -1), axis=0, return_counts=True)
            worth = int(weight) * int(share[place].prod())
            for strip, count in zip(raw, times.tolist(), strict=True):
                name = strip.tobytes()
                found[name] = found.get(name, 0) + worth * count
    assert len(kinds.T) > 3
    assert len(found) == strip_count(SMALL)
    assert len(set(found.values())) == 1


def test_a_bounded_draw_gives_every_number_equally_often() -> None:
    """All 32-bit halves that could give a number are tried, for the ends and the middle."""
    tables = strip_tables()
    limits = [tables.layout_range] * 6 + [factorial(size) for size in STRIP90.sizes]
    for draw in (0, 5, 6, 7, 13, 14):
        limit = limits[draw]
        for number in (0, limit // 2, limit - 1):
            low, high = -(-(number << 32) // limit), -(-((number + 1) << 32) // limit)
            halves = np.arange(low, high, dtype=np.uint64)
            words = np.full((len(halves), 9), PASSING, np.uint64)
            place = 1 + (draw + 1) // 2
            shift = np.uint64(32 * ((draw + 1) % 2))
            words[:, place] &= ~(np.uint64(0xFFFFFFFF) << shift)
            words[:, place] |= halves << shift
            words[:, 0] = 0
            picks, drawn = pick(tables, words)
            numbers = np.concatenate([picks.layouts, picks.deals])[draw]
            assert (numbers == number).all()
            assert drawn.sum() == (1 << 32) // limit


def test_the_first_word_is_spent_in_equal_shares() -> None:
    tables = strip_tables()
    edges = [0, tables.mass - 1, tables.mass, 720 * tables.mass - 1, 720 * tables.mass]
    words = np.full((len(edges), 9), PASSING, np.uint64)
    words[:, 0] = edges
    picks, drawn = pick(tables, words)
    assert drawn.tolist() == [True] * 4 + [False]
    assert picks.order.tolist()[:4] == [0, 0, 1, 719]
    assert picks.matrix.tolist()[:4] == [0, tables.mass - 1, 0, tables.mass - 1]


def test_threes_fit_their_exact_distribution(many: NDArray[np.uint8]) -> None:
    exact = np.array([count / strip_count() for count in strips_by_threes()])
    for ticket in range(6):
        seen = np.bincount(threes_of(many[:, ticket]), minlength=4)
        assert chisquare(seen, exact * STRIPS).pvalue > ALARM


def test_numbers_fall_on_every_ticket_alike(many: NDArray[np.uint8]) -> None:
    """By the symmetry of the tickets each number stands on each with chance one sixth."""
    seen = [np.bincount(many[:, ticket].ravel(), minlength=91)[1:] for ticket in range(6)]
    assert chisquare(seen, axis=0).pvalue.min() > ALARM


def test_neighbours_share_a_column_as_often_as_counting_says(many: NDArray[np.uint8]) -> None:
    """A column's numbers are exchangeable: every pair of one column meets equally often."""
    for column, size in enumerate(STRIP90.sizes):
        cells = many[..., column].astype(np.int64) - (10 * column if column else 1)
        pairs = np.zeros((size, size), np.int64)
        for upper, lower in ((0, 1), (1, 2), (0, 2)):
            first, second = cells[:, :, upper].ravel(), cells[:, :, lower].ravel()
            both = (many[:, :, upper, column].ravel() > 0) & (many[:, :, lower, column].ravel() > 0)
            np.add.at(pairs, (first[both], second[both]), 1)
        seen = pairs[np.triu_indices(size, 1)]
        assert pairs.sum() == seen.sum()
        assert abs(seen / seen.mean() - 1).max() < 6 / np.sqrt(seen.mean())


def test_a_biased_sampler_is_caught() -> None:
    """Six free tickets are no strip's tickets: the same test that passes above must fail."""
    exact = np.array([count / strip_count() for count in strips_by_threes()])
    free = tickets.sample(WORDS.at(0, STRIPS))
    seen = np.bincount(threes_of(free), minlength=4)
    assert chisquare(seen, exact * len(free)).pvalue < ALARM


def test_a_layout_left_uncorrected_is_caught_by_enumeration() -> None:
    """With the proposal's own weights for layouts the small cousin's strips are not alike."""
    n2 = {0: SMALL.ticket_excess, 1: SMALL.ticket_excess - 2}
    true = {n3: prod([2] * n2[n3]) * 6**n3 for n3 in n2}
    corrected = {n3: layout_shares(SMALL)[n3] / 4**n3 * true[n3] for n3 in n2}
    uncorrected = {n3: 1 / 4**n3 * true[n3] for n3 in n2}
    assert len(set(corrected.values())) == 1
    assert len(set(uncorrected.values())) == 2


@pytest.mark.parametrize("attempts", [1, 100, 256, 3100, 6200])
def test_the_same_seed_gives_the_same_strips_whatever_the_chunks(attempts: int) -> None:
    count = 50 if attempts == 1 else 5000
    whole = sampler.sample(WORDS.at(0, 9 * 6000))[:count]
    parts = stream.stream(stream.STRIP90, WORDS, count, attempts)
    assert (np.concatenate([part.copy() for part in parts]) == whole).all()


def test_the_compiled_sampler_gives_the_same_strips() -> None:
    words = WORDS.at(900, 9 * 20_011)
    plain, fast = sampler.sample(words), kernel_numba.sample(words)
    assert len(plain) == len(fast) > 19_000
    assert (plain == fast).all()
    assert stream.compiled(stream.STRIP90).sample is kernel_numba.sample
    assert stream.compiled(stream.CARD75) is stream.CARD75
    assert stream.quickest(stream.STRIP90, stream.COMPILED_FROM - 1) is stream.STRIP90
    many = stream.quickest(stream.STRIP90, stream.COMPILED_FROM)
    assert many.sample is kernel_numba.sample
    assert len(kernel_numba.sample(np.empty(0, np.uint64))) == 0


def test_strips_that_must_be_dropped_are_dropped_alike() -> None:
    """Words at the edges of every draw: the two samplers drop the same attempts."""
    rng = np.random.default_rng(7)
    halves = rng.choice(
        [0, 1, 0x80000001, 0x12345678, 0xFFFFFFFF], (4000, 18), p=[0.01] + [0.2475] * 4
    )
    words = np.ascontiguousarray(halves, np.uint32).view(np.uint64)
    mass = strip_tables().mass
    edges = np.array([0, mass - 1, mass, 720 * mass - 1, 720 * mass, 2**64 - 1], np.uint64)
    words[:, 0] = rng.choice(edges, len(words))
    plain, fast = sampler.sample(words), kernel_numba.sample(words)
    assert 0 < len(plain) == len(fast) < 4000
    assert (plain == fast).all()


def test_a_number_that_no_step_owns_ends_in_a_drop() -> None:
    """The rarest way out: past the masses of a state of the first middle column."""
    plan, walk = strip_graph(), strip_tables().walk
    words = []
    for step in plan.start.steps:
        state = plan.stages[0][step.needs]
        if state.total == state.mass << FRESH_BITS:
            continue
        for piece, (weight, shift) in enumerate(zip(walk.weight, walk.shift, strict=False)):
            number = state.mass * int(weight) - 1 - int(shift)  # the last number of the step's own
            slot = number >> walk.width
            if number < 0 or slot >= len(walk.weight) // 2:
                continue
            if piece == 2 * slot + (number >= int(walk.cut[slot])):
                words.append([number, 0x80000001_FFFFFFFF] + [PASSING] * 7)
    drawn = np.array(words, np.uint64)
    picks, passed = pick(strip_tables(), drawn)
    assert passed.all()
    kept = _columns(strip_tables(), picks)[1]
    assert not kept.all()
    assert len(sampler.sample(drawn)) == len(kernel_numba.sample(drawn)) <= kept.sum()


def test_no_strips_of_no_words() -> None:
    assert sampler.sample(np.empty(0, np.uint64)).shape == (0, 6, 3, 9)
