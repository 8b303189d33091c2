"""What the office and the sellers must do next: prepare a session, open tills, pay, cash up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from eyesdown.bingo.duties.question import owed_next
from eyesdown.bingo.duties.step import Step
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.state.desk import sale_ended
from eyesdown.bingo.state.state import Session
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.hall.people import HallPerson
from eyesdown.web.hall.play_things import form_fields
from eyesdown.web.hall.things import Thing

OFFICE, A_SELLER = "the office", "a seller"
SOON = timedelta(hours=12)
"""How long before its start a session is prepared."""


def house_things(
    book: BingoBook[Any], state: HallSite, person: HallPerson, now: datetime
) -> list[Thing]:
    """What is owed beside the play: by the office, and by the seller who looks."""
    by_the_book = _by_the_book(book, state, now) if person.is_any(HallRole.OFFICE) else ()
    return [
        *by_the_book,
        *_office(state),
        *_sessions(book, state, now),
        *_payments(state),
        *_till(state, person),
    ]


def _by_the_book(book: BingoBook[Any], state: HallSite, now: datetime) -> Iterator[Thing]:
    """What the office owes a session that is open, by the checks that refuse its next step."""
    for name, session in state.hall.sessions.items():
        if session.closed or not session.opened:
            continue
        for step in owed_next(book, state.hall, name, now):
            if step.duty == HallRole.OFFICE and step.is_open and step.command.by in ("", "?"):
                yield _thing(name, step)


def _thing(session: str, step: Step) -> Thing:
    command = step.command
    sums = isinstance(command, Contribute)  # what is short is worked out already
    game = f", game {step.game}" if step.game else ""
    amount = f" by {dollars(command.amount_cents)}" if isinstance(command, Contribute) else ""
    ready = sums or not step.lacks
    return Thing(
        says=f"{session}{game}: {step.what.removesuffix('.')}{amount}",
        who=OFFICE,
        role=HallRole.OFFICE,
        clause=step.clause.number if step.clause else "",
        book=step.clause.book if step.clause else "",
        button="Do it" if ready else "See to it",
        command=type(command).__name__ if ready else "",
        fields=form_fields(command) if ready else {},
        href="" if ready else "/office",
    )


def _office(state: HallSite) -> Iterator[Thing]:
    hall = state.hall
    if not hall.points:
        yield _of_office("Open a sale point, and hang its notice", "Points", "/office/points")
    if not any(series.left for series in hall.series.values()):
        yield _of_office("Take in a series: no card is left in stock", "Stock", "/office/stock")
    if all(session.closed for session in hall.sessions.values()):
        yield _of_office("Plan the next session", "Programme", "/office/programme")
    open_disputes = [name for name, each in hall.disputes.items() if not each.closed]
    if open_disputes:
        says = f"See to the dispute {open_disputes[0]}"
        yield _of_office(says, "Disputes", "/office/disputes")
    yield from _promotions(state)


def _promotions(state: HallSite) -> Iterator[Thing]:
    for name, held in state.promotions.held.items():
        says = f"Look at the prizes of {name}: they are near a kind that is prohibited"
        yield Thing(
            says=f"{says}. {held.by} entered them; another person confirms",
            who=OFFICE,
            role=HallRole.OFFICE,
            button="Promotions",
            href="/office/promotions",
        )


def _of_office(says: str, button: str, href: str) -> Thing:
    return Thing(says=says, who=OFFICE, role=HallRole.OFFICE, button=button, href=href)


def _sessions(book: BingoBook[Any], state: HallSite, now: datetime) -> Iterator[Thing]:
    for name, session in state.hall.sessions.items():
        if session.closed or session.plan.starts_at > now + SOON:
            continue
        for duty in ("caller", "supervisor"):
            if not session.official(duty, 0) and not session.appointed.get(duty):
                yield _of_office(f"Appoint the {duty} of {name}", "Appoint", "/office")
        yield from _short(book, name, session)


def _short(book: BingoBook[Any], name: str, session: Session) -> Iterator[Thing]:
    """Games whose prizes are too low for what was sold, while they can still be raised."""
    least = book.ways.least_return("game", session.with_jackpot)
    if least is None:
        return
    for number, game in session.games.items():
        if game.phase == "closed" or game.calls:
            continue
        due = least * session.receipts_of(number)
        offered = sum(game.offers.values())
        if offered < due:
            short = dollars(-int(-(due - offered) // 1))
            when = "now: its sale has ended" if sale_ended(game) else "before its first number"
            says = f"Raise the prizes of {name}, game {number}, by {short} {when}"
            yield _of_office(says, "Add money", "/office")


def _till(state: HallSite, person: HallPerson) -> Iterator[Thing]:
    hall = state.hall
    if not person.is_any(HallRole.SELLER) or person.till not in hall.points:
        return
    till = hall.tills.get(person.till)
    busy = any(session.opened and not session.closed for session in hall.sessions.values())
    mine: dict[str, Any] = {"who": person.name, "role": HallRole.SELLER, "href": "/seller/cash-up"}
    if till is None and any(not session.closed for session in hall.sessions.values()):
        says = f"Count the float and open the till {person.till}"
        yield Thing(says=says, button="Open the till", **mine)
    elif till is not None and not busy and all(s.closed for s in hall.sessions.values()):
        says = f"The session is closed. Count the till {person.till}"
        yield Thing(says=says, button="Cash up", **mine)


def _payments(state: HallSite) -> Iterator[Thing]:
    hall = state.hall
    due = [
        award
        for award in hall.awards.values()
        if not award.paid and state.winners_counted(award.session, award.game)
    ]
    pay: dict[str, Any] = {
        "who": A_SELLER,
        "role": HallRole.SELLER,
        "button": "Pay",
        "href": "/seller/pay",
    }
    if due:
        total = dollars(sum(award.amount_cents for award in due))
        names = ", ".join(dict.fromkeys(award.player for award in due[:3]))
        yield Thing(says=f"Pay {total} of prizes: {names}", **pay)
    if hall.refunds:
        total = dollars(sum(refund.amount_cents for refund in hall.refunds.values()))
        yield Thing(says=f"Give back {total} to {len(hall.refunds)} players", **pay)
