"""nz-casino-bingo, opened on a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.bingo_book import Announcements, BingoBook, Paper, Timed, Traits, Ways
from eyesdown.rulebook.bingo_record import record_chapter
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.source import read_source
from eyesdown.rulebook.spelling import plain_words
from eyesdown.rulebooks.nz_casino_bingo import c01_interpretation as c01
from eyesdown.rulebooks.nz_casino_bingo import (  # noqa: F401  its checks join the actions
    c03_cards,
    c03_selector,
    c04_entry,
    c05_conduct,
    c05_winners,
    c06_jackpots,
    c07_prizes,
    c08_disputes,
    c09_irregularities,
)
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

PACKAGE = __package__

WORDS = {
    "session": "1.1 'Session'",
    "game": "5.2",
    "person": "5.5",
    "series": "3.2(c)",
    "card": "3.2(c)",
    "kept": "3.2(c)",
    "sale": "4.1 first",
    "point": "4.3",
    "eyes down": "4.2 chance",
    "range": "3.2(c)(ii)",
    "announcement": "5.6(a)(i)",
    "call": "5.6(c)",
    "ball": "5.6(d)",
    "rack": "5.7(b)",
    "claim": "5.7(c)",
    "result": "5.7(c)",
    "share": "5.4",
    "prize": "5.2",
    "contribution": "7.2",
    "correction": "5.8",
    "payment": "7.3",
    "pool": "6.1(a)",
    "dispute": "8.1",
    "span": "5.1 span",
    "return game": "7.1(b)",
    "return game with jackpot": "7.1(a)",
    "return session": "7.1(c)",
    "return sequence": "7.1(d)",
}

ANNOUNCED = ("5.6(a)(i)", "5.6(a)(ii)", "5.6(a)(iii)", "6.2(a)", "6.2(b)", "6.3(a)", "6.3(b)")
RECORD = record_chapter(BOOK, WORDS, c05_winners.steps().values(), ANNOUNCED)

ANNOUNCEMENTS = Announcements(
    before_session=(c06_jackpots.jackpot_games, c06_jackpots.brought_forward),
    before_game=(c05_conduct.version, c05_conduct.prizes, c05_conduct.serials),
    after_session=(c06_jackpots.closing_balance, c06_jackpots.next_session),
)


def open_on(day: date) -> BingoBook[NzBingoFigures]:
    """The book with the figures in force on a day.

    >>> open_on(date(2026, 6, 1)).id
    'nz-casino-bingo'
    """
    figures = figures_on(NzBingoFigures, PACKAGE, day)
    return BingoBook(
        source=read_source(PACKAGE),
        day=day,
        figures=figures,
        chapters=(
            *ACTIONS.chapters,
            c01.PART_1,
            c03_cards.CARDS,
            c03_cards.SERIES,
            c04_entry.PART_4,
            c05_conduct.PART_5,
            c05_winners.WINNERS,
            c06_jackpots.PART_6,
            c07_prizes.PART_7,
            c08_disputes.PART_8,
            RECORD,
        ),
        actions=ACTIONS,
        announcements=ANNOUNCEMENTS,
        ways=_ways(figures),
        traits=Traits(corrected_by_halves=True, refund_is_due=True, same_day_cards=True),
        versions={int(number): prizes for number, prizes in figures.versions.items()},
        patterns=c01.patterns(),
        steps=c05_winners.steps(),
        words=WORDS,
        paper=Paper(series=c03_cards.SERIES, cards=c03_cards.CARDS),
    )


def _ways(figures: NzBingoFigures) -> Ways:
    return Ways(
        prize_name=plain_words,
        gaming_day=c01.gaming_day,
        forfeited=c05_winners.forfeited,
        share=c05_conduct.share,
        least_return=lambda scope, jackpot: c07_prizes.least_return(
            scope, figures, jackpot=jackpot
        ),
        administration=lambda _: 0,
        must_go=lambda balance_cents: c06_jackpots.must_go(balance_cents, figures),
        pay_method=lambda facts: c07_prizes.pay_method(facts, figures),
        seconds_over=lambda began, ended: c05_conduct.seconds_over(began, ended, figures),
        place=c05_conduct.place_of,
        advice=lambda: c08_disputes.advice(figures),
        best_level=lambda _: "",
        wins_jackpot=lambda _number, _numbers: False,
        minutes={
            "span": Timed(figures.session_span_minutes, "5.1 span"),
            "gap": Timed(figures.session_gap_minutes, "5.1 gap"),
            "gaming day": Timed(figures.gaming_day_minutes, "1.1 'Gaming Day'"),
        },
    )
