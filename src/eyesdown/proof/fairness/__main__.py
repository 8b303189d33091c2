"""`make proof-fairness`: the insider, attacks on the record, a live run, and their figures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from eyesdown.proof.fairness import grinding, insider
from eyesdown.proof.fairness.attack_runs import attack, fresh_bench
from eyesdown.proof.fairness.live import KILLS, Lived, killed, live
from eyesdown.proof.fairness.record_attacks import ATTACKS
from eyesdown.proof.times import times

WITNESS = "Ada"
CHARACTERS = 10
"""Changes of one character are tried ten times as often as other attacks; they are many."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much of each part is run."""

    draws: int = 300
    grinds: int = 2
    spots: int = 6
    each: int = 20
    troubles: int = 3
    lives: int = 1
    kills: int = 2
    whole_step: bool = False

    @classmethod
    def full(cls) -> Sizes:
        """What the figures in the documentation were made with."""
        return cls(
            draws=10_000,
            grinds=20,
            each=1000,
            troubles=30,
            lives=5,
            kills=len(KILLS),
            whole_step=True,
        )


@dataclass(slots=True)
class Report:
    """The figures of all parts, and whether each of them holds."""

    rows: list[tuple[str, str, bool]] = field(default_factory=list)
    say: Callable[[str], object] = lambda _: None
    """Gets each row as soon as it is there: a full run takes long, and may be interrupted."""

    def add(self, what: str, figures: str, *, holds: bool) -> None:
        """Note a row of the table."""
        self.rows.append((what, figures, holds))
        self.say(f"{what}: {figures}: {'holds' if holds else 'DOES NOT HOLD'}")

    @property
    def holds(self) -> bool:
        """Whether every part holds."""
        return all(holds for _, _, holds in self.rows)

    def table(self) -> Table:
        """All rows, as they are printed."""
        table = Table(title="Fairness", title_justify="left")
        for title in ("attack", "figures", "holds"):
            table.add_column(title)
        for what, figures, holds in self.rows:
            table.add_row(what, figures, "yes" if holds else "NO")
        return table


Bar = Callable[[str, int], Callable[[int], object]]
"""A new progress bar: what it counts and how far it goes gives what moves it."""


def guesses(sizes: Sizes, seed: int, report: Report, bar: Bar) -> None:
    """The insider bets on predictions, with one unknown answer and with nothing unknown."""
    moved = bar("draws with a witness", sizes.draws)
    guessed = insider.guess(sizes.draws, witness=WITNESS, seed=seed, progress=moved)
    report.add(
        "the insider, one witness's key unknown",
        f"{guessed.draws:,} draws, {guessed.mean:.3f} hits of 6 (chance 1.500), "
        f"chi-square tail {guessed.chance:.3f}",
        holds=guessed.holds,
    )
    control = insider.guess(min(sizes.draws, 300), witness="", seed=seed)
    report.add(
        "control: no witness, no slow step",
        f"6 of 6 in {control.hits[-1]:,} of {control.draws:,} draws",
        holds=control.hits[-1] == control.draws,
    )


def grinds(sizes: Sizes, seed: int, report: Report, bar: Bar) -> None:
    """The insider tries serials for a last entry, with no witness, the slow step, a witness."""
    moved = bar("serials without and with a witness", 2 * sizes.grinds)
    seeds = range(seed, seed + sizes.grinds)
    alone, witnessed = [], []
    for number in seeds:
        alone.append(grinding.grind(sizes.spots, number))
        witnessed.append(grinding.grind(sizes.spots, number, witness=WITNESS))
        moved(2 * len(alone))
    candidates = sum(ground.candidates for ground in alone) / len(alone)
    seconds = sum(ground.seconds for ground in alone) / len(alone)
    report.add(
        "control: serials tried, no witness, no slow step",
        f"{candidates:,.0f} candidates, {seconds:.1f} s, "
        f"all hit in {sum(ground.won for ground in alone)} of {len(alone)} draws",
        holds=all(ground.won for ground in alone),
    )
    cost = grinding.slow_cost(whole=sizes.whole_step)
    report.add(
        "serials tried, slow step of ten seconds",
        f"{cost.turns:,} turns, {cost.core_seconds:.1f} core seconds a candidate, "
        f"{cost.core_hours:.1f} core hours for 6 of 6",
        holds=cost.core_hours > 1,
    )
    hits = sum(ground.hits for ground in witnessed) / len(witnessed)
    report.add(
        "serials tried, one witness",
        f"{hits:.2f} hits of {sizes.spots}, all hit in "
        f"{sum(ground.won for ground in witnessed)} of {len(witnessed)} draws",
        holds=not any(ground.won for ground in witnessed),
    )


def attacks(sizes: Sizes, seed: int, report: Report, bar: Bar) -> None:
    """Every attack on the record; each try must be caught for its own reason."""
    with fresh_bench(seed) as bench:
        for name in ATTACKS:
            tries = sizes.each * (CHARACTERS if "character" in name else 1)
            attacked = attack(bench, name, tries, bar(name, tries))
            missed = f"; missed: {attacked.missed}" if attacked.missed else ""
            figures = f"{attacked.caught:,} of {attacked.tries:,} caught{missed}"
            report.add(name, figures, holds=attacked.holds)


def lives(sizes: Sizes, seed: int, report: Report, bar: Bar) -> None:
    """Live runs with kills, cuts and a wrong clock."""
    for number in range(sizes.lives):
        lived = live(
            troubles=sizes.troubles,
            results=2,
            seconds_max=120 + 40 * sizes.troubles,
            seed=seed + number,
            progress=bar(f"live run {number + 1}", sizes.troubles),
        )
        _add(report, "live run, one clock an hour fast", lived)


def _add(report: Report, what: str, lived: Lived) -> None:
    troubles = ", ".join(f"{many} {trouble}" for trouble, many in lived.kills.items())
    figures = (
        f"{troubles}; {lived.statements} statements, "
        f"{lived.results} results, {lived.witnessed} witnessed, {lived.silences} silences, "
        f"{lived.broken} broken off, {lived.rows:,} rows decided again"
    )
    report.add(what, "; ".join([figures, *lived.wrong]), holds=lived.holds)


def steps(sizes: Sizes, seed: int, report: Report, bar: Bar) -> None:
    """The site and a witness killed at the steps of a draw, each as a process of its own."""
    del seed
    kills = KILLS[: sizes.kills]
    _add(report, "killed at a step", killed(kills, bar("kills at steps", len(kills))))


PARTS = {"insider": guesses, "serials": grinds, "record": attacks, "live": lives, "steps": steps}


def prove(sizes: Sizes, seed: int, parts: list[str], console: Console) -> Report:
    """Run the parts with progress bars on the console."""
    with Progress(console=console, transient=True) as progress:
        report = Report(say=lambda row: progress.console.print(row, soft_wrap=True))

        def bar(what: str, total: int) -> Callable[[int], object]:
            task = progress.add_task(what, total=total)
            return lambda done: progress.update(task, completed=done)

        for part in parts:
            PARTS[part](sizes, seed, report, bar)
    return report


def main() -> int:
    """Run what was asked for and print the table; 1 if something does not hold."""
    short = Sizes()
    parser = argparse.ArgumentParser(description="Attack the fairness of draws in every way.")
    parser.add_argument("--full", action="store_true", help="10,000 draws, 1,000 of each attack")
    parser.add_argument("--draws", type=times, help=f"draws of the insider ({short.draws})")
    parser.add_argument("--each", type=times, help=f"tries of each attack ({short.each})")
    parser.add_argument("--grinds", type=times, help=f"searches for a serial ({short.grinds})")
    parser.add_argument("--troubles", type=times, help=f"kills and cuts live ({short.troubles})")
    parser.add_argument("--lives", type=times, help=f"live runs ({short.lives})")
    parser.add_argument("--kills", type=times, help=f"kills at steps of a draw ({short.kills})")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sizes = Sizes.full() if options.full else short
    names = ("draws", "each", "grinds", "troubles", "lives", "kills")
    chosen = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    report = prove(
        replace(sizes, **chosen), options.seed, options.part or list(PARTS), Console(stderr=True)
    )
    Console().print(report.table())
    return 0 if report.holds else 1


if __name__ == "__main__":
    sys.exit(main())
