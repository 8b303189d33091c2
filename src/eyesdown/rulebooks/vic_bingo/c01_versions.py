"""Rule 1 - Versions of bingo: five ways to win, calling, sharing, forfeits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.kernel.money import share_equally_up
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import ClaimFacts, CloseFacts, PlanFacts
from eyesdown.rulebook.patterns import Pattern, read_patterns
from eyesdown.rulebooks.vic_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

RULE_1: Chapter[Any, VicBingoFigures] = Chapter(BOOK, "Rule 1 - Versions")


@ACTIONS.plan.enforces("1.1", "game/not_one_version", "game/prize_of_no_version")
def one_version_a_game(facts: PlanFacts, figures: VicBingoFigures) -> Breach | None:
    """The numbers of versions are this book's own; none of them has two prizes (C22)."""
    for game in facts.games:
        in_book = [str(version) for version in game.versions if str(version) in figures.versions]
        if len(game.versions) != 1 or not in_book:
            versions = " ".join(str(version) for version in game.versions)
            return breach("game/not_one_version", game=game.game, versions=versions)
        [version] = in_book
        for prize in game.prizes:
            if prize not in figures.versions[version]:
                return breach("game/prize_of_no_version", game=game.game, prize=prize)
    return None


@ACTIONS.close.enforces("1.1", "game/not_won")
def game_goes_on_until_it_is_won(facts: CloseFacts) -> Breach | None:
    if facts.exhausted or not facts.open_prizes:
        return None
    return breach("game/not_won", open=facts.open_prizes[0], numbers_out=facts.numbers_count)


@RULE_1.computes("1.1(a)(i)", "1.1(b)(i)", "1.1(c)(i)", "1.1(d)(i)", "1.1(e)(i)")
def patterns() -> Mapping[str, Pattern]:
    """What each version asks for; announced is enough, marks play no part (C10)."""
    return read_patterns(__package__)


def _window(version: str, facts: ClaimFacts) -> Breach | None:
    """Opens when the number is fully called, closes when the next begins (C01, C07)."""
    if facts.version != version:
        return None
    if facts.during_announcement:
        return breach("claim/during_announcement", call=facts.call)
    if facts.completed_on and facts.completed_on < facts.call:
        late = facts.call - facts.completed_on
        return breach("claim/late", completed_on=facts.completed_on, calls_late=late)
    return None


def _incomplete(version: str, facts: ClaimFacts) -> Breach | None:
    if facts.version != version or facts.completed_on or facts.during_announcement:
        return None
    return breach("claim/incomplete", prize=facts.prize, call=facts.call)


@ACTIONS.claim.enforces("1.1(a)(i)", "claim/incomplete")
def version_1_needs_the_top_line(facts: ClaimFacts) -> Breach | None:
    return _incomplete("1", facts)


@ACTIONS.claim.enforces("1.1(a)(ii)", "claim/during_announcement", "claim/late")
def version_1_is_called_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _window("1", facts)


@ACTIONS.claim.enforces("1.1(b)(i)", "claim/incomplete")
def version_2_needs_the_middle_line(facts: ClaimFacts) -> Breach | None:
    return _incomplete("2", facts)


@ACTIONS.claim.enforces("1.1(b)(ii)", "claim/during_announcement", "claim/late")
def version_2_is_called_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _window("2", facts)


@ACTIONS.claim.enforces("1.1(c)(i)", "claim/incomplete")
def version_3_needs_the_bottom_line(facts: ClaimFacts) -> Breach | None:
    return _incomplete("3", facts)


@ACTIONS.claim.enforces("1.1(c)(ii)", "claim/during_announcement", "claim/late")
def version_3_is_called_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _window("3", facts)


@ACTIONS.claim.enforces("1.1(d)(i)", "claim/incomplete")
def version_4_needs_the_whole_ticket(facts: ClaimFacts) -> Breach | None:
    return _incomplete("4", facts)


@ACTIONS.claim.enforces("1.1(d)(ii)", "claim/during_announcement", "claim/late")
def version_4_is_called_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _window("4", facts)


@ACTIONS.claim.enforces("1.1(e)(i)", "claim/incomplete")
def version_5_needs_any_line(facts: ClaimFacts) -> Breach | None:
    return _incomplete("5", facts)


@ACTIONS.claim.enforces("1.1(e)(ii)", "claim/during_announcement", "claim/late")
def version_5_is_called_in_the_window(facts: ClaimFacts) -> Breach | None:
    return _window("5", facts)


@RULE_1.computes("1.2")
def share(amount_cents: int, players: int) -> tuple[int, int]:
    """Joint winners share per player; odd cents are rounded up and added (C12, C13).

    >>> share(24_000, 3)
    (8000, 0)
    """
    return share_equally_up(amount_cents, players)


@RULE_1.computes("1.3")
def forfeited(_: str, prizes: tuple[str, ...]) -> tuple[str, ...]:
    """Who stays silent loses the whole game, not only the prize missed (C05).

    >>> forfeited('line', ('line', 'house'))
    ('line', 'house')
    """
    return prizes


@ACTIONS.claim.enforces("1.3", "claim/forfeited")
def silent_player_has_lost_the_game(facts: ClaimFacts) -> Breach | None:
    return breach("claim/forfeited", prize=facts.prize) if facts.forfeited else None
