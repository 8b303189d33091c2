"""Bingo laws by name and as plain JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from eyesdown.cards.ticket import FREE, Card75
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.odds.bingo.crowd import FirstWinner, strip90
from eyesdown.odds.bingo.crowd75 import FirstRow
from eyesdown.odds.bingo.ticket import BALLS_75, Completion, card75, ticket90, ways_of
from eyesdown.odds.law import as_text
from eyesdown.odds.simulation.programme import own_name, patterns
from eyesdown.rulebook.catalogue import near_to

ROW = "row"
"""The pattern of the family game: the first of twelve rows of five, across, down or diagonal."""


def _sheet() -> Card75:
    """Any 75-ball card: the laws depend on how its rows cross, the same on every card."""
    rows = [[15 * column + line + 1 for column in range(5)] for line in range(5)]
    rows[2][2] = FREE
    return Card75.of(rows)


def card75_laws() -> dict[str, Completion]:
    """The laws of a 75-ball card by pattern.

    >>> card75_laws()["blackout"].earliest, card75_laws()["four corners"].earliest
    (24, 4)
    """
    card = _sheet()
    rows = ways_of(card)  # five across, five down, two diagonals
    cells = card.rows
    corners = frozenset(int(cells[y][x]) for y in (0, 4) for x in (0, 4))
    everything = frozenset(int(number) for line in cells for number in line if number)
    ways = {
        ROW: rows,
        "row across": rows[:5],
        "row down": rows[5:10],
        "diagonal": rows[10:],
        "four corners": [corners],
        "X": [rows[10] | rows[11]],
        "blackout": [everything],
    }
    return {name: card75(choice) for name, choice in ways.items()}


def card75_law() -> Completion:
    """The law of a row of five on a 75-ball card."""
    return card75_laws()[ROW]


def bingo_laws(names: Sequence[str] = (), *, card75: bool = False) -> dict[str, Completion]:
    """The laws of the named patterns, or of all patterns if `names` is empty.

    >>> sorted(bingo_laws(['house'], card75=False))
    ['house']
    """
    if card75:
        laws = card75_laws()
        for name in names:
            if name not in laws:
                raise _no_such_pattern(name, laws)
        return {name: laws[name] for name in names} or laws
    by_name = patterns()
    wanted = [(name, own_name(name)) for name in names or by_name]
    for name, own in wanted:
        if own is None:
            raise _no_such_pattern(name, by_name)
    return {own: ticket90(by_name[own]) for _, own in wanted if own is not None}


def _no_such_pattern(name: str, names: Iterable[str]) -> BadInput:
    near = near_to(name, names)
    use = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
    return BadInput("pattern", f"{quoted(name)} is not a pattern; {use}")


class Crowd(Protocol):
    """The first winner among many: `crowd.FirstWinner`, or `crowd75.FirstRow` for 75-ball cards."""

    @property
    def holdings(self) -> int: ...
    def floats(self) -> tuple[float, ...]: ...
    def mean(self) -> float: ...
    def winners(self) -> float: ...
    def shared(self) -> float: ...


def holding(law: Completion, tickets: int | None, strips: int | None) -> Crowd | None:
    """The first winner among `tickets` (or 75-ball cards) or `strips`; None if both are None."""
    if strips is not None:
        return FirstWinner(strip90(law), strips)
    if tickets is None:
        return None
    if law.balls != BALLS_75:
        return FirstWinner(law.within, tickets)
    if law != card75_law():
        raise BadInput("tickets", "many 75-ball cards are counted for the row only")
    return FirstRow(tickets)


def bingo_answer(
    laws: Mapping[str, Completion], tickets: int | None, strips: int | None
) -> dict[str, Any]:
    """Each pattern's exact law ball by ball; figures for many tickets are decimals, named so."""
    answers: dict[str, Any] = {}
    for name, law in laws.items():
        answer: dict[str, Any] = {
            "earliest": law.earliest,
            "mean": as_text(law.mean),
            "median": law.quantile(Fraction(1, 2)),
            "within": [as_text(chance) for chance in law.within],
        }
        first = holding(law, tickets, strips)
        if first is not None:
            answer["first_winner"] = {
                "holdings": first.holdings,
                "of": "tickets" if strips is None else "strips",
                "within_decimal": first.floats(),
                "mean_decimal": first.mean(),
                "winners_decimal": first.winners(),
                "shared_decimal": first.shared(),
            }
        answers[name] = answer
    return {"patterns": answers}
