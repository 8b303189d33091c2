"""Every event of a hall, as one type. The events themselves are in the sub-rooms.

Money is in whole cents; a share that does not come out even is rounded up and the operator adds
`rounding_contribution_cents` (decision C13).
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.claims import events as claims
from eyesdown.bingo.play import events as play
from eyesdown.bingo.pools import events as pools
from eyesdown.bingo.sales import events as sales
from eyesdown.bingo.session import events as session
from eyesdown.bingo.trouble import events as trouble
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.kernel.refused import Refused

Event: TypeAlias = (
    Refused
    | BreachLogged
    | session.Event
    | sales.Event
    | pools.Event
    | play.Event
    | claims.Event
    | trouble.Event
)
