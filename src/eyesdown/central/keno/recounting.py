"""A published game from the store: control's tally of it is rebuilt, and the game recounted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from eyesdown.central.desk.row_index import Asked, RowIndex
from eyesdown.central.keno.machine import EVENTS
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.store.base import Store
from eyesdown.control.keno.printed import printed
from eyesdown.control.keno.recount import Recount, recount
from eyesdown.control.keno.tally import Entered, Tally, follow, note_outcome
from eyesdown.keno.bets.bet import LetItRun
from eyesdown.keno.claims.events import EntryDisqualified
from eyesdown.keno.games.events import GameClosed, GameSettled
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.words.money import BONUS_PRIZES
from eyesdown.kernel.written import replace
from eyesdown.ledger.keno import account_of

TERMS = (
    "VenueAppointed",
    "CommissionAgreed",
    "GrowthRateSet",
    "ContributionFlexed",
    "JackpotGuaranteed",
    "PrizeApproved",
    "JackpotTakenOver",
    "PoolSwitched",
    "PoolReported",
    "EntryDisqualified",
    "EntryReinstated",
)
"""Events of any time that a game's prizes may follow from."""
OF_THE_GAME = ("GameOpened", "GameTimeCorrected", "NumbersDrawn")
WHILE_IT_WAITED = ("GameClosed", "GameSettled")
"""Events of other games that move the jackpots between a game's close and its settlement."""


class GameFile(NamedTuple):
    """What is on record of a published game."""

    key: str
    published: ResultPublished
    settled: GameSettled
    settled_seq: int
    serials: tuple[str, ...]


class RecountPlan(NamedTuple):
    """Which rows a recount reads: those of `ids`, and the row in which the game was closed."""

    key: str
    closed_seq: int
    ids: tuple[str, ...]


def game_file(store: Store, key: str) -> GameFile | None:
    """A published game by its key ('2026-11-15/007'); None without a result."""
    result, sealed = store.record("result", key), store.record("sealed", key)
    winnings = store.record("winnings", key)
    if result is None or sealed is None or winnings is None:
        return None
    published = EVENTS.read(result.body)
    events = EVENTS.read_all(next(store.rows(winnings.seq - 1)).events)
    settled = next(event for event in events if isinstance(event, GameSettled))
    serials = tuple(sealed.body.decode().split())
    return GameFile(key, published, settled, winnings.seq, serials)


def recount_plan(index: RowIndex, store: Store, file: GameFile) -> RecountPlan:
    """What a recount has to read, found by the desk's index; this part is quick."""
    before, game = file.settled_seq, file.settled.game

    def of_game(event: str, number: int) -> Iterator[str]:
        return index.ids(Asked(event=event, subject=("game", f"{number}"), before=before))

    closed = index.find(store, Asked(event="GameClosed", subject=("game", f"{game}")), 1)
    closed_seq = closed[0].seq if closed else before
    terms = (index.ids(Asked(event=event, before=before)) for event in TERMS)
    own = (of_game(event, game) for event in OF_THE_GAME)
    waited = (
        index.ids(Asked(event=event, before=before, after=closed_seq - 1))
        for event in WHILE_IT_WAITED
    )
    earlier = {game - 1, *_games_before(index, store, file)}
    outcomes = (of_game("GameSettled", number) for number in earlier)
    ids = [*chain.from_iterable((*terms, *own, *waited, *outcomes))]
    won = {
        line.place.seq
        for line in store.lines(account_of(BONUS_PRIZES))
        if line.why == GameSettled.__name__ and line.place.seq < before
    }
    rows = (index.row(store, seq) for seq in won)
    ids += [row.command_id for row in rows if row is not None]
    return RecountPlan(file.key, closed_seq, tuple(dict.fromkeys(ids)))


def _games_before(index: RowIndex, store: Store, file: GameFile) -> Iterator[int]:
    """Earlier games of the disqualified entries: a Bonus Prize may wait for them since then."""
    serials = set(file.serials)
    asked = Asked(event="EntryDisqualified", before=file.settled_seq)
    for row in index.all(store, asked):
        for event in EVENTS.read_all(row.events):
            if isinstance(event, EntryDisqualified) and event.serial in serials:
                ticket = store.record("ticket", event.serial)
                if ticket is not None:
                    first: int = EVENTS.read(ticket.body).first_game
                    yield from range(first, file.settled.game)


def recount_game(store: Store, plan: RecountPlan) -> Recount:
    """Control's recount of a game from its sealed tickets, with jackpots and Let it Runs."""
    file = game_file(store, plan.key)
    assert file is not None
    return recount(*_before_settlement(store, plan, file))


def _before_settlement(
    store: Store, plan: RecountPlan, file: GameFile
) -> tuple[Tally, GameSettled, int]:
    """Control's book just before a game was settled, and how many tickets are not on record."""
    tally, settled = Tally(), file.settled
    for entered in _entered(store, file.serials):
        tally.entries[entered.entry.serial] = entered
    tally.in_game[settled.game] = [serial for serial in file.serials if serial in tally.entries]
    filled = False
    for row in sorted(store.find(list(plan.ids)).values(), key=lambda row: row.seq):
        if row.seq >= plan.closed_seq and not filled:
            _fill_meters(store, tally, plan.closed_seq - 1, settled.game)
            filled = True
        for event in EVENTS.read_all(row.events):
            _follow(store, tally, event, closed=filled)
    for serial, entered in tally.entries.items():
        if any(isinstance(line, LetItRun) for line in entered.entry.lines):
            _cancel(store, tally, serial, file)
    return tally, settled, len(file.serials) - len(tally.in_game[settled.game])


def _follow(store: Store, tally: Tally, event: Any, *, closed: bool) -> None:
    """Follow an event of a row; of other games only what is left for this one, or moves jackpots.

    Before the game's close its jackpots are not followed: they are in the books.
    """
    kind = event.__class__.__name__
    if kind in TERMS or kind in OF_THE_GAME:
        follow(tally, event)
    elif isinstance(event, GameSettled) and not closed:
        note_outcome(tally, event)
    elif isinstance(event, GameClosed | GameSettled) and closed:
        opened = store.record("game", f"{event.game}")
        if event.game not in tally.days and opened is not None:
            follow(tally, EVENTS.read(opened.body))
        follow(tally, replace(event, excluded=()) if isinstance(event, GameClosed) else event)


def _fill_meters(store: Store, tally: Tally, seq: int, game: int) -> None:
    """Set the jackpots to what the books have of them after a row."""
    barred = any(serial in tally.barred for serial in tally.in_game[game])
    for jackpot in printed().fill:
        for purse, meters in (("growth", tally.meters), ("pool", tally.pools)):
            account = account_of(f"{purse}:{jackpot}")
            meters[jackpot] = -Fraction(store.balance(account, seq))
            if barred:  # only the disqualified ask how much was ever won
                won = sum(
                    (
                        Fraction(line.amount)
                        for line in store.lines(account)
                        if line.place.seq <= seq and line.why == GameSettled.__name__
                    ),
                    Fraction(0),
                )
                tally.given[jackpot] = tally.given.get(jackpot, Fraction(0)) + won


def _cancel(store: Store, tally: Tally, serial: str, file: GameFile) -> None:
    """End a Let it Run whose later games were cancelled before this one was settled."""
    record = store.record("cancelled", serial)
    if record is None or record.seq >= file.settled_seq:
        return
    event = EVENTS.read(record.body)
    if isinstance(event, EntryCancelled) and event.from_game > file.settled.game:
        follow(tally, event)


def _entered(store: Store, serials: tuple[str, ...]) -> Iterator[Entered]:
    for serial in serials:
        ticket = store.record("ticket", serial)
        if ticket is None:
            continue
        event: Any = EVENTS.read(ticket.body)
        assert isinstance(event, EntryAccepted)
        entry = event.entry
        yield Entered(
            entry=entry,
            first_game=event.first_game,
            end=event.first_game + entry.games,
            day=event.keno_day,
            used=event.used,
            commission_cents=event.commission_cents,
            money=event.money,
            known=(0, 0),
        )
