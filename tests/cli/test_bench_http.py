"""The benchmark's clients, which live in a process of their own, are all answered."""

from __future__ import annotations

from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from eyesdown.cli.bench.central import AT, KENO, PLACES, _dice, _to_the_end
from eyesdown.cli.bench.central_http import seconds
from eyesdown.demo.keno_load import sale, set_up, ten_spots


def test_every_entry_is_sold_once_and_both_are_timed() -> None:
    site = Site(KENO, MemoryStore(), lambda: int(AT.timestamp() * 1_000_000))
    site.run([Submitted(f"set-up/{n}", one) for n, one in enumerate(set_up(AT, PLACES))])
    _to_the_end(site, AT)
    before, dice = site.head.seq, _dice()
    sales = [sale(AT, "", PLACES[0], ten_spots(dice)) for _ in range(12)]
    ours_s, bare_s = seconds(site, sales, 3)
    assert site.head.seq == before + 12
    assert ours_s > 0
    assert bare_s > 0
