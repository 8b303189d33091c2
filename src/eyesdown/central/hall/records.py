"""What pages and questions look up by key: purchases, slips, sessions, results, prizes, draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from eyesdown.bingo.claims.events import GameClosed, PrizePaid
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.promotions.events import PromotionOffered, WinnerDrawn
from eyesdown.bingo.sales.events import CardsSold, EntryFeePaid, ScorecardsIssued
from eyesdown.bingo.session.events import SessionClosed, SessionPlanned
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.machine import Record
from eyesdown.central.site.sealing import DrawPromised, GameSealed, ResultPublished


def records(site: HallSite, event: Any) -> Iterable[Record]:
    """The records that an event leaves; `site` is the state before it.

    >>> from eyesdown.control.hall.tally import Tally
    >>> list(records(HallSite(Tally("vic-bingo")), "no event"))
    []
    """
    leaves = _LEAVES.get(event.__class__)
    return () if leaves is None else leaves(site, event)


def _bought(_: HallSite, event: CardsSold | EntryFeePaid | ScorecardsIssued) -> Iterable[Record]:
    if event.purchase:
        yield Record("purchase", event.purchase)
    if event.slip:
        yield Record("slip", event.slip)


def _planned(_: HallSite, event: SessionPlanned) -> Iterable[Record]:
    return (Record("session", event.session),)


def _session_closed(_: HallSite, event: SessionClosed) -> Iterable[Record]:
    return (Record("closed", event.session),)


def _game_closed(_: HallSite, event: GameClosed) -> Iterable[Record]:
    return (Record("result", f"{event.session}/{event.game}"),)


def _won(_: HallSite, event: PrizeWon) -> Iterable[Record]:
    return (Record("won", f"{event.session}/{event.game}/{event.prize}"),)


def _paid(_: HallSite, event: PrizePaid) -> Iterable[Record]:
    return (Record("paid", event.award),)


def _offered(_: HallSite, event: PromotionOffered) -> Iterable[Record]:
    return (Record("promotion", event.promotion),)


def _drawn(_: HallSite, event: WinnerDrawn) -> Iterable[Record]:
    return (Record("drawn", f"{event.promotion}/{event.prize}"),)


def _promised(site: HallSite, event: DrawPromised) -> Iterable[Record]:
    draw = site.open_draws.get(event.game)
    return (Record("promise", draw.key),) if draw else ()


def _sealed(site: HallSite, event: GameSealed) -> Iterable[Record]:
    """The seal, and the cards under it in the order sold."""
    draw = site.open_draws[event.game]
    yield Record("seal", draw.key)
    if not draw.jackpot:
        names = "\n".join(held.key.name for held in cards_in_play(site, draw.session, draw.game))
        yield Record("sealed", draw.key, names.encode())


def _published(site: HallSite, event: ResultPublished) -> Iterable[Record]:
    """The draw's end; its proof is on the public record under the draw's number."""
    draw = site.open_draws[event.game]
    return (Record("draw", draw.key),)


def cards_in_play(site: HallSite, session: str, game: int) -> list[Any]:
    """The cards of a game in the order in which they were sold or issued."""
    return site.hall.sessions[session].held_in(game)


_LEAVES: dict[type, Callable[[HallSite, Any], Iterable[Record]]] = {
    CardsSold: _bought,
    EntryFeePaid: _bought,
    ScorecardsIssued: _bought,
    SessionPlanned: _planned,
    SessionClosed: _session_closed,
    GameClosed: _game_closed,
    PrizeWon: _won,
    PrizePaid: _paid,
    PromotionOffered: _offered,
    WinnerDrawn: _drawn,
    DrawPromised: _promised,
    GameSealed: _sealed,
    ResultPublished: _published,
}
