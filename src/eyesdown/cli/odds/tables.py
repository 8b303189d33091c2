"""The output of `eyesdown odds`: tables and bars in the terminal, charts for files."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from eyesdown.cli.console import PIPE_WIDTH, console, show, width_of
from eyesdown.display.refusals import what_happened
from eyesdown.drawing.picture import Picture
from eyesdown.odds.law import Law, money
from eyesdown.odds.pictures.chances import one_in
from eyesdown.odds.pictures.charts import Bar, Curve, bars_across, columns, curves, spread
from eyesdown.odds.pictures.terminal import bar, sparkline
from eyesdown.rulebook.advice import advice

if TYPE_CHECKING:  # numpy need not be loaded to show keno tables
    from eyesdown.odds.bingo.ticket import Completion
    from eyesdown.odds.randomness import Report

BAR = 12
NARROW = 90


def _screen() -> Console:
    """The terminal; a pipe is as wide as any table, whatever COLUMNS says."""
    screen = console()
    screen.width = screen.width if screen.is_terminal else PIPE_WIDTH
    return screen


def _print(screen: Console, table: Table) -> None:
    """Print a table; on a narrow terminal drop its bars and wrap its heads, but cut no figure."""
    if width_of(table, screen) > screen.width:
        table.columns.pop()
        table.padding = (0, 1, 0, 0)
        for column in table.columns:
            column.header = str(column.header).replace(" ", "\n")
        screen.width = max(screen.width, width_of(table, screen))
    show(table, screen=screen)


def _table(first: str, *heads: str) -> Table:
    """A table without lines: the first column to the left, figures to the right."""
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column(first, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def show_laws(laws: Mapping[str, Law], growth: int | None) -> None:
    """Print one row per bet; a single bet also shows its outcomes."""
    screen = _screen()
    wide = screen.width > NARROW
    # No bet has both a fill and a growing jackpot, so one column can hold either.
    jackpots = ("with fill", "with growth") if wide else ("with jackpot",)
    table = _table("bet", "stake", "any prize", "return", *jackpots, "deviation", "house edge")
    if growth is not None:
        table.add_column(f"at ${growth:,}", justify="right")
    table.add_column("")
    for key, law in laws.items():
        fill = f"{float(law.rtp_with_jackpot_fill):.3%}" if law.has_fill else ""
        grown = f"{float(law.rtp_with_growth):.3%}" if law.rtp_with_growth is not None else ""
        cells = [
            key,
            _dollars(law.stake),
            one_in(law.hit_rate),
            f"{float(law.rtp):.3%}",
            *((fill, grown) if wide else (fill or grown,)),
            f"{law.deviation:.2f}",
            f"{float(1 - law.rtp):.3%}",
        ]
        if growth is not None:
            at = law.rtp_at(Fraction(growth)) if law.jackpot_chance else None
            cells.append(f"{float(at):.3%}" if at is not None else "")
        table.add_row(*cells, Text(bar(float(law.rtp), 1, BAR), "blue"))
    _print(screen, table)
    if len(laws) == 1:
        _outcomes(screen, next(iter(laws.values())))


def _dollars(amount: Fraction) -> str:
    whole, point, cents = money(amount).partition(".")
    return f"${int(whole):,}{point}{cents}" if whole.isdecimal() else f"${whole}"


def _outcomes(screen: Console, law: Law) -> None:
    table = _table("outcome", "chance", "prize", "part of the return")
    table.add_column("")
    most = max(float(o.probability) for o in law.outcomes)
    for o in law.outcomes:
        part = float(o.probability * o.prize / law.stake)
        table.add_row(
            o.outcome,
            one_in(o.probability),
            _dollars(o.prize) if o.prize else "",
            f"{part:.3%}" if o.prize else "",
            Text(bar(float(o.probability), most, BAR), "blue"),
        )
    click.echo()
    _print(screen, table)


def keno_chart(laws: Mapping[str, Law]) -> Picture:
    """The chart of the returns of several bets, or of the outcomes of a single bet."""
    if len(laws) > 1:
        bars = [Bar(key, float(law.rtp), f"{float(law.rtp):.2%}") for key, law in laws.items()]
        subtitle = "share of the stake paid back as schedule prizes, in the long run"
        return bars_across("Return", subtitle, bars, mark=(1.0, "stake"), row=15)
    key, law = next(iter(laws.items()))
    bars = [Bar(o.outcome, float(o.probability), one_in(o.probability)) for o in law.outcomes]
    if len(bars) > 12:
        return bars_across(key, "chance of each outcome", bars, row=15)
    return columns(key, "chance of each outcome", bars)


def show_ticket(answer: Mapping[str, Any], line: int) -> None:
    """Print the odds of the entry on a line, or what is wrong with the line."""
    if "error" in answer:
        field, message = answer["error"]["field"], answer["error"]["message"]
        where = f"line {line}" if field == "line" else f"line {line}, {field}"
        show(Text(f"{where}: {message}", "red"))
        return
    if "refused" in answer:
        for refusal in answer["refused"]:
            code, clause = refusal["code"], refusal["clause"]
            says, _ = what_happened(code, tuple(refusal["facts"].items()))
            show(Text.assemble((says, "red"), f" {advice()[code]} ({code}, clause {clause})"))
        return
    table = _table("bet", "cost", "any prize", "return")
    for bet in answer["bets"]:
        hit = one_in(Fraction(bet["hit_rate"])) if "hit_rate" in bet else ""
        table.add_row(
            str(bet["bet"]["type"]),
            _dollars(Fraction(bet["cost_cents"], 100)),
            hit,
            f"{float(Fraction(bet['rtp'])):.3%}",
        )
    if answer["any_prize"] is not None:
        whole = one_in(Fraction(answer["any_prize"]))
    else:
        low, high = answer["any_prize_simulated"]["interval_95"]
        whole = f"{low:.2%} to {high:.2%} (simulated, 95%)"
    cost = _dollars(Fraction(answer["cost_cents"], 100))
    table.add_row("whole ticket", cost, whole, f"{float(Fraction(answer['rtp'])):.3%}")
    show(table)


def show_completions(
    laws: Mapping[str, Completion], tickets: int | None, strips: int | None
) -> None:
    """Print one row per pattern: earliest, average and typical balls, and the first of many."""
    from eyesdown.odds.bingo.answers import holding

    table = _table("pattern", "earliest", "average", "10% by", "half by", "90% by")
    many = tickets is not None or strips is not None
    if many:
        for head in ("first of all", "winners", "shared"):
            table.add_column(head, justify="right")
    table.add_column("ball by ball")
    for name, law in laws.items():
        first = holding(law, tickets, strips)
        cells = [name, str(law.earliest), f"{float(law.mean):.2f}"]
        cells += [str(law.quantile(Fraction(n, 10))) for n in (1, 5, 9)]
        chances = [float(chance) for chance in law.law]
        if first is not None:
            cells += [f"{first.mean():.2f}", f"{first.winners():.3f}", f"{first.shared():.1%}"]
            within = first.floats()
            chances = [b - a for a, b in zip((0.0, *within), within, strict=False)]
        table.add_row(*cells, Text(sparkline(_thirds(chances)), "blue"))
    _print(_screen(), table)


def _thirds(values: list[float]) -> list[float]:
    return [sum(values[start : start + 3]) for start in range(1, len(values), 3)]


def bingo_chart(laws: Mapping[str, Completion], tickets: int | None, strips: int | None) -> Picture:
    """The chart of the chance to be complete by each ball, for up to six different laws."""
    from eyesdown.odds.bingo.answers import holding

    distinct: dict[Completion, str] = {}  # many patterns have the same law
    for name, law in laws.items():
        distinct.setdefault(law, name)
    lines = []
    for law, name in list(distinct.items())[:6]:
        first = holding(law, tickets, strips)
        within = map(float, law.within) if first is None else first.floats()
        lines.append(Curve(name, tuple(enumerate(within))))
    if tickets or strips:
        many = f"{strips:,} independent strips" if strips else f"{tickets:,} independent tickets"
        who = f"the first of {many}"
    else:
        who = "one ticket"
    subtitle = f"{who} complete within this number of balls"
    return curves("Completion", subtitle, lines, axis="balls called")


def show_report(report: Report, origin: str) -> None:
    """Print the checks with their p-values, where the draws are from, and the bias they detect."""
    table = _table("check", "statistic", "degrees", "p", "p, Holm")
    table.add_column("what it checks")
    for check in report.checks:
        style = "bold red" if check.suspicious else ""
        table.add_row(
            check.name,
            f"{check.statistic:,.2f}",
            str(check.degrees),
            _p(check.p),
            _p(check.p_holm),
            check.says,
            style=style,
        )
    show(table)
    if report.few:
        click.echo(f"Few draws: only {len(report.checks)} checks hold for {report.games:,}.")
    verdict = ("nothing suspicious", "green") if report.fair else ("not fair", "bold red")
    sample = f"{report.games:,} draws of {report.drawn} from {report.pool}, {origin}: "
    show(Text.assemble(sample, verdict))
    if report.bias_seen is not None:
        click.echo(f"a ball {report.bias_seen:.1%} too frequent fails 99 such samples in 100")
    if report.overlap:
        click.echo(f"overlap with the game before  {sparkline([r[1] for r in report.overlap])}")


def _p(chance: float) -> str:
    """A p-value; a small one is not shown as if it were nothing.

    >>> _p(0.25), _p(0.00001)
    ('0.2500', '< 0.0001')
    """
    return "< 0.0001" if chance < 0.0001 else f"{chance:.4f}"


def report_answer(report: Report, origin: str) -> dict[str, Any]:
    """The report as a JSON value."""
    return {
        "draws_of": origin,
        "games": report.games,
        "pool": report.pool,
        "drawn": report.drawn,
        "fair": report.fair,
        "bias_seen": report.bias_seen,
        "checks": [
            {
                "name": check.name,
                "says": check.says,
                "statistic": check.statistic,
                "degrees": check.degrees,
                "p": check.p,
                "p_holm": check.p_holm,
                "suspicious": check.suspicious,
            }
            for check in report.checks
        ],
    }


def randomness_chart(report: Report) -> Picture:
    """The chart of the balls' standard scores, and of observed and expected overlap below it."""
    subtitle = f"standard score of each ball's count in {report.games:,} draws; red beyond three"
    top = spread("Single numbers", subtitle, report.ball_z)
    if not report.overlap:
        return top
    pairs = ((value, observed, mean) for value, observed, mean in report.overlap if mean > 1)
    bars = [
        Bar(str(value), observed, f"{observed:,}", mark=mean) for value, observed, mean in pairs
    ]
    subtitle = "how many numbers a draw shares with the one before it; lines: expected"
    low = columns("Overlap", subtitle, bars, axis="numbers in common")
    return top.above(low)
