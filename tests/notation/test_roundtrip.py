"""Every command and every event of every game can be written and read back."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, Union

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.notation.document import Asked, Drawn, Script, parse, print_script
from eyesdown.notation.shapes import bare_type, hints_of, is_record
from eyesdown.notation.vocabulary import GAMES, vocabulary_of
from kit.fixtures import A1, F1, F2, T0

DAY = date(2026, 6, 1)
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=8
)
MOMENTS = st.datetimes(datetime(2026, 5, 30), datetime(2026, 6, 3)).map(
    lambda moment: moment.replace(microsecond=moment.microsecond % 2)
)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXTS
    | st.sampled_from(["none", "nonesuch", "yes", "ada", "2026-06-01", "a b", '"', "\\", "^"]),
    int: st.integers(-100_000, 10**9),
    bool: st.booleans(),
    Fraction: st.fractions(max_denominator=10**6),
    datetime: MOMENTS,
    date: st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    time: st.times().map(lambda clock: clock.replace(microsecond=0)),
    Ticket90: st.sampled_from([T0, A1]),
    Card75: st.sampled_from([F1, F2]),
    type(None): st.none(),
    Refusal: st.builds(
        Refusal,
        st.sampled_from(["claim/late", "sale/closed"]),
        st.builds(Clause, st.sampled_from(["nsw-keno", "vic-bingo"]), st.just("1.1 'Act'")),
        st.lists(st.tuples(st.just("fact"), st.integers() | TEXTS), max_size=2).map(tuple),
    ),
}


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a declared type."""
    kind = bare_type(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return st.one_of(*(values(part) for part in inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(values(inner[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*(values(part) for part in inner))
    if origin is frozenset:
        return st.frozensets(values(inner[0]), max_size=2)
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(values(inner[0]), values(inner[1]), max_size=2)
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    if issubclass(kind, tuple):
        return st.tuples(*(values(part) for part in hints_of(kind).values())).map(
            lambda parts: kind(*parts)
        )
    assert is_record(kind), kind
    fields = {name: values(hint) for name, hint in hints_of(kind).items()}
    return st.deferred(lambda: st.builds(kind, **fields))


RECORDS = [
    pytest.param(book, place, record, id=f"{book}-{record.__name__}")
    for book in GAMES
    for place in ("commands", "events")
    for record in getattr(vocabulary_of(book), place).values()
    if book not in ("nz-casino-bingo", "vic-bingo")  # they share the words of nsw-casino-bingo
]


@pytest.mark.parametrize(("book", "place", "record"), RECORDS)
@settings(
    max_examples=4,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(data=st.data())
def test_whatever_can_be_said_is_read_back(
    book: str, place: str, record: type, data: st.DataObject
) -> None:
    words = vocabulary_of(book)
    if place == "commands":
        asked = Asked(data.draw(values(record)), ())
    else:
        command = data.draw(values(next(iter(words.commands.values()))))
        asked = Asked(command, (data.draw(values(record)), data.draw(values(record))))
    drawn = Drawn("ticket", "T0", T0), Drawn("card", "F1", F1)
    script = Script(book, DAY, (), (*drawn, asked))
    text = print_script(script)
    assert len(text.splitlines()) == 13 + len(asked.events)
    again = parse(text)
    assert again == script
    assert print_script(again) == text
