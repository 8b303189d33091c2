"""One keno ticket typed on the command line, and what it wins in words."""

from __future__ import annotations

import json
from contextlib import nullcontext
from decimal import Decimal, InvalidOperation

import click

from eyesdown.cli.console import says_no
from eyesdown.display.refusals import what_happened
from eyesdown.keno.bets import answers, door
from eyesdown.keno.bets.draws import draw_of
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.advice import advice
from eyesdown.rulebooks.nsw_keno.book import NswKeno

STAKE_CENTS_MAX = 10**9


def show_ticket(
    book: NswKeno, spots: str, stake: str, drawn: str, *, bonus: bool, as_json: bool
) -> None:
    """Print what a typed Regular Keno ticket wins and why; exit code 1 if there is no such bet.

    A stake that cannot be sold is checked all the same, and named.
    """
    bet = {
        "type": "regular",
        "spots": _numbers(spots, "--spots"),
        "subscription_cents": _cents(stake),
        "bonus": bonus,
    }
    numbers = _numbers(drawn, "--drawn")
    try:
        ticket = door.read_ticket(book, {"bet": bet, "drawn": numbers})
    except BadInput as wrong:
        field = {"drawn": "--drawn", "bet.subscription_cents": "--stake"}.get(
            wrong.field, "--spots"
        )
        raise BadInput(field, wrong.message) from None
    assert not isinstance(ticket.bet, door.SERIES)
    answer = answers.check(book, ticket.bet, draw_of(book, ticket.draws[0]))
    if as_json:
        with says_no() if "refused" in answer else nullcontext():
            click.echo(json.dumps({"bet": bet, "drawn": numbers, "answer": answer}))
        return
    if "refused" in answer:
        with says_no():
            for refusal in answer["refused"]:
                happened, _ = what_happened(refusal["code"], tuple(refusal["facts"].items()))
                next_step = advice()[refusal["code"]]
                click.echo(f"no such bet: {happened} {next_step} (cl. {refusal['clause']})")
    for reason in answer["because"]:
        click.echo(f"{reason['clause']:18}{reason['says']}")
    click.echo(f"wins {dollars(answer['prize_cents_before_jackpot'])}")
    for jackpot in answer["jackpots"]:
        click.echo(f"and the jackpot for {jackpot['spots']} spots of {jackpot['game']}")
    for refusal in answer["not_for_sale"]:
        says, _ = what_happened(refusal["code"], tuple(refusal["facts"].items()))
        click.echo(f"not for sale: {says} (cl. {refusal['clause']})")


def _numbers(text: str, field: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not words:
        raise BadInput(field, "is missing: give the numbers, such as 4,8,15,16")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise BadInput(field, f"{word!r} is not a whole number")
    return [int(word) for word in words]


def _cents(text: str) -> int:
    try:
        cents = Decimal(text.removeprefix("$")) * 100
    except InvalidOperation:
        raise BadInput(
            "--stake", f"{text!r} is not an amount in dollars, such as 2 or 1.50"
        ) from None
    if not cents.is_finite() or cents <= 0 or cents != cents.to_integral_value():
        raise BadInput("--stake", f"{text!r} is not a whole number of cents above 0")
    if cents > STAKE_CENTS_MAX:
        raise BadInput("--stake", f"{text!r} is more than {dollars(STAKE_CENTS_MAX)}")
    return int(cents)
