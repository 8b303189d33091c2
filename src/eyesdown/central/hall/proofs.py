"""Proofs for players: how a game was drawn, and that a card was in play."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.words.printed import CardKey
from eyesdown.central.hall.machine import EVENTS, sealed_bytes
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.draws.ball_by_ball import card_proof
from eyesdown.central.site.public_record import lines_for_proof
from eyesdown.central.site.sealing import GameSealed, ResultPublished
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.draw.proof import proof_of


def draw_proof(store: Store, key: str) -> Any:
    """The file for verify_draw.py of a draw, named session/game; None without a proof."""
    row = store.record("draw", key)
    if row is None:
        return None
    event = EVENTS.read(row.body)
    assert isinstance(event, ResultPublished)
    return proof_of(lines_for_proof(store, event.game), f"{event.game}")


def proof_of_card(site: Site[HallSite], key: str, card: CardKey) -> dict[str, Any] | None:
    """The file that shows a card to be under the seal of a game; None if it was not in play."""
    sealed, names = site.store.record("seal", key), site.store.record("sealed", key)
    if sealed is None or names is None:
        return None
    listed = names.body.decode().split("\n")
    if card.name not in listed:
        return None
    event = EVENTS.read(sealed.body)
    assert isinstance(event, GameSealed)
    cards = [sealed_bytes(site.state, _key(name)) for name in listed]
    return card_proof(event.seal, cards, listed.index(card.name))


def _key(name: str) -> CardKey:
    serial, _, number = name.rpartition("/")
    return CardKey(serial, int(number))
