"""The same blocks on a Dask cluster (the extra `cluster`). Same seed, same tally."""

from __future__ import annotations

from typing import Any

from eyesdown.odds.simulation.blocks import Job, Pending, Submit, run_block


def over(client: Any) -> Submit:
    """A way to run blocks on the workers of a `distributed.Client`."""

    def submit(job: Job, seed: int, block: int) -> Pending:
        pending: Pending = client.submit(run_block, job, seed, block, pure=False)
        return pending

    return submit
