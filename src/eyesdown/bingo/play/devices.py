"""Electronic scorecards: pressing, malfunction and replacement, and scorecards given back."""

from __future__ import annotations

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.play.patterns import boxes_on
from eyesdown.bingo.state.desk import Events, Hall, game_of, refused, session_of
from eyesdown.bingo.state.state import Game, Holding, Session, State
from eyesdown.bingo.words.printed import CardKey
from eyesdown.kernel.cite import Refusal


def _device(book: Hall, session: Session, key: CardKey, game: int) -> Holding | Refusal:
    held = session.holdings.get(key)
    if held is None or held.medium != "electronic" or game not in held.games:
        return book.no("scorecard/not_electronic", "device", serial=key.serial, card=key.card)
    return held


def _numbers(state: State, key: CardKey) -> set[int]:
    return {number for box in boxes_on(state, key) for number in box.numbers}


def _called(game: Game) -> tuple[int, ...]:
    """The numbers a device may mark: of the game being played, and of no other."""
    return game.called if game.phase == "running" else ()


def press_number(book: Hall, state: State, command: cmd.PressNumber) -> Events:
    """A number that was called is marked; pressing any other does nothing."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    key = CardKey(command.serial, command.card)
    held = _device(book, session, key, command.game)
    if isinstance(held, Refusal):
        return refused(book, command, held)
    if held.player != command.player:
        return refused(book, command, book.no("card/not_held", "card", card=command.card))
    marked = command.number in _called(game) and command.number in _numbers(state, key)
    return (
        ev.NumberPressed(
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


def report_malfunction(book: Hall, state: State, command: cmd.ReportMalfunction) -> Events:
    """Drawing stops; the window of the last number stays open (I11)."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    session, game = found
    held = _device(book, session, CardKey(command.serial, command.card), command.game)
    if isinstance(held, Refusal):
        return refused(book, command, held)
    if game.phase != "running":
        return refused(book, command, book.no("game/not_running", "game", game=command.game))
    return (
        ev.MalfunctionReported(
            at=command.at,
            session=command.session,
            game=command.game,
            serial=command.serial,
            card=command.card,
        ),
    )


def replace_scorecard(book: Hall, state: State, command: cmd.ReplaceScorecard) -> Events:
    """The replacement comes with every number already called marked."""
    found = game_of(book, state, command.session, command.game)
    if isinstance(found, Refusal):
        return refused(book, command, found)
    _, game = found
    key = CardKey(command.serial, command.card)
    if key not in game.faulty:
        return refused(book, command, book.no("scorecard/not_faulty", "device", card=command.card))
    on_it = _numbers(state, key)
    return (
        ev.ScorecardReplaced(
            at=command.at,
            session=command.session,
            game=command.game,
            serial=command.serial,
            card=command.card,
            by=command.by,
            marked=tuple(number for number in _called(game) if number in on_it),
        ),
    )


def return_scorecard(book: Hall, state: State, command: cmd.ReturnScorecard) -> Events:
    """A device goes back to the operator; a checked card goes back to its player (C24).

    Devices come back when the session is over, so its close is no end to this.
    """
    session = session_of(book, state, command.session, ever=True)
    if isinstance(session, Refusal):
        return refused(book, command, session)
    key = CardKey(command.serial, command.card)
    held = session.holdings.get(key)
    if held is None or held.returned:
        return refused(book, command, book.no("card/not_held", "card", card=command.card))
    if command.claim and not state.settings.return_winning_card and not book.traits.returns_card:
        return refused(book, command, book.no("card/kept", "kept", card=command.card))
    return (
        ev.ScorecardReturned(
            at=command.at,
            session=command.session,
            serial=command.serial,
            card=command.card,
            claim=command.claim,
            to=held.player if command.claim else "operator",
        ),
    )
