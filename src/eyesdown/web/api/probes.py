"""Questions of the machines that watch over a site: is it alive, is it ready, how busy is it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from starlette.responses import Response

from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import JournalError, JournalUnavailable
from eyesdown.web.api.answers import Alive, Ready
from eyesdown.web.api.questions import Call, question
from eyesdown.web.frame.metrics import MEDIA, Moment

PROBE_SECONDS = 2.0
"""How long a probe waits for the store."""


@question("/health", "The process is running.", reads=False)
async def health(_: Call) -> Alive:
    """The process is running."""
    return Alive(alive=True)


@question("/ready", "The store answers, and took what was last written.")
async def ready(call: Call) -> Ready:
    """The last row of the journal, after a look at the store itself."""
    sequencer = call.web.sequencer
    seq = await sequencer.ask(lambda site: site.store.head().seq, PROBE_SECONDS)
    if sequencer.write_failed:
        raise JournalUnavailable("what was last written did not get to disk")
    return Ready(ready=True, seq=seq)


@question("/metrics", "Counters and gauges for Prometheus.", reads=False, media="text/plain")
async def metrics(call: Call) -> Response:
    """Counters since the start and gauges of this moment, as Prometheus reads them."""
    sequencer = call.web.sequencer
    state = call.request.app.state
    feeds = (getattr(state, name, None) for name in ("wall_feed", "board_feed"))
    displays = sum(feed.watching for feed in feeds if feed is not None)
    missing = call.web.tickets_missing
    now = Moment(sequencer.seq, sequencer.waiting, displays, tickets_missing=missing)
    with suppress(JournalError):  # a store that is unavailable shows as a gauge of 0
        now = await sequencer.ask(lambda site: _games(site, now), PROBE_SECONDS)
    if sequencer.write_failed:
        now = replace(now, store_up=0)
    return Response(call.api.counted.text(now), media_type=MEDIA)


def _games(site: Site[KenoSite], now: Moment) -> Moment:
    keno, stopped = site.state.keno, len(site.state.draws.stopped)
    game = -1 if keno.open_game is None else keno.open_game
    site.store.head()
    broken_off = site.state.witnessed.broken_off
    now = replace(now, store_up=1, stopped=stopped, broken_off=broken_off)
    return replace(now, game=game, unsettled=len(keno.unsettled))


QUESTIONS = (health, ready, metrics)
