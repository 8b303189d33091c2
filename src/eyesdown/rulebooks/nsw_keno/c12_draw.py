"""Rule 12: how, where and when the numbers are drawn, and how games are numbered."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_draw import DrawFacts, GameFacts
from eyesdown.rulebook.keno_words import DrawSite
from eyesdown.rulebooks.nsw_keno.figures import Figures

DRAW: Chapter[DrawFacts, Figures] = Chapter("nsw-keno", "Rule 12 - The Draw")
GAMES: Chapter[GameFacts, Figures] = Chapter("nsw-keno", "Rule 12 - Games")


@DRAW.enforces("12(a)(i)(a)", "draw/no_device")
def a_device_draws(draw: DrawFacts) -> Breach | None:
    return None if draw.device else breach("draw/no_device")


@DRAW.enforces("12(a)(i)(b)", "draw/site_not_approved")
def the_site_is_allowed(draw: DrawFacts) -> Breach | None:
    if draw.site is not DrawSite.APPROVED or draw.site_approval:
        return None
    return breach("draw/site_not_approved", site=draw.site)


@DRAW.enforces("12(a)(ii)", "draw/no_medium")
def the_draw_is_captured(draw: DrawFacts) -> Breach | None:
    return None if draw.medium else breach("draw/no_medium")


@DRAW.enforces("12(c):soon", "draw/before_close")
def the_draw_follows_the_close(draw: DrawFacts) -> Breach | None:
    return None if draw.game_closed else breach("draw/before_close")


@GAMES.enforces("12(c):number", "game/number_out_of_range")
def a_day_has_only_so_many_games(game: GameFacts, figures: Figures) -> Breach | None:
    """The first game of a Keno Day has the first number; there is none after the last (T08)."""
    if figures.game_number_first <= game.number <= figures.game_number_max:
        return None
    return breach("game/number_out_of_range", number=game.number, highest=figures.game_number_max)
