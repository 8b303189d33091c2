"""A bingo programme to simulate: games with prizes, attendance, and the terms of a jackpot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from eyesdown.bingo.tracking.columns import ANY_LINE, ANY_TWO_LINES, HOUSE
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, NotInForce, quoted
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.loading import folder_of
from eyesdown.rulebook.patterns import Pattern, read_patterns
from eyesdown.rulebook.spelling import plain_words
from eyesdown.rulebooks import SHELF, is_for_halls
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import known

FAMILY = "family-bingo"  # has no programme, only players
BALLS = 90
TICKETS_MAX = 200_000
SESSIONS_MAX = 520

COMMON: Mapping[str, Pattern] = {
    pattern.name: pattern for pattern in (ANY_LINE, ANY_TWO_LINES, HOUSE)
}


def patterns(book: str = "") -> dict[str, Pattern]:
    """Line, two lines, house and the drawn patterns, by name; with a book, its own as well."""
    drawn = read_patterns("eyesdown.rulebooks.nsw_casino_bingo")
    return dict(COMMON) | drawn | (own_patterns(book) if book else {})


def own_patterns(book: str) -> dict[str, Pattern]:
    """The patterns of a book from outside; ours are known without it."""
    return {} if book in SHELF.own else read_patterns(folder_of(book))


def own_name(name: str, book: str = "") -> str | None:
    """A pattern's name in `patterns` from any spelling that the books accept (F11), or None.

    >>> own_name("House"), own_name("pickles"), own_name("hose")
    ('house', 'pickels', None)
    """
    if plain_words(name) in COMMON:
        return plain_words(name)
    return known(name) or (name if name in patterns(book) else None)


@dataclass(frozen=True, slots=True)
class Prize:
    """A pattern's prize: a fixed sum, or a share of the game's receipts."""

    pattern: str
    cents: int = 0
    share: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the programme; the last prize ends it."""

    prizes: tuple[Prize, ...]
    price_cents: int = 0
    to_jackpot: Fraction = Fraction(0)
    jackpot: bool = False


@dataclass(frozen=True, slots=True)
class Jackpot:
    """When the pool is won: a house within a number of balls, or on a drawn jackpot number."""

    opening_cents: int = 0
    within_balls: int = 0
    numbers: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """The book's rules about money on the day; None for a rule it does not have."""

    game_minimum: Fraction | None = None
    session_minimum: Fraction | None = None
    must_go_cents: int | None = None
    fee_to_jackpot: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Programme:
    """Consecutive sessions under one book; the jackpot rolls from each to the next."""

    book: str
    terms: Terms
    games: tuple[Game, ...]
    players: int
    tickets: int  # for each player and game
    sessions: int = 1
    jackpot: Jackpot | None = None
    entry_fee_cents: int = 0
    attendance_varies: bool = False
    drawn: tuple[tuple[str, Pattern], ...] = ()  # a worker does not know a book from outside


def terms_of(book: str, day: date, *, jackpot: bool) -> Terms:
    """The terms of a book on a day: minimum returns, must-go limit, fees to the jackpot."""
    opened = SHELF.open(book, on=day)
    if isinstance(opened, Refusal):
        raise NotInForce("--on", str(opened))
    if not isinstance(opened, BingoBook):
        return Terms()
    least, figures = opened.ways.least_return, opened.figures
    return Terms(
        game_minimum=least("game", jackpot),
        session_minimum=least("session", jackpot),
        must_go_cents=getattr(figures, "must_go_cents", None) if jackpot else None,
        # all but the administration fee feeds it (G09)
        fee_to_jackpot=1 - figures.administration_fee if opened.traits.entry_fee else Fraction(0),
    )


def read_programme(raw: Mapping[str, Any], day: date) -> Programme:
    """A programme from its JSON object; raises BadInput naming the first wrong field."""
    stray = raw.keys() - {
        "book",
        "games",
        "players",
        "tickets",
        "sessions",
        "jackpot",
        "entry_fee_cents",
        "attendance_varies",
    }
    if stray:
        raise BadInput(min(stray), "is not a field of a programme")
    book = raw.get("book")
    if not isinstance(book, str) or not is_for_halls(book):
        given = "is missing; use" if book is None else f"{quoted(book)} is not"
        books = [each for each in SHELF.ids if is_for_halls(each)]
        raise BadInput("book", f"{given} one of {', '.join((*books, FAMILY))}")
    games = raw.get("games")
    if not isinstance(games, list) or not games:
        raise BadInput("games", "is not a list of at least one game")
    programme = Programme(
        book=str(book),
        terms=terms_of(str(book), day, jackpot=raw.get("jackpot") is not None),
        games=tuple(g for index, item in enumerate(games) for g in _games(item, index, str(book))),
        players=_whole(raw, "players", 1, TICKETS_MAX),
        tickets=_whole(raw, "tickets", 1, 96, default=6),
        sessions=_whole(raw, "sessions", 1, SESSIONS_MAX, default=1),
        jackpot=_jackpot(raw.get("jackpot")),
        entry_fee_cents=_whole(raw, "entry_fee_cents", 0, 10**8, default=0),
        attendance_varies=_yes_or_no(raw, "attendance_varies"),
        drawn=tuple(own_patterns(str(book)).items()),
    )
    if programme.players * programme.tickets > TICKETS_MAX:
        raise BadInput("players", f"have more than {TICKETS_MAX} tickets together")
    if programme.jackpot is not None and not any(game.jackpot for game in programme.games):
        raise BadInput("jackpot", "no game of the programme is a jackpot game")
    return programme


def _games(raw: Any, index: int, book: str) -> list[Game]:
    """One entry of the programme as games; `repeat` makes several."""
    field = f"games[{index}]"
    if not isinstance(raw, dict):
        raise BadInput(field, "is not an object")
    prizes = raw.get("prizes")
    if not isinstance(prizes, dict) or not prizes:
        raise BadInput(f"{field}.prizes", "is not an object of pattern to cents or share")
    read_prizes: list[Prize] = []
    for spelling, worth in prizes.items():
        name = own_name(spelling, book)
        if name is None:
            raise BadInput(f"{field}.prizes", f"{quoted(spelling)} is not a pattern")
        if name in {prize.pattern for prize in read_prizes}:
            raise BadInput(f"{field}.prizes", f"{quoted(spelling)} has a prize already")
        if type(worth) is int and worth >= 0:
            read_prizes.append(Prize(name, cents=worth))
        else:
            read_prizes.append(Prize(name, share=_share(worth, f"{field}.prizes.{name}")))
    if read_prizes[-1].pattern != "house":
        raise BadInput(f"{field}.prizes", "the last prize must be the house, which ends the game")
    game = Game(
        tuple(read_prizes),
        _whole(raw, "price_cents", 0, 10**6, default=0),
        _share(raw.get("to_jackpot", 0), f"{field}.to_jackpot"),
        jackpot=_yes_or_no(raw, "jackpot"),
    )
    return [game] * _whole(raw, "repeat", 1, 100, default=1)


def _jackpot(raw: Any) -> Jackpot | None:
    if raw is None:
        return None
    if not isinstance(raw, dict):
        raise BadInput("jackpot", "is not an object")
    jackpot = Jackpot(
        _whole(raw, "opening_cents", 0, 10**10, default=0),
        _whole(raw, "within_balls", 0, BALLS, default=0),
        _whole(raw, "numbers", 0, 5, default=0),
    )
    if bool(jackpot.within_balls) == bool(jackpot.numbers):
        raise BadInput("jackpot", "needs either within_balls or numbers, not both")
    return jackpot


def _yes_or_no(raw: Mapping[str, Any], field: str) -> bool:
    value = raw.get(field, False)
    if not isinstance(value, bool):
        raise BadInput(field, f"{quoted(value)} is not true or false")
    return value


def _whole(
    raw: Mapping[str, Any], field: str, least: int, most: int, default: int | None = None
) -> int:
    value = raw.get(field, default)
    if type(value) is not int or not least <= value <= most:
        raise BadInput(field, f"{quoted(value)} is not a whole number from {least} to {most}")
    return value


def _share(raw: Any, field: str) -> Fraction:
    try:
        share = Fraction(raw)
    except (TypeError, ValueError, ZeroDivisionError) as bad:
        raise BadInput(field, f"{quoted(raw)} is neither cents nor a share like '1/10'") from bad
    if isinstance(raw, float) or not 0 <= share <= 1:
        raise BadInput(field, f"{quoted(raw)} is not a share from 0 to 1, written like '1/10'")
    return share
