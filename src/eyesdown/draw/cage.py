"""A ball cage as the draw device: one person keys a ball, a second person confirms it.

A slip changes nothing and is kept on the record, so that it can be read afterwards who keyed what.
"""

from __future__ import annotations

from enum import Enum

from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.written import Written, replace


class Slip(Enum):
    """Why a keyed or confirmed ball did not count, in order of precedence."""

    DRAW_COMPLETE = "cage/draw_complete"
    NOT_IN_THE_POOL = "cage/not_in_the_pool"
    ALREADY_OUT = "cage/already_out"
    BALL_WAITS = "cage/ball_waits"
    NOTHING_WAITS = "cage/nothing_waits"
    SAME_PERSON = "cage/same_person"
    NOT_THE_SAME_BALL = "cage/not_the_same_ball"


class Seen(Written, frozen=True):
    """A ball that counts, and the two who saw it."""

    ball: Ball
    keyed_by: PersonId
    confirmed_by: PersonId


class Cage(Written, frozen=True):
    """The draw so far. `waiting` is keyed and not yet confirmed.

    >>> ann, bob = PersonId("ann"), PersonId("bob")
    >>> cage, _ = key(Cage(pool=80, count=20), Ball(17), ann)
    >>> confirm(cage, Ball(17), ann)[1]
    <Slip.SAME_PERSON: 'cage/same_person'>
    >>> confirm(cage, Ball(17), bob)[0].numbers
    (17,)
    """

    pool: int
    count: int
    seen: tuple[Seen, ...] = ()
    waiting: tuple[Ball, PersonId] | None = None
    slips: tuple[tuple[Slip, Ball, PersonId], ...] = ()

    @property
    def numbers(self) -> tuple[Ball, ...]:
        return tuple(seen.ball for seen in self.seen)

    @property
    def complete(self) -> bool:
        return len(self.seen) == self.count


def key(cage: Cage, ball: Ball, by: PersonId) -> tuple[Cage, Slip | None]:
    """The cage after one person keyed a ball, which a second person must confirm.

    >>> key(Cage(pool=80, count=20), Ball(81), PersonId('ann'))[1].value
    'cage/not_in_the_pool'
    """
    slip = _slip_of_keying(cage, ball)
    if slip:
        return _with_slip(cage, slip, ball, by), slip
    return replace(cage, waiting=(ball, by)), None


def confirm(cage: Cage, ball: Ball, by: PersonId) -> tuple[Cage, Slip | None]:
    """The second person keys what they see; if it is another ball, neither counts.

    >>> confirm(Cage(pool=80, count=20), Ball(7), PersonId('bob'))[1].value
    'cage/nothing_waits'
    """
    if cage.waiting is None:
        return _with_slip(cage, Slip.NOTHING_WAITS, ball, by), Slip.NOTHING_WAITS
    waiting, keyed_by = cage.waiting
    if by == keyed_by:
        return _with_slip(cage, Slip.SAME_PERSON, ball, by), Slip.SAME_PERSON
    if ball != waiting:
        # Neither ball counts: the first must be keyed anew, by either person.
        cleared = replace(cage, waiting=None)
        return _with_slip(cleared, Slip.NOT_THE_SAME_BALL, ball, by), Slip.NOT_THE_SAME_BALL
    confirmed = (*cage.seen, Seen(ball, keyed_by, by))
    return replace(cage, seen=confirmed, waiting=None), None


def _slip_of_keying(cage: Cage, ball: Ball) -> Slip | None:
    if cage.complete:
        return Slip.DRAW_COMPLETE
    if not 1 <= ball <= cage.pool:
        return Slip.NOT_IN_THE_POOL
    if ball in cage.numbers:
        return Slip.ALREADY_OUT
    return Slip.BALL_WAITS if cage.waiting else None


def _with_slip(cage: Cage, slip: Slip, ball: Ball, by: PersonId) -> Cage:
    return replace(cage, slips=(*cage.slips, (slip, ball, by)))
