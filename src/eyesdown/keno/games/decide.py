"""Days and games: opening, closing, recording a draw, correcting a display."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from eyesdown.keno.games import settle
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    CorrectDisplay,
    CorrectGameTime,
    OpenDay,
    OpenGame,
    RecordDraw,
    ReportWrongDisplay,
)
from eyesdown.keno.games.events import (
    DayClosed,
    DayOpened,
    DisplayCorrected,
    DrawInterrupted,
    Events,
    FundFed,
    GameClosed,
    GameOpened,
    GameTimeCorrected,
    GrowthAdded,
    NumbersDrawn,
    WrongNumberShown,
)
from eyesdown.keno.sales.checks import growth_rate
from eyesdown.keno.sales.commission import shares_by_category
from eyesdown.keno.sales.payment import holder
from eyesdown.keno.state.checks import is_before
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Totals
from eyesdown.keno.words.games import DrawPart, Game, GameState
from eyesdown.keno.words.money import (
    FUND,
    LICENSEES,
    PLAYER,
    group,
    growth_purse,
    pool_purse,
    promotion,
)
from eyesdown.keno.words.offers import Jackpot
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.book import not_in_force
from eyesdown.rulebook.facts.keno_draw import DrawFacts, EligibleFacts, GameFacts
from eyesdown.rulebook.keno_words import VOUCHERS
from eyesdown.rulebooks.central_site.record import refusal
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import draw_problem
from eyesdown.rulebooks.nsw_keno.c02_terms import keno_day_of
from eyesdown.rulebooks.nsw_keno.c05_eligibility import DRAW_STAFF, ELIGIBLE
from eyesdown.rulebooks.nsw_keno.c10_jackpots import growth_with
from eyesdown.rulebooks.nsw_keno.c12_draw import DRAW, GAMES

DAYS_AND_GAMES = Handlers()
DECIDES = (DAYS_AND_GAMES, settle.DECIDES)
"""The handlers of every command about days and games."""


@DAYS_AND_GAMES.handles(OpenDay)
def open_day(book: NswKeno, state: KenoState, command: OpenDay) -> Events:
    """Open the Keno Day of the command's date; a day is opened once and in order."""
    day = keno_day_of(command.at.date())
    early = not_in_force(book.source, day)
    refusals: tuple[Refusal, ...] = (early,) if early else ()
    if state.day is not None or (state.last_day is not None and day <= state.last_day):
        refusals += (book.refusal("day/not_openable", "2:Keno Day", day=day.isoformat()),)
    if refusals:
        return refused(command, refusals, day.isoformat())
    return (DayOpened(command.at, day),)


@DAYS_AND_GAMES.handles(CloseDay)
def close_day(book: NswKeno, state: KenoState, command: CloseDay) -> Events:
    """Close the Keno Day once no game is open."""
    if state.day is None or state.open_game is not None:
        return refused(command, (book.refusal("day/not_closable", "2:Keno Day"),))
    return (DayClosed(command.at, state.day),)


@DAYS_AND_GAMES.handles(OpenGame)
def open_game(book: NswKeno, state: KenoState, command: OpenGame) -> Events:
    """Open the first game of a day, or the next one after a pause."""
    if state.open_game is not None:
        still_open = book.refusal("game/still_open", "12(b)", game=state.open_game)
        return refused(command, (still_open,))
    return _opened(book, state, command, command.closes_at)


def _opened(
    book: NswKeno, state: KenoState, command: OpenGame | CloseGame, closes_at: datetime
) -> Events:
    if state.day is None:
        return refused(command, (book.refusal("game/no_day", "2:Keno Day"),))
    following = state.next_number
    number = book.figures.game_number_first if following is None else following
    refusals = book.check(GAMES, GameFacts(number))
    if not is_before(command.at, closes_at):
        refusals += (book.refusal("game/closes_before_it_opens", "12(b)"),)
    if refusals:
        return refused(command, refusals, str(number))
    since = book.source.in_force
    return (GameOpened(command.at, state.next_game, state.day, number, closes_at, since),)


@dataclass(slots=True)
class _Closing:
    """A game being closed: its stakes, the Entries excluded, and the money they get back."""

    totals: Totals
    excluded: list[str]
    amounts: list[tuple[str, Exact]]


@DAYS_AND_GAMES.handles(CloseGame)
def close_game(book: NswKeno, state: KenoState, command: CloseGame) -> Events:
    """Close the open game: exclude undelivered Entries, book contributions and growth.

    With `next_closes_at` the next game opens in the same instant (T09).
    """
    if state.open_game is None:
        return refused(command, (book.refusal("game/none_open", "12(b)"),))
    game = state.games[state.open_game]
    closing = _Closing(Totals(), [], [])
    closing.totals.add(state.totals[game.game].frozen())
    # Stored, but without a receipt yet: whether that keeps an Entry out
    # depends on its channel (rule 5).
    for serial, first in state.undelivered.items():
        sold = state.sold[serial]
        channel = sold.entry.channel
        facts = EligibleFacts(channel, stored=True, receipt_issued=False, in_account=False)
        if first == game.game and book.check(ELIGIBLE, facts):
            closing.excluded.append(serial)
            closing.totals.add(sold.staked_in(game.game), -1)
            # Vouchers go back as documents (see `give_back_documents`);
            # only other tenders are repaid.
            cash = sum(used.used_cents for used in sold.used if used.tender not in VOUCHERS)
            closing.amounts += [(holder(sold.entry), -cash), (PLAYER, cash)]
    closed = _book_game(book, state, game, command.at, closing)
    if command.next_closes_at is None:
        return (closed,)
    return (closed, *_opened(book, state, command, command.next_closes_at))


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


@DAYS_AND_GAMES.handles(CorrectGameTime)
def correct_game_time(book: NswKeno, state: KenoState, command: CorrectGameTime) -> Events:
    """Close a game now that a wrong clock opened in the future, and go on with today's Keno Day."""
    game = state.games.get(command.game)
    refusals: tuple[Refusal, ...] = ()
    if game is None or game.game != state.open_game or not is_before(command.at, game.opened_at):
        refusals += (refusal("clock/not_ahead", game=command.game),)
    if not command.second or command.second == command.by:
        refusals += (refusal("clock/same_person", by=command.by),)
    if not command.because.strip():
        refusals += (refusal("clock/no_reason", game=command.game),)
    if refusals or game is None:
        return refused(command, refusals, str(command.game))
    today = min(game.keno_day, keno_day_of(command.at.date()))
    return (
        GameTimeCorrected(
            at=command.at,
            game=game.game,
            closes_at_was=game.closes_at,
            keno_day=today,
            keno_day_was=game.keno_day,
            by=command.by,
            second=command.second,
            because=command.because,
        ),
    )


@DAYS_AND_GAMES.handles(RecordDraw)
def record_draw(book: NswKeno, state: KenoState, command: RecordDraw) -> Events:
    """Record the numbers of a closed game, all of them or those drawn before a malfunction."""
    game = state.games.get(command.game)
    if game is None:
        unknown = book.refusal("game/unknown", "12(c):number", game=command.game)
        return refused(command, (unknown,), str(command.game))
    facts = DrawFacts(
        supervisor=state.supervisor(command.site),
        device=command.device,
        site=command.site,
        site_approval=command.site_approval,
        medium=command.medium,
        game_closed=game.state is not GameState.OPEN,
    )
    refusals = book.check(DRAW_STAFF, facts) + book.check(DRAW, facts)
    if game.state in (GameState.DRAWN, GameState.SETTLED):
        refusals += (book.refusal("draw/drawn_already", "2:Drawing", game=game.game),)
    elif not refusals:
        problem = _numbers_problem(book, game.numbers, command)
        if problem:
            refusals = (book.refusal("draw/numbers", "2:Drawing", problem=problem),)
    if refusals:
        return refused(command, refusals, str(game.game))
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


def _numbers_problem(book: NswKeno, drawn: tuple[int, ...], command: RecordDraw) -> str | None:
    """Why these numbers cannot follow those already drawn; an interrupted draw may be short."""
    numbers = drawn + command.numbers
    if not command.malfunction:
        return draw_problem(numbers, book.figures)
    figures = book.figures
    fine = len(set(numbers)) == len(numbers) < figures.numbers_drawn
    fine = fine and all(1 <= number <= figures.numbers_max for number in numbers)
    return None if fine else "is not the beginning of a draw"


@DAYS_AND_GAMES.handles(ReportWrongDisplay)
def report_wrong_display(book: NswKeno, state: KenoState, command: ReportWrongDisplay) -> Events:
    """Note that a screen shows another number than the one drawn at a position (T18)."""
    game = state.games.get(command.game)
    numbers = game.numbers if game else ()
    position, shown = command.position, command.shown
    possible = 1 <= position <= len(numbers) and 1 <= shown <= book.figures.numbers_max
    if not possible or numbers[position - 1] == shown:
        not_wrong = book.refusal("display/not_wrong", "12(c):flash", position=position)
        return refused(command, (not_wrong,), str(command.game))
    return (WrongNumberShown(command.at, command.game, position, shown),)


@DAYS_AND_GAMES.handles(CorrectDisplay)
def correct_display(book: NswKeno, state: KenoState, command: CorrectDisplay) -> Events:
    """Put every wrongly shown number of a game right."""
    game = state.games.get(command.game)
    if game is None or not game.wrong:
        not_wrong = book.refusal("display/not_wrong", "12(c):flash", game=command.game)
        return refused(command, (not_wrong,), str(command.game))
    positions = [wrong.position for wrong in game.wrong]
    return tuple(
        DisplayCorrected(command.at, command.game, position, game.numbers[position - 1])
        for position in positions
    )
