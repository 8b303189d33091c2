"""vic-bingo, opened on a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.bingo_book import Announcements, BingoBook, Paper, Traits, Ways
from eyesdown.rulebook.bingo_record import record_chapter
from eyesdown.rulebook.facts.bingo import PayFacts
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.vic_bingo import (  # noqa: F401  its checks join the actions
    c01_versions,
    c02_admission,
    c03_duties,
    c04_jackpots,
    c05_tickets,
    c06_generators,
)
from eyesdown.rulebooks.vic_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

PACKAGE = __package__

WORDS = {
    "session": "3.3(a)(i)",
    "game": "1.1",
    "person": "3.1",
    "series": "5(a)(ii)",
    "card": "5(c)",
    "kept": "5(c)",
    "sale": "2.2 same",
    "point": "2.2 same",
    "eyes down": "3.5(c)",
    "range": "3.4(b)",
    "announcement": "3.3(a)(i)",
    "call": "3.3(c)",
    "ball": "3.3(d)",
    "rack": "3.4(c)",
    "claim": "3.5",
    "result": "3.5",
    "share": "1.2",
    "prize": "1.1",
    "contribution": "1.2",
    "correction": "3.6",
    "payment": "1.2",
    "pool": "4.1(a)",
    "dispute": "3.4(d)",
}

ANNOUNCED = ("3.3(a)(i)", "3.3(a)(ii)", "3.3(a)(iii)", "4.2(a)", "4.2(b)", "4.3(a)", "4.3(b)")
RECORD = record_chapter(BOOK, WORDS, c03_duties.steps().values(), ANNOUNCED)

ANNOUNCEMENTS = Announcements(
    before_session=(
        c03_duties.versions,
        c03_duties.count_back,
        c03_duties.disputes,
        c04_jackpots.jackpot_games,
        c04_jackpots.brought_forward,
    ),
    before_game=(),
    after_session=(c04_jackpots.closing_balance, c04_jackpots.next_session),
)


def pay_method(facts: PayFacts) -> str:
    """How it was paid; no rule asks for a method, so cash where nothing else is asked for."""
    methods = dict.fromkeys(method for method, _ in facts.parts)
    return " and ".join(methods) or ("cheque" if facts.cheque_requested else "cash")


WAYS = Ways(
    prize_name=lambda prize: prize,
    gaming_day=lambda at, _starts, _minutes: at.date(),
    forfeited=c01_versions.forfeited,
    share=c01_versions.share,
    least_return=lambda _scope, _jackpot: None,
    administration=lambda _: 0,
    must_go=lambda _: False,
    pay_method=pay_method,
    seconds_over=lambda _began, _ended: 0,
    place=lambda _prize, _prizes: "",
    advice=lambda: "",
    best_level=lambda _: "",
    wins_jackpot=lambda _number, _numbers: False,
)


def open_on(day: date) -> BingoBook[VicBingoFigures]:
    """The book with the figures in force on a day.

    >>> open_on(date(2026, 6, 1)).id
    'vic-bingo'
    """
    figures = figures_on(VicBingoFigures, PACKAGE, day)
    return BingoBook(
        source=read_source(PACKAGE),
        day=day,
        figures=figures,
        chapters=(
            *ACTIONS.chapters,
            c01_versions.RULE_1,
            c03_duties.RULE_3,
            c04_jackpots.RULE_4,
            c05_tickets.TICKETS,
            c05_tickets.SERIES,
            RECORD,
        ),
        actions=ACTIONS,
        announcements=ANNOUNCEMENTS,
        ways=WAYS,
        traits=Traits(
            price_by_ticket=True,
            witnessed_step=c03_duties.CALL_BACK,
            open_ticks=("notice_displayed",),
        ),
        versions={int(number): prizes for number, prizes in figures.versions.items()},
        patterns=c01_versions.patterns(),
        steps=c03_duties.steps(),
        words=WORDS,
        paper=Paper(
            series=c05_tickets.SERIES,
            cards=c05_tickets.TICKETS,
            exempt=c05_tickets.exempt,
            colour_lookback=figures.colour_lookback_games,
            colours_clause="5(b)(ii)",
        ),
    )
