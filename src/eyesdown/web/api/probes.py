"""Questions of the machines that watch over a site: is it alive, is it ready, how busy is it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import JournalError, JournalUnavailable
from eyesdown.web.api.answers import Alive, Ready
from eyesdown.web.api.questions import Call, question
from eyesdown.web.frame.context import Web, hosted
from eyesdown.web.frame.metrics import MEDIA, Moment
from eyesdown.web.frame.problems import Problem

PROBE_SECONDS = 2.0
"""How long a probe waits for the store."""


@question("/health", "The process is running.", reads=False, of_the_site=True)
async def health(_: Call) -> Alive:
    """The process is running."""
    return Alive(alive=True)


@question("/ready", "Every store answers, and took what was last written.", of_the_site=True)
async def ready(call: Call) -> Ready:
    """The last row of every journal, after a look at the stores themselves."""
    site = hosted(call.request)
    rows = {name: await _row(web) for name, web in site.tenants.items()}
    return Ready(ready=True, seq=rows[site.first.tenant.name], rows=rows)


async def _row(web: Web[Any]) -> int:
    seq = await web.sequencer.ask(lambda site: site.store.head().seq, PROBE_SECONDS)
    if web.sequencer.write_failed:
        raise JournalUnavailable("what was last written did not get to disk")
    return seq


@question(
    "/metrics",
    "Counters and gauges for Prometheus.",
    reads=False,
    media="text/plain",
    of_the_site=True,
)
async def metrics(call: Call) -> Response:
    """Counters since the start and gauges of this moment, as Prometheus reads them."""
    allowed: tuple[str, ...] | None = getattr(call.request.app.state, "metrics_from", None)
    client = call.request.client.host if call.request.client else ""
    if allowed is not None and client not in allowed:
        raise Problem(404, "api/unknown", "there is nothing at this address")
    now = [await _moment(web) for web in hosted(call.request).tenants.values()]
    return Response(call.api.counted.text(now), media_type=MEDIA)


async def _moment(web: Web[Any]) -> Moment:
    sequencer = web.sequencer
    displays = sum(feed.watching for feed in web.feeds.values())
    now = Moment(web.tenant.name, sequencer.seq, sequencer.waiting, displays)
    with suppress(JournalError):  # a store that is unavailable shows as a gauge of 0
        now = await sequencer.ask(lambda site: _looked_at(web, site, now), PROBE_SECONDS)
    return replace(now, store_up=0) if sequencer.write_failed else now


def _looked_at(web: Web[Any], site: Site[Any], now: Moment) -> Moment:
    site.store.head()
    return replace(now, store_up=1, gauges=tuple(web.gauges(site)))


QUESTIONS = (health, ready, metrics)
