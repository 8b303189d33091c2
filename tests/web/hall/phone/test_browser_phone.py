"""A player's phone in a browser: following paper, the electronic scorecard, bad addresses."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.bingo.claims.commands import Claim
from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_evening import SERIAL, SESSION, SUPERVISOR, Night
from kit.hall_pages import PHONE, WALL, HallPages, audited, hall_pages, screenshot

FIRST_LOAD_MAX = 100_000
TOO_SMALL = """() => [...document.querySelectorAll("button, summary, a, .phone-claim button")]
    .filter((one) => one.checkVisibility() && !one.matches(".skip")
        && one.getBoundingClientRect().height < 30)
    .map((one) => one.outerHTML.slice(0, 80))"""
GAME = {"session": SESSION, "game": 1}


def at_phone(desk: HallPages, slip: str) -> Any:
    page = desk.page(PHONE, has_touch=True, is_mobile=True)
    page.goto(f"/halls/dome/phone/{slip}")
    return page


def issued(desk: HallPages, *, auto: bool, players: tuple[str, ...] = ("ann", "bob")) -> Night:
    """A session under nsw-casino-bingo with electronic scorecards, eyes down."""
    night = Night(desk)
    desk.run(night.prepare())
    for player in players:
        desk.run(night.sell(player, 1, auto_play=auto))
    desk.run(night.open_session())
    desk.run(night.enter_range(len(players)))
    desk.run(night.start())
    return night


def own_numbers(desk: HallPages, slip: str) -> set[int]:
    shown = desk.run(desk.get(f"/slips/{slip}"))
    return {
        number for card in shown["cards"] for box in card["boxes"] for row in box for number in row
    } - {0}


@pytest.mark.clause("nsw-casino-bingo", "3.2.2")
def test_a_scorecard_marks_by_itself_where_it_plays_automatically() -> None:
    with hall_pages(NSW) as desk:
        night = issued(desk, auto=True)
        page = at_phone(desk, night.slips["ann"])
        called = {desk.run(night.ball(call)) for call in range(1, 16)}
        page.wait_for_selector(".phone-phase:has-text('15 numbers')")
        marked = page.eval_on_selector_all(
            "#cards .marked", "all => all.map((one) => Number(one.dataset.number))"
        )
        assert set(marked) == called & own_numbers(desk, night.slips["ann"])
        expect(page.locator(".phone-box")).to_have_count(6)
        expect(page.locator("#cards button")).to_have_count(0)
        assert "to go" not in page.text_content("#cards")
        assert audited(page) == []
        screenshot(page, "phone-nsw-automatic")


def test_a_scorecard_is_marked_by_hand_and_a_false_claim_gets_the_book_s_answer() -> None:
    with hall_pages(NSW) as desk:
        night = issued(desk, auto=False)
        mine = own_numbers(desk, night.slips["ann"])
        page = at_phone(desk, night.slips["ann"])
        call = 0
        number = 0
        while number not in mine:
            call += 1
            number = desk.run(night.ball(call))
        page.wait_for_selector(f"#ball:text-is('{number}')")
        page.locator(f"#cards [data-number='{number}'] button").first.tap()
        page.wait_for_selector(f"#cards [data-number='{number}'].marked")
        called = set(desk.run(desk.get("/board"))["board"]["numbers"])
        other = next(each for each in sorted(mine) if each not in called)
        page.locator(f"#cards [data-number='{other}'] button").first.tap()
        expect(page.locator(f"#cards [data-number='{other}'].marked")).to_have_count(0)
        page.click("#claim")
        page.wait_for_selector("#say:not([hidden])")
        assert "Rule" in page.text_content("#say")
        screenshot(page, "phone-nsw-false-claim")
        expect(page.locator("#won .note.no")).to_have_count(0)  # it is shown once
        desk.run(night.ball(call + 1))
        page.wait_for_selector("#say", state="hidden")
        expect(page.locator("#won .note.no")).to_have_count(0)
        page.reload()
        page.wait_for_selector(f"#cards [data-number='{number}'].marked")
        assert desk.site.state.hall.game(SESSION, 1).pressed[f"{SERIAL}/1"] == (number,)


def test_a_claim_is_made_once_and_the_phone_shows_what_became_of_it() -> None:
    with hall_pages(NSW) as desk:
        night = issued(desk, auto=True)
        pages = {name: at_phone(desk, slip) for name, slip in night.slips.items()}
        winner = ""
        for call in range(1, 91):
            desk.run(night.ball(call))
            completed = desk.run(desk.web.ask_site(_entitled))
            if completed:
                winner = completed
                break
        page = pages[winner]
        page.wait_for_selector("#claim:enabled")
        page.dblclick("#claim")
        page.wait_for_selector("#won .note.warn")
        [claim] = desk.site.state.hall.game(SESSION, 1).claims.values()
        assert claim.player == winner
        screenshot(page, "phone-nsw-claimed")
        words = {**GAME, "claim": claim.claim, "by": SUPERVISOR}
        steps = desk.run(desk.get("/staff", "supervisor"))["claims"][0]["steps_left"]
        desk.run(desk.do("supervisor", "CheckClaim", **words, steps=steps))
        desk.run(desk.do("supervisor", "ConfirmClaim", **words))
        page.wait_for_selector("#won .note.yes")
        desk.run(desk.do("supervisor", "DeclareResult", **GAME, by=SUPERVISOR))
        page.wait_for_selector("#won :text('You won')")
        other = pages["bob" if winner == "ann" else "ann"]
        assert winner not in other.text_content("#phone")


def _entitled(site: Any) -> str:
    """Who would claim rightly now; asked of the rules, nothing is done."""
    game = site.state.hall.game(SESSION, 1)
    at = game.calls[-1].finished + timedelta(milliseconds=1)
    for player in ("ann", "bob"):
        command = Claim(at=at, session=SESSION, game=1, player=player)
        [event, *_] = site.machine.decide(site.state, command)
        if not getattr(event, "refusals", ()):
            return player
    return ""


def test_a_scorecard_that_fails_is_replaced_with_every_called_number_marked() -> None:
    with hall_pages(NSW) as desk:
        night = issued(desk, auto=False)
        page = at_phone(desk, night.slips["ann"])
        called = {desk.run(night.ball(call)) for call in range(1, 11)}
        page.wait_for_selector(".phone-phase:has-text('10 numbers')")
        page.click("#more summary")
        board = desk.page(WALL)
        board.goto("/halls/dome/board")
        page.click("#faulty")
        page.wait_for_selector("#cards :text('Being replaced')")
        board.wait_for_selector("#phase:has-text('A scorecard is being replaced')")
        words = {**GAME, "by": "cal", "call": 11}
        assert desk.run(desk.refused("caller", "AskForBall", **words))
        replaced = {**GAME, "serial": SERIAL, "card": 1, "by": SUPERVISOR}
        desk.run(desk.do("supervisor", "ReplaceScorecard", **replaced))
        page.wait_for_selector("#cards :text('Being replaced')", state="detached")
        board.wait_for_selector("#phase:has-text('In play')")
        mine = called & own_numbers(desk, night.slips["ann"])
        page.wait_for_selector("#cards .marked")
        expect(page.locator("#cards .marked")).to_have_count(len(mine))


@pytest.mark.parametrize("book", [NZ, VIC])
def test_elsewhere_a_phone_follows_paper_and_has_no_claim_button(book: str) -> None:
    with hall_pages(book) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        for player in ("ann", "bob"):
            desk.run(night.sell(player, 2))
        desk.run(night.start())
        page = at_phone(desk, night.slips["bob"])
        for call in range(1, 31):
            desk.run(night.ball(call))
        page.wait_for_selector(".phone-phase:has-text('30 numbers')")
        expect(page.locator(".phone-box")).to_have_count(2)
        expect(page.locator("#claim-bar")).to_be_hidden()
        assert "Call out yourself" in page.text_content("#words")
        assert page.evaluate(TOO_SMALL) == []
        assert audited(page) == []
        screenshot(page, f"phone-{book}")
        reply = desk.run(
            desk.http.post(
                f"/halls/dome/phone/{night.slips['ann']}/press",
                json={"id": "a1", "what": "press", "game": 1, "serial": SERIAL, "card": 3},
            )
        )
        assert reply.status_code == 400, "card 3 is on bob's slip"


def test_the_first_load_is_small() -> None:
    with hall_pages(NSW) as desk:
        night = issued(desk, auto=False)
        page = desk.page(PHONE)
        sizes: list[int] = []
        page.on("requestfinished", lambda sent: sizes.append(sent.sizes()["responseBodySize"]))
        page.goto(f"/phone/{night.slips['ann'].lower().replace('-', ' ')}")
        page.wait_for_selector(".phone-box")
        page.evaluate("document.fonts.ready")
        assert 20_000 < sum(sizes) < FIRST_LOAD_MAX


def test_a_slip_that_was_taken_back_or_is_no_scorecard_has_no_cards() -> None:
    with hall_pages(VIC) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        slip = desk.run(night.sell("ann", 2))
        page = at_phone(desk, slip)
        page.wait_for_selector(".phone-box")
        back = {"session": SESSION, "purchase": "purchase 1", "reason": "wrong key"}
        desk.run(desk.do("supervisor", "TakeBackSale", **back, by=SUPERVISOR))
        page.reload()
        page.wait_for_selector("#words:has-text('taken back')")
        expect(page.locator(".phone-box")).to_have_count(0)


def test_under_nsw_a_paper_slip_shows_the_public_board_only() -> None:
    with hall_pages(NSW) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        slip = desk.run(night.sell("ann", 1, medium="paper"))
        page = at_phone(desk, slip)
        page.wait_for_selector("#words:has-text('public board only')")
        expect(page.locator(".phone-box")).to_have_count(0)
