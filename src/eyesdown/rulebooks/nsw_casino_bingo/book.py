"""nsw-casino-bingo, opened on a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.bingo_book import Announcements, BingoBook, Paper, Timed, Traits, Ways
from eyesdown.rulebook.bingo_record import record_chapter
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.nsw_casino_bingo import (  # noqa: F401  its checks join the actions
    appendix_a,
    c01_definitions,
    c02_equipment,
    c02_scorecards,
    c03_conditions,
    c04_play,
    c05_minor_games,
    c06_jackpots,
    c07_settlement,
    c08_irregularities,
    c09_general,
    c10_promotions,
    c10_terms,
)
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PACKAGE = __package__

WORDS = {
    "session": "1.1 'session'",
    "game": "1.1 'game'",
    "person": "1.1 'dealer'",
    "series": "2.2.2",
    "card": "2.3.3",
    "sale": "3.2.1",
    "point": "1.1 'dealer station'",
    "eyes down": "4.3",
    "range": "4.3",
    "announcement": "4.4",
    "call": "4.5",
    "ball": "4.5",
    "rack": "4.5",
    "claim": "7.1",
    "result": "7.1",
    "share": "7.2",
    "prize": "4.4",
    "contribution": "6.1",
    "correction": "8.3",
    "payment": "7.5",
    "pool": "6.1",
    "entry": "3.3 first",
    "device": "3.2.2",
    "dispute": "9.10",
}

ANNOUNCED = ("4.4", "5.5", "6.2", "6.3.1", "6.3.2", "6.3.3")
RECORD = record_chapter(BOOK, WORDS, c07_settlement.steps().values(), ANNOUNCED)

ANNOUNCEMENTS = Announcements(
    before_session=(),
    before_game=(
        c04_play.colour,
        c04_play.minor_games,
        c04_play.prize_list,
        c05_minor_games.patterns_and_prizes,
        c06_jackpots.conditions,
        c06_jackpots.jackpot_numbers,
        c06_jackpots.jackpot_games,
        c06_jackpots.jackpot_amount,
    ),
    after_session=(),
)


def open_on(day: date) -> BingoBook[NswBingoFigures]:
    """The book with the figures in force on a day.

    >>> open_on(date(2026, 6, 1)).id
    'nsw-casino-bingo'
    """
    figures = figures_on(NswBingoFigures, PACKAGE, day)
    return BingoBook(
        source=read_source(PACKAGE),
        day=day,
        figures=figures,
        chapters=(
            *ACTIONS.chapters,
            appendix_a.APPENDIX_A,
            c01_definitions.PART_1,
            c02_scorecards.SCORECARDS,
            c02_scorecards.SERIES,
            c03_conditions.PART_3,
            c04_play.PART_4,
            c05_minor_games.PART_5,
            c06_jackpots.PART_6,
            c07_settlement.PART_7,
            c08_irregularities.PART_8,
            c09_general.PART_9,
            RECORD,
            *c10_promotions.CHAPTERS,
            c10_terms.TERMS,
        ),
        actions=ACTIONS,
        announcements=ANNOUNCEMENTS,
        ways=_ways(figures),
        traits=Traits(
            marks_needed=True,
            corrected_by_halves=True,
            entry_fee=True,
            returns_card=True,
            dealer_terminal=True,
            machine_caller=True,
            electronic_cards=True,
            open_ticks=("software_approved", "display_connected"),
            main_prize=c01_definitions.BINGO,
        ),
        versions={},
        patterns=c01_definitions.patterns(),
        steps=c07_settlement.steps(),
        words=WORDS,
        paper=Paper(
            series=c02_scorecards.SERIES,
            scorecards=c02_scorecards.SCORECARDS,
            colour_lookback=None,
            colours_clause="2.3.2",
        ),
    )


def _ways(figures: NswBingoFigures) -> Ways:
    return Ways(
        prize_name=c01_definitions.prize_name,
        gaming_day=lambda at, _starts, _minutes: at.date(),
        forfeited=c08_irregularities.forfeited,
        share=c07_settlement.share,
        least_return=lambda _scope, _jackpot: None,
        administration=lambda fees_cents: c03_conditions.administration(fees_cents, figures),
        must_go=lambda _: False,
        pay_method=c07_settlement.pay_method,
        seconds_over=lambda _began, _ended: 0,
        place=lambda _prize, _prizes: "",
        advice=lambda: c09_general.advice(figures),
        best_level=c07_settlement.best_level,
        wins_jackpot=c06_jackpots.wins_jackpot,
        minutes={"closing sign": Timed(figures.closing_sign_minutes, "9.8")},
    )
