"""A player at the self-service terminal, with nobody to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.web.keno.counter.papers.printers import PrinterTrouble
from kit.counter_site import Live
from kit.scanner import scan_at_once

TALL = {"width": 1080, "height": 1500}


@pytest.fixture
def box(live: Live) -> Iterator[Any]:
    page = live.sign_on("club box", viewport=TALL, has_touch=True)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto("/terminal")
    yield page
    page.context.close()
    assert trouble == []


def buy(page: Any) -> Any:
    """Presses Buy; gives the ticket's paper."""
    expect(page.locator("#buy")).to_be_enabled()
    page.dblclick("#buy")
    page.wait_for_selector("#sold-paper svg")
    return page.locator("#sold-paper")


def test_a_ticket_for_notes_its_change_spent_and_its_prize_redeemed(
    box: Any, live: Live, shot: Callable[..., None]
) -> None:
    shot(box, "terminal-home")
    box.tap("[data-go=classic]")
    for number in (1, 2, 3):
        box.tap(f"[data-screen=classic] [data-n='{number}']")
    shot(box, "terminal-classic")
    box.tap("[data-screen=classic] [data-add]")
    box.tap("#more")
    expect(box.locator("#cost")).to_have_text("$2.00")
    shot(box, "terminal-confirm")
    box.tap("#to-pay")
    expect(box.locator("#buy")).to_be_disabled()
    box.tap("[data-note='1000']")
    expect(box.locator("#change")).to_have_text("$8.00")
    shot(box, "terminal-pay")
    ticket = buy(box)
    serial, check = ticket.get_attribute("data-serial"), ticket.get_attribute("data-check")
    receipt = box.locator("#change-paper").get_attribute("data-serial")
    expect(box.locator("#change-paper")).to_contain_text("SST receipt")
    shot(box, "terminal-done")
    box.tap("#finish")
    box.tap("#lucky-dip")
    box.tap("#to-pay")
    scan(box, receipt)
    expect(box.locator("#change")).to_have_text("$7.00")
    buy(box)
    live.run(live.hall.play())
    box.goto("/terminal/check")
    box.fill("#scan", f"{live.site.address}/check?serial={serial}&check={check}")
    box.tap("form.scan button")
    expect(box.locator("article")).to_contain_text("You won $44.00")
    shot(box, "terminal-check")
    box.dblclick("#redeem")
    expect(box.locator("#paid")).to_have_text("Your SST receipt: $44.00")
    expect(box.locator("[data-print-says]")).to_contain_text("being printed")
    expect(box.locator(".print-only:visible")).to_have_count(0)  # its code pays its bearer
    expect(box.locator(".paper:visible").first).to_contain_text("On screen only")
    shot(box, "terminal-redeemed")
    box.goto("/terminal/check")
    scan(box, f"{live.site.address}/check?serial={serial}&check={check}")
    expect(box.locator(".note.no")).to_contain_text(f"{serial} was paid on")
    expect(box.locator(".note.no")).not_to_contain_text("Do not pay")  # a player reads this


def scan(page: Any, code: str, end: str = "Enter") -> None:
    """A code under the reader, which types it; a browser drops keys until a page can be seen."""
    page.wait_for_load_state()
    page.keyboard.type(code)
    page.keyboard.press(end)


def test_the_reader_works_on_every_screen(box: Any, live: Live) -> None:
    box.tap("#lucky-dip")
    box.tap("#to-pay")
    box.tap("[data-note='500']")
    ticket = buy(box)
    serial, check = ticket.get_attribute("data-serial"), ticket.get_attribute("data-check")
    receipt = box.locator("#change-paper").get_attribute("data-serial")
    code = f"{live.site.address}/check?serial={serial}&check={check}"
    box.tap("#finish")
    expect(box.locator("[data-screen=home]")).to_be_visible()
    scan(box, receipt, "Tab")
    expect(box.locator("#wrong")).to_contain_text("Choose a game first")
    scan_at_once(box, receipt[3:])  # its begin was lost on the way
    expect(box.locator("#wrong")).to_contain_text("wasn’t read whole")
    scan(box, code)
    expect(box.locator("article")).to_contain_text("Nothing won so far")
    scan(box, code, "Tab")
    expect(box.locator("article")).to_contain_text("Nothing won so far")
    box.goto("/terminal")
    box.tap("#lucky-dip")
    expect(box.locator("#to-pay")).to_be_enabled()
    scan(box, receipt)
    expect(box.locator("[data-screen=pay]")).to_be_visible()
    expect(box.locator("#change")).to_have_text("$3.00")
    buy(box)


class WithoutPaper:
    """A printer whose paper is out."""

    def send(self, data: bytes) -> None:
        raise PrinterTrouble(self.trouble())

    def trouble(self) -> str:
        return "The paper is out"


def test_a_terminal_without_paper_sells_nothing_and_sends_to_the_counter(
    box: Any, live: Live
) -> None:
    box.tap("#lucky-dip")
    box.tap("#to-pay")
    box.tap("[data-note='500']")
    expect(box.locator("#buy")).to_be_enabled()
    live.hall.web.printers["club-sst"] = WithoutPaper()
    try:
        buy(box)  # sold before anything was known
        expect(box.locator("[data-print-says]")).to_contain_text("go to the counter now")
        expect(box.locator("[data-print-says]")).to_contain_text("club-sst")
        expect(box.locator("#done-says")).to_have_text("")
        box.tap("#finish")
        expect(box.locator("[data-printer]")).to_contain_text("can’t print just now")
        box.tap("#lucky-dip")
        expect(box.locator("#cost")).to_have_text("$1.00")
        expect(box.locator("#to-pay")).to_be_disabled()
    finally:
        del live.hall.web.printers["club-sst"]
    box.goto("/terminal")
    expect(box.locator("[data-printer]")).to_have_count(0)


def test_a_stake_is_chosen_without_a_keyboard(box: Any) -> None:
    for screen, field, least, more in (
        ("classic", "#regular-stake", "1.00", "3.00"),
        ("mega", "#keno2-stake", "2.00", "6.00"),
    ):
        box.tap(f"[data-screen=home] [data-go={screen}]")
        stake = box.locator(field)
        place = box.locator(f"[data-screen={screen}]")
        expect(stake).to_have_value(least)
        place.get_by_role("button", name="$20", exact=True).tap()
        expect(stake).to_have_value("20.00")
        stake.tap()  # any other figure by the keypad
        for key in more.removesuffix(".00"):
            box.tap(f"#keypad [data-key='{key}']")
        box.tap("#keypad-ok")
        expect(stake).to_have_value(more.removesuffix(".00"))
        box.tap(f"[data-screen={screen}] [data-n='9']")
        box.tap(f"[data-screen={screen}] [data-add]")
        box.tap("[data-screen=confirm] [data-go=home]")
    box.tap("#check-and-pay")
    expect(box.locator("#cost")).to_have_text("$9.00")
    box.tap("#to-pay")
    box.tap("[data-note='1000']")
    buy(box)
    assert (
        box.locator("#finish").bounding_box()["y"] < box.locator("#sold-paper").bounding_box()["y"]
    )


def test_more_than_the_rule_allows_is_refused_on_the_screen(
    box: Any, shot: Callable[..., None]
) -> None:
    box.tap("[data-go=classic]")
    box.tap("[data-screen=classic] [data-n='9']")
    box.tap("#regular-stake")
    for key in "251":
        box.tap(f"#keypad [data-key='{key}']")
    box.tap("#keypad-ok")
    box.tap("[data-screen=classic] [data-add]")
    expect(box.locator("#refusals .note")).to_contain_text("is too much at a terminal")
    expect(box.locator("#to-pay")).to_be_disabled()
    shot(box, "terminal-refused")


def receipts(live: Live) -> list[int]:
    """Every receipt there is, by its face."""
    documents = live.run(live.hall.web.ask_state(lambda state: list(state.keno.documents.values())))
    return sorted(one.face_cents for one in documents)


def put_in(page: Any, cents: int) -> None:
    """Ten numbers for a dollar, and a note that is more than enough."""
    page.tap("#lucky-dip")
    page.tap("#to-pay")
    page.tap(f"[data-note='{cents}']")
    expect(page.locator("#buy")).to_be_enabled()


def test_notes_that_buy_nothing_come_back_as_one_receipt(box: Any, live: Live) -> None:
    before = receipts(live)
    put_in(box, 2000)
    box.tap("[data-screen=pay] [data-go=confirm]")
    box.tap("[data-screen=confirm] [data-go=home]")
    box.evaluate("() => { for (const _ of [1, 2, 3]) document.getElementById('wipe').click(); }")
    expect(box.locator("#done-title")).to_have_text("Your money back: $20.00")
    expect(box.locator("#change-paper")).to_contain_text("$20.00")
    assert receipts(live) == sorted([*before, 2000])


def test_notes_outlive_an_emptied_slip_a_reload_and_another_page(box: Any, live: Live) -> None:
    before = receipts(live)
    put_in(box, 5000)
    box.tap("[data-screen=pay] [data-go=confirm]")
    box.tap("#lines button")
    expect(box.locator("#basket-says")).to_have_text("$50.00 put in")
    box.reload()
    expect(box.locator("#basket-says")).to_have_text("$50.00 put in")
    box.tap("text=Check a ticket")
    box.tap("text=‹ Games")
    put_in(box, 500)
    expect(box.locator("#put-in")).to_have_text("$55.00")
    box.tap("#give-back")
    expect(box.locator("#done-title")).to_have_text("Your money back: $55.00")
    assert receipts(live) == sorted([*before, 5500])
    box.tap("#finish")
    expect(box.locator("#basket")).to_be_hidden()


@pytest.mark.parametrize("lost", ["/till/sell", "/terminal/receipt"])
def test_notes_buy_or_come_back_even_if_an_answer_is_lost(box: Any, live: Live, lost: str) -> None:
    before = receipts(live)
    put_in(box, 2000)

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    box.route(f"**{lost}", lose)
    first, then = ("#buy", "#give-back") if lost == "/till/sell" else ("#give-back", "#buy")
    box.tap(first)
    expect(box.locator("#wrong")).not_to_be_empty()
    box.unroute(f"**{lost}")
    box.tap(then)
    title = "Thank you" if lost == "/till/sell" else "Your money back: $20.00"
    expect(box.locator("#done-title")).to_contain_text(title)
    change = 1900 if lost == "/till/sell" else 2000
    assert receipts(live) == sorted([*before, change])


def test_more_notes_than_one_entry_can_need_stay_outside(box: Any) -> None:
    put_in(box, 10000)
    for _ in range(10):
        box.tap("[data-note='10000']")
    expect(box.locator("#wrong")).to_contain_text("up to $1,000.00")
    expect(box.locator("#put-in")).to_have_text("$1,000.00")


@pytest.mark.parametrize("cents", [2000, 0])
def test_a_terminal_left_alone_asks_and_starts_again(box: Any, live: Live, cents: int) -> None:
    before = receipts(live)
    box.clock.install()
    box.goto("/terminal")
    if cents:
        put_in(box, cents)
    else:
        box.tap("[data-go=classic]")
    box.clock.fast_forward(95_000)
    expect(box.locator("#still")).to_be_visible()
    box.tap("#still button")
    expect(box.locator("#still")).to_be_hidden()
    box.clock.fast_forward(95_000)
    expect(box.locator("#still")).to_be_visible()
    box.clock.fast_forward(30_000)
    if cents:
        expect(box.locator("#done-title")).to_have_text("Your money back: $20.00")
        assert receipts(live) == sorted([*before, cents])
        box.clock.fast_forward(125_000)
    expect(box.locator("[data-screen=home]")).to_be_visible()
    expect(box.locator("#basket")).to_be_hidden()


def test_no_screen_makes_a_reader_stumble(
    box: Any, audit: Callable[[Any], list[str]], shot: Callable[..., None]
) -> None:
    assert audit(box) == []
    for name in ("classic", "heads", "racing", "roulette", "combination"):
        box.tap(f"[data-go={name}]:visible")
        assert audit(box) == []
        shot(box, f"terminal-{name}")
        box.tap(f"[data-screen={name}] [data-go=home]")
    box.goto("/terminal/check")
    assert audit(box) == []


def test_all_eighty_numbers_are_on_a_wide_screen(box: Any) -> None:
    box.set_viewport_size({"width": 1920, "height": 1080})
    box.tap("[data-go=classic]")
    for number in (1, 80):
        cell = box.locator(f"[data-screen=classic] [data-n='{number}']")
        expect(cell).to_be_in_viewport(ratio=1)


def test_an_upright_screen_has_the_numbers_and_all_that_is_done_with_them(box: Any) -> None:
    box.set_viewport_size({"width": 1080, "height": 1920})
    box.tap("[data-go=classic]")
    for part in ("[data-n='1']", "[data-bonus]", "[data-add]", "[data-clear]", "[data-pick]"):
        expect(box.locator(f"[data-screen=classic] {part}")).to_be_in_viewport(ratio=1)
