"""Canonical bytes, fast; and every wrong field named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.central.codec import Codec, listed, unlisted
from eyesdown.kernel.canon import canonical
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.ids import Ball


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Level(Enum):
    LOW = 1


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Spots:
    spots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Side:
    side: Literal["heads", "tails"]
    cents: int = 100


@dataclass(frozen=True, slots=True)
class Everything:
    whole: int
    text: str
    ball: Ball
    yes: bool
    share: Fraction
    day: date
    at: datetime
    clock: time
    raw: bytes
    colour: Colour
    level: Level
    maybe: int | None
    maybe_day: date | None
    either: str | int | tuple[int, ...]
    bet: Spots | Side
    bets: tuple[Spots | Side, ...]
    pair: tuple[str, Fraction]
    colours: frozenset[Colour]
    pools: Mapping[str, Fraction]
    by_game: Mapping[int, Spots]
    nested: Spots
    facts: tuple[tuple[str, int | str], ...]
    many: list[Spots]
    names: set[str]
    marks: dict[str, None]
    on_days: dict[date, list[tuple[str, int]]]
    by_colour: dict[Colour, Fraction]
    note: str = ""
    tags: tuple[str, ...] = field(default_factory=tuple)


CODEC = Codec([Everything, Spots, Side, Empty, Refusal])
CENTS = st.integers(-(2**63), 2**63 - 1)
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
    day=st.dates(),
    at=st.datetimes() | st.datetimes(timezones=st.just(UTC)),
    clock=st.times(),
    raw=st.binary(max_size=5),
    colour=st.sampled_from(Colour),
    level=st.just(Level.LOW),
    maybe=st.none() | CENTS,
    maybe_day=st.none() | st.dates(),
    either=TEXT | CENTS | st.lists(CENTS, max_size=2).map(tuple),
    bet=BETS,
    bets=st.lists(BETS, max_size=3).map(tuple),
    pair=st.tuples(TEXT, st.fractions()),
    colours=st.frozensets(st.sampled_from(Colour)),
    pools=st.dictionaries(TEXT, st.fractions(), max_size=3),
    by_game=st.dictionaries(st.integers(-5, 999), SPOTS, max_size=3),
    nested=SPOTS,
    facts=st.lists(st.tuples(TEXT, CENTS | TEXT), max_size=2).map(tuple),
    many=st.lists(SPOTS, max_size=2),
    names=st.sets(TEXT, max_size=3),
    marks=st.dictionaries(TEXT, st.none(), max_size=2),
    on_days=st.dictionaries(st.dates(), st.lists(st.tuples(TEXT, CENTS), max_size=2), max_size=2),
    by_colour=st.dictionaries(st.sampled_from(Colour), st.fractions()),
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
    day=date(2026, 11, 15),
    at=datetime(2026, 11, 15, 9, 30, tzinfo=UTC),
    clock=time(9, 30),
    raw=b"\x00",
    colour=Colour.RED,
    level=Level.LOW,
    maybe=None,
    maybe_day=None,
    either="a",
    bet=Side("heads"),
    bets=(),
    pair=("a", Fraction(1)),
    colours=frozenset({Colour.RED}),
    pools={},
    by_game={},
    nested=Spots(()),
    facts=(),
    many=[],
    names=set(),
    marks={},
    on_days={},
    by_colour={},
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
        ({"day": "2026-02-30"}, "day"),
        ({"raw": "xyz"}, "raw"),
        ({"colour": "green"}, "colour"),
        ({"bet": {"type": "Everything"}}, "bet"),
        ({"bet": {"type": "Side", "side": 1}}, "bet.side"),
        ({"pair": ["a"]}, "pair"),
        ({"pools": []}, "pools"),
        ({"by_game": {"x": {}}}, "by_game"),
        ({"by_game": {"7": {"type": "Spots"}}}, "by_game.7.spots"),
        ({"nested": None}, "nested"),
        ({"maybe": "1"}, "maybe"),
    ],
)
def test_deep_fields_are_named(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as wrong:
        CODEC.of_plain({**CODEC.plain(WHOLE), **change})
    assert wrong.value.field == field


def test_a_state_keeps_the_order_of_its_maps() -> None:
    codec = Codec([Everything], keep_order=True)
    whole = replace(WHOLE, by_game={10: Spots(()), 9: Spots(()), 2: Spots(())})
    assert list(codec.read(codec.write(whole)).by_game) == [10, 9, 2]
    assert list(CODEC.read(CODEC.write(whole)).by_game) == [10, 2, 9]


@dataclass(frozen=True, slots=True)
class Posts:
    posts: dict[tuple[Colour, str], list[str]]


def test_a_map_may_have_pairs_as_keys() -> None:
    codec = Codec([Posts])
    posts = Posts({(Colour.RED, "a'b"): ["x"], (Colour.BLUE, ""): []})
    assert codec.read(codec.write(posts)) == posts
    with pytest.raises(BadInput, match="posts"):
        codec.read('{"type":"Posts","posts":{"[1]":[]}}')


def test_two_types_of_one_name_are_our_mistake() -> None:
    other = type("Side", (), {})
    with pytest.raises(AssertionError, match="two types"):
        Codec([Side, other])
