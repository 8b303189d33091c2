"""Every event of keno. An event that moves money carries a balanced `money` group."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.keno.claims.events import ClaimEvent
from eyesdown.keno.desk.events import DeskEvent
from eyesdown.keno.games.events import GameEvent
from eyesdown.keno.office.events import AccountEvent, OfficeEvent
from eyesdown.keno.sales.events import SaleEvent
from eyesdown.kernel.refused import Refused

Event: TypeAlias = (
    Refused | OfficeEvent | AccountEvent | GameEvent | SaleEvent | ClaimEvent | DeskEvent
)
