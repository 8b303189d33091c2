"""How to play: stakes, multipliers and what else a roulette number is, from the book's figures."""

from __future__ import annotations

from eyesdown.display.game_names import GAMES
from eyesdown.rulebook.keno_words import RouletteBet
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c09_subscriptions import minimum_stakes
from eyesdown.rulebooks.nsw_keno.c23_schedule import totals_of

EVEN = {"low_high": "low or high", "red_black": "red or black", "odd_even": "odd or even"}


def stakes_shown(book: NswKeno) -> list[tuple[str, str, int]]:
    """Every minimum stake as (game, bet, cents); bets of one game that cost the same are one row.

    In racing there are two: for one combination, and for all of them in a game.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> stakes_shown(open_on(date(2024, 1, 12)))[1]
    ('Keno Mega Millions', '', 200)
    """
    bets: dict[tuple[str, int], list[str]] = {}
    for name, cents in minimum_stakes(book.figures):
        game, _, bet = name.partition("/")
        label = "one combination" if game == "racing" else EVEN.get(bet, bet.replace("_", " "))
        bets.setdefault((game, cents), []).append(label)
        if game == "racing":
            bets[game, book.figures.racing_game_min_cents] = ["all of a game"]
    return [(GAMES[game].title, ", ".join(filter(None, of)), at) for (game, at), of in bets.items()]


def bonus_shown(book: NswKeno) -> list[tuple[int, tuple[int, ...]]]:
    """The Schedule: each Multiplier, highest first, with the totals that carry it.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> [(times, len(totals)) for times, totals in bonus_shown(open_on(date(2024, 1, 12)))]
    [(10, 14), (5, 54), (4, 30), (3, 338), (2, 199), (1, 566)]
    """
    parts = sorted(book.figures.multipliers.items(), key=lambda part: -part[1])
    tables = book.tables.multipliers
    return [(times, totals_of(part, tables, book.figures)) for part, times in parts]


def roulette_words(book: NswKeno, number: str) -> tuple[str, ...]:
    """What else a roulette number is: red or black, odd or even, and so on.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> roulette_words(book, '0')
    ()
    """
    names = {"column": "column {}", "dozen": "dozen {}"}
    bets: tuple[RouletteBet, ...] = ("red_black", "odd_even", "low_high", "column", "dozen")
    return tuple(
        names.get(bet, "{}").format(choice)
        for bet in bets
        for choice, covers in book.roulette[bet].items()
        if number in covers
    )
