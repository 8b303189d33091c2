"""What a player decides for himself, through the site's door: by sequence, for ever, his own."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.central.keno.machine import machine
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.keno.office.commands import AcceptTerms, Deposit, LogIn, OpenAccount
from kit.sites import Client, Running

clause = pytest.mark.clause("nsw-keno", "7A(c)(iv)")


@pytest.fixture
def player(running: Running, client: Client) -> Any:
    """Somebody with an account, fifty dollars in it, logged in."""
    at, name = running.now, "acc-1"
    for number, command in enumerate(
        (
            OpenAccount(at, name, "Ann Example", date(1990, 1, 1)),
            AcceptTerms(at, name, "terms-1"),
            LogIn(at, name, password_right=True),
            Deposit(at, name, 5_000),
        )
    ):
        running.site.run([Submitted(f"account/{number}", command)])
    return client


def bought(client: Client, cents: int) -> dict[str, Any]:
    """A web Entry as a player asks for it."""
    bet = {"type": "Regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
    entry = {
        "lines": [bet],
        "channel": "internet",
        "method": "internet",
        "venue": "",
        "terminal": "",
        "writer": "",
        "account": "acc-1",
    }
    tender = {**client.order()["tenders"][0], "tender": "account", "cents": cents}
    order = client.order(entry=entry, tenders=[tender], delivered=False, confirmed=True)
    return {**order, "location": "V0001 bar"}


def set_limit(cents: int | None) -> dict[str, Any]:
    words = {"account": "acc-1", "measure": "spend", "span": "day", "cents": cents}
    return {"type": "SetPlayLimit", **words}


@pytest.mark.clause("nsw-keno", "7A(c)(ii)", "7A(g)")
def test_a_player_logs_in_through_the_door_and_plays_until_he_logs_out(client: Client) -> None:
    """His token is what was compared: he says nothing about it, nor does another for him."""
    mine = {"account": "acc-1"}
    opened = {"type": "OpenAccount", **mine}
    log_in = {"type": "LogIn", **mine}
    for more in ({"holder": "Ann Example"}, {"born": "1990-01-01"}):
        named = client.command("o/1", {**opened, **more}, KenoRole.OFFICE)
        assert named.json()["code"] == "door/personal_data", "no name gets into the journal"
    assert client.command("o/2", opened, KenoRole.OFFICE).status_code == 200
    aged = {"type": "CheckAge", **mine}
    assert client.command("a/1", aged, KenoRole.PLAYER).status_code == 403
    assert client.command("a/2", aged, KenoRole.OFFICE).status_code == 200
    terms = {"type": "AcceptTerms", **mine, "version": "1"}
    assert client.command("t", terms, KenoRole.PLAYER).status_code == 200
    paid_in = {"type": "Deposit", **mine, "cents": 500}
    assert client.command("d/1", paid_in, KenoRole.PLAYER).json()["code"] == "door/not_your_role"
    assert client.command("d/2", paid_in, KenoRole.OFFICE).status_code == 200
    no = client.command("web/1", bought(client, 100), KenoRole.PLAYER).json()
    assert (no["code"], no["clause"]) == ("account/not_logged_in", "7A(c)(ii)")
    assert client.command("l/1", log_in, "other player").status_code == 403
    assert client.command("l/2", log_in, KenoRole.OFFICE).status_code == 403
    known = {**log_in, "password_right": True}
    assert client.command("l/3", known, KenoRole.PLAYER).json()["field"] == "command.password_right"
    assert client.command("l/4", log_in, KenoRole.PLAYER).status_code == 200
    assert client.command("web/2", bought(client, 100), KenoRole.PLAYER).status_code == 200
    told = client.get("/api/account/entries", headers=client.token("player")).json()
    [line] = told["entries"]
    assert (line["cost_cents"], line["games"], told["more"]) == (100, 1, False)
    path = "/api/books/statements/subscriber/acc-1"
    lines = client.get(path, headers=client.token("player")).json()["lines"]
    assert [(one["why"], one["balance"]) for one in lines] == [
        ("Deposited", 500),
        ("EntryAccepted", 400),
    ]
    assert client.get(path, headers=client.token("other player")).status_code == 403
    again = client.get(f"/api/tickets/{line['serial']}").json()
    assert again["ticket"]["entry"]["account"] == "", "a ticket's public answer names no account"
    unnamed = {"type": "AskAnonymity", "serial": line["serial"], "anonymous": True}
    assert client.command("u", unnamed, KenoRole.PLAYER).status_code == 200
    assert client.command("l/5", {"type": "LogOut", **mine}, KenoRole.PLAYER).status_code == 200
    assert client.command("web/3", bought(client, 100), KenoRole.PLAYER).status_code == 422


@clause
def test_two_entries_that_come_together_share_one_limit(running: Running, player: Any) -> None:
    """Each would fit by itself; the order in which they were taken decides, whoever sent them."""
    assert player.command("a", set_limit(500), KenoRole.PLAYER).status_code == 200
    both = [{"id": f"web/{n}", "command": bought(player, 300)} for n in (1, 2)]
    told = player.post("/api/commands", json=both, headers=player.token("player")).json()
    assert [one.get("status", 200) for one in told] == [200, 422]
    assert (told[1]["code"], told[1]["clause"]) == ("play/limit", "7A(c)(iv)")
    assert len(running.site.state.keno.sold) == 1


def test_a_history_in_parts_misses_nothing(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three entries of one game are more than a part holds, and stay together."""
    for number in range(3):
        player.command(f"web/{number}", bought(player, 100), KenoRole.PLAYER)
    monkeypatch.setattr("eyesdown.web.keno.api.questions.ENTRIES_MAX", 2)
    path, mine = "/api/account/entries", player.token("player")
    told = player.get(path, headers=mine).json()
    assert (len(told["entries"]), told["more"]) == (3, False)
    after = told["entries"][-1]["first_game"]
    assert player.get(f"{path}?after={after}", headers=mine).json()["entries"] == []
    assert player.get(path, headers=player.token("other player")).json()["entries"] == []
    assert player.get(path, headers=player.token("writer")).status_code == 403
    assert player.get(f"{path}?after=x", headers=mine).status_code == 400


@clause
def test_a_player_sees_his_own_account_and_nobody_elses(player: Any) -> None:
    player.command("a", set_limit(500), KenoRole.PLAYER)
    player.command("web/1", bought(player, 300), KenoRole.PLAYER)
    seen = player.get("/api/account", headers=player.token("player")).json()
    assert (seen["account"], seen["balance_cents"]) == ("acc-1", 4_700)
    [limit] = seen["limits"]
    assert (limit["cents"], limit["used_cents"], limit["then_at"]) == (500, 300, None)
    assert player.get("/api/account", headers=player.token("other player")).status_code == 404
    assert player.get("/api/account", headers=player.token("writer")).status_code == 403
    assert player.get("/api/account").status_code == 401
    other = player.command("b", set_limit(1), "other player")
    assert (other.status_code, other.json()["code"]) == (403, "door/not_your_account")


@clause
def test_an_exclusion_outlasts_the_process(running: Running, player: Any) -> None:
    asked = {"type": "ExcludeAccount", "account": "acc-1", "days": None}
    assert player.command("x", asked, KenoRole.WRITER).status_code == 403
    assert player.command("x", {**asked, "by": "office"}, KenoRole.OFFICE).status_code == 200
    again = Site(machine(), running.store, running.clock_us)
    assert again.state.keno.player_limits == running.site.state.keno.player_limits
    assert again.state.keno.player_limits["acc-1"].excluded_for_good
    no = player.command("web/1", bought(player, 100), KenoRole.PLAYER)
    assert no.json()["code"] == "play/excluded"
    running.site.take_snapshot()
    verify_journal(machine(), running.store)
    restored = Site(machine(), running.store, running.clock_us)
    assert restored.state.keno.player_limits == running.site.state.keno.player_limits


@pytest.mark.clause("central-site", "11.7", "12.1")
@pytest.mark.parametrize(
    ("role", "cents", "code"),
    [
        (KenoRole.OFFICE, 100_000, ""),
        (KenoRole.OFFICE, 100_001, "door/second_person"),
        (KenoRole.BANK, 10_000_000, ""),
        (KenoRole.BANK, 10_000_001, "door/too_much"),
    ],
)
def test_what_one_token_deposits_is_bounded(
    player: Any, role: KenoRole, cents: int, code: str
) -> None:
    deposit = {"type": "Deposit", "account": "acc-1", "cents": cents}
    reply = player.command("deposit", deposit, role)
    assert reply.status_code == (403 if code else 200), reply.text
    assert reply.json().get("code", "") == code
