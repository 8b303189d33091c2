"""What a writer hands over: paper as it is printed and read out, and money by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.web.keno.counter.papers.printers import PrinterTrouble
from kit.counter_site import Live

DESK = {"width": 1280, "height": 800}
PAGE = re.compile(rb"/Type\s*/Page\b")
BOX = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)")
POINTS_MM = 72 / 25.4
SHORT_MM = 180
LONG_MM = 300
LONG = ("e $5", "4 8 15 $1", "k15", "m k20", "m k10 $4", "k40", "k40", "1 2 + 3 4 + 5 6 7 of 2 4")


@pytest.fixture
def desk(live: Live) -> Iterator[Any]:
    page = live.sign_on("club writer", viewport=DESK)
    page.goto("/counter")
    yield page
    page.context.close()


def put_on_the_slip(page: Any, *lines: str) -> None:
    for count, line in enumerate(lines, start=1):
        expect(page.locator("#add")).to_be_enabled()
        page.fill("#quick", line)
        page.keyboard.press("Enter")
        expect(page.locator("#lines li")).to_have_count(count)


def sell(page: Any) -> tuple[str, str]:
    expect(page.locator("#sell")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#sold-paper svg")
    paper = page.locator("#sold-paper")
    return paper.get_attribute("data-serial"), paper.get_attribute("data-check")


def test_a_ticket_is_printed_on_one_piece_of_its_own_length(desk: Any) -> None:
    """A long one is not cut through its numbers, and a short one feeds no empty roll."""
    heights = []
    for lines in (LONG[:1], LONG):
        desk.goto("/counter")
        put_on_the_slip(desk, *lines)
        sell(desk)
        printed = desk.pdf(prefer_css_page_size=True)
        assert len(PAGE.findall(printed)) == 1
        width, height = map(float, BOX.findall(printed)[0])
        assert round(width / POINTS_MM) == 80
        heights.append(height / POINTS_MM)
    short, long = heights
    assert short < SHORT_MM
    assert long > LONG_MM


def test_the_newest_line_on_a_full_slip_shows_its_head(desk: Any) -> None:
    put_on_the_slip(desk, *LONG)
    newest = desk.locator("#lines li").last
    expect(newest).to_contain_text("Combination")
    assert newest.evaluate(
        "(line) => line.getBoundingClientRect().top >= "
        "line.parentElement.getBoundingClientRect().top - 1"
    )


def test_a_long_slip_can_be_read_back_whole(desk: Any) -> None:
    desk.set_viewport_size({"width": 1280, "height": 800})
    put_on_the_slip(desk, *(f"{n} {n + 20} {n + 40}" for n in range(1, 15)))
    desk.get_by_role("button", name="Read back").click()
    expect(desk.locator("#cash")).to_be_hidden()
    expect(desk.locator("#sell")).to_be_in_viewport(ratio=1)
    for line in (desk.locator("#lines li").first, desk.locator("#lines li").last):
        expect(line).to_be_in_viewport(ratio=1)
    desk.fill("#quick", "7 8 9")
    desk.keyboard.press("Enter")
    expect(desk.locator("#cash")).to_be_visible()


def test_a_screen_reader_reads_the_ticket_and_not_only_its_name(desk: Any) -> None:
    put_on_the_slip(desk, "4 8 15 $1")
    serial, _ = sell(desk)
    ticket = desk.get_by_role("group", name=f"Ticket {serial}")
    expect(ticket).to_have_count(1)
    assert "Keno Classic" in ticket.aria_snapshot()


def test_a_prize_is_paid_without_a_mouse(desk: Any, live: Live) -> None:
    put_on_the_slip(desk, "1 2 3 $1")
    serial, check = sell(desk)
    live.run(live.hall.play())
    desk.keyboard.press("Alt+2")
    desk.wait_for_selector("#scan")
    expect(desk.locator("#scan")).to_be_focused()
    desk.keyboard.type(f"{live.site.address}/check?serial={serial}&check={check}")
    desk.keyboard.press("Tab")  # some scanners send Tab in place of Enter
    expect(desk.locator("#stack li[data-result=won]")).to_have_count(1)
    desk.keyboard.type(f"{serial} {check}")
    desk.keyboard.press("Enter")
    expect(desk.locator("#stack [data-news]")).to_contain_text("Scanned twice")
    expect(desk.locator("#scan")).to_be_focused()
    expect(desk.locator("#pay")).to_be_enabled()
    desk.wait_for_load_state()  # its script listens for the key
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#paid")).to_have_text("$44.00")
    expect(desk.get_by_role("link", name="Next customer")).to_be_focused()


def test_a_scan_goes_where_it_belongs_from_any_field(desk: Any, live: Live) -> None:
    """Into a figure, a list or half a line: what stood there stays, and nothing else happens."""
    desk.goto("/counter/vouchers")
    desk.fill("#cash-voucher", "10")
    desk.click("form[action$=cash-voucher] .main")
    voucher = desk.locator("[data-print-paper]").get_attribute("data-serial")
    desk.goto("/counter")
    put_on_the_slip(desk, "1 2 3 $20")
    desk.fill("#cash", "50")
    for field, holds in {"#cash": "50", "#games": "1", "#change-as": "cash"}.items():
        desk.focus(field)
        desk.keyboard.type(voucher)
        desk.keyboard.press("Enter")
        expect(desk.locator("#tenders")).to_contain_text("Cash voucher $10.00")
        expect(desk.locator(field)).to_have_value(holds)
    expect(desk.locator("#quick-wrong")).to_contain_text("Scanned twice")
    serial, check = sell(desk)
    desk.keyboard.type(f"{live.site.address}/check?serial={serial}&check={check}")
    desk.keyboard.press("Enter")  # the next customer's ticket; its letter p prints no copy
    expect(desk.locator("#method")).to_have_value("replay")
    expect(desk.locator("#lines li")).to_have_count(1)
    assert live.run(live.hall.web.ask_state(lambda state: state.keno.prints[serial])) == 0


def test_a_receipt_is_paid_out_by_scanning_it(desk: Any) -> None:
    desk.goto("/counter/vouchers")
    desk.fill("#cash-voucher", "10")
    desk.click("form[action$=cash-voucher] .main")
    voucher = desk.locator("[data-print-paper]").get_attribute("data-serial")
    for page in ("vouchers", "cash-up"):
        desk.goto(f"/counter/{page}")
        expect(desk.locator("#clock")).to_contain_text("closes in")
        desk.wait_for_load_state("networkidle")
        desk.keyboard.type(voucher)
        desk.keyboard.press("Tab" if page == "cash-up" else "Enter")
        expect(desk.locator("#looked-at")).to_contain_text("Cash voucher for $10.00")
    desk.keyboard.press("Enter")
    expect(desk.locator("#done")).to_have_text("Give $10.00 in cash. Keep the receipt.")
    desk.keyboard.type(voucher)
    desk.keyboard.press("Enter")
    expect(desk.locator(".note.no")).to_contain_text("Do not accept it")
    expect(desk.locator("#redeem")).to_have_value("")


class Dying:
    """A printer that says at once, or only while it prints, that something is wrong."""

    def __init__(self, words: str, before: str = "") -> None:
        self.words, self.before = words, before

    def send(self, data: bytes) -> None:
        if self.words:
            raise PrinterTrouble(self.words)

    def trouble(self) -> str:
        return self.before


def test_a_printer_that_dies_in_the_middle_is_shown_and_a_copy_follows(
    desk: Any, live: Live
) -> None:
    printers = live.hall.web.printers
    printers["club-1"] = dying = Dying("The printer stopped in the middle of a paper")
    try:
        desk.goto("/counter")
        put_on_the_slip(desk, "1 2 3 $1")
        sell(desk)
        expect(desk.locator("#print-says")).to_contain_text("stopped in the middle")
        expect(desk.locator("#print-says")).to_contain_text("The sale is done")
        expect(desk.locator(".till-printer")).to_contain_text("stopped in the middle")
        dying.words, dying.before = "", "The paper is out"
        desk.goto("/counter/printer")
        expect(desk.locator(".till-printer")).to_have_text("Printer: the paper is out")
        expect(desk.locator("#missing-h")).to_be_visible()
        desk.click("[data-print-missing]")
        expect(desk.locator("[data-print-missing]")).to_have_count(0)
        expect(desk.locator("[data-print-says]").first).to_contain_text("Copy 1 was printed")
    finally:
        del printers["club-1"]


def test_a_printed_cash_up_says_whose_it_is(desk: Any) -> None:
    put_on_the_slip(desk, "1 2 3 $1")
    sell(desk)
    desk.goto("/counter/cash-up")
    whose = desk.locator(".print-only")
    expect(whose).to_be_hidden()
    desk.emulate_media(media="print")
    expect(whose).to_be_visible()
    assert "club writer" in whose.inner_text()
