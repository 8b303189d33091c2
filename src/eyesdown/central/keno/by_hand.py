"""Who may give the numbers of a closed game, and who may break its draw off (rule 12(d), T19).

People never send numbers. Where the site promised a draw, the site draws it; once it is broken
off, two people finish it ball by ball with the cage. A draw is broken off only while its numbers
are not known: afterwards anyone can work them out, and no reason is left to draw by hand.
"""

from __future__ import annotations

from typing import Any

from eyesdown.central.site.sealing import Sealing, is_generator, is_ours
from eyesdown.central.site.witnessing import Witnessing
from eyesdown.draw.cage import Cage, Seen
from eyesdown.keno.games.commands import RecordDraw
from eyesdown.keno.games.events import DrawInterrupted, GameTimeCorrected
from eyesdown.keno.words.games import Game, GameState
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.refused import Refused


def why_not_recorded(
    game: Game, draws: Sealing, witnessed: Witnessing, command: RecordDraw, cage: Cage
) -> str:
    """Why a draw or a break-off of a closed game is refused; empty if it counts.

    `cage` has the balls of the game that two people saw.
    """
    if game.state is not GameState.CLOSED:
        return ""  # the rules say that it is drawn already
    if not witnessed.record:
        return _before_the_record(game, draws.cages.get(game.game), command)
    taking = witnessed.draws.get(game.game)
    if command.malfunction:
        if command.numbers:
            return "draw/key_the_balls"
        if game.parts:
            return "draw/broken_off_already"
        known = taking is not None and bool(taking.values) and not taking.missing(1)
        return "draw/numbers_known" if known else ""
    if command.by or not is_ours(command.device):
        return "draw/key_the_balls"
    if is_generator(command.device):
        return "draw/same_device" if game.parts else ""
    if why_no_ball(game, witnessed):
        return why_no_ball(game, witnessed)
    rest = cage.numbers[len(game.numbers) :]
    return "" if command.numbers == rest else "draw/not_what_was_keyed"


def why_no_ball(game: Game, witnessed: Witnessing) -> str:
    """Why the cage draws no ball of a game; empty if it does."""
    if not witnessed.record:
        return "draw/not_the_cages" if game.parts else ""
    if game.state is not GameState.CLOSED:
        return "draw/not_the_cages"  # drawn already
    promised = game.game in witnessed.draws
    return "draw/not_broken_off" if promised and not game.parts else ""


def cage_after(game: Game, empty: Cage) -> Cage:
    """The cage of a game before its first ball: numbers of a device that broke off are out."""
    by = PersonId(game.parts[-1].by) if game.parts else PersonId("")
    drawn_before = tuple(Seen(Ball(number), by, by) for number in game.numbers)
    return Cage(empty.pool, empty.count, drawn_before)


def _before_the_record(game: Game, cage: Cage | None, command: RecordDraw) -> str:
    """The first release's order, for its journals: another person finished with another device."""
    parts = game.parts
    if parts and parts[-1].numbers and command.device == parts[-1].device:
        return "draw/same_device"  # which drew, and broke; without a number it may be its backup
    if parts:
        return "draw/same_person" if command.by and command.by == parts[-1].by else ""
    ours = is_ours(command.device)
    if not command.malfunction:
        return "" if ours else "draw/not_broken_off"
    balls = () if cage is None else cage.numbers
    return "draw/not_what_was_keyed" if (balls or not ours) and balls != command.numbers else ""


def draw_broken_off(event: DrawInterrupted) -> tuple[str, dict[str, Any]]:
    """The alarm of a draw that someone broke off: its message and fields."""
    part = event.part
    return "a draw was broken off", {"game": event.game, "by": part.by, "because": part.procedure}


def store_changed(event: Refused) -> tuple[str, dict[str, Any]] | None:
    """The alarm of a command that brought a changed record from the store."""
    codes = {each.code for each in event.refusals}
    return ("the store was changed", {"asked": event.asked}) if "record/changed" in codes else None


def time_corrected(event: GameTimeCorrected) -> tuple[str, dict[str, Any]]:
    """The alarm of a game that two people closed before its time: its message and fields."""
    people = {"by": event.by, "second": event.second, "because": event.because}
    return "two people put a game's time right", {"game": event.game, **people}
