"""Rule 8: Keno Runners and the money they collect."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.display.keno.ticket import print_pay
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import ClaimPrize
from eyesdown.keno.claims.events import PrintPayIssued
from eyesdown.keno.sales.commands import CollectByRunner
from eyesdown.kernel.written import replace
from kit.desk import Desk


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def test_8_d__money_that_a_runner_collected_claims_nothing(shop: Desk) -> None:
    assert shop.no(CollectByRunner(shop.now, "N1", "rob", "club", 100)) == []
    assert shop.no(replace(shop.claim(shop.entry(pick(3))), serial="N1")) != []
    shop.close()
    entry = shop.entry(pick(3), runner="rob")
    [sold] = shop.do(shop.sale(entry, runner_note="N1"))
    assert sold.first_game == 1


clause = pytest.mark.clause


@clause("nsw-keno", "2:Keno Runner")
@pytest.mark.parametrize(("cents", "taken"), [(1, True), (0, False), (-1, False)])
def test_2_Keno_Runner__collects_something(desk: Desk, cents: int, taken: bool) -> None:
    collect = CollectByRunner(desk.now, "N1", "rex", "club", cents)
    assert desk.refused(collect) == ([] if taken else [("runner/note", "2:Keno Runner")])


@clause("nsw-keno", "2:Keno Runner", "8(d):official")
def test_2_Keno_Runner__an_entry_names_money_that_its_venue_collected_once(desk: Desk) -> None:
    desk.do(CollectByRunner(desk.now, "N1", "rob", "club", 100))
    no_note = [("runner/note", "2:Keno Runner")]
    elsewhere = desk.entry(venue="hotel", runner="rob")
    assert desk.refused(desk.sale(elsewhere, runner_note="N1")) == no_note
    assert desk.refused(desk.sale(desk.entry(runner="rob"), runner_note="N2")) == no_note
    assert desk.refused(desk.sale(desk.entry(runner="bob"), runner_note="N1")) == no_note
    dear = desk.entry(Regular((1, 2), 200), runner="rob")
    assert desk.refused(desk.sale(dear, runner_note="N1")) == no_note
    assert desk.refused(desk.sale(desk.entry(runner="rob"), runner_note="N1")) == []
    assert desk.refused(desk.sale(desk.entry(runner="rob"), runner_note="N1")) == no_note


@clause("nsw-keno", "7(o):runner", "2:Keno Runner")
def test_7_o_runner__a_runners_entry_prints_by_itself(desk: Desk) -> None:
    entry = desk.sell(runner="rita")
    assert desk.state.sold[entry.serial].entry.runner == "rita"
    desk.play()
    desk.do(desk.claim(entry))
    events = desk.do(desk.pay("c-1"))
    assert isinstance(events[1], PrintPayIssued)
    assert events[1].serial == entry.serial
    assert print_pay(desk.stored(entry.serial), {}, entry.serial).asked_by_runner


@clause("nsw-keno", "8(d):official")
def test_8_d__runner_money_is_no_entry_until_the_receipt(desk: Desk) -> None:
    desk.do(CollectByRunner(desk.now, "N1", "rita", "club", 100))
    claim = ClaimPrize(desk.now, "N1", "c-1", "club", "club-1", "")
    assert ("claim/runner_money_is_no_entry", "8(d):official") in desk.refused(claim)
    desk.play()
    entry = desk.entry(runner="rita")
    desk.do(desk.sale(entry, runner_note="N1"))
    assert desk.state.sold[entry.serial].first_game == 1
    assert desk.state.runner_money == {}
    desk.do(CollectByRunner(desk.now, "N1", "rita", "club", 100))
    again = desk.refused(CollectByRunner(desk.now, "N1", "rita", "club", 100))
    assert again == [("runner/note", "2:Keno Runner")]
