"""Claims heard once more, after the numbers they were judged by have changed (D01, S12)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from eyesdown.bingo.claims import decide as claims
from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.claims.events import ClaimMade
from eyesdown.bingo.state.game import Claimed, Game
from eyesdown.bingo.state.log import Log
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.commands import GameCommand
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.parts import Completed
from eyesdown.kernel import written
from eyesdown.rulebook.bingo_book import BingoBook

FOR_THE_NUMBERS = frozenset(
    (
        "claim/during_announcement",
        "claim/forfeited",
        "claim/incomplete",
        "claim/late",
        "claim/no_prize_open",
    )
)
"""What a claim is refused for on account of the numbers that were out."""


def heard_again(
    book: BingoBook[Any],
    state: HallState,
    command: GameCommand,
    *,
    on_struck: Container[str] = (),
    freed: Container[str] = (),
) -> Events:
    """What players had claimed in time, by the numbers as they were really out (D01).

    So a cry on the wrong number is one on the number before it (S12). `on_struck` are the claims on
    the struck number. `freed` are prizes that may be won again: who claimed on a number that also
    completed one of these has claimed that too (C09).
    """
    log = Log(state, command.session)
    session, number = command.session, command.game
    for claim in sorted(state.game(session, number).claims.values(), key=lambda each: each.at):
        failed = _has_failed(claim, on_struck)
        if not failed and not claim.in_force:
            continue
        again = Claim(
            at=claim.at, session=session, game=number, player=claim.player, word=claim.word
        )
        events = claims.claim(book, log.state, again)
        first = events[0]
        if not isinstance(first, ClaimMade):
            continue
        claimed = _claimed(log.state.game(session, number), claim.player)
        new = tuple(
            done
            for done in first.completed
            if done not in claimed and (failed or done.prize in freed)
        )
        if new:
            log.add(written.replace(first, completed=new), *events[1:])
    return log.all()


def _has_failed(claim: Claimed, on_struck: Container[str]) -> bool:
    """Whether a claim fell, or was refused for nothing but the numbers.

    On the struck number itself, a mark may lack because the player noticed the error.
    """
    return (
        claim.status == "cancelled"
        or (bool(claim.refused_for) and FOR_THE_NUMBERS.issuperset(claim.refused_for))
        or (claim.claim in on_struck and claim.refused_for == ("claim/unmarked",))
    )


def _claimed(game: Game, player: str) -> set[Completed]:
    """What a player's open and allowed claims complete."""
    return {
        done
        for claim in game.claims.values()
        if claim.in_force and claim.player == player
        for done in claim.completed
    }
