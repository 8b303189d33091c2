"""The same blocks over a local Dask cluster of two workers: same seed, same tally."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from click.testing import CliRunner
from distributed import Client, LocalCluster

from eyesdown.cli.odds.simulate import simulate
from eyesdown.odds.simulation.blocks import Run, here
from eyesdown.odds.simulation.cluster import over
from eyesdown.odds.simulation.keno import read_mix
from eyesdown.rulebooks.nsw_keno.book import open_on


def test_two_workers_of_a_cluster_give_the_tally_of_one_process() -> None:
    book = open_on(date(2024, 1, 12))
    job = replace(read_mix(book, {"entries": {"regular/5": 40}}), block_trials=256)
    settings = {"processes": False, "dashboard_address": None, "threads_per_worker": 1}
    with LocalCluster(n_workers=2, **settings) as cluster, Client(cluster) as client:
        assert len(client.scheduler_info()["workers"]) == 2
        spread = Run(job, 77, 6).finish(over(client), 4)
        words = ["keno", "--entry", "regular/5=40", "--games", "20000", "--seed", "7", "--json"]
        address = cluster.scheduler_address
        there = CliRunner().invoke(simulate, [*words, "--dask", address])
    assert spread == Run(job, 77, 6).finish(here)
    assert there.stdout == CliRunner().invoke(simulate, [*words, "--workers", "1"]).stdout
