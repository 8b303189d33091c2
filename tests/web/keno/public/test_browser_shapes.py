"""The public pages at sizes that are easily forgotten: a wall on its side, a finger, large text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kit.public_site import Live

PHONE = {"width": 360, "height": 740}
WALLS = {"upright": {"width": 1080, "height": 1920}, "lower": {"width": 1200, "height": 1920}}
FINGER = 44
CUT_OFF = """() => [...document.querySelectorAll(
        ".hall, .hall-box, .hall-top, .hall-jackpots, .hall-grid li")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1
        || one.scrollHeight > one.clientHeight + 1
        || one.getBoundingClientRect().bottom > innerHeight + 1)
    .map((one) => one.textContent.trim().slice(0, 30))"""
TOO_SMALL = """(finger) => [...document.querySelectorAll(
        "nav a, .mark, .foot a, .clauses a, .row.small a, .button, button, summary, select, input")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < finger)
    .map((one) => one.outerHTML.slice(0, 80))"""
OVER_ITS_CELL = """() => [...document.querySelectorAll(".grid > li, .draws .balls > li")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
SCENES_CUT_OFF = """async () => {
    const answer = await (await fetch("/wall/between")).text();
    const fresh = new DOMParser().parseFromString(answer, "text/html");
    const box = document.getElementById("scenes");
    box.replaceChildren(...fresh.querySelector("[data-version]").children);
    box.hidden = false;
    const scenes = [...box.children];
    return scenes.filter((one) => {
        scenes.forEach((other) => (other.hidden = other !== one));
        return one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
    }).map((one) => one.textContent.trim().slice(0, 30));
}"""
PAGES = ("/", "/results", "/numbers", "/check", "/odds", "/rules", "/rules/nsw-keno", "/how")


@pytest.mark.parametrize("wall", WALLS)
def test_a_wall_on_its_side_has_everything_on_one_screen(live: Live, wall: str) -> None:
    shape = WALLS[wall]
    page = live.open("/wall", viewport=shape)
    page.wait_for_selector("#jackpots strong")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    sizes = page.evaluate(
        "['.hall-grid li', '.hall-ball', '.hall-clock strong', '.hall-big'].map((one) => "
        "parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"
    )
    assert min(sizes) >= 0.05 * shape["width"]
    assert page.evaluate(SCENES_CUT_OFF) == []


def test_the_pages_of_the_site_take_one_row_on_a_phone_and_describe_themselves(live: Live) -> None:
    page = live.open("/", viewport=PHONE)
    described = set()
    for path in PAGES:
        page.goto(path)
        assert page.locator("header.bar").bounding_box()["height"] < 2 * FINGER, path
        here = page.locator("nav [aria-current=page]").bounding_box()
        assert here["x"] >= 0, path
        assert here["x"] + here["width"] <= PHONE["width"], path
        described.add(page.get_attribute("meta[name=description]", "content"))
    assert len(described) >= len(PAGES) - 1  # both lists of rules share theirs
    page.context.close()


def test_a_finger_finds_everything_that_stands_alone(live: Live) -> None:
    page = live.open("/", viewport=PHONE, has_touch=True, is_mobile=True)
    serial = live.hall.tickets["three games"]
    for path in (*PAGES, f"/check?serial={serial}"):
        page.goto(path)
        assert page.evaluate(TOO_SMALL, FINGER) == [], path
    assert page.evaluate("(one => one.scrollWidth <= one.clientWidth)(window.serial)"), "cut off"
    page.goto("/results")
    page.locator(".draws > li").first.locator(".tags").tap(force=True)
    page.wait_for_selector("#h-won")


@pytest.mark.parametrize("shape", [{"width": 1280, "height": 800}, {"width": 412, "height": 915}])
def test_text_of_twice_the_size_leaves_no_page_and_no_cell(
    live: Live, shape: dict[str, int]
) -> None:
    page = live.open("/sign-on", viewport=shape)
    line = page.context.new_cdp_session(page)
    line.send("Page.enable")
    line.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate(OVER_ITS_CELL) == [], path
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path


def test_whoever_mistyped_the_password_types_only_that_again(live: Live) -> None:
    page = live.open("/sign-on")
    assert page.evaluate("document.activeElement.id") == "name"
    page.keyboard.type("nobody")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    assert page.evaluate("document.activeElement.id") == "password"


def test_whoever_listens_to_a_board_hears_what_was_drawn_and_nothing_else(live: Live) -> None:
    page = live.open("/")
    for path, place in (("/", ".grid"), ("/wall", ".hall-grid .grid")):
        page.goto(path)
        page.wait_for_selector(f"{place} > .last")
        heard = page.locator(place).get_by_role("listitem").all_inner_texts()
        assert len(heard) == 20
        assert all("drawn" in one for one in heard)
    first = page.locator("#race").get_by_role("listitem").first.inner_text()
    assert first.split()[::2] == ["Row", "with"]


def test_a_page_works_by_keyboard_alone(live: Live) -> None:
    page = live.open("/odds")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
    page.keyboard.press("Enter")
    for _ in range(8):
        page.keyboard.press("Tab")
    page.evaluate("document.querySelector('.bets summary').focus()")
    page.keyboard.press("Enter")
    expect(page.locator(".bets details[open]")).to_have_count(1)
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
