"""A browser has six connections to a site for all of its pages: hidden ones give theirs back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from eyesdown.proof.hall.setting import NZ
from kit.hall_evening import CALLER, Night
from kit.hall_pages import DESK, HallPages, hall_pages
from kit.hall_site import NAME

BOARD = f"/halls/{NAME}/board"
CONNECTIONS = 6
SHOWN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A browser without a window hides none of its pages, so the test says what it would say."""


@pytest.fixture
def night() -> Iterator[Night]:
    """A game whose first number is next."""
    with hall_pages(NZ) as desk:
        evening = Night(desk)
        desk.run(evening.prepare())
        desk.run(evening.sell("ann"))
        desk.run(evening.start())
        yield evening


def desk_of(night: Night) -> HallPages:
    assert isinstance(night.desk, HallPages)
    return night.desk


def watching(night: Night, name: str = "board") -> int:
    """How many pages are connected to a feed."""
    return desk_of(night).web.feeds[name].watching


def wait_for_watchers(night: Night, page: Any, count: int, name: str = "board") -> None:
    for _ in range(200):
        if watching(night, name) == count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{watching(night, name)} are connected, not {count}")


def test_one_more_page_opens_beside_six_hidden_ones(night: Night) -> None:
    desk = desk_of(night)
    first = desk.page(DESK)
    pages = [first, *(first.context.new_page() for _ in range(CONNECTIONS))]
    for page in pages:
        page.goto(BOARD)
        wait_for_watchers(night, page, 1)
        page.evaluate(SHOWN, True)
        wait_for_watchers(night, page, 0)
    numbers = [desk.run(night.ball(call)) for call in (1, 2, 3)]
    first.evaluate(SHOWN, False)
    first.wait_for_selector("#count:text-is('3')")
    assert first.text_content("#ball") == str(numbers[-1])


def test_a_board_that_is_heard_goes_on_behind_another_page(night: Night) -> None:
    desk = desk_of(night)
    page = desk.page(DESK)
    page.goto(BOARD)
    page.click("#sound")
    page.evaluate(SHOWN, True)
    desk.run(night.ball(1))
    page.wait_for_selector("#count:text-is('1')")
    page.evaluate("document.getElementById('sound').click()")
    wait_for_watchers(night, page, 0)


def test_a_caller_whose_computer_speaks_goes_on_behind_another_page(night: Night) -> None:
    desk = desk_of(night)
    page = desk.sign_on(CALLER, "caller")
    wait_for_watchers(night, page, 1, "staff")
    page.evaluate(SHOWN, True)
    wait_for_watchers(night, page, 0, "staff")
    page.evaluate("document.getElementById('speak').click()")
    wait_for_watchers(night, page, 1, "staff")
