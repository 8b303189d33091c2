"""Reports of sessions, days and sequences, read from the journal: figures, breaches, tills."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from eyesdown.bingo.claims.events import GameClosed, PrizePaid
from eyesdown.bingo.play.events import NumberCorrected
from eyesdown.bingo.pools.events import (
    OperatorContributed,
    PoolCredited,
    PoolDebited,
    PrizeWon,
)
from eyesdown.bingo.sales.events import (
    CardsSold,
    EntryFeePaid,
    RefundPaid,
    SaleTakenBack,
    ScorecardsIssued,
    TillCounted,
)
from eyesdown.bingo.session.events import ProgrammeAmended, ReturnReported, SessionPlanned
from eyesdown.bingo.state.state import award_id
from eyesdown.bingo.trouble.events import GameInvalidated, GameVoided, Refunded
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.store.base import Store
from eyesdown.display.refusals import refusals_shown
from eyesdown.kernel.money import dollars

SCOPES = ("session", "day", "sequence")


@dataclass(slots=True)
class GameFigures:
    """What a game took in and paid out, in cents."""

    receipts: int = 0
    prizes: int = 0
    outcome: str = "not ended"


@dataclass(slots=True)
class Report:
    """Figures of one session, or of several together, in cents."""

    title: str
    sessions: list[str] = field(default_factory=list)
    starts_at: datetime | None = None
    closed: bool = True
    receipts: int = 0
    fees: int = 0
    kept: int = 0
    """Of the receipts, those of invalidated games that were not given back (S13)."""
    sales: int = 0
    cards: int = 0
    taken_back: int = 0
    prizes: int = 0
    paid: int = 0
    contributed: int = 0
    refunds_owed: int = 0
    refunds_paid: int = 0
    games: dict[str, GameFigures] = field(default_factory=lambda: defaultdict(GameFigures))
    points: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    awards: dict[str, tuple[GameFigures, int]] = field(default_factory=dict)
    """What each winner won, by award, and the game it is counted in."""
    pools: dict[str, tuple[int, int]] = field(default_factory=dict)
    returns: list[ReturnReported] = field(default_factory=list)
    breaches: list[tuple[datetime, str, Any]] = field(default_factory=list)
    tills: list[TillCounted] = field(default_factory=list)

    def take(self, event: Any) -> None:
        """Count an event of one of the sessions."""
        match event:
            case CardsSold():
                self.sales += 1
                self.cards += len(event.cards)
                self._received(event.session, event.receipts_cents, event.point, 1)
            case EntryFeePaid():
                self.sales += 1
                self.fees += event.fee_cents
                self.points[event.point or "no point"] += event.fee_cents
            case ScorecardsIssued():
                self.cards += len(event.cards)
            case SaleTakenBack():
                self._taken_back(event)
            case PrizeWon() | GameVoided() | GameInvalidated() | NumberCorrected():
                self._result(event, self.games[f"{event.session}/{event.game}"])
            case OperatorContributed():
                self.contributed += event.amount_cents
            case GameClosed():
                self.games[f"{event.session}/{event.game}"].outcome = event.outcome
            case ReturnReported() if not event.forecast and event.scope != "game":
                self.returns.append(event)
            case BreachLogged():
                where = f"{event.session}, game {event.game}" if event.game else event.session
                self.breaches.extend(
                    (event.at, where, shown) for shown in refusals_shown(event.refusals)
                )
            case _:
                self._move(event)

    def _move(self, event: Any) -> None:
        match event:
            case PoolCredited(pool=pool):
                into, out = self.pools.get(pool, (0, 0))
                self.pools[pool] = into + event.amount_cents, out
            case PoolDebited(pool=pool):
                into, out = self.pools.get(pool, (0, 0))
                self.pools[pool] = into, out + event.amount_cents
            case Refunded():
                self.refunds_owed += event.amount_cents
            case RefundPaid():
                self.refunds_paid += event.amount_cents
            case _:
                pass

    def _result(self, event: Any, game: GameFigures) -> None:
        """Count what was won; and less what fell, by a correction or with its game."""
        match event:
            case PrizeWon():
                for player in event.winners:
                    name = award_id(event.session, event.game, event.prize, player)
                    self.awards[name] = game, event.share_cents
                self._won(game, event.share_cents * len(event.winners))
            case GameVoided(annulled=annulled):
                self._fell(annulled)
            case GameInvalidated(annulled=annulled):
                self.kept += 0 if event.refund else game.receipts
                self._fell(annulled)
            case NumberCorrected(reopened_prizes=prizes):
                starts = tuple(f"{event.session}/{event.game}/{prize}/" for prize in prizes)
                self._fell([name for name in self.awards if name.startswith(starts)])
            case _:
                pass

    def _won(self, game: GameFigures, cents: int) -> None:
        self.prizes += cents
        game.prizes += cents

    def _fell(self, names: Iterable[str]) -> None:
        for name in names:
            game, cents = self.awards.pop(name, (GameFigures(), 0))
            self._won(game, -cents)

    def _received(
        self, session: str, receipts: Iterable[tuple[int, int]], point: str, sign: int
    ) -> None:
        for game, cents in receipts:
            self.receipts += sign * cents
            self.games[f"{session}/{game}"].receipts += sign * cents
            self.points[point or "no point"] += sign * cents

    def _taken_back(self, event: SaleTakenBack) -> None:
        self.taken_back += 1
        if event.kind == "fee":
            self.fees -= event.paid_cents
            self.points[event.point or "no point"] -= event.paid_cents
        else:
            self.cards -= len(event.cards)
            self._received(event.session, event.receipts_cents, event.point, -1)

    @property
    def taken(self) -> int:
        """Everything that players paid."""
        return self.receipts + self.fees

    @property
    def share(self) -> int:
        """Prizes as a share of what players paid, in whole percent."""
        return 100 * self.prizes // self.taken if self.taken else 0

    def rows(self) -> Iterator[tuple[str, str, int]]:
        """Every figure for a table: part, name, cents."""
        yield from (
            ("total", "receipts of cards", self.receipts),
            ("total", "of these, kept of invalidated games", self.kept),
            ("total", "entry fees", self.fees),
            ("total", "prizes won", self.prizes),
            ("total", "prizes paid", self.paid),
            ("total", "the operator's own money", self.contributed),
            ("total", "refunds owed", self.refunds_owed),
            ("total", "refunds paid", self.refunds_paid),
        )
        for game, figures in self.games.items():
            yield ("receipts", game, figures.receipts)
            yield ("prizes", game, figures.prizes)
        yield from (("point", point, cents) for point, cents in self.points.items())
        for pool, (into, out) in self.pools.items():
            yield ("pool in", pool, into)
            yield ("pool out", pool, out)
        yield from (("till difference", t.point, t.difference_cents) for t in self.tills)
        for each in self.minima:
            yield (f"{each.scope} prizes", each.session, each.prizes_cents)
            yield (f"{each.scope} least return", each.session, each.least_cents)

    @property
    def minima(self) -> list[ReturnReported]:
        """Returns of which the book asks for a least."""
        return [each for each in self.returns if each.least is not None]


@dataclass(frozen=True, slots=True)
class Listed:
    """A session in the list of reports."""

    name: str
    starts_at: datetime
    sequence: str
    first_row: int
    last_row: int
    """The row that closed it; 0 while it is open."""


def listed(store: Store) -> list[Listed]:
    """Every session that was ever planned, the newest first."""
    ends = {row.key: row.seq for row in store.records("closed")}
    sessions = []
    for row in store.records("session"):
        event = EVENTS.read(row.body)
        if isinstance(event, SessionPlanned | ProgrammeAmended):
            plan: Any = event.plan
            last = ends.get(row.key, 0)
            each = Listed(row.key, plan.starts_at, plan.sequence, row.seq, last)
            sessions.append(each)
    return sorted(sessions, key=lambda each: each.starts_at, reverse=True)


def chosen(sessions: Sequence[Listed], scope: str, name: str) -> list[Listed]:
    """The sessions of a report: one, those of a day, or those of a sequence."""
    match scope:
        case "day":
            return [each for each in sessions if f"{each.starts_at:%Y-%m-%d}" == name]
        case "sequence":
            return [each for each in sessions if each.sequence == name and name]
        case _:
            return [each for each in sessions if each.name == name]


def report_of(store: Store, sessions: Sequence[Listed], title: str) -> Report:
    """The figures of these sessions, from the rows of the journal that concern them."""
    report = Report(title, [each.name for each in sessions])
    if not sessions:
        return report
    names = set(report.sessions)
    report.starts_at = min(each.starts_at for each in sessions)
    report.closed = all(each.last_row for each in sessions)
    for row in store.rows(min(each.first_row for each in sessions) - 1):
        for event in EVENTS.read_all(row.events):
            if getattr(event, "session", None) in names:
                report.take(event)
            elif isinstance(event, PrizePaid) and event.award.partition("/")[0] in names:
                report.paid += event.amount_cents
            elif isinstance(event, TillCounted) and report.points.keys() & {event.point}:
                report.tills.append(event)
    return report


def csv_of(report: Report) -> str:
    """A report as lines of comma-separated values, amounts in dollars and cents.

    >>> print(csv_of(Report("Tuesday")).splitlines()[1])
    total,receipts of cards,0.00
    """
    lines = ["part,name,dollars"]
    lines += [f"{part},{_quoted(name)},{cents / 100:.2f}" for part, name, cents in report.rows()]
    lines += [f"breach,{_quoted(words)}," for words in breach_words(report)]
    return "\r\n".join(lines) + "\r\n"


def _quoted(text: str) -> str:
    """A name as a cell; one that a spreadsheet would take for a formula gets a quote.

    >>> _quoted("door"), _quoted("=1+1"), _quoted("door, left")
    ('door', "'=1+1", '"door, left"')
    """
    text = f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text


def breach_words(report: Report) -> list[str]:
    """The breaches on record: when, where, what happened and which clause says so."""
    return [
        f"{at:%d %b %H:%M} {where}: {no.says} Rule {no.clause}" for at, where, no in report.breaches
    ]


def bars(report: Report) -> list[tuple[str, int, int, int, int]]:
    """Receipts and prizes of each game for a chart: name, both in cents, both in percent."""
    most = max((max(g.receipts, g.prizes) for g in report.games.values()), default=0)
    return [
        (
            name if len(report.sessions) > 1 else f"Game {name.rpartition('/')[2]}",
            figures.receipts,
            figures.prizes,
            100 * figures.receipts // most if most else 0,
            100 * figures.prizes // most if most else 0,
        )
        for name, figures in report.games.items()
    ]


def table_rows(report: Report) -> list[tuple[str, str, str]]:
    """The report as a table for paper: the part, named where it begins, what and how much."""
    games = [
        (
            "Games",
            f"{name}: {report.games[key].outcome}",
            f"{dollars(receipts)} in, {dollars(prizes)} out",
        )
        for key, (name, receipts, prizes, *_) in zip(report.games, bars(report), strict=True)
    ]
    rows = [
        *(
            ("Totals", name[:1].upper() + name[1:], dollars(cents))
            for part, name, cents in report.rows()
            if part == "total"
        ),
        *games,
        *(
            (
                "Returns",
                f"{each.scope} {each.session}: {'met' if each.met else 'too low'}",
                f"{dollars(each.prizes_cents)} of at least {dollars(each.least_cents)}",
            )
            for each in report.minima
        ),
        *(
            ("Pools", name, f"{dollars(into)} in, {dollars(out)} out")
            for name, (into, out) in report.pools.items()
        ),
        *(("Paid at", point, dollars(cents)) for point, cents in report.points.items()),
        *(
            (
                "Tills",
                f"{each.point}, counted by {each.by}",
                f"{dollars(each.counted_cents)}, difference {dollars(each.difference_cents)}",
            )
            for each in report.tills
        ),
        *(("Breaches", words, "") for words in breach_words(report)),
    ]
    before = ["", *(part for part, _, _ in rows)]
    return [
        (part if part != last else "", what, amount)
        for (part, what, amount), last in zip(rows, before, strict=False)
    ]
