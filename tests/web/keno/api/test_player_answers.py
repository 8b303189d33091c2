"""What a web player is shown at the API, and what the office may publish of a game."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from hashlib import shake_256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.central.keno.machine import SYDNEY, machine
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.main import eyesdown
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import RESULTS, HeadsOrTails
from eyesdown.kernel.errors import BadInput
from kit.sites import Client

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
[PLACE] = places(1)


def _web(client: Client, **changes: Any) -> dict[str, Any]:
    entry = {"channel": "internet", "method": "internet", "account": "acc-1", "venue": ""}
    entry |= {"terminal": "", "writer": ""}
    tender = {**client.order()["tenders"][0], "tender": "account", "cents": 100}
    words = {"tenders": [tender], "delivered": False, **changes}
    order: dict[str, Any] = client.order(entry=entry | words.pop("entry", {}), **words)
    return order


@pytest.fixture
def player(client: Client) -> Any:
    mine = {"account": "acc-1"}
    for name, command, who in (
        ("o", {"type": "OpenAccount"}, KenoRole.OFFICE),
        ("a", {"type": "CheckAge"}, KenoRole.OFFICE),
        ("t", {"type": "AcceptTerms", "version": "1"}, KenoRole.PLAYER),
        ("d", {"type": "Deposit", "cents": 500}, KenoRole.OFFICE),
        ("l", {"type": "LogIn"}, KenoRole.PLAYER),
    ):
        assert client.command(name, command | mine, who).status_code == 200
    return client


@pytest.mark.clause("nsw-keno", "7A(d)", "2:Internet Confirmation Screen")
def test_an_unconfirmed_entry_is_answered_with_what_is_to_be_checked(player: Any) -> None:
    no = player.command("w/1", _web(player, tenders=[]), KenoRole.PLAYER).json()
    assert [no["code"], *(one["code"] for one in no["also"])] == [
        "payment/short",
        "internet/not_confirmed",
    ]
    assert no["screen"]["shown"]["cost_cents"] == 100
    assert no["screen"]["shown"]["lines"][0]["what"] == "3 spots"
    assert (no["screen"]["balance_cents"], bool(no["screen"]["check_words"])) == (500, True)
    wrong = player.command("w/2", _web(player, entry={"games": 0}), KenoRole.PLAYER).json()
    assert (wrong["code"], "screen" in wrong) == ("entry/games", False)


@pytest.mark.clause("nsw-keno", "2:Internet Acknowledgement", "7A(f)(i)", "7A(f):final")
def test_an_entry_is_acknowledged_as_it_is_on_record(player: Any) -> None:
    sold = player.command("w/1", _web(player, confirmed=True), KenoRole.PLAYER)
    assert (sold.status_code, "screen" in sold.json()) == (200, False)
    serial = player.sold_serial(sold)
    asked = {"type": "AcknowledgeEntry", "serial": serial}
    shown = player.command("a/1", asked, KenoRole.PLAYER).json()["screen"]
    assert (shown["serial"], shown["shown"]["cost_cents"]) == (serial, 100)
    assert shown["no_answer"] == ""
    at_a_venue = player.sold_serial(player.command("till/1", player.order()))
    asked["serial"] = at_a_venue
    no = player.command("a/2", asked, KenoRole.PLAYER)
    assert (no.status_code, no.json()["code"]) == (403, "door/not_your_account")
    assert "screen" not in no.json()


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store with one published game in which somebody won, whatever was drawn."""
    kept, now, turns = SqliteStore(tmp_path / "site.db"), START, count()
    site = Site(machine(own_clock=False), kept, lambda: int(now.timestamp() * 1_000_000))
    plan = Plan(lambda size: shake_256(b"%d" % next(turns)).digest(size))
    for number, command in enumerate(set_up(now, (PLACE,))):
        site.run([Submitted(f"set-up/{number}", command)])
    for turn in range(2):
        while make := next_step(site, plan, now):
            site.run([make()])
        if not turn:
            asks = [Ask((HeadsOrTails(result, 100),), 1, 100) for result in RESULTS]
            sales = [sale(now, f"S{n}", PLACE, ask) for n, ask in enumerate(asks)]
            site.run([Submitted(f"sale/{n}", one) for n, one in enumerate(sales)])
            now += timedelta(minutes=3)
    kept.close()
    return str(tmp_path / "site.db")


@pytest.mark.clause("nsw-keno", "15(c):publish")
def test_wins_of_a_game_are_told_with_venue_and_amount(store: str) -> None:
    words = ["books", "winners", store, "2026-11-15/000"]
    [won] = json.loads(CliRunner().invoke(eyesdown, [*words, "--least-cents=1", "--json"]).output)
    assert (won["name"], won["channel"], won["cents"] > 100) == ("", "venue", True)
    assert won["venue"]
    told = CliRunner().invoke(eyesdown, [*words, "--least-cents=1"]).output
    assert told == f"${won['cents'] / 100:.2f}  a player, {won['venue']}, {won['area']}\n"
    assert CliRunner().invoke(eyesdown, words).output == "No one won $1,000.00 or more.\n"
    unknown = CliRunner().invoke(eyesdown, [*words[:3], "2026-11-15/009"])
    assert isinstance(unknown.exception, BadInput)


def test_a_ticket_names_its_games_as_results_do(client: Client) -> None:
    sold = client.command("till/1", client.order(entry={"games": 2}, tenders=_cash(client, 200)))
    told = client.get(f"/api/tickets/{client.sold_serial(sold)}").json()
    first = told["ticket"]["first_game"]
    assert told["games"] == {str(first): "2026-11-15/000"}
    assert client.get("/api/now").json()["open"] == told["games"][str(first)]


def _cash(client: Client, cents: int) -> list[dict[str, Any]]:
    return [{**client.order()["tenders"][0], "cents": cents}]
