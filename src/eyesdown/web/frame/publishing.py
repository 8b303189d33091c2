"""Keeps every tenant's live feeds up to date while the site runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

import msgspec

from eyesdown.central.site.site import Site
from eyesdown.central.tenant import FeedSource
from eyesdown.kernel.errors import EyesdownError
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.live import HEARTBEAT_SECONDS, Feed

LOOK_SECONDS = 0.05
"""How often a feed checks whether the journal has grown, or the site stops."""

snapshot_bytes = msgspec.json.Encoder().encode
"""A snapshot as a feed sends it."""


async def publish(tenants: Iterable[Web[Any]], stopping: Callable[[], bool]) -> None:
    """Publish what every feed shows until cancelled; the feeds end once the site is stopping."""
    async with asyncio.TaskGroup() as tasks:
        for web in tenants:
            tasks.create_task(_publish(web, stopping))
            if web.tenant.feeds_by_key:
                tasks.create_task(_publish_keyed(web, stopping))
                tasks.create_task(_keep_keyed_alive(web))
            for feed in web.feeds.values():
                tasks.create_task(feed.keep_alive())


async def _publish(web: Web[Any], stopping: Callable[[], bool]) -> None:
    seq, last = -1, dict.fromkeys(web.feeds)
    due: datetime | None = None
    while True:
        at = web.sequencer.seq  # a row that comes while this sends is not slept through
        if at != seq or (due is not None and web.now() >= due):
            with suppress(EyesdownError):  # an unavailable store comes back, and so do the feeds
                for name, source in web.tenant.feeds.items():
                    last[name] = await _send(web, web.feeds[name], source, last[name])
                due = await web.ask_site(lambda site: web.tenant.feeds_due(site, web.now()))
                seq = at
        if stopping():
            for feed in web.feeds.values():
                if not feed.ended:
                    feed.end()
        if web.tenant.at_once:
            await web.sequencer.grown(LOOK_SECONDS, at)
        else:
            await asyncio.sleep(LOOK_SECONDS)


async def _send(web: Web[Any], feed: Feed, source: FeedSource[Any], last: Any) -> Any:
    """Publish what a feed shows next; the last snapshot it has sent."""
    snapshots = await web.ask_site(lambda site: source(site, web.now(), last))
    for snapshot in snapshots:
        feed.publish(snapshot_bytes(snapshot))
    return snapshots[-1] if snapshots else last


async def _publish_keyed(web: Web[Any], stopping: Callable[[], bool]) -> None:
    """Publish the feeds of single keys, such as tables, while clients watch them."""
    while True:
        feeds, seq = dict(web.keyed_feeds), web.sequencer.seq
        with suppress(EyesdownError):
            snapshots = await web.ask_site(partial(_keyed, web, feeds))
            for key, shown in snapshots.items():
                if shown is None:
                    web.keyed_feeds.pop(key, None)
                    feeds[key].end()
                for snapshot in shown or ():
                    feeds[key].publish(snapshot_bytes(snapshot))
                    feeds[key].last = snapshot
        if stopping():
            for feed in feeds.values():
                feed.end()
        if web.sequencer.seq == seq:
            await web.sequencer.grown(LOOK_SECONDS)


def _keyed(
    web: Web[Any], feeds: Mapping[tuple[str, str], Feed], site: Site[Any]
) -> dict[tuple[str, str], Sequence[Any] | None]:
    sources, now = web.tenant.feeds_by_key, web.now()
    return {
        (name, key): sources[name](site, key, now, feed.last)
        for (name, key), feed in feeds.items()
        if not feed.ended
    }


async def _keep_keyed_alive(web: Web[Any]) -> None:
    """Send beats to the clients of every key, and forget the keys without clients."""
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        for key, feed in list(web.keyed_feeds.items()):
            if not feed.watching:
                del web.keyed_feeds[key]
            feed.beat_now()
