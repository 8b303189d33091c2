"""Part 1 - Interpretation: the words that carry a rule of their own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import AppointFacts, DayFacts, PlanFacts, PointFacts, StartFacts
from eyesdown.rulebook.patterns import Pattern, read_patterns
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

PART_1: Chapter[Any, NzBingoFigures] = Chapter(BOOK, "Part 1 - Interpretation")
SELECTORS = ("device", "receptacle")


@ACTIONS.appoint.enforces("1.1 'Caller'", "caller/not_staff")
def caller_is_a_casino_employee(facts: AppointFacts) -> Breach | None:
    if facts.duty != "caller" or facts.staff:
        return None
    return breach("caller/not_staff", person=facts.person, role=facts.role)


@PART_1.computes("1.1 'Complete a Part Series'", "1.1 'Complete a Series'")
def patterns() -> Mapping[str, Pattern]:
    """A part series is any one line, a series is the whole card; announced is enough (L05)."""
    return read_patterns(__package__)


@ACTIONS.point.enforces("1.1 'Gaming Area'", "point/outside_gaming_area")
def sale_point_lies_in_a_gaming_area(facts: PointFacts) -> Breach | None:
    if facts.in_gaming_area:
        return None
    return breach("point/outside_gaming_area", in_gaming_area=0)


@PART_1.computes("1.1 'Gaming Day'")
def gaming_day(at: datetime, starts: time, minutes: int) -> date:
    """The calendar day on which the running period began; a longer or shorter one is honoured.

    >>> gaming_day(datetime(2024, 3, 2, 5, 59), time(6), 1440).isoformat()
    '2024-03-01'
    >>> gaming_day(datetime(2024, 3, 2, 6), time(6), 1440).isoformat()
    '2024-03-02'
    """
    one_day = timedelta(days=1)
    day = at.date() if at.time() >= starts else at.date() - one_day
    length = timedelta(minutes=minutes)
    if at < datetime.combine(day - one_day, starts, at.tzinfo) + length:
        return day - one_day
    if at >= datetime.combine(day, starts, at.tzinfo) + length:
        return day + one_day
    return day


@ACTIONS.day.enforces("1.1 'Gaming Day'", "gaming_day/no_length")
def gaming_day_has_a_length(facts: DayFacts) -> Breach | None:
    return None if facts.minutes > 0 else breach("gaming_day/no_length", minutes=facts.minutes)


@ACTIONS.day.enforces("1.1 'Government Inspector'", "gaming_day/no_inspector")
def other_period_needs_an_inspector(facts: DayFacts, figures: NzBingoFigures) -> Breach | None:
    if facts.minutes == figures.gaming_day_minutes or facts.inspector:
        return None
    usual = figures.gaming_day_minutes
    return breach("gaming_day/no_inspector", minutes=facts.minutes, usual_minutes=usual)


@ACTIONS.start.enforces("1.1 'Random Number Selector'", "selector/unknown_kind")
def selector_is_a_device_or_a_receptacle(facts: StartFacts) -> Breach | None:
    if facts.selector in SELECTORS:
        return None
    return breach("selector/unknown_kind", selector=facts.selector)


@ACTIONS.plan.enforces("1.1 'Session'", "session/too_few_games")
def session_has_two_games(facts: PlanFacts, figures: NzBingoFigures) -> Breach | None:
    """A single game is no session; a hall may allow it all the same (B06)."""
    games = len(facts.games)
    if games >= figures.session_games_min or facts.allow_single_game:
        return None
    least = figures.session_games_min
    return breach("session/too_few_games", games=games, least=least)
