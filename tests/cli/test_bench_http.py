"""The benchmark's clients, which live in a process of their own, are all answered."""

from __future__ import annotations

from typing import Any

from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from eyesdown.cli.bench import central_http, counter_http
from eyesdown.cli.bench.central import AT, KENO, PLACES, _dice, _to_the_end
from eyesdown.demo.keno_load import sale, set_up, ten_spots


def _site() -> Site[Any]:
    site = Site(KENO, MemoryStore(), lambda: int(AT.timestamp() * 1_000_000))
    site.run([Submitted(f"set-up/{n}", command) for n, command in enumerate(set_up(AT, PLACES))])
    _to_the_end(site, AT)
    return site


def test_every_entry_is_sold_once_and_both_are_timed() -> None:
    site, dice = _site(), _dice()
    before = site.head.seq
    sales = [sale(AT, "", PLACES[0], ten_spots(dice)) for _ in range(12)]
    ours_s, bare_s = central_http.seconds(site, sales, 3)
    assert site.head.seq == before + 12
    assert ours_s > 0
    assert bare_s > 0


def test_every_sale_of_the_counter_page_is_made_once_and_both_are_timed() -> None:
    site = _site()
    before = site.head.seq
    ours_s, bare_s = counter_http.seconds(site, PLACES, 12, _dice())
    sold = [row for row in site.store.rows(before) if b"EntryAccepted" in row.events]
    assert len(sold) == 12
    assert ours_s > 0
    assert bare_s > 0
