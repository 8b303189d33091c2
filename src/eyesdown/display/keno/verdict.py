"""What a ticket comes to, first and in large: won, not won, or still running; and every sum."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction

from eyesdown.display.keno.results import TicketView
from eyesdown.display.view import View
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.kernel.money import dollars
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c15_payouts import last_claim_day

WAITS = {
    PrizeState.LODGED: "A counter has taken the claim, and pays it there.",
    PrizeState.PENDING: "It is being verified, and goes into the account then.",
    PrizeState.UNCLAIMED: "The time to collect it is over. Any counter has the claim form.",
}
"""What the holder of a winning ticket does next, or waits for, if it is not payable."""


class Verdict(View, frozen=True):
    """The first line of a ticket's page, the sentence under it, and how it looks.

    `tone` is "won", "lost" or "running"; `next_at` is when the next game of a running ticket
    closes, as far as it is known.
    """

    headline: str
    detail: str
    tone: str
    next_at: datetime | None = None


def verdict(book: NswKeno, ticket: TicketView, next_at: datetime | None) -> Verdict:
    """What a ticket comes to so far; `next_at` is when its next game closes."""
    if ticket.disqualified:
        words = "Nothing is paid on it unless it is reinstated. A counter can tell whom to ask."
        return Verdict("This entry was disqualified", words, "lost")
    if ticket.drawn < ticket.takes_part:
        return _running(ticket, next_at)
    if ticket.won_cents:
        return Verdict(f"You won {dollars(ticket.won_cents)}", _collect(book, ticket.prizes), "won")
    if not ticket.takes_part:
        return Verdict("No game was played", "The money went back.", "lost")
    return Verdict("No win this time", f"{_all_drawn(ticket.takes_part)}.", "lost")


def _running(ticket: TicketView, next_at: datetime | None) -> Verdict:
    games = ticket.takes_part
    drawn = f"{ticket.drawn} of {games} games drawn" if games > 1 else "Not drawn yet"
    if ticket.won_cents:
        return Verdict(f"{dollars(ticket.won_cents)} won so far", drawn, "won", next_at)
    return Verdict(drawn, "Nothing won yet" if ticket.drawn else "", "running", next_at)


def _all_drawn(games: int) -> str:
    return f"All {games} games are drawn" if games > 1 else "The game is drawn"


def _collect(book: NswKeno, prizes: Sequence[Prize]) -> str:
    payable = [prize for prize in prizes if prize.state is PrizeState.PAYABLE]
    paid = sum(prize.cents for prize in prizes if prize.state is PrizeState.PAID)
    sentences = []
    if payable:
        until = min(last_claim_day(prize.keno_day, book.figures) for prize in payable)
        cents = sum(prize.cents for prize in payable)
        what = f"Collect {dollars(cents)} of it" if paid else "Collect"
        sentences.append(f"{what} by {day_in_words(until)} at any counter or terminal.")
    states = dict.fromkeys(prize.state for prize in prizes)
    sentences += [WAITS[state] for state in states if state in WAITS]
    if paid:
        sentences.append("Paid." if not sentences else f"{dollars(paid)} is paid.")
    return " ".join(sentences)


def day_in_words(day: date) -> str:
    """A day as a person reads it.

    >>> day_in_words(date(2027, 11, 6))
    '6 Nov 2027'
    """
    return f"{day.day} {day:%b %Y}"


def sum_in_words(stake_cents: int, multiplier: int, prizes: Sequence[tuple[int, int]]) -> str:
    """How a line's prize is worked out; `prizes` are (cents, number of combinations that won it).

    >>> sum_in_words(200, 2, [(400, 1)])
    '$2 × 1 × 2 = $4'
    >>> sum_in_words(100, 1, [(12_000, 1), (400, 3)])
    '1 × $120 + 3 × $4 = $132'
    >>> sum_in_words(100, 1, [(1, 3)])
    '3 × $0.01 = $0.03'
    >>> sum_in_words(100, 1, []), sum_in_words(300, 1, [(100, 1)])
    ('', '')
    """
    total = sum(cents * count for cents, count in prizes)
    if not total:
        return ""
    if len(prizes) > 1 or prizes[0][1] > 1:
        parts = " + ".join(f"{count} × {_short(cents)}" for cents, count in prizes)
        return f"{parts} = {_short(total)}"
    pays = _decimal(Fraction(total, stake_cents * multiplier))
    times = f" × {multiplier}" if multiplier > 1 else ""
    return f"{_short(stake_cents)} × {pays}{times} = {_short(total)}" if pays else ""


def _short(cents: int) -> str:
    return dollars(cents).removesuffix(".00")


def _decimal(number: Fraction) -> str:
    """A number with at most two digits after the point; nothing if it needs more."""
    if number.denominator == 1:
        return f"{number.numerator:,}"
    hundredths = number * 100
    return f"{float(number):,.2f}".rstrip("0") if hundredths.denominator == 1 else ""
