"""An account in a real browser: register, play, withdraw, with connections cut on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.keno.office.commands import CheckAge, Deposit, SetRealityCheck
from kit.account_site import SECRETS, AccountSite
from kit.browser import Served, served
from kit.counter_site import AUDIT

LOSE = (40, *range(60, 79))


@dataclass(frozen=True)
class Live:
    """A served site and the browser that looks at it."""

    site: Served
    hall: AccountSite

    def page(self, **more: Any) -> Any:
        context = self.site.browser.new_context(base_url=self.site.address, **more)
        page = context.new_page()
        page.set_default_timeout(30_000)
        return page

    def balance(self, account: str) -> int:
        accounts = self.hall.web.sequencer._site.state.keno.accounts
        return accounts[account].balance_cents


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    hall = AccountSite()
    with served(hall.app) as site:
        yield Live(site, hall)


def registered(live: Live, sign_on: str, cents: int = 10_000) -> tuple[Any, str]:
    """A page of a player who has just registered and has some money."""
    page = live.page(viewport={"width": 390, "height": 844})
    page.goto("/account/register")
    for field, value in {**SECRETS, "sign_on": sign_on, "name": f"{sign_on} Example"}.items():
        page.fill(f"#{field}", value)
    page.check("[name=terms]")
    page.click("button.main")
    page.wait_for_url("**/account")
    account = page.inner_text("h1").removeprefix("Account ")
    live.site.run(live.hall.do(CheckAge(live.hall.at, account, "olly")))
    live.site.run(live.hall.do(Deposit(live.hall.at, account, cents)))
    return page, account


def pick_and_check(page: Any) -> None:
    """Fill a slip with a Kwikipik and go to the confirmation screen."""
    page.goto("/account/play")
    if not page.locator("#lines li").count():
        page.click("[data-form-page=classic] [data-pick]")
    page.wait_for_selector("#lines li .odds")
    page.click("#to-confirm:enabled")
    page.wait_for_selector("#confirm-lines li")


@pytest.mark.clause("nsw-keno", "7A(f)(i)", "7A(f)(iii)")
def test_a_purchase_cut_at_each_step_is_one_entry_or_none(live: Live) -> None:
    page, account = registered(live, "cut")
    pick_and_check(page)
    assert "returns" in page.inner_text("#confirm-lines"), "odds and return before confirming"
    assert page.evaluate(AUDIT) == []

    def never_arrives(route: Any) -> None:
        route.abort()

    def answer_is_lost(route: Any) -> None:
        route.fetch()
        route.abort()

    page.route("**/account/till/sell", never_arrives, times=1)
    page.click("#buy")
    page.wait_for_selector("#wrong:has-text('nothing was bought')")
    assert live.balance(account) == 10_000
    page.route("**/account/till/sell", answer_is_lost, times=1)
    page.click("#buy")
    page.wait_for_selector("[data-screen=done]:not([hidden])")
    assert live.balance(account) == 9_900, "one entry, though its answer was lost"
    page.click("#done-link")
    page.wait_for_url("**/account/entries/*")
    page.go_back()
    page.wait_for_selector("#slip-empty:not([hidden])")
    assert live.balance(account) == 9_900, "going back buys nothing"
    page.goto("/account/money")
    page.fill("#amount", "50")
    page.dblclick("button.main")
    page.wait_for_url("**/account/money?done=asked")
    assert live.balance(account) == 4_900, "two clicks ask once"


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_care_on_one_page_stops_the_other(live: Live) -> None:
    page, account = registered(live, "care")
    other = page.context.new_page()
    other.set_default_timeout(30_000)
    pick_and_check(other)
    page.goto("/account/care")
    page.select_option("#measure", "loss")
    page.fill("#amount", "0.50")
    page.click("form[action='/account/care/limit'] button.main")
    page.wait_for_url("**/account/care?done=limit")
    other.click("#buy")
    other.wait_for_selector("#confirm-refusals .note")
    assert "pass the limit" in other.inner_text("#confirm-refusals")
    page.click("form[action='/account/care/time-out'] button.main")
    page.wait_for_url("**/account/care?done=time-out")
    pick_and_check_refused(other, "has a time-out")
    page.goto("/account/care/exclude")
    page.check("[name=sure]")
    page.click("form[action='/account/care/exclude'] button.main")
    page.wait_for_url("**/account/care?done=exclude")
    pick_and_check_refused(other, "is excluded")
    assert live.balance(account) == 10_000


def pick_and_check_refused(page: Any, words: str) -> None:
    page.goto("/account/play")
    page.wait_for_selector(f"#refusals:has-text('{words}')")
    expect(page.locator("#to-confirm")).to_be_disabled()


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_a_reality_check_takes_every_tab_to_its_page(live: Live) -> None:
    page, account = registered(live, "real")
    live.site.run(live.hall.do(SetRealityCheck(live.hall.at, account, 10)))
    pick_and_check(page)
    page.click("#buy")
    page.wait_for_selector("[data-screen=done]:not([hidden])")
    for _ in range(4):
        live.site.run(live.hall.play(LOSE))
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto("/account/play")
        tab.wait_for_url("**/account/reality")
    assert "12 minutes" in other.inner_text("#reality")
    other.click("button[value=play]")
    other.wait_for_url("**/account/play")
    page.goto("/account/play")
    expect(page).to_have_url(re.compile("/account/play$"))


def test_what_an_entry_won_is_in_sight_on_a_phone(live: Live) -> None:
    page, _ = registered(live, "phone")
    pick_and_check(page)
    page.click("#buy")
    page.wait_for_selector("#done-title", state="visible")
    page.goto("/account/entries")
    for cell in page.locator("main table tr > *").all():
        box = cell.bounding_box()
        assert box["x"] >= 0, cell.inner_text()
        assert box["x"] + box["width"] <= 390, cell.inner_text()
    page.context.close()
