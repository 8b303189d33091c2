"""The public pages of a hall: what's on, results with proof, a slip with reasons."""

from __future__ import annotations

from playwright.sync_api import expect

from eyesdown.proof.hall.setting import NZ, VIC
from kit.hall_evening import SESSION, SUPERVISOR, Night
from kit.hall_pages import DESK, PHONE, HallPages, audited, hall_pages, screenshot

GAME = {"session": SESSION, "game": 1}
PAGE_BYTES_MAX = 200_000


def test_what_is_on_has_games_prices_and_prizes() -> None:
    with hall_pages(NZ) as desk:
        page = desk.page(DESK)
        page.goto("/halls/dome/")
        assert "No session is planned yet" in page.text_content("h1")
        desk.run(Night(desk, games=3).prepare())
        sizes: list[int] = []
        page.on("requestfinished", lambda sent: sizes.append(sent.sizes()["responseBodySize"]))
        page.goto("/halls/dome")
        expect(page.locator("table").first.locator("tbody tr")).to_have_count(3)
        words = page.text_content("table")
        assert "$120.00" in words
        assert "$10.00" in words
        assert sum(sizes) < PAGE_BYTES_MAX
        assert audited(page) == []
        screenshot(page, "public-whats-on", full_page=True)


def test_a_result_has_its_proof_and_a_slip_its_reasons() -> None:
    with hall_pages(VIC) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        for player in ("ann", "bob"):
            desk.run(night.sell(player, 2))
        desk.run(night.start())
        call, winner = 0, ""
        while not winner:
            call += 1
            desk.run(night.ball(call))
            for player in ("ann", "bob"):
                claim = {**GAME, "player": player}
                if "ClaimMade" in desk.run(desk.send("verifier", "Claim", **claim)).text:
                    winner = player
        other = "bob" if winner == "ann" else "ann"
        checked = {**GAME, "claim": f"claim {_claims(desk)}", "by": SUPERVISOR}
        steps = desk.run(desk.get("/staff", "supervisor"))["claims"][0]["steps_left"]
        words = {**checked, "steps": steps, "witness": other}
        desk.run(desk.do("supervisor", "CheckClaim", **words))
        desk.run(desk.do("supervisor", "ConfirmClaim", **checked))
        desk.run(desk.do("supervisor", "DeclareResult", **GAME, by=SUPERVISOR))
        desk.run(desk.do("supervisor", "CloseGame", **GAME, by=SUPERVISOR))
        page = desk.page(PHONE)
        page.goto("/halls/dome/results")
        expect(page.locator(".balls li")).to_have_count(call)
        proof = page.request.get(page.get_attribute("a:has-text('proof of this draw')", "href"))
        assert proof.ok
        assert audited(page) == []
        screenshot(page, "public-results")
        page.goto(f"/halls/dome/slip?slip={night.slips[winner]}")
        assert "ticket: $100.00" in page.text_content(".note.yes")
        page.goto(f"/halls/dome/slip?slip={night.slips[other].lower()}")
        assert "Game 1" in page.text_content("section .note")
        assert winner not in page.text_content("main")
        page.goto("/halls/dome/slip?slip=<script>alert(1)</script>")
        assert "No slip of this hall" in page.text_content("[role=alert]")
        assert audited(page) == []


def _claims(desk: HallPages) -> int:
    """The number of the open claim."""
    state = desk.site.state.hall
    [claim] = state.game(SESSION, 1).undecided
    return int(claim.claim.rpartition(" ")[2])
