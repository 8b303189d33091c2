"""A game under each book through the pages: caller, supervisor, verifier, board, phones."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import Claim
from eyesdown.central.hall.machine import machine
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.proof.hall.setting import NSW, NZ, VIC
from kit.hall_evening import CALLER, SERIAL, SESSION, SUPERVISOR, VERIFIER, Night
from kit.hall_pages import PHONE, WALL, HallPages, audited, hall_pages, screenshot

PLAYERS = ("ann", "bob", "cat")
BALLS = 90


def next_says(page: Any) -> str:
    words: str = page.text_content(".next-says, .next-none")
    return words.strip()


def press_next(page: Any) -> str:
    """Press F2 for what is next, and wait until something else is; what was done."""
    page.wait_for_selector("[data-next]:enabled")
    says = next_says(page)
    page.keyboard.press("F2")
    page.wait_for_selector(
        f".next-one .next-says:text-is({says!r}), .answer .note", state="detached"
    )
    return says


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

    def winners(self) -> list[str]:
        """Who would claim rightly now, by the rules."""
        call = {"session": SESSION, "game": 1}
        return [
            player
            for player in PLAYERS
            if self.desk.run(_would_win(self.desk, {**call, "player": player}))
        ]

    def settle(self) -> None:
        """Claims checked and confirmed on the supervisor's page, the result declared."""
        page = self.supervisor
        while self.game.undecided:
            page.wait_for_selector("#claims article")
            form = page.locator("#claims form:has([value=CheckClaim])").first
            if form.count():
                fill_witness(form, self)
                form.locator("button.main").click()
            elif page.locator("#claims [value=ConfirmClaim]").count():
                page.locator("#claims form:has([value=ConfirmClaim]) button").first.click()
            self.desk.run(self.desk.work())
            page.wait_for_timeout(250)
            if next_says(self.caller).startswith("Verify"):
                press_next(self.caller)
                page.reload()


def fill_witness(form: Any, hall: Hall) -> None:
    claimants = {claim.player for claim in hall.game.undecided}
    witness = form.locator("[name=witness]")
    if witness.count():
        witness.fill(next(player for player in PLAYERS if player not in claimants))


async def _would_win(desk: HallPages, fields: dict[str, Any]) -> bool:
    events = await desk.web.dry_run(Claim(at=desk.web.now(), **fields))
    return not any(getattr(event, "refusals", ()) for event in events)


@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_a_game_is_played_through_the_pages_and_its_journal_holds(book: str) -> None:
    with hall_pages(book) as desk:
        hall = Hall(desk, **({"auto_play": True} if book == NSW else {}))
        verifier = desk.sign_on(VERIFIER, "verifier")
        hall.to_eyes_down()
        screenshot(hall.caller, f"caller-{book}-eyes-down")
        prizes = 0
        while hall.game.phase == "running" and len(hall.game.calls) < BALLS:
            by_page = len(hall.game.calls) % 12 == 0
            number = hall.ball() if by_page else hall.quick_ball()
            winners = hall.winners()
            if not winners:
                continue
            if book == NSW and winners[0] in hall.phones:
                hall.phones[winners[0]].click("#claim:enabled")
            for player in winners:
                if any(claim.player == player for claim in hall.game.undecided):
                    continue
                verifier.fill("#cry-player", player)
                verifier.click("form:has(#cry-player) button.main")
                verifier.wait_for_selector(f"#claims article:has-text('{player}')")
            hall.board.wait_for_selector("#checking .ticket")
            hall.supervisor.wait_for_selector("#claims .ticket .marked")
            if not prizes:
                screenshot(hall.supervisor, f"supervisor-{book}-claims", full_page=True)
                screenshot(verifier, f"verifier-{book}", full_page=True)
                screenshot(hall.caller, f"caller-{book}-hold")
                for page in (hall.supervisor, verifier, hall.caller):
                    assert audited(page) == []
            hall.settle()
            assert press_next(hall.supervisor) == "Declare the result"
            prizes += 1
            hall.board.wait_for_selector(f"#prizes .won:has-text('on {number}')")
            hall.supervisor.wait_for_timeout(300)
            if next_says(hall.supervisor).startswith("Close game"):
                press_next(hall.supervisor)
        assert hall.game.phase == "closed"
        assert hall.game.outcome == "won"
        assert prizes >= 1
        screenshot(hall.board, f"board-{book}-after")
    assert verify_journal(machine(book, desk.tenant.zone), desk.store, decide_again=True).rows


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
        assert hall.supervisor.locator("#numbers .called").count() == 0, "hidden until it is keyed"
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
        page.click("button:has-text('Invalidate game 1')")
        hall.board.wait_for_selector("#notices:has-text('invalidated')")
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
        verifier.click("button:has-text('Draw it')")
        verifier.wait_for_selector("section[aria-label=Card] .ticket")
        assert hall.ball()
