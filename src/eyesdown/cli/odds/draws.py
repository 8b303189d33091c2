"""Draws for the generator checks: from the live generator, or from a file of results."""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

import numpy as np

from eyesdown.cli.infile import name_of, naming_the_file
from eyesdown.cli.outfile import progress
from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.strict_json import strict_json
from eyesdown.odds import randomness
from eyesdown.odds.randomness import GAMES_MIN, Draws, Step

BAR_FROM = 5_000  # draws of the generator, about half a second
READ_BAR_FROM = 100_000  # lines of a file
CHECKED_BAR_FROM = 1_000_000  # draws times checks


def origin_of(source: BinaryIO | None) -> str:
    """Where draws are from, in words: draws on standard input are read only if asked for by `-`."""
    return "the live generator" if source is None else name_of(source) or "standard input"


def entropy(seed: str | None) -> bytes:
    """64 bytes from a seed text, or fresh ones from the operating system."""
    if seed == "":
        raise BadInput("--seed", "is empty; leave it out for fresh entropy")
    try:
        return os.urandom(64) if seed is None else hashlib.sha512(seed.encode()).digest()
    except UnicodeEncodeError as wrong:
        raise BadInput("--seed", "must be text in UTF-8") from wrong


def live(seed: bytes, games: int, pool: int, drawn: int) -> Draws:
    """Draws of the generator that live games use."""
    generator = HmacDrbg(seed)
    draws = np.empty((games, drawn), dtype=np.uint8)
    with progress("drawing", games, BAR_FROM) as advance:
        for game in range(games):
            draws[game] = draw_order(pool, drawn, generator)
            advance(1)
    return draws


def tracked(checks: list[Step], games: int) -> Iterator[Step]:
    """The checks one by one, with a progress bar where there are many games to look at."""
    with progress("checking", len(checks) * games, CHECKED_BAR_FROM) as advance:
        for check in checks:
            yield check
            advance(games)


def read(source: BinaryIO, games: int, pool: int) -> Draws:
    """The first `games` draws of a file; fewer are bad input.

    A line is JSON with `drawn`, or the numbers of a draw with commas, semicolons or tabs between
    them. A CSV file may have a header, and a first column that is not a number of the draw if the
    header names it (a date, the game).
    """
    with naming_the_file(source), progress("reading", games, READ_BAR_FROM) as advance:
        rows = []
        for row in islice(_rows(source), games):
            rows.append(row)
            advance(1)
    if len(rows) < games:
        least = f"; at least {GAMES_MIN} are needed" if len(rows) < GAMES_MIN else ""
        give = least or f"; give --games {len(rows)}"
        raise BadInput("--games", f"the file holds {counted(len(rows))}, not {games:,}{give}")
    return randomness.checked(rows, pool)


def counted(draws: int) -> str:
    """How many draws, in words.

    >>> counted(1), counted(700)
    ('1 draw', '700 draws')
    """
    return "1 draw" if draws == 1 else f"{draws:,} draws"


def _rows(source: BinaryIO) -> Iterator[list[int]]:
    columns: slice | None = None
    for number, line in enumerate(source, start=1):
        text = line.removeprefix(BOM_UTF8) if number == 1 else line
        if not text.strip():
            continue
        if text.lstrip().startswith((b"{", b"[")):
            yield _json_draw(text, number)
            continue
        cells = _cells(text, number)
        if columns is None:
            columns, is_header = _columns(cells)
            if is_header:
                continue
        yield _csv_draw(cells[columns], number)


def _json_draw(line: bytes, number: int) -> list[int]:
    try:
        raw = strict_json(line)
    except BadInput as twice:
        raise BadInput(f"line {number}", str(twice)) from None
    except (ValueError, RecursionError) as bad:
        raise BadInput(f"line {number}", f"is not JSON: {bad}") from bad
    drawn = raw.get("drawn") if isinstance(raw, dict) else None
    if not isinstance(drawn, list) or not all(type(ball) is int for ball in drawn):
        raise BadInput(f"line {number}", "has no list of whole numbers under `drawn`")
    return drawn


def _cells(line: bytes, number: int) -> list[str]:
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise BadInput(f"line {number}", "is not UTF-8 text") from None
    for mark in (";", "\t", ","):
        if mark in text:
            return [cell.strip().strip('"') for cell in text.split(mark)]
    return text.split()


def _columns(cells: list[str]) -> tuple[slice, bool]:
    """Which columns are balls, and whether these cells are the header.

    In a header, columns before the first one that ends in a digit are about the game.
    """
    if all(cell.isdigit() for cell in cells):
        return slice(0, len(cells)), False
    first = next((at for at, cell in enumerate(cells) if cell[-1:].isdigit()), 0)
    return slice(first, len(cells)), True


def _csv_draw(cells: list[str], number: int) -> list[int]:
    for cell in cells:
        if not (cell.isascii() and cell.isdigit() and len(cell) < 10):
            raise BadInput(f"line {number}", f"{cell!r} is not the number of a ball")
    return [int(cell) for cell in cells]


def plan(text: str, pool: int, drawn: int) -> tuple[int, float]:
    """The ball that is to come more often, and by which share, from BALL:BIAS."""
    ball, _, bias = text.partition(":")
    try:
        number, share = int(ball), float(bias)
    except ValueError as bad:
        raise BadInput("plant", f"{text!r} is not BALL:BIAS, such as 7:0.05") from bad
    if not 1 <= number <= pool or not 0 < share <= 1 or drawn == pool:
        raise BadInput("plant", f"must be a ball from 1 to {pool} and a bias up to 1, not {text!r}")
    return number, share


def planted(draws: Draws, ball: int, bias: float, pool: int, seed: bytes) -> Draws:
    """The draws with a planted bias, repeatable by the seed."""
    stream = np.random.Generator(np.random.PCG64DXSM(int.from_bytes(seed[:16])))
    return randomness.planted(draws, ball, bias, pool, stream)
