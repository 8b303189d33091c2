"""Which steps of a claim's checklist a person may do: tried on the check that decides."""

from __future__ import annotations

from eyesdown.bingo.claims.commands import CheckClaim
from eyesdown.bingo.claims.verify import steps_of
from eyesdown.central.hall.duties import refusals_of
from eyesdown.web.hall.play.session import Play

NOT_THEIRS = frozenset({"claim/wrong_checker", "claim/not_the_caller"})
"""Refusals of a step that is someone else’s to do."""


def may_check(play: Play, by: str) -> frozenset[str]:
    """The steps whose check does not refuse this person, tried on the first claim; none without."""
    game = play.game
    if game is None or not game.undecided:
        return frozenset()
    claim = game.undecided[0].claim

    def allowed(step: str) -> bool:
        command = CheckClaim(**play.of_game(by), claim=claim, steps=(step,))
        codes = {no.code for no in refusals_of(play.site, command)}
        return NOT_THEIRS.isdisjoint(codes)

    return frozenset(step for step in steps_of(play.book, game) if allowed(step))
