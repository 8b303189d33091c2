"""Every page of the office and of the desk on a phone: nothing reaches over its edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.central.site.witness_words import AppointWitness
from kit.browser import Served, served
from kit.office_site import FIRST, OfficeSite
from kit.public_site import ROLES_AT
from kit.served_site import PASSWORD
from kit.witnessed_site import key_of

OFFICE = (
    "/office",
    "/office/do",
    "/office/do/AppointVenue",
    "/office/settings",
    "/office/payments",
    "/office/players",
    "/office/reports?by=game",
    "/office/people",
    "/office/setup",
    "/office/witnesses",
    "/office/ceilings",
    "/office/cards",
)
DESK = (
    "/inspector",
    "/inspector/keno",
    "/inspector/keno/rows",
    "/inspector/keno/rows/12",
    "/inspector/keno/odd",
    "/inspector/keno/refusals",
    "/inspector/keno/balances",
    "/inspector/keno/heads",
)
PHONE = {"width": 390, "height": 844}


class SiteWithAWitness(OfficeSite):
    """The office's site, after some sales and with a witness."""

    async def open(self) -> None:
        await super().open()
        await self.do(AppointWitness(self.at, "Ada of the other side", f"{key_of('Ada').n:x}", "o"))
        await self.fill()


@pytest.fixture(scope="module")
def site() -> Iterator[Served]:
    with served(SiteWithAWitness().app) as running:
        yield running


@pytest.mark.parametrize(("name", "pages"), [(FIRST, OFFICE), (ROLES_AT["inspector"], DESK)])
def test_no_page_reaches_over_the_edge_of_a_phone(
    site: Served, name: str, pages: tuple[str, ...]
) -> None:
    context: Any = site.browser.new_context(base_url=site.address, viewport=PHONE)
    page = context.new_page()
    page.goto("/sign-on")
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.click("button.main")
    page.wait_for_url(lambda url: "sign-on" not in url)
    for path in pages:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    context.close()
