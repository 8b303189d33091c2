"""What keno's events state on the public record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eyesdown.central.site import public_record
from eyesdown.central.site.sealing import (
    SLOWLY,
    WITNESSED,
    ResultPublished,
    is_generator,
)
from eyesdown.central.site.witnessing import Taking, Witnessing
from eyesdown.keno.games.events import DrawInterrupted
from eyesdown.keno.state.state import KenoState


def statement_of(
    keno: KenoState, witnessed: Witnessing, event: Any
) -> tuple[str, dict[str, Any]] | None:
    """The kind and the fields of an event's statement; draws promised without a record have none.

    The state is that before the event.
    """
    kind: Any = event.__class__
    if kind not in _STATED:
        return None
    game = getattr(event, "game", -1)
    taking = witnessed.draws.get(game)
    if kind is ResultPublished:
        result = _result(keno, event, taking)
        # One that the generator drew without a promise on this record, or of before a restore,
        # has no draw there that it could end.
        follows = taking is not None or result["how"] == "cage"
        return ("result", result) if witnessed.record and follows else None
    if kind is DrawInterrupted:
        because = {"because": event.part.procedure, "by": event.part.by}
        return ("broken", {"game": f"{game}", **because}) if taking is not None else None
    return public_record.statement_of(witnessed, event)


_STATED = {ResultPublished, DrawInterrupted, *public_record.STATED}


def _result(keno: KenoState, event: ResultPublished, taking: Taking | None) -> dict[str, Any]:
    """A result with how it was drawn, in the words of its page."""
    devices = [part.device for part in keno.games[event.game].parts]
    slow = {"result": taking.result, "proof": taking.proof} if taking and taking.result else None
    drawn = {"game": f"{event.game}", "numbers": list(event.numbers)}
    return {**drawn, "how": how_drawn(devices), "slow": slow}


def how_drawn(devices: Sequence[str]) -> str:
    """How a draw was made: by the cage, with witnesses, or by this machine alone.

    >>> from eyesdown.central.site.sealing import CAGE, DEVICE, device_name
    >>> how_drawn([CAGE]), how_drawn([DEVICE]), how_drawn([device_name(["Ada"], slow=False)])
    ('cage', 'alone', 'witnessed')
    """
    if not all(map(is_generator, devices)) or not devices:
        return "cage"
    if any(WITNESSED in device for device in devices):
        return "witnessed"
    return "slowly" if devices[-1].endswith(SLOWLY) else "alone"
