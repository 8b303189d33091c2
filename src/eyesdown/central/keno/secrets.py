"""The secrets that keno's store keeps: those of promised draws, and the key of receipts."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.central.site import sealing
from eyesdown.central.site.serials import RECEIPT_KEY, another_key
from eyesdown.draw import evidence


def secret_name(game: int) -> str:
    """Under which name the store keeps the secret of a game's draw.

    >>> secret_name(7)
    'keno draw 7'
    """
    return sealing.secret_name("keno", game)


def wrong_secret(draws: sealing.Sealing, newest_ticket: str, secret: Callable[[str], bytes]) -> str:
    """The first promised game whose secret is missing or another one; or the receipt key.

    A copy for others has no secrets at all.
    """
    secrets = {game: secret(secret_name(game)) for game in draws.promised}
    for game, promise in sorted(draws.promised.items()) if any(secrets.values()) else ():
        stored = secrets[game]
        if stored and evidence.commit(stored) != promise:
            return f"secrets: that of game {game} is not the one that was promised"
        if not stored and game not in draws.by_cage:
            return f"secrets: that of game {game}, which was promised, is missing"
    return wrong_key(newest_ticket, secret(RECEIPT_KEY))


def wrong_key(newest_ticket: str, key: bytes) -> str:
    """Whether a receipt key is another than that of the newest ticket, which only it can make."""
    if not key or not another_key(key, newest_ticket):
        return ""
    return f"secrets: the receipt key is not the one that ticket {newest_ticket} was made with"
