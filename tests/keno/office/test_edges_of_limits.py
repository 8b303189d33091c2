"""Limits of a player at the very moment: below, at and above each."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from eyesdown.keno.office.commands import SetRealityCheck
from eyesdown.players.limits import (
    THINK_OVER_DAYS,
    Limit,
    Measure,
    PlayerLimits,
    RealityCheck,
    Span,
    days_later,
    limit_broken,
    next_span_start,
    reality_after_change,
    used_in,
    with_answer,
    with_play,
    with_used,
)
from kit.desk import Desk

NOW = datetime(2026, 11, 15, 20)
SOON = timedelta(microseconds=1)
THEN = days_later(NOW, THINK_OVER_DAYS)


def test_a_later_amount_counts_from_its_very_moment() -> None:
    limit = Limit(Measure.SPEND, Span.DAY, 5000, 9000, THEN)
    assert [limit.on(at) for at in (THEN - SOON, THEN, THEN + SOON)] == [5000, 9000, 9000]


def test_an_exclusion_ends_at_its_very_moment() -> None:
    player = PlayerLimits(excluded_until=THEN, time_out_until=THEN)
    moments = (THEN - SOON, THEN, THEN + SOON)
    assert [player.excluded(at) for at in moments] == [True, False, False]
    assert [player.timed_out(at) for at in moments] == [True, False, False]


@pytest.mark.parametrize(
    ("span", "day", "begins"),
    [
        (Span.WEEK, date(2026, 11, 9), date(2026, 11, 16)),
        (Span.WEEK, date(2026, 11, 15), date(2026, 11, 16)),
        (Span.MONTH, date(2026, 1, 31), date(2026, 2, 1)),
        (Span.MONTH, date(2026, 12, 1), date(2027, 1, 1)),
        (Span.MONTH, date(2027, 2, 1), date(2027, 3, 1)),
    ],
)
def test_the_next_span_begins(span: Span, day: date, begins: date) -> None:
    assert next_span_start(span, day) == begins


def test_a_check_less_often_that_is_asked_again_keeps_its_days() -> None:
    """Asking for the same again does not start the days anew; asking for another does."""
    hourly = PlayerLimits(reality=RealityCheck(60))
    asked = PlayerLimits(reality=reality_after_change(hourly, 90, NOW))
    assert asked.reality == RealityCheck(60, 90, THEN)
    later = NOW + timedelta(days=3)
    anew = days_later(later, THINK_OVER_DAYS)
    assert reality_after_change(asked, 90, later) == RealityCheck(60, 90, THEN)
    assert reality_after_change(asked, 120, later) == RealityCheck(60, 120, anew)
    assert reality_after_change(asked, None, later) == RealityCheck(60, None, anew)
    assert reality_after_change(asked, 60, later) == RealityCheck(60), "the same as now, at once"
    assert reality_after_change(asked, 90, THEN - SOON) == RealityCheck(60, 90, THEN)
    assert reality_after_change(asked, 90, THEN) == RealityCheck(90), "it counts by now"


def test_play_begins_with_a_stake_and_once() -> None:
    begun = with_play(PlayerLimits(), 500, NOW)
    assert (begun.play_since, begun.net_cents) == (NOW, 500)
    more = with_play(begun, 300, NOW + SOON)
    assert (more.play_since, more.net_cents) == (NOW, 800)
    back = with_play(more, -300, NOW + SOON)
    assert (back.play_since, back.net_cents) == (NOW, 500)
    for cents in (0, -300):
        assert with_play(PlayerLimits(), cents, NOW).play_since is None
    assert with_play(PlayerLimits(), 1, NOW).play_since == NOW
    answered = with_answer(more)
    assert (answered.play_since, answered.net_cents) == (None, 0)


def used(measure: Measure, *cents: int) -> Any:
    player = PlayerLimits()
    for each in cents:
        player = with_used(player, measure, each, NOW)
    return [used_in(player, measure, span, NOW) for span in Span]


def test_what_comes_back_never_makes_more_room_than_there_was() -> None:
    assert used(Measure.SPEND, 500, -700) == [0, 0, 0]
    assert used(Measure.LOSS, 500, -700) == [-200, -200, -200], "a win may be staked again"


def test_a_limit_names_what_is_used() -> None:
    player = with_used(
        PlayerLimits((Limit(Measure.SPEND, Span.WEEK, 5000),)), Measure.SPEND, 4000, NOW
    )
    assert limit_broken(player, Measure.SPEND, 1000, NOW) is None
    broken = limit_broken(player, Measure.SPEND, 1001, NOW)
    assert broken == (Measure.SPEND, Span.WEEK, 5000, 4000)


@pytest.mark.parametrize(
    ("minutes", "fine"), [(9, False), (10, True), (180, True), (181, False), (None, True)]
)
def test_7A_c_iv__a_reality_check_comes_after_ten_minutes_to_three_hours(
    desk: Desk, minutes: int | None, fine: bool
) -> None:
    desk.account("ann")
    refused = desk.refused(SetRealityCheck(desk.now, "ann", minutes))
    assert refused == ([] if fine else [("play/minutes", "7A(c)(iv)")])
