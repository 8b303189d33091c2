"""`eyesdown cards`: make cards and series, find a card, verify a series, check cards."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from eyesdown.cli.cards.check import check
from eyesdown.cli.cards.deliver import deliver
from eyesdown.cli.cards.paper_options import fields_as_typed, on_paper, page_options
from eyesdown.cli.cards.party import party
from eyesdown.cli.cards.print import print_
from eyesdown.cli.naming import BOOK
from eyesdown.cli.outfile import progress, refuse_existing, whole_files
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.cards.master import FoundCard
    from eyesdown.cards.series import Series, SeriesPlan
    from eyesdown.cards.series_check import Fault
    from eyesdown.cards.stream import Cells
    from eyesdown.draw.words import Words
    from eyesdown.rulebook.bingo_book import Paper

KINDS = ("strip90", "ticket90", "card75")
FORMATS = ("jsonl", "csv", "parquet", "pdf", "svg", "brf")
ON_PAPER = ("pdf", "svg", "brf")
SQUARES = {"strip90": 27, "ticket90": 27, "card75": 25}
NOT_TO_STDOUT = ("parquet", "pdf")
COUNT_MAX = 10**12
BAR_FROM = 50_000


@click.group()
def cards() -> None:
    """Make, find, verify and print bingo cards and series."""


cards.add_command(print_)
cards.add_command(party)
cards.add_command(deliver)
cards.add_command(check)


@cards.command()
@click.option(
    "--kind", type=click.Choice(KINDS), default="strip90", show_default=True, help="What to make."
)
@click.option("--count", type=int, required=True, help="Number of strips, tickets or cards.")
@click.option("--seed", help="Any text; the same text gives the same cards. Random if left out.")
@click.option(
    "--format",
    "medium",
    type=click.Choice(FORMATS),
    help="By the file's name if left out, jsonl if the name does not tell.",
)
@click.option("--out", required=True, help="The file to write; - is standard output.")
@on_paper
@click.option("--overwrite", is_flag=True, help="Replace files that exist.")
def make(
    kind: str, count: int, seed: str | None, medium: str | None, out: str, **options: Any
) -> None:
    """Make cards, every valid one equally likely.

    Beside paper (pdf, svg, brf) a list of the cards is kept, as JSON Lines, for `cards check`.
    Without a seed, the seed is shown on standard error: it gives the same cards again.
    """
    from eyesdown.cards.stream import KINDS as SAMPLERS
    from eyesdown.cards.stream import quickest, stream

    if medium is None:
        ending = Path(out).suffix.removeprefix(".").lower()
        medium = ending if ending in FORMATS else "jsonl"
        if ending not in {medium, ""}:
            names = ", ".join(FORMATS)
            click.echo(f"{out} is written as JSON Lines; --format names another: {names}", err=True)
    if not 1 <= count <= COUNT_MAX:
        raise BadInput("--count", f"must be 1 to {COUNT_MAX:,}, not {count}")
    if out == "-" and medium in NOT_TO_STDOUT:
        raise BadInput("--out", f"{medium} cannot go to standard output; name a file")
    for option in ("free", "picture"):
        if options[option] and kind != "card75":
            raise BadInput(f"--{option}", f"a {kind} has no free square; make --kind card75")
    outs = [out, *([_list_beside(out)] if medium in ON_PAPER and out != "-" else [])]
    refuse_existing(outs, overwrite=options["overwrite"])
    sampler = quickest(SAMPLERS[kind], count)
    new_seed = _fresh_seed() if seed is None else None
    words = _words(new_seed or seed)
    with (
        fields_as_typed(),
        whole_files(*outs) as files,
        progress(kind, count, BAR_FROM) as advance,
    ):

        def reported() -> Iterator[Cells]:
            number = options["first_card"]
            for chunk in stream(sampler, words, count):
                yield chunk
                if len(files) > 1:
                    files[1].write(_listed(chunk, number))
                    number += chunk.size // SQUARES[kind]
                advance(len(chunk))

        _writer(medium, options)(files[0], kind, reported(), words)
    if new_seed:
        click.echo(f"seed {new_seed}", err=True)
    if len(outs) > 1:
        click.echo(f"{outs[1]} lists the cards, for `cards check`", err=True)


def _fresh_seed() -> str:
    from eyesdown.library.cards import fresh_seed

    return fresh_seed()


def _list_beside(out: str) -> str:
    """The name of the list of cards that is kept beside a printed file.

    >>> _list_beside("fair/cards.pdf")
    'fair/cards.jsonl'
    """
    return str(Path(out).with_suffix(".jsonl"))


def _listed(chunk: Cells, number: int) -> bytes:
    """Cards as JSON Lines with their card numbers; a strip has the number of its first ticket."""
    from eyesdown.cards.files.formats import as_json_lines

    step = chunk.shape[1] if chunk.ndim == 4 else 1
    return b"".join(
        b'{"card":%d,' % (number + place * step) + line[1:]
        for place, line in enumerate(as_json_lines(chunk).splitlines(keepends=True))
    )


def _words(seed: str | None) -> Words:
    """The random words of a seed, or of fresh entropy through the generator that draws use."""
    from eyesdown.library.cards import words_of

    try:
        return words_of(seed)
    except BadInput as wrong:
        raise BadInput("--seed", wrong.message) from None


def _writer(
    medium: str, options: dict[str, Any]
) -> Callable[[BinaryIO, str, Iterator[Cells], Words], None]:
    if medium in ("jsonl", "csv"):
        return _write_csv if medium == "csv" else _write_json_lines
    if medium == "parquet":
        return _write_parquet

    def press(file: BinaryIO, kind: str, chunks: Iterator[Cells], _: Words) -> None:
        from eyesdown.press import cards as paper

        single_cards = (card for chunk in chunks for card in chunk)
        write = {"pdf": paper.write_pdf, "svg": paper.write_svg, "brf": paper.write_brf}[medium]
        write(file, kind, single_cards, page_options(options))

    return press


def _write_json_lines(file: BinaryIO, _: str, chunks: Iterator[Cells], __: Words) -> None:
    from eyesdown.cards.files.formats import as_json_lines

    file.writelines(map(as_json_lines, chunks))


def _write_csv(file: BinaryIO, kind: str, chunks: Iterator[Cells], _: Words) -> None:
    from eyesdown.cards.files.formats import as_csv, csv_header
    from eyesdown.cards.stream import KINDS as SAMPLERS

    file.write(csv_header(SAMPLERS[kind].shape))
    number = 1
    for chunk in chunks:
        file.write(as_csv(chunk, number))
        number += len(chunk)


def _write_parquet(file: BinaryIO, kind: str, chunks: Iterator[Cells], words: Words) -> None:
    from eyesdown.cards.files.parquet import CardFile
    from eyesdown.cards.stream import KINDS as SAMPLERS

    with CardFile(file, SAMPLERS[kind], {"commitment": words.commitment}) as rows:
        for chunk in chunks:
            rows.write(chunk)


@cards.command()
@click.option("--serial", required=True, help="The series' serial number.")
@click.option("--colour", required=True, help="The series' colour.")
@click.option("--books", type=int, required=True, help="Number of books.")
@click.option(
    "--games", type=int, default=1, show_default=True, help="Games in a book, a page each."
)
@click.option(
    "--up",
    type=click.Choice(("single", "six_up", "twelve_up")),
    default="six_up",
    show_default=True,
    help="Cards on a page.",
)
@click.option("--game-colours", default="", help="Colours to give the games: red,blue,green.")
@click.option(
    "--kind",
    type=click.Choice(("ticket90", "card75")),
    default="ticket90",
    show_default=True,
    help="What the series has.",
)
@click.option(
    "--rulebook",
    type=BOOK,
    help="The book whose rule on game colours applies: nsw-casino-bingo, none for 75-ball cards.",
)
@click.option(
    "--colour-lookback",
    type=click.IntRange(min=0),
    help="Number of games over which colours must differ; nsw-casino-bingo says all (A06).",
)
@click.option("--first-book", type=int, default=1, show_default=True, help="First book number.")
@click.option("--first-card", type=int, default=1, show_default=True, help="First card number.")
@click.option("--seed", help="Any text; the same text gives the same series. Random if left out.")
@click.option("--parquet", is_flag=True, help="Write the master table as Parquet too.")
@click.option("--out", required=True, help="Files are named after it: .csv .index .json .seed")
def series(seed: str | None, parquet: bool, out: str, **options: Any) -> None:  # noqa: FBT001  a click flag
    """Make a series: all cards different and numbered, with master table, index and seal."""
    from hashlib import sha256

    from eyesdown.cards.series import certify
    from eyesdown.library.series import hash_of, write_series

    if not Path(out).name or out == "-" or out.endswith(os.sep):
        raise BadInput("--out", "must be the name that the files have in common")
    with fields_as_typed():
        plan = _plan(options)
    words = _words(seed)
    _refuse_another_series(out, words)
    units = plan.cards // plan.cards_per_unit
    endings = [".csv", ".index", ".seed", *([".parquet"] if parquet else []), ".json"]
    with whole_files(*(f"{out}{ending}" for ending in endings)) as opened:
        files = dict(
            zip(endings, opened, strict=True)
        )  # the manifest last: it holds the hashes of the others
        with progress("drawing", units, BAR_FROM) as advance:
            certified = certify(plan, words, advance)

        def copies() -> dict[str, str]:
            if not parquet:
                return {}
            _write_master(files[".parquet"], certified, words)
            files[".parquet"].flush()
            return {"parquet": hash_of(Path(files[".parquet"].name)) or ""}

        os.fchmod(files[".seed"].fileno(), 0o600)
        with progress("writing", plan.cards, BAR_FROM) as advance:
            raw = write_series(certified, words, files, advance, copies)
    click.echo(
        f"serial number {plan.serial}: {_counted(plan.cards, 'card')} in "
        f"{_counted(plan.books, 'book')}; "
        f"manifest {sha256(raw).hexdigest()}; keep {out}.seed locked away",
        err=True,
    )


def _refuse_another_series(out: str, words: Words) -> None:
    """Refuse to overwrite a series of another seed: its cards may be in play."""
    from eyesdown.cards.master import Manifest

    manifest = Path(f"{out}.json")
    if not manifest.is_file():
        return
    try:
        before = Manifest.read(manifest.read_bytes())
    except BadInput as bad:
        raise BadInput("--out", f"{manifest} {bad.message}; choose another name") from bad
    if before.commitment != words.commitment:
        serial = before.plan.serial
        raise BadInput(
            "--out", f"{out} is another series, serial number {serial}; choose another name"
        )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _plan(options: dict[str, Any]) -> SeriesPlan:
    from eyesdown.cards.series import SeriesPlan, colour_games

    palette = [name.strip() for name in options.pop("game_colours").split(",") if name.strip()]
    rulebook, narrowed = options.pop("rulebook"), options.pop("colour_lookback")
    balls = 75 if options.pop("kind") == "card75" else 90
    if balls == 75:
        if rulebook is not None or narrowed is not None:
            raise BadInput("--rulebook", "has no rule on the colours of 75-ball cards")
        colours = colour_games(options["games"], palette, 0) if palette else ()
        return SeriesPlan(**options, game_colours=colours, balls=balls)
    rulebook = rulebook or "nsw-casino-bingo"
    paper = _paper(rulebook)
    lookback = paper.colour_lookback
    if narrowed is not None:
        if lookback is not None:
            raise BadInput("--colour-lookback", f"{rulebook} sets it itself")
        lookback = narrowed
    colours = ()
    if palette or (options["games"] > 1 and lookback != 0):
        try:
            colours = colour_games(options["games"], palette, lookback)
        except BadInput as few:
            if few.field != "game_colours":
                raise
            required_by = f"{rulebook} cl. {paper.colours_clause}"
            raise BadInput("--game-colours", f"{few.message} ({required_by})") from few
    return SeriesPlan(**options, game_colours=colours)


def _paper(rulebook: str) -> Paper[Any]:
    """What a book says about printed cards today."""
    from eyesdown.bingo.words.validity import paper_of
    from eyesdown.library.books import open_book

    try:
        return paper_of(open_book(rulebook))
    except BadInput as wrong:
        raise BadInput("--rulebook", wrong.message) from None


def _write_master(file: BinaryIO, certified: Series, words: Words) -> None:
    from eyesdown.cards.files.parquet import MasterFile
    from eyesdown.cards.series import pages

    with MasterFile(file, certified.plan, {"commitment": words.commitment}) as rows:
        for first, tickets in pages(certified, words):
            rows.write(first, tickets)


@cards.command()
@click.argument("name")
@click.option("--numbers", help="The card's 15 or 24 numbers, in any order: 7,23,33,...")
@click.option("--card", type=int, help="The card number.")
@click.option("--serial", help="The serial number on the card; no match if the series has another.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def find(name: str, numbers: str | None, card: int | None, serial: str | None, **how: bool) -> None:
    """Find a card of the series NAME by its numbers or by its card number."""
    from eyesdown.cards.master import Finder
    from eyesdown.library.series import opened_series

    if (numbers is None) == (card is None):
        raise BadInput("find", "needs either --numbers or --card")
    with opened_series(name) as files:
        finder = Finder(files.manifest, files.table, files.index)
        if serial is not None and serial != files.manifest.plan.serial:
            match = None
        elif card is not None:
            match = finder.by_card(card)
        else:
            match = finder.by_numbers(_numbers(numbers or "", files.manifest.plan.balls))
    if how["as_json"]:
        click.echo(json.dumps(_as_json(match)))
    else:
        click.echo(_as_text(match) if match else "the series has no such card")
    sys.exit(0 if match else 1)


def _numbers(text: str, balls: int) -> list[int]:
    from eyesdown.library.series import card_numbers

    try:
        numbers = [int(part) for part in text.replace(",", " ").split()]
    except ValueError:
        raise BadInput("--numbers", "must be numbers with commas between them") from None
    return card_numbers(numbers, "--numbers", balls)


def _as_json(match: FoundCard | None) -> dict[str, Any]:
    if match is None:
        return {"found": False}
    place = match.place
    return {
        "found": True,
        "serial": match.serial,
        "card": place.card,
        "book": place.book,
        "game": place.game,
        "box": place.box,
        "colour": place.colour,
        "rows": match.ticket.rows,
    }


def _as_text(match: FoundCard) -> str:
    place = match.place
    where = f"book {place.book}, game {place.game}, box {place.box}, {place.colour}"
    return f"serial number {match.serial}, card {place.card}: {where}\n{match.ticket.drawing()}"


@cards.command()
@click.argument("name")
@click.option("--seed", help="The text the series was made from.")
@click.option("--seed-file", type=click.Path(path_type=Path), help="The .seed file of the series.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def verify(name: str, seed: str | None, seed_file: Path | None, **how: bool) -> None:
    """Verify that the series NAME is complete, valid and unaltered; list every fault."""
    count, faults = _examined(name, seed, seed_file)
    if how["as_json"]:
        listed = [{"where": fault.where, "what": fault.what} for fault in faults]
        click.echo(json.dumps({"valid": not faults, "cards": count, "faults": listed}))
    else:
        for fault in faults:
            click.echo(str(fault))
        good = f"{_counted(count, 'card')}, all different, all valid; nothing altered"
        click.echo("the series is not as it was sealed" if faults else good)
    sys.exit(1 if faults else 0)


def _examined(name: str, seed: str | None, seed_file: Path | None) -> tuple[int, Sequence[Fault]]:
    """The number of cards in a series, and every fault in its files."""
    from eyesdown.library.series import examined, open_series, words_in

    words = _words(seed) if seed is not None else None
    if words is None and seed_file is not None:
        words = words_in(seed_file, "--seed-file")
    try:
        total = open_series(name).cards
    except BadInput as wrong:
        if wrong.field != "manifest":
            raise
        total = 0
    with progress("checking", total, BAR_FROM) as advance:
        verified = examined(name, words, advance)
    return verified.cards, verified.faults
