"""What became of a slip of a session that has left memory, from what is on record of its games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from eyesdown.bingo.claims.events import ClaimAllowed, ClaimRefused, GameClosed
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.events import CardsSold, ScorecardsIssued
from eyesdown.display.hall.slip import SlipLine
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.money import dollars

SoldSlip: TypeAlias = CardsSold | ScorecardsIssued
VOID = ("void", "invalidated")


class PastGame(Struct, frozen=True):
    """A game as it ended: its result, its prizes and what became of its claims."""

    closed: GameClosed
    won: tuple[PrizeWon, ...]
    claims: tuple[ClaimAllowed | ClaimRefused, ...]


def past_lines(slip: SoldSlip, games: Iterable[PastGame]) -> tuple[SlipLine, ...]:
    """Every game of the slip, in order; whatever its session owed has been paid by now."""
    wanted = slip.games if isinstance(slip, CardsSold) else None
    return tuple(
        line
        for game in games
        if wanted is None or game.closed.game in wanted
        for line in _lines(slip, game)
    )


def _lines(slip: SoldSlip, game: PastGame) -> list[SlipLine]:
    number, outcome = game.closed.game, game.closed.outcome
    lines = [
        SlipLine(number, "won", f"Won {prize.prize}: {dollars(prize.share_cents)}, paid.")
        for prize in game.won
        if slip.player in prize.winners and prize.share_cents and _won_on(slip, game, prize)
    ]
    if outcome in VOID:
        return [*lines, SlipLine(number, "void", f"The game was {outcome}. Nothing is owed on it.")]
    refused = [
        SlipLine(number, "refused", f"Claim on call {claim.call} not accepted. {_why(claim)}")
        for claim in game.claims
        if isinstance(claim, ClaimRefused) and claim.player == slip.player
    ]
    return lines or refused or [SlipLine(number, "none", "No card of this slip won.")]


def _won_on(slip: SoldSlip, game: PastGame, prize: PrizeWon) -> bool:
    """Whether a card of the slip won a prize of its player, and not one of another slip."""
    cards = {
        (done.serial, done.card)
        for claim in game.claims
        if isinstance(claim, ClaimAllowed) and claim.player == slip.player
        for done in claim.completed
        if prize.jackpot or done.prize == prize.prize
    }
    return not cards or not cards.isdisjoint((slip.serial, card) for card in slip.cards)


def _why(claim: ClaimRefused) -> str:
    shown = refusals_shown(claim.refusals[:1])
    return shown[0].says if shown else ""
