"""Proof that a ticket took part in a draw: its entry, and the path from it to the seal's root.

The seal covers every entry of a game in the order sold. Reading them takes a while for a big
game, so it is done in short turns between which the site sells on, and kept for the next ticket.
Anyone may ask, so one proof is worked out at a time, and none for a ticket outside the seal.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec

from eyesdown.central.keno import lookups
from eyesdown.central.keno.machine import ENTRIES, EVENTS, KenoSite
from eyesdown.central.site.sealing import GameSealed
from eyesdown.central.site.site import Site
from eyesdown.draw import merkle
from eyesdown.draw.evidence import Seal
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.web.frame.context import Web

TURN_ENTRIES = 250
GAMES_KEPT = 4
PROOFS_KEPT = 1000

K = TypeVar("K")
V = TypeVar("V")


class Proofs:
    """The leaves under the seals of the games last read, and the proofs last worked out."""

    def __init__(self) -> None:
        self._leaves: dict[str, list[bytes]] = {}
        self._proofs: dict[tuple[str, str], dict[str, Any]] = {}
        self._working = asyncio.Lock()

    async def ticket(
        self, web: Web[KenoSite], serial: str, day: str, number: int
    ) -> dict[str, Any] | None:
        """A ticket's entry and path, as verify_draw.py reads them; None if it was not sealed."""
        key = f"{day}/{number:03d}"
        accepted = await web.ask_site(lambda site: lookups.entry_of(site, serial))
        seal = await web.ask_site(lambda site: _seal(site, key))
        if accepted is None or seal is None:
            return None
        serial = accepted.entry.serial
        async with self._working:
            proof = self._proofs.get((key, serial))
            if proof is None:
                leaves = await self._of(web, key, serial)
                if not leaves:
                    return None
                proof = await asyncio.to_thread(_proof, accepted, seal, leaves)
                _keep(self._proofs, (key, serial), proof, PROOFS_KEPT)
            return proof

    async def _of(self, web: Web[KenoSite], key: str, serial: str) -> list[bytes]:
        """The leaves of a game; none if it was sold without this ticket."""
        row = await web.ask_site(lambda site: site.store.record("sealed", key))
        serials = row.body.decode().split("\n") if row else []
        if serial not in serials:
            return []
        leaves = self._leaves.get(key, [])
        for start in range(len(leaves), len(serials), TURN_ENTRIES):
            turn = serials[start : start + TURN_ENTRIES]
            leaves += await web.ask_site(lambda site, turn=turn: _leaves(site, turn))  # type: ignore[misc]  # bound now
        _keep(self._leaves, key, leaves, GAMES_KEPT)
        return leaves


def _seal(site: Site[KenoSite], key: str) -> Seal | None:
    """The seal of a game, from its close on: a ticket's path is due before any number is."""
    row = site.store.record("seal", key)
    if row is None:
        return None
    sealed = EVENTS.read(row.body)
    assert isinstance(sealed, GameSealed)
    return sealed.seal


def _proof(accepted: EntryAccepted, seal: Seal, leaves: list[bytes]) -> dict[str, Any]:
    raw = ENTRIES.write(accepted.entry)
    own = merkle.leaf(raw)
    path = merkle.path(leaves, leaves.index(own))
    assert merkle.climb(own, path).hex() == seal.root, "not what was sealed"
    return {"game": seal.game, "entry": msgspec.json.decode(raw), "path": path}


def _keep(cache: dict[K, V], key: K, value: V, most: int) -> None:
    """Put a value into a cache that holds the newest `most` values."""
    cache.pop(key, None)
    cache[key] = value
    while len(cache) > most:
        del cache[next(iter(cache))]


def _leaves(site: Site[KenoSite], serials: list[str]) -> list[bytes]:
    leaves = []
    for serial in serials:
        row = site.store.record("ticket", serial)
        assert row is not None, "what was sealed was sold"
        accepted = EVENTS.read(row.body)
        assert isinstance(accepted, EntryAccepted)
        leaves.append(merkle.leaf(ENTRIES.write(accepted.entry)))
    return leaves
