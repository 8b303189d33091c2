"""`journal verify` on every core: spans of rows side by side, then what is beside the rows.

If one of them finds anything wrong, the whole journal is verified once more from its first row by
one process, so the finding and its words are the same on any number of cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import Any

from msgspec import json

from eyesdown.central.site.upkeep.spans import SpanEnd, spans_of
from eyesdown.central.site.verify_journal import Verified, verify_end, verify_journal
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.cli.site.span_worker import Job, Report
from eyesdown.cli.site.tenants import machine_of
from eyesdown.kernel.errors import JournalCorrupt


def cores() -> int:
    """How many processors this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def verify(
    opened: Any,
    where: str,
    *,
    workers: int,
    decide_again: bool,
    progress: Callable[[int], None],
) -> Verified:
    """Verify an opened store with some processes; JournalCorrupt names the first finding."""
    machine, upto = machine_of(opened), opened.head().seq
    spans = spans_of(upto, opened.snapshot_rows(), workers)
    suspicion: JournalCorrupt | None = None
    if len(spans) > 1:
        keys = (opened.keys.keys, opened.keys.where) if isinstance(opened, KeyedStore) else ((), "")
        jobs = [Job(where, *keys, *span, decide_again) for span in spans]
        try:
            return verify_end(machine, opened, _done(jobs, progress), upto)
        except JournalCorrupt as wrong:
            suspicion = wrong
    verified = verify_journal(machine, opened, decide_again=decide_again, progress=progress)
    if suspicion is not None:
        raise suspicion
    return verified


def _done(jobs: list[Job], progress: Callable[[int], None]) -> list[SpanEnd]:
    """How each span ended; JournalCorrupt if any is wrong or its process failed."""
    done = dict.fromkeys(range(len(jobs)), 0)

    def note(index: int, seq: int) -> None:
        done[index] = seq - jobs[index].after
        progress(sum(done.values()))

    with ExitStack() as running, ThreadPoolExecutor(len(jobs)) as threads:
        processes = [_started(running) for _ in jobs]
        waiting = [
            threads.submit(_followed, process, job, partial(note, index))
            for index, (process, job) in enumerate(zip(processes, jobs, strict=True))
        ]
        try:
            return [future.result() for future in waiting]
        except BaseException:
            for process in processes:
                process.kill()
            raise


def _started(running: ExitStack) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "eyesdown.cli.site.span_worker"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    running.enter_context(process)
    return process


def _followed(
    process: subprocess.Popen[bytes], job: Job, progress: Callable[[int], None]
) -> SpanEnd:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.encode(job) + b"\n")
    process.stdin.close()
    for line in process.stdout:
        report = json.decode(line, type=Report)
        if report.end is not None:
            return report.end
        if report.wrong:
            raise JournalCorrupt(report.wrong)
        progress(report.seq)
    raise JournalCorrupt(f"the process for the rows after {job.after} ended early")
