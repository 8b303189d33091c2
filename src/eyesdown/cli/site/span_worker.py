"""`python -m eyesdown.cli.site.span_worker`: one span of a journal, verified in its own process.

It reads a job from its input and writes reports to its output, each a line of JSON.
"""

from __future__ import annotations

import sys

from msgspec import Struct, json

from eyesdown.central.site.upkeep.replay import Span
from eyesdown.central.site.upkeep.spans import SpanEnd
from eyesdown.central.site.verify_journal import verify_span
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.keys import Keyring
from eyesdown.cli.site.tenants import machine_of
from eyesdown.kernel.errors import JournalCorrupt


class Job(Struct):
    """Which rows of which store; the keys come by the input, where no other user can read them."""

    where: str
    keys: tuple[bytes, ...]
    keys_from: str
    after: int
    upto: int
    decide_again: bool


class Report(Struct):
    """How far a worker is, what it has found wrong, or how its span ended."""

    seq: int = 0
    wrong: str = ""
    end: SpanEnd | None = None


def main() -> int:
    """Do one job; 1 if something is wrong."""
    job = json.decode(sys.stdin.buffer.readline(), type=Job)
    store = open_store(job.where, make=False)
    keyed = KeyedStore(store, Keyring(job.keys, job.keys_from)) if job.keys else store
    try:
        with keyed.frozen():
            span = Span(job.after, job.upto)
            machine, again = machine_of(keyed), job.decide_again
            end = verify_span(machine, keyed, span, decide_again=again, progress=_progress)
    except JournalCorrupt as wrong:
        _say(Report(wrong=str(wrong)))
        return 1
    finally:
        store.close()
    _say(Report(end=end))
    return 0


def _progress(seq: int) -> None:
    _say(Report(seq=seq))


def _say(report: Report) -> None:
    sys.stdout.buffer.write(json.encode(report) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    raise SystemExit(main())
