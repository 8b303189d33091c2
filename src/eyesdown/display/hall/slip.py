"""What became of a slip, game by game, each with its reason."""

from __future__ import annotations

from msgspec import Struct

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.money import Purchase
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice


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
    won = _won(state, session, number, purchase)
    if game.phase == "running":
        return won or [SlipLine(number, "open", "Being played now.")]
    if game.outcome in ("void", "invalidated"):
        words = f"The game was {game.outcome}. Ask a seller what you get back."
        return [*won, SlipLine(number, "void", words)]
    lost = _lost(game, purchase)
    refused = [
        SlipLine(
            number, "refused", f"Claim on {claim.number} not accepted. {_why(claim.refused_for)}"
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


def _won(state: HallState, session: Session, number: int, purchase: Purchase) -> list[SlipLine]:
    lines = []
    for award in state.awards.values():
        if (award.session, award.game, award.player) != (
            session.plan.session,
            number,
            purchase.player,
        ):
            continue
        paid = "paid" if award.paid else "bring the slip to a seller to be paid"
        lines.append(
            SlipLine(number, "won", f"Won {award.prize}: {dollars(award.amount_cents)}, {paid}.")
        )
    return lines


def _lost(game: Game, purchase: Purchase) -> list[str]:
    own = {f"{purchase.serial}/{card}" for card in purchase.cards}
    return [
        f"{lost.prize} was complete on call {lost.call} and was not called out before the next "
        "number: forfeited."
        for lost in game.all_forfeits
        if lost.key.name in own
    ]


def _why(codes: tuple[str, ...]) -> str:
    return advice()[codes[0]] if codes else ""
