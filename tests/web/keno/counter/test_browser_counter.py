"""A writer’s day in a real browser: every form sold to its payout, and what may go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from kit.counter_site import PASSWORD, Live

DESK = {"width": 1440, "height": 1060}
SCRIPT = '<script>alert("x")</script><img src=x onerror=alert(1)>'


@pytest.fixture
def desk(live: Live) -> Iterator[Any]:
    """The counter of a writer; a script error or a dialog on it fails the test."""
    page = live.sign_on("club writer", viewport=DESK)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: (trouble.append(dialog.message), dialog.dismiss()))
    page.goto("/counter")
    expect(page.locator("#add")).to_be_enabled()
    yield page
    page.context.close()
    assert trouble == []


def quick(page: Any, *lines: str) -> None:
    for line in lines:
        expect(page.locator("#add")).to_be_enabled()
        before = page.locator("#lines li").count()
        page.fill("#quick", line)
        page.keyboard.press("Enter")
        page.wait_for_function("n => document.querySelectorAll('#lines li').length > n", arg=before)


def sell(page: Any) -> tuple[str, str]:
    """Sells what is on the slip; gives serial and check."""
    expect(page.locator("#sell")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#sold-paper svg")
    paper = page.locator("#sold-paper")
    return paper.get_attribute("data-serial"), paper.get_attribute("data-check")


def next_customer(page: Any) -> None:
    """A new slip, ready: the page's script puts its customer into the address."""
    before = page.url
    page.click("#next")
    page.wait_for_url(lambda url: "customer=" in url and url != before)


def mark(page: Any, form: str, *buttons: str, shot: Callable[..., None]) -> None:
    """Fills in one entry form, keeps its picture, and puts it on the slip."""
    page.click(f"#tab-{form}")
    page.fill(f"#form-{form} [data-stake]", "2")
    for button in buttons:
        page.click(f"#form-{form} {button}")
    shot(page, f"form-{form}")
    page.click(f"#form-{form} [data-add]")
    page.wait_for_selector("#lines li")


FORMS: dict[str, tuple[str, ...]] = {
    "classic": ("[data-n='1']", "[data-n='2']", "[data-n='3']", "[data-bonus]", "[data-lucky]"),
    "mega": ("[data-n='4']", "[data-n='5']"),
    "heads": (
        "label:has([value=run])",
        "label:has([name=forecast-1][value=heads])",
        "label:has([name=forecast-2][value=heads])",
    ),
    "racing": (
        "label:has([value=quinella])",
        "label:has([value=box])",
        "[data-row='1']",
        "[data-row='2']",
        "[data-row='5']",
    ),
    "roulette": ("[data-pocket='1']", "[data-pocket='2']", "[data-outside=dozen][data-value='1']"),
    "combination": ("[data-n='6']", "[data-n='7']", ".letter:nth-child(2)", "[data-n='8']"),
}


def test_every_form_is_sold_from_its_layout_and_paid(
    desk: Any, live: Live, shot: Callable[..., None]
) -> None:
    sold = []
    for form, marks in FORMS.items():
        mark(desk, form, *marks, shot=shot)
        sold.append(sell(desk))
        if form == "classic":
            shot(desk, "sold")
        desk.keyboard.press("Enter")
        desk.wait_for_selector("#lines-empty:visible")
    desk.click("#tab-superplay")
    desk.click("[data-template='Three pairs']")
    desk.wait_for_selector("#lines li")
    shot(desk, "form-superplay")
    sell(desk)
    live.run(live.hall.play())
    live.run(live.hall.play())
    desk.keyboard.press("Alt+2")
    desk.wait_for_selector("#scan")
    shot(desk, "pay-empty")
    for serial, check in sold:
        desk.fill("#scan", f"{live.site.address}/check?serial={serial}&check={check}")
        desk.keyboard.press("Enter")
    expect(desk.locator("#stack li[data-result=won]")).to_have_count(len(sold))
    expect(desk.locator("#scan")).to_be_focused()
    expect(desk.locator("#owed-here .slip-tenders").first.locator("li")).to_have_count(len(sold))
    shot(desk, "pay-due")
    due = desk.locator("#due").inner_text()
    desk.check("[value=cash_voucher]")
    desk.fill("#claimant", "Ann Example")
    desk.dblclick("#pay")
    desk.wait_for_selector("#paid")
    assert desk.locator("#paid").inner_text() == due
    desk.wait_for_selector(".paper svg")
    shot(desk, "paid")


def test_a_sale_by_keyboard_alone_with_live_price_and_refusal(
    desk: Any, shot: Callable[..., None]
) -> None:
    expect(desk.locator("#quick")).to_be_focused()
    shot(desk, "empty")
    for key in ("h", "Enter", "t", "Enter"):
        desk.keyboard.press(key)
    note = desk.locator("#refusals .note")
    expect(note).to_contain_text("The slip has 2 of heads, tails and evens")
    expect(note.locator("a").first).to_have_attribute("href", "/rules/nsw-keno/7(c)")
    expect(desk.locator("#sell")).to_be_disabled()
    shot(desk, "refused")
    desk.get_by_label("Take off line 1").press("Enter")
    expect(desk.locator("#sell")).to_be_enabled()
    desk.focus("#quick")
    desk.keyboard.type("-1")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li")).to_have_count(0)
    desk.keyboard.type("5 12 23 34 $2 b x3")
    desk.keyboard.press("Enter")
    expect(desk.locator("#cost")).to_have_text("$12.00")
    desk.fill("#cash", "20")
    expect(desk.locator("#change")).to_have_text("$8.00")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#sold-change")).to_have_text("Change $8.00")
    expect(desk.locator("#next")).to_be_focused()
    desk.focus("body")
    desk.keyboard.press("Escape")
    expect(desk.locator("#quick")).to_be_focused()
    expect(desk.locator("#add")).to_be_enabled()
    desk.keyboard.type("5 twelve")
    desk.keyboard.press("Enter")
    expect(desk.locator("#quick-wrong")).to_contain_text("isn’t understood")


def test_cash_lines_and_mending_by_keys(desk: Any) -> None:
    quick(desk, "5,12-23 $1 x3")
    desk.keyboard.press("ArrowUp")  # the line comes back, to be mended
    expect(desk.locator("#quick")).to_have_value("5,12-23 $1 x3")
    expect(desk.locator("#lines li")).to_have_count(0)
    desk.fill("#quick", "5,12-23 $2 x3")
    expect(desk.locator("#quick-understood")).to_contain_text("$6.00")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li")).to_have_count(1)
    expect(desk.locator("#slip-game")).to_contain_text("3 games")
    for wrong in ("5 6 x0", "5 6 $0", "5 99", "5 6 $1.5", "5 6 x999999999999", "-4", "$0", "=0"):
        desk.fill("#quick", wrong)
        desk.keyboard.press("Enter")
        expect(desk.locator("#quick-wrong")).not_to_be_empty()
        expect(desk.locator("#quick")).to_have_value(wrong)
        expect(desk.locator("#lines li")).to_have_count(1)
    quick_field = desk.locator("#quick")
    quick_field.fill("mega k7")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li")).to_have_count(2)
    desk.keyboard.press("Backspace")  # in an empty line: the last one comes off
    expect(desk.locator("#lines li")).to_have_count(1)
    quick_field.fill("=20")
    desk.keyboard.press("Enter")
    expect(desk.locator("#change")).to_have_text("$14.00")
    desk.keyboard.press("F3")  # and a note of $10
    expect(desk.locator("#change")).to_have_text("$24.00")
    desk.keyboard.press("Tab")
    expect(desk.locator("#cash")).to_be_focused()
    desk.fill("#cash", "20,00")  # no amount, rather than two thousand dollars
    expect(desk.locator("#slip-says")).to_contain_text("“20,00” isn’t an amount")
    desk.fill("#cash", "30")
    desk.keyboard.press("F9")
    expect(desk.locator("#games")).to_be_focused()
    desk.keyboard.type("999")
    expect(desk.locator("#slip-says")).to_contain_text("Games: type a whole number from 1 to 100")
    desk.fill("#games", "3")
    sell(desk)
    expect(desk.locator("#sold-change")).to_have_text("Change $24.00")
    expect(desk.locator("#print-says")).to_contain_text("The paper was sent")
    desk.keyboard.press("p")
    expect(desk.locator("#print-says")).to_contain_text("Copy 1")
    expect(desk.locator("#sold-paper")).to_contain_text("COPY 1")


def test_a_double_click_and_the_back_button_sell_once(desk: Any, live: Live) -> None:
    before = live.run(live.hall.web.ask_state(lambda state: len(state.keno.sold)))
    quick(desk, "1 2")
    expect(desk.locator("#sell")).to_be_enabled()
    desk.dblclick("#sell")
    desk.wait_for_selector("#sold-paper svg")
    next_customer(desk)
    desk.wait_for_selector("#lines-empty:visible")
    desk.go_back()
    desk.wait_for_load_state()
    desk.keyboard.press("Control+Enter")
    desk.reload()
    expect(desk.locator("#lines-empty")).to_be_visible()
    assert live.run(live.hall.web.ask_state(lambda state: len(state.keno.sold))) == before + 1


def test_a_slip_survives_a_reload_and_two_tabs_are_two_customers(desk: Any, live: Live) -> None:
    quick(desk, "7 8 9")
    desk.reload()
    expect(desk.locator("#lines li")).to_have_count(1)
    other = desk.context.new_page()
    other.goto("/counter")
    expect(other.locator("#lines-empty")).to_be_visible()
    quick(other, "1 2 3 4")
    first, second = sell(desk), sell(other)
    assert first != second


def test_a_game_that_closes_during_the_sale_offers_the_next(
    desk: Any, live: Live, shot: Callable[..., None]
) -> None:
    quick(desk, "1 2 3")
    expect(desk.locator("#sell")).to_be_enabled()
    live.run(live.hall.play())
    desk.keyboard.press("Control+Enter")
    note = desk.locator("#refusals .note")
    expect(note).to_contain_text("That game has just closed")
    shot(desk, "closed")
    note.locator("button").click()
    desk.wait_for_selector("#sold-paper svg")
    number = live.run(
        live.hall.web.ask_state(lambda state: state.keno.games[state.keno.open_game].number)
    )
    expect(desk.locator("#sold-title")).to_contain_text(f"Game {number}")


def test_a_slip_left_lying_moves_on_with_the_clock_and_says_so(desk: Any, live: Live) -> None:
    almost = timedelta(minutes=2, seconds=59)
    live.hall.at += almost
    desk.reload()
    quick(desk, "1 2 3")
    live.hall.at -= almost
    live.run(live.hall.play())
    expect(desk.locator("#slip-says")).to_contain_text("this slip is now for game")
    sell(desk)


def test_replay_by_scanning_then_cancel(desk: Any, live: Live, shot: Callable[..., None]) -> None:
    quick(desk, "r tri 2 with 3 6 1 $1")
    serial, _ = sell(desk)
    next_customer(desk)
    desk.click("#more summary")
    desk.fill("#replay", serial.lower())
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li")).to_contain_text("standout 1st 2 with 3 6 1")
    expect(desk.locator("#method")).to_have_value("replay")
    shot(desk, "replay")
    again, _ = sell(desk)
    assert again != serial
    next_customer(desk)
    desk.fill("#quick", f"{live.site.address}/check?serial={again}")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li")).to_contain_text("standout 1st 2 with 3 6 1")
    desk.keyboard.press("Alt+3")
    desk.fill("#scan", again)
    desk.keyboard.press("Enter")
    expect(desk.locator("article")).to_contain_text("as cash")
    shot(desk, "cancel")
    desk.dblclick("#cancel")
    expect(desk.locator("#cancelled")).to_contain_text("Give back $6.00")


def test_script_in_every_text_field_stays_text(desk: Any) -> None:
    desk.goto("/counter/runners")
    for field in ("note", "runner"):
        desk.fill(f"#{field}", SCRIPT)
    desk.fill("#amount", "5")
    desk.keyboard.press("Enter")
    expect(desk.locator("table")).to_contain_text("<script>")
    desk.goto("/counter")
    expect(desk.locator("#add")).to_be_enabled()
    desk.fill("#quick", SCRIPT)
    desk.keyboard.press("Enter")
    expect(desk.locator("#quick-wrong")).to_contain_text("<script>")
    quick(desk, "1 2")
    desk.click("#more summary")
    desk.fill("#runner", SCRIPT)
    desk.fill("#runner-note", SCRIPT)
    desk.fill("#replay", SCRIPT)
    desk.keyboard.press("Enter")
    expect(desk.locator("#replay-wrong")).not_to_be_empty()
    desk.fill("#paper", SCRIPT)
    desk.keyboard.press("Enter")
    expect(desk.locator("#paper-wrong")).not_to_be_empty()
    for field in ("paper", "replay"):  # what is left in a field is neither paid with nor forgotten
        desk.keyboard.press("Control+Enter")
        expect(desk.locator(f"#{field}-wrong")).to_contain_text("isn’t on the slip yet")
        desk.fill(f"#{field}", "")
    sell(desk)
    expect(desk.locator("#sold-paper")).to_contain_text("<script>")
    answers = {"pay": "no ticket has this serial", "cancel": "Not one of our tickets"}
    for path, words in answers.items():
        desk.goto(f"/counter/{path}")
        desk.fill("#scan", SCRIPT)
        desk.keyboard.press("Enter")
        expect(desk.locator("main")).to_contain_text(words)


def test_an_expired_session_keeps_the_slip(
    desk: Any, live: Live, shot: Callable[..., None]
) -> None:
    quick(desk, "11 12 13")
    kept = desk.context.cookies()
    desk.context.clear_cookies()
    desk.fill("#games", "2")
    note = desk.locator("#refusals .note")
    expect(note).to_contain_text("Signed off")
    shot(desk, "signed-off")
    note.locator("a").click()
    expect(desk).to_have_url(
        f"{live.site.address}/sign-on?next=%2Fcounter%3Fcustomer%3D" + desk.url.rpartition("3D")[2]
    )
    desk.context.add_cookies(kept)
    desk.go_back()
    desk.reload()
    expect(desk.locator("#lines li")).to_have_count(1)


PAGES = ("pay", "cancel", "vouchers", "runners", "duty", "cash-up", "claim-forms")


def test_no_page_makes_a_reader_stumble(
    desk: Any, audit: Callable[[Any], list[str]], shot: Callable[..., None]
) -> None:
    for path in PAGES:
        desk.goto(f"/counter/{path}")
        shot(desk, path)
        assert audit(desk) == []
    desk.goto("/counter")
    quick(desk, "h", "t")
    desk.click("#more summary")
    for tab in desk.locator("[role=tab]").all():
        tab.click()
        assert audit(desk) == []


@pytest.mark.parametrize("wide", [390, 820])
def test_nothing_hangs_over_the_edge_of_a_small_screen(
    desk: Any, wide: int, shot: Callable[..., None]
) -> None:
    desk.set_viewport_size({"width": wide, "height": 1100})
    quick(desk, "1 2 3")
    for tab in desk.locator("[role=tab]").all():
        tab.click()
        assert desk.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    shot(desk, f"wide-{wide}")
    for path in PAGES:
        desk.goto(f"/counter/{path}")
        assert desk.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_what_is_printed_is_the_ticket_alone_on_the_roll(desk: Any) -> None:
    quick(desk, "1 2 3")
    sell(desk)
    desk.emulate_media(media="print")
    expect(desk.locator("#sold-paper")).to_be_visible()
    for hidden in ("#quick", ".till-bar", "#next", ".till-tabs"):
        expect(desk.locator(hidden)).to_be_hidden()
    assert b"/MediaBox [0 0 227" in desk.pdf(prefer_css_page_size=True)


def test_what_is_typed_is_what_is_sold(desk: Any) -> None:
    """A half-typed line, an amount that is none, a number of games being changed."""
    quick(desk, "1 2")
    desk.fill("#cash", "x")
    expect(desk.locator("#sell")).to_be_disabled()
    desk.click("#wipe")
    expect(desk.locator("#lines li")).to_have_count(0)
    quick(desk, "5 12 23 34 $2 x3")
    expect(desk.locator("#cost")).to_have_text("$6.00")
    desk.focus("#games")
    desk.keyboard.press("End")
    desk.keyboard.press("Backspace")
    expect(desk.locator("#cost")).to_have_text("$2.00")
    desk.keyboard.type("5")
    expect(desk.locator("#cost")).to_have_text("$10.00")
    expect(desk.locator("#games")).to_have_value("5")
    desk.fill("#cash", "2O")
    expect(desk.locator("#slip-says")).to_contain_text("“2O” isn’t an amount")
    expect(desk.locator("#sell")).to_be_disabled()
    desk.keyboard.press("Control+Enter")
    desk.fill("#cash", "20")
    expect(desk.locator("#sell")).to_be_enabled()
    desk.fill("#quick", "7 8 9")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#quick-wrong")).to_contain_text("isn’t on the slip yet")
    expect(desk.locator("#slip-sold")).to_be_hidden()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Control+Enter")  # at once: the line, its price and the sale in this order
    expect(desk.locator("#sold-title")).to_contain_text("$15.00")
    expect(desk.locator("#sold-change")).to_have_text("Change $5.00")
    expect(desk.locator(".till-work")).to_have_js_property("inert", value=True)


def test_a_long_slip_shows_its_newest_line_and_keeps_the_keyboards_place(desk: Any) -> None:
    for number in range(1, 8):
        quick(desk, f"{number} {number + 10}")
    expect(desk.locator("#line-count")).to_have_text("7 lines")
    expect(desk.locator("#lines li").last).to_be_in_viewport()
    desk.get_by_label("Take off line 3").press("Enter")
    expect(desk.locator("#line-count")).to_have_text("6 lines")
    expect(desk.get_by_label("Take off line 3")).to_be_focused()
    for _ in range(6):
        count = desk.locator("#lines li").count()
        desk.keyboard.press("Enter")
        expect(desk.locator("#lines li")).to_have_count(count - 1)
    expect(desk.locator("#quick")).to_be_focused()


def test_the_sell_button_is_in_sight_on_a_small_desk(desk: Any) -> None:
    desk.set_viewport_size({"width": 1366, "height": 768})
    for line in ("1 2 + 3 4", "1 2 3", "o red $5", "4 5 6 7"):
        quick(desk, line)
    expect(desk.locator("#sell")).to_be_in_viewport(ratio=1)
    expect(desk.locator("#lines li").last).to_be_in_viewport()


def test_somebody_else_signing_on_in_another_tab_sells_nothing_here(desk: Any, live: Live) -> None:
    quick(desk, "1 2 3")
    before = live.run(live.hall.web.ask_state(lambda state: len(state.keno.sold)))
    other = desk.context.new_page()
    other.goto("/sign-on")
    other.fill("#name", "casino writer")
    other.fill("#password", PASSWORD)
    with other.expect_navigation():
        other.click("form button.main")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#refusals")).to_contain_text("someone else has signed on")
    desk.click("#refusals button")
    expect(desk.locator(".till-place")).to_contain_text("The Casino")
    assert live.run(live.hall.web.ask_state(lambda state: len(state.keno.sold))) == before


def test_the_forms_are_filled_in_with_the_arrows_and_enter(desk: Any) -> None:
    stops = {"roulette": "#wheel-stake", "racing": "#race-stake", "classic": "#regular-stake"}
    for form, stake in stops.items():
        desk.click(f"#tab-{form}")
        for _ in range(4):
            desk.keyboard.press("Tab")
            if desk.evaluate("document.activeElement.matches('[data-stake]')"):
                break
        expect(desk.locator(stake)).to_be_focused()
    desk.click("#tab-roulette")
    desk.focus("[data-pocket='00']")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Space"):
        desk.keyboard.press(key)
    expect(desk.locator("[data-pocket='5']")).to_have_attribute("aria-pressed", "true")
    desk.focus("#wheel-stake")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li")).to_contain_text("Straight up 5")
    expect(desk.locator("[data-says]")).to_contain_text("Mark one number")
    desk.click("#tab-racing")
    desk.check("[name=race][value=trifecta]")
    desk.focus("[data-column='1st'][data-row='1']")
    for key in ("Space", "ArrowDown", "ArrowRight", "Space", "ArrowRight", "ArrowDown", "Space"):
        desk.keyboard.press(key)
    desk.focus("#race-stake")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines li").last).to_contain_text("Trifecta: 1st 1, 2nd 2, 3rd 3")


def test_a_price_or_a_no_that_stays_the_same_is_said_once(desk: Any) -> None:
    quick(desk, "h $2", "t")
    desk.fill("#cash", "50")
    expect(desk.locator("#change")).to_have_text("$47.00")
    desk.evaluate("""() => {
        window.said = 0;
        const ear = new MutationObserver((found) => { window.said += found.length; });
        const live = document.querySelectorAll("#slip-open [aria-live]");
        for (const region of live) ear.observe(region, { childList: true, subtree: true });
    }""")
    with desk.expect_response("**/till/price"):
        desk.fill("#cash", "50.00")
    expect(desk.locator("#refusals .note")).to_be_visible()
    assert desk.evaluate("window.said") == 0
