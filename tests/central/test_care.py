"""What a player decides for himself, through the site's door: by sequence, for ever, his own."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.central.door import DoorRole
from eyesdown.central.keno import machine
from eyesdown.central.site import Site, Submitted
from eyesdown.central.verify import verify
from eyesdown.keno.office_commands import AcceptTerms, Deposit, LogIn, OpenAccount

clause = pytest.mark.clause("nsw-keno", "7A(c)(iv)")


@pytest.fixture
def player(running: Any, client: Any) -> Any:
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


def bought(client: Any, cents: int) -> dict[str, Any]:
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


@clause
def test_two_entries_that_come_together_share_one_limit(running: Any, player: Any) -> None:
    """Each would fit by itself; the order in which they were taken decides, whoever sent them."""
    assert player.command("a", set_limit(500), DoorRole.PLAYER).status_code == 200
    both = [{"id": f"web/{n}", "command": bought(player, 300)} for n in (1, 2)]
    told = player.post("/api/commands", json=both, headers=player.token("player")).json()
    assert [one.get("status", 200) for one in told] == [200, 422]
    assert (told[1]["code"], told[1]["clause"]) == ("play/limit", "7A(c)(iv)")
    assert len(running.site.state.keno.sold) == 1


@clause
def test_a_player_sees_his_own_account_and_nobody_elses(player: Any) -> None:
    player.command("a", set_limit(500), DoorRole.PLAYER)
    player.command("web/1", bought(player, 300), DoorRole.PLAYER)
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
def test_an_exclusion_outlasts_the_process(running: Any, player: Any) -> None:
    asked = {"type": "ExcludeAccount", "account": "acc-1", "days": None}
    assert player.command("x", asked, DoorRole.WRITER).status_code == 403
    assert player.command("x", {**asked, "by": "office"}, DoorRole.OFFICE).status_code == 200
    again = Site(machine(), running.store, running.clock_us)
    assert again.state.keno.care == running.site.state.keno.care
    assert again.state.keno.care["acc-1"].excluded_for_good
    no = player.command("web/1", bought(player, 100), DoorRole.PLAYER)
    assert no.json()["code"] == "play/excluded"
    running.site.take_snapshot()
    verify(machine(), running.store)
    restored = Site(machine(), running.store, running.clock_us)
    assert restored.state.keno.care == running.site.state.keno.care
