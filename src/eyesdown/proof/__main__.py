"""`python -m eyesdown.proof`: every proof, short or long, with a page of figures."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

PAGE = Path("docs/proof.md")
BEGIN, END = "<!-- written by make proof -->", "<!-- end of make proof -->"
SHORT_SECONDS, LONG_SECONDS = 480, 12 * 3600
"""After this long a proof is given up and counts as failed."""
AT_ONCE = 2
"""How many proofs run side by side: several of them wait for servers that they killed."""


class Proof(NamedTuple):
    """What is proven, and its commands in a short form and overnight."""

    says: str
    short: str
    long: str


PROOFS = (
    Proof("kill -9 under load", "-m eyesdown.proof.crash --rounds 4", "--rounds 100"),
    Proof("every write fails, power is cut", "-m eyesdown.proof.faults --every 40", "--every 1"),
    Proof("a hall is killed", "-m eyesdown.proof.hall.kills --seeds 1", "--seeds 9"),
    Proof(
        "the store is changed",
        "-m eyesdown.proof.tamper --each 2 --bits 20000",
        "--each 200 --bits 1000000",
    ),
    Proof("everyone at once", "-m eyesdown.proof.rush --times 2", "--times 100"),
    Proof("lives of a keno site", "-m eyesdown.proof.life.simulate --seeds 20", "--seeds 10000"),
    Proof("lives of a hall", "-m eyesdown.proof.hall --seeds 8", "--seeds 10000"),
    Proof("weeks of keno", "-m eyesdown.proof.life.soak --days 1", "--days 30"),
    Proof("the API is called with anything", "tools/fuzz_api.py --calls 500", "--calls 100000"),
    Proof("draws are fair", "-m eyesdown.proof.fairness", "--full"),
)


def command_of(proof: Proof, *, long: bool) -> list[str]:
    """The arguments of Python for a proof; the long form replaces what the short one sets.

    >>> command_of(PROOFS[0], long=True)
    ['-m', 'eyesdown.proof.crash', '--rounds', '100']
    """
    short = proof.short.split()
    if not long:
        return short
    first_option = next((n for n, word in enumerate(short) if word.startswith("--")), len(short))
    return [*short[:first_option], *proof.long.split()]


def run(proof: Proof, *, long: bool) -> tuple[str, bool]:
    """One row of the page, and whether the proof held."""
    words = command_of(proof, long=long)
    began = perf_counter()
    try:
        seconds = LONG_SECONDS if long else SHORT_SECONDS
        done = subprocess.run(  # noqa: S603 -- our own programs
            [sys.executable, *words], capture_output=True, text=True, timeout=seconds, check=False
        )
        last_line = last_words(done.stdout) or last_words(done.stderr) or "nothing"
        holds = done.returncode == 0
    except subprocess.TimeoutExpired:
        last_line, holds = "not finished in time", False
    took = perf_counter() - began
    result = f"{'holds' if holds else 'FAILED'}: {last_line[:160]}"
    today = datetime.now(UTC).date().isoformat()
    cells = (proof.says, f"`python {' '.join(words)}`", result, f"{took:.0f} s", today, _machine())
    return f"| {' | '.join(cells)} |", holds


def last_words(output: str) -> str:
    """The last line of an output that says something, without the frame of a table.

    >>> last_words("Fairness\\n│ one character │ all caught │ yes │\\n└──────┘\\n")
    'one character, all caught, yes'
    """
    for line in reversed(output.splitlines()):
        cells = [" ".join(cell.split()) for cell in re.split("[│|]", line)]
        words = ", ".join(filter(None, cells))
        if any(map(str.isalnum, words)):
            return words
    return ""


def _machine() -> str:
    load = f", load {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores{load}"


def write_page(rows: list[str]) -> None:
    """Put the rows of this run into the page, in place of those of the last one."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else "# What was proven\n"
    names = ("proof", "command", "result", "time", "date", "machine")
    head = f"| {' | '.join(names)} |\n|{' --- |' * len(names)}"
    part = "\n".join([BEGIN, "", head, *rows, "", END])
    if BEGIN in text:
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        text = before + part + after
    else:
        text = f"{text.rstrip()}\n\n## The last run of `make proof`\n\n{part}\n"
    PAGE.write_text(text, "utf-8")


def main() -> int:
    """Run every proof; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description="Every proof, two at a time.")
    parser.add_argument("--long", action="store_true", help="the long forms, for a night")
    parser.add_argument("--only", default="", help="only proofs with this word in their command")
    options = parser.parse_args()
    wanted = [proof for proof in PROOFS if options.only in proof.short]
    rows, all_hold = list[str](), True
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for row, holds in threads.map(partial(run, long=options.long), wanted):
            print(row, flush=True)  # noqa: T201 -- a program of its own
            rows.append(row)
            all_hold = all_hold and holds
    if not options.only:
        write_page(rows)
    return 0 if all_hold else 1


if __name__ == "__main__":
    raise SystemExit(main())
