"""The office's pages in a real browser: people, programme checked while typing, contrast, phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eyesdown.proof.hall.setting import NZ
from kit.hall_opened import SESSION, evening
from kit.hall_pages import DESK, PHONE, HallPages, audited, bytes_of, hall_pages, screenshot

PAGES = (
    *("office", "office/programme", "office/stock?find=3", "office/people", "office/points"),
    *("office/pools", "office/promotions", "office/disputes"),
    f"office/reports?by=session&name={SESSION}",
)
BYTES_MAX = 200_000


@pytest.fixture(scope="module")
def hall() -> Iterator[HallPages]:
    with hall_pages(NZ) as desk:
        desk.run(evening(desk))
        sale = {"session": SESSION, "game": 1, "serial": "A1", "count": 9, "paid_cents": 2700}
        desk.run(desk.do("seller", "SellCards", **sale, point="door"))
        yield desk


def test_a_new_seller_gets_a_role_and_a_password(hall: HallPages) -> None:
    page = hall.sign_on("olga", "office/people")
    page.fill("#who", "zoe")
    page.get_by_label("seller", exact=True).check()
    page.select_option("#till", "bar")
    page.fill("#pw", "two fat ladies")
    page.get_by_role("button", name="Give", exact=True).click()
    page.get_by_text("zoe may sign on as seller").wait_for()
    assert hall.sign_on("zoe", "seller").inner_text(".till-place span") == "zoe · till bar"


def test_a_person_who_is_barred_sees_it_on_their_open_page(hall: HallPages) -> None:
    hall.run(hall.staff("tim", "seller", till="bar"))
    tim, olga = hall.sign_on("tim", "seller"), hall.sign_on("olga", "office/people")
    row = olga.locator("tr", has_text="tim")
    row.locator("summary").click()
    row.get_by_role("button", name="Bar tim").click()
    olga.get_by_text("tim is out").wait_for()
    tim.wait_for_url("**/sign-on?next=**")


def test_a_programme_is_checked_while_it_is_typed_and_fixed(hall: HallPages) -> None:
    page = hall.sign_on("olga", f"office/programme?copy={SESSION}")
    page.goto(f"/halls/dome/office/programme?copy={SESSION}")
    page.fill("#session", "next week")
    page.fill("[name=g1-prizes]", "line 40")
    page.locator("#verdict", has_text="version").wait_for()
    screenshot(page, "office-programme-refused", full_page=True)
    page.fill("[name=g1-prizes]", "series 45")
    page.get_by_text("The rules allow this programme").wait_for()
    assert "enough for 16 cards" in page.inner_text("#games tr:first-child [data-says]")
    page.keyboard.press("Control+Enter")
    page.get_by_text("next week is fixed").wait_for()
    assert "next week" in hall.site.state.hall.sessions


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_every_page_is_light_and_can_be_read(hall: HallPages, size: dict[str, int]) -> None:
    page = hall.sign_on("olga", "office", size)
    for path in PAGES:
        page.goto(f"/halls/dome/{path}")
        page.wait_for_load_state("load")
        assert bytes_of(page) < BYTES_MAX, path
        assert audited(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
        name = path.partition("?")[0].replace("/", "-")
        screenshot(page, f"{name}-{size['width']}", full_page=True)
