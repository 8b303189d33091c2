"""Sessions leave memory and are read by key; a year of nights needs no more than the third."""

from __future__ import annotations

import json
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.session.archive import owed
from eyesdown.bingo.session.commands import AmendProgramme, PlanSession
from eyesdown.bingo.state.past import MARK_BYTES
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    InvalidateGame,
    RaiseDispute,
)
from eyesdown.central.hall.rights import HallRights, needs_site
from eyesdown.central.hall.statements import sessions_of, statements
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Done, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.kernel.refused import Refused
from kit.nights import SERIAL, Nights

YEAR = 365


def objects(nights: Nights) -> dict[str, int]:
    """How much of each kind is in memory."""
    hall, tally = nights.site.state.hall, nights.site.state.tally
    sessions = hall.sessions.values()
    return {
        "sessions": len(hall.sessions),
        "holdings": sum(len(session.holdings) for session in sessions),
        "purchases": sum(len(session.purchases) for session in sessions),
        "slips": sum(len(session.slips) for session in sessions),
        "awards": len(hall.awards),
        "people": len(hall.people),
        "runs": sum(len(each.left.runs) + len(each.spoiled.runs) for each in hall.series.values()),
        "spans": min(len(hall.past.spans), 3),
        "counted sessions": len(tally.sessions),
        "counted cards": sum(len(session.held) for session in tally.sessions.values()),
        "counted awards": len(tally.awards),
    }


def test_a_year_of_nights_needs_the_memory_of_the_third() -> None:
    # The number of a card has as many digits on the last night as on the first.
    nights = Nights(YEAR * 240 + 1, purchases=12, each=20, first_card=1_000_001)
    for _ in range(4):
        nights.play()
    third, bytes_then = objects(nights), len(nights.site.machine.save(nights.site.state))
    while nights.night < YEAR:
        nights.play()
    assert objects(nights) == third
    assert third["sessions"] == 1
    assert len(nights.site.machine.save(nights.site.state)) < 1.1 * bytes_then
    archived = YEAR - 1
    assert len(nights.site.state.hall.past.names) == archived * MARK_BYTES
    at: dict[str, Any] = {"at": nights.now, "game": 1, "by": "sue", "cause": "fire"}
    for night in (1, 2, YEAR // 2, archived):
        assert refusals(nights, InvalidateGame(session=f"night {night}", **at)) == [
            "session/closed"
        ]
    assert refusals(nights, InvalidateGame(session="night 0", **at)) == ["session/unknown"]


def refusals(nights: Nights, command: Any) -> list[str]:
    [reply] = nights.site.run([Submitted(f"again {command}"[:190], command)])
    assert isinstance(reply, Done)
    [event] = reply.events
    assert isinstance(event, Refused), event
    return [refusal.code for refusal in event.refusals]


def test_an_archived_session_is_read_by_key() -> None:
    nights = Nights(240)
    for _ in range(4):
        nights.play()
    assert "night 1" not in nights.site.state.hall.sessions
    store = nights.store

    def read(kind: str, key: str) -> Any:
        record = store.record(kind, key)
        assert record is not None, (kind, key)
        return json.loads(record.body)

    assert read("purchase", "purchase 2")["cards"] == [4, 5, 6]
    assert read("slip", "night 1/1")["purchase"] == "purchase 2"
    assert read("card", f"{SERIAL}/5") == {
        "session": "night 1",
        "purchase": "purchase 2",
        "player": "p1",
    }
    assert read("claim", "night 1/1/claim 1")["player"] == "p0"
    assert read("result", "night 1/1")["outcome"] == "won"
    award = read("award", "night 1/1/part series/p0")
    assert (award["amount_cents"], award["paid"]) == (60000, True)
    assert read("archived", "night 1")["receipts_cents"] == 60000
    [cash_up] = list(store.records("cash-up", "counter/2026-06-02T02"))
    assert json.loads(cash_up.body)["difference_cents"] == 0
    assert not nights.site.state.hall.series[SERIAL].is_left(5)
    verify_journal(nights.site.machine, store, decide_again=True)


def test_answers_about_an_archived_session_stay_right() -> None:
    nights = Nights(240)
    for _ in range(4):
        nights.play()
    at: dict[str, Any] = {"at": nights.now, "session": "night 1"}
    sale = {"game": 1, "serial": SERIAL, "count": 1, "paid_cents": 1000}
    assert refusals(nights, SellCards(**sale, **at)) == ["session/closed"]
    lost = InvalidateGame(game=1, by="sue", cause="fire", **at)
    assert refusals(nights, lost) == ["session/closed"]
    assert refusals(nights, AmendProgramme(starts_at=nights.now, games=(), **at)) == [
        "session/closed"
    ]
    assert "session/exists" in refusals(nights, PlanSession(starts_at=nights.now, games=(), **at))
    award = "night 1/1/part series/p0"
    assert refusals(nights, PayPrize(at=nights.now, award=award)) == ["payment/nothing_owed"]


def test_a_name_is_taken_for_good() -> None:
    nights = Nights(240)
    for _ in range(4):
        nights.play()
    rights = HallRights(Serials(b"k" * 32, lambda: 0), bytes)
    again: Any = PlanSession(at=nights.now, session="night 1", starts_at=nights.now, games=())
    assert "session/exists" in refusals(nights, again)
    about: dict[str, Any] = {"session": "night 1", "game": 1, "dispute": "D", "person": "p1"}
    raised: Any = RaiseDispute(at=nights.now, about="my line", **about)
    nights.give(rights.complete(nights.site, None, raised))
    at: dict[str, Any] = {"at": nights.now, "dispute": "D"}
    nights.give(DecideDispute(by="sue", decision="it is right", **at))
    nights.give(CloseDispute(satisfied=True, **at))
    assert nights.site.state.hall.disputes == {}
    assert refusals(nights, rights.complete(nights.site, None, raised)) == ["dispute/exists"]
    verify_journal(nights.site.machine, nights.store, decide_again=True)


@pytest.mark.parametrize(
    ("session", "game", "refusal"),
    [("night 1", 1, ""), ("night 1", 3, "game/unknown"), ("never", 1, "session/unknown")],
)
def test_a_dispute_about_an_archived_session_is_raised_decided_and_closed(
    session: str, game: int, refusal: str
) -> None:
    """The site reads its games and supervisors by key; a player's complaint has no last day."""
    nights = Nights(240)
    for _ in range(4):
        nights.play()
    rights = HallRights(Serials(b"k" * 32, lambda: 0), bytes)
    raised: Any = RaiseDispute(
        at=nights.now, session=session, game=game, dispute="D", person="p1", about="my line"
    )
    assert needs_site(raised)
    raised = rights.complete(nights.site, None, raised)
    if refusal:
        assert refusals(nights, raised) == [refusal]
        return
    nights.give(raised)
    assert list(owed(nights.site.state.hall, session)) == ["dispute D"]
    at: dict[str, Any] = {"at": nights.now, "dispute": "D"}
    nights.give(
        DecideDispute(by="sue", decision="it was read out in full", **at),
        CloseDispute(satisfied=True, **at),
    )
    assert nights.site.state.hall.disputes == {}
    record = nights.store.record("dispute", "D")
    assert record is not None
    assert json.loads(record.body)["closed"] is True
    verify_journal(nights.site.machine, nights.store, decide_again=True)


def test_the_books_have_statements_of_tills_sessions_and_days() -> None:
    nights = Nights(240)
    for _ in range(3):
        nights.play()
    [takings] = statements(nights.store, "session", "night 1")
    assert [line.why for line in takings.lines].count("CardsSold") == 20
    assert (takings.lines[-1].why, takings.closing) == ("PrizeWon", 0)
    cash, cards, difference = statements(nights.store, "till", "counter")
    assert (cash.closing, cards.closing, difference.closing) == (0, 0, 0)
    assert {line.why for line in cash.lines} == {
        "TillOpened",
        "CardsSold",
        "PrizePaid",
        "TillCounted",
    }
    assert sessions_of(nights.store, "day", "2026-06-02") == ("night 1", "night 2", "night 3")
    assert statements(nights.store, "day", "2026-06-02")[0] == takings
    assert statements(nights.store, "sequence", "none") == ()
