"""Prizes raised after they were read out (S11), and receipts of an invalidated game (S13)."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import CloseGame
from eyesdown.bingo.play.commands import CallNumber
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.session.commands import Announce, CloseSession
from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.trouble.commands import InvalidateGame
from kit.table import NSW, NZ, VIC, Sit, Table

LOW = (400, 600)


@pytest.mark.clause(NZ, "5.2(c) tail split", "5.6(a)(ii)", "7.1(b)", "7.2")
@pytest.mark.parametrize("prize", ["part series", "series"])
def test_S11__amounts_that_were_read_out_are_raised_and_read_again(sit: Sit, prize: str) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, version=3, cents=LOW)
    assert table.refused(CallNumber, number=1) == ["return/forecast_too_low 7.1(b)"]
    table.ok(Contribute, game=1, prize=prize, amount_cents=799)
    owed = table.refused(CallNumber, number=1)
    assert owed == ["announcement/missing 5.6(a)(ii)", "return/forecast_too_low 7.1(b)"]
    table.ok(Contribute, game=1, prize=prize, amount_cents=1)
    said = table.ok(Announce, by="cal", game=1, topics=("prizes",))
    assert ("$12.00" if prize == "part series" else "$14.00") in said.text
    table.call(1)
    more = table.refused(Contribute, game=1, prize=prize, amount_cents=100)
    assert more == ["prize/already_announced 5.2(c) tail split"]


@pytest.mark.clause(NZ, "5.2(c) tail split", "7.2")
@pytest.mark.parametrize("cents", [0, -100])
def test_S11__amounts_are_never_lowered(sit: Sit, cents: int) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3, cents=LOW)
    assert table.no(Contribute, game=1, prize="series", amount_cents=cents) == [
        "contribution/not_positive"
    ]


@pytest.mark.clause(NZ, "7.1(b)")
def test_S11__another_card_sold_after_the_reading_is_no_dead_end(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, version=3, cents=(700, 1100))
    assert table.this.announced
    table.do(SellCards, player="cat", game=1, serial="777", count=1, paid_cents=1000)
    table.ok(Contribute, game=1, prize="series", amount_cents=900)
    table.ok(Announce, by="cal", game=1, topics=())
    table.call(1)


def close_after(table: Table, refund: bool) -> ReturnReported:
    """The report of a session whose first game is invalidated and whose second is not begun."""
    table.call(1)
    table.ok(InvalidateGame, by="sue", cause="fire", refund=refund)
    details = (("date", "2026-05-12"), ("time", "19:00"), ("place", "Hall"))
    table.do(Announce, by="cal", topics=(), game=0, details=details)
    events = table.do(CloseSession, by="sue", early=True)
    (report,) = (e for e in events if isinstance(e, ReturnReported) and e.scope == "session")
    return report


@pytest.mark.clause(VIC, "3.4(d)")
@pytest.mark.parametrize(("refund", "kept_cents"), [(False, 2000), (True, 0)])
def test_S13__kept_receipts_are_reported_on_their_own_line(
    sit: Sit, refund: bool, kept_cents: int
) -> None:
    report = close_after(sit(VIC, {"ann": "T0", "bob": "E1"}), refund)
    assert (report.receipts_cents, report.kept_cents) == (kept_cents, kept_cents)


@pytest.mark.clause(NZ, "7.1(c)")
def test_S13__where_refunds_are_due_nothing_is_kept(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"})
    report = close_after(table, refund=False)
    assert (report.receipts_cents, report.kept_cents) == (0, 0)


@pytest.mark.clause(NSW, "3.3 first")
def test_S13__a_kept_part_of_the_entry_fees_counts(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"})
    table.call(1)
    table.ok(InvalidateGame, by="sue", cause="brawl", refund=False)
    table.game = 2
    table.start()
    table.call(*range(1, 91))
    table.ok(CloseGame, by="sue")
    events = table.do(CloseSession, by="sue")
    (report,) = (e for e in events if isinstance(e, ReturnReported) and e.scope == "session")
    assert (report.receipts_cents, report.kept_cents) == (3000, 1500)
