"""Whatever is asked round the table, in whatever order, the table stays in order."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.bingo.family import Command, FamilyState, decide, evolve
from eyesdown.bingo.family.commands import (
    AwardRound,
    BeginSeries,
    CallDisc,
    CoverNumber,
    CryBingo,
    DealCard,
    NameBanker,
    ReadBack,
    StartRound,
    VoidRound,
)
from eyesdown.bingo.family.events import RoundWon
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.catalogue import codes_of
from eyesdown.rulebooks.family_bingo.book import open_on
from kit.fixtures import F1, F2

BOOK = open_on(date(2026, 6, 1))
CODES = codes_of(BOOK)
PEOPLE = st.sampled_from(["Ana", "Ben", "Dad"])
ROWS = st.sampled_from([*F1.ways, *F2.ways])
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(DealCard, player=PEOPLE, card=st.integers(0, 3)),
    st.builds(NameBanker, person=PEOPLE),
    st.builds(StartRound),
    st.builds(CallDisc, disc=st.sampled_from([0, *F1.numbers[:9], *F2.numbers[:5]])),
    st.builds(CoverNumber, player=PEOPLE, number=st.sampled_from([0, *F1.numbers[:9]])),
    st.builds(CryBingo, player=PEOPLE),
    st.builds(ReadBack, player=PEOPLE, numbers=ROWS),
    st.builds(AwardRound),
    st.builds(VoidRound),
)
FIRST: tuple[Command, ...] = (
    DealCard(player="Ana", card=1),
    DealCard(player="Ben", card=2),
    NameBanker(person="Dad"),
    StartRound(),
)


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.lists(COMMANDS, max_size=60))
def test_the_table_stays_in_order(auto: bool, commands: list[Command]) -> None:
    state = FamilyState()
    begin = BeginSeries(cards=(F1, F2), scoring="points", auto_cover=auto)
    won = 0
    for command in (begin, *FIRST, *commands):
        events = decide(BOOK, state, command)
        for event in events:
            state = evolve(state, event)
            if isinstance(event, Refused):
                assert all(no.clause.number in CODES[no.code] for no in event.refusals)
            if isinstance(event, RoundWon):
                won += sum(total for _, total in event.totals)
        assert sum(state.points.values()) == won
        assert len(set(state.called)) == len(state.called)
        assert state.banker not in state.dealt
        for player, covered in state.covered.items():
            if player in state.dealt:
                rows = state.card_of(player).rows
                assert {rows[line][column] for line, column in covered} <= {0, *state.called}
                assert not set(covered) & set(state.removed[player])
