"""A packed series against a book, in columns: only pages that differ are read one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.bingo.words.validity import Inspected, inspect_series
from eyesdown.cards.master import HEADER, Manifest, encode, laid
from eyesdown.cards.packed import PackedSeries
from eyesdown.cards.series_check import Fault
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.facts.bingo import Settings

_CARD = re.compile(r"card (\d+)")
_TWICE = re.compile(r"holds the same numbers as card (\d+)")
PAGES_AT_ONCE = 1 << 13
PAGES_LOOKED_AT = 20


def print_differs(packed: PackedSeries, manifest: Manifest, index_sha256: str) -> Fault | None:
    """Where a packed series is not the one that its manifest seals.

    The master table is written again from the packed one, so that a single changed digit shows.
    """
    if packed.plan != manifest.plan:
        return Fault("manifest", "is of another series")
    if index_sha256 != manifest.index.sha256:
        return Fault("index", "is not the one that was sealed")
    hashed = sha256(HEADER + b"\n")
    for first in range(0, packed.pages, PAGES_AT_ONCE):
        pages = range(first, min(first + PAGES_AT_ONCE, packed.pages))
        numbers = packed.numbers(packed.first_page + page for page in pages)
        tickets = laid(numbers.reshape(-1, numbers.shape[-1]))
        if (tickets > 0).sum() != numbers.size:
            return Fault("table", "holds tickets that cannot be laid out")
        hashed.update(encode(packed.plan, first * packed.plan.boxes, tickets))
    if hashed.hexdigest() != manifest.table.sha256:
        return Fault("table", "is not the one that was sealed")
    return None


def inspect_print(
    book: BingoBook[Any],
    packed: PackedSeries,
    faults: Sequence[Fault],
    *,
    serials_in_use: frozenset[str],
    settings: Settings,
    serial_words: str = "serial number",
    serial_side: str = "face",
) -> Inspected:
    """What a book says against a packed series.

    `faults` are those of the tickets, checked in columns. The book itself reads the first book of
    pages, for what all pages have in common, and the pages on which a column check failed.
    """
    words: dict[str, Any] = {
        "colour": packed.plan.colour,
        "serial_words": serial_words,
        "serial_side": serial_side,
        "strict_banding": settings.strict_banding,
        "colour_lookback_games": settings.colour_lookback,
    }
    serial = packed.plan.serial
    first = range(packed.first_page, packed.first_page + packed.plan.games)
    sample = _printed(packed, first)
    inspected = inspect_series(book, serial, sample, serials_in_use=serials_in_use, **words)
    refusals = list(inspected.refusals)
    for fault in faults[:PAGES_LOOKED_AT]:
        refusals += _refusals(book, packed, fault, words)
    if faults and not refusals:
        facts = {"where": faults[0].where, "what": faults[0].what}
        refusals.append(book.refusal("series/print_differs", "series", **facts))
    first_of_each = {(no.clause, no.code): no for no in reversed(refusals)}
    return Inspected(tuple(reversed(first_of_each.values())), inspected.warnings)


def _printed(packed: PackedSeries, pages: Iterable[int]) -> list[PrintedCard]:
    cards = []
    for page in pages:
        place = packed.place(page)
        cards.append(
            PrintedCard(
                card=page,
                boxes=packed.tickets(page),
                book=place.book,
                game=place.game,
                colour=place.colour,
            )
        )
    return cards


def _refusals(
    book: BingoBook[Any], packed: PackedSeries, fault: Fault, words: dict[str, Any]
) -> tuple[Refusal, ...]:
    """What the book says against the page on which a column check failed."""
    at = _CARD.match(fault.where)
    if at is None:
        return ()
    index = int(at[1]) - packed.plan.first_card
    page = packed.first_page + index // packed.plan.boxes
    twice = _TWICE.match(fault.what)
    if twice is None:
        return inspect_series(book, packed.plan.serial, _printed(packed, [page]), **words).refusals
    other = int(twice[1]) - packed.plan.first_card
    pages = dict.fromkeys([packed.first_page + other // packed.plan.boxes, page])
    both = inspect_series(book, packed.plan.serial, _printed(packed, pages), **words)
    facts = (("first_place", other + 1), ("second_place", index + 1))
    return tuple(
        replace(refusal, facts=facts)
        for refusal in both.refusals
        if refusal.code.endswith("/same_numbers_twice")
    )
