"""Measure every public page of the demonstration with Lighthouse, as a phone and as a desk.

Starts `eyesdown demo site` on a free port, reads the pages one after another and prints a row for
each. Needs node; `make lighthouse` installs Lighthouse by npm. Nothing here is a test: figures of
performance are worth something on a calm machine only, and the load is printed with them.

    python tools/lighthouse.py --with .venv/lighthouse --only /odds

Other work on the machine lowers a page's performance and nothing raises it. A page that misses its
mark is therefore measured twice more, and the row is the run in the middle; `--minutes` ends that.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from demonstration import demonstration

PAGES = (
    *("/", "/results", "RESULT", "/numbers", "/odds", "/how", "/check", "TICKET", "/proof"),
    *("/check-card", "/rules", "/rules/nsw-keno", "/rules/nsw-keno/18(b)", "/rules/family-bingo"),
    *("/wall", "/display", "/sign-on", "/account/sign-on", "/account/register"),
    *("/halls/dome", "/halls/dome/results", "/halls/dome/board", "/family", "/family/rules"),
)
WIDE = frozenset({"/wall", "/display", "/halls/dome/board"})
"""Screens on a wall, never a phone."""
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
SHIFT_MAX, KILOBYTES_MAX = 0.05, 100
TRIES = 3
"""Runs of a page whose first one misses the mark of performance; the middle one counts."""
ROW = "public pages in the eyes of Lighthouse"


class NotMeasured(Exception):
    """Lighthouse could not read a page; the words are its own."""


class Measured(NamedTuple):
    """What Lighthouse says of one page."""

    path: str
    device: str
    scores: dict[str, int]
    shift: float
    kilobytes: float
    benchmark: float

    @property
    def below(self) -> list[str]:
        """Every figure that is not good enough."""
        low = [name for name, least in LEAST.items() if self.scores[name] < least]
        return (
            low
            + ["shift"] * (self.shift >= SHIFT_MAX)
            + ["size"] * (self.kilobytes >= KILOBYTES_MAX)
        )


def measure(program: Path, base: str, path: str, device: str, slow: float) -> Measured:
    """The figures of one page; `slow` is how much slower a phone's processor is than this one."""
    command = [str(program), base + path, "--quiet", "--output=json", "--output-path=stdout"]
    command += ["--chrome-flags=--headless --no-sandbox", "--only-categories=" + ",".join(LEAST)]
    command += ["--preset=desktop"] * (device == "desk")
    if device == "phone":
        command.append(f"--throttling.cpuSlowdownMultiplier={slow}")
    if device == "wall":
        command += ["--preset=desktop", "--screenEmulation.width=1920"]
        command.append("--screenEmulation.height=1080")
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
    reply = subprocess.run(
        command,
        check=False,
        capture_output=True,
        timeout=90,
        env={**os.environ, "CHROME_PATH": browser},
    )
    if reply.returncode:
        raise NotMeasured(reply.stderr.decode(errors="replace").strip()[-300:])
    report: dict[str, Any] = json.loads(reply.stdout)
    audits, categories = report["audits"], report["categories"]
    scores = {name: round(100 * categories[name]["score"]) for name in LEAST}
    if any(value < LEAST[name] for name, value in scores.items()):
        _show_causes(audits)
    return Measured(
        path,
        device,
        scores,
        audits["cumulative-layout-shift"]["numericValue"],
        audits["total-byte-weight"]["numericValue"] / 1000,
        report["environment"]["benchmarkIndex"],
    )


def middle(runs: Sequence[Measured]) -> Measured:
    """The run with the middle performance, and the largest shift and size of all runs."""
    run = sorted(runs, key=lambda each: each.scores["performance"])[(len(runs) - 1) // 2]
    return run._replace(
        shift=max(each.shift for each in runs), kilobytes=max(each.kilobytes for each in runs)
    )


def _show_causes(audits: dict[str, Any]) -> None:
    for name, audit in audits.items():
        if audit.get("score") is not None and audit["score"] < 0.9:
            print(f"    {name}: {audit.get('displayValue') or audit['score']}", file=sys.stderr)


def pages_of(base: str) -> dict[str, str]:
    """Every public page, with one result and one ticket of this demonstration."""
    results = httpx.get(f"{base}/results", timeout=60).text
    one = re.search(r'href="(/results/[\d-]+/\d+)"', results)
    ticket = re.search(r'(/check\?serial=[^"]+)"', httpx.get(f"{base}/try", timeout=60).text)
    known = {"RESULT": one[1] if one else "", "TICKET": ticket[1] if ticket else ""}
    return {page: known.get(page, page) for page in PAGES if known.get(page, page)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the public pages with Lighthouse.")
    parser.add_argument("--with", dest="folder", type=Path, default=Path(".venv/lighthouse"))
    parser.add_argument("--only", action="append", help="A page; may be given several times.")
    parser.add_argument("--device", choices=("phone", "desk"), help="One of them alone.")
    parser.add_argument("--save", type=Path, help="Renew the row of this document (docs/proof.md).")
    parser.add_argument("--slow", type=float, default=4.0, help="A phone is slower by this factor.")
    parser.add_argument("--minutes", type=float, default=16, help="No page twice after these.")
    given = parser.parse_args()
    program = given.folder / "node_modules" / ".bin" / "lighthouse"
    with demonstration() as address:
        bad = run(program, address, given)
    sys.exit(1 if bad else 0)


def run(program: Path, base: str, given: argparse.Namespace) -> int:
    """Measure and print every page; how many are not good enough."""
    httpx.get(base, timeout=120)
    time.sleep(5)  # the demonstration's hall hurries through its first game
    measured: list[Measured] = []
    failed: list[str] = []
    until = time.monotonic() + 60 * given.minutes
    heads = ("page", "device", "performance", "accessibility", "best practices", "SEO")
    print("| " + " | ".join((*heads, "shift", "kB", "load", "benchmark", "below")) + " |")
    print("|" + " --- |" * (len(heads) + 5))
    for name, path in pages_of(base).items():
        if given.only and name not in given.only:
            continue
        devices = (given.device,) if given.device else ("phone", "desk")
        for device in ("wall",) if name in WIDE else devices:
            try:
                runs = [measure(program, base, path, device, given.slow)]
                while runs[0].scores["performance"] < LEAST["performance"]:
                    if len(runs) == TRIES or time.monotonic() > until:
                        break
                    runs.append(measure(program, base, path, device, given.slow))
                page = middle(runs)
            except (NotMeasured, subprocess.TimeoutExpired) as wrong:
                failed.append(f"{name} ({device})")
                print(f"| {name} | {device} | not measured: {wrong} |", flush=True)
                continue
            measured.append(page._replace(path=name))
            print(_row(measured[-1]), flush=True)
    below = [page for page in measured if page.below]
    if given.save and measured:
        save(given.save, measured, failed)
    return len(below) + len(failed)


def _row(page: Measured) -> str:
    cells = [page.path, page.device, *(str(page.scores[each]) for each in LEAST)]
    cells += [f"{page.shift:.3f}", f"{page.kilobytes:.0f}", f"{os.getloadavg()[0]:.1f}"]
    return "| " + " | ".join((*cells, f"{page.benchmark:.0f}", ", ".join(page.below))) + " |"


def save(document: Path, measured: list[Measured], failed: list[str]) -> None:
    """Put this run into the document's row on Lighthouse."""
    lowest = {name: min(page.scores[name] for page in measured) for name in LEAST}
    missed = [f"{page.path} as {page.device}: {', '.join(page.below)}" for page in measured]
    missed = [line for page, line in zip(measured, missed, strict=True) if page.below]
    missed += [f"{each}: not measured" for each in failed]
    figures = ", ".join(f"{name} {least}" for name, least in lowest.items())
    cells = (
        ROW,
        "`make lighthouse`",
        f"{len({page.path for page in measured})} pages, {len(measured)} measurements",
        f"lowest: {figures}; layout shift at most {max(page.shift for page in measured):.3f}; "
        f"at most {max(page.kilobytes for page in measured):.0f} kB. "
        "A page that first missed the mark of performance is the middle of three runs. "
        + ("**Missed:** " + "; ".join(missed) if missed else "Every mark is reached."),
        time.strftime("%Y-%m-%d"),
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
    )
    lines = document.read_text().splitlines(keepends=True)
    row = "| " + " | ".join(cells) + " |\n"
    document.write_text("".join(row if line.startswith(f"| {ROW}") else line for line in lines))


if __name__ == "__main__":
    main()
