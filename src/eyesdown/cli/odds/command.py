"""`eyesdown odds`: exact chances and returns, generator checks, fact sheets."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import msgspec

from eyesdown.cli.outfile import whole_files
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.drawing.picture import Picture
    from eyesdown.keno.bets.bet import Bet
    from eyesdown.rulebooks.nsw_keno.book import NswKeno

SAMPLES = 10  # blocks of a simulated chance; each has 2,000 draws
SEED = 20240112
OURS = frozenset({"bet", "bets"})  # of the fields of a ticket; the others come back

ON = click.option(
    "--on",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    default="2024-01-12",
    show_default=True,
    help="Rules as they stood on this day.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Exact fractions as JSON.")
SVG = click.option("--svg", metavar="FILE", help="Draw a chart into this file.")
PNG = click.option("--png", metavar="FILE", help="The same chart in dots.")


@click.group()
def odds() -> None:
    """Exact odds and returns; generator checks; fact sheets."""


@odds.command()
@click.option("--bet", "bets", multiple=True, help="A key like regular/10, or a game: racing.")
@click.option("--growth", type=click.IntRange(0), help="Jackpot growth on show, in dollars.")
@SVG
@PNG
@ON
@JSON
def keno(
    bets: tuple[str, ...],
    growth: int | None,
    svg: str | None,
    png: str | None,
    day: datetime,
    *,
    as_json: bool,
) -> None:
    """Every bet of rule 18: chance of a prize, return, outcomes. `+bonus` takes spots at random.

    One key with --bet shows its outcomes too.
    """
    from eyesdown.cli.odds import tables as odds_tables
    from eyesdown.odds.keno.answers import chosen, keno_answer, keno_book

    book = keno_book(day.date())
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
    """The odds of arbitrary entries, one a line: {"bet": ...}, {"bets": [...]}, or a bet alone.

    Counted exactly for the very spots chosen; only a mix that cannot be counted has its chance of
    any prize simulated, and says so.
    """
    from eyesdown.odds.keno.answers import keno_book

    book = keno_book(day.date())
    wrong = False
    for line in source:
        if not line.strip():
            continue
        unknown: dict[str, Any] = {}
        try:
            asked = _fields(line)
            answer = _ticket(book, asked)
            if _holds_bets(asked):
                unknown = {name: asked[name] for name in asked if name not in OURS}
        except BadInput as bad:
            answer = {"error": {"field": bad.field, "message": bad.message}}
        wrong = wrong or "error" in answer or "refused" in answer
        if as_json:
            _print_json(unknown | answer)
        else:
            from eyesdown.cli.odds import tables as odds_tables

            odds_tables.show_ticket(answer)
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
        raise BadInput("bet", "stands beside bets; give one of the two")
    listed = raw["bets"] if several else [raw["bet"] if alone else raw]
    if not isinstance(listed, list) or not listed:
        raise BadInput("bets", "is not a list of at least one bet")
    bets = [
        read_bet(book, item, f"bets[{place}]" if several else "bet")
        for place, item in enumerate(listed)
    ]
    refusals = [refusal for bet in bets for refusal in no_such_bet(book, bet)]
    if refusals:
        return refused_answer(refusals)
    found = ticket_odds(book, bets)
    answer: dict[str, Any] = {
        "cost_cents": found.cost_cents,
        "rtp": as_text(found.rtp),
        "any_prize": None if found.any_prize is None else as_text(found.any_prize),
    }
    if found.any_prize is None:
        answer["any_prize_simulated"] = _simulated(book, bets)
    answer["bets"] = [
        {"bet": item, "cost_cents": odds.cost_cents}
        | (
            {"rtp": as_text(odds.rtp), "rtp_for_random_spots": odds.rtp_for_random_spots}
            if odds.law is None
            else law_answer(odds.law)
        )
        for item, odds in zip(listed, found.bets, strict=True)
    ]
    return answer


def _fields(line: bytes) -> dict[str, Any]:
    """A line's object; beside bets, what is none stays as it was written."""
    try:
        line.decode()  # what nobody reads must be text, too
        found: dict[str, Any] = msgspec.json.decode(
            line.removeprefix(BOM_UTF8), type=dict[str, msgspec.Raw]
        )
        ours = {name: msgspec.json.decode(found[name]) for name in OURS & found.keys()}
        if _holds_bets(ours):
            return found | ours
        return {name: msgspec.json.decode(raw) for name, raw in found.items()}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise BadInput("line", f"is not a JSON object: {bad}") from bad


def _holds_bets(raw: dict[str, Any]) -> bool:
    """Whether bets are in it; else it is a bet itself, in which every field is its own."""
    return "bets" in raw or isinstance(raw.get("bet"), dict)  # a roulette bet has a text


def _simulated(book: NswKeno, bets: Sequence[Bet]) -> dict[str, Any]:
    from eyesdown.odds.simulation.blocks import Run, here
    from eyesdown.odds.simulation.ticket import EntryGames

    tally = Run(EntryGames(book.day, tuple(bets)), SEED, SAMPLES).finish(here)
    estimate = tally.chance("any_prize")
    return {"mean": estimate.mean, "interval_95": estimate.interval, "draws": estimate.trials}


@odds.command()
@click.option("--pattern", "names", multiple=True, help="A pattern's name; all otherwise.")
@click.option("--card75", is_flag=True, help="The first row of a 75-ball card instead.")
@click.option("--tickets", type=click.IntRange(1, 10**7), help="Independent tickets in play.")
@click.option("--strips", type=click.IntRange(1, 10**6), help="Independent strips in play.")
@SVG
@PNG
@JSON
def bingo(
    names: tuple[str, ...],
    tickets: int | None,
    strips: int | None,
    svg: str | None,
    png: str | None,
    *,
    card75: bool,
    as_json: bool,
) -> None:
    """On which ball a ticket completes a pattern, and the first of many."""
    from eyesdown.cli.odds import tables as odds_tables
    from eyesdown.odds.bingo.answers import bingo_answer, bingo_laws

    if tickets and strips:
        raise BadInput("strips", "take tickets or strips, not both")
    if strips and card75:
        raise BadInput("strips", "75-ball cards do not come in strips")
    laws = bingo_laws(names, card75=card75)
    _draw(odds_tables.bingo_chart(laws, tickets, strips), svg, png)
    if as_json:
        _print_json(bingo_answer(laws, tickets, strips))
    else:
        odds_tables.show_completions(laws, tickets, strips)


@odds.command()
@click.argument("source", type=click.File("rb"), required=False)
@click.option("--games", type=click.IntRange(1000, 10**7), default=5000, show_default=True)
@click.option("--pool", type=click.IntRange(10, 90), default=80, show_default=True)
@click.option("--drawn", type=click.IntRange(5, 90), default=20, show_default=True)
@click.option("--seed", help="Text for a repeatable run; fresh entropy of the system otherwise.")
@click.option("--plant", help="BALL:BIAS, such as 7:0.05, makes one ball come that much oftener.")
@SVG
@PNG
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
    as_json: bool,
) -> None:
    """Is the generator fair? The classic statistics on draws, corrected for their number.

    Without a file the live generator draws. A file holds JSON Lines with `drawn`; exactly --games
    of them are looked at, so that nobody stops when the figures please.
    """
    from eyesdown.cli.odds import draws as odds_draws
    from eyesdown.cli.odds import tables as odds_tables
    from eyesdown.odds.randomness import examine

    if drawn > pool:
        raise BadInput("drawn", f"{drawn} balls cannot be drawn from {pool}")
    bias = None if plant is None else odds_draws.plan(plant, pool, drawn)
    entropy = odds_draws.entropy(seed)
    draws = (
        odds_draws.live(entropy, games, pool, drawn)
        if source is None
        else odds_draws.read(source, games, pool)
    )
    if bias is not None:
        draws = odds_draws.planted(draws, *bias, pool, entropy)
    report = examine(draws, pool)
    _draw(odds_tables.randomness_chart(report), svg, png)
    if as_json:
        _print_json(odds_tables.report_answer(report))
    else:
        odds_tables.show_report(report)
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
@ON
def sheet(game: str, out: str, day: datetime) -> None:
    """A one-page fact sheet of a game as PDF."""
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


def _print_json(answer: dict[str, Any]) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()  # whoever sends one line and waits is answered


def _draw(picture: Picture, svg: str | None, png: str | None) -> None:
    if svg is not None:
        from eyesdown.drawing.svg import picture_svg

        with whole_files(svg, option="--svg") as (file,):
            file.write(picture_svg(picture).encode())
    if png is not None:
        from eyesdown.drawing.png import picture_png

        with whole_files(png, option="--png") as (file,):
            file.write(picture_png(picture))
