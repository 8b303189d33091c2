"""`eyesdown keno`: check and settle bets, price an entry, show the results of a draw."""

from __future__ import annotations

import gc
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import count, islice, starmap
from typing import Any, BinaryIO, TypeAlias, TypeVar

import click
import msgspec

from eyesdown.cli.json_lines import refuse_repeated_fields, refuse_repeats_inside
from eyesdown.display.refusals import what_happened
from eyesdown.keno.bets import answers as replies
from eyesdown.keno.bets import door
from eyesdown.keno.bets.bet import Bet, SingleBet
from eyesdown.keno.bets.draws import Draw, draw_of, read_draw
from eyesdown.keno.bets.price import not_for_sale
from eyesdown.keno.bets.whole_game import Pot, pro_rate, settle_game, share
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.keno_words import TerminalKind
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c18_prizes import schedule_rows

BOOK = "nsw-keno"
IN_FORCE = SHELF.source(BOOK).in_force

Line: TypeAlias = dict[str, Any]  # an input line, each field still as JSON text
Request = TypeVar("Request")  # an input line after reading
Write: TypeAlias = Callable[[list[Line]], bytes]

TOGETHER_BYTES = 1 << 15  # about a hundred lines are handled together, which is faster
GC_THRESHOLD = 200_000
TICKET = frozenset({"bet", "drawn", "draws", "growth_cents"})
GAME = frozenset(
    {
        "drawn",
        "bets",
        "jackpots",
        "growth_cents",
        "prizes_cents",
        "amount_cents",
        "subscriptions_cents",
    }
)
ENTRY = frozenset({"bet", "bets", "games", "terminal", "bonus_games"})
"""The fields of a line that each command reads."""

ON = click.option(
    "--on",
    "day",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Rules in force on this day; by default the first day of the rules.",
)
FILE = click.argument("source", type=click.File("rb"), default="-")

_decode_line = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_encode_lines = msgspec.json.Encoder().encode_lines


@click.group()
def keno() -> None:
    """Check, price and settle keno bets; read a draw."""


@keno.command()
@FILE
@ON
@click.option("--spots", help="Without JSON: the spots of a Regular Keno ticket, 4,8,15,16.")
@click.option("--stake", default="1", show_default=True, help="With --spots: dollars a game.")
@click.option("--bonus", is_flag=True, help="With --spots: with Keno Bonus.")
@click.option("--drawn", help='With --spots: the 20 numbers in the order drawn, "48 28 4 ...".')
@click.option("--json", "as_json", is_flag=True, help="With --spots: the answer as JSON.")
def check(
    source: BinaryIO,
    day: datetime | None,
    spots: str | None,
    stake: str,
    drawn: str | None,
    *,
    bonus: bool,
    as_json: bool,
) -> None:
    """Say what each bet wins on its draw: JSON Lines in, JSON Lines out.

    A line is {"bet": ..., "drawn": [20 numbers]} or, for a series, {"bet": ..., "draws": [...]};
    docs/keno.md shows every bet. SOURCE is a file, standard input if left out. A line that is not
    of this form gets an error in place of its answer; the exit code is then 1.
    """
    if spots is not None or drawn is not None:
        from eyesdown.cli.keno.ticket import show_ticket

        show_ticket(_open(day), spots or "", stake, drawn or "", bonus=bonus, as_json=as_json)
        return
    from eyesdown.keno.bets.bulk_draws import draws_of

    book = _open(day)

    def checked(tickets: Sequence[door.Ticket]) -> Iterator[replies.Json]:
        draws = iter(draws_of(book, [numbers for _, games, _ in tickets for numbers in games]))
        for bet, games, growth in tickets:
            if isinstance(bet, door.SERIES):
                series = list(islice(draws, len(games)))
                yield {"answer": replies.check_series(book, bet, series)}
            else:
                yield {"answer": replies.check(book, bet, next(draws), growth)}

    _stream(source, lambda line: door.read_ticket(book, _fields(line, TICKET)), checked)


@keno.command()
@FILE
@ON
@click.option(
    "--pro-rate", "prizes_only", is_flag=True, help="Each line holds the prizes of one game."
)
@click.option("--share", "amount_only", is_flag=True, help="Each line holds an amount and stakes.")
def settle(source: BinaryIO, day: datetime | None, *, prizes_only: bool, amount_only: bool) -> None:
    """Settle whole games: prizes, Major Prizes within their cap, payments. JSON Lines in and out.

    A line is {"drawn": [...], "bets": [...]}; with --pro-rate {"prizes_cents": [...]}; with --share
    {"amount_cents": n, "subscriptions_cents": [...]}. With "jackpots": {"regular/10":
    {"growth_cents": n, "pooled": false, "elsewhere_cents": 0, "guarantee_cents": 0}} each named
    jackpot is shared as well; "growth_cents" by itself is not used and is an error.
    """
    if prizes_only and amount_only:
        raise click.UsageError("Use --pro-rate or --share, not both.")
    book = _open(day)
    figures = book.figures

    def whole_game(line: Line) -> tuple[Draw, list[SingleBet], dict[str, Pot] | None]:
        fields = _fields(line, GAME)
        numbers, bets = door.read_game(book, fields)
        return draw_of(book, numbers), bets, door.read_pots(book, fields)

    def settled(draw: Draw, bets: list[SingleBet], pots: dict[str, Pot] | None) -> replies.Json:
        refused = replies.refused_bets(book, bets)
        if refused:
            return {"refused": refused}
        return replies.game(settle_game(book, draw, bets, pots))

    if prizes_only:
        _stream(
            source,
            lambda line: door.read_prizes(_fields(line, GAME)),
            lambda games: [{"paid_cents": pro_rate(prizes, figures)} for prizes in games],
        )
    elif amount_only:
        _stream(
            source,
            lambda line: door.read_shares(_fields(line, GAME)),
            lambda requests: [{"paid_cents": share(*request, figures)} for request in requests],
        )
    else:
        _stream(source, whole_game, partial(starmap, settled))


@keno.command()
@FILE
@ON
@click.option("--json", "as_json", is_flag=True, help="JSON Lines instead of text.")
def price(source: BinaryIO, day: datetime | None, *, as_json: bool) -> None:
    """Price entries and say whether they are allowed; exit code 1 if any is not.

    A line is {"bets": [...], "games": 1, "terminal": "venue" | "self_service" | "internet"}, or
    {"bet": ...}. A series runs over as many games as it has forecasts. With "bonus_games": n,
    Keno Bonus applies to the first n games.
    """
    book = _open(day)
    refused = False

    def answer(
        bets: list[Bet], games: int, terminal: TerminalKind, bonus_games: int | None
    ) -> replies.Json:
        nonlocal refused
        refusals = not_for_sale(book, bets, games, terminal, bonus_games)
        refused = refused or bool(refusals)
        return {"answer": replies.price(book, bets, games, refusals, bonus_games)}

    _stream(
        source,
        lambda line: door.read_entry(book, _fields(line, ENTRY)),
        partial(starmap, answer),
        _encode_lines if as_json else partial(_prices_in_words, count(1)),
    )
    if refused:
        raise click.exceptions.Exit(1)


@keno.command()
@click.argument("numbers", nargs=-1, type=int)
@ON
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a picture.")
def results(numbers: tuple[int, ...], day: datetime | None, *, as_json: bool) -> None:
    """Show the results of a draw in every game; give its numbers in the order drawn."""
    book = _open(day)
    draw = read_draw(book, list(numbers), "numbers")
    if as_json:
        click.echo(_encode({"drawn": draw.numbers, **replies.draw_json(draw)}))
        return
    from eyesdown.cli.console import show
    from eyesdown.cli.keno.picture import picture

    show(picture(draw, book.figures))


@keno.command()
@ON
@click.option("--json", "as_json", is_flag=True, help="One JSON object per prize.")
def prizes(day: datetime | None, *, as_json: bool) -> None:
    """Show the schedule of prizes as rule 18 prints it: per $1, or per smallest stake.

    The $2 Game is for $2, a roulette bet for its minimum. Jackpots grow on top.
    """
    for game, bet, outcome, cents in schedule_rows(_open(day).tables):
        row = {"game": game, "bet": bet, "outcome": outcome, "prize_cents": cents}
        text = f"{game:15} {bet:15} {outcome:12} {dollars(cents):>14}"
        click.echo(_encode(row) if as_json else text)


def _prices_in_words(numbers: Iterator[int], lines: list[Line]) -> bytes:
    """The lines in words; `numbers` counts them, so that an error can say which entry it means."""
    return "".join([_price_in_words(next(numbers), line) + "\n" for line in lines]).encode()


def _price_in_words(number: int, line: Mapping[str, Any]) -> str:
    if "error" in line:
        field, message = line["error"]["field"], line["error"]["message"]
        place = f"entry {number}" if field == "line" else f"entry {number}, {field}"
        return f"{place}: {message}"
    answer = line["answer"]
    refusals = answer.get("refused", answer.get("not_for_sale"))
    reasons = [_refusal_in_words(refusal) for refusal in refusals]
    if "refused" in answer:
        return "\n".join(["no such bet", *reasons])
    head = f"{dollars(answer['cost_cents'])} for {sum(answer['combinations'])} a game"
    for sizes in filter(None, answer["combinations_by_size"]):
        head += f" ({', '.join(f'{count} of {size}' for size, count in sizes.items())})"
    return "\n".join([head + (": not for sale" if reasons else ""), *reasons])


def _refusal_in_words(refusal: Mapping[str, Any]) -> str:
    code = refusal["code"]
    says, _ = what_happened(code, tuple(refusal["facts"].items()))
    return f"  {says} {advice()[code]} ({code}, cl. {refusal['clause']})"


def _fields(line: Line, names: frozenset[str]) -> dict[str, Any]:
    """The fields of a line that we read, decoded; the others stay as they were written."""
    fields = {name: _decode(line[name]) for name in line.keys() & names}
    for name, value in fields.items():
        refuse_repeats_inside(name, line[name], value)
    return fields


def _stream(
    source: BinaryIO,
    read: Callable[[Line], Request],
    answers: Callable[[list[Request]], Iterable[replies.Json]],
    write: Write = _encode_lines,
) -> None:
    """Write one answer per line, in order; a bad line gets its error and the next goes on."""
    out = sys.stdout.buffer
    # A line's objects form no cycles, so reference counts free them; looking for cycles at the
    # usual rate costs a tenth of the time.
    gc.set_threshold(GC_THRESHOLD)
    wrong = False
    for chunk in _chunks(source):
        lines = [_read_line(raw, read) for raw in chunk if raw.strip()]
        good = [(line, request) for line, request in lines if request is not None]
        wrong = wrong or len(good) < len(lines)
        for (line, _), answer in zip(good, answers([request for _, request in good]), strict=True):
            line.update(answer)
        out.write(write([line for line, _ in lines]))
        out.flush()
    if wrong:
        raise click.exceptions.Exit(1)


def _chunks(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that have arrived so far, so that a client that sends one and waits is answered."""
    read: Callable[[int], bytes] = getattr(source, "read1", source.read)
    begun: list[bytes] = []  # parts of a line whose end has not arrived
    while part := read(TOGETHER_BYTES):
        *lines, rest = part.split(b"\n")
        if lines:
            lines[0] = b"".join([*begun, lines[0]])
            begun.clear()
            yield lines
        begun.append(rest)
    yield [b"".join(begun)]


def _read_line(raw: bytes, read: Callable[[Line], Request]) -> tuple[Line, Request | None]:
    """An input line and its request, or an error in its place and None."""
    try:
        line: Line = _decode_line(raw.removeprefix(BOM_UTF8))
        if not raw.isascii():
            raw.decode()  # unknown fields are returned as they are, and must be valid text
        refuse_repeated_fields(raw.removeprefix(BOM_UTF8), line)
        return line, read(line)
    except BadInput as bad:
        return {"error": {"field": bad.field, "message": bad.message}}, None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        return {"error": {"field": "line", "message": f"is not a JSON object: {bad}"}}, None


def _open(day: datetime | None) -> NswKeno:
    book = SHELF.open(BOOK, day.date() if day else IN_FORCE)
    if isinstance(book, Refusal):
        click.echo(str(book), err=True)
        raise click.exceptions.Exit(1)
    assert isinstance(book, NswKeno)
    return book
