"""Hands that are quicker than the line: what is pressed or typed before an answer is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from kit.counter_site import Live


@pytest.fixture
def desk(live: Live) -> Iterator[Any]:
    """The counter of a casino, on the smallest desk."""
    yield from opened(live, "casino writer", "/counter", viewport={"width": 1366, "height": 768})


@pytest.fixture
def box(live: Live) -> Iterator[Any]:
    yield from opened(live, "club box", "/terminal", has_touch=True)


def opened(live: Live, name: str, path: str, **more: Any) -> Iterator[Any]:
    page = live.sign_on(name, **more)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(path)
    expect(page.locator("#add, #lucky-dip")).to_be_enabled()
    yield page
    page.context.close()
    assert trouble == []


UNCOVERED = """name => {
  const node = document.querySelector(name);
  const { left, right, bottom } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
}"""
KEPT = "() => JSON.parse(Object.values(sessionStorage)[0]).cash_cents"


class Held:
    """Requests that wait at the door until they are let through."""

    def __init__(self, page: Any, path: str) -> None:
        self.page, self.path, self.shut = page, path, True
        self.routes: list[Any] = []
        page.route(f"**{path}", self._arrived)

    def _arrived(self, route: Any) -> None:
        if self.shut:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        """Until somebody stands there."""
        for _ in range(3000):
            if self.routes:
                return
            self.page.wait_for_timeout(
                10
            )  # what arrives is seen while the browser is asked anything
        pytest.fail(f"nobody asked {self.path}")

    def release(self) -> None:
        self.shut = False
        for route in self.routes:
            route.continue_()


def lines(page: Any) -> Any:
    return page.locator("#lines li")


def test_enter_twice_is_one_line_and_the_next_can_be_typed_meanwhile(desk: Any) -> None:
    held = Held(desk, "/till/quick")
    desk.keyboard.type("1 2 3 $2")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    desk.keyboard.type("4 5 6")
    held.wait()
    held.release()
    expect(lines(desk)).to_have_count(1)
    expect(desk.locator("#quick")).to_have_value("4 5 6")
    desk.keyboard.press("Enter")
    expect(lines(desk)).to_have_count(2)


def test_a_line_that_was_wrong_comes_back_or_is_named(desk: Any) -> None:
    desk.keyboard.type("5 twelve")
    desk.keyboard.press("Enter")
    expect(desk.locator("#quick-wrong")).to_contain_text("isn’t understood")
    expect(desk.locator("#quick")).to_have_value("5 twelve")
    held = Held(desk, "/till/quick")
    desk.keyboard.press("Enter")
    desk.keyboard.type("1 2")
    held.wait()
    held.release()
    expect(desk.locator("#quick-wrong")).to_contain_text("“5 twelve”")
    expect(desk.locator("#quick")).to_have_value("1 2")


def test_a_pick_brings_its_lucky_last_once_and_a_sale_waits_for_it(desk: Any) -> None:
    held = Held(desk, "/till/pick")
    desk.click("label:has([data-lucky]):visible")
    desk.click("#form-classic [data-pick]")
    desk.click("#form-classic [data-pick]")
    desk.keyboard.press("Control+Enter")
    held.wait()
    expect(desk.locator("#form-classic [data-lucky]")).not_to_be_checked()
    held.release()
    expect(desk.locator("#sold-title")).to_contain_text("$2.00")
    expect(desk.locator("#sold-paper")).to_contain_text("Lucky Last")


def test_a_change_is_priced_before_it_is_sold_whatever_answers_meanwhile(desk: Any) -> None:
    desk.keyboard.type("1 2 3 $100")
    desk.keyboard.press("Enter")
    expect(desk.locator("#cost")).to_have_text("$100.00")
    sent: list[str] = []
    desk.on("request", lambda request: sent.append(request.url))
    desk.clock.install(time=0)
    desk.clock.pause_at(1)  # only this test lets time pass: nobody asks before it does
    held = Held(desk, "/till/price")
    desk.fill("#games", "2")
    desk.clock.run_for(100)
    held.wait()
    desk.fill("#games", "100")  # and nobody has asked about that yet
    held.release()
    expect(desk.locator("#cost")).to_have_text("$200.00")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#refusals .note")).to_be_visible()
    assert not [url for url in sent if url.endswith("/till/sell")]


def test_what_is_given_and_the_change_are_in_sight_at_a_casino(desk: Any) -> None:
    for line in ("5 12 23 34 $2 b x3", "o red $5", "h $5", "1 2 + 3 4"):
        before = lines(desk).count()
        desk.keyboard.type(line)
        desk.keyboard.press("Enter")
        expect(lines(desk)).not_to_have_count(before)
    for name in ("#cash", "#paper", "#chips", "#change-as", "#change", "#sell"):
        expect(desk.locator(name)).to_be_in_viewport(ratio=1)
        assert desk.evaluate(UNCOVERED, name), name
    desk.click("#more summary")
    for name in ("#cost", "#change", "#sell"):  # whatever is opened above them
        expect(desk.locator(name)).to_be_in_viewport(ratio=1)
        assert desk.evaluate(UNCOVERED, name), name
    desk.set_viewport_size({"width": 1024, "height": 768})
    expect(desk.locator("#tab-superplay")).to_be_in_viewport(ratio=1)


def test_every_field_of_the_slip_is_at_most_two_tabs_from_a_key(desk: Any) -> None:
    """At a casino too, whose slip has the most fields; Tab begins in the quick line."""
    fields = "#slip-open input:not([hidden] input), #slip-open select"
    wanted = set(desk.eval_on_selector_all(fields, "(all) => all.map((one) => one.id)"))
    assert {"cash", "paper", "chips", "change-as", "games", "card", "runner-note"} <= wanted
    reached: set[str] = set()
    for key in ("Tab", "F9", "F10", "F1"):
        for step in ("Tab", "Shift+Tab"):
            desk.focus("#quick")
            desk.keyboard.press(key)
            tabs = 1 if key == "Tab" else 0
            reached.add(desk.evaluate("document.activeElement.id"))
            for _ in range(2 - tabs):
                desk.keyboard.press(step)
                reached.add(desk.evaluate("document.activeElement.id"))
    assert wanted - reached == set()


def test_a_sale_whose_answer_was_lost_is_sent_again_with_the_same_keys(desk: Any) -> None:
    sold: list[str] = []

    def lose(route: Any) -> None:
        sold.append(route.fetch().json()["serial"])
        route.abort()

    desk.route("**/till/sell", lose, times=1)
    desk.keyboard.type("5 12")
    desk.keyboard.press("Enter")
    expect(desk.locator("#sell")).to_be_enabled()
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#refusals")).to_contain_text("sold only once")
    for name in ("#refusals", "#cost"):
        assert desk.evaluate(UNCOVERED, name), name
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#slip-sold")).to_be_visible()
    assert desk.get_attribute("#sold-paper", "data-serial") == sold[0]


def put_in(page: Any) -> None:
    """Ten numbers for a dollar, and twenty dollars."""
    page.tap("#lucky-dip")
    page.tap("#to-pay")
    page.tap("[data-note='2000']")
    expect(page.locator("#buy")).to_be_enabled()


def test_a_second_tap_picks_no_second_line(box: Any) -> None:
    held = Held(box, "/till/pick")
    box.tap("#lucky-dip")
    box.tap("#lucky-dip")
    held.wait()
    held.release()
    expect(box.locator("#cost")).to_have_text("$1.00")
    expect(lines(box)).to_have_count(1)


def test_notes_that_follow_a_lost_answer_are_still_inside(box: Any) -> None:
    put_in(box)

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    box.route("**/till/sell", lose)
    box.tap("#buy")
    expect(box.locator("#wrong")).to_contain_text("may be sold already")
    box.unroute("**/till/sell")
    box.tap("[data-note='1000']")
    expect(box.locator("#put-in")).to_have_text("$30.00")
    box.tap("#buy")
    expect(box.locator("#done-title")).to_contain_text("Thank you")
    expect(box.locator("#change-paper")).to_contain_text("$19.00")
    box.tap("#finish")
    expect(box.locator("#basket-says")).to_have_text("$10.00 put in")


def test_no_note_goes_in_while_the_site_is_asked(box: Any) -> None:
    put_in(box)
    held = Held(box, "/till/sell")
    box.tap("#buy")
    box.tap("[data-note='1000']")
    held.wait()
    assert box.evaluate(KEPT) == 2000
    held.release()
    expect(box.locator("#done-title")).to_contain_text("Thank you")
    box.tap("#finish")
    expect(box.locator("#lucky-dip")).to_be_visible()
    expect(box.locator("#basket")).to_be_hidden()


def test_a_ticket_that_was_checked_does_not_stay_on_the_screen(box: Any, live: Live) -> None:
    box.clock.install()
    box.goto("/terminal/check?scan=K0ADDJ-WFHASS-T3N20X-ZR7D9K")
    expect(box.locator("article")).to_contain_text("Not one of our tickets")
    box.clock.fast_forward(95_000)
    expect(box.locator("#still")).to_be_visible()
    box.tap("#still button")
    expect(box.locator("#still")).to_be_hidden()
    box.clock.fast_forward(125_000)
    expect(box).to_have_url(f"{live.site.address}/terminal")


def test_marking_as_many_numbers_as_no_game_has_stays_on_the_form(desk: Any) -> None:
    for number in range(1, 13):
        desk.click(f"#form-classic [data-n='{number}']")
    desk.click("#form-classic [data-add]")
    words = "There is no game with 12 numbers. Choose 1 to 10, 15, 20 or 40."
    expect(desk.get_by_text(words)).to_be_visible()
    expect(desk.locator("#lines li")).to_have_count(0)
    expect(desk.locator("#form-classic [data-n][aria-pressed=true]")).to_have_count(12)
    for number in (11, 12):
        desk.click(f"#form-classic [data-n='{number}']")
    desk.click("#form-classic [data-add]")
    expect(desk.locator("#lines li")).to_have_count(1)


def test_why_a_slip_is_held_back_is_as_plain_as_the_field(desk: Any) -> None:
    desk.keyboard.type("1 2 3 $2")
    desk.keyboard.press("Enter")
    expect(desk.locator("#cost")).to_have_text("$2.00")
    desk.fill("#games", "900")
    says = desk.locator("#slip-says")
    expect(says).to_have_text("Games: type a whole number from 1 to 100.")
    expect(says).to_have_css("color", "rgb(156, 32, 21)")
    expect(desk.locator("#sell")).to_be_disabled()
