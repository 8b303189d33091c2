"""Electronic scorecards: pressing, malfunction and replacement, and scorecards given back."""

from __future__ import annotations

from typing import Any

from eyesdown.bingo.play.commands import (
    PressNumber,
    ReplaceScorecard,
    ReportMalfunction,
    ReturnScorecard,
)
from eyesdown.bingo.play.events import (
    MalfunctionReported,
    NumberPressed,
    ScorecardReplaced,
    ScorecardReturned,
)
from eyesdown.bingo.state.desk import in_game, in_session_ever
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.grids import boxes_on
from eyesdown.bingo.state.state import HallState, Holding, Session
from eyesdown.bingo.words.events import Events
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook

DECIDES = Handlers()


def _device(book: BingoBook[Any], session: Session, key: CardKey, game: int) -> Holding | Refusal:
    held = session.holdings.get(key.name)
    if held is None or held.medium != "electronic" or game not in held.games:
        return book.refusal("scorecard/not_electronic", "device", serial=key.serial, card=key.card)
    return held


def _numbers(state: HallState, key: CardKey) -> set[int]:
    return {number for box in boxes_on(state, key) for number in box.numbers}


def _called(game: Game) -> tuple[int, ...]:
    """The numbers a device may mark: of the game being played, and of no other."""
    return game.called if game.phase == "running" else ()


@DECIDES.handles(PressNumber)
@in_game
def press_number(
    book: BingoBook[Any], state: HallState, command: PressNumber, session: Session, game: Game
) -> Events:
    """Mark a number that was called; pressing any other does nothing."""
    key = CardKey(command.serial, command.card)
    held = _device(book, session, key, command.game)
    if isinstance(held, Refusal):
        return refused(command, (held,))
    if held.player != command.player:
        return refused(command, (book.refusal("card/not_held", "card", card=command.card),))
    marked = command.number in _called(game) and command.number in _numbers(state, key)
    return (
        NumberPressed(
            at=command.at,
            session=command.session,
            game=command.game,
            player=command.player,
            serial=command.serial,
            card=command.card,
            number=command.number,
            marked=marked,
        ),
    )


@DECIDES.handles(ReportMalfunction)
@in_game
def report_malfunction(
    book: BingoBook[Any],
    _state: HallState,
    command: ReportMalfunction,
    session: Session,
    game: Game,
) -> Events:
    """Note a device that failed: drawing stops, the window of the last number stays open (I11)."""
    held = _device(book, session, CardKey(command.serial, command.card), command.game)
    if isinstance(held, Refusal):
        return refused(command, (held,))
    if game.phase != "running":
        return refused(command, (book.refusal("game/not_running", "game", game=command.game),))
    return (
        MalfunctionReported(
            at=command.at,
            session=command.session,
            game=command.game,
            serial=command.serial,
            card=command.card,
        ),
    )


@DECIDES.handles(ReplaceScorecard)
@in_game
def replace_scorecard(
    book: BingoBook[Any], state: HallState, command: ReplaceScorecard, _session: Session, game: Game
) -> Events:
    """Replace a device by one on which every number already called is marked."""
    key = CardKey(command.serial, command.card)
    if key.name not in game.faulty:
        return refused(
            command, (book.refusal("scorecard/not_faulty", "device", card=command.card),)
        )
    on_it = _numbers(state, key)
    return (
        ScorecardReplaced(
            at=command.at,
            session=command.session,
            game=command.game,
            serial=command.serial,
            card=command.card,
            by=command.by,
            marked=tuple(number for number in _called(game) if number in on_it),
        ),
    )


@DECIDES.handles(ReturnScorecard)
@in_session_ever
def return_scorecard(
    book: BingoBook[Any], state: HallState, command: ReturnScorecard, session: Session
) -> Events:
    """Take a device back, or give a checked card back to its player (C24).

    Devices come back when the session is over, so its close is no end to this.
    """
    key = CardKey(command.serial, command.card)
    held = session.holdings.get(key.name)
    if held is None or held.returned:
        return refused(command, (book.refusal("card/not_held", "card", card=command.card),))
    if command.claim and not state.settings.return_winning_card and not book.traits.returns_card:
        return refused(command, (book.refusal("card/kept", "kept", card=command.card),))
    return (
        ScorecardReturned(
            at=command.at,
            session=command.session,
            serial=command.serial,
            card=command.card,
            claim=command.claim,
            to=held.player if command.claim else "operator",
        ),
    )
