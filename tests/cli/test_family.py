"""`eyesdown family` as people start it: a table, a QR code, and what a power cut leaves."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.connect import open_store
from eyesdown.central.tenant import AnotherTenant
from eyesdown.cli.family import WORDS
from eyesdown.cli.main import eyesdown
from eyesdown.cli.site import addresses
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.settings import Settings
from eyesdown.cli.site.tenants import machine_of
from eyesdown.web.app import create_app
from kit.family_process import Running, start, started


def do(browser: httpx.Client, code: str, **action: Any) -> dict[str, Any]:
    reply: dict[str, Any] = browser.post(f"/family/{code}/do", json=action).json()
    return reply


def test_it_starts_with_a_table_and_stops_in_order(tmp_path: Path) -> None:
    with started(tmp_path / "family.db", "--address", "192.168.9.9", "--name", "Dad") as running:
        host = running.host()
        page = host.get(f"/family/{running.code}/host").text
        assert f"192.168.9.9:{running.port}/family/{running.code}" in page
        assert running.key in page
        assert "Dad" in page
    assert running.process.returncode == 0
    with started(tmp_path / "family.db") as again:
        assert (again.code, again.key) == (running.code, running.key)
    with started(tmp_path / "family.db", "--new") as other:
        assert other.code != running.code


def test_it_loads_nothing_that_only_others_need(tmp_path: Path) -> None:
    """It starts in a second: no keno, no hall, no NumPy, no PDF before someone asks for them."""
    script = f"""if True:
        import sys
        from eyesdown.cli.family import _settings, _table
        from eyesdown.cli.site.host import Host
        from eyesdown.cli.site.tenants import routes_of
        host = Host(_settings({str(tmp_path / "f.db")!r}, 7575, ""))
        _table(host, "en", "", new=False)
        routes_of("family", None, None)
        unwanted = ("numpy", "PIL", "eyesdown.press", "eyesdown.central.hall", "eyesdown.keno")
        print([name for name in unwanted if name in sys.modules])
    """
    started = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert started.stdout == "[]\n", started.stdout + started.stderr


def test_a_second_start_on_the_same_port_says_so(tmp_path: Path) -> None:
    with started(tmp_path / "family.db") as running:
        options = ["--file", str(tmp_path / "b.db"), "--port", str(running.port), "--no-browser"]
        outcome = CliRunner().invoke(eyesdown, ["family", *options, "--language", "fr"])
        assert f"le port {running.port} est pris" in str(outcome.exception)


def test_both_languages_say_the_same_things() -> None:
    assert WORDS["en"].keys() == WORDS["fr"].keys()


def test_an_address_is_found_without_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_of_interfaces", lambda: ["127.0.0.1", "192.168.1.7"])
    monkeypatch.setattr(addresses, "_of_routes", lambda: ["192.168.1.7", "10.0.0.4"])
    found = addresses.phone_addresses(7575)
    assert found == ("http://192.168.1.7:7575", "http://10.0.0.4:7575")
    monkeypatch.setattr(addresses, "_of_interfaces", lambda: ["127.0.0.1"])
    monkeypatch.setattr(addresses, "_of_routes", list)
    assert addresses.phone_addresses(7575) == ()


class Evening:
    """A round that goes on while the process is killed; what was answered must stay."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.host = running.host()
        self.called = 0
        self.covered: dict[str, set[int]] = {}
        self.stop = threading.Event()

    def play(self) -> None:
        """Turn discs and cover numbers until the process is gone."""
        try:
            while not self.stop.is_set():
                self.turn()
        except (httpx.TransportError, ValueError):
            return

    def turn(self) -> None:
        if do(self.host, self.running.code, do="turn", call=self.called + 1)["ok"]:
            self.called += 1


def test_kill_minus_nine_in_a_round_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "family.db"
    running = first = start(file)
    code, phones = running.code, {}
    for name in ("Ana", "Ben", "Zoé"):
        phones[name] = running.client()
        phones[name].post(f"/family/{code}/sit", data={"name": name})
    evening = Evening(running)
    assert do(evening.host, code, do="play")["ok"]
    cards = {name: phone.get(f"/family/{code}/me").json() for name, phone in phones.items()}
    for kill in range(3):
        playing = threading.Thread(target=evening.play)
        playing.start()
        while evening.called < (kill + 1) * 12:
            assert playing.is_alive()
            playing.join(0.01)
        running.kill()
        evening.stop.set()
        playing.join(20)
        running = start(file, running.port)
        assert (running.code, running.key) == (code, evening.running.key)
        for name, phone in phones.items():  # the same cookies as before
            me = phone.get(f"/family/{code}/me").json()
            assert me["name"] == name
            assert [hand["rows"] for hand in me["hands"]] == [
                hand["rows"] for hand in cards[name]["hands"]
            ]
        page = evening.host.get(f"/family/{code}/host").text
        assert page.count('"called": [') == 1
        called = page.split('"called": [')[1].split("]")[0]
        on_disk = len(called.split(","))
        # A disc may be on disk whose answer was lost, never the other way round.
        assert evening.called <= on_disk <= evening.called + 1
        evening.called = on_disk
        evening.stop.clear()
    first.close()
    running.end()
    store = open_store(str(file))
    assert verify_journal(machine_of(store), store, decide_again=True).rows > 36
    store.close()


def test_a_site_has_family_tables_beside_its_other_tenants(tmp_path: Path) -> None:
    settings = Settings(
        str(tmp_path / "site.db"), "127.0.0.1", 0, 60.0, "", "", 1000, cage=False,
        family=str(tmp_path / "family.db"), family_address="https://bingo.example/",
    )  # fmt: skip
    host = Host(settings)
    app = create_app(host.lifetime, host.routes())

    async def visit() -> None:
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            options: dict[str, Any] = {"base_url": "http://site", "follow_redirects": True}
            async with httpx.AsyncClient(transport=transport, **options) as browser:
                assert (await browser.get("/")).status_code == 200
                page = await browser.post("/family/open", data={"name": "Zoé"})
                assert "bingo.example/family/" in page.text
                assert (await browser.get("/family/rules")).status_code == 200

    asyncio.run(visit())
    store = open_store(str(tmp_path / "family.db"))
    assert machine_of(store) is not None
    store.close()


def test_a_file_of_another_tenant_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "family.db"
    with started(file):
        pass
    settings = Settings(str(file), "127.0.0.1", 0, 60.0, "", "", 1000, cage=False)
    with pytest.raises(AnotherTenant):
        Host(settings)
