"""What keno reports from the store: sums of a game and of a Keno Day, and winners to announce."""

from __future__ import annotations

from itertools import chain, takewhile

from eyesdown.central.keno.machine import EVENTS, PRIZES
from eyesdown.central.keno.stored_tickets import find
from eyesdown.central.site.row_summaries import sums
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.display.keno.site import WinnerShown, winners_feed
from eyesdown.keno.games.events import GameClosed, GameSettled
from eyesdown.keno.state.state import KenoState
from eyesdown.ledger.books import Amount, shown, whole


def game_sums(store: Store, game: str) -> dict[str, Amount] | None:
    """What a published game ('2026-11-15/007') moved when it was closed and settled, by account.

    None for a game without a result.
    """
    result = store.record("result", game)
    if result is None:
        return None
    number = EVENTS.read(result.body).game
    return sums(
        line for seq in _rows_of(store, number, game, result.seq) for line in store.row_lines(seq)
    )


def day_sums(store: Store, day: str) -> dict[str, Amount] | None:
    """What a Keno Day changed on every account, from its opening to the next one's, or until now.

    None for a day that was never opened.
    """
    begins = {record.key: record.seq for record in store.records("day")}
    if day not in begins:
        return None
    later = [seq for name, seq in begins.items() if name > day]
    before = store.balances(begins[day] - 1)
    after = store.balances(min(later) - 1 if later else None)
    changes = {name: whole(after[name] - before.get(name, 0)) for name in sorted(after)}
    return {name: shown(name, change) for name, change in changes.items() if change}


def winners(
    store: Store, keno: KenoState, game: str, least_cents: int
) -> tuple[WinnerShown, ...] | None:
    """Wins of a published game that may be announced, largest first; None without a result.

    Requests and decisions since the draw count: a name left out, a prize barred.
    """
    settled = store.record("winnings", game) if store.record("result", game) else None
    if settled is None:
        return None
    events = EVENTS.read_all(next(store.rows(settled.seq - 1)).events)
    settlements = [event for event in events if isinstance(event, GameSettled)]
    to_announce = []
    for prize in chain.from_iterable(event.prizes for event in settlements):
        if prize.cents >= least_cents:
            sold = keno.find(prize.serial) or find(store, prize.serial)
            row = store.record("prize", f"{prize.serial}/{prize.game}")
            assert sold is not None, "a prize was won with a ticket"
            assert row is not None, "a prize is on record"
            to_announce.append((sold, PRIZES.read(row.body)))
    shown = winners_feed(keno, to_announce, least_cents)
    return tuple(sorted(shown, key=lambda winner: -winner.cents))


def _rows_of(store: Store, number: int, game: str, published: int) -> list[int]:
    """Where a game was closed, mostly when the next one opened, and where it was settled."""
    settled, following = store.record("winnings", game), store.record("game", f"{number + 1}")
    guess = [record.seq for record in (following, settled) if record is not None]
    closed_or_settled = [seq for seq in guess if _has(next(store.rows(seq - 1)), number)]
    if len(closed_or_settled) > 1:
        return closed_or_settled
    opened = store.record("game", f"{number}")
    assert opened is not None, "a published game was opened"
    rows = takewhile(lambda row: row.seq <= published, store.rows(opened.seq))
    return [row.seq for row in rows if _has(row, number)]


def _has(row: Row, game: int) -> bool:
    if not any(kind in row.events for kind in (b'"GameClosed"', b'"GameSettled"')):
        return False  # also a row about the journal itself, which no game knows
    events = EVENTS.read_all(row.events)
    return any(
        isinstance(event, GameClosed | GameSettled) and event.game == game for event in events
    )
