"""What pages and questions look up by key, also after a session has left memory.

| kind | key |
| --- | --- |
| purchase, slip | the purchase, the slip |
| card | serial/card: who has it, by which purchase |
| session, closed, archived | the session |
| day, sequence | day/session, sequence/session |
| claim | session/game/claim |
| result, won | session/game, session/game/prize |
| award, paid | session/game/prize/player |
| refund | session/game/player |
| dispute | the dispute |
| cash-up | point/time |
| promise, seal, sealed, draw | session/game |
| promotion, drawn | the promotion, promotion/prize |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from eyesdown.bingo.claims.events import (
    ClaimAllowed,
    ClaimMade,
    ClaimRefused,
    GameClosed,
    PrizePaid,
)
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.promotions.events import PromotionOffered, WinnerDrawn
from eyesdown.bingo.sales.events import (
    CardsSold,
    CardWithdrawn,
    EntryFeePaid,
    RefundPaid,
    SaleTakenBack,
    ScorecardsIssued,
    TillCounted,
)
from eyesdown.bingo.session.events import (
    ProgrammeAmended,
    SessionArchived,
    SessionClosed,
    SessionOpened,
    SessionPlanned,
)
from eyesdown.bingo.state.state import award_id
from eyesdown.bingo.trouble.events import DisputeClosed, DisputeDecided, DisputeRaised
from eyesdown.bingo.words.printed import CardKey
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
    if not isinstance(event, EntryFeePaid):
        body = _body(session=event.session, purchase=event.purchase, player=event.player)
        for card in event.cards:
            yield Record("card", CardKey(event.serial, card).name, body)


def _taken_back(_: HallSite, event: SaleTakenBack) -> Iterable[Record]:
    """The purchase and its cards as they are now: spoiled."""
    yield Record("purchase", event.purchase)
    if event.slip:
        yield Record("slip", event.slip)
    body = _body(session=event.session, purchase=event.purchase, player="", spoiled=True)
    for card in event.cards:
        yield Record("card", CardKey(event.serial, card).name, body)


def _spoiled(_: HallSite, event: CardWithdrawn) -> Iterable[Record]:
    body = _body(session=event.session, purchase="", player="", spoiled=True)
    return (Record("card", CardKey(event.serial, event.card).name, body),)


def _body(**fields: Any) -> bytes:
    return msgspec.json.encode(fields, order="sorted")


def _planned(_: HallSite, event: SessionPlanned | ProgrammeAmended) -> Iterable[Record]:
    yield Record("session", event.session)
    if event.plan.sequence:
        starts = _body(session=event.session, starts_at=event.plan.starts_at)
        yield Record("sequence", f"{event.plan.sequence}/{event.session}", starts)


def _opened(_: HallSite, event: SessionOpened) -> Iterable[Record]:
    starts = _body(session=event.session, opened_at=event.at)
    return (Record("day", f"{event.gaming_day.isoformat()}/{event.session}", starts),)


def _archived(_: HallSite, event: SessionArchived) -> Iterable[Record]:
    return (Record("archived", event.session),)


def _claim(_: HallSite, event: ClaimMade | ClaimAllowed | ClaimRefused) -> Iterable[Record]:
    return (Record("claim", f"{event.session}/{event.game}/{event.claim}"),)


def _refunded(_: HallSite, event: RefundPaid) -> Iterable[Record]:
    return (Record("refund", event.refund),)


def _counted(_: HallSite, event: TillCounted) -> Iterable[Record]:
    return (Record("cash-up", f"{event.point}/{event.at.isoformat()}"),)


def _dispute(
    site: HallSite, event: DisputeRaised | DisputeDecided | DisputeClosed
) -> Iterable[Record]:
    """A dispute as it is after an event: who raised it, who decided, how it ended."""
    if isinstance(event, DisputeRaised):
        fields = {"session": event.session, "game": event.game, "person": event.person}
        return (Record("dispute", event.dispute, _body(**fields, about=event.about)),)
    raised = site.hall.disputes[event.dispute]
    fields = {"session": raised.session, "game": raised.game, "person": raised.person}
    outcome = {"about": raised.about, "decided_by": raised.decided_by, "closed": raised.closed}
    if isinstance(event, DisputeClosed):
        outcome |= {"decision": raised.decision, "stage": raised.stage}
        outcome |= {"closed": True, "satisfied": event.satisfied, "advice": event.advice}
    else:
        outcome |= {"decided_by": event.by, "decision": event.decision, "stage": event.stage}
    return (Record("dispute", event.dispute, _body(**fields, **outcome)),)


def _session_closed(_: HallSite, event: SessionClosed) -> Iterable[Record]:
    return (Record("closed", event.session),)


def _game_closed(_: HallSite, event: GameClosed) -> Iterable[Record]:
    return (Record("result", f"{event.session}/{event.game}"),)


def _won(_: HallSite, event: PrizeWon) -> Iterable[Record]:
    yield Record("won", f"{event.session}/{event.game}/{event.prize}")
    share = {"amount_cents": event.share_cents, "jackpot": event.jackpot, "paid": False}
    for player in event.winners if event.share_cents else ():
        name = award_id(event.session, event.game, event.prize, player)
        yield Record("award", name, _body(player=player, **share))


def _paid(site: HallSite, event: PrizePaid) -> Iterable[Record]:
    jackpot = site.hall.awards[event.award].jackpot
    share = {"amount_cents": event.amount_cents, "jackpot": jackpot, "paid": True}
    yield Record("paid", event.award)
    yield Record("award", event.award, _body(player=event.player, **share))


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
    SaleTakenBack: _taken_back,
    CardWithdrawn: _spoiled,
    SessionPlanned: _planned,
    ProgrammeAmended: _planned,
    SessionOpened: _opened,
    SessionClosed: _session_closed,
    SessionArchived: _archived,
    ClaimMade: _claim,
    ClaimAllowed: _claim,
    ClaimRefused: _claim,
    RefundPaid: _refunded,
    TillCounted: _counted,
    DisputeRaised: _dispute,
    DisputeDecided: _dispute,
    DisputeClosed: _dispute,
    GameClosed: _game_closed,
    PrizeWon: _won,
    PrizePaid: _paid,
    PromotionOffered: _offered,
    WinnerDrawn: _drawn,
    DrawPromised: _promised,
    GameSealed: _sealed,
    ResultPublished: _published,
}
