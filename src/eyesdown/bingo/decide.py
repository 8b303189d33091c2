"""One command against one state under one book. Always events, never an exception for a rule."""

from __future__ import annotations

from typing import assert_never

from eyesdown.bingo import commands as cmd
from eyesdown.bingo.claims import decide as claims
from eyesdown.bingo.claims import results
from eyesdown.bingo.claims import verify as verifying
from eyesdown.bingo.play import corrections, devices
from eyesdown.bingo.play import decide as calls
from eyesdown.bingo.pools import decide as jackpots
from eyesdown.bingo.sales import decide as sales
from eyesdown.bingo.session import decide as sessions
from eyesdown.bingo.session.announcements import announce
from eyesdown.bingo.state.desk import Events, Hall, refused
from eyesdown.bingo.state.state import State
from eyesdown.bingo.trouble import decide as irregularities
from eyesdown.bingo.words.spelling import in_plain_words

TERMINAL_ONLY = (
    cmd.IssueScorecards
    | cmd.DrawJackpotNumbers
    | cmd.PressNumber
    | cmd.ReportMalfunction
    | cmd.ReplaceScorecard
    | cmd.ShowClosingSign
    | cmd.FailTerminal
    | cmd.VoidEntry
    | cmd.ExcludePlayer
)


def decide(book: Hall, state: State, command: cmd.Command) -> Events:
    """What a command leads to; a refusal is an event too."""
    command = in_plain_words(command)
    if isinstance(command, TERMINAL_ONLY) and not book.traits.dealer_terminal:
        asked = type(command).__name__
        return refused(book, command, book.no("deed/not_in_this_book", "game", asked=asked))
    if isinstance(command, cmd.SessionCommand):
        return _sessions(book, state, command)
    if isinstance(command, cmd.SaleCommand):
        return _sales(book, state, command)
    if isinstance(command, cmd.PlayCommand):
        return _play(book, state, command)
    if isinstance(command, cmd.ClaimCommand | cmd.PoolCommand):
        return _claims(book, state, command)
    if isinstance(command, cmd.TroubleCommand):
        return _trouble(book, state, command)
    assert_never(command)


def _sessions(book: Hall, state: State, command: cmd.SessionCommand) -> Events:
    match command:
        case cmd.RegisterPerson():
            return sessions.register_person(command)
        case cmd.FixGamingDay():
            return sessions.fix_gaming_day(book, command)
        case cmd.OpenSalePoint():
            return sessions.open_sale_point(book, command)
        case cmd.RegisterSeries():
            return sessions.register_series(book, state, command)
        case cmd.OpenPool():
            return sessions.open_pool(book, state, command)
        case cmd.PlanSession():
            return sessions.plan_session(book, state, command)
        case cmd.OpenSession():
            return sessions.open_session(book, state, command)
        case cmd.AppointPerson():
            return sessions.appoint(book, state, command)
        case cmd.Announce():
            return announce(book, state, command)
        case cmd.ShowClosingSign():
            return sessions.show_closing_sign(book, state, command)
        case cmd.CloseSession():
            return sessions.close_session(book, state, command)
        case _:
            assert_never(command)


def _sales(book: Hall, state: State, command: cmd.SaleCommand) -> Events:
    match command:
        case cmd.ReserveCard():
            return sales.reserve_card(book, state, command)
        case cmd.SellCards():
            return sales.sell_cards(book, state, command)
        case cmd.DeclineSale():
            return sales.decline_sale(book, state, command)
        case cmd.WithdrawCard():
            return sales.withdraw_card(book, state, command)
        case cmd.ChargeAdmission():
            return sales.charge_admission(book, state, command)
        case cmd.IssueScorecards():
            return sales.issue_scorecards(book, state, command)
        case cmd.EnterSerialRange():
            return sales.enter_serial_range(book, state, command)
        case _:
            assert_never(command)


def _play(book: Hall, state: State, command: cmd.PlayCommand) -> Events:  # noqa: PLR0912  wide, not deep
    match command:
        case cmd.StartGame():
            return calls.start_game(book, state, command)
        case cmd.DrawJackpotNumbers():
            return calls.draw_jackpot_numbers(book, state, command)
        case cmd.BeginCall():
            return calls.begin_call(book, state, command)
        case cmd.CallNumber():
            return calls.call_number(book, state, command)
        case cmd.FinishCall():
            return calls.finish_call(book, state, command)
        case cmd.HandOverBall():
            return calls.hand_over_ball(book, state, command)
        case cmd.CheckBall():
            return calls.check_ball(book, state, command)
        case cmd.ReportError():
            return corrections.report_error(book, state, command)
        case cmd.CorrectNumber():
            return corrections.correct_number(book, state, command)
        case cmd.CorrectDisplay():
            return corrections.correct_display(book, state, command)
        case cmd.PressNumber():
            return devices.press_number(book, state, command)
        case cmd.ReportMalfunction():
            return devices.report_malfunction(book, state, command)
        case cmd.ReplaceScorecard():
            return devices.replace_scorecard(book, state, command)
        case cmd.ReturnScorecard():
            return devices.return_scorecard(book, state, command)
        case _:
            assert_never(command)


def _claims(book: Hall, state: State, command: cmd.ClaimCommand | cmd.PoolCommand) -> Events:
    match command:
        case cmd.Claim():
            return claims.claim(book, state, command)
        case cmd.CheckClaim():
            return verifying.check_claim(book, state, command)
        case cmd.ConfirmClaim():
            return verifying.confirm_claim(book, state, command)
        case cmd.DeclareResult():
            return results.declare_result(book, state, command)
        case cmd.CloseGame():
            return results.close_game(book, state, command)
        case cmd.PayPrize():
            return results.pay_prize(book, state, command)
        case cmd.HoldForPool():
            return jackpots.hold_for_pool(book, state, command)
        case cmd.Contribute():
            return jackpots.contribute(book, state, command)
        case cmd.DistributePool():
            return jackpots.distribute_pool(book, state, command)
        case _:
            assert_never(command)


def _trouble(book: Hall, state: State, command: cmd.TroubleCommand) -> Events:
    match command:
        case cmd.FailTerminal():
            return irregularities.fail_terminal(book, state, command)
        case cmd.InvalidateGame():
            return irregularities.invalidate_game(book, state, command)
        case cmd.VoidEntry():
            return irregularities.void_entry(book, state, command)
        case cmd.ExcludePlayer():
            return irregularities.exclude_player(book, state, command)
        case cmd.RaiseDispute():
            return irregularities.raise_dispute(book, state, command)
        case cmd.DecideDispute():
            return irregularities.decide_dispute(book, state, command)
        case cmd.CloseDispute():
            return irregularities.close_dispute(book, state, command)
        case _:
            assert_never(command)
