"""Limits, time-outs and exclusion of accounts: held by sequence, never in the way of money owed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from eyesdown.display.keno.account import LimitView, account_view
from eyesdown.keno.bets.bet import LetItRun, Regular
from eyesdown.keno.office.commands import (
    AnswerRealityCheck,
    ConfirmLimit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    SetPlayLimit,
    SetRealityCheck,
    TakeTimeOut,
    Withdraw,
)
from eyesdown.keno.office.events import AccountExcluded, Deposited, RealityCheckAnswered
from eyesdown.keno.sales.commands import CancelEntry
from eyesdown.players.limits import (
    THINK_OVER_DAYS,
    Limit,
    Measure,
    PlayerLimits,
    Span,
    confirmed,
    days_later,
    limit_after_change,
    limit_broken,
    span_start,
    used_in,
    with_limit,
    with_used,
)
from kit.desk import Desk

pytestmark = pytest.mark.clause("nsw-keno", "7A(c)(iv)")

TERMS = "7A(c)(iv)"
NOON = datetime(2026, 11, 15, 12)  # a Sunday
THINK_OVER = timedelta(days=THINK_OVER_DAYS)


@pytest.fixture
def ann(desk: Desk) -> Any:
    """A desk with an open game and Ann, who put a hundred dollars in."""
    desk.account("ann")
    return desk


def buy(desk: Desk, cents: int = 100) -> list[tuple[str, str]]:
    """Why Ann may not stake so much; nothing if she did."""
    return desk.refused(desk.sale(desk.web_entry(Regular((1, 2, 3), cents))))


def limit(desk: Desk, cents: int | None, span: Span = Span.DAY, **more: Any) -> list[Any]:
    words = {"measure": Measure.SPEND, **more}
    return desk.refused(SetPlayLimit(desk.now, "ann", span=span, cents=cents, **words))


def test_7A_c_iv__a_limit_holds_to_the_cent(ann: Desk) -> None:
    assert limit(ann, 500) == []
    assert buy(ann, 400) == []
    [no] = ann.do(ann.sale(ann.web_entry(Regular((1, 2, 3), 200))))
    assert dict(no.refusals[0].facts) == {
        "measure": "spend",
        "span": "day",
        "limit_cents": 500,
        "used_cents": 400,
        "cents": 200,
    }
    assert buy(ann, 100) == []
    assert buy(ann, 100) == [("play/limit", TERMS)]
    assert buy(ann, 100) == [("play/limit", TERMS)], "a no uses nothing up"


def test_7A_c_iv__what_is_cancelled_on_the_day_makes_room_again(ann: Desk) -> None:
    limit(ann, 500)
    entry = ann.web_entry(Regular((1, 2, 3), 500))
    ann.do(ann.sale(entry))
    assert buy(ann) == [("play/limit", TERMS)]
    back = CancelEntry(ann.now, entry.serial, "s-1", location="club garden")
    assert ann.refused(back) == []
    assert buy(ann, 500) == []


def test_7A_c_iv__a_prize_that_ran_and_comes_back_makes_no_room(ann: Desk) -> None:
    limit(ann, 500)
    entry = ann.web_entry(LetItRun(("heads", "heads"), 300, 0), games=2)
    ann.do(ann.sale(entry))
    ann.play()
    back = CancelEntry(ann.now, entry.serial, "s-1", location="club garden")
    assert ann.do(back)[0].carry_cents == 600
    assert buy(ann, 300) == [("play/limit", TERMS)]
    assert buy(ann, 200) == []


def test_7A_c_iv__deposits_have_a_limit_of_their_own(ann: Desk) -> None:
    assert limit(ann, 12_000, Span.WEEK, measure=Measure.DEPOSIT) == []
    assert ann.refused(Deposit(ann.now, "ann", 2_001)) == [("play/limit", TERMS)]
    assert isinstance(ann.do(Deposit(ann.now, "ann", 2_000))[0], Deposited)
    assert ann.refused(Deposit(ann.now, "ann", 1)) == [("play/limit", TERMS)]
    assert buy(ann) == []


def test_7A_c_iv__a_lower_limit_counts_at_once_a_higher_one_after_a_week(ann: Desk) -> None:
    limit(ann, 500)
    limit(ann, 100)
    assert buy(ann, 200) == [("play/limit", TERMS)]
    limit(ann, 900)
    assert buy(ann, 200) == [("play/limit", TERMS)]
    confirm = ConfirmLimit(ann.now, "ann", Measure.SPEND, Span.DAY)
    nothing = [("play/nothing_to_confirm", TERMS)]
    assert ann.refused(confirm) == nothing, "the days to think it over have just begun"
    [raised] = ann.state.player_limits["ann"].limits
    then = ann.now + THINK_OVER
    assert not raised.may_confirm(then - timedelta(seconds=1))
    assert raised.may_confirm(then)
    assert raised.on(then) == 100, "it needs a second confirmation (S06)"
    assert confirmed(raised).on(then) == 900
    limit(ann, 100)
    [lowered] = ann.state.player_limits["ann"].limits
    assert not lowered.may_confirm(then), "and it can be thought better of"


def test_7A_c_iv__a_higher_limit_asked_for_ten_times_waits_from_the_first(ann: Desk) -> None:
    limit(ann, 100)
    limit(ann, 900)
    first = ann.state.player_limits["ann"].limits[0].then_at
    for _ in range(9):
        ann.now += timedelta(minutes=1)
        limit(ann, 900)
    [asked] = ann.state.player_limits["ann"].limits
    assert asked.then_at == first
    limit(ann, 950)
    [other] = ann.state.player_limits["ann"].limits
    assert other.then_at == ann.now + THINK_OVER, "another amount is another request"


def test_7A_c_iv__a_higher_limit_counts_from_its_confirmation_on(ann: Desk) -> None:
    limit(ann, 100)
    limit(ann, 900)
    ann.now += THINK_OVER
    assert limit(ann, 900) == [], "asking again instead of confirming"
    assert ann.state.player_limits["ann"].limits[0].may_confirm(ann.now)
    confirm = ConfirmLimit(ann.now, "ann", Measure.SPEND, Span.DAY)
    assert ann.refused(confirm) == []
    assert ann.state.player_limits["ann"].limits[0].on(ann.now) == 900
    assert ann.refused(confirm) == [("play/nothing_to_confirm", TERMS)]


def test_7A_c_iv__a_net_loss_limit_counts_stakes_less_prizes(ann: Desk) -> None:
    assert limit(ann, 500, measure=Measure.LOSS) == []
    assert buy(ann, 500) == []
    assert buy(ann, 100) == [("play/limit", TERMS)]
    limit(ann, None, measure=Measure.LOSS)
    ann.play((1, 2, 3, *range(40, 57)))
    player = ann.state.player_limits["ann"]
    won = ann.state.accounts["ann"].prize_cents
    assert won > 0
    assert used_in(player, Measure.LOSS, Span.DAY, ann.now) == 500 - won
    assert used_in(player, Measure.SPEND, Span.DAY, ann.now) == 500
    assert limit_broken(player, Measure.LOSS, won, ann.now) is None, "a win may be staked again"
    assert limit_broken(player, Measure.LOSS, won + 1, ann.now)


def test_7A_c_iv__a_reality_check_stops_play_until_it_is_answered(ann: Desk) -> None:
    due, not_due = [("play/reality_check", TERMS)], [("play/no_check_due", TERMS)]
    assert ann.refused(SetRealityCheck(ann.now, "ann", 9)) == [("play/minutes", TERMS)]
    assert ann.refused(SetRealityCheck(ann.now, "ann", 181)) == [("play/minutes", TERMS)]
    assert ann.refused(SetRealityCheck(ann.now, "ann", 10)) == []
    begun = ann.now
    assert buy(ann, 300) == []
    while ann.now - begun < timedelta(minutes=10):
        assert ann.refused(AnswerRealityCheck(ann.now, "ann")) == not_due
        ann.play((40, *range(60, 79)))
    for _ in range(2):
        assert buy(ann) == due
        ann.do(LogOut(ann.now, "ann"))
        ann.do(LogIn(ann.now, "ann", password_right=True))  # a new log-in is no answer
    [answer] = ann.do(AnswerRealityCheck(ann.now, "ann"))
    assert isinstance(answer, RealityCheckAnswered)
    assert (answer.since, answer.lost_cents) == (begun, 300)
    assert buy(ann) == []


def test_7A_c_iv__a_reality_check_comes_less_often_only_after_a_week(ann: Desk) -> None:
    ann.do(SetRealityCheck(ann.now, "ann", 30))
    for minutes in (60, None):
        ann.do(SetRealityCheck(ann.now, "ann", minutes))
        check = ann.state.player_limits["ann"].reality
        assert check.on(ann.now) == 30
        assert check.on(ann.now + THINK_OVER) == minutes
    ann.do(SetRealityCheck(ann.now, "ann", 15))
    assert ann.state.player_limits["ann"].reality.on(ann.now) == 15


def test_7A_c_iv__no_limit_is_below_nothing(ann: Desk) -> None:
    assert limit(ann, -1) == [("play/amount", TERMS)]
    assert limit(ann, 0) == []
    assert buy(ann) == [("play/limit", TERMS)]


@pytest.mark.parametrize(
    ("days", "codes"), [(0, ["play/days"]), (1, []), (42, []), (43, ["play/days"])]
)
def test_7A_c_iv__a_time_out_is_a_day_to_six_weeks(ann: Desk, days: int, codes: list[str]) -> None:
    assert [code for code, _ in ann.refused(TakeTimeOut(ann.now, "ann", days))] == codes
    assert buy(ann) == ([] if codes else [("play/time_out", TERMS)])


def test_7A_c_iv__a_time_out_is_made_longer_never_shorter_and_ends(ann: Desk) -> None:
    ann.do(TakeTimeOut(ann.now, "ann", 2))
    assert ann.refused(TakeTimeOut(ann.now, "ann", 1)) == [("play/runs_longer", TERMS)]
    assert ann.refused(TakeTimeOut(ann.now, "ann", 3)) == []
    assert ann.refused(Deposit(ann.now, "ann", 100)) == [("play/time_out", TERMS)]
    player = ann.state.player_limits["ann"]
    assert player.timed_out(ann.now + timedelta(days=3, seconds=-1))
    assert not player.timed_out(ann.now + timedelta(days=3))


def test_7A_c_iv__whoever_is_excluded_gets_his_money_and_nothing_else(ann: Desk) -> None:
    sold = ann.web_entry(Regular((1, 2, 3), 100))
    ann.do(ann.sale(sold))
    [event] = ann.do(ExcludeAccount(ann.now, "ann", 180))
    assert event == AccountExcluded(ann.now, "ann", ann.now + timedelta(days=180), "")
    assert buy(ann) == [("play/excluded", TERMS)]
    assert ann.refused(Deposit(ann.now, "ann", 100)) == [("play/excluded", TERMS)]
    assert ann.refused(LogIn(ann.now, "ann", password_right=True)) == []
    assert ann.refused(CancelEntry(ann.now, sold.serial, "s-1", location="club garden")) == []
    ann.do(IdentifyAccount(ann.now, "ann", "office"))
    assert ann.refused(Withdraw(ann.now, "ann", 10_000)) == []
    assert ann.state.accounts["ann"].balance_cents == 0


def test_7A_c_iv__an_exclusion_is_half_a_year_or_more_and_never_shorter(ann: Desk) -> None:
    def asked(days: int | None) -> list[Any]:
        return ann.refused(ExcludeAccount(ann.now, "ann", days, by="office"))

    assert asked(179) == [("play/days", TERMS)]
    assert asked(10**9) == [("play/days", TERMS)]
    assert asked(200) == []
    assert asked(199) == [("play/runs_longer", TERMS)]
    assert asked(None) == []
    assert asked(36_000) == [("play/runs_longer", TERMS)]
    assert asked(None) == []
    assert ann.state.player_limits["ann"].excluded(ann.now + timedelta(days=100_000))


def test_7A_c_iv__the_holder_sees_what_he_decided(ann: Desk) -> None:
    limit(ann, 500)
    limit(ann, 800)
    buy(ann, 300)
    ann.do(TakeTimeOut(ann.now, "ann", 1))
    view = account_view(ann.state.accounts["ann"], ann.state.player_limits["ann"], ann.now)
    then = ann.now + THINK_OVER
    tomorrow = ann.now.date() + timedelta(days=1)
    assert view.limits == (LimitView("spend", "day", 500, 300, 800, then, False, tomorrow),)
    assert (view.time_out_until, view.excluded) == (ann.now + timedelta(days=1), False)
    later = account_view(ann.state.accounts["ann"], ann.state.player_limits["ann"], then)
    next_day = then.date() + timedelta(days=1)
    assert later.limits == (LimitView("spend", "day", 500, 0, 800, then, True, next_day),)
    assert later.time_out_until is None


# --- the calendar ---------------------------------------------------------------------------------


def test_every_span_has_a_limit_of_its_own_and_begins_anew() -> None:
    player = with_used(PlayerLimits(), Measure.SPEND, 700, NOON)
    for span, next_one in ((Span.DAY, 16), (Span.WEEK, 16), (Span.MONTH, 30)):
        assert used_in(player, Measure.SPEND, span, NOON) == 700
        assert used_in(player, Measure.DEPOSIT, span, NOON) == 0
        limited = with_limit(player, Limit(Measure.SPEND, span, 1_000))
        assert limit_broken(limited, Measure.SPEND, 300, NOON) is None
        assert limit_broken(limited, Measure.SPEND, 301, NOON)
        same = span is Span.MONTH
        assert bool(limit_broken(limited, Measure.SPEND, 301, NOON.replace(day=next_one))) is same
    december = NOON.replace(month=12, day=1)
    assert used_in(player, Measure.SPEND, Span.MONTH, december) == 0
    assert span_start(Span.WEEK, december.date()) < december.date()


def test_what_comes_back_of_an_earlier_day_makes_no_room_today() -> None:
    yesterday = NOON - timedelta(days=1)
    player = with_used(
        with_used(PlayerLimits(), Measure.SPEND, 700, yesterday), Measure.SPEND, 100, NOON
    )
    back = with_used(player, Measure.SPEND, -700, yesterday)
    assert used_in(back, Measure.SPEND, Span.DAY, NOON) == 100
    assert used_in(back, Measure.SPEND, Span.WEEK, NOON) == 100


def test_the_shortest_span_is_named_first() -> None:
    player = with_limit(PlayerLimits(), Limit(Measure.SPEND, Span.MONTH, 100))
    player = with_limit(player, Limit(Measure.SPEND, Span.DAY, 50))
    found = limit_broken(player, Measure.SPEND, 101, NOON)
    assert found is not None
    assert (found.span, found.limit_cents) == (Span.DAY, 50)
    assert limit_after_change(player, Measure.SPEND, Span.DAY, 50, NOON) == Limit(
        Measure.SPEND, Span.DAY, 50
    )


def test_no_calendar_runs_beyond_its_end() -> None:
    end = days_later(datetime(9999, 12, 1), 180)
    assert end.year == 9999
    assert days_later(end, 1) == end
    assert limit_after_change(
        PlayerLimits((Limit(Measure.SPEND, Span.DAY, 1),)), Measure.SPEND, Span.DAY, 2, end
    )


def test_7A_c_iv__the_same_end_again_is_no_shorter(ann: Desk) -> None:
    for _ in range(2):
        assert ann.refused(TakeTimeOut(ann.now, "ann", 7)) == []
    for _ in range(2):
        assert ann.refused(ExcludeAccount(ann.now, "ann", 200)) == []


def test_7A_c_iv__a_refusal_tells_until_when(ann: Desk) -> None:
    for command, code, until in (
        (TakeTimeOut(ann.now, "ann", 1), "play/time_out", days_later(ann.now, 1).isoformat()),
        (ExcludeAccount(ann.now, "ann"), "play/excluded", "for good"),
    ):
        assert ann.refused(command) == []
        [event] = ann.do(Deposit(ann.now, "ann", 100))
        facts = {bad.code: dict(bad.facts) for bad in event.refusals}
        assert facts[code] == {"until": until}
    assert days_later(datetime.max, 7) == datetime.max - timedelta(days=1)


def test_7A_c_iv__how_long_a_time_out_may_be_is_told(ann: Desk) -> None:
    [event] = ann.do(TakeTimeOut(ann.now, "ann", 0))
    assert dict(event.refusals[0].facts) == {"days": 0, "least": 1, "most": 42}


def test_7A_c_iv__an_exclusion_is_a_hundred_years_at_the_most(ann: Desk) -> None:
    [event] = ann.do(ExcludeAccount(ann.now, "ann", 36_601))
    facts = {"days": 36_601, "least": 180, "most": 36_600}
    assert dict(event.refusals[0].facts) == facts
    assert ann.refused(ExcludeAccount(ann.now, "ann", 36_600)) == []
