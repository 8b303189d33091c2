"""How long `eyesdown --help` takes, against a bare interpreter."""

from __future__ import annotations

import subprocess
import sys

from eyesdown.cli.bench.harness import Measured, Workload, best_seconds


def _run(*arguments: str) -> float:
    command = (sys.executable, *arguments)
    return best_seconds(lambda: subprocess.run(command, check=True, capture_output=True), rounds=5)


def _help(scale: int) -> Measured:
    ours = _run(
        "-c", "import sys; sys.argv=['eyesdown','-h']; import eyesdown.cli.main as m; m.main()"
    )
    bare = _run("-c", "pass")
    return Measured(1 / ours, 1 / bare, "bare interpreter", scale)


WORKLOADS = (Workload("eyesdown --help", "starts/s", _help),)
