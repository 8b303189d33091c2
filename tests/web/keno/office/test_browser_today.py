"""Today in a browser that stays open: figures are renewed, or the page says that they are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from eyesdown.keno.bets.bet import Regular
from kit.browser import Served, served
from kit.office_site import FIRST, OfficeSite
from kit.served_site import PASSWORD

RENEWED_MS = 15_000


@pytest.fixture
def hall() -> OfficeSite:
    return OfficeSite()


@pytest.fixture
def site(hall: OfficeSite) -> Iterator[Served]:
    with served(hall.app) as running:
        yield running


@pytest.fixture
def today(site: Served) -> Iterator[Any]:
    """The office's first page, with a clock that the test moves."""
    context: Any = site.browser.new_context(base_url=site.address)
    page = context.new_page()
    page.clock.install()
    page.goto("/sign-on")
    page.fill("#name", FIRST)
    page.fill("#password", PASSWORD)
    page.click("button.main")
    page.wait_for_url("**/office")
    yield page
    context.close()


def test_figures_are_renewed_and_a_lost_connection_is_named(
    site: Served, hall: OfficeSite, today: Any
) -> None:
    says = today.locator("[data-today-old]")
    site.run(hall.sell(Regular((1, 2, 3), 700)))
    today.clock.run_for(RENEWED_MS)
    expect(today.locator("[data-today]")).to_contain_text("$7.00 on sale now")
    expect(says).to_be_hidden()
    today.route("**/office/today", lambda route: route.abort())
    today.clock.run_for(RENEWED_MS)
    expect(says).to_contain_text("can’t be reached")
    expect(today.locator("[data-today]")).to_contain_text("$7.00 on sale now")
    today.unroute("**/office/today")
    today.clock.run_for(RENEWED_MS)
    expect(says).to_be_hidden()


def test_whoever_was_signed_off_elsewhere_reads_that_the_figures_stand_still(today: Any) -> None:
    today.context.clear_cookies()
    today.clock.run_for(RENEWED_MS)
    expect(today.locator("[data-today-old]")).to_contain_text("You are signed off")


def test_a_link_that_has_the_keyboard_keeps_it(today: Any) -> None:
    today.evaluate("document.querySelector('[data-today]').innerHTML += '<a id=x href=/>x</a>'")
    today.focus("#x")
    today.clock.run_for(RENEWED_MS)
    expect(today.locator("#x")).to_be_focused()
