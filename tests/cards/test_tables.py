"""The tables, proved: every state gives each of its steps just its share, as whole numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyesdown.cards.counting import (
    STRIP90,
    StripShape,
    layout_counts,
    layouts,
    threes,
    ticket_vectors,
)
from eyesdown.cards.tables import (
    DEAD,
    DIGIT_BITS,
    FRESH_BITS,
    LINES,
    NEXT,
    PATTERN_AT,
    PLACE_BITS,
    REJECT,
    WIDTH,
    WORD,
    column_ids,
    dealer,
    layout_shares,
    share_out,
    slot_bits,
    strip_graph,
    strip_tables,
    unpack,
)

GRAPH = strip_graph()
TABLES = strip_tables()


@given(st.lists(st.integers(2, 500), min_size=1, max_size=12))
def test_shares_are_exact(masses: list[int]) -> None:
    """Pieces cover all numbers once, and lead onto all of each step's own numbers once."""
    pairs = share_out(masses, slot_bits(len(masses), sum(masses)))
    pieces = [piece for pair in pairs for piece in pair]
    runs = sorted({(p.start, p.stop, p.step, p.shift) for p in pieces if p.start < p.stop})
    assert [run[0] for run in runs] == [0, *[run[1] for run in runs[:-1]]]
    assert runs[-1][1] == sum(masses)
    own: dict[int, list[int]] = {step: [] for step in range(len(masses))}
    for start, stop, step, shift in runs:
        own[step] += range(start + shift, stop + shift)
    assert {step: sorted(numbers) for step, numbers in own.items()} == {
        step: list(range(mass)) for step, mass in enumerate(masses)
    }
    assert pairs[-1][1].step == REJECT


def test_every_state_gives_every_step_its_exact_share() -> None:
    """As fractions: what the packed arrays do is weight x mass reached, over the state's total."""
    walk = TABLES.walk
    states = [(0, GRAPH.start)]
    states += [(at + 1, s) for at, stage in enumerate(GRAPH.stages) for s in stage.values()]
    slot = 0
    checked = 0
    for stage, state in states:
        if not state.steps:
            continue
        masses = [step.weight * GRAPH.mass_after(stage, step) for step in state.steps]
        assert sum(masses) == state.total
        size = 1 << slot_bits(len(masses), state.total)
        reach = state.mass << FRESH_BITS if stage else state.mass
        slots = -(-reach // size)
        given_mass: dict[int, int] = {}
        for at in range(slots):
            start = at * size
            stop = max(start, min((at + 1) * size, state.total))
            cut = int(walk.cut[slot + at])
            assert start <= cut <= (at + 1) * size
            if (at + 1) * size > state.total:  # numbers past the masses meet a dead end
                assert cut == stop
                assert int(walk.piece[2 * (slot + at) + 1]) >> DEAD[1] == 1
            for piece, mass in ((0, min(cut, stop) - start), (1, stop - min(cut, stop))):
                if mass:
                    code = int(walk.piece[2 * (slot + at) + piece])
                    given_mass[code] = given_mass.get(code, 0) + mass
        shares = sorted(Fraction(mass, state.total) for mass in given_mass.values())
        wanted: dict[tuple[object, ...], int] = {}
        for step, mass in zip(state.steps, masses, strict=True):
            name = (step.columns[0], step.order, step.needs, step.weight) if stage else step
            wanted[name] = wanted.get(name, 0) + mass
        if stage:
            assert shares == sorted(Fraction(mass, state.total) for mass in wanted.values())
        assert sum(shares) == 1
        checked += len(masses)
        slot += slots
    assert checked == 10_730 + 33
    assert slot == len(walk.cut) - 1


def test_masses_telescope() -> None:
    """A state's mass with its fresh bits holds all its steps' masses, and wastes less than one."""
    for stage in GRAPH.stages[:-1]:
        for state in stage.values():
            assert 0 <= (state.mass << FRESH_BITS) - state.total < 1 << FRESH_BITS
    assert GRAPH.start.mass == GRAPH.start.total
    assert GRAPH.start.mass * factorial(6) <= WORD
    assert GRAPH.start.mass * factorial(6) / WORD > 0.999
    assert [len(stage) for stage in GRAPH.stages] == [12, 38, 55, 55, 39, 13, 3]


def test_packed_states_lead_to_their_first_slot() -> None:
    walk = TABLES.walk
    firsts = unpack(walk.piece, NEXT)
    widths = unpack(walk.piece, WIDTH)
    assert int(firsts.max()) < len(walk.cut)
    assert int(widths.max()) <= 62


@pytest.mark.parametrize("n3", range(4))
def test_layout_shares_put_right_what_the_proposal_got_wrong(n3: int) -> None:
    """Layouts times share over the range is the true weight over the proposed one, up to scale."""
    count, share = layout_counts(STRIP90)[n3], layout_shares(STRIP90)[n3]
    kept = Fraction(count * share, TABLES.layout_range)
    true = Fraction(count, 2 ** (6 - 2 * n3) * 6**n3)
    proposed = Fraction(1, 4**n3)
    assert kept / (true / proposed) == Fraction(64, 1710)
    assert kept == [1, Fraction(284, 285), Fraction(512, 513), Fraction(512, 513)][n3]


def test_every_ticket_finds_all_of_its_layouts() -> None:
    """For a sample of column counts, the packed rows and places spell out the very layouts."""
    for excess in ticket_vectors(STRIP90)[::37]:
        code = sum(e * 3**at for at, e in enumerate(excess))
        places = int(TABLES.laid[code])
        assert places >> PLACE_BITS * 9 == threes(excess)
        first = int(TABLES.layout_first[threes(excess)])
        count = int(TABLES.layout_count[threes(excess)])
        found = {
            tuple(int(row) >> (places >> PLACE_BITS * at & 31) >> PATTERN_AT & 7 for at in range(9))
            for row in TABLES.layout_rows[first : first + count]
        }
        assert found == set(layouts(excess, STRIP90.line))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_dealer_gives_every_order_once(size: int) -> None:
    from eyesdown.cards.sampler import _deal

    tables = strip_tables_of_size(size)
    dealt = _deal(tables, np.arange(factorial(size))[None, :].repeat(3, axis=0))[0]
    orders = {tuple(int(d) >> DIGIT_BITS * at & 15 for at in range(size)) for d in dealt}
    assert orders == set(permutations(range(size)))


def strip_tables_of_size(size: int) -> object:
    class Stub:
        dealers = (dealer(size),) * 3

    return Stub()


@pytest.mark.parametrize("size", [9, 10, 11])
def test_the_real_dealers_give_different_orders_of_all_numbers(size: int) -> None:
    from eyesdown.cards.sampler import _deal

    total = factorial(size)
    some = np.unique(np.linspace(0, total - 1, 200_000).astype(np.int64))
    dealt = _deal(strip_tables_of_size(size), some[None, :].repeat(3, axis=0))[0]
    assert len(np.unique(dealt)) == len(some)
    digits = np.sort(dealt[:, None] >> DIGIT_BITS * np.arange(size) & 15, axis=1)
    assert (digits == np.arange(size)).all()
    assert (dealt >> DIGIT_BITS * size == 0).all()


def test_ticket_orders_move_columns_as_they_should() -> None:
    ids = column_ids(STRIP90)
    by_id = list(ids)
    for at, order in list(enumerate(permutations(range(6))))[::71]:
        for column in range(0, len(by_id), 17):
            moved = by_id[int(TABLES.seats[at, column])]
            assert [moved[ticket] for ticket in order] == list(by_id[column])


def test_printed_columns_rise_downwards() -> None:
    for pattern in range(1, 8):
        for digits in (0x321, 0x123, 0x0A5, 0x9A0):
            shown = int(TABLES.printed[pattern << PATTERN_AT | digits])
            lines = [shown >> 8 * line & 255 for line in range(LINES)]
            assert [bool(number) for number in lines] == [bool(pattern >> r & 1) for r in range(3)]
            held = [number for number in lines if number]
            wanted = sorted((digits >> 4 * at & 15) + 1 for at in range(len(held)))
            assert held == wanted


def test_small_shapes_have_tables_too() -> None:
    small = strip_tables(StripShape(sizes=(3, 4, 3, 2), tickets=2, line=2))
    assert small.mass * 2 <= WORD
