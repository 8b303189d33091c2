"""Draws ball by ball: a promise fixes a chain of values, and each call reveals one of them.

How a hall draws a game. Draws are named by a running number from 1 on; the state of a hall starts
with `Sealing(in_order=False, published_max=0)`, because games may end in another order.

1. `promise_by_ball` before the sale ends; the secret is kept under `secret_name` first.
2. `SealGame` at eyes down, over `sealed_card` of every card in the game; `AgreeCount` of the sales.
3. For each call `reveal_next`; then `missing` says whose answers the ball waits for, `ball_at` is
   the ball once they are there, and `is_overdue` that `BreakOffDraw` is due: the balls that are out
   stay out, and a receptacle of balls gives the rest.
4. `AgreeCount` of the winners, then `result_of`. Values that were not called are never revealed.

`says` and `audit` are for the machine of the tenant, `wrong_secret` for its check of the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from eyesdown.central.site import public_record
from eyesdown.central.site.draws.asked import promise_of
from eyesdown.central.site.public_record import Says
from eyesdown.central.site.sealing import (
    CAGE,
    PromiseDraw,
    PublishResult,
    ResultPublished,
    device_name,
)
from eyesdown.central.site.witness_words import RevealValue, ValueRevealed
from eyesdown.central.site.witnessing import Taking, Witnessing, numbers_so_far
from eyesdown.draw.evidence import Seal, ticket_proof
from eyesdown.draw.witnessed import chain_of, commitment_of, fits
from eyesdown.kernel.errors import DrawSourceError
from eyesdown.kernel.plain_json import json_bytes


def promise_by_ball(
    state: Witnessing,
    secret: bytes,
    *,
    at: datetime,
    game: int,
    pool: int,
    closes_at: datetime | None = None,
    wait: int = 5,
    witnesses_max: int = 2,
) -> PromiseDraw:
    """The promise of a game with one value for each ball, and the witnesses that are present.

    Without `closes_at` the game closes when it is sealed: witnesses sign until then, not until a
    moment that no one knows yet.

    >>> ninety = promise_by_ball(Witnessing(), bytes(128), at=datetime.min, game=1, pool=90)
    >>> ninety.values, ninety.count
    (90, 90)
    """
    commitment = commitment_of(chain_of(secret, pool)[0])
    promise = PromiseDraw(
        at, game, commitment, pool, pool, values=pool, closes_at=closes_at, wait=wait
    )
    return promise_of(state, promise, at, witnesses_max=witnesses_max)


def reveal_next(state: Witnessing, game: int, secret: bytes, at: datetime) -> RevealValue:
    """The next value of a draw; DrawSourceError if the secret is not the promised one."""
    draw = state.draws[game]
    chain = chain_of(secret, draw.promise.values) if secret else []
    if not chain or commitment_of(chain[0]) != draw.promise.commitment:
        raise DrawSourceError(
            f"draw {game}: its secret is not the one that was promised; "
            "break the draw off and use the receptacle of balls"
        )
    place = len(draw.values) + 1
    assert place <= len(chain), "every promised value is out"
    return RevealValue(at, game, place, chain[place - 1].hex())


def missing(state: Witnessing, game: int) -> list[str]:
    """Whose answers to the newest value are not there yet; none before the first value."""
    draw = state.draws[game]
    return draw.missing(len(draw.values)) if draw.values else []


def is_overdue(state: Witnessing, game: int, now: datetime) -> bool:
    """Whether the newest value still lacks an answer when every witness and spare had its turn."""
    return state.draws[game].is_overdue(now)


def ball_at(state: Witnessing, game: int, place: int) -> int | None:
    """The ball of a call, counted from 1; None while its value or an answer is missing."""
    numbers = numbers_so_far(state, game)
    return numbers[place - 1] if place <= len(numbers) else None


def result_of(state: Witnessing, game: int, at: datetime, numbers: Sequence[int]) -> PublishResult:
    """The end of a draw with the balls that were called, `numbers` of a receptacle included."""
    draw = state.draws[game]
    because = f"drawn by {device_of(draw)}"
    if draw.broken:
        because += f" and {CAGE}"
    return PublishResult(at, game, tuple(numbers), draw.promise.pool, because=because)


def device_of(draw: Taking) -> str:
    """The generator with the witnesses that a draw's promise names."""
    return device_name([name for name, _ in draw.promise.witnesses], slow=False)


def says(state: Witnessing, event: Any) -> Says | None:
    """What an event of a draw states in public; `state` is that before the event."""
    if not isinstance(event, ResultPublished):
        return public_record.statement_of(state, event)
    draw = state.draws.get(event.game)
    how = "cage"
    if draw is not None and not draw.broken:
        how = "witnessed" if draw.promise.witnesses else "alone"
    fields = {"game": f"{event.game}", "numbers": list(event.numbers), "how": how, "slow": None}
    return ("result", fields) if state.record else None


def audit(state: Witnessing, event: Any) -> str:
    """What an auditor finds wrong with a value or a result; `state` is that before the event."""
    if isinstance(event, ValueRevealed):
        draw = state.draws[event.game]
        values = [bytes.fromhex(value) for value in (*draw.values, event.value)]
        right = fits(draw.promise.commitment, values)
        return "" if right else f"draw {event.game}: the value is not the one promised"
    if isinstance(event, ResultPublished) and event.game in state.draws:
        draw = state.draws[event.game]
        drawn = numbers_so_far(state, event.game) if draw.values else []
        called = list(event.numbers)
        exact = not draw.broken
        if (called if exact else called[: len(drawn)]) != drawn:
            return f"draw {event.game}: the balls do not follow from what was revealed and answered"
    return ""


def wrong_secret(draws: Iterable[Taking], secret: Callable[[int], bytes]) -> str:
    """The first promised draw whose secret, if the store has it, is another than the promised."""
    for draw in draws:
        stored = secret(draw.promise.game)
        if stored and commitment_of(chain_of(stored, draw.promise.values)[0]) != (
            draw.promise.commitment
        ):
            return f"secrets: that of draw {draw.promise.game} is not the one that was promised"
    return ""


def sealed_card(serial: str, lines: Sequence[Sequence[int]], **facts: str) -> bytes:
    """The bytes of a card under the seal of its game; `lines` are its rows as printed.

    The verifiers show the player every row. No player's name belongs here.

    >>> sealed_card("A-7", [[1, 12], [30]], purchase="P1")
    b'{"lines":[{"row":[1,12]},{"row":[30]}],"purchase":"P1","serial":"A-7","type":"Card"}'
    """
    rows = [{"row": list(line)} for line in lines]
    return json_bytes({"type": "Card", "serial": serial, "lines": rows, **facts})


def card_proof(seal: Seal, cards: Sequence[bytes], index: int) -> dict[str, Any]:
    """The file that shows one card to be under the seal, for verify_draw.py and the result page."""
    return ticket_proof(seal, cards, index)
