"""The parts bound together, fixed to a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.bingo_book import Announcements, BingoBook, Paper, Traits, Ways
from eyesdown.rulebook.bingo_record import record_chapter
from eyesdown.rulebook.facts.bingo import PayFacts
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.exampleland_bingo90 import (  # noqa: F401  their checks join the actions
    c02_people,
    c03_programme,
    c04_sales,
    c05_calling,
    c06_winning,
    c07_claims,
    c08_cards,
)
from eyesdown.rulebooks.exampleland_bingo90.actions import ACTIONS, BOOK
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

# The clause that a refusal cites when something does not exist or was done already.
WORDS = {
    "session": "3(2)",
    "game": "3(1)",
    "person": "2(1)",
    "series": "8(3)",
    "card": "8(1)",
    "kept": "7(3)",
    "sale": "4(2)",
    "point": "4(2)",
    "eyes down": "4(3)",
    "range": "8(3)",
    "announcement": "3(2)",
    "call": "5(2)",
    "ball": "5(1)",
    "rack": "5(1)",
    "claim": "7(1)",
    "result": "7(3)",
    "share": "7(4)",
    "prize": "3(1)",
    "contribution": "3(3)",
    "correction": "5(4)",
    "payment": "7(4)",
    "pool": "3(3)",
    "dispute": "7(6)",
}
RECORD = record_chapter(BOOK, WORDS, c07_claims.steps().values(), ("3(2)",))


def pay_method(facts: PayFacts) -> str:
    """How a prize is paid: as asked for, or in cash; no clause speaks of it."""
    methods = dict.fromkeys(method for method, _ in facts.parts)
    return " and ".join(methods) or ("cheque" if facts.cheque_requested else "cash")


WAYS = Ways(
    prize_name=lambda prize: prize,
    gaming_day=lambda at, _starts, _minutes: at.date(),
    forfeited=c07_claims.forfeited,
    share=c07_claims.share,
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


def open_on(day: date) -> BingoBook[Figures]:
    """The book with the figures in force on a day.

    >>> open_on(date(2025, 12, 31)).figures.sale_cards_max
    4
    >>> open_on(date(2026, 1, 1)).figures.sale_cards_max
    6
    """
    figures = figures_on(Figures, __package__, day)
    return BingoBook(
        source=read_source(__package__),
        day=day,
        figures=figures,
        chapters=(
            *ACTIONS.chapters,
            c03_programme.PROGRAMME,
            c06_winning.WINNING,
            c07_claims.CLAIMS,
            c08_cards.CARDS,
            c08_cards.SERIES,
            RECORD,
        ),
        actions=ACTIONS,
        announcements=Announcements(
            before_session=(c03_programme.versions,), before_game=(), after_session=()
        ),
        ways=WAYS,
        traits=Traits(),
        versions={int(number): prizes for number, prizes in figures.versions.items()},
        patterns=c06_winning.patterns(),
        steps=c07_claims.steps(),
        words=WORDS,
        paper=Paper(series=c08_cards.SERIES, cards=c08_cards.CARDS),
    )
