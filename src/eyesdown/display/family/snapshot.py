"""What everyone at a family table sees: one snapshot for host, board and phones."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class SeatShown(Struct, frozen=True, kw_only=True):
    """A person at the table; `cry` is open, right or wrong while a claim is on the table."""

    id: str
    name: str
    paper: bool
    cards: int
    banker: bool
    host: bool
    score: int
    rounds: int
    cry: str = ""


class CallBackShown(Struct, frozen=True, kw_only=True):
    """A row as it was read back: each label, and whether the chart shows it."""

    who: str
    hand: str
    labels: tuple[str, ...]
    checked: tuple[bool, ...]
    right: bool
    total: int


class Snapshot(Struct, frozen=True, kw_only=True):
    """The whole table. `phase` is lobby, playing, between or over; `say` has every language."""

    v: int
    code: str
    language: str
    both_languages: bool
    phase: str
    round: int
    rounds: int
    rounds_done: int
    scoring: str
    auto_cover: bool
    pass_banker: bool
    real_discs: bool
    balls: int
    per_column: int
    cards_each: int
    patterns: tuple[str, ...]
    title: str
    free: str
    words: tuple[str, ...]
    banker: str
    banker_choices: tuple[str, ...]
    seats: tuple[SeatShown, ...]
    knocks: tuple[str, ...]
    called: tuple[int, ...]
    drawn: tuple[int, ...]
    last: str
    discs: int
    call_back: tuple[CallBackShown, ...]
    cries_open: int
    winners: tuple[str, ...]
    champion: str
    series: int
    pace: int
    promise: str
    secret: str
    news: int
    pictures: tuple[str, ...] = ()
    """The mark of each word's picture, in the order of the words; empty if no word has one."""
    say: Mapping[str, str] = field(default_factory=dict)
