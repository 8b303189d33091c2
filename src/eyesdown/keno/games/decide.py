"""Days and games: open, close, draw, display."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import assert_never

from eyesdown.keno.commands import (
    CloseDay,
    CloseGame,
    CorrectDisplay,
    GameCommand,
    OpenDay,
    OpenGame,
    RecordDraw,
    ReportWrongDisplay,
    SettleGame,
)
from eyesdown.keno.events import (
    DayClosed,
    DayOpened,
    DisplayCorrected,
    DrawInterrupted,
    Event,
    FundFed,
    GameClosed,
    GameOpened,
    GrowthAdded,
    NumbersDrawn,
    WrongNumberShown,
)
from eyesdown.keno.games.settle import settle_open_game
from eyesdown.keno.sales.checks import growth_rate
from eyesdown.keno.sales.payment import holder
from eyesdown.keno.state.deciding import is_before, no, refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Totals
from eyesdown.keno.words.money import (
    FUND,
    LICENSEES,
    PLAYER,
    group,
    growth_purse,
    pool_purse,
    promotion,
    shares_by_category,
)
from eyesdown.keno.words.records import DrawPart, Game, GameState, Jackpot
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.book import not_in_force
from eyesdown.rulebook.facts.keno_draw import DrawFacts, EligibleFacts, GameFacts
from eyesdown.rulebook.keno_words import VOUCHERS
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import draw_problem
from eyesdown.rulebooks.nsw_keno.c02_terms import keno_day_of
from eyesdown.rulebooks.nsw_keno.c05_eligibility import DRAW_STAFF, ELIGIBLE
from eyesdown.rulebooks.nsw_keno.c10_jackpots import growth_with
from eyesdown.rulebooks.nsw_keno.c12_draw import DRAW, GAMES

Events = tuple[Event, ...]


def decide_games(book: NswKeno, state: KenoState, command: GameCommand) -> Events:
    match command:
        case OpenDay():
            return _open_day(book, state, command)
        case CloseDay(at=at):
            if state.day is None or state.open_game is not None:
                return no(command, "", (refusal(book, "day/not_closable", "2:Keno Day"),))
            return (DayClosed(at, state.day),)
        case OpenGame():
            if state.open_game is not None:
                bad = refusal(book, "game/still_open", "12(b)", game=state.open_game)
                return no(command, "", (bad,))
            return _open_game(book, state, command, state.next_game)
        case CloseGame():
            return _close_game(book, state, command)
        case RecordDraw():
            return _draw(book, state, command)
        case ReportWrongDisplay() | CorrectDisplay():
            return _display(book, state, command)
        case SettleGame():
            return settle_open_game(book, state, command)
        case _:
            assert_never(command)


def _open_day(book: NswKeno, state: KenoState, command: OpenDay) -> Events:
    day = keno_day_of(command.at.date())
    early = not_in_force(book.source, day)
    found: tuple[Refusal, ...] = (early,) if early else ()
    if state.day is not None or (state.last_day is not None and day <= state.last_day):
        found += (refusal(book, "day/not_openable", "2:Keno Day", day=day.isoformat()),)
    return no(command, day.isoformat(), found) if found else (DayOpened(command.at, day),)


def _open_game(book: NswKeno, state: KenoState, command: OpenGame | CloseGame, game: int) -> Events:
    closes_at = command.closes_at if isinstance(command, OpenGame) else command.next_closes_at
    assert closes_at is not None
    if state.day is None:
        return no(command, "", (refusal(book, "game/no_day", "2:Keno Day"),))
    following = state.next_number
    number = book.figures.game_number_first if following is None else following
    found = book.check(GAMES, GameFacts(number))
    if not is_before(command.at, closes_at):
        found += (refusal(book, "game/closes_before_it_opens", "12(b)"),)
    if found:
        return no(command, str(number), found)
    since = book.source.in_force
    return (GameOpened(command.at, game, state.day, number, closes_at, since),)


@dataclass(slots=True)
class _Closing:
    """What a closing game gathers: its stakes, who falls out, and what that gives back."""

    totals: Totals
    excluded: list[str]
    amounts: list[tuple[str, Exact]]


def _close_game(book: NswKeno, state: KenoState, command: CloseGame) -> Events:
    if state.open_game is None:
        return no(command, "", (refusal(book, "game/none_open", "12(b)"),))
    game = state.games[state.open_game]
    closing = _Closing(Totals(), [], [])
    closing.totals.add(state.totals[game.game].frozen())
    for serial, first in state.undelivered.items():
        sold = state.sold[serial]
        channel = sold.entry.channel
        facts = EligibleFacts(channel, stored=True, receipt_issued=False, in_account=False)
        if first == game.game and book.check(ELIGIBLE, facts):
            closing.excluded.append(serial)
            closing.totals.add(sold.staked_in(game.game), -1)
            cash = sum(one.used_cents for one in sold.used if one.tender not in VOUCHERS)
            closing.amounts += [(holder(sold.entry), -cash), (PLAYER, cash)]
    closed = _book_game(book, state, game, command.at, closing)
    if command.next_closes_at is None:
        return (closed,)
    return (closed, *_open_game(book, state, command, state.next_game))


def _book_game(
    book: NswKeno, state: KenoState, game: Game, at: datetime, closing: _Closing
) -> GameClosed:
    """Contributions and growth of one game, booked when its sales are final (M14, M15)."""
    totals = closing.totals
    shares = shares_by_category(totals.by_category, state.flex_on(game.keno_day), book.figures)
    funds = tuple(
        FundFed(category, totals.by_category[category], share.main_cents, share.promotion_cents)
        for category, share in shares.items()
    )
    growth = []
    for key, cents in totals.by_jackpot.items():
        rate = growth_rate(book, state, key) or Fraction(0)
        pooled = state.jackpots.get(key, Jackpot(key)).pooled
        growth.append(GrowthAdded(key, cents, growth_with(Fraction(0), cents, rate), pooled))
    amounts = closing.amounts
    amounts.append((FUND, -sum((added.cents for added in growth), Fraction(0))))
    for fed in funds:
        amounts += [
            (LICENSEES, -fed.main_cents - fed.promotion_cents),
            (FUND, fed.main_cents),
            (promotion(fed.category), fed.promotion_cents),
        ]
    for added in growth:
        purse = pool_purse(added.jackpot) if added.pooled else growth_purse(added.jackpot)
        amounts.append((purse, added.cents))
    return GameClosed(at, game.game, funds, tuple(growth), tuple(closing.excluded), group(*amounts))


def _draw(book: NswKeno, state: KenoState, command: RecordDraw) -> Events:
    game = state.games.get(command.game)
    if game is None:
        bad = refusal(book, "game/unknown", "12(c):number", game=command.game)
        return no(command, str(command.game), (bad,))
    facts = DrawFacts(
        supervisor=state.supervisor(command.site),
        device=command.device,
        site=command.site,
        site_approval=command.site_approval,
        medium=command.medium,
        game_closed=game.state is not GameState.OPEN,
    )
    found = book.check(DRAW_STAFF, facts) + book.check(DRAW, facts)
    if game.state in (GameState.DRAWN, GameState.SETTLED):
        found += (refusal(book, "draw/drawn_already", "2:Drawing", game=game.game),)
    elif not found:
        problem = _numbers_problem(book, game.numbers, command)
        if problem:
            found = (refusal(book, "draw/numbers", "2:Drawing", problem=problem),)
    if found:
        return no(command, str(game.game), found)
    part = DrawPart(command.device, command.numbers, command.at, command.malfunction, command.by)
    if command.malfunction:
        return (DrawInterrupted(command.at, game.game, part, command.site),)
    drawn = NumbersDrawn(
        command.at,
        game.game,
        game.numbers + command.numbers,
        part,
        command.site,
        command.medium,
        facts.supervisor,
    )
    return (drawn,)


def _numbers_problem(book: NswKeno, kept: tuple[int, ...], command: RecordDraw) -> str | None:
    """Why these numbers cannot follow those already drawn; a broken-off draw may be short."""
    numbers = kept + command.numbers
    if not command.malfunction:
        return draw_problem(numbers, book.figures)
    figures = book.figures
    fine = len(set(numbers)) == len(numbers) < figures.numbers_drawn
    fine = fine and all(1 <= number <= figures.numbers_max for number in numbers)
    return None if fine else "is not the beginning of a draw"


def _display(
    book: NswKeno, state: KenoState, command: ReportWrongDisplay | CorrectDisplay
) -> Events:
    game = state.games.get(command.game)
    numbers = game.numbers if game else ()
    match command:
        case ReportWrongDisplay(position=position, shown=shown):
            there = 1 <= position <= len(numbers) and 1 <= shown <= book.figures.numbers_max
            if not there or numbers[position - 1] == shown:
                bad = refusal(book, "display/not_wrong", "12(c):flash", position=position)
                return no(command, str(command.game), (bad,))
            return (WrongNumberShown(command.at, command.game, position, shown),)
        case CorrectDisplay():
            if game is None or not game.wrong:
                bad = refusal(book, "display/not_wrong", "12(c):flash", game=command.game)
                return no(command, str(command.game), (bad,))
            places = [one.position for one in game.wrong]
            return tuple(
                DisplayCorrected(command.at, command.game, place, numbers[place - 1])
                for place in places
            )
        case _:
            assert_never(command)
