"""Part 3 - Programme."""

from __future__ import annotations

from typing import Any

from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import Brief, CloseFacts, PlanFacts, PoolFacts
from eyesdown.rulebooks.exampleland_bingo90.actions import ACTIONS, BOOK
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

PROGRAMME: Chapter[Any, Figures] = Chapter(BOOK, "Part 3 - Programme")


@ACTIONS.plan.enforces("3(1)", "game/not_one_version", "game/prize_of_no_version")
def one_version_a_game(facts: PlanFacts, figures: Figures) -> Breach | None:
    for game in facts.games:
        names = [str(version) for version in game.versions]
        if len(names) != 1 or names[0] not in figures.versions:
            return breach("game/not_one_version", game=game.game, versions=" ".join(names))
        for prize in game.prizes:
            if prize not in figures.versions[names[0]]:
                return breach("game/prize_of_no_version", game=game.game, prize=prize)
    return None


@ACTIONS.close.enforces("3(1)", "game/not_won")
def game_goes_on_until_it_is_won(facts: CloseFacts) -> Breach | None:
    if facts.exhausted or not facts.open_prizes:
        return None
    return breach("game/not_won", open=facts.open_prizes[0], numbers_out=facts.numbers_count)


@PROGRAMME.computes("3(2)")
def versions(facts: Brief) -> Announcement | None:
    """What the caller says before the first number of a session."""
    games = ", ".join(f"game {game} for {prize}" for game, _, prize in facts.programme)
    return Announcement("versions", "3(2)", ("caller",), f"Today we play: {games}.")


def _jackpot(pool: str) -> Breach | None:
    return breach("pool/not_in_this_book", pool=pool) if pool else None


@ACTIONS.plan.enforces("3(3)", "pool/not_in_this_book")
def no_jackpot_is_planned(facts: PlanFacts) -> Breach | None:
    return _jackpot(facts.pool)


@ACTIONS.credit.enforces("3(3)", "pool/not_in_this_book")
def no_jackpot_is_fed(facts: PoolFacts) -> Breach | None:
    return _jackpot(facts.pool)


@ACTIONS.debit.enforces("3(3)", "pool/not_in_this_book")
def no_jackpot_is_paid(facts: PoolFacts) -> Breach | None:
    return _jackpot(facts.pool)
