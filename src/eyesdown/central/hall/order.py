"""What the site demands of a hall beyond its book: eyes down, counts, drawn balls, open tills.

A journal whose record is not open holds the rules alone; see `HallSite.keeps_order`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.claims.events import PrizePaid
from eyesdown.bingo.play.commands import (
    AskForBall,
    BeginCall,
    CallNumber,
    CorrectNumber,
    DrawJackpotNumbers,
    ReportError,
    StartGame,
)
from eyesdown.bingo.play.evolve import struck_index
from eyesdown.bingo.sales.events import CardsSold, EntryFeePaid, RefundPaid, SaleTakenBack
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.money import CASH
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.words import AskForJackpotNumbers
from eyesdown.central.site.draws.ball_by_ball import ball_at
from eyesdown.central.site.sealing import is_generator
from eyesdown.central.site.witnessing import numbers_so_far
from eyesdown.kernel.cite import Fact
from eyesdown.rulebook.spelling import one_spelling


class Demand(NamedTuple):
    """Why the site refuses what the book allows: the code of its clause, and the facts."""

    code: str
    facts: Mapping[str, Fact] = MappingProxyType({})


GameCall: TypeAlias = BeginCall | CallNumber


def demand(site: HallSite, command: Any, events: Iterable[Any] = ()) -> Demand | None:
    """What the site still demands before a command that the book allows with these events.

    >>> from eyesdown.control.hall.tally import Tally
    >>> demand(HallSite(Tally("vic-bingo")), "anything") is None
    True
    """
    if not site.keeps_order:
        return None
    match command:
        case StartGame():
            return _unknown_device(site, command)
        case AskForBall() | BeginCall() | CallNumber():
            return _before_a_ball(site, command)
        case AskForJackpotNumbers() | DrawJackpotNumbers():
            return _before_jackpot_numbers(site, command)
        case CorrectNumber() | ReportError(error="announcement"):
            return _right_already(site, command)
        case PayPrize():
            return _before_a_payment(site, command) or _no_cash(site, events)
        case _:
            return _no_cash(site, events)


def _unknown_device(site: HallSite, command: StartGame) -> Demand | None:
    """A device that draws is ours, or was approved by the office."""
    device = command.selector_id
    if command.selector != "device" or is_generator(device) or device in site.devices:
        return None
    return Demand("device/not_approved", {"device": device})


def _before_a_ball(site: HallSite, command: AskForBall | GameCall) -> Demand | None:
    game = site.hall.game(command.session, command.game)
    number = site.draw_of(command.session, command.game)
    if number in site.draws.stopped:
        return Demand("game/stopped", {"game": command.game})
    if game.eyes_down_at is None:
        return Demand("hall/eyes_not_down", {"game": command.game})
    if not site.sales_agreed(number):
        return Demand("game/sales_not_counted", {"game": command.game})
    by_device = site.is_ours(game) and not site.is_broken_off(number)
    if isinstance(command, AskForBall):
        return None if by_device else Demand("hall/no_device", {"game": command.game})
    return _not_the_ball(site, number, game, command) if by_device else None


def _not_the_ball(site: HallSite, number: int, game: Game, command: GameCall) -> Demand | None:
    """The next number of our device is the one that was drawn, and no other."""
    place = len(game.calls) + 1
    drawn = ball_at(site.witnessed, number, place) if _has_values(site, number) else None
    if drawn is not None and drawn == command.number and command.drawn in (0, drawn):
        return None
    return Demand("draw/not_the_ball", {"call": place, "number": command.number})


def _right_already(site: HallSite, command: CorrectNumber | ReportError) -> Demand | None:
    """No one puts another number in the place of one that our device drew."""
    game = site.hall.game(command.session, command.game)
    number = site.draw_of(command.session, command.game)
    if not site.is_ours(game) or not _has_values(site, number):
        return None
    index = struck_index(game.calls, command.wrong, command.right)
    drawn = numbers_so_far(site.witnessed, number)
    # Balls that were keyed after our draw was broken off may be corrected.
    if index is None or index >= len(drawn) or drawn[index] != command.wrong:
        return None
    return Demand("correction/our_ball", {"number": command.wrong})


def _has_values(site: HallSite, number: int) -> bool:
    """Whether something was revealed of a draw; before its seal nothing is."""
    taking = site.witnessed.draws.get(number)
    return taking is not None and bool(taking.values)


def draws_jackpot_numbers(
    site: HallSite, command: AskForJackpotNumbers | DrawJackpotNumbers
) -> bool:
    """Whether our own device draws the jackpot numbers of a game."""
    game = site.hall.game(command.session, command.game)
    number = site.draw_of(command.session, command.game, jackpot=True)
    return bool(number) and site.is_ours(game) and not site.is_broken_off(number)


def _before_jackpot_numbers(
    site: HallSite, command: AskForJackpotNumbers | DrawJackpotNumbers
) -> Demand | None:
    number = site.draw_of(command.session, command.game, jackpot=True)
    by_device = draws_jackpot_numbers(site, command)
    if isinstance(command, AskForJackpotNumbers):
        return None if by_device else Demand("hall/no_device", {"game": command.game})
    if not by_device:
        return None
    drawn = numbers_so_far(site.witnessed, number) if _has_values(site, number) else []
    asked = site.open_draws[number].asked
    if asked and tuple(drawn[:asked]) == command.numbers:
        return None
    return Demand("draw/not_the_ball", {"call": 0, "number": next(iter(command.numbers), 0)})


def _before_a_payment(site: HallSite, command: PayPrize) -> Demand | None:
    award = site.hall.awards.get(command.award)
    if award is None:
        return None
    number = site.draw_of(award.session, award.game)
    if number in site.draws.stopped:
        return Demand("game/stopped", {"game": award.game})
    if not site.winners_counted(award.session, award.game):
        return Demand("game/winners_not_counted", {"game": award.game})
    return None


def _no_cash(site: HallSite, events: Iterable[Any]) -> Demand | None:
    """Cash at a sale point goes through an open till, which pays no more than it holds."""
    for event in events:
        cents = _cash_in_cents(event)
        if not cents or not event.point:
            continue
        till = site.hall.tills.get(event.point)
        if till is None:
            return Demand("till/not_open", {"point": event.point})
        if till.expected_cents + cents < 0:
            held = {"holds_cents": till.expected_cents, "pays_cents": -cents}
            return Demand("till/too_little", {"point": event.point, **held})
    return None


def _cash_in_cents(event: Any) -> int:
    """The cash that an event brings into a till; less than nothing where the till pays."""
    match event:
        case CardsSold(tender="cash", paid_cents=cents):
            return cents
        case EntryFeePaid(tender="cash", fee_cents=cents):
            return cents
        case SaleTakenBack(tender="cash", paid_cents=cents):
            return -cents
        case RefundPaid(tender="cash", amount_cents=cents):
            return -cents
        case PrizePaid(parts=parts):
            return -sum(part.amount_cents for part in parts if one_spelling(part.method) == CASH)
        case _:
            return 0
