"""What others do shows on a page by itself, and never takes away what its person is pressing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.proof.hall.setting import NSW, VIC
from kit.hall_evening import (
    CALLER,
    POINT,
    SESSION,
    STARTS,
    SUPERVISOR,
    Night,
    games_of,
    someone_claims,
)
from kit.hall_opened import staff, stock
from kit.hall_pages import HallPages, hall_pages

FRIDAY = "2026-06-05T19:00:00+10:00"


@pytest.fixture
def hall() -> Iterator[HallPages]:
    """A hall without a session yet."""
    with hall_pages(VIC) as desk:
        desk.run(staff(desk))
        desk.run(stock(desk))
        yield desk


def plan(hall: HallPages, session: str = "monday", starts_at: str = STARTS[VIC]) -> None:
    """The office plans a session: every open page has other parts now, and loads itself again."""
    words = {"place": "Memorial Hall", "games": games_of(hall.book, 1), "starts_at": starts_at}
    if hall.book == NSW:
        words |= {"boxes": 6, "entry_fee_cents": 1500}
    hall.run(hall.do("office", "PlanSession", session=session, **words))


def held(page: Any, address: str) -> list[Any]:
    """The requests for a page; the network holds each of them until the test continues it."""
    routes: list[Any] = []

    def hold(route: Any) -> None:
        if route.request.is_navigation_request():
            routes.append(route)
        else:
            route.continue_()

    page.route(address, hold)
    return routes


def looks_twice(page: Any) -> None:
    """The page is fetched twice behind its back: what came of the first answer has begun."""
    for _ in range(2):
        with page.expect_event("requestfinished", lambda asked: asked.resource_type == "fetch"):
            pass


def test_the_tab_that_was_pressed_opens(hall: HallPages) -> None:
    page = hall.sign_on("bea", "seller")
    asked, again = held(page, "**/seller/pay"), held(page, "**/seller")
    with page.expect_request("**/seller/pay"):
        page.get_by_role("link", name="Pay").click(no_wait_after=True)
    plan(hall)
    looks_twice(page)
    assert again == []
    [pay] = asked
    pay.continue_()
    page.get_by_text("Nothing is owed").wait_for()
    assert page.url.endswith("/seller/pay")


def test_a_page_loads_itself_again_once(hall: HallPages) -> None:
    page = hall.sign_on("ben", "seller")
    again = held(page, "**/seller")
    with page.expect_request(lambda request: request.is_navigation_request()):
        plan(hall)
    looks_twice(page)
    [once] = again
    once.continue_()
    page.get_by_role("heading", name="monday").wait_for()


def has_moved_on(page: Any) -> None:
    page.wait_for_selector("html[data-ready] [data-hall][data-session=monday]")


def test_a_page_moves_on_while_its_empty_field_waits_for_a_scan(hall: HallPages) -> None:
    page = hall.sign_on("ben", "seller/pay")
    page.wait_for_selector("#find:focus")
    plan(hall)
    has_moved_on(page)


def test_a_page_moves_on_though_its_computer_speaks(hall: HallPages) -> None:
    plan(hall, "friday", FRIDAY)
    page = hall.sign_on(CALLER, "caller")
    page.check("#speak")
    plan(hall)  # it is before friday's, so it is the next one now
    has_moved_on(page)
    assert page.is_checked("#speak")


def test_a_supervisors_page_moves_on_before_anything_is_sold() -> None:
    """No series is played yet, so a list on the page is empty."""
    with hall_pages(NSW) as desk:
        desk.run(staff(desk))
        plan(desk, "friday", FRIDAY)
        page = desk.sign_on("sue", "supervisor")
        plan(desk)
        has_moved_on(page)


def test_a_page_with_something_typed_stays_as_it_is(hall: HallPages) -> None:
    page = hall.sign_on("ben", "seller/pay")
    page.fill("#find", "An")
    plan(hall)
    looks_twice(page)
    assert page.input_value("#find") == "An"
    page.fill("#find", "")
    has_moved_on(page)


def test_a_ball_field_leaves_with_its_game() -> None:
    """The cursor stays in the field after the last ball; no ball may be typed into it any more."""
    with hall_pages(VIC) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        desk.run(night.sell("ann"))
        desk.run(night.start(selector="receptacle"))
        page = desk.sign_on(CALLER, "caller")
        page.focus("#ball")
        words = {"session": SESSION, "game": 1, "by": SUPERVISOR, "cause": "other"}
        desk.run(desk.do("supervisor", "InvalidateGame", reason="smoke", **words))
        page.wait_for_selector("#ball", state="detached")


@pytest.mark.parametrize("by", ["mouse", "space bar"])
def test_a_button_that_is_held_down_keeps_its_click(by: str) -> None:
    """Another counter gives money back meanwhile, and the list on this page gets shorter."""
    with hall_pages(VIC) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        desk.run(desk.staff("sam", "seller", till=POINT))
        for player in ("ann", "bob"):
            desk.run(night.sell(player))
        desk.run(night.start())
        words = {"session": SESSION, "game": 1, "by": SUPERVISOR, "cause": "other"}
        desk.run(desk.do("supervisor", "InvalidateGame", reason="smoke", **words))
        [first, _] = desk.site.state.hall.refunds
        page = desk.sign_on("sam", "seller/pay")
        button = page.get_by_label("bob").get_by_role("button", name="Give back in cash")
        button.hover()
        button.focus()
        page.mouse.down() if by == "mouse" else page.keyboard.down(" ")
        paid = {"refund": first, "point": POINT, "by": "sam", "tender": "cash"}
        desk.run(desk.do("seller", "PayRefund", **paid))
        looks_twice(page)
        page.mouse.up() if by == "mouse" else page.keyboard.up(" ")
        page.get_by_text("back to bob").wait_for()
        assert not desk.site.state.hall.refunds


def test_a_part_that_a_key_led_to_keeps_the_focus_when_it_is_renewed() -> None:
    """F2 leads the supervisor to a claim; while they look at it, a helper collects the card."""
    with hall_pages(VIC) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        desk.run(night.sell("ann"))
        desk.run(night.start())
        desk.run(someone_claims(desk, night))
        page = desk.sign_on(SUPERVISOR, "supervisor")
        page.wait_for_selector("#claims article")
        page.keyboard.press("F2")
        page.wait_for_selector("#claims:focus")
        page.evaluate("document.getElementById('claims').dataset.seen = 'before'")
        [claim] = desk.run(desk.get("/staff", "supervisor"))["claims"]
        collected = {"claim": claim["claim"], "steps": claim["steps_left"][:1]}
        words = {"session": SESSION, "game": 1, "by": SUPERVISOR}
        desk.run(desk.do("supervisor", "CheckClaim", **words, **collected))
        page.wait_for_selector("#claims:not([data-seen]):focus")
