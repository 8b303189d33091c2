"""A closed session leaves the state once nothing of it is owed; later rules still know it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.pools.commands import OpenPool
from eyesdown.bingo.sales.commands import CountTill, OpenTill, PayRefund, SellCards
from eyesdown.bingo.session.commands import Announce, ArchiveSession, CloseSession, PlanSession
from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.state.past import ENDS_MAX
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    InvalidateGame,
    RaiseDispute,
)
from eyesdown.bingo.words.parts import PastSession
from kit import halls
from kit.hall import Hall

NEXT = (("date", "2026-05-12"), ("time", "19:00"), ("place", "Hall"))


def night(hall: Hall, **more: object) -> None:
    """A session whose first game Ann wins; it is closed early, and her prize is owed."""
    halls.nz_plan(hall, prize_cents=1000, **more)
    halls.nz_sell(hall, "ann")
    halls.nz_start(hall)
    sold = max(hall.state.series[halls.SERIAL].cards) - len(hall.state.series[halls.SERIAL].left)
    name = ("T0", "B1", "A1", "A4", "E1", "B6")[sold - 1]
    hall.call(*halls.TICKETS[name].lines[0])
    halls.nz_win(hall, "ann")
    halls.finish(hall)


def closed(hall: Hall) -> None:
    hall.ok(CloseSession, by="sue", early=True)


def paid(hall: Hall) -> None:
    hall.ok(PayPrize, award=f"{hall.session}/1/part series/ann", by="sue")


def test_prizes_disputes_and_tills_hold_a_session_back() -> None:
    hall = halls.nz_hall()
    hall.ok(OpenTill, point="counter", by="sue", float_cents=0)
    night(hall)
    assert hall.no(ArchiveSession) == ["session/not_closed"]
    sold = {"game": 2, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    hall.ok(SellCards, player="bob", point="counter", by="sue", **sold)
    closed(hall)
    assert hall.no(ArchiveSession) == ["session/owed"]
    paid(hall)
    hall.ok(RaiseDispute, game=1, dispute="D1", person="bob", about="the line")
    assert hall.no(ArchiveSession) == ["session/owed"]
    hall.ok(DecideDispute, dispute="D1", by="sue", decision="it holds")
    hall.ok(CloseDispute, dispute="D1", satisfied=True)
    assert hall.no(ArchiveSession) == ["session/owed"]
    hall.ok(CountTill, point="counter", by="sue", counted_cents=1000)
    hall.ok(ArchiveSession)
    state = hall.state
    assert (state.sessions, state.awards, state.disputes, state.refunds) == ({}, {}, {}, {})


def test_an_archived_session_is_closed_and_its_name_is_taken() -> None:
    hall = halls.nz_hall()
    night(hall)
    closed(hall)
    paid(hall)
    hall.ok(ArchiveSession)
    assert hall.no(ArchiveSession) == ["session/closed"]
    assert hall.no(RaiseDispute, game=1, dispute="D1", person="bob", about="x") == [
        "session/closed"
    ]
    assert hall.no(PayPrize, award="S1/1/part series/ann") == ["payment/nothing_owed"]
    starts = hall.now + timedelta(hours=4)
    assert "session/exists" in hall.no(PlanSession, starts_at=starts, games=())


@pytest.mark.clause("nz-casino-bingo", "5.1 gap")
@pytest.mark.parametrize(("seconds", "codes"), [(-1, ["session/too_soon"]), (0, [])])
def test_the_gap_is_measured_to_an_archived_session(seconds: int, codes: list[str]) -> None:
    hall = halls.nz_hall()
    night(hall)
    ended = hall.sitting.ended_at
    assert ended is not None
    closed(hall)
    paid(hall)
    games = hall.sitting.plan.games
    hall.ok(ArchiveSession)
    at = ended + timedelta(hours=3, seconds=seconds)
    words = {"operator": "Casino Ltd", "licence": "L-37", "games": games}
    assert hall.no(PlanSession, session="S2", starts_at=at, **words) == codes


@pytest.mark.clause("nz-casino-bingo", "7.1(d)")
@pytest.mark.parametrize(("falls", "cents"), [(False, 3000), (True, 2000)])
def test_a_sequence_counts_its_archived_sessions(falls: bool, cents: int) -> None:
    """As they were when they left: the game of one may be invalidated after its close."""
    hall = halls.nz_hall()
    hall.ok(OpenPool, pool="Gold", sequence="Winter")
    more = {"pool": "Gold", "sequence": "Winter", "pool_games": (2,), "pool_method": "on top"}
    for name in ("S1", "S2", "S3"):
        hall.session = name
        hall.now += timedelta(hours=4)
        night(hall, last_in_sequence=name == "S3", **more)
        hall.do(Announce, by="sue", topics=(), details=NEXT)
        closed(hall)
        paid(hall)
        if falls and name == "S1":
            hall.ok(InvalidateGame, by="sue", game=1, cause="fire")
            hall.ok(PayRefund, refund="S1/1/ann", by="sue")
        hall.ok(ArchiveSession)
        assert len(hall.state.pools["Gold"].turns) == 1
    [report] = [each for each in hall.happened(ReturnReported) if each.scope == "sequence"]
    assert (report.receipts_cents, report.prizes_cents) == (cents, cents)
    assert hall.state.past.sequences == {}
    assert hall.differences() == []


@pytest.mark.clause("vic-bingo", "3.4(d)")
def test_3_4_d__a_supervisor_of_an_archived_session_decides_its_disputes() -> None:
    """Neither of its two supervisors goes before the other; with none named, nobody is one."""
    hall = halls.vic_hall()
    past = PastSession(games=(1, 2), supervisors=("sue", "eve"))
    words = {"session": "old", "person": "ann", "about": "the line"}
    assert hall.no(RaiseDispute, dispute="D", game=1, **words) == ["session/unknown"]
    assert hall.no(RaiseDispute, dispute="D", game=3, past=past, **words) == ["game/unknown"]
    for number, by in enumerate(("sue", "eve"), start=1):
        hall.ok(RaiseDispute, dispute=by, game=number, past=past, **words)
        wrong = hall.refused(DecideDispute, dispute=by, by="cal", decision="it holds")
        assert wrong == ["dispute/not_the_supervisor 3.4(d)"]
        hall.ok(DecideDispute, dispute=by, by=by, decision="it holds")
    assert hall.no(RaiseDispute, dispute="D", game=0, past=past, taken=True, **words) == [
        "dispute/exists"
    ]
    hall.ok(RaiseDispute, dispute="D", game=0, past=PastSession(), **words)
    unled = hall.refused(DecideDispute, dispute="D", by="sue", decision="it holds")
    assert unled == ["dispute/not_the_supervisor 3.4(d)"]


def test_of_many_sessions_all_names_and_the_latest_times_stay() -> None:
    hall = halls.nz_hall()
    night(hall)
    closed(hall)
    paid(hall)
    first = hall.state.sessions["S1"]
    for number in range(40):
        name = f"N{number}"
        hall.state.sessions[name] = first
        hall.ok(ArchiveSession, session=name)
    for number in (0, 1, 20, 39):
        assert hall.no(ArchiveSession, session=f"N{number}") == ["session/closed"]
    assert hall.no(ArchiveSession, session="N40") == ["session/unknown"]
    assert len(hall.state.past.spans) == ENDS_MAX
