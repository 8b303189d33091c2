"""How claims, forfeits, results and payments change a game and its awards."""

from __future__ import annotations

from msgspec.structs import replace

from eyesdown.bingo.claims.events import (
    ClaimAllowed,
    ClaimChecked,
    ClaimMade,
    ClaimRefused,
    ForfeitCancelled,
    GameClosed,
    PrizeForfeited,
    PrizeForfeitedByMany,
    PrizePaid,
)
from eyesdown.bingo.state.game import BoardOfGame, Claimed, Forfeit
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.money import CASH
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.state.values import joined, put
from eyesdown.bingo.words.printed import CardKey, card_name
from eyesdown.rulebook.spelling import one_spelling


@EVOLVES.handles(ClaimMade)
def _claim_made(state: HallState, event: ClaimMade) -> None:
    game = state.game(event.session, event.game)
    number = game.calls[event.call - 1].number
    claim = Claimed(
        event.at, event.claim, event.player, event.word, event.call, number, event.completed
    )
    game.claims = put(game.claims, event.claim, claim)


@EVOLVES.handles(ClaimChecked)
def _claim_checked(state: HallState, event: ClaimChecked) -> None:
    game = state.game(event.session, event.game)
    claim = game.claims[event.claim]
    checked = replace(
        claim,
        steps={**claim.steps, **dict.fromkeys(event.steps, event.by)},
        witness="" if event.witness_impossible else event.witness or claim.witness,
        marked=joined(claim.marked, event.marked),
    )
    game.claims = put(game.claims, event.claim, checked)


@EVOLVES.handles(ClaimAllowed)
def _claim_allowed(state: HallState, event: ClaimAllowed) -> None:
    game = state.game(event.session, event.game)
    allowed = replace(game.claims[event.claim], status="allowed", completed=event.completed)
    game.claims = put(game.claims, event.claim, allowed)


@EVOLVES.handles(ClaimRefused)
def _claim_refused(state: HallState, event: ClaimRefused) -> None:
    game = state.game(event.session, event.game)
    blank = Claimed(event.at, event.claim, event.player, event.word, event.call, 0, ())
    codes = joined((), [refusal.code for refusal in event.refusals])
    refused = replace(game.claims.get(event.claim, blank), status="refused", refused_for=codes)
    game.claims = put(game.claims, event.claim, refused)


@EVOLVES.handles(PrizeForfeited)
def _prize_forfeited(state: HallState, event: PrizeForfeited) -> None:
    lost = Forfeit(event.player, event.prize, event.serial, event.card, event.call, event.scope)
    state.game(event.session, event.game).forfeit(lost)


@EVOLVES.handles(PrizeForfeitedByMany)
def _forfeited_by_many(state: HallState, event: PrizeForfeitedByMany) -> None:
    session = state.sessions[event.session]
    prize, call, scope = event.prize, event.call, event.scope
    holdings, by_player = session.holdings, scope == "player"
    losers: dict[str, Forfeit] = {}
    for cards in event.cards:
        serial = cards.serial
        for first, last in cards.runs:
            for card in range(first, last + 1):
                name = card_name(serial, card)
                player = holdings[name].player
                who = player if by_player else name
                if who not in losers:
                    losers[who] = Forfeit(player, prize, serial, card, call, scope)
    session.games[event.game].forfeit_by_many(scope, prize, losers)


@EVOLVES.handles(ForfeitCancelled)
def _forfeit_cancelled(state: HallState, event: ForfeitCancelled) -> None:
    game = state.game(event.session, event.game)
    game.cancel_forfeit(event.prize, CardKey(event.serial, event.card), event.player, event.call)


@EVOLVES.handles(GameClosed)
def _game_closed(state: HallState, event: GameClosed) -> None:
    """End a game: when its result is declared, or without a winner when it is closed (B04)."""
    session = state.sessions[event.session]
    game = session.games[event.game]
    won = game.won.get(game.last_prize)
    session.ended_at = won.at if won else event.at
    game.phase, game.outcome = "closed", event.outcome
    game.ball_asked, game.in_play = 0, BoardOfGame()


@EVOLVES.handles(PrizePaid)
def prize_paid(state: HallState, event: PrizePaid) -> None:
    """Mark an award as paid, and take its cash out of a till."""
    cash = sum(part.amount_cents for part in event.parts if one_spelling(part.method) == CASH)
    session = state.awards[event.award].session
    state.money_moved(event.point, event.by, CASH, -cash, session)
    state.awards[event.award] = replace(state.awards[event.award], paid=True)
