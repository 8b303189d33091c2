"""Tonight: sessions with receipts, prizes and returns against their minima, pools, what is owed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.bingo.duties.clocks import Clock, clocks
from eyesdown.bingo.duties.step import look_at
from eyesdown.bingo.session.returns import counted, promised_cents
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.central.hall.duties import on_the_wall
from eyesdown.central.hall.state import HallSite
from eyesdown.kernel.money import round_up
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.hall.play.session import opening_ticks


@dataclass(frozen=True, slots=True)
class Return:
    """Prizes against receipts, and the least that the book asks for."""

    receipts_cents: int
    prizes_cents: int
    least: Fraction | None
    least_cents: int

    @property
    def short_cents(self) -> int:
        """What is missing to the least; 0 if nothing is."""
        return max(0, self.least_cents - self.prizes_cents)

    @property
    def percent(self) -> int:
        """Prizes as a share of receipts, in whole percent."""
        return 100 * self.prizes_cents // self.receipts_cents if self.receipts_cents else 0

    @property
    def least_percent(self) -> int:
        """The least share in whole percent; 0 where the book asks for none."""
        return int(100 * self.least) if self.least is not None else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game of tonight."""

    game: int
    phase: str
    prizes: tuple[tuple[str, int], ...]
    won: tuple[str, ...]
    colour: str
    price_cents: int
    sold: int
    calls: int
    outcome: str
    returns: Return


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """A session that is planned, open, or closed with something owed."""

    name: str
    starts_at: datetime
    phase: str
    place: str
    games: tuple[GameRow, ...]
    caller: str
    supervisor: str
    paid_cents: int
    """What players paid, sales that were taken back left out."""
    returns: Return
    pool: str
    sequence: str
    purchases: int
    players: int
    sign_time: datetime | None
    clocks: tuple[Clock, ...]
    """Times that the book sets, the next first."""
    open_ticks: tuple[tuple[str, str], ...]
    """What the opening checklist of the book asks for: the field and its words."""
    terminal: bool
    """Whether the book knows a dealer terminal, and so a sign with the time of the close."""
    serials: tuple[str, ...]
    """Series whose first and last number issued are entered by hand; none where no book asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """The office's first page."""

    sessions: tuple[SessionRow, ...]
    pools: tuple[tuple[str, str, int, bool], ...]
    """Name, sequence, balance, and whether it must go tonight."""
    awards: tuple[tuple[str, int, str, str, int], ...]
    """Session, game, prize, player and amount of prizes not paid yet."""
    refunds_cents: int
    tills: tuple[tuple[str, str, int, int], ...]
    """Point, person, expected cash and card payments of the open tills."""
    stopped: tuple[tuple[str, str], ...]
    """Games that control stopped, and why."""
    people: tuple[tuple[str, str], ...]
    """Staff that may call or supervise: name and role."""
    points: tuple[str, ...]


def tonight(book: BingoBook[Any], state: HallSite, now: datetime, zone: ZoneInfo) -> Tonight:
    """The office's first page at this moment."""
    hall = state.hall
    sessions = sorted(
        hall.sessions.items(), key=lambda item: (item[1].closed, item[1].plan.starts_at)
    )
    rows = (_session(book, hall, name, each, now) for name, each in sessions)
    stopped = ((number, why) for number, why in state.draws.stopped.items())
    return Tonight(
        sessions=tuple(
            replace(row, clocks=tuple(on_the_wall(clock, zone) for clock in row.clocks))
            for row in rows
        ),
        pools=tuple(
            (name, pool.sequence, pool.balance_cents, bool(pool.must_go))
            for name, pool in hall.pools.items()
        ),
        awards=tuple(
            (award.session, award.game, award.prize, award.player, award.amount_cents)
            for award in hall.awards.values()
            if not award.paid
        ),
        refunds_cents=sum(refund.amount_cents for refund in hall.refunds.values()),
        tills=tuple(
            (point, till.person, till.expected_cents, till.card_cents)
            for point, till in hall.tills.items()
        ),
        stopped=tuple(
            (state.open_draws[number].key if number in state.open_draws else f"draw {number}", why)
            for number, why in stopped
        ),
        people=tuple(
            sorted((name, each.role) for name, each in hall.people.items() if each.role != "player")
        ),
        points=hall.points,
    )


def _session(
    book: BingoBook[Any], hall: HallState, name: str, session: Session, now: datetime
) -> SessionRow:
    games = tuple(_games(book, hall, session, now))
    receipts, prizes = counted(session)
    if not session.closed:  # what is on offer counts until a game has ended
        prizes = sum(row.returns.prizes_cents for row in games)
    least = book.ways.least_return("session", session.with_jackpot)
    sales = [each for each in session.purchases.values() if not each.taken_back]
    return SessionRow(
        name=name,
        starts_at=session.plan.starts_at,
        phase="closed" if session.closed else "open" if session.opened else "planned",
        place=session.plan.place,
        games=games,
        caller=session.official("caller", 0),
        supervisor=session.official("supervisor", 0),
        paid_cents=sum(each.paid_cents for each in sales),
        returns=Return(receipts, prizes, least, _least_cents(least, receipts)),
        pool=session.plan.pool,
        sequence=session.plan.sequence,
        purchases=len(sales),
        players=len({held.player for held in session.holdings.values()}),
        sign_time=session.sign_time,
        clocks=() if session.closed else clocks(look_at(book, hall, name, now)),
        open_ticks=opening_ticks(book),
        terminal=book.traits.dealer_terminal,
        serials=tuple(session.series) if book.traits.dealer_terminal else (),
    )


def _least_cents(least: Fraction | None, receipts: int) -> int:
    return round_up(least * receipts) if least is not None else 0


def _games(
    book: BingoBook[Any], hall: HallState, session: Session, now: datetime
) -> Iterator[GameRow]:
    least = book.ways.least_return("game", session.with_jackpot)
    in_play = dict.fromkeys(session.games, 0)
    for held in session.holdings.values():
        for number in held.games:
            in_play[number] += 1
    for number, game in session.games.items():
        receipts = session.receipts_of(number)
        ended = game.phase == "closed"
        prizes = game.prizes_cents if ended else promised_cents(book, hall, session, number, now)
        prizes += 0 if ended else game.prizes_cents
        yield GameRow(
            game=number,
            phase=game.phase,
            prizes=tuple(game.offers.items())
            or tuple((o.prize, o.amount_cents) for o in game.plan.prizes),
            won=tuple(game.won),
            colour=game.plan.colour,
            price_cents=game.plan.price_cents,
            sold=in_play[number],
            calls=len(game.calls),
            outcome=game.outcome,
            returns=Return(receipts, prizes, least, _least_cents(least, receipts)),
        )
