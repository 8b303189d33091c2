"""`eyesdown cards check`: are these cards right, and what have they won?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from eyesdown.cli.infile import text_of
from eyesdown.cli.naming import BOOK
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.cli.cards.reading import ReadCard
    from eyesdown.library.cards import PrizeOnCard

NAME_WIDTH = 14


@click.command()
@click.argument("what", default="-")
@click.option("--calls", help='The numbers called so far, in order: "7 23 B4 O71", or @FILE.')
@click.option("--card", type=int, help="Only the card with this number.")
@click.option("--book", type=BOOK, help="Look at the prizes of this rulebook.")
@click.option("--version", type=int, help="Only the prizes of this version of the book's game.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, a line a card.")
@click.option(
    "--strict-banding",
    is_flag=True,
    help="Refuse faults against custom too, not only against the rules.",
)
def check(what: str, **asked: Any) -> None:
    """Check cards; with --calls, also what they have won and what is missing.

    WHAT is a file of cards (JSON Lines or CSV of `cards make`), the name of a series, or the text
    in a card's QR code. Without --calls the answer says whether each card is valid. With --calls
    the exit code is 0 if a card has won something, and 1 if none has.
    """
    from eyesdown.cli.cards.reading import (
        card_of_series,
        is_series,
        read_cards,
        refuse_another_file,
    )

    number = asked["card"]
    if is_series(what):
        if number is None:
            raise BadInput("--card", "is needed for a series; `cards verify` checks it whole")
        cards: Iterable[ReadCard] = [card_of_series(what, number)]
    else:
        cards = read_cards(what)
    if asked["calls"] is not None:
        sys.exit(_prizes(what, cards, asked))
    for option in ("book", "version"):
        if asked[option] is not None:
            raise BadInput(f"--{option}", "needs --calls, the numbers called so far")
    if what != "-":
        cards = refuse_another_file(what, cards)
    sys.exit(_validity(what, cards, number, strict_banding=asked["strict_banding"]))


def _validity(
    what: str, cards: Iterable[ReadCard], wanted: int | None, *, strict_banding: bool
) -> int:
    """A JSON line for each card: valid, or with its faults; 1 if one of them is not valid."""
    from eyesdown.cards.card_check import check_card
    from eyesdown.cli.cards.reading import NOT_A_CARD

    looked_at = wrong = 0
    for card in cards:
        if wanted is not None and wanted != card.number:
            continue
        looked_at += 1
        try:
            answer = check_card(card.content or {}, strict_banding=strict_banding)
        except (ValueError, KeyError, TypeError, RecursionError):
            wrong += 1
            click.echo(json.dumps({"error": {"field": "line", "message": NOT_A_CARD}}))
            continue
        wrong += bool(answer.faults)
        verdict = {"valid": not answer.faults, "faults": answer.faults, "warnings": answer.warnings}
        click.echo(json.dumps(verdict))
    if wanted is not None and not looked_at:
        raise _no_such_card(what, wanted)
    return 1 if wrong else 0


def read_calls(text: str, field: str = "--calls") -> list[int]:
    """The numbers called, with or without their letters; `@name` reads them from a file.

    >>> read_calls("B4, o71 33")
    [4, 71, 33]
    """
    from eyesdown.library.cards import calls_in

    if text.startswith("@"):
        text = text_of(text[1:], field)
    return calls_in(text, field)


def _prizes(what: str, cards: Iterable[ReadCard], asked: dict[str, Any]) -> int:
    """Write what each card has won; 0 if one of them has won something."""
    from eyesdown.cli.cards.reading import usable
    from eyesdown.library.cards import check_card

    calls = read_calls(asked["calls"])
    wanted = asked["card"]
    looked_at = winners = 0
    for number, content in usable(what, cards):
        if wanted is not None and wanted != number:
            continue
        try:
            prizes = check_card(content, calls, asked["book"], asked["version"])
        except BadInput as bad:
            raise BadInput(*_named(bad, number)) from bad
        looked_at += 1
        winners += any(prize.complete for prize in prizes)
        if asked["as_json"]:
            click.echo(json.dumps(_as_json(number, prizes, calls)))
        elif wanted is not None or what.upper().startswith("EYES"):
            click.echo(_as_text(number, content["rows"], prizes, calls))
        else:
            for prize in prizes:
                if prize.complete:
                    click.echo(f"card {number}: {prize.prize}, {prize.in_words(calls)}")
    if not looked_at:
        if wanted is None:
            raise BadInput("what", f"{what} is empty")
        raise _no_such_card(what, wanted)
    if looked_at > 1 and not asked["as_json"]:
        click.echo(f"{winners} of {looked_at} cards have won something", err=True)
    return 0 if winners else 1


def _no_such_card(what: str, number: int) -> BadInput:
    return BadInput("--card", f"{what} has no card {number}")


def _named(bad: BadInput, number: int) -> tuple[str, str]:
    """The option that a field of the library came from, and the message."""
    options = {"calls": "--calls", "book_id": "--book", "version": "--version"}
    if bad.field in options:
        return options[bad.field], bad.message
    return f"card {number}", bad.message


def _as_json(number: int, prizes: Sequence[PrizeOnCard], calls: Sequence[int]) -> dict[str, Any]:
    return {
        "card": number,
        "calls": len(calls),
        "prizes": [
            {
                "prize": prize.prize,
                "complete_on_call": prize.complete_on_call,
                "missing": prize.missing,
                "needed": prize.needed,
            }
            for prize in prizes
        ],
    }


def _as_text(
    number: int, rows: Sequence[Sequence[int]], prizes: Sequence[PrizeOnCard], calls: Sequence[int]
) -> str:
    from eyesdown.cards.ticket import Card75, Ticket90

    card = Ticket90.of(rows) if len(rows) == 3 else Card75.of(rows)
    after = f"after {len(calls)} calls" if len(calls) != 1 else "after 1 call"
    table = [f"{prize.prize:{NAME_WIDTH}} {prize.in_words(calls)}" for prize in prizes]
    return "\n".join([f"card {number}, {after}", card.drawing(), *table])
