"""The board of a hall in a browser: readable, right after a drop, a wrong number, a claim."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_evening import CALLER, SERIAL, SESSION, Night
from kit.hall_pages import PHONE, PORTRAIT, WALL, HallPages, audited, hall_pages, screenshot

BOARD = "/halls/dome/board"
CUT_OFF = """() => [...document.querySelectorAll(
        ".board, .board-box:not([hidden]), .board-top, .board-foot, .board-grid li, .board-ball")]
    .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1
        || one.scrollHeight > one.clientHeight + 1
        || one.getBoundingClientRect().bottom > innerHeight + 1))
    .map((one) => one.className + " " + one.textContent.trim().slice(0, 30))"""
SIZES = """['.board-grid li', '.board-ball'].map((one) =>
    parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
GAME = {"session": SESSION, "game": 1, "by": CALLER}


def numbers(page: Any) -> list[int]:
    """The called numbers in the order of their calls, as a screen reader finds them."""
    listed: list[str] = page.eval_on_selector_all(
        "#grid li:not([aria-hidden=true])", "all => all.map((one) => one.textContent)"
    )
    calls = [text.split(" call ") for text in listed]
    return [int(number) for number, _ in sorted(calls, key=lambda call: int(call[1]))]


def wait_for_count(page: Any, count: int) -> None:
    page.wait_for_selector(f"#count:text-is('{count}')")


def begun(desk: HallPages, players: tuple[str, ...] = ("ann", "bob"), **more: Any) -> Night:
    """A game whose first number is next."""
    night = Night(desk, games=4)
    desk.run(night.prepare())
    for player in players:
        desk.run(night.sell(player, 2, **({"auto_play": True} if desk.book == NSW else {})))
    if desk.book == NSW:
        desk.run(night.open_session())
        desk.run(night.enter_range(2 * len(players)))
    desk.run(night.start(**more))
    return night


@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_a_board_is_read_from_afar_and_cuts_nothing_off(book: str) -> None:
    with hall_pages(book) as desk:
        night = begun(desk)
        called = [desk.run(night.ball(call)) for call in range(1, 8)]
        for name, size in (("wall", WALL), ("portrait", PORTRAIT), ("phone", PHONE)):
            page = desk.page(size)
            page.goto(BOARD)
            wait_for_count(page, 7)
            assert numbers(page) == called
            assert page.text_content("#ball") == str(called[-1])
            assert audited(page) == []
            if name != "phone":
                assert page.evaluate(CUT_OFF) == []
                assert min(page.evaluate(SIZES)) >= 0.05 * min(size.values())
            screenshot(page, f"board-{book}-{name}", full_page=name == "phone")
        assert "Promise" in page.text_content("#draw")
        expect(page.locator("#prizes li")).to_have_count({NZ: 2, VIC: 1, NSW: 4}[book])
        expect(page.locator("#prizes .pattern").first).to_be_attached()
        if book == NSW:
            for size in (WALL, PORTRAIT):
                crowded(desk, size)


SNAPSHOT = re.compile(
    r'(<script type="application/json" id="snapshot">)(.*?)(</script>)', re.DOTALL
)
GRID_SHARE_MIN = 0.3
"""Of the screen's height, also where everything else wants room."""


def crowded(desk: HallPages, size: dict[str, int]) -> None:
    """Twelve prizes, four cards under verification, a jackpot of three levels with its numbers.

    The jackpot's amount, numbers, date and time stay displayed (nsw 6.3.4 to 6.3.7).
    """

    def with_more(route: Any) -> None:
        reply = route.fetch()
        head, snapshot, tail = SNAPSHOT.search(reply.text()).groups()  # type: ignore[union-attr]
        board = json.loads(snapshot)
        grid = {"serial": "A1", "prizes": ["top line"], "rows": [[*range(1, 10)]] * 3}
        board["prizes"] = [{**board["prizes"][0], "prize": f"prize {n}"} for n in range(12)]
        board["cards"] = [{**grid, "card": card} for card in range(1, 5)]
        board["claims"], board["phase"] = 4, "checking"
        levels = [["gold", "$5,000.00"], ["silver", "$1,250.00"], ["bronze", "$400.00"]]
        board["board"]["jackpot"] |= {"amounts": levels, "qualifying_numbers": [7, 31, 88]}
        route.fulfill(
            response=reply, body=SNAPSHOT.sub("", reply.text()) + head + json.dumps(board) + tail
        )

    page = desk.page(size)
    page.route(f"**{BOARD}", with_more)
    silent = {"content_type": "text/event-stream", "body": ""}
    page.route("**/live/board*", lambda route: route.fulfill(**silent))
    page.goto(BOARD)
    page.wait_for_selector("#checking .ticket")
    assert page.evaluate(CUT_OFF) == []
    for words in ("$5,000.00", "$1,250.00", "$400.00", "31", "19:00"):
        expect(page.locator("#jackpot").get_by_text(words).first).to_be_in_viewport()
    grid = page.locator("#grid").bounding_box()
    assert grid["height"] >= GRID_SHARE_MIN * size["height"]


def test_no_number_is_missed_after_the_network_was_away() -> None:
    with hall_pages(VIC) as desk:
        night = begun(desk)
        page = desk.page(WALL)
        page.goto(BOARD)
        desk.run(night.ball(1))
        wait_for_count(page, 1)
        page.evaluate(
            """() => { window.spoken = []; new MutationObserver(() => window.spoken.push(
                document.getElementById('announced').textContent)).observe(
                document.getElementById('announced'), {childList: true, characterData: true}); }"""
        )
        page.context.set_offline(True)
        later = [desk.run(night.ball(call)) for call in range(2, 6)]
        page.context.set_offline(False)
        wait_for_count(page, 5)
        assert numbers(page)[1:] == later
        spoken = page.evaluate("[...new Set(window.spoken.filter(Boolean))]")
        assert spoken == [f"Number {number}" for number in later]
        page.reload()
        wait_for_count(page, 5)
        assert numbers(page)[1:] == later


def test_a_wrong_number_flashes_until_it_is_put_right() -> None:
    with hall_pages(NZ) as desk:
        night = begun(desk, selector="receptacle")
        page = desk.page(WALL)
        page.goto(BOARD)
        desk.run(desk.do("caller", "BeginCall", **GAME, number=16))
        desk.run(desk.do("caller", "FinishCall", **GAME))
        error = {**GAME, "wrong": 16, "right": 60}
        desk.run(desk.do("caller", "ReportError", **error))
        page.wait_for_selector("#grid .wrong")
        assert page.text_content("#grid .wrong").startswith("16")
        assert "16 is wrong" in page.text_content("#phase")
        screenshot(page, "board-wrong")
        desk.run(desk.do("caller", "CorrectNumber", **error))
        page.wait_for_selector("#grid .wrong", state="detached")
        assert numbers(page) == [60]
        assert page.text_content("#announced") == "Number 60"
        assert night.slips


def test_the_card_under_verification_has_no_name_on_the_board() -> None:
    with hall_pages(VIC) as desk:
        night = begun(desk, ("ann", "bob", "cat"))
        card = desk.run(desk.get(f"/slips/{night.slips['ann']}"))["cards"][0]
        page = desk.page(WALL)
        page.goto(BOARD)
        winner = ""
        for call in range(1, 91):
            desk.run(night.ball(call))
            for player in ("ann", "bob", "cat"):
                reply = desk.run(
                    desk.send("verifier", "Claim", session=SESSION, game=1, player=player)
                )
                winner = player if "ClaimMade" in reply.text else winner
            if winner:
                break
        page.wait_for_selector("#checking .ticket")
        words = page.text_content("#board")
        assert f"{SERIAL} / " in words
        assert not any(name in words for name in ("ann", "bob ", "cat "))
        expect(page.locator("#checking li.marked").nth(14)).to_be_attached()
        assert "Claim" in page.text_content("#phase")
        screenshot(page, "board-checking")
        assert card["serial"] == SERIAL


def test_between_games_the_board_shows_the_programme_and_the_closing_sign() -> None:
    with hall_pages(NSW) as desk:
        page = desk.page(WALL)
        page.goto(BOARD)
        assert page.text_content("#notices") == "See you at the next session"
        night = Night(desk, games=12)
        desk.run(night.prepare())
        page.wait_for_selector(".notice-games li")
        assert "Next: Game 1" in page.text_content("#notices")
        expect(page.locator(".notice-games li")).to_have_count(6)
        desk.run(night.sell("ann"))
        desk.run(night.open_session())
        closes = {"session": SESSION, "closes_at": "2026-06-02T22:30:00+10:00", "by": CALLER}
        desk.run(desk.do("caller", "ShowClosingSign", **closes))
        page.wait_for_selector("#sign:not([hidden])")
        assert page.text_content("#sign") == "This session closes at 22:30"
        assert page.evaluate(CUT_OFF) == []
        assert audited(page) == []
        screenshot(page, "board-between")
