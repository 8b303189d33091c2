"""Published results that an outsider saved, held against the journal.

A result's seal covers every entry of its game, so a journal that was rewritten afterwards does not
agree with what was published. `central.site.marks` does the same with noted hashes of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from eyesdown.central.keno.machine import EVENTS, game_key, machine, seal_of
from eyesdown.central.site.sealing import GameSealed, ResultPublished
from eyesdown.central.site.verify_draw import check_draw, read_proof
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import verified
from eyesdown.draw.evidence import Seal
from eyesdown.kernel.errors import BadInput, JournalCorrupt


def check_published(store: Store, results: Iterable[Mapping[str, Any]]) -> int:
    """Every published result is in the journal, and its seal is over the entries found there.

    The number of results that hold; what does not is raised by its game.
    """
    published = {_game(result): result for result in results}
    checked = 0
    keno = machine()
    state, sealed = keno.start(), dict[int, Seal]()
    for row in verified(store.rows()):
        events = EVENTS.read_all(row.events)
        for event in events:
            if isinstance(event, GameSealed):
                sealed[event.game] = seal_of(state, state.keno.games[event.game])
            if isinstance(event, ResultPublished):
                result = published.pop(game_key(state.keno.games[event.game]), None)
                if result is not None:
                    _compare(event, result, sealed.get(event.game))
                    checked += 1
        state, _, _ = keno.advance(state, row.seq, events)
    for name in sorted(published):
        raise JournalCorrupt(f"game {name} was published and is not in the journal")
    return checked


def _game(result: Mapping[str, Any]) -> str:
    """Which game a published result is of; only one with a proof can be held against anybody."""
    try:
        if not all(holds is not False for holds, _ in check_draw(read_proof(result), {})):
            raise BadInput("published", "a result whose own proof does not hold")
        return str(result["evidence"]["seal"]["game"])
    except (AttributeError, KeyError, TypeError, ValueError) as bad:
        raise BadInput("published", f"not a published result with its proof ({bad})") from bad


def _compare(event: ResultPublished, result: Mapping[str, Any], entries: Seal | None) -> None:
    name = result["evidence"]["seal"]["game"]
    if EVENTS.plain(event)["evidence"] != result["evidence"]:
        raise JournalCorrupt(f"game {name} was published otherwise")
    if event.evidence is None or event.evidence.seal != entries:
        raise JournalCorrupt(f"game {name}: the entries are not those that were sealed")
