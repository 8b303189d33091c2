"""Forfeits: what a player loses who is entitled to a prize and does not claim it in time."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.claims.events import ForfeitCancelled, PrizeForfeited
from eyesdown.bingo.state.game import Forfeit
from eyesdown.bingo.state.grids import boxes_in_play, completed_on_call
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.printed import CardKey
from eyesdown.rulebook.bingo_book import BingoBook


def forfeit_cancelled(command: GameCommand, lost: Forfeit, reason: str) -> ForfeitCancelled:
    """A forfeit that no longer counts, and why."""
    return ForfeitCancelled(
        at=command.at,
        session=command.session,
        game=command.game,
        player=lost.player,
        prize=lost.prize,
        serial=lost.serial,
        card=lost.card,
        call=lost.call,
        reason=reason,
    )


def missed_claims(
    book: BingoBook[Any], state: HallState, command: GameCommand, call: int = 0
) -> tuple[PrizeForfeited, ...]:
    """Forfeits of players who completed a prize on `call` and did not claim it in time.

    `call` 0 is the last call. They had until the next number began (C01). A claim that was refused
    only because of an earlier forfeit still counts as claiming (C04, C05).
    """
    session = state.sessions[command.session]
    game = session.games[command.game]
    call = call or len(game.calls)
    if not call:
        return ()
    claimed = {
        claim.player
        for claim in game.claims.values()
        if claim.call == call
        and (claim.completed or claim.refused_for == ("claim/forfeited",))
        and claim.status != "cancelled"
    }
    boxes = boxes_in_play(state, session, command.game).get(game.calls[call - 1].number, ())
    lost: dict[tuple[str, str, CardKey], PrizeForfeited] = {}
    scope = state.settings.forfeit_scope
    for done in completed_on_call(book, game, boxes, call):
        key = CardKey(done.serial, done.card)
        player = session.holdings[key.name].player
        if player in claimed:
            continue
        for prize in book.ways.forfeited(done.prize, tuple(game.offers)):
            what = (player, prize, CardKey("", 0) if scope == "player" else key)
            lost.setdefault(
                what,
                PrizeForfeited(
                    at=command.at,
                    session=command.session,
                    game=command.game,
                    player=player,
                    prize=prize,
                    serial=done.serial,
                    card=done.card,
                    call=call,
                    scope=scope,
                ),
            )
    return tuple(lost.values())
