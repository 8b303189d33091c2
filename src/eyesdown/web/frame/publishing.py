"""Keeps every tenant's live feeds up to date while the site runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec

from eyesdown.central.tenant import FeedSource
from eyesdown.kernel.errors import EyesdownError
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.live import Feed

LOOK_SECONDS = 0.05
"""How often a feed checks whether the journal has grown, or the site stops."""

snapshot_bytes = msgspec.json.Encoder().encode
"""A snapshot as a feed sends it."""


async def publish(tenants: Iterable[Web[Any]], stopping: Callable[[], bool]) -> None:
    """Publish what every feed shows until cancelled; the feeds end once the site is stopping."""
    async with asyncio.TaskGroup() as tasks:
        for web in tenants:
            tasks.create_task(_publish(web, stopping))
            for feed in web.feeds.values():
                tasks.create_task(feed.keep_alive())


async def _publish(web: Web[Any], stopping: Callable[[], bool]) -> None:
    seq, last = -1, dict.fromkeys(web.feeds)
    while True:
        if web.sequencer.seq != seq:
            with suppress(EyesdownError):  # an unavailable store comes back, and so do the feeds
                at = web.sequencer.seq
                for name, source in web.tenant.feeds.items():
                    last[name] = await _send(web, web.feeds[name], source, last[name])
                seq = at
        if stopping():
            for feed in web.feeds.values():
                if not feed.ended:
                    feed.end()
        if web.tenant.at_once:
            await web.sequencer.grown(LOOK_SECONDS)
        else:
            await asyncio.sleep(LOOK_SECONDS)


async def _send(web: Web[Any], feed: Feed, source: FeedSource[Any], last: Any) -> Any:
    """Publish what a feed shows next; the last snapshot it has sent."""
    snapshots = await web.ask_site(lambda site: source(site, web.now(), last))
    for snapshot in snapshots:
        feed.publish(snapshot_bytes(snapshot))
    return snapshots[-1] if snapshots else last
