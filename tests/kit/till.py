"""The smallest thing a site can run: a till that takes and gives money, and says no when empty."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from msgspec import Struct, field

from eyesdown.central.site.machine import Machine, Record
from eyesdown.central.store.codec import Codec, StateCodec
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.written import Written
from eyesdown.ledger.books import PostingGroup, credit, debit, group


class PayIn(Written, frozen=True):
    who: str
    cents: int


class PayOut(Written, frozen=True):
    who: str
    cents: int


class PaidIn(Written, frozen=True):
    who: str
    cents: int


class PaidOut(Written, frozen=True):
    who: str
    cents: int


class TurnedDown(Written, frozen=True):
    who: str
    refusals: tuple[Refusal, ...]


Command: TypeAlias = PayIn | PayOut
Event: TypeAlias = PaidIn | PaidOut | TurnedDown


class Till(Struct):
    held_cents: dict[str, int] = field(default_factory=dict)
    turned_down: int = 0


def decide(till: Till, command: Command) -> tuple[Event, ...]:
    assert command.cents >= 0, "a till cannot count below nothing"
    match command:
        case PayIn():
            return (PaidIn(command.who, command.cents),)
        case PayOut():
            held = till.held_cents.get(command.who, 0)
            if command.cents > held:
                facts = (("cents", command.cents), ("held", held))
                no = Refusal("till/too_much", Clause("till", "1"), facts)
                return (TurnedDown(command.who, (no,)),)
            return (PaidOut(command.who, command.cents),)
        case _:
            assert_never(command)


def evolve(till: Till, event: Event) -> Till:
    match event:
        case PaidIn(who, cents):
            till.held_cents[who] = till.held_cents.get(who, 0) + cents
        case PaidOut(who, cents):
            till.held_cents[who] -= cents
        case TurnedDown():
            till.turned_down += 1
        case _:
            assert_never(event)
    return till


def groups(_: Till, event: Event) -> tuple[PostingGroup, ...]:
    match event:
        case PaidIn(who, cents):
            lines = debit("bank/till", cents), credit(f"subscriber/{who}", cents)
        case PaidOut(who, cents):
            lines = debit(f"subscriber/{who}", cents), credit("bank/till", cents)
        case TurnedDown():
            return ()
        case _:
            assert_never(event)
    return (group(type(event).__name__, *lines),)


COMMANDS = Codec([PayIn, PayOut])
EVENTS = Codec([PaidIn, PaidOut, TurnedDown])
_STATE = StateCodec(Till)


def records(_: Till, event: Event) -> tuple[Record, ...]:
    """The last thing that happened to each person."""
    return (Record("last", event.who, EVENTS.write(event)),)


TILL: Machine[Till] = Machine(
    commands=COMMANDS,
    events=EVENTS,
    start=Till,
    stamp=lambda command, _: command,
    decide=decide,
    evolve=evolve,
    groups=groups,
    records=records,
    audit=lambda _, __: "",
    wrong_secret=lambda _, __: "",
    save=_STATE.write,
    restore=_STATE.read,
)
