"""How a game changes as its numbers are called and corrected."""

from __future__ import annotations

from msgspec.structs import replace

from eyesdown.bingo.play.events import (
    BallAsked,
    BallHandedOver,
    BallRacked,
    CallFinished,
    CorrectionHalfDone,
    CorrectionOpened,
    DisplayCorrected,
    EyesDownCalled,
    GameStarted,
    JackpotNumbersDrawn,
    MalfunctionReported,
    NumberCalled,
    NumberCorrected,
    NumberPressed,
    ScorecardReplaced,
    ScorecardReturned,
)
from eyesdown.bingo.state.game import Call, Claimed, Game, KnownError
from eyesdown.bingo.state.grids import board_of
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import HallState, award_id
from eyesdown.bingo.state.values import joined, put
from eyesdown.bingo.words.printed import CardKey


@EVOLVES.handles(GameStarted)
def _game_started(state: HallState, event: GameStarted) -> None:
    session = state.sessions[event.session]
    session.began_at = session.began_at or event.at
    # Announced at the end of a session; with another game both are to be announced once more.
    again = ("closing balance", "next session")
    session.announced = tuple(topic for topic in session.announced if topic not in again)
    game = session.games[event.game]
    game.phase, game.started_at = "running", event.at
    game.selector, game.selector_id = event.selector, event.selector_id


@EVOLVES.handles(JackpotNumbersDrawn)
def _jackpot_numbers_drawn(state: HallState, event: JackpotNumbersDrawn) -> None:
    state.game(event.session, event.game).jackpot_numbers = event.numbers


@EVOLVES.handles(EyesDownCalled)
def _eyes_down_called(state: HallState, event: EyesDownCalled) -> None:
    session = state.sessions[event.session]
    session.games[event.game].eyes_down_at = event.at
    board_of(state, session, event.game)  # made now, so that the first numbers need not wait


@EVOLVES.handles(BallAsked)
def _ball_asked(state: HallState, event: BallAsked) -> None:
    state.game(event.session, event.game).ball_asked = event.call


@EVOLVES.handles(NumberCalled)
def _number_called(state: HallState, event: NumberCalled) -> None:
    game = state.game(event.session, event.game)
    call = Call(event.number, event.drawn, event.at, event.finished, event.by)
    game.calls = (*game.calls, call)
    game.ball_asked = 0


@EVOLVES.handles(CallFinished)
def _call_finished(state: HallState, event: CallFinished) -> None:
    game = state.game(event.session, event.game)
    _change_call(game, event.call, replace(game.calls[event.call - 1], finished=event.at))


@EVOLVES.handles(BallHandedOver)
def _ball_handed_over(state: HallState, event: BallHandedOver) -> None:
    game = state.game(event.session, event.game)
    _change_call(game, event.call, replace(game.calls[event.call - 1], handed_over=True))


@EVOLVES.handles(BallRacked)
def _ball_racked(state: HallState, event: BallRacked) -> None:
    game = state.game(event.session, event.game)
    _change_call(game, event.call, replace(game.calls[event.call - 1], racked=True))
    # The ball bears the announcement out, whatever was read off it at first.
    game.errors = tuple(
        error for error in game.errors if error.error == "display" or error.wrong != event.ball
    )


def _change_call(game: Game, number: int, call: Call) -> None:
    game.calls = (*game.calls[: number - 1], call, *game.calls[number:])


@EVOLVES.handles(CorrectionOpened)
def _correction_opened(state: HallState, event: CorrectionOpened) -> None:
    game = state.game(event.session, event.game)
    error = KnownError(event.by, event.error, event.wrong, event.right)
    game.errors = (*game.errors, error)


@EVOLVES.handles(CorrectionHalfDone)
def _correction_half_done(state: HallState, event: CorrectionHalfDone) -> None:
    game = state.game(event.session, event.game)
    game.errors = tuple(
        _half_done(error, event) if error.is_about(event.error, event.wrong, event.right) else error
        for error in game.errors
    )


def _half_done(error: KnownError, event: CorrectionHalfDone) -> KnownError:
    if event.half == "displayed":
        return replace(error, displayed=True)
    return replace(error, announced_at=event.at, announced_until=event.finished)


@EVOLVES.handles(DisplayCorrected)
def _display_corrected(state: HallState, event: DisplayCorrected) -> None:
    game = state.game(event.session, event.game)
    game.errors = _errors_left(game, event.right)


@EVOLVES.handles(NumberCorrected)
def corrected(state: HallState, event: NumberCorrected) -> None:
    """Strike the wrong number and put the right one last; claims on it fall (D01 to D03)."""
    game = state.game(event.session, event.game)
    # Awards are named by prize and player, so they go while `won` still has the winners.
    state.annul(
        award_id(event.session, event.game, prize, player)
        for prize in event.reopened_prizes
        for player in game.won[prize].winners
    )
    struck = struck_index(game.calls, event.wrong, event.right)
    assert struck is not None
    wrong = game.calls[struck]
    right = replace(
        wrong,
        number=event.right,
        drawn=event.right,
        started=event.announced_at or event.at,
        finished=event.finished,
        verified=wrong.handed_over and any(_read_off(err, wrong, event) for err in game.errors),
    )
    game.calls = (*game.calls[:struck], *game.calls[struck + 1 :], right)
    game.claims = {
        name: _moved(claim, struck, fallen=name in event.cancelled_claims)
        for name, claim in game.claims.items()
    }
    # Calls count from 1 and `struck` from 0: what was on call struck + 2 or later moves up by one.
    forfeits, game.forfeits, game.in_play = game.all_forfeits, {}, game.in_play.again()
    for lost in forfeits:
        game.forfeit(replace(lost, call=lost.call - (lost.call > struck + 1)))
    game.won = {
        prize: replace(won, call=won.call - (won.call > struck + 1))
        for prize, won in game.won.items()
        if prize not in event.reopened_prizes
    }
    game.errors = _errors_left(game, event.wrong)
    # The result had sent the levels' money into the pool; it is back in the game.
    if game.last_prize in event.reopened_prizes:
        game.levels = {**game.levels, **game.into_pool}
        game.into_pool, game.sent_on, game.paid_by_pool_cents = {}, (), 0


def _moved(claim: Claimed, struck: int, *, fallen: bool) -> Claimed:
    """A claim with its calls counted without the struck one; a claim on that one is on call 0.

    The next number takes the struck one's place, and the claim was not made on it.
    """
    return replace(
        claim,
        status="cancelled" if fallen else claim.status,
        call=0 if claim.call == struck + 1 else claim.call - (claim.call > struck + 1),
        completed=tuple(
            replace(done, call=done.call - (done.call > struck + 1)) for done in claim.completed
        ),
    )


def struck_index(calls: tuple[Call, ...], wrong: int, right: int) -> int | None:
    """Which call a correction strikes: of this ball, else of another one, else the latest (D05)."""
    announced = [index for index, call in enumerate(calls) if call.number == wrong]
    # A number can be announced twice: once for its own ball and once for another, by mistake.
    known_wrong = [index for index in announced if calls[index].drawn != wrong]
    of_this_ball = [index for index in known_wrong if calls[index].drawn == right]
    chosen = of_this_ball or known_wrong or announced
    return chosen[-1] if chosen else None


def _read_off(error: KnownError, call: Call, event: NumberCorrected) -> bool:
    """Whether the supervisor, who is not the caller, had read the right number off the ball."""
    about = error.error == "announcement" and error.by != call.by
    return about and (error.wrong, error.right) == (event.wrong, event.right)


def _errors_left(game: Game, called: int) -> tuple[KnownError, ...]:
    """Known errors but those about this number, announced or shown."""
    return tuple(
        error
        for error in game.errors
        if called != (error.right if error.error == "display" else error.wrong)
    )


@EVOLVES.handles(NumberPressed)
def number_pressed(state: HallState, event: NumberPressed) -> None:
    """Mark a number that was called on the device."""
    if event.marked:
        _mark(state.game(event.session, event.game), event, (event.number,))


@EVOLVES.handles(ScorecardReplaced)
def _scorecard_replaced(state: HallState, event: ScorecardReplaced) -> None:
    game = state.game(event.session, event.game)
    _mark(game, event, event.marked)
    name = CardKey(event.serial, event.card).name
    game.faulty = tuple(card for card in game.faulty if card != name)


def _mark(game: Game, event: NumberPressed | ScorecardReplaced, numbers: tuple[int, ...]) -> None:
    """Numbers are marked on an electronic scorecard, for this game only."""
    name = CardKey(event.serial, event.card).name
    game.pressed = put(game.pressed, name, joined(game.pressed.get(name, ()), numbers))


@EVOLVES.handles(MalfunctionReported)
def _malfunction_reported(state: HallState, event: MalfunctionReported) -> None:
    game = state.game(event.session, event.game)
    game.faulty = joined(game.faulty, (CardKey(event.serial, event.card).name,))


@EVOLVES.handles(ScorecardReturned)
def _scorecard_returned(state: HallState, event: ScorecardReturned) -> None:
    holdings = state.sessions[event.session].holdings
    name = CardKey(event.serial, event.card).name
    holdings[name] = replace(holdings[name], returned=event.to == "operator")
