"""A forfeit is on record once for each player and prize, and worked out again at a correction."""

from __future__ import annotations

from collections import Counter

import pytest

from eyesdown.bingo.claims import forfeits
from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.claims.events import (
    ForfeitCancelled,
    PrizeForfeited,
    PrizeForfeitedByMany,
)
from eyesdown.bingo.play.commands import CallNumber, CorrectNumber
from eyesdown.bingo.trouble.commands import ExcludePlayer, VoidEntry
from eyesdown.rulebook.facts.bingo import Settings
from kit.fixtures import NINETY
from kit.table import NSW, NZ, Sit, Table

TWELVE = tuple(NINETY[f"{page}{place}"] for page in "AB" for place in range(1, 7))
MINORS = (("any line", 1000), ("any 2 lines", 1000), ("four corners", 1000))
FIRST_LINES = TWELVE[0].lines  # two lines of box A1, ten numbers


def lost(table: Table) -> list[tuple[str, str, int]]:
    return [(lost.player, lost.prize, lost.call) for lost in table.this.all_forfeits]


@pytest.mark.clause(NSW, "8.1")
def test_C05__a_silent_night_records_each_player_and_prize_once(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=MINORS)
    table.call(*range(1, 91))
    recorded = Counter((e.player, e.prize) for e in table.happened(PrizeForfeited))
    prizes = [*(prize for prize, _ in MINORS), "bingo"]
    # The very last number's window is still open.
    assert set(recorded.values()) == {1}
    assert {prize for _, prize in recorded} == set(prizes)
    assert len(recorded) == 8


@pytest.mark.clause(NSW, "8.1")
@pytest.mark.parametrize("scope", ["player", "card", "completion"])
def test_C05__forfeits_of_many_are_one_event_and_the_same_forfeits(
    sit: Sit, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent game with a correction at the end: nothing differs but the record."""
    outcomes = []
    for many in (forfeits.MANY, 1):
        monkeypatch.setattr(forfeits, "MANY", many)
        settings = Settings(forfeit_scope=scope)
        table = sit(NSW, {"ann": "A", "bob": "B"}, minors=MINORS, settings=settings)
        table.call(*range(1, 90))
        silent = sorted(lost(table))
        table.do(CorrectNumber, by="sue", wrong=89, right=90)
        outcomes.append((silent, sorted(lost(table))))
        assert bool(table.happened(PrizeForfeitedByMany)) == (many == 1)
    assert outcomes[0] == outcomes[1]


@pytest.mark.clause(NZ, "5.10")
@pytest.mark.parametrize(("scope", "records"), [("player", 1), ("card", 2), ("completion", 2)])
def test_C25__a_player_with_two_cards(sit: Sit, scope: str, records: int) -> None:
    table = sit(NZ, {"ann": "T0 B1"}, settings=Settings(forfeit_scope=scope))
    table.call(
        *NINETY["T0"].numbers, *(n for n in NINETY["B1"].numbers if n not in NINETY["T0"].numbers)
    )
    table.call(90)
    assert len(table.happened(PrizeForfeited)) == records


@pytest.mark.clause(NSW, "8.3")
def test_D03__a_forfeit_on_a_struck_number_moves_to_the_next_number_missed(sit: Sit) -> None:
    """Ann was silent on two lines; the first was completed by a number that was not drawn."""
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("any line", 1000),))
    first, second, _ = FIRST_LINES
    table.call(*first[:4])
    table.ok(CallNumber, number=first[4], drawn=90)  # completes the top line, wrongly
    table.call(*second)
    table.call(2)
    assert lost(table) == [("ann", "any line", 5)]
    events = table.do(CorrectNumber, by="sue", wrong=first[4], right=90)
    cancelled = [e.call for e in events if isinstance(e, ForfeitCancelled)]
    again = [e.call for e in events if isinstance(e, PrizeForfeited)]
    assert (cancelled, again) == ([5], [10])
    assert lost(table) == [("ann", "any line", 9)]  # its call is counted without the struck one


@pytest.mark.clause(NSW, "8.3")
def test_D03__a_forfeit_on_a_struck_number_falls_where_no_later_number_was_missed(
    sit: Sit,
) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("any line", 1000),))
    first = FIRST_LINES[0]
    table.call(*first[:4])
    table.ok(CallNumber, number=first[4], drawn=90)
    table.call(2, 3)
    assert lost(table) == [("ann", "any line", 5)]
    table.ok(CorrectNumber, by="sue", wrong=first[4], right=90)
    assert lost(table) == []
    table.call(first[4])
    assert table.claim("ann") == []


def test_C01__a_claim_heard_in_time_leaves_what_was_missed_later(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("any line", 1000),))
    first, second, _ = FIRST_LINES
    table.call(*first)
    heard = table.now
    table.call(*second, 2)
    assert lost(table) == [("ann", "any line", 5)]
    events = table.do(Claim, player="ann", at=heard)
    assert [e.call for e in events if isinstance(e, PrizeForfeited)] == [10]
    assert lost(table) == [("ann", "any line", 10)]


@pytest.mark.clause(NSW, "9.3.1")
def test_S14__who_has_no_entry_any_more_forfeits_nothing(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("any line", 1000),))
    table.ok(VoidEntry, player="ann", by="sue")
    table.call(*range(1, 91))
    assert {e.player for e in table.happened(PrizeForfeited)} == {"bob"}


@pytest.mark.clause(NSW, "9.3.2")
def test_S14__who_is_excluded_forfeits_nothing(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("any line", 1000),))
    table.ok(ExcludePlayer, player="bob", by="sue")
    table.call(*range(1, 91))
    assert {e.player for e in table.happened(PrizeForfeited)} == {"ann"}
