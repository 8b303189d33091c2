"""What became of a slip, game by game, each with its reason."""

from __future__ import annotations

from msgspec import Struct

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.money import Purchase
from eyesdown.bingo.state.state import Award, HallState, Session
from eyesdown.bingo.words.printed import CardKey
from eyesdown.display.refusals import what_happened
from eyesdown.kernel.money import dollars


class SlipLine(Struct, frozen=True):
    """One game of a slip. `status` is won, open, void, forfeited, refused or none."""

    game: int
    status: str
    says: str


def slip_lines(state: HallState, session: Session, purchase: Purchase) -> tuple[SlipLine, ...]:
    """Every game of the slip, in order: what was won, or why nothing was."""
    return tuple(
        line
        for number in sorted(purchase.games or tuple(session.games))
        if (game := session.games.get(number)) is not None
        for line in _lines(state, session, number, game, purchase)
    )


def _lines(
    state: HallState, session: Session, number: int, game: Game, purchase: Purchase
) -> list[SlipLine]:
    if game.phase == "planned":
        return [SlipLine(number, "open", "Not played yet.")]
    won = _won(state, session, game, purchase)
    if game.phase == "running":
        return won or [SlipLine(number, "open", "Being played now.")]
    if game.outcome in ("void", "invalidated"):
        words = f"The game was {game.outcome}. Ask a seller what you get back."
        return [*won, SlipLine(number, "void", words)]
    lost = _lost(game, purchase)
    refused = [
        SlipLine(
            number,
            "refused",
            f"Claim on call {claim.call} not accepted. {_why(claim.refused_for)}",
        )
        for claim in game.claims.values()
        if claim.player == purchase.player and claim.status == "refused"
    ]
    return (
        won
        or [SlipLine(number, "forfeited", words) for words in lost]
        or refused
        or [SlipLine(number, "none", "No card of this slip won.")]
    )


def _won(state: HallState, session: Session, game: Game, purchase: Purchase) -> list[SlipLine]:
    lines, number = [], game.plan.game
    for award in state.awards.values():
        if (award.session, award.game, award.player) != (
            session.plan.session,
            number,
            purchase.player,
        ):
            continue
        if not _won_on(game, purchase, award):
            continue
        paid = "paid" if award.paid else "bring the slip to a seller to be paid"
        lines.append(
            SlipLine(number, "won", f"Won {award.prize}: {dollars(award.amount_cents)}, {paid}.")
        )
    return lines


def _won_on(game: Game, purchase: Purchase, award: Award) -> bool:
    """Whether a card of the slip won its player's award, and not one of another slip.

    A jackpot goes with whatever the player won in the game. An award without a claim of the player
    is on all their slips.
    """
    cards = {
        CardKey(done.serial, done.card)
        for claim in game.claims.values()
        if claim.player == purchase.player and claim.status == "allowed"
        for done in claim.completed
        if award.jackpot or done.prize == award.prize
    }
    own = {CardKey(purchase.serial, card) for card in purchase.cards}
    return not cards or not cards.isdisjoint(own)


def _lost(game: Game, purchase: Purchase) -> list[str]:
    own = {f"{purchase.serial}/{card}" for card in purchase.cards}
    return [
        f"{lost.prize} was complete on call {lost.call} and was not called out before the next "
        "number: forfeited."
        for lost in game.all_forfeits
        if lost.key.name in own
    ]


def _why(codes: tuple[str, ...]) -> str:
    return what_happened(codes[0])[0] if codes else ""
