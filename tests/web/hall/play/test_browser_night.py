"""Games through the pages: a wrong ball, joint winners, a second tab, refunds, a false claim."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from eyesdown.bingo.claims.commands import Claim
from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_counters import next_says, press_next
from kit.hall_evening import CALLER, SERIAL, SESSION, SUPERVISOR, VERIFIER, Night
from kit.hall_pages import PHONE, WALL, HallPages, hall_pages, screenshot
from kit.hall_site import PASSWORD

PLAYERS = ("ann", "bob", "cat")
BALLS = 90


class Hall:
    """Everyone's pages in one hall."""

    def __init__(self, desk: HallPages, *, cards: int = 2, **sale: Any) -> None:
        self.desk, self.night = desk, Night(desk)
        desk.run(self.night.prepare())
        for player in PLAYERS:
            desk.run(self.night.sell(player, cards, **sale))
        if desk.book == NSW:
            desk.run(self.night.open_session())
            desk.run(self.night.enter_range(cards * len(PLAYERS)))
        self.caller = desk.sign_on(CALLER, "caller")
        self.supervisor = desk.sign_on(SUPERVISOR, "supervisor")
        self.board = desk.page(WALL)
        self.board.goto("/halls/dome/board")
        self.phones = {}
        for player in PLAYERS[:2]:
            self.phones[player] = desk.page(PHONE)
            self.phones[player].goto(f"/halls/dome/phone/{self.night.slips[player]}")

    @property
    def game(self) -> Any:
        return self.desk.site.state.hall.game(SESSION, 1)

    def to_eyes_down(self) -> None:
        """Start the game and read everything out, key by key."""
        while self.game.eyes_down_at is None:
            page = self.caller
            if page.locator("[data-next]").count() == 0:
                page = self.supervisor
            press_next(page)

    def ball(self) -> int:
        """Draw and announce one number."""
        count = len(self.game.calls)
        self.caller.wait_for_selector(f".next-says:text-is('Draw ball {count + 1}')")
        press_next(self.caller)
        self.caller.wait_for_selector(f"#last[data-call='{count + 1}']")
        press_next(self.caller)
        number: int = self.game.calls[-1].number
        return number

    def quick_ball(self) -> int:
        """One number by the API: most of a game's ninety look alike."""
        return self.desk.run(self.night.ball(len(self.game.calls) + 1))


async def _would_win(desk: HallPages, fields: dict[str, Any]) -> bool:
    events = await desk.web.dry_run(Claim(at=desk.web.now(), **fields))
    return not any(getattr(event, "refusals", ()) for event in events)


def test_a_wrong_ball_of_the_cage_is_found_by_the_second_person_and_corrected() -> None:
    with hall_pages(NZ) as desk:
        hall = Hall(desk)
        hall.caller.click("#start button:has-text('cage')")
        hall.caller.wait_for_selector(".next-says:has-text('Read out')")
        hall.to_eyes_down()
        hall.caller.wait_for_selector("#ball")
        hall.caller.fill("#ball", "16")
        hall.caller.keyboard.press("Enter")
        hall.caller.wait_for_selector("#last[data-number='16']")
        press_next(hall.caller)
        press_next(hall.caller)  # handed over
        hall.supervisor.wait_for_selector("#read")
        assert "16" not in hall.supervisor.text_content(".next-one")
        hidden = hall.supervisor.locator("#numbers .called")
        expect(hidden, "hidden until it is keyed").to_have_count(0)
        hall.supervisor.fill("#read", "60")
        hall.supervisor.keyboard.press("Enter")
        hall.board.wait_for_selector("#grid .wrong")
        hall.caller.wait_for_selector(".next-says:has-text('not 16 but 60')")
        screenshot(hall.caller, "caller-wrong")
        press_next(hall.caller)
        hall.board.wait_for_selector("#ball:text-is('60')")
        assert hall.game.called == (60,)


def test_joint_winners_are_confirmed_at_once() -> None:
    with hall_pages(NSW) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        desk.run(night.second_series())
        for player, serial in (("ann", SERIAL), ("bob", "B2")):
            desk.run(night.sell(player, 1, serial, auto_play=True))
        desk.run(night.open_session())
        for serial in (SERIAL, "B2"):
            desk.run(night.enter_range(1, serial))
        desk.run(night.start())
        supervisor = desk.sign_on(SUPERVISOR, "supervisor")
        game = {"session": SESSION, "game": 1}
        call = 0
        while not desk.run(_would_win(desk, {**game, "player": "ann"})):
            call += 1
            desk.run(night.ball(call))
        for player in ("ann", "bob"):
            desk.run(desk.do("verifier", "Claim", **game, player=player))
        supervisor.wait_for_selector("[name=check]")
        supervisor.check("[name=check]")
        screenshot(supervisor, "supervisor-joint", full_page=True)
        supervisor.click("button:has-text('Confirm all that agree')")
        supervisor.wait_for_selector(".next-says:has-text('Declare the result')")
        press_next(supervisor)
        [won] = desk.site.state.hall.game(SESSION, 1).won.values()
        assert won.winners == ("ann", "bob")
        assert won.share_cents * 2 >= won.amount_cents


def test_a_second_tab_and_a_reload_show_the_same_next_thing() -> None:
    with hall_pages(VIC) as desk:
        hall = Hall(desk)
        second = hall.caller.context.new_page()
        second.goto("/halls/dome/caller")
        press_next(hall.caller)
        second.wait_for_selector(".next-says:has-text('Read out')")
        assert next_says(second) == next_says(hall.caller)
        hall.to_eyes_down()
        press_next(hall.caller)
        hall.caller.reload()
        assert next_says(hall.caller).startswith("Announce")
        assert SERIAL not in hall.caller.text_content("#stage")
        signs_on_in_another_window(hall)


def signs_on_in_another_window(hall: Hall) -> None:
    """A second person in the same browser: the first one's page says so, and does nothing more."""
    calls = len(hall.game.calls)
    window = hall.caller.context.new_page()
    window.goto("/halls/dome/sign-on?next=/halls/dome/supervisor")
    window.fill("#name", SUPERVISOR)
    window.fill("#password", PASSWORD)
    window.click("form button.main")
    window.wait_for_selector("html[data-ready] #next")
    hall.caller.bring_to_front()
    hall.caller.wait_for_selector("#offline:has-text('signed on in another window')")
    hall.caller.keyboard.press("F2")
    assert hall.caller.locator("main button:enabled").count() == 0
    assert hall.game.calls[-1].finished is None, "the key did nothing"
    assert len(hall.game.calls) == calls


def test_a_game_is_invalidated_and_the_money_goes_back() -> None:
    with hall_pages(NZ) as desk:
        hall = Hall(desk)
        desk.run(hall.night.start())
        hall.quick_ball()
        page = hall.supervisor
        page.wait_for_selector("#head :text('1 called')")
        page.click("summary:has-text('Invalidate the game')")
        page.fill("#reason", "smoke in the hall")
        page.select_option("#cause", index=0)
        page.get_by_label("is given back").check()
        page.click("button:has-text('Invalidate this game')")
        hall.board.wait_for_selector("#notices:has-text('Invalidated: no result')")
        refunds = desk.site.state.hall.refunds.values()
        assert {refund.player: refund.amount_cents for refund in refunds} == dict.fromkeys(
            PLAYERS, 2000
        )
        hall.phones["ann"].wait_for_selector("#won :text('You get $20.00 back')")


def test_a_claim_that_fails_says_why_and_the_game_goes_on() -> None:
    with hall_pages(VIC) as desk:
        hall = Hall(desk)
        desk.run(hall.night.start())
        hall.quick_ball()
        verifier = desk.sign_on(VERIFIER, "verifier")
        verifier.fill("#cry-player", "ann")
        verifier.click("form:has(#cry-player) button.main")
        verifier.wait_for_selector(".answer .note.no")
        assert "1.1(d)(i)" in verifier.text_content(".answer")
        verifier.fill("#look-serial", SERIAL)
        verifier.fill("#look-card", "1")
        verifier.click("button:has-text('Show the card')")
        verifier.wait_for_selector("section[aria-label=Card] .ticket")
        assert hall.ball()
