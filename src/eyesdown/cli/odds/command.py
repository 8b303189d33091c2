"""`eyesdown odds`: exact chances and returns, generator checks, fact sheets."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import msgspec

from eyesdown.cli.infile import name_of, naming_the_file, text_of
from eyesdown.cli.json_lines import refuse_repeated_fields, refuse_repeats_inside
from eyesdown.cli.naming import BET, PATTERN
from eyesdown.cli.outfile import refuse_existing, whole_files
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.drawing.picture import Picture
    from eyesdown.keno.bets.bet import Bet
    from eyesdown.rulebooks.nsw_keno.book import NswKeno

SAMPLES = 10  # blocks of a simulated chance, 2,000 draws each
SEED = 20240112
OURS = frozenset(
    {"bet", "bets"}
)  # the fields of a line that we read; others are returned as they are

LINE = "line"
SAMPLE = '{"bet": {"type": "regular", "spots": [7, 11], "subscription_cents": 100}}'

ON = click.option(
    "--on",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    default="2024-01-12",
    show_default=True,
    help="Rules in force on this day.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Exact fractions as JSON.")
SVG = click.option("--svg", metavar="FILE", help="Write a chart to this file.")
PNG = click.option("--png", metavar="FILE", help="Write the same chart as PNG.")
OVERWRITE = click.option("--overwrite", is_flag=True, help="Replace files that exist.")


@click.group()
def odds() -> None:
    """Show exact odds and returns, check generators, write fact sheets."""


@odds.command()
@click.option(
    "--bet", "bets", type=BET, multiple=True, help="A key like regular/10, or a game: racing."
)
@click.option("--growth", type=click.IntRange(0), help="Jackpot growth so far, in dollars.")
@click.option(
    "--table",
    type=click.Path(dir_okay=False),
    help="Your own pay table of Regular Keno: CSV as prizes_regular.csv; - is standard input.",
)
@SVG
@PNG
@OVERWRITE
@ON
@JSON
def keno(
    bets: tuple[str, ...],
    growth: int | None,
    *,
    table: str | None,
    svg: str | None,
    png: str | None,
    overwrite: bool,
    day: datetime,
    as_json: bool,
) -> None:
    """Show the odds of every bet of rule 18: chance of a prize, return, outcomes.

    `+bonus` takes spots at random. A single key with --bet also shows its outcomes. With --table,
    Regular Keno pays by your own table: a column for each number of spots, a row for each number
    matched, prizes for $1.
    """
    from eyesdown.cli.odds import tables as odds_tables
    from eyesdown.odds.keno.answers import chosen, keno_answer, keno_book, with_pay_table

    _refuse_existing(svg, png, overwrite=overwrite)
    book = keno_book(day.date())
    if table is not None:
        try:
            text = text_of(table, "--table")
            book = with_pay_table(book, name_of(table) or "standard input", text)
        except BadInput as wrong:
            raise BadInput("--table", wrong.message) from None
        bets = bets or ("regular",)
    if svg or png or not as_json:
        laws = chosen(book, bets)
        _draw(odds_tables.keno_chart(laws), svg, png)
    if as_json:
        _print_json(keno_answer(book, bets, growth))
    else:
        odds_tables.show_laws(laws, growth)


@odds.command()
@click.argument("source", type=click.File("rb"), default="-")
@ON
@JSON
def ticket(source: BinaryIO, day: datetime, *, as_json: bool) -> None:
    """Show the odds of entries, one per line: {"bet": ...}, {"bets": [...]}, or a bet alone.

    Counted exactly for the spots chosen. If the chance of any prize cannot be counted for a mix of
    bets, it is simulated, and the answer says so.
    """
    from eyesdown.odds.keno.answers import keno_book

    book = keno_book(day.date())
    wrong = False
    for number, line in enumerate(source, start=1):
        if not line.strip():
            continue
        extra_fields: dict[str, Any] = {}
        try:
            request = _fields(line)
            answer = _ticket(book, request)
            if _holds_bets(request):
                extra_fields = {name: request[name] for name in request if name not in OURS}
        except BadInput as bad:
            if number == 1 and bad.field == LINE and not as_json:
                with naming_the_file(source):
                    raise BadInput("line 1", f"{bad.message}; a line is {SAMPLE}") from bad
            answer = {"error": {"field": bad.field, "message": bad.message}}
        wrong = wrong or "error" in answer or "refused" in answer
        if as_json:
            _print_json(extra_fields | answer)
        else:
            from eyesdown.cli.odds import tables as odds_tables

            odds_tables.show_ticket(answer, number)
    if wrong:
        raise click.exceptions.Exit(1)


def _ticket(book: NswKeno, raw: dict[str, Any]) -> dict[str, Any]:
    from eyesdown.keno.bets.price import no_such_bet
    from eyesdown.keno.bets.reading import read_bet
    from eyesdown.odds.keno.answers import law_answer, refused_answer
    from eyesdown.odds.keno.ticket import ticket_odds
    from eyesdown.odds.law import as_text

    several = "bets" in raw
    alone = isinstance(raw.get("bet"), dict)
    if several and alone:
        raise BadInput("bet", "and bets exclude each other")
    listed = raw["bets"] if several else [raw["bet"] if alone else raw]
    if not isinstance(listed, list) or not listed:
        raise BadInput("bets", "is not a list of at least one bet")
    bets = [
        read_bet(book, item, f"bets[{index}]" if several else "bet")
        for index, item in enumerate(listed)
    ]
    refusals = [refusal for bet in bets for refusal in no_such_bet(book, bet)]
    if refusals:
        return refused_answer(refusals)
    odds_of_entry = ticket_odds(book, bets)
    answer: dict[str, Any] = {
        "cost_cents": odds_of_entry.cost_cents,
        "rtp": as_text(odds_of_entry.rtp),
        "any_prize": None if odds_of_entry.any_prize is None else as_text(odds_of_entry.any_prize),
    }
    if odds_of_entry.any_prize is None:
        answer["any_prize_simulated"] = _simulated(book, bets)
    answer["bets"] = [
        {"bet": item, "cost_cents": odds.cost_cents}
        | (
            {"rtp": as_text(odds.rtp), "rtp_for_random_spots": odds.rtp_for_random_spots}
            if odds.law is None
            else law_answer(odds.law)
        )
        for item, odds in zip(listed, odds_of_entry.bets, strict=True)
    ]
    return answer


def _fields(line: bytes) -> dict[str, Any]:
    """The object on a line; fields beside bet and bets stay as JSON text."""
    try:
        line.decode()  # unknown fields must be valid text too
        text = line.removeprefix(BOM_UTF8)
        fields: dict[str, Any] = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        refuse_repeated_fields(text, fields)
        ours = {name: msgspec.json.decode(fields[name]) for name in OURS & fields.keys()}
        for name, value in ours.items():
            refuse_repeats_inside(name, fields[name], value)
        if _holds_bets(ours):
            return fields | ours
        return {name: msgspec.json.decode(raw) for name, raw in fields.items()}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise BadInput(LINE, f"is not a JSON object: {bad}") from bad


def _holds_bets(raw: dict[str, Any]) -> bool:
    """Whether the object holds bets; otherwise it is itself a bet."""
    return "bets" in raw or isinstance(raw.get("bet"), dict)  # in a roulette bet it is a string


def _simulated(book: NswKeno, bets: Sequence[Bet]) -> dict[str, Any]:
    from eyesdown.odds.simulation.blocks import Run, here
    from eyesdown.odds.simulation.ticket import EntryGames

    tally = Run(EntryGames(book.day, tuple(bets)), SEED, SAMPLES).finish(here)
    estimate = tally.chance("any_prize")
    return {"mean": estimate.mean, "interval_95": estimate.interval, "draws": estimate.trials}


@odds.command()
@click.option(
    "--pattern",
    "names",
    type=PATTERN,
    multiple=True,
    help="A pattern's name; all patterns if left out.",
)
@click.option(
    "--card75", is_flag=True, help="Patterns of a 75-ball card: any row, corners, X, blackout ..."
)
@click.option("--tickets", type=click.IntRange(1, 10**7), help="Independent tickets in play.")
@click.option("--strips", type=click.IntRange(1, 10**6), help="Independent strips in play.")
@SVG
@PNG
@OVERWRITE
@JSON
def bingo(
    names: tuple[str, ...],
    tickets: int | None,
    strips: int | None,
    svg: str | None,
    png: str | None,
    *,
    overwrite: bool,
    card75: bool,
    as_json: bool,
) -> None:
    """Show on which ball a ticket completes a pattern, alone and as the first of many."""
    from eyesdown.cli.odds import tables as odds_tables
    from eyesdown.odds.bingo.answers import bingo_answer, bingo_laws

    if tickets and strips:
        raise BadInput("strips", "and tickets exclude each other")
    if strips and card75:
        raise BadInput("strips", "75-ball cards do not come in strips")
    _refuse_existing(svg, png, overwrite=overwrite)
    if card75 and tickets:
        names = names or ("row",)
    laws = bingo_laws(names, card75=card75)
    _draw(odds_tables.bingo_chart(laws, tickets, strips), svg, png)
    if as_json:
        _print_json(bingo_answer(laws, tickets, strips))
    else:
        odds_tables.show_completions(laws, tickets, strips)


@odds.command()
@click.argument("source", type=click.File("rb"), required=False)
@click.option(
    "--games",
    type=click.IntRange(50, 10**7),
    default=5000,
    show_default=True,
    help="Draws to examine.",
)
@click.option(
    "--pool",
    type=click.IntRange(10, 90),
    default=80,
    show_default=True,
    help="Numbers to draw from.",
)
@click.option(
    "--drawn", type=click.IntRange(5, 90), default=20, show_default=True, help="Numbers in a draw."
)
@click.option("--seed", help="Text for a repeatable run; fresh entropy if left out.")
@click.option(
    "--plant", help="BALL:BIAS, such as 7:0.05, makes one ball come more often by that share."
)
@SVG
@PNG
@OVERWRITE
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
def randomness(
    source: BinaryIO | None,
    *,
    games: int,
    pool: int,
    drawn: int,
    seed: str | None,
    plant: str | None,
    svg: str | None,
    png: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Check whether a generator is fair, by the classic statistics, corrected for their number.

    Without a file the live generator draws. A file holds JSON Lines with `drawn`, or CSV with a
    draw a line; exactly --games of them are examined, so that a sample cannot be cut off when its
    figures look good. Fewer than 1,000 draws get fewer checks, and the answer says how large a
    bias they would miss.
    """
    from eyesdown.cli.odds import draws as odds_draws
    from eyesdown.cli.odds import tables as odds_tables
    from eyesdown.odds.randomness import examine

    if drawn > pool:
        raise BadInput("drawn", f"{drawn} balls cannot be drawn from {pool}")
    _refuse_existing(svg, png, overwrite=overwrite)
    bias = None if plant is None else odds_draws.plan(plant, pool, drawn)
    entropy = odds_draws.entropy(seed)
    draws = (
        odds_draws.live(entropy, games, pool, drawn)
        if source is None
        else odds_draws.read(source, games, pool)
    )
    if bias is not None:
        draws = odds_draws.planted(draws, *bias, pool, entropy)
    origin = odds_draws.origin_of(source)
    report = examine(draws, pool, lambda checks: odds_draws.tracked(checks, games))
    _draw(odds_tables.randomness_chart(report), svg, png)
    if as_json:
        _print_json(odds_tables.report_answer(report, origin))
    else:
        odds_tables.show_report(report, origin)
    if not report.fair:
        raise click.exceptions.Exit(1)


SHEETS = (
    "regular",
    "keno2",
    "lucky_last",
    "heads_or_tails",
    "racing",
    "roulette",
    "bingo90",
    "bingo75",
)


@odds.command()
@click.argument("game", type=click.Choice(SHEETS))
@click.option(
    "--out", metavar="FILE", required=True, help="The PDF to write; - is standard output."
)
@OVERWRITE
@ON
def sheet(game: str, out: str, *, overwrite: bool, day: datetime) -> None:
    """Write a one-page fact sheet of a game as PDF."""
    refuse_existing([out], overwrite=overwrite)
    with whole_files(out) as (file,):
        _write_sheet(game, file, day)


def _write_sheet(game: str, out: BinaryIO, day: datetime) -> None:
    from eyesdown.odds.keno.answers import keno_book
    from eyesdown.odds.pictures import fact_sheet

    if game == "bingo90":
        from eyesdown.rulebook.patterns import read_patterns

        drawn = read_patterns("eyesdown.rulebooks.nsw_casino_bingo")
        fact_sheet.write_sheet(fact_sheet.bingo90_sheet(drawn), out)
    elif game == "bingo75":
        from eyesdown.odds.bingo.answers import card75_law

        fact_sheet.write_sheet(fact_sheet.bingo75_sheet(card75_law()), out)
    else:
        fact_sheet.write_sheet(fact_sheet.keno_sheet(keno_book(day.date()), game), out)


def _refuse_existing(svg: str | None, png: str | None, *, overwrite: bool) -> None:
    for option, name in (("--svg", svg), ("--png", png)):
        refuse_existing(filter(None, [name]), overwrite=overwrite, option=option)


def _print_json(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()  # answer a client that sends one line and waits


def _draw(picture: Picture, svg: str | None, png: str | None) -> None:
    if svg is not None:
        from eyesdown.drawing.svg import picture_svg

        with whole_files(svg, option="--svg") as (file,):
            file.write(picture_svg(picture).encode())
    if png is not None:
        from eyesdown.drawing.png import picture_png

        with whole_files(png, option="--png") as (file,):
            file.write(picture_png(picture))
