"""A client that a generator writes from the description sells an entry and reads its result."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from importlib import import_module
from typing import Any

import httpx
import pytest

from eyesdown.central.keno.rights import KenoRole
from eyesdown.web.api.openapi import describe
from eyesdown.web.keno.api.vocabulary import KENO
from kit.public_site import ONE, PublicSite, token
from kit.served_site import run_scenario

BASE = "http://keno"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The package that openapi-python-client writes, imported."""
    folder = tmp_path_factory.mktemp("clients")
    (folder / "openapi.json").write_text(json.dumps(describe(KENO)), "utf-8")
    (folder / "config.yaml").write_text("post_hooks: []\n", "utf-8")
    where = folder / "keno_client"
    options = ["--path", str(folder / "openapi.json"), "--meta", "none", "--fail-on-warning"]
    options += ["--config", str(folder / "config.yaml"), "--output-path", str(where)]
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield lambda module: import_module(f"keno_client.{module}")


def test_a_generated_client_sells_an_entry_and_reads_its_result(generated: Any) -> None:
    def client(site: PublicSite, role: KenoRole) -> Any:
        known = generated("client").AuthenticatedClient(base_url=BASE, token=token(role))
        headers = {"authorization": f"Bearer {token(role)}"}
        transport = httpx.ASGITransport(site.app)
        http = httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)
        return known.set_async_httpx_client(http)

    async def scenario(site: PublicSite) -> None:
        models = generated("models")
        till = client(site, KenoRole.WRITER)
        now = await generated("api.default.get_now").asyncio(client=till)
        entry = models.Entry(
            type_="Entry",
            serial="",
            lines=[models.Regular(type_="Regular", spots=[1, 2, 3], subscription_cents=100)],
            games=1,
            channel=models.EntryChannel.VENUE,
            method=models.EntryMethod.FORM,
            venue=ONE.venue,
            terminal=ONE.terminal,
            session="a customer",
        )
        paid = models.Tendered(type_="Tendered", tender=models.TenderedTender.CASH, cents=100)
        order = models.AcceptEntry(type_="AcceptEntry", entry=entry, tenders=[paid], delivered=True)
        give = generated("api.default.give_commands").asyncio
        done = await give(client=till, body=models.GivenCommand(id="one sale", command=order))
        assert isinstance(done, models.KenoDone), done
        again = await give(client=till, body=models.GivenCommand(id="one sale", command=order))
        assert again.to_dict()["events"] == done.to_dict()["events"], "sold once"
        serial = done.events[0].entry.serial
        await site.play()
        ticket = await generated("api.default.get_tickets_by_serial").asyncio(serial, client=till)
        [game] = ticket.games.to_dict().values()
        day, _, number = game.partition("/")
        result = await generated("api.default.get_results_by_day_number").asyncio(
            date.fromisoformat(day), int(number), client=till
        )
        drawn = result.to_dict()["numbers"]
        assert len(set(drawn)) == 20
        prizes = sum(prize.cents for prize in ticket.prizes)
        assert (prizes > 0) == (len({1, 2, 3} & set(drawn)) >= 2), (prizes, drawn)
        assert now.open_ == game

    run_scenario(PublicSite(), scenario)
