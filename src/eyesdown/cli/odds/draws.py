"""Draws for the generator checks: from the live generator, or from a file of results."""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from typing import BinaryIO

import msgspec
import numpy as np

from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.kernel.errors import BadInput
from eyesdown.odds import randomness
from eyesdown.odds.randomness import Draws


def entropy(seed: str | None) -> bytes:
    """64 bytes from a seed text, or fresh ones from the operating system."""
    try:
        return os.urandom(64) if seed is None else hashlib.sha512(seed.encode()).digest()
    except UnicodeEncodeError as wrong:
        raise BadInput("--seed", "must be text in UTF-8") from wrong


def live(seed: bytes, games: int, pool: int, drawn: int) -> Draws:
    """Draws of the generator that live games use, with a progress bar if there are many."""
    from rich.console import Console
    from rich.progress import track

    generator = HmacDrbg(seed)
    bar = track(
        range(games),
        "drawing",
        console=Console(stderr=True),
        transient=True,
        disable=games < 10_000,
    )
    return np.array([draw_order(pool, drawn, generator) for _ in bar], dtype=np.uint8)


def read(source: BinaryIO, games: int, pool: int) -> Draws:
    """The first `games` draws of JSON Lines with `drawn`; fewer are bad input."""
    rows: list[list[int]] = []
    for number, line in enumerate(source, start=1):
        if len(rows) == games:
            break
        if not line.strip():
            continue
        try:
            raw = msgspec.json.decode(line.removeprefix(BOM_UTF8))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
            raise BadInput(f"line {number}", f"is not JSON: {bad}") from bad
        drawn = raw.get("drawn") if isinstance(raw, dict) else None
        if not isinstance(drawn, list) or not all(type(ball) is int for ball in drawn):
            raise BadInput(f"line {number}", "has no list of whole numbers under `drawn`")
        rows.append(drawn)
    if len(rows) < games:
        raise BadInput("games", f"the file holds {len(rows)} draws, not {games}; give that number")
    return randomness.checked(rows, pool)


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
