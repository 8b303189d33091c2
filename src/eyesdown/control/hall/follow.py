"""Following a hall's journal row by row: every event counted where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from eyesdown.bingo.claims import events as claims
from eyesdown.bingo.play import events as play
from eyesdown.bingo.pools import events as pools
from eyesdown.bingo.session import events as session_events
from eyesdown.bingo.trouble import events as trouble
from eyesdown.bingo.words.events import GameEvent
from eyesdown.bingo.words.printed import StockPlan
from eyesdown.control.hall import closing, money, undone
from eyesdown.control.hall import sales as sold
from eyesdown.control.hall.tally import Noted, Played, PoolTally, Row, Tally
from eyesdown.kernel.handlers import Handlers
from eyesdown.rulebook.facts.bingo import Settings

NOTES = Handlers()
BOXES = {"six_up": 6, "twelve_up": 12}

_LOGGED = frozenset(get_args(Played))
_CHANGES = (
    pools.PrizeWon,
    pools.PrizeRolled,
    play.NumberCalled,
    play.NumberCorrected,
    claims.GameClosed,
    trouble.GameVoided,
    trouble.GameInvalidated,
)


def tally_of(book: str, rows: Iterable[tuple[int, Iterable[Any]]]) -> Tally:
    """A hall's tally from rows of its journal: each row's number and its events.

    >>> from datetime import UTC, datetime
    >>> opened = pools.PoolOpened(at=datetime(2026, 6, 1, tzinfo=UTC), pool="Gold", sequence="")
    >>> tally_of("vic-bingo", [(1, [opened])]).pools["Gold"].balance_cents
    0
    """
    tally = Tally(book)
    for row, events in rows:
        for event in events:
            follow(tally, row, event)
    return tally


def follow(tally: Tally, row: int, event: Any) -> Tally:
    """The same tally with one more event of a row counted, in place."""
    # These two are in events of the site, which this room may not import: known by their fields.
    settings = getattr(event, "settings", None)
    if isinstance(settings, Settings):
        tally.settings = settings
        return tally
    stock = getattr(event, "stock", None)
    if isinstance(stock, StockPlan):
        _taken_in(tally, stock)
        return tally
    _turn_to(tally, row, event)
    if event.__class__ in _LOGGED:
        _log(tally, row, event)
    note = _NOTE.get(event.__class__)
    if note is not None:
        note(tally, event)
    if isinstance(event, _CHANGES):
        tally.game(event.session, event.game or event.to_game).changed = row  # type: ignore[union-attr]  # only what rolled may have no game
    return tally


def _taken_in(tally: Tally, stock: StockPlan) -> None:
    """A series beside the journal: its pages are numbered one by one, six or twelve boxes each."""
    first = (stock.first_card - 1) // BOXES.get(stock.up, 1) + 1
    tally.pages[stock.serial] = first, first + stock.books * stock.games - 1


def _turn_to(tally: Tally, number: int, event: Any) -> None:
    """A new row begins: what the one before it left open is a difference."""
    row = tally.row
    if row.number != number:
        says = sold.unfinished(row)
        if says:
            tally.differs(row.session, row.games, says)
        tally.row = row = Row(number)
    row.session = getattr(event, "session", row.session)
    if isinstance(event, GameEvent):
        row.games = (event.game,)


def _log(tally: Tally, row: int, event: Any) -> None:
    session = tally.sessions[event.session]
    games = [session.games[event.game]] if isinstance(event, GameEvent) else session.games.values()
    for game in games:
        game.log.append(Noted(row, event))


@NOTES.handles(pools.PoolOpened)
def _pool_opened(tally: Tally, event: pools.PoolOpened) -> None:
    tally.pools[event.pool] = PoolTally(event.sequence)


@NOTES.handles(session_events.GamingDayFixed)
def _gaming_day_fixed(tally: Tally, event: session_events.GamingDayFixed) -> None:
    tally.day_starts, tally.day_minutes = event.starts, event.minutes


@NOTES.handles(play.GameStarted)
def _game_started(tally: Tally, event: play.GameStarted) -> None:
    session = tally.sessions[event.session]
    session.began_at = session.began_at or event.at
    game = session.games[event.game]
    game.phase, game.started_at = "running", event.at
    money.must_go_owed(tally, event.session, event.at)


@NOTES.handles(play.EyesDownCalled)
def _eyes_down(tally: Tally, event: play.EyesDownCalled) -> None:
    game = tally.game(event.session, event.game)
    game.sale_ended = game.sale_ended or tally.row.number


@NOTES.handles(session_events.PersonAppointed)
def _appointed(tally: Tally, event: session_events.PersonAppointed) -> None:
    tally.sessions[event.session].officials.setdefault(event.person, []).append(event.game)


_NOTE: Mapping[type, Callable[[Tally, Any], None]] = {
    kind: note
    for registry in (NOTES, money.NOTES, closing.NOTES, sold.NOTES, undone.NOTES)
    for kind, note in registry.by_kind.items()
}
