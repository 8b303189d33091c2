"""Proof that a ticket took part in a draw: its entry, and the path from it to the seal's root.

The seal stands over every entry of a game in the order sold. Reading them takes a while for a big
game, so it is done in short turns between which the site sells on, and kept for the next ticket.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from eyesdown.central.keno import ENTRIES, EVENTS, KenoSite
from eyesdown.central.site import Site
from eyesdown.draw import merkle
from eyesdown.keno.events import EntryAccepted
from eyesdown.web import reads
from eyesdown.web.context import Web

TURN_ENTRIES = 250
GAMES_KEPT = 4


class Proofs:
    """The leaves under the seals of the games last asked about."""

    def __init__(self) -> None:
        self._leaves: OrderedDict[str, list[bytes]] = OrderedDict()

    async def ticket(self, web: Web, serial: str, day: str, number: int) -> dict[str, Any] | None:
        """A ticket's entry and path, as verify_draw.py reads them; none if it was not in there."""
        accepted = await web.look_up(lambda site: reads.entry_of(site, serial))
        result = await web.look_up(lambda site: reads.result(site, day, number))
        if accepted is None or result is None or result.evidence is None:
            return None
        leaves = await self._of(web, f"{day}/{number:03d}")
        raw = ENTRIES.write(accepted.entry)
        own = merkle.leaf(raw)
        if own not in leaves:
            return None
        path = await asyncio.to_thread(merkle.path, leaves, leaves.index(own))
        assert merkle.climb(own, path).hex() == result.evidence.seal.root, "not what was sealed"
        return {"game": result.evidence.seal.game, "entry": msgspec.json.decode(raw), "path": path}

    async def _of(self, web: Web, key: str) -> list[bytes]:
        kept = self._leaves.get(key)
        if kept is None:
            row = await web.look_up(lambda site: site.store.record("sealed", key))
            serials = row.body.decode().split("\n") if row and row.body else []
            kept = []
            for start in range(0, len(serials), TURN_ENTRIES):
                turn = serials[start : start + TURN_ENTRIES]
                kept += await web.look_up(lambda site, turn=turn: _leaves(site, turn))  # type: ignore[misc]  # bound now
            self._leaves[key] = kept
        self._leaves.move_to_end(key)
        while len(self._leaves) > GAMES_KEPT:
            self._leaves.popitem(last=False)
        return kept


def _leaves(site: Site[KenoSite], serials: list[str]) -> list[bytes]:
    found = []
    for serial in serials:
        row = site.store.record("ticket", serial)
        assert row is not None, "what was sealed was sold"
        accepted = EVENTS.read(row.body)
        assert isinstance(accepted, EntryAccepted)
        found.append(merkle.leaf(ENTRIES.write(accepted.entry)))
    return found
