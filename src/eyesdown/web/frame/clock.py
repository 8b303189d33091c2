"""A supervisor's word on a clock that jumped: on record first, then the site goes by it."""

from __future__ import annotations

from typing import Any

from eyesdown.central.site.first_row import SettleClock
from eyesdown.kernel.ids import PersonId
from eyesdown.web.frame.context import Web


async def settle_clock(web: Web[Any], by: str, *, wall: bool) -> None:
    """Write down who says which clock is right, then go on by that one."""
    await web.submit(SettleClock(web.now(), PersonId(by), wall))
    await web.ask_site(lambda site: site.settle_clock(wall=wall))
