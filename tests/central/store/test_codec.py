"""Canonical bytes, fast; and every wrong field named."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, field

from eyesdown.central.store.codec import Codec, StateCodec, listed, unlisted
from eyesdown.kernel.canon import canonical
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.ids import Ball
from eyesdown.kernel.written import Exact, Written


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Level(Enum):
    LOW = 1


class Empty(Written, frozen=True):
    pass


class Spots(Written, frozen=True):
    spots: tuple[int, ...]


class Side(Written, frozen=True):
    side: Literal["heads", "tails"]
    cents: int = 100


class Everything(Written, frozen=True):
    whole: int
    text: str
    ball: Ball
    yes: bool
    share: Fraction
    cents: Exact
    day: date
    at: datetime
    clock: time
    colour: Colour
    level: Level
    maybe: int | None
    maybe_day: date | None
    either: str | int | tuple[int, ...]
    bet: Spots | Side
    bets: tuple[Spots | Side, ...]
    pair: tuple[str, Fraction]
    pools: Mapping[str, Fraction]
    by_name: Mapping[str, Spots]
    nested: Spots
    facts: tuple[tuple[str, int | str], ...]
    many: list[Spots]
    marks: dict[str, None]
    note: str = ""
    tags: tuple[str, ...] = field(default_factory=tuple)


CODEC = Codec([Everything, Spots, Side, Empty, Refusal])
CENTS = st.integers() | st.integers(-(2**63), 2**63 - 1)
TEXT = st.text(max_size=8)
SPOTS = st.builds(Spots, st.lists(CENTS, max_size=3).map(tuple))
BETS = SPOTS | st.builds(Side, st.sampled_from(["heads", "tails"]), CENTS)
EVERYTHING = st.builds(
    Everything,
    whole=CENTS,
    text=TEXT,
    ball=st.integers(1, 90).map(Ball),
    yes=st.booleans(),
    share=st.fractions(),
    cents=st.fractions() | CENTS,
    day=st.dates(),
    at=st.datetimes() | st.datetimes(timezones=st.just(UTC)),
    clock=st.times(),
    colour=st.sampled_from(Colour),
    level=st.just(Level.LOW),
    maybe=st.none() | CENTS,
    maybe_day=st.none() | st.dates(),
    either=TEXT | CENTS | st.lists(CENTS, max_size=2).map(tuple),
    bet=BETS,
    bets=st.lists(BETS, max_size=3).map(tuple),
    pair=st.tuples(TEXT, st.fractions()),
    pools=st.dictionaries(TEXT, st.fractions(), max_size=3),
    by_name=st.dictionaries(TEXT, SPOTS, max_size=3),
    nested=SPOTS,
    facts=st.lists(st.tuples(TEXT, CENTS | TEXT), max_size=2).map(tuple),
    many=st.lists(SPOTS, max_size=2),
    marks=st.dictionaries(TEXT, st.none(), max_size=2),
    note=TEXT,
    tags=st.lists(TEXT, max_size=2).map(tuple),
)


@settings(max_examples=40)
@given(EVERYTHING | BETS | st.just(Empty()))
def test_bytes_are_canonical_and_come_back(value: Any) -> None:
    raw = CODEC.write(value)
    assert raw == canonical(value)
    assert CODEC.read(raw) == value
    both = listed([raw, raw])
    assert CODEC.read_all(both) == (value, value)
    assert unlisted(both) == [raw, raw]


WHOLE = Everything(
    whole=1,
    text="a",
    ball=Ball(7),
    yes=True,
    share=Fraction(1, 3),
    cents=Fraction(1, 3),
    day=date(2026, 11, 15),
    at=datetime(2026, 11, 15, 9, 30, tzinfo=UTC),
    clock=time(9, 30),
    colour=Colour.RED,
    level=Level.LOW,
    maybe=None,
    maybe_day=None,
    either="a",
    bet=Side("heads"),
    bets=(),
    pair=("a", Fraction(1)),
    pools={},
    by_name={},
    nested=Spots(()),
    facts=(),
    many=[],
    marks={},
)


def test_defaults_fill_in() -> None:
    assert CODEC.read(b'{"type":"Side","side":"tails"}') == Side("tails", 100)


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b"", "json"),
        (b"{", "json"),
        (b"[]", "type"),
        (b"{}", "type"),
        (b'{"type":["Side"]}', "type"),
        (b'{"type":"Nothing"}', "type"),
        (b'{"type":"Side"}', "side"),
        (b'{"type":"Side","side":"edge"}', "side"),
        (b'{"type":"Side","side":["heads"]}', "side"),
        (b'{"type":"Side","side":"heads","cents":1.5}', "cents"),
        (b'{"type":"Side","side":"heads","cents":true}', "cents"),
        (b'{"type":"Side","side":"heads","cents":"5"}', "cents"),
        (b'{"type":"Side","side":"heads","cent":5}', "cent"),
        (b'{"type":"Spots","spots":5}', "spots"),
        (b'{"type":"Spots","spots":[1,"2"]}', "spots"),
    ],
)
def test_what_is_wrong_is_named(raw: bytes, field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        CODEC.read(raw)
    assert wrong.value.field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"share": "1/0"}, "share"),
        ({"share": 1}, "share"),
        ({"share": "1e9"}, "share"),
        ({"cents": "1/0"}, "cents"),
        ({"cents": True}, "cents"),
        ({"day": "2026-02-30"}, "day"),
        ({"colour": "green"}, "colour"),
        ({"bet": {"type": "Everything"}}, "bet.type"),
        ({"bet": {"type": "Side", "side": 1}}, "bet.side"),
        ({"pair": ["a"]}, "pair"),
        ({"pools": []}, "pools"),
        ({"by_name": {"7": {"type": "Spots"}}}, "by_name.spots"),
        ({"bets": [{"type": "Side", "side": 1}]}, "bets.side"),
        ({"nested": None}, "nested"),
        ({"maybe": "1"}, "maybe"),
    ],
)
def test_deep_fields_are_named(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        CODEC.of_plain({**CODEC.plain(WHOLE), **change})
    assert wrong.value.field == field


class Shelf(Struct):
    by_game: dict[int, Spots]
    by_colour: dict[Colour, Exact]
    on_days: dict[date, list[str]]


def test_a_state_keeps_the_order_of_its_maps() -> None:
    codec = StateCodec(Shelf)
    shelf = Shelf(
        {10: Spots(()), 9: Spots((1,)), 2: Spots(())},
        {Colour.RED: Fraction(1, 3), Colour.BLUE: 2},
        {date(2026, 11, 16): [], date(2026, 11, 15): ["a"]},
    )
    again = codec.read(codec.write(shelf))
    assert again == shelf
    assert list(again.by_game) == [10, 9, 2]
    assert list(again.by_colour) == [Colour.RED, Colour.BLUE]
    with pytest.raises(BadInput, match="by_game"):
        codec.read(codec.write(shelf).replace(b'"10"', b'"x"'))


def test_a_state_of_another_shape_is_not_read() -> None:
    shelf = msgspec.defstruct("Shelf", [("by_game", dict[int, str], field(default_factory=dict))])
    kept = StateCodec(shelf).write(shelf({}))
    assert StateCodec(shelf).read(kept) == shelf({})
    with pytest.raises(BadInput, match="another version"):
        StateCodec(Shelf).read(kept)


def test_a_state_with_a_made_default_is_read_by_the_next_process() -> None:
    """Such a default is a function, which lies elsewhere in every process."""

    def shelf() -> Any:
        books = field(default_factory=lambda: {"one": 1})
        return msgspec.defstruct("Shelf", [("books", dict[str, int], books)])

    before, after = shelf(), shelf()
    assert StateCodec(after).read(StateCodec(before).write(before())).books == {"one": 1}


def test_two_types_of_one_name_are_our_mistake() -> None:
    other = type("Side", (), {})
    with pytest.raises(AssertionError, match="two types"):
        Codec([Side, other])
