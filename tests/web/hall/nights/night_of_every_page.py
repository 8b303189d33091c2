"""Every page of a hall by axe, at a desk, on a phone and on both walls; `make nights` runs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.proof.hall.setting import BOOKS, NSW
from kit.hall_evening import CALLER, POINT, SESSION, SUPERVISOR, VERIFIER, Night
from kit.hall_pages import DESK, PHONE, PORTRAIT, WALL, HallPages, findings, hall_pages, screenshot
from kit.hall_site import NAME

OFFICE_TABS = (
    *("", "/programme", "/stock?find=3", "/people", "/points", "/pools", "/promotions"),
    *("/disputes", f"/reports?by=session&name={SESSION}", "/settings"),
)
WORK = {
    "olga": tuple(f"office{tab}" for tab in OFFICE_TABS),
    "sam": ("seller", "seller/pay", "seller/sales", "seller/cash-up"),
    CALLER: ("caller",),
    SUPERVISOR: ("supervisor",),
    VERIFIER: ("verifier", "verifier?serial=A1&card=1"),
}
PUBLIC = ("", "results", "slip", "board", "sign-on")
SIZES = {"desk": DESK, "phone": PHONE}
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
WALLS = {"wall": WALL, "portrait": PORTRAIT}


@pytest.fixture(scope="module", params=BOOKS)
def hall(request: pytest.FixtureRequest) -> Iterator[tuple[HallPages, Night]]:
    """A hall in the middle of its first game."""
    with hall_pages(request.param) as desk:
        night = Night(desk)
        desk.run(night.prepare())
        desk.run(desk.staff("sam", "seller", till=POINT))
        for player in ("ann", "bob"):
            desk.run(night.sell(player))
        if desk.book == NSW:
            desk.run(night.open_session())
            desk.run(night.enter_range(2))
        desk.run(night.start())
        for call in range(1, 8):
            desk.run(night.ball(call))
        yield desk, night


def looked_at(page: Any, path: str, name: str, book: str) -> list[str]:
    """What axe finds on a page, whose picture is saved."""
    page.goto(f"/halls/{NAME}/{path}")
    page.wait_for_load_state("load")
    plain = path.partition("?")[0].replace("/", "-") or "on"
    screenshot(page, f"every-{book}-{plain}-{name}", full_page=name in SIZES)
    found_here = findings(page)
    if page.evaluate(TOO_WIDE):
        found_here.append("wider than the screen")
    return [f"{path}, {name}: {finding}" for finding in found_here]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_on_a_page_of_the_staff(
    hall: tuple[HallPages, Night], size: str
) -> None:
    desk, _ = hall
    found_by_axe: list[str] = []
    for person, paths in WORK.items():
        page = desk.sign_on(person, paths[0], SIZES[size])
        for path in paths:
            found_by_axe += looked_at(page, path, size, desk.book)
        page.context.close()
    assert found_by_axe == []


@pytest.mark.parametrize("size", SIZES | WALLS)
def test_axe_finds_nothing_serious_on_a_page_for_everyone(
    hall: tuple[HallPages, Night], size: str
) -> None:
    desk, night = hall
    page = desk.page((SIZES | WALLS)[size])
    paths = ("board",) if size in WALLS else (*PUBLIC, f"phone/{night.slips['ann']}")
    assert [each for path in paths for each in looked_at(page, path, size, desk.book)] == []
    page.context.close()
