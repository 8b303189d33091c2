"""`make soak` for halls: a year of nights on a file, every cent explained each night.

    python -m eyesdown.proof.hall.soak --nights 365 --book vic-bingo

A crowd buys the same number of cards each night, so that what a night keeps in memory can be held
against what the third one kept.
"""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

import ctypes
import gc
import resource
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import apsw

from eyesdown.bingo.claims import commands as claims
from eyesdown.bingo.pools.commands import OpenPool
from eyesdown.bingo.sales import commands as sales
from eyesdown.bingo.session import commands as session_commands
from eyesdown.bingo.trouble import commands as trouble
from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall.stock import TakeInSeries
from eyesdown.central.hall.words import ApproveDevice
from eyesdown.central.site.sealing import DEVICE
from eyesdown.central.site.verify_journal import Verified, verify_journal
from eyesdown.central.store.base import Store
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalError
from eyesdown.kernel.written import replace
from eyesdown.proof.hall import setting
from eyesdown.proof.hall.asking import refusal
from eyesdown.proof.hall.life import BOX, Life
from eyesdown.proof.hall.night import Night
from eyesdown.proof.hall.printing import delivered
from eyesdown.proof.hall.purse import Purse, unexplained
from eyesdown.proof.hall.setting import BOOKS, BOSS, CALLER, NSW, POINT, SUPERVISOR, VIC, ZONES
from eyesdown.proof.times import times

GUESTS, CARDS_EACH = 60, 4
CARDS_A_NIGHT = 400
"""More than a night sells, so that the series lasts for all of them."""
NIGHTS_A_MONTH = 30
SIGN_SHOWN = timedelta(minutes=20)
"""How long the sign hangs before a session closes early."""
START = datetime(2026, 6, 1, 18)  # noqa: DTZ001 -- each hall puts its own zone in
THIRD = 2
AROUND = 3
"""A night is measured by the median of this many."""
GROWTH_MAX = 0.10


class Size(NamedTuple):
    """What a hall has in memory in the middle of a night."""

    state_bytes: int
    resident_kilobytes: int


class Nightly(Night):
    """A hall that plays one night after the other from one printed series."""

    month = 0

    def begin(self, stock: Any) -> None:
        """People, a sale point, and the printed series."""
        opening = [
            command
            for command in setting.opening(self.book, self.dice, self.now)
            if not isinstance(command, session_commands.RegisterSeries | OpenPool)
        ]
        for command in (*opening, TakeInSeries(at=self.now, stock=stock, by=BOSS)):
            self.give(command)
        for guest in self._guests() if self.book == NSW else ():
            self.do(session_commands.RegisterPerson, person=guest, role="player", member=True)

    def one_more(self, number: int) -> None:
        """A night with everything that may happen in it, until nothing of it is owed."""
        self.session = f"night {number}"
        self.now = START.replace(tzinfo=self.now.tzinfo) + timedelta(days=number)
        self.give(self._programme(number))
        self._session()
        self._settle()

    def _programme(self, number: int) -> session_commands.PlanSession:
        """The programme of a night; a pool lasts for a month, or as long as its jackpot rolls."""
        self.month, day = divmod(number, NIGHTS_A_MONTH)
        pool, sequence = f"pool {self.month}", f"month {self.month}"
        if self.book == NSW:  # what is not won goes to the next jackpot game, without an end (6.4)
            pool, sequence = "pool", ""
        if pool not in self.look().pools:
            self.do(OpenPool, pool=pool, sequence=sequence)
        last = day == NIGHTS_A_MONTH - 1
        plan = setting.programme(self.book, self.dice, self.session, self.now, last=last)
        if not plan.pool:
            return plan
        return replace(plan, pool=pool, sequence=sequence)

    def _guests(self) -> list[str]:
        return [f"guest {number}" for number in range(1, GUESTS + 1)]

    def crowd(self) -> None:
        """The same number of guests each night, with the same number of cards."""
        serial = min(self.look().series)
        common: dict[str, Any] = {"point": POINT, "by": CALLER}
        for guest in self._guests():
            if self.book == NSW:
                fee = self.at.plan.entry_fee_cents
                self.do(sales.ChargeAdmission, player=guest, amount_cents=fee, **common)
                issue = {"player": guest, "serial": serial, "count": 1}
                self.do(sales.IssueScorecards, **issue, **common)
            else:
                price = self.at.games[1].plan.price_cents * CARDS_EACH
                bought = {"game": 1, "player": guest, "serial": serial, "count": CARDS_EACH}
                self.do(sales.SellCards, **bought, paid_cents=price, **common)

    def _cards(self, serial: str) -> list[int]:
        """The cards that come next: a spoiled card here and there stays in the state."""
        return list(self.look().series[serial].left.next_ones(0, 1)) or [1]

    def _leave(self) -> None:
        """The site archives sessions by itself once another has opened."""

    def _settle(self) -> None:
        """A dispute, what is owed, and the count of the till."""
        hall = self.look()
        if not self.at.closed:
            self._close_early()
        if self.luck(0.1):
            self._dispute()
        for name, award in list(hall.awards.items()):
            if not award.paid:
                self.do(claims.PayPrize, award=name, by=BOSS)
        for refund in list(hall.refunds):
            self.do(sales.PayRefund, refund=refund, by=BOSS)
        till = self.look().tills.get(POINT)
        if till is not None:
            counted = till.expected_cents - self.dice.choice((0, 0, 0, 5))
            self.do(sales.CountTill, point=POINT, by=BOSS, counted_cents=max(counted, 0))

    def _close_early(self) -> None:
        """Close a session with games left; a night that stays open would never leave memory."""
        for number, game in self.at.games.items():
            if game.phase == "running":
                self.game = number
                self.do(trouble.InvalidateGame, by=SUPERVISOR, cause="fire", reason="smoke")
        by = CALLER if self.book == VIC else SUPERVISOR
        self.do(session_commands.Announce, by=by, topics=(), game=0)
        closes_at = self.now + SIGN_SHOWN
        self.do(session_commands.ShowClosingSign, by=SUPERVISOR, closes_at=closes_at)
        self.now += SIGN_SHOWN
        reply = self.do(session_commands.CloseSession, by=SUPERVISOR, early=True)
        assert self.at.closed, f"{self.session} stays open: {refusal(reply)}"

    def _dispute(self) -> None:
        name = f"about {self.session}"
        self.do(trouble.RaiseDispute, game=1, dispute=name, person="ann", about="the last number")
        self.do(trouble.DecideDispute, dispute=name, by=SUPERVISOR, decision="the result is right")
        self.do(trouble.CloseDispute, dispute=name, satisfied=True, advised=True)


class Year:
    """One hall on a file, night after night."""

    def __init__(self, path: Path, book: str, nights: int, seed: int) -> None:
        self.dice = dice = Random(seed)  # noqa: S311 -- made-up people, not a draw
        self.seed, self.nights = seed, nights
        self.purse, self.sizes = Purse(), list[Size]()
        self.life = Life(book, dice, store=SqliteStore(path), reopened=_reopened(path))
        self.life.hears, self.life.ordered = self.purse.sees, True
        start = START.replace(tzinfo=ZoneInfo(ZONES[book]))
        self.night = Nightly(
            book, dice, self.life.ask, lambda: self.life.site.state.hall, start, self._after_game
        )
        self.night.devices = (DEVICE, BOX)
        self.night.after_opening = self._measure
        self.life.ask(ApproveDevice(at=start, device=BOX, approval="A-1", by="office"))
        six_up = book == NSW
        each = CARDS_A_NIGHT if not six_up else CARDS_A_NIGHT // 4
        up = "six_up" if six_up else "single"
        plan = SeriesPlan("382558", "blue", books=each * nights, up=up)
        self.night.begin(delivered(plan).into(self.life.store))

    def play(self, number: int) -> None:
        """One more night; AssertionError if a cent cannot be explained at its end.

        The last nights repeat the chances of those they are held against, and of the night before:
        a night with more games fills more memory, which is no growth.
        """
        repeated = number - (self.nights - THIRD - AROUND)
        self.dice.seed(f"{self.seed} {repeated if repeated >= THIRD else number}")
        self.night.one_more(number)
        site = self.life.site
        site.refresh()
        assert not site.state.tally.differences, str(site.state.tally.differences[0])
        wrong = unexplained(site.store.balances(), self.purse, site.state.hall)
        assert not wrong, f"night {number}: {wrong}"

    def _after_game(self, session: str, game: int) -> None:
        self.life.after_game(session, game)

    def _measure(self) -> None:
        self.night.crowd()
        gc.collect()
        give_back_free_memory()
        state = len(self.life.machine.save(self.life.site.state))
        self.sizes.append(Size(state, resident_kilobytes()))

    def verify(self) -> Verified:
        """Every row of the year decided again."""
        return verify_journal(self.life.machine, self.life.site.store, decide_again=True)


def _reopened(path: Path) -> Callable[[Store], Store]:
    def reopened(store: Store) -> Store:
        store.close()
        return SqliteStore(path)

    return reopened


def give_back_free_memory() -> None:
    """Let the C library hand its free memory to the system, where it can.

    It keeps pages that are free but for a few bytes, more or fewer by chance: in a hall a third.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def resident_kilobytes() -> int:
    """The memory of this process now; where the system does not say, the most it ever had.

    Without SQLite's own: its cache of pages fills to a limit as the file grows.

    >>> resident_kilobytes() > 1000
    True
    """
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (pages * resource.getpagesize() - apsw.memory_used()) // 1024


def grown(sizes: Sequence[int]) -> float:
    """By what part the last nights need more than the third.

    >>> grown([50, 90, 100, 100, 102, 108, 110, 109])
    0.09
    """
    early, late = sizes[THIRD : THIRD + AROUND], sizes[-AROUND:]
    return round(median(late) / median(early) - 1, 4)


def main() -> int:
    import argparse

    parser = argparse.ArgumentParser(description="A year of nights of a hall, and what it keeps.")
    parser.add_argument("--nights", type=times, default=365)
    parser.add_argument("--book", choices=BOOKS, default=VIC)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        try:
            year = Year(Path(folder) / "hall.db", options.book, options.nights, options.seed)
            for number in range(1, options.nights + 1):
                year.play(number)
            verified = year.verify()
        except (AssertionError, JournalError) as wrong:
            print(f"WRONG: {wrong}")
            return 1
    faults = ", ".join(f"{n:,} times {what}" for what, n in year.life.faults.most_common())
    games = ", ".join(f"{n:,} {outcome}" for outcome, n in year.life.games.most_common())
    print(f"{options.book}: {options.nights} nights, {verified.rows:,} rows; {games}; {faults}")
    print("every cent was explained at the end of every night; every row was decided again")
    return int(_report(year.sizes))


def _report(sizes: Sequence[Size]) -> bool:
    """Say how memory grew, and whether it did so with the history."""
    wrong = False
    for what, column, unit in (
        ("state", [size.state_bytes for size in sizes], "bytes"),
        ("memory", [size.resident_kilobytes for size in sizes], "kB"),
    ):
        if len(column) <= THIRD + AROUND:
            continue
        grew = grown(column)
        print(f"{what}: {column[THIRD]:,} {unit} on the third night, {column[-1]:,} on the last")
        print(f"{what}: {grew:+.1%}, of at most {GROWTH_MAX:.0%}")
        wrong = wrong or grew > GROWTH_MAX
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
