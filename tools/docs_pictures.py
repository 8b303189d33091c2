"""Renew the documents' pictures of public pages and of the counter from the demonstration site.

    python tools/docs_pictures.py [--only wall]

Needs chromium. Look at each picture before it is committed: the demonstration goes on while it is
photographed.
"""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import which

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from demonstration import demonstration

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDE, DESK = (1280, 720), (1200, 844)
SHOWN = 900
"""Columns of a picture in the documents."""
COLOURS = 128
DRAW_SECONDS = 180


def wall(page: Page) -> None:
    """The wall with more than half of a draw's balls."""
    page.goto("/wall?venue=V0001")
    page.get_by_text(re.compile(r"\b1[1-9] of 20")).wait_for(timeout=1000 * DRAW_SECONDS)


def home(page: Page) -> None:
    """The front page, down to the halls; the demonstration's hall opens a little later."""
    page.goto("/")
    while page.get_by_text("A session is on now").count() == 0:
        page.wait_for_timeout(1000)
        page.reload()
    page.set_viewport_size({"width": DESK[0], "height": 1500})


def clause(page: Page) -> None:
    """A rule with everything that developers see."""
    page.goto("/rules/nsw-keno/15(k)")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def proof(page: Page) -> None:
    """How a draw is proved."""
    page.goto("/proof")


def counter(page: Page) -> None:
    """The counter after a sale."""
    page.goto("/try")
    page.locator("form[action='/sign-on?next=/counter'] button").first.click()
    quick = page.locator("#quick")
    quick.fill("1 2 3 $2 b")
    quick.press("Enter")
    page.keyboard.press("Control+Enter")
    page.get_by_text("The paper was sent").wait_for()


PICTURES: Mapping[str, tuple[Callable[[Page], None], tuple[int, int]]] = {
    "wall": (wall, WIDE),
    "home": (home, DESK),
    "clause": (clause, DESK),
    "proof": (proof, DESK),
    "counter": (counter, DESK),
}


def saved(raw: bytes, place: Path) -> None:
    """Write a screenshot as a small PNG file."""
    image = Image.open(io.BytesIO(raw)).convert("RGB")
    image.thumbnail((SHOWN, 4 * SHOWN))
    image.quantize(COLOURS).save(place, optimize=True)


def main() -> None:
    """Take every picture, or the ones named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=list(PICTURES), default=list(PICTURES))
    given = parser.parse_args()
    with demonstration() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium-headless-shell"))
        for name in given.only:
            pose, (width, height) = PICTURES[name]
            page = browser.new_page(base_url=address, viewport={"width": width, "height": height})
            pose(page)
            page.wait_for_load_state()
            saved(page.screenshot(), FOLDER / f"{name}.png")
            page.close()
            print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
