"""How a site says that its store is away, full or hanging, and that it is back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.tasks import Plan
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Submitted
from eyesdown.central.store.postgres import PostgresStore
from eyesdown.demo.keno_load import set_up
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.web.api import probes
from eyesdown.web.app import create_app
from kit.sites import Client, Running
from kit.tenants import clockwork


@pytest.mark.clause("central-site", "5.5")
def test_a_store_that_is_away_is_said_and_nothing_is_lost(client: Client, running: Running) -> None:
    assert client.get("/ready").json()["ready"]
    running.store.away = True
    answer = client.command("till/1", client.order())
    assert (answer.status_code, answer.json()["code"]) == (503, "site/unavailable")
    assert answer.headers["retry-after"] == "1"
    assert client.get("/ready").status_code == 503
    assert client.get("/api/books/balances", headers=client.token("office")).status_code == 503
    assert client.get("/health").json() == {"alive": True}
    running.store.away = False
    assert client.command("till/1", client.order()).status_code == 200
    assert client.get("/ready").json()["ready"]


def test_how_it_goes(client: Client, running: Running) -> None:
    client.command("till/1", client.order())
    client.command("till/2", client.order(entry={"games": 101}))
    client.command("till/3", {"type": 'Drop"Table'})
    text = client.get("/metrics").text
    assert 'eyesdown_commands_total{command="AcceptEntry",status="200"} 1' in text
    assert 'eyesdown_commands_total{command="AcceptEntry",status="422"} 1' in text
    assert 'eyesdown_commands_total{command="?",status="400"} 1' in text
    assert "eyesdown_answer_seconds_count 3.0" in text
    assert "eyesdown_batch_commands_sum 2.0" in text
    assert "eyesdown_batch_seconds_count 2.0" in text
    assert f'eyesdown_journal_rows_total{{tenant="keno"}} {running.site.head.seq}.0' in text
    assert 'eyesdown_open_game{tenant="keno"} 0.0' in text
    assert 'eyesdown_store_up{tenant="keno"} 1.0' in text
    now = client.get("/api/now").json()
    assert now["open"] == "2026-11-15/000"
    running.store.away = True
    assert 'eyesdown_store_up{tenant="keno"} 0.0' in client.get("/metrics").text


def test_where_the_store_is_stands_in_the_log_alone(
    client: Client, running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    running.store.away = True
    for answer in (client.command("till/1", client.order()), client.get("/ready")):
        assert answer.status_code == 503
        assert "db.internal" not in answer.text
    told = [getattr(record, "words", "") for record in caplog.records]
    assert sum("db.internal" in words for words in told) == 2


@pytest.fixture
def work(running: Running) -> Callable[[], Any]:
    return lambda: clockwork(running.sequencer, Plan(running.read), running.clock_us)


def test_a_full_disk_is_said_until_something_was_written(
    client: Client, running: Running, work: Any
) -> None:
    """It can be read all the while; only a write finds out."""
    running.store.full = True
    assert client.get("/ready").status_code == 200, "nobody has tried to write"
    assert client.command("till/1", client.order()).status_code == 503
    assert client.get("/ready").status_code == 503
    assert 'eyesdown_store_up{tenant="keno"} 0.0' in client.get("/metrics").text
    with pytest.raises(JournalUnavailable):
        client.runner.run(work().look_after())
    assert client.get("/ready").status_code == 503
    running.store.full = False
    assert client.get("/ready").status_code == 503
    client.runner.run(work().look_after())
    assert client.get("/ready").status_code == 200
    assert 'eyesdown_store_up{tenant="keno"} 1.0' in client.get("/metrics").text


def test_a_write_that_works_ends_it_too_and_a_repeat_does_not(
    client: Client, running: Running
) -> None:
    assert client.command("till/0", client.order()).status_code == 200
    running.store.full = True
    assert client.command("till/1", client.order()).status_code == 503
    assert client.command("till/0", client.order()).json()["again"], "which writes nothing"
    assert client.get("/ready").status_code == 503
    running.store.full = False
    assert client.command("till/1", client.order()).status_code == 200
    assert client.get("/ready").status_code == 200


@pytest.fixture
def impatient(running: Running, monkeypatch: pytest.MonkeyPatch) -> Any:
    running.patience = 0.2
    monkeypatch.setattr(probes, "PROBE_SECONDS", 0.05)
    return running


def test_a_store_that_hangs_keeps_nobody_waiting_for_ever(impatient: Any, client: Client) -> None:
    """What was begun is done when the store comes back; the rest was not, and nothing twice."""
    sold = impatient.site.state.keno.sold
    impatient.store.answering.clear()
    hung = client.command("till/1", client.order())
    later = client.command("till/2", client.order())
    claim = {"type": "RequestPrintPay", "serial": impatient.door.serials.new(impatient.read)}
    many = [{"id": f"till/{n}", "command": claim} for n in range(3, 20)]
    answers = client.post("/api/commands", json=many, headers=client.token("writer")).json()
    ready, metrics, now = (client.get(path) for path in ("/ready", "/metrics", "/api/now"))
    assert client.get("/health").status_code == 200
    impatient.store.answering.set()
    for no in (hung, later, ready, now):
        assert (no.status_code, no.json()["code"]) == (503, "site/unavailable")
    assert {no["status"] for no in answers} == {503}
    assert 'eyesdown_store_up{tenant="keno"} 0.0' in metrics.text
    assert client.command("till/1", client.order()).json()["again"]
    assert not client.command("till/2", client.order()).json()["again"]
    assert len(sold) == len(impatient.site.state.keno.sold) == 2
    assert client.get("/ready").status_code == 200


def test_a_site_can_be_stopped_while_its_store_hangs(impatient: Any) -> None:
    """Whether it hangs over a command or over a question."""
    command = Submitted("office/1", next(set_up(impatient.now, ())))

    async def stopped(over: Callable[[Sequencer[Any]], Coroutine[Any, Any, Any]]) -> None:
        sequencer = Sequencer(impatient.site, patience=impatient.patience)
        impatient.store.answering.clear()
        waiting = asyncio.create_task(over(sequencer))
        await asyncio.sleep(0)
        try:
            with pytest.raises(JournalUnavailable, match="neither answers nor fails"):
                await sequencer.stop()
        finally:
            impatient.store.answering.set()
        await asyncio.wait((waiting,))  # whoever waited is told something

    asyncio.run(stopped(lambda sequencer: sequencer.submit_all([command])))
    asyncio.run(stopped(lambda sequencer: sequencer.ask(lambda site: site.store.head())))


def test_whoever_is_told_to_stop_while_his_answer_comes_in_stops(
    client: Client, running: Running
) -> None:
    """Else the site's own hands would work on for ever when the site is stopped."""

    async def story() -> bool:
        asking = asyncio.create_task(running.sequencer.ask(lambda _: None))
        await asyncio.sleep(0)
        running.sequencer._thread.submit(lambda: None).result()  # now the answer is on its way
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        return asking.cancelled()

    assert client.runner.run(story())


@pytest.mark.parametrize("path", ["/api/slow", "/slow"])
def test_whoever_still_waits_when_the_site_stops_is_told_to_ask_again(path: str) -> None:
    """He heard that something broke, and may not have asked again."""

    async def slow(_: Request) -> Response:
        await asyncio.Event().wait()
        raise AssertionError

    async def story() -> httpx.Response:
        pages = create_app(_nobody, [Route(path, slow)])
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(_cut_short(pages)), base_url="http://site"
        ) as reader:
            return await reader.get(path)

    answer = asyncio.run(story())
    assert (answer.status_code, "x-content-type-options" in answer.headers) == (503, True)
    assert path == "/slow" or answer.json()["code"] == "site/unavailable"


def _cut_short(app: Any) -> Any:
    """As the server does it when its patience is over."""

    async def cut(scope: Any, receive: Any, send: Any) -> None:
        asked = asyncio.create_task(app(scope, receive, send))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asked

    return cut


async def _nobody() -> Any:
    raise AssertionError("no state is needed to say no")
    yield


def test_a_page_says_what_may_have_been_done(client: Client) -> None:
    async def away(_: Request) -> Response:
        raise JournalUnavailable("the database at db.internal:5432 is away")

    pages = create_app(_nobody, [Route("/deed", away, methods=["GET", "POST"])])
    reader = type(client)(client.runner, pages)
    asked, sent = reader.get("/deed"), reader.post("/deed")
    reader.close()
    assert (asked.status_code, sent.status_code) == (503, 503)
    assert "Nothing was done" in asked.text
    assert "may have been done all the same" in sent.text
    assert "db.internal" not in asked.text + sent.text


def test_a_database_server_that_is_gone_is_noticed(postgres: str) -> None:
    """Not after the two hours that a network takes by itself."""
    store = PostgresStore(postgres)
    assert store._db is not None
    asked = store._db.info.get_parameters()
    store.close()
    idle, every, times = (
        int(asked[f"keepalives_{name}"]) for name in ("idle", "interval", "count")
    )
    assert idle + every * times < 15
    assert int(asked["tcp_user_timeout"]) <= 15_000
