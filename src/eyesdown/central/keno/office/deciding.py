"""What the site itself decides for the office, beyond the rules: payments and people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, get_args

from eyesdown.central.keno.office.payment_words import PaymentCommand, PaymentEvent, PaymentProposed
from eyesdown.central.keno.office.payments import decide_payment, evolve_payment
from eyesdown.central.keno.office.roles import SIGNING_ON
from eyesdown.central.site.people.access import HasPeople, decide_people, evolve_people
from eyesdown.central.site.people.words import PeopleCommand, PeopleEvent

OfficeCommand: TypeAlias = PaymentCommand | PeopleCommand
OfficeEvent: TypeAlias = PaymentEvent | PeopleEvent
COMMANDS = frozenset(get_args(OfficeCommand))
EVENTS = frozenset(get_args(OfficeEvent))
_OF_PEOPLE = frozenset(get_args(PeopleCommand)) | frozenset(get_args(PeopleEvent))


class HasOffice(HasPeople, Protocol):
    """The part of the state that the office's own commands change."""

    payments: dict[str, PaymentProposed]


def decide_office(
    site: HasOffice, command: Any, decide: Callable[[Any], tuple[Any, ...]]
) -> tuple[Any, ...]:
    """What a command leads to; `decide` decides the payment that another person confirms."""
    if command.__class__ in _OF_PEOPLE:
        return decide_people(site, command, SIGNING_ON, one_role=True)
    return decide_payment(site.payments, command, decide)


def evolve_office(site: HasOffice, event: Any) -> None:
    """Take an event about payments or people into the state."""
    if event.__class__ in _OF_PEOPLE:
        evolve_people(site, event)
    else:
        evolve_payment(site.payments, event)
